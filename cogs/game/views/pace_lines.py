"""The pace of a table in words: what follows from it, who has not agreed yet, who is late, who is not there."""

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables.pace import PACES
from bot.app.tables.wording import moment
from bot.text import joined, t
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot

LONGEST: Final = 100
"""Characters of what stands below an option of a menu."""


def pace_texts(found: TableSnapshot) -> Iterator[str]:
    """The pace of a lobby, what the table may do by it, and who has not agreed yet."""
    locale, status = found.locale, found.status
    yield pace_line(found)
    if status.pace != "none":
        yield f"-# {t(locale, 'pace.then')}"
    if status.undecided:
        yield t(locale, "pace.open", players=joined(locale, [found.table.names[seat] for seat in status.undecided]))


def pace_line(found: TableSnapshot) -> str:
    """The pace, and what follows from it."""
    pace = found.status.pace
    name, about = t(found.locale, f"pace.name.{pace}"), t(found.locale, f"pace.about.{pace}")
    return t(found.locale, "pace.line", pace=name, about=about)


def pace_menu(found: TableSnapshot) -> ui.Select[Any]:
    """How quickly people play, each with what follows from it."""
    locale = found.locale
    options = [
        discord.SelectOption(
            label=t(locale, "pace.choice", pace=t(locale, f"pace.name.{pace}")),
            description=t(locale, f"pace.about.{pace}")[:LONGEST],
            value=pace,
            default=pace == found.status.pace,
        )
        for pace in PACES
    ]
    return ui.Select(custom_id=ids.lobby("pace", found.game), placeholder=t(locale, "pace.pick"), options=options)


def agree_row(found: TableSnapshot) -> list[ui.Item[Any]]:
    """The button for those who have not agreed yet, where there are any."""
    if not found.status.undecided:
        return []
    label, custom_id = t(found.locale, "pace.agree"), ids.lobby("agree", found.game)
    return [ui.Button(label=label, custom_id=custom_id, style=discord.ButtonStyle.primary)]


def late_lines(found: TableSnapshot) -> Iterator[str]:
    """Who is late, and since when; and who lets the others see that they are not there."""
    status, names = found.status, found.table.names
    for seat, at in status.late.items():
        yield t(found.locale, "pace.late", name=names[seat], since=moment(at, "f"))
    for seat, at in found.asleep.items():
        yield t(found.locale, "pace.asleep", name=names[seat], until=moment(at, "R"))
