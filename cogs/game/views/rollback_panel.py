"""Going back to the start of an earlier turn: what would be undone, what was revealed since, and who agrees."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables.rollbacks import Rollback, TurnStart
from bot.app.tables.transitions import ROLLBACK
from bot.engine.actions import Record
from bot.text import t
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.message_layout import cut, panel_of
from cogs.game.views.recent_events import SMALL_KEYS, told_events
from cogs.game.views.table_buttons import PRIMARY, QUIET

UNDONE: Final = 1500
"""Characters of what would be undone."""
REVEALED: Final = 900
"""Characters of what was revealed."""


def rollback_panel(found: TableSnapshot, asked: Rollback) -> Panel:
    """Asks whether the table is to go back, and says what becomes of it."""
    locale, start = found.locale, asked.start
    title = t(locale, "rollback.title", turn=start.turn, name=found.table.names[start.seat])
    undone = cut("\n".join(_lines(found, asked.undone)), UNDONE)
    texts = [f"### {sign('undo')} {title}", f"{t(locale, 'rollback.undone')}\n{undone}", _revealed(found, asked)]
    texts.append(t(locale, "rollback.alone") if asked.alone else _need(found, asked))
    label = t(locale, "rollback.yes" if asked.alone else "rollback.agree")
    agree = ids.go_back(found.game, start.records, asked.count)
    yes: ui.Button[Any] = ui.Button(label=label, custom_id=agree, style=discord.ButtonStyle.danger)
    no: ui.Button[Any] = ui.Button(label=t(locale, "rollback.no"), custom_id=ids.play_on(found.game), style=QUIET)
    return panel_of(texts, [yes, no])


def _need(found: TableSnapshot, asked: Rollback) -> str:
    people = {seat.user for seat in found.status.seats if seat.user is not None}
    votes = len(set(asked.ballot.users) & people) if asked.ballot is not None else 0
    return t(found.locale, "rollback.need", votes=votes, need=len(people))


def _revealed(found: TableSnapshot, asked: Rollback) -> str:
    if not asked.reveals:
        return t(found.locale, "rollback.nothing_revealed")
    lines = cut("\n".join(_lines(found, asked.reveals)), REVEALED)
    return f"{t(found.locale, 'rollback.revealed')}\n{lines}"


def _lines(found: TableSnapshot, records: Sequence[Record]) -> Iterator[str]:
    """What records tell, without small change."""
    for record in records:
        events = [event for event in record.events if event.key not in SMALL_KEYS]
        yield from (f"- {told.text}" for told in told_events(found, record, events))


def vote_row(found: TableSnapshot) -> list[ui.Item[Any]]:
    """The way to a vote on going back that is under way."""
    for ballot in found.status.ballots:
        what, _, rest = ballot.on.partition(":")
        if what == ROLLBACK:
            label = t(found.locale, "rollback.waiting")
            custom_id = ids.rollback(found.game, int(rest.partition(":")[0]))
            return [ui.Button(label=label, emoji=sign("undo"), custom_id=custom_id, style=PRIMARY)]
    return []


def start_words(found: TableSnapshot, start: TurnStart) -> str:
    """A start of a turn in a list."""
    return t(found.locale, "rollback.of_turn", turn=start.turn, name=found.table.names[start.seat])
