"""Range in words and on the chart: what a way costs, from where and along which spaces; and everything within reach."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.engine.actions import RangeUse
from bot.engine.effects import MapAction
from bot.engine.game import Game
from bot.engine.rules.map_range import free_range, range_to, reach, within
from bot.pictures import Picture
from bot.text import joined, t, tn
from bot.text.board import chart
from bot.text.game import place_label, space_label, space_words
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot, plain_names
from cogs.game.views.message_layout import panel_of
from cogs.game.views.table_buttons import turn_button
from cogs.rules.rule_button import RuleButton

ACTIONS: Final[tuple[MapAction, ...]] = ("explore", "populate", "build")
ORIGIN, STEP, TARGET = "@@", "++", "!!"
"""Marks on the chart."""


class Asked(NamedTuple):
    """What is asked: for which seat (None: nothing on the map), to which space (None: all within so much food), for
    which action (None: what one would do there), within how much food (None: what the seat has)."""

    seat: int | None
    space: int | None = None
    action: MapAction | None = None
    food: int | None = None


def answer_panel(found: TableSnapshot, asked: Asked, texts: Iterable[str], picture: Picture | None) -> Panel:
    """The answer; whoever does not play may choose for whom it is."""
    rules = [
        RuleButton.of(found.locale, "range.cost"),
        RuleButton.of(found.locale, "range.from_where", t(found.locale, "range.rule_from")),
    ]
    menu: list[ui.Item[Any]] = [_seat_menu(found, asked)] if found.seat is None else []
    return panel_of(texts, menu, [*rules, turn_button(found)]).show(picture)


def _seat_menu(found: TableSnapshot, asked: Asked) -> ui.Select[Any]:
    """For whom it is counted: one of the players, or somebody with nothing on the map."""
    options = [
        discord.SelectOption(label=name or found.table.names[seat], value=str(seat), default=seat == asked.seat)
        for seat, name in enumerate(plain_names(found))
    ]
    nobody = discord.SelectOption(label=t(found.locale, "range.nobody"), value=ids.NOTHING, default=asked.seat is None)
    custom_id = ids.range_seat(found.game, asked.space, asked.action, asked.food)
    return ui.Select(custom_id=custom_id, placeholder=t(found.locale, "range.whose"), options=[nobody, *options])


def game_seen(found: TableSnapshot) -> Game:
    """The map as a game of its own, made of what the reader sees; for looking at ways only."""
    seen = found.seen
    return Game(seen.setup, seen.pack, seen.state, seen.variants)


def action_for(found: TableSnapshot, space: int) -> MapAction:
    """What one would do on a space: explore a tile, populate a location, else build."""
    printed = found.seen.prints[space]
    if printed is None:
        return "explore"
    return "populate" if printed.terrain in ("city", "large") else "build"


def spaces_meant(found: TableSnapshot, space: int) -> tuple[int, ...]:
    """The spaces that count as one target: a tile's, a large location's, else the space alone."""
    printed = found.seen.prints[space]
    if printed is None or printed.terrain == "large":
        return found.table.board.spaces_of[found.table.board.place_of[space]]
    return (space,)


def nearest_of(found: TableSnapshot, seat: int | None, space: int) -> int:
    """The space of a target at which a seat reaches it; the space itself where there is no way."""
    nearest = reach(game_seen(found), seat).nearest(spaces_meant(found, space))
    return space if nearest is None else nearest


def way_texts(
    found: TableSnapshot, seat: int | None, space: int, action: MapAction, *, charted: bool = True
) -> Iterator[str]:
    """What the way to a space costs, with origin and path, and unless there is a picture the chart of it."""
    locale, game = found.locale, game_seen(found)
    target = _target(found, space)
    free = free_range(game, seat, action)
    way = range_to(game, seat, spaces_meant(found, space), free)
    yield f"### {t(locale, f'range.title.{action}', target=target)}{_whose(found, seat)}"
    if way is None:
        yield f"❌ {t(locale, 'range.no_way', target=target)}"
        return
    yield _cost(found, way)
    yield _along(found, way)
    if not charted:
        return
    nearest = reach(game, seat).nearest(spaces_meant(found, space))
    marks = {way.origin: ORIGIN, **dict.fromkeys(way.path, STEP), **({} if nearest is None else {nearest: TARGET})}
    yield f"```\n{chart(found.seen, marks)}\n```"
    yield f"-# {t(locale, 'range.marks')}"


def _whose(found: TableSnapshot, seat: int | None) -> str:
    """Whose range it is, below the heading; nothing where it is the reader's own."""
    if seat is None:
        return f"\n-# {t(found.locale, 'range.of_nobody')}"
    return "" if seat == found.seat else f"\n-# {t(found.locale, 'range.of', name=found.table.names[seat])}"


def _target(found: TableSnapshot, space: int) -> str:
    if found.seen.prints[space] is None:
        label = place_label(found.table, found.table.board.place_of[space])
        return t(found.locale, "thing.tile", label=label)
    return space_words(found.locale, found.table, space)


def _cost(found: TableSnapshot, way: RangeUse) -> str:
    """``2 food: 3 spaces in between, 1 of them free``."""
    between = tn(found.locale, "range.between", way.distance)
    free = f", {tn(found.locale, 'range.free', way.free)}" if way.free else ""
    food = f"**{tn(found.locale, 'thing.food', way.food)}**"
    return t(found.locale, "show.named", name=food, words=between + free)


def _along(found: TableSnapshot, way: RangeUse) -> str:
    origin = space_words(found.locale, found.table, way.origin)
    if not way.path:
        return t(found.locale, "range.from", origin=origin)
    path = " → ".join(space_label(found.table, space) for space in way.path)
    return t(found.locale, "range.from_through", origin=origin, path=path)


def within_texts(
    found: TableSnapshot, seat: int | None, food: int, action: MapAction, *, charted: bool = True
) -> Iterator[str]:
    """Every space that can be reached for so much food, by what it costs; ``charted``: on the chart too."""
    locale = found.locale
    costs = within(game_seen(found), seat, food, action)
    yield f"### {t(locale, f'range.within.{action}', food=tn(locale, 'thing.food', food))}{_whose(found, seat)}"
    by_cost = sorted(costs.items(), key=lambda pair: (pair[1], pair[0]))
    lines = []
    for cost, group in groupby(by_cost, key=lambda pair: pair[1]):
        labels = joined(locale, (space_label(found.table, space) for space, _ in group))
        name = f"**{tn(locale, 'thing.food', cost)}**"
        lines.append(t(locale, "show.named", name=name, words=labels))
    yield "\n".join(lines) or t(locale, "range.nothing")
    if not charted:
        return
    yield f"```\n{chart(found.seen, {space: f'{min(cost, 99):<2}' for space, cost in costs.items()})}\n```"
    yield f"-# {t(locale, 'range.marks_within')}"
