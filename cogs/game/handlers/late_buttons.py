"""The controls for somebody who is late: nudge them, have a computer player help out, and come back."""

from typing import Final

import msgspec

from bot.app.tables import TableRefusal
from bot.app.tables.absence import HELPS, Help
from bot.app.tables.model import NUDGE_TEXTS, NudgeText
from bot.text import t
from cogs.core.localization import private_locale
from cogs.core.services import Interaction
from cogs.game.snapshot import seat_name, snapshot_for
from cogs.game.table_access import TableButton, TableSelect, answer, caller_of, tables_of
from cogs.game.views.late_panel import help_panel, late_panel
from cogs.game.views.message_layout import panel_of


class OpenLate(TableButton, template=r"table:late:(?P<game>\d+)"):
    """Who is late, and what can be done about it."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show it to the person."""
        await answer(interaction, late_panel(await snapshot_for(interaction, self.game)))


class PickNudge(TableSelect, template=r"table:nudge:(?P<game>\d+):(?P<seat>\d)"):
    """The sentence with which somebody is nudged."""

    async def picked(self, interaction: Interaction) -> None:
        """Nudge them."""
        await nudge(interaction, self.game, int(self.state["seat"]), as_nudge(self.chosen[0]))


class HelpOut(TableButton, template=r"table:help:(?P<game>\d+):(?P<seat>\d):(?P<what>turn|takeover):(?P<yes>[yn])"):
    """A vote on a computer player."""

    async def pressed(self, interaction: Interaction) -> None:
        """Count the vote."""
        what = next(each for each in HELPS if each == self.state["what"])
        await help_out(interaction, self.game, int(self.state["seat"]), what, agrees=self.state["yes"] == "y")


class ComeBack(TableButton, template=r"table:back:(?P<game>\d+)"):
    """Gives a person their seat back."""

    async def pressed(self, interaction: Interaction) -> None:
        """Seat the person again."""
        await come_back(interaction, self.game)


def as_nudge(text: str) -> NudgeText:
    """The sentence of that name, else the first."""
    return next((each for each in NUDGE_TEXTS if each == text), NUDGE_TEXTS[0])


async def nudge(interaction: Interaction, game: int, seat: int | None, text: NudgeText) -> None:
    """Nudge somebody who is late, and say that it is done."""
    status = await tables_of(interaction.client).absence.nudge(caller_of(interaction), game, seat, text)
    locale = private_locale(interaction)
    number = seat if seat is not None else next(iter(status.late), 0)
    name = seat_name(locale, status.seats[number], number)
    await answer(interaction, panel_of([f"🔔 {t(locale, 'pace.nudge.done', name=name)}"]))


async def help_out(interaction: Interaction, game: int, seat: int | None, what: Help, *, agrees: bool) -> None:
    """Vote on a computer player, and say what came of it."""
    absence, caller = tables_of(interaction.client).absence, caller_of(interaction)
    voted = await (absence.propose if agrees else absence.object)(caller, game, seat, what)
    await answer(interaction, help_panel(await snapshot_for(interaction, game), voted, what))


async def come_back(interaction: Interaction, game: int | None) -> None:
    """End the person's holidays, and give them their seat back where a computer player fills in.

    :raises TableRefusal: ``not_filled_in``, ``no_game_here``: there is nothing to come back from.
    """
    tables, locale = tables_of(interaction.client), private_locale(interaction)
    hours = (await tables.settings(interaction.user.id)).hours
    away = hours.away_until is not None and hours.away_until > tables.now()
    if away:
        await tables.set_hours(interaction.user.id, msgspec.structs.replace(hours, away_until=None))
    try:
        await tables.absence.back(caller_of(interaction), game if game is not None else _here(interaction))
    except TableRefusal:
        if not away:
            raise
        await answer(interaction, panel_of([f"👋 {t(locale, 'pace.back.home')}"]))
        return
    await answer(interaction, panel_of([f"👋 {t(locale, 'pace.back.done')}"]))


def _here(interaction: Interaction) -> int:
    return tables_of(interaction.client).here(interaction.channel_id or 0)


CONTROLS: Final = (OpenLate, PickNudge, HelpOut, ComeBack)
