"""Cuts texts to the lengths that Discord allows for buttons, menus and their descriptions."""

from __future__ import annotations

LABEL = 80
"""The most characters on a button."""
CHOICE = 100
"""The most characters of an option in a menu, and of its description."""
ELLIPSIS = "…"
_HANGING = " ,;:·+/→–(×"


def capital(text: str) -> str:
    """The text with its first letter as a capital, the rest as it is."""
    return text[:1].upper() + text[1:]


def fit(text: str, most: int) -> str:
    """The text in at most ``most`` characters, cut after a word, with an ellipsis if it was cut."""
    if len(text) <= most:
        return text
    room = most - len(ELLIPSIS)
    head = text[: room + 1]
    kept = head[: head.rfind(" ")] if " " in head[room // 2 :] else head[:room]
    return kept.rstrip(_HANGING) + ELLIPSIS
