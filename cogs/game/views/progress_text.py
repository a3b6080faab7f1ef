"""How far a person is from what they play for: the next machine and technology with what is missing, and the end."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bot.app.tables.nearest_action import nearest
from bot.engine.actions import Populate, Value
from bot.engine.components import RewardSpace
from bot.engine.effects import Advance, Effect
from bot.engine.resources import RESOURCES, Amounts
from bot.engine.rules.end_of_game import before_end
from bot.engine.state import SeatState, Space
from bot.text import t, tn
from bot.text.game import amounts_symbols, component_name, space_label, symbol
from bot.text.game.brief_effects import brief_words
from bot.text.game.ending_text import NEAR
from bot.text.game.expansion_text import devotion_lines, journey_lines
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.offer_groups import in_group


class _Missing(NamedTuple):
    """A reward space that is not unlocked yet, and the steps that it still takes."""

    reward: RewardSpace
    steps: tuple[Effect, ...]
    in_all: int


def progress_lines(found: TableSnapshot) -> Iterator[str]:
    """The next machine, the next technology, with the expansion devotion and journeys, what is left until the end; each
    where there is something to say."""
    if found.seat is None or found.view is None or found.status.stage != "running":
        return
    yield from _machine_line(found, found.view.state.seats[found.seat])
    yield from _technology_line(found)
    yield from devotion_lines(found.locale, found.table, found.seat)
    yield from journey_lines(found.locale, found.table, found.seat)
    yield from _end_line(found)


def _machine_line(found: TableSnapshot, mine: SeatState) -> Iterator[str]:
    next_one = _next_machine(found, mine)
    if next_one is None:
        return
    key = "turn.near.machine" if next_one.reward.machine else "turn.near.market"
    named = component_name(found.locale, found.table, next_one.reward.machine) if next_one.reward.machine else ""
    steps = brief_words(found.locale, next_one.steps)
    yield f"{symbol('machine')} {t(found.locale, key, steps=steps, machine=named)}"


def _next_machine(found: TableSnapshot, mine: SeatState) -> _Missing | None:
    spaces = [each for each in found.pack.player_board.rewards if each.id not in mine.unlocked]
    missing = [_missing(mine, each) for each in spaces if each.machine or each.market]
    return min(missing, key=lambda each: each.in_all, default=None)


def components_ahead(found: TableSnapshot) -> Iterator[str]:
    """The machine and the technology that these lines name."""
    if found.seat is None or found.view is None or found.status.stage != "running":
        return
    machine = _next_machine(found, found.view.state.seats[found.seat])
    if machine is not None and machine.reward.machine:
        yield machine.reward.machine
    near = _next_technology(found)
    if near is not None:
        yield near.technology


def _missing(mine: SeatState, reward: RewardSpace) -> _Missing:
    lacks = [(link.track, link.space - mine.track.get(link.track, 0)) for link in reward.links]
    steps = tuple(Advance(track=track, steps=number) for track, number in lacks if number > 0)
    return _Missing(reward, steps, sum(number for _, number in lacks if number > 0))


def _technology_line(found: TableSnapshot) -> Iterator[str]:
    """What the cheapest technology within reach costs, or what is missing for the nearest."""
    locale, position, controls = found.locale, found.table.position, found.controls
    if position is None or found.seat is None or controls is None or not controls.active:
        return
    if offers := in_group(controls.offers, "populate"):
        cost = amounts_symbols(offers[0].cost) or t(locale, "offer.free")
        yield f"{symbol('technology')} {t(locale, 'turn.near.technology_now', cost=cost)}"
        return
    near = _next_technology(found)
    if near is None:
        return
    lacks = Amounts(*(int(near.values.get(f"lack_{kind}") or 0) for kind in RESOURCES))
    technology = component_name(locale, found.table, near.technology)
    where, missing = space_label(found.table, near.location), amounts_symbols(lacks)
    words = t(locale, "turn.near.technology", technology=technology, space=where, missing=missing)
    yield f"{symbol('technology')} {words}"


class _TooExpensive(NamedTuple):
    """A technology that could be had with more resources, where, and what is missing."""

    technology: str
    location: Space
    values: Mapping[str, Value]


def _next_technology(found: TableSnapshot) -> _TooExpensive | None:
    """The technology that lacks least, where none can be had now."""
    if found.table.position is None or found.seat is None or found.controls is None or not found.controls.active:
        return None
    near = nearest(found.table.position, found.seat, Populate)
    if near is None or near.refusal.reason != "too_expensive" or not isinstance(near.action, Populate):
        return None
    return _TooExpensive(near.action.technology, near.action.location, near.refusal.values)


def _end_line(found: TableSnapshot) -> Iterator[str]:
    before = before_end(found.table.position) if found.table.position is not None else None
    if before is not None and before.left > NEAR:  # then it is a warning of its own
        yield f"{symbol('artifact')} {tn(found.locale, f'turn.near.end.{before.what}', before.left)}"
