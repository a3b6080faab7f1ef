"""Days as people type them."""

import re
from datetime import date
from typing import Final

PATTERNS: Final = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})[./](?P<month>\d{1,2})[./](?P<year>\d{4})"),
)


def day_typed(text: str) -> date | None:
    """The day in ``2026-01-31``, ``31.1.2026`` or ``31/1/2026``; None for anything else."""
    for pattern in PATTERNS:
        if found := pattern.fullmatch("".join(text.split())):
            try:
                return date(**{name: int(value) for name, value in found.groupdict().items()})
            except ValueError:
                return None
    return None
