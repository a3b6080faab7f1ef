"""When the reference was last changed."""

from datetime import date
from importlib.resources import files
from typing import Final

FILE: Final = files("rules_data") / "search" / "edition.txt"


def edition() -> date:
    """The day of the last change, written by ``python -m tools.reference_training`` when an entry has changed."""
    return date.fromisoformat(FILE.read_text("utf-8").strip())
