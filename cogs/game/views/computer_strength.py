"""How strong computer players are: the menu in a lobby, and the choices of commands."""

from typing import Any, Final

import discord
from discord import app_commands, ui

from bot.app.tables import STRENGTHS, Status, Strength
from bot.players.reason_wording import policy_about
from bot.text import Locale, t
from cogs.core.localization import Localized
from cogs.game import ids
from cogs.game.input.chosen_strength import LIKE_ME
from cogs.game.snapshot import TableSnapshot, seat_name

CHOICES: Final = [
    app_commands.Choice(name=Localized(f"game.strength.{each}"), value=each) for each in (*STRENGTHS, LIKE_ME)
]


def strength_words(locale: Locale, strength: Strength) -> str:
    """How strong a computer player is, in a word."""
    return t(locale, f"game.strength.{strength}")


def strength_menu(found: TableSnapshot) -> ui.Select[Any]:
    """How strong the computer players of a lobby are."""
    return ui.Select(
        custom_id=ids.lobby("strength", found.game),
        placeholder=t(found.locale, "game.strength.pick"),
        options=_options(found.locale, found.status),
    )


def _options(locale: Locale, status: Status) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=f"{seat_name(locale, seat, number)}: {t(locale, f'game.strength.{choice}')}",
            description=policy_about(locale, policy_of(choice))[:100],
            value=f"{number}={choice}",
            emoji="🤖",
        )
        for number, seat in enumerate(status.seats)
        if seat.computer is not None
        for choice in (*STRENGTHS, LIKE_ME)
        if choice != seat.computer
    ]


def policy_of(choice: str) -> str:
    """The name of a choice among the policies of computer players."""
    return choice if choice in ("random", LIKE_ME) else f"planner:{choice}"


def has_computers(status: Status) -> bool:
    """Whether a computer player sits at the table."""
    return any(seat.computer is not None for seat in status.seats)
