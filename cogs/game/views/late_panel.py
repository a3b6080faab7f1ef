"""What a table can do about somebody who is late: nudge them, or vote on a computer player; and what came of it."""

from collections.abc import Collection, Iterator
from typing import Any

import discord
from discord import ui

from bot.app.tables import LoggedAct, Status, Voted
from bot.app.tables.absence import HELPS
from bot.app.tables.model import NUDGE_TEXTS
from bot.app.tables.pace import SPANS
from bot.app.tables.wording import moment
from bot.text import Locale, joined, t
from cogs.core.escaping import escaped
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import LONGEST_NAME, TableSnapshot, seat_name
from cogs.game.views.inspect_panels import ballot_words
from cogs.game.views.message_layout import panel_of
from cogs.game.views.pace_lines import late_lines
from cogs.game.views.table_buttons import PRIMARY, QUIET


def late_row(found: TableSnapshot) -> list[ui.Item[Any]]:
    """On the table message: what can be done, where somebody is late; and the way back for whom a computer player fills
    in."""
    row: list[ui.Item[Any]] = []
    if found.status.late:
        label = t(found.locale, "pace.late.open")
        row.append(ui.Button(label=label, emoji="⏰", custom_id=ids.late(found.game), style=PRIMARY))
    if any(seat.absent is not None for seat in found.status.seats) and found.status.stage in ("running", "paused"):
        label = t(found.locale, "pace.back.button")
        row.append(ui.Button(label=label, emoji="👋", custom_id=ids.back(found.game), style=QUIET))
    return row


def left_lines(status: Status, locale: Locale, left: Collection[int]) -> list[str]:
    """A sentence about each player among the people who have ``left`` the server: nobody can wait for them."""
    names = [
        (seat_name(locale, seat, number), number + 1) for number, seat in enumerate(status.seats) if seat.user in left
    ]
    return [f"⚠️ {t(locale, 'game.trouble.player_left', name=name, seat=seat)}" for name, seat in names]


def late_panel(found: TableSnapshot) -> Panel:
    """For each who is late: nudge, or a vote on a computer player."""
    locale, status = found.locale, found.status
    if not status.late or status.pace not in SPANS:
        return panel_of([t(locale, "pace.late.nobody")])
    about = t(locale, "pace.late.about", answer=t(locale, f"pace.answer.{status.pace}"))
    ballots = [ballot_words(locale, each, status) for each in status.ballots]
    rows = [row for seat in status.late for row in _rows(found, seat)]
    return panel_of(["\n".join(late_lines(found)), *ballots, f"-# {about}"], *rows)


def _rows(found: TableSnapshot, seat: int) -> Iterator[list[ui.Item[Any]]]:
    """What can be done about one person."""
    locale, game = found.locale, found.game
    options = [discord.SelectOption(label=t(locale, f"pace.nudge.{text}"), value=text) for text in NUDGE_TEXTS]
    placeholder = t(locale, "pace.nudge.pick", name=found.status.seats[seat].name[:LONGEST_NAME])
    yield [ui.Select(custom_id=ids.nudge(game, seat), placeholder=placeholder, options=options)]
    voted = {ballot.on for ballot in found.status.ballots}
    buttons: list[ui.Item[Any]] = []
    for what in HELPS:
        label, custom_id = t(locale, f"pace.late.{what}"), ids.help_out(game, seat, what, agrees=True)
        buttons.append(ui.Button(label=label, emoji="🤖", custom_id=custom_id, style=PRIMARY))
        if f"{what}:{seat}" in voted:
            label, custom_id = t(locale, "pace.late.object"), ids.help_out(game, seat, what, agrees=False)
            buttons.append(ui.Button(label=label, custom_id=custom_id, style=QUIET))
    yield buttons


def help_panel(found: TableSnapshot, voted: Voted, what: str) -> Panel:
    """What came of somebody's vote on a computer player."""
    locale = found.locale
    if voted.done:
        return panel_of([f"✅ {t(locale, f'pace.done.{what}')}"])
    if voted.ballot is None:
        return panel_of([t(locale, "pace.done.declined")])
    words = ballot_words(locale, voted.ballot, voted.status)
    about = t(locale, "pace.late.about", answer=t(locale, f"pace.answer.{voted.status.pace}"))
    return panel_of([words, t(locale, "pace.done.counted"), f"-# {about}"])


def filled_in_lines(found: TableSnapshot) -> Iterator[str]:
    """For whom a computer player fills in."""
    absent = [escaped(seat.name, LONGEST_NAME) for seat in found.status.seats if seat.absent is not None]
    if absent and found.status.stage in ("running", "paused"):
        yield t(found.locale, "pace.fills_in", names=joined(found.locale, absent))


def act_line(locale: Locale, logged: LoggedAct) -> str:
    """What was done by or for somebody who was absent, for the log."""
    act = logged.act
    return t(
        locale,
        f"pace.act.{act.kind}",
        at=moment(logged.at, "f"),
        by=escaped(act.by, LONGEST_NAME),
        name=escaped(act.name, LONGEST_NAME),
        agreed=act.agreed,
        silent=act.silent,
    )
