"""Two pages: docs/develop/field.md shows the pack, docs/measurements/pack_balance.md keeps figures of games."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "develop" / "field.md"
MEASUREMENTS = ROOT / "docs" / "measurements" / "pack_balance.md"
PICTURES = ROOT / "docs" / "measurements" / "pack_balance"


def part(text: str, name: str) -> str:
    """What stands between the marks of a part.

    :raises LookupError: where the page has no such part.
    """
    return _found(text, name)[2]


def replaced(text: str, name: str, new: str) -> str:
    """The page with another text between the marks of a part.

    :raises LookupError: where the page has no such part.
    """
    found = _found(text, name)
    return text[: found.start(2)] + f"\n{new}\n" + text[found.end(2) :]


def appended(text: str, heading: str, tables: str) -> str:
    """A page of measurements with a section more; what stands in it already is never changed."""
    return f"{text.rstrip()}\n\n## {heading}\n\n{tables.strip()}\n"


def _found(text: str, name: str) -> re.Match[str]:
    found = re.search(rf"(<!-- {name}: .*?-->\n)(.*?)(<!-- end of {name} -->)", text, re.S)
    if found is None:
        raise LookupError(f"found no part {name!r} in the page, expected <!-- {name}: … --> and <!-- end of {name} -->")
    return found
