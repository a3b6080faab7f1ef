"""A game's thread: its name, and what the channel is told of it."""

from typing import Final

from bot.text import Locale, t
from cogs.core.persistent_ui import Panel
from cogs.game.snapshot import TableSnapshot, plain_names
from cogs.game.views.message_layout import panel_of

LONGEST_NAME: Final = 100
"""Characters of a thread's name, as Discord allows them."""


def thread_name(found: TableSnapshot) -> str:
    """``Revive · Ann, Ben, Zoé``."""
    return _cut(t(found.locale, "game.thread.name", names=", ".join(plain_names(found))))


def ended_name(found: TableSnapshot) -> str:
    """``🏁 Revive · Ann 96, Ben 88``; of a game that was ended early, that it was."""
    names, sheets = plain_names(found), found.status.sheets
    if not sheets:
        return _cut(t(found.locale, "game.thread.ended", names=", ".join(names)))
    scored = sorted(zip(names, sheets, strict=False), key=lambda pair: -pair[1].total)
    words = ", ".join(f"{name} {sheet.total}" for name, sheet in scored)
    return _cut(t(found.locale, "game.thread.over", names=words))


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def in_thread_panel(locale: Locale, game: int, thread: int) -> Panel:
    """The lobby's message once the game is played in its thread."""
    return panel_of([t(locale, "game.lobby.in_thread", game=game, thread=f"<#{thread}>")])


def stays_panel(locale: Locale, game: int, why: str) -> Panel:
    """That a game goes on in the channel, and why: no thread could be made, or it is lost."""
    return panel_of([f"⚠️ {t(locale, f'game.thread.{why}', game=game)}"])
