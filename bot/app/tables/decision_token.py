"""Points of decision as short tokens for custom ids: which game, which seat, and the seat's step there.

A seat's step grows whenever what it is asked or may do changes: its own action, its turn's beginning or end, another
decision, an undo. Two people who click at the same time therefore do not make each other's buttons old.
"""

import re
from typing import Final, NamedTuple

from bot.app.tables.model import MOST, TableRefusal

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST: Final = 12
_TOKEN: Final = re.compile(r"([0-9a-z]{1,6})\.([0-9])([0-9a-z]{1,4})", re.ASCII)


class DecisionToken(NamedTuple):
    """A point of decision."""

    game: int
    seat: int
    step: int

    @property
    def token(self) -> str:
        """At most :data:`LONGEST` characters for two thousand million games of a million steps."""
        return f"{base36(self.game)}.{self.seat}{base36(self.step)}"


def parse_token(token: str) -> DecisionToken:
    """:raises TableRefusal: ``unknown_point``: it is no token of ours."""
    found = _TOKEN.fullmatch(token)
    if found is None or int(found[2]) >= MOST:
        raise TableRefusal("unknown_point")
    return DecisionToken(int(found[1], 36), int(found[2]), int(found[3], 36))


def base36(number: int) -> str:
    """A number from 0 in digits and letters."""
    text = ""
    while True:
        number, digit = divmod(number, len(DIGITS))
        text = DIGITS[digit] + text
        if not number:
            return text
