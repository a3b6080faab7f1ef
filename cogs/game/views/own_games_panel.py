"""A person's tables on all servers, those first that wait for them, with links."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables import Status
from bot.app.tables.own_games import OwnTable, OwnTables
from bot.text import Locale, joined, t, tn
from bot.text.game import kind_words
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import seat_name
from cogs.game.views.archived_panel import archived_lines, archived_menu
from cogs.game.views.looking_panel import looking_lines
from cogs.game.views.message_layout import page_of, panel_of
from cogs.game.views.table_buttons import QUIET
from cogs.game.views.table_links import table_link, table_url

ON_PAGE: Final = 8
"""Tables of a page."""
LOOKING: Final = 6
"""Tables that look for players, the newest."""


def own_games_panel(
    locale: Locale,
    user: int,
    found: OwnTables,
    places: Mapping[int, str],
    page: int = 0,
    looking: Sequence[Status] = (),
) -> Panel:
    """A page of the person's tables.

    :param places: by game, where its table is, as the person knows it; harmless.
    :param looking: tables here that look for players.
    """
    if not found.open and not found.finished and not found.archived:
        texts = [f"### {t(locale, 'games.title')}", t(locale, "games.none"), *_looking(locale, looking, places)]
        return panel_of(texts, [_page_button(locale, 0, "again")])
    shown, page, of = page_of(found.open, page, ON_PAGE)
    count = len(found.needed)
    standing = tn(locale, "games.needed", count) if count else t(locale, "games.nobody_waits")
    texts = [f"### {t(locale, 'games.title')}\n{standing}"]
    texts += [_entry(locale, user, each, places) for each in shown]
    if found.finished and page + 1 == of:
        lines = (_finished(locale, user, each, places) for each in found.finished)
        texts.append("\n".join([f"**{t(locale, 'games.finished')}**", *lines]))
    if found.archived and page + 1 == of:
        texts.append("\n".join([f"**{t(locale, 'games.archived')}**", *archived_lines(locale, found.archived, places)]))
    texts += _looking(locale, looking, places) if page + 1 == of else ()
    told = [each.status for each in (*shown, *found.finished) if each.status.turn]
    menus = [[_look_menu(locale, told)]] if told else []
    menus += [[archived_menu(locale, found.archived)]] if found.archived and page + 1 == of else []
    return panel_of(texts, *menus, _buttons(locale, found, page, of))


def _looking(locale: Locale, looking: Sequence[Status], places: Mapping[int, str]) -> Iterator[str]:
    if lines := list(looking_lines(locale, looking[:LOOKING], places)):
        yield "\n".join([f"**{t(locale, 'games.looking')}**", *lines])


def _look_menu(locale: Locale, told: Sequence[Status]) -> ui.Select[Any]:
    """A table, to read what has happened there."""
    options = [
        discord.SelectOption(
            label=t(locale, "games.named", game=status.game),
            description=t(locale, "games.at", turn=status.turn),
            value=str(status.game),
        )
        for status in told
    ]
    return ui.Select(custom_id=ids.own_games_look(), placeholder=t(locale, "games.look"), options=options)


def next_button(locale: Locale, each: OwnTable) -> ui.Button[Any]:
    """Leads to the next table that waits for the person."""
    return table_link(each.status, t(locale, "games.next", game=each.status.game))


def _buttons(locale: Locale, found: OwnTables, page: int, of: int) -> Sequence[ui.Item[Any]]:
    buttons: list[ui.Item[Any]] = [next_button(locale, each) for each in found.needed[:1]]
    if page > 0:
        buttons.append(_page_button(locale, page - 1, "before"))
    if page + 1 < of:
        buttons.append(_page_button(locale, page + 1, "further"))
    return [*buttons, _page_button(locale, page, "again")]


def _page_button(locale: Locale, page: int, what: str) -> ui.Button[Any]:
    return ui.Button(label=t(locale, f"games.{what}"), custom_id=ids.own_games(page, what), style=QUIET)


def _entry(locale: Locale, user: int, each: OwnTable, places: Mapping[int, str]) -> str:
    """What the table wants and since when, which table it is, and who else plays there."""
    mark = "🔔" if each.needed else "▫️"
    wanted = " · ".join(_wanted(locale, each))
    return "\n".join([f"{mark} {wanted} · <t:{int(each.since.timestamp())}:R>", *_about(locale, user, each, places)])


def _wanted(locale: Locale, each: OwnTable) -> Iterator[str]:
    for ask in each.asks:
        decision = kind_words(locale, each.kind) if ask == "decision" and each.kind else ""
        yield f"**{t(locale, f'games.ask.{ask}', decision=decision)}**"
    if not each.needed:
        yield standing(locale, each)


def standing(locale: Locale, each: OwnTable) -> str:
    """How a table stands that does not wait for the person."""
    status = each.status
    if status.aside:
        return t(locale, "games.stage.set_aside")
    if status.stage == "running" and status.active is not None:
        return t(locale, "games.stage.turn", name=seat_name(locale, status.seats[status.active], status.active))
    if status.stage == "running" and status.turn:
        return t(locale, "games.stage.choosing")
    return t(locale, f"games.stage.{status.stage}")


def _about(locale: Locale, user: int, each: OwnTable, places: Mapping[int, str]) -> Iterator[str]:
    status = each.status
    parts = [f"[{t(locale, 'games.named', game=status.game)}]({table_url(status)})"]
    parts += [t(locale, "games.at", turn=status.turn)] if status.turn else []
    parts += [places.get(status.game, "")]
    others = [seat_name(locale, seat, number) for number, seat in enumerate(status.seats) if seat.user != user]
    parts += [t(locale, "games.with", names=joined(locale, others))] if others else []
    yield f"-# {' · '.join(filter(None, parts))}"


def _finished(locale: Locale, user: int, each: OwnTable, places: Mapping[int, str]) -> str:
    status = each.status
    seat = status.seat_of(user)
    sheet = next((sheet for sheet in status.sheets if sheet.seat == seat), None)
    words = standing(locale, each)
    if sheet is not None:
        points = tn(locale, "thing.points", sheet.total)
        words = t(locale, "games.stage.result", rank=sheet.rank, points=points)
    link = f"[{t(locale, 'games.named', game=status.game)}]({table_url(status)})"
    return f"- {' · '.join(filter(None, [link, words, places.get(status.game, '')]))}"
