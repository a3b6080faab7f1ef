"""Decision tokens, short enough for custom ids: which game, which seat, and the seat's step there.

A seat's step grows whenever its decision or its possible actions change: by its own action, at the start or end of its
turn, with another decision, by an undo. So two people who click at the same time do not make each other's buttons
stale.
"""

import re
from typing import Final, NamedTuple

from bot.app.tables.model import MOST, TableRefusal

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST: Final = 12
_TOKEN: Final = re.compile(r"([0-9a-z]{1,6})\.([0-9])([0-9a-z]{1,4})", re.ASCII)


class DecisionToken(NamedTuple):
    """Which game, which seat, and the seat's step: what a button was made for."""

    game: int
    seat: int
    step: int

    @property
    def text(self) -> str:
        """As in a custom id: at most :data:`LONGEST` characters for two thousand million games of a million steps."""
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
