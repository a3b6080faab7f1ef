"""Breaking a game off: asked before, shown with what becomes of it, and taken back or confirmed while that is possible.

Custom ids: ``table:<breakoff|keep|takeback|final>:<game>``.
"""

from typing import Final, Self

import discord
from discord import ui

from bot.text import Locale, t
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import Panel
from cogs.core.services import Interaction
from cogs.game.snapshot import TableSnapshot
from cogs.game.table_access import TableButton, answer, caller_of, tables_of
from cogs.game.views.ending_notice import ending_lines
from cogs.game.views.inspect_panels import OpenBoard, OpenLog, OpenScore, ballot_words
from cogs.game.views.message_layout import panel_of
from cogs.game.views.status_panel import done_panel, voted_panel

DANGER, PRIMARY, QUIET = discord.ButtonStyle.danger, discord.ButtonStyle.primary, discord.ButtonStyle.secondary


class BreakOff(TableButton, template=r"table:breakoff:(?P<game>\d+)"):
    """Breaks the game off, or votes for it."""

    @classmethod
    def of(cls, locale: Locale, game: int, *, alone: bool) -> Self:
        label = t(locale, "game.end.yes" if alone else "game.end.vote")
        return cls(ui.Button(label=label, custom_id=f"table:breakoff:{game}", style=DANGER))

    async def pressed(self, interaction: Interaction) -> None:
        voted = await tables_of(interaction.client).administration.end(caller_of(interaction), self.game)
        await answer(interaction, voted_panel(private_locale(interaction), voted, "end"))


class PlayOn(TableButton, template=r"table:keep:(?P<game>\d+)"):
    """Leaves the game as it is."""

    @classmethod
    def of(cls, locale: Locale, game: int) -> Self:
        return cls(ui.Button(label=t(locale, "game.end.no"), custom_id=f"table:keep:{game}", style=QUIET))

    async def pressed(self, interaction: Interaction) -> None:
        await answer(interaction, panel_of([t(private_locale(interaction), "game.end.kept")]))


class TakeBack(TableButton, template=r"table:takeback:(?P<game>\d+)"):
    """Takes up again what was broken off, or votes for it."""

    @classmethod
    def of(cls, found: TableSnapshot) -> Self:
        label = t(found.locale, "game.end.take_back")
        return cls(ui.Button(label=label, custom_id=f"table:takeback:{found.game}", style=PRIMARY))

    async def pressed(self, interaction: Interaction) -> None:
        voted = await tables_of(interaction.client).administration.take_back(caller_of(interaction), self.game)
        await answer(interaction, voted_panel(private_locale(interaction), voted, "take_back"))


class ConfirmEnd(TableButton, template=r"table:final:(?P<game>\d+)"):
    """One person's agreement that it is final."""

    @classmethod
    def of(cls, found: TableSnapshot) -> Self:
        label = t(found.locale, "game.end.confirm")
        return cls(ui.Button(label=label, custom_id=f"table:final:{found.game}", style=QUIET))

    async def pressed(self, interaction: Interaction) -> None:
        await tables_of(interaction.client).administration.confirm_end(caller_of(interaction), self.game)
        await answer(interaction, await done_panel(interaction, self.game, "confirm_end"))


CONTROLS: Final = (BreakOff, PlayOn, TakeBack, ConfirmEnd)


def ask_panel(locale: Locale, game: int, *, alone: bool) -> Panel:
    """Asks whether the game is to be broken off, and says what becomes of it. ``alone``: the person may decide it."""
    texts = [f"### {t(locale, 'game.end.ask', game=game)}", t(locale, "game.end.about")]
    return panel_of(texts, [BreakOff.of(locale, game, alone=alone), PlayOn.of(locale, game)])


def ending_panel(found: TableSnapshot) -> Panel:
    """A game that was broken off, while that can be taken back, for everybody."""
    title = f"## {t(found.locale, 'turn.title', game=found.game, turn=found.status.turn)}"
    looks = [OpenScore.of(found), OpenLog.of(found), OpenBoard.of(found, "list")] if found.view is not None else []
    votes = [ballot_words(found.locale, each.on, len(each.users), each.need) for each in found.status.ballots]
    return panel_of([title, *ending_lines(found), *votes], [TakeBack.of(found), ConfirmEnd.of(found)], looks)
