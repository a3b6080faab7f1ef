"""One symbol for each thing of the game, for buttons and other short places. The keys are also the names of the icons
in pictures."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

SYMBOLS: Final = MappingProxyType(
    {
        # resources and points
        "gear": "⚙️",
        "book": "📘",
        "food": "🍖",
        "crystal": "💎",
        "points": "⭐",
        "energy": "⚡",
        # terrain; the first three are the machine tracks too
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
        # components
        "card": "🃏",
        "deck": "🎴",
        "module": "🧩",
        "machine": "🏭",
        "crate": "📦",
        "artifact": "🏺",
        "small_artifact": "🔸",
        "technology": "💡",
        "tribe_ability": "🌟",
        "slot": "🗂️",
        "rest": "💤",
        "switch": "🔀",
        "marker": "📍",
        "progress": "📈",
        "disc": "🔘",
        "small": "🛖",
        "large_building": "🏰",
        "figure": "🧍",
        "range": "👣",
        # colours, each with a shape of its own kind
        "red": "🟥",
        "green": "🟩",
        "blue": "🟦",
        "any_colour": "🌈",
        "yellow": "🟡",
        "white": "⚪",
        "violet": "🟣",
        # what one does
        "explore": "🔭",
        "populate": "🧍",
        "build": "🔨",
        "hibernate": "🛌",
        "trade": "🤝",
        "play": "🃏",
        "convert": "🔄",
        "skip": "🚫",
        "lose": "🗑️",
        "end": "✅",
    }
)


def symbol(thing: str) -> str:
    """The symbol of a thing of the game.

    :raises KeyError: there is none of this name.
    """
    return SYMBOLS[thing]


def counted(number: int, thing: str) -> str:
    """An amount of a thing, the number first: ``2⚙️``."""
    return f"{number}{SYMBOLS[thing]}"
