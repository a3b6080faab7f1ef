"""The signs on buttons and headings: those of the game, and those of finding one's way."""

from typing import Final

from bot.text.game import SYMBOLS

_WAYS: Final = {
    "turn": "🙋",
    "question": "❔",
    "undo": "↩️",
    "end_action": "⏭️",
    "end_turn": "✅",
    "decision": "🤔",
    "map": "🗺️",
    "list": "📋",
    "seat": "👤",
    "score": "🏆",
    "log": "📜",
    "market": "🛒",
    "again": "🔁",
    "standing": "📌",
}


def sign(name: str) -> str:
    """The sign of an action, a thing of the game or a way.

    :raises KeyError: there is none.
    """
    return _WAYS[name] if name in _WAYS else SYMBOLS[name]
