"""The one list of signs: what a text, a button, a menu or a picture shows for a thing. The legend is made of it, and
tests compare: no message and no picture uses a sign that is not here."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


def _merged(groups: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    return MappingProxyType({name: sign for group in groups.values() for name, sign in group.items()})


GAME_SIGNS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "resources": {
            "gear": "⚙️",
            "book": "📘",
            "food": "🍖",
            "crystal": "💎",
            "points": "⭐",
            "energy": "⚡",
        },
        "terrain": {
            "forest": "🌲",
            "mountain": "⛰️",
            "field": "🌾",
            "any": "🛤️",
            "desert": "🏜️",
            "city": "🏘️",
            "water": "💧",
            "large": "🏛️",
            "vast": "🔷",
            "abyss": "🕳️",
            "unexplored": "❄️",
        },
        "components": {
            "card": "🃏",
            "deck": "🎴",
            "slot": "🗂️",
            "rest": "💤",
            "module": "🧩",
            "machine": "🏭",
            "crate": "📦",
            "technology": "💡",
            "tribe_ability": "🌟",
            "switch": "🔀",
            "artifact": "🏺",
            "small_artifact": "🔸",
        },
        "pieces": {
            "figure": "🧍",
            "small": "🛖",
            "large_building": "🏰",
            "marker": "📍",
            "progress": "📈",
            "disc": "🔘",
            "range": "👣",
            "seat_1": "1️⃣",
            "seat_2": "2️⃣",
            "seat_3": "3️⃣",
            "seat_4": "4️⃣",
            "flag": "🚩",
            "crown": "👑",
            "hidden": "❓",
        },
        "colours": {
            "red": "🟥",
            "green": "🟩",
            "blue": "🟦",
            "any_colour": "🌈",
            "yellow": "🟡",
            "white": "⚪",
            "violet": "🟣",
        },
        "actions": {
            "play": "🃏",
            "explore": "🔭",
            "populate": "🧍",
            "build": "🔨",
            "hibernate": "🛌",
            "trade": "🤝",
            "convert": "🔄",
            "skip": "🚫",
            "lose": "🗑️",
            "by_hand": "✍️",
            "end": "✅",
        },
        "expansion": {
            "devotion": "🔱",
            "scyphoz": "🪼",
            "journey": "🧭",
            "flask": "⚗️",
            "lake": "🌊",
            "take_gains": "🔱",
        },
    }
)
"""The signs of the game, by groups of the legend. Their names are also those of the icons in pictures."""
OTHER_SIGNS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "ways": {
            "turn": "🙋",
            "decision": "🤔",
            "question": "❔",
            "undo": "↩️",
            "end_action": "⏭️",
            "end_turn": "✅",
            "advice": "🦉",
            "lesson": "🔰",
            "standing": "📌",
            "map": "🗺️",
            "list": "📋",
            "seat": "👤",
            "market": "🛒",
            "score": "🏆",
            "log": "📜",
            "news": "📰",
            "replay": "🎞️",
            "plan": "📝",
            "again": "🔁",
            "rule": "📖",
            "symbols": "🔣",
            "look": "🔍",
        },
        "messages": {
            "on_turn": "▶",
            "waiting": "⏳",
            "paused": "⏸️",
            "archived": "📦",
            "stopped": "⏹️",
            "finish": "🏁",
            "warning": "⚠️",
            "refused": "❌",
            "open": "▫️",
            "computer": "🤖",
            "vote": "🗳️",
            "notices": "🔔",
            "kept_seat": "🪑",
            "practice": "🎓",
            "sealed": "🔒",
            "unsealed": "🔓",
            "helpful": "👍",
            "not_helpful": "👎",
            "changed": "✏️",
            "filled": "✓",
            "late": "⏰",
            "back": "👋",
            "quiet": "🌙",
            "days": "📅",
            "away": "🏖️",
            "zone": "🌍",
            "seen": "👀",
            "pace": "⏱️",
            "average": "⌀",
        },
    }
)
"""The signs on buttons and in messages, for which no picture has an icon."""
SYMBOLS: Final = _merged(GAME_SIGNS)
"""The sign of each thing of the game."""
WAYS: Final = _merged(OTHER_SIGNS)
"""The sign of each way that a button leads, and of each kind of message."""


def symbol(thing: str) -> str:
    """The symbol of a thing of the game.

    :raises KeyError: there is none of this name.
    """
    return SYMBOLS[thing]


def counted(number: int, thing: str) -> str:
    """An amount of a thing, the number first: ``2⚙️``."""
    return f"{number}{SYMBOLS[thing]}"


def sign(name: str) -> str:
    """The sign of an action, a thing of the game or a way.

    :raises KeyError: there is none.
    """
    return WAYS[name] if name in WAYS else SYMBOLS[name]
