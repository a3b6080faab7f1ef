"""Minimum and maximum lengths of texts and lists, in a table for each kind of object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bot.practice.errors import Json, Path, Problems

Bounds = dict[str, tuple[int, int]]

OPTION: Final[Bounds] = {"label": (1, 100), "value": (1, 100), "description": (0, 100)}
# by component type
COMPONENTS: Final[dict[int, Bounds]] = {
    1: {"components": (1, 5)},
    2: {"custom_id": (1, 100), "label": (0, 80), "url": (1, 512)},
    3: {"custom_id": (1, 100), "placeholder": (0, 150), "options": (1, 25)},
    4: {"custom_id": (1, 100), "label": (1, 45), "placeholder": (0, 100), "value": (0, 4000)},
    **{kind: {"custom_id": (1, 100), "placeholder": (0, 150), "default_values": (0, 25)} for kind in (5, 6, 7, 8)},
    9: {"components": (1, 3)},
    10: {"content": (1, 4000)},
    11: {"description": (0, 1024)},
    12: {"items": (1, 10)},
    17: {"components": (1, 40)},
    18: {"label": (1, 45), "description": (0, 100)},
    19: {"custom_id": (1, 100)},
    21: {"custom_id": (1, 100), "options": (2, 10)},
    22: {"custom_id": (1, 100), "options": (1, 10)},
    23: {"custom_id": (1, 100)},
}
MODAL: Final[Bounds] = {"custom_id": (1, 100), "title": (1, 45), "components": (1, 5)}
EMBED: Final[Bounds] = {"title": (0, 256), "description": (0, 4096), "fields": (0, 25)}
EMBED_FIELD: Final[Bounds] = {"name": (0, 256), "value": (0, 1024)}
EMBED_FOOTER: Final[Bounds] = {"text": (0, 2048)}
EMBED_AUTHOR: Final[Bounds] = {"name": (0, 256)}
COMMAND: Final[Bounds] = {"name": (1, 32), "description": (0, 100), "options": (0, 25)}
COMMAND_OPTION: Final[Bounds] = {"name": (1, 32), "description": (1, 100), "options": (0, 25), "choices": (0, 25)}
CHOICE: Final[Bounds] = {"name": (1, 100)}
CHOICES: Final[Bounds] = {"choices": (0, 25)}
NUMBERS: Final[Bounds] = {
    "min_values": (0, 25),
    "max_values": (1, 25),
    "min_length": (0, 4000),
    "max_length": (1, 4000),
}


def check_lengths(thing: Any, bounds: Bounds, path: Path, problems: Problems) -> None:
    """Check the texts and lists of ``thing`` that are in the table."""
    if not isinstance(thing, dict):
        return
    for key, (least, most) in bounds.items():
        value = thing.get(key)
        if isinstance(value, str | list) and not least <= len(value) <= most:
            problems.add((*path, key), *_words(least, most, len(value)))


def _words(least: int, most: int, found: int) -> tuple[str, str]:
    if least:
        return "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
    return "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."


def check_numbers(thing: Json, path: Path, problems: Problems) -> None:
    """Check the limits on values and characters that a control sets."""
    for key, (least, most) in NUMBERS.items():
        value = thing.get(key)
        if isinstance(value, int) and not least <= value <= most:
            code = "NUMBER_TYPE_MAX" if value > most else "NUMBER_TYPE_MIN"
            problems.add((*path, key), code, f"int value should be between {least} and {most}.")
