"""What has happened since somebody's last turn: one line for each main action, with its gains."""

from collections.abc import Sequence
from typing import Any, Final

from discord import ui

from bot.engine.actions import EndTurn, Record
from bot.text import t
from bot.text.game.emoji import sign
from bot.text.game.turn_summary import lines_of, turns_told
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.closer_panel import LAST, closer_button
from cogs.game.views.computer_reasons import short_reasons
from cogs.game.views.message_layout import pages, panel_of
from cogs.game.views.recent_events import beginning
from cogs.game.views.table_buttons import QUIET, log_button, news_button, turn_button
from cogs.game.views.table_links import table_link

PAGE: Final = 3000
"""Characters of a page."""


def news_panel(found: TableSnapshot, records: Sequence[Record], page: int = 0, *, here: bool = True) -> Panel:
    """A page of the digest, the newest turns on page 0.

    :param records: of the whole game, as the reader may know them, without what was taken back.
    :param here: the panel is shown on the table's server, where its other panels can be opened.
    """
    since = last_own_turn(found, records)
    lines = news_lines(found, records, since) or [t(found.locale, "show.news.none")]
    found_pages = pages(lines, PAGE)
    page = min(page, len(found_pages) - 1)
    title = "round" if found.seat is None else "own" if since >= 0 else "begin"
    heading = f"### {sign('news')} {t(found.locale, f'show.news.{title}')}"
    game = t(found.locale, "turn.title", game=found.game, turn=found.status.turn)
    return panel_of(
        [f"{heading}\n-# {game}", found_pages[-1 - page]],
        _turning(found, page, len(found_pages)),
        _ways(found, since, here=here),
    )


def _turning(found: TableSnapshot, page: int, of: int) -> list[ui.Item[Any]]:
    words = (("older", page + 1), ("newer", page - 1))
    return [news_button(found, to, t(found.locale, f"show.log.{word}")) for word, to in words if 0 <= to < of]


def _ways(found: TableSnapshot, since: int, *, here: bool) -> list[ui.Item[Any]]:
    label = t(found.locale, "show.replay.from_here")
    custom_id = ids.replay_after(found.game, since + 1)
    steps: ui.Button[Any] = ui.Button(label=label, emoji=sign("replay"), custom_id=custom_id, style=QUIET)
    if here:
        return [steps, log_button(found), closer_button(found, LAST), turn_button(found)]
    return [steps, table_link(found.status, t(found.locale, "game.notice.open"))]


def last_own_turn(found: TableSnapshot, records: Sequence[Record]) -> int:
    """The record that ended the reader's last turn, -1 where they have had none; for those who do not play the one
    after which everybody has had a turn."""
    ends = [record for record in records if isinstance(record.action, EndTurn)]
    if found.seat is None:
        return ends[-1 - len(found.status.seats)].number if len(ends) > len(found.status.seats) else -1
    return max((record.number for record in ends if record.seat == found.seat), default=-1)


def news_lines(found: TableSnapshot, records: Sequence[Record], since: int) -> list[str]:
    """Every turn of others after a record in its lines, each with the turn's number."""
    head = [record for record in records if record.number <= since and beginning(record)][-1:]
    told = turns_told([*head, *(record for record in records if record.number > since)])
    why = short_reasons(found, records)
    others = [turn for turn in told[len(turns_told(head)) - 1 :] if turn.number]
    kept = [turn for turn in others if found.seat is None or turn.seat != found.seat]
    return [f"`{turn.number}` {line}" for turn in kept for line in lines_of(found.locale, found.table, turn, why)]
