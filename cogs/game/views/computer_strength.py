"""How strong computer players are: the menu in a lobby, and the choices of commands."""

from typing import Any, Final, Self

import discord
from discord import app_commands, ui

from bot.app.tables import STRENGTHS, Status, Strength
from bot.players.reason_wording import policy_about
from bot.text import Locale, t
from cogs.core.localization import Localized
from cogs.core.services import Interaction
from cogs.game.snapshot import TableSnapshot, seat_name
from cogs.game.table_access import TableSelect, caller_of, tables_of

CHOICES: Final = [app_commands.Choice(name=Localized(f"game.strength.{each}"), value=each) for each in STRENGTHS]


def strength_words(locale: Locale, strength: Strength) -> str:
    """How strong a computer player is, in a word."""
    return t(locale, f"game.strength.{strength}")


class PickStrength(TableSelect, template=r"lobby:strength:(?P<game>\d+)"):
    """How strong the computer players of a lobby are."""

    @classmethod
    def of(cls, found: TableSnapshot) -> Self:
        menu: ui.Select[Any] = ui.Select(
            custom_id=f"lobby:strength:{found.game}",
            placeholder=t(found.locale, "game.strength.pick"),
            options=_options(found.locale, found.status),
        )
        return cls(menu)

    async def picked(self, interaction: Interaction) -> None:
        from cogs.game.views.lobby_panel import redraw  # the lobby has this menu

        seat, _, chosen = self.chosen[0].partition("=")
        strength = next(each for each in STRENGTHS if each == chosen)
        await tables_of(interaction.client).lobby.strength(caller_of(interaction), self.game, int(seat), strength)
        await redraw(interaction, self.game)


def _options(locale: Locale, status: Status) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=f"{seat_name(locale, seat, number)}: {strength_words(locale, strength)}",
            description=policy_about(locale, policy_of(strength))[:100],
            value=f"{number}={strength}",
            emoji="🤖",
        )
        for number, seat in enumerate(status.seats)
        if seat.computer is not None
        for strength in STRENGTHS
        if strength != seat.computer
    ]


def policy_of(strength: Strength) -> str:
    """The name of a strength among the policies of computer players."""
    return strength if strength == "random" else f"planner:{strength}"


def has_computers(status: Status) -> bool:
    return any(seat.computer is not None for seat in status.seats)
