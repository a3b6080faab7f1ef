"""How much of the bot's time one person may use up with files."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.app.tables.model import TableRefusal

WITHIN: Final = timedelta(minutes=10)
MOST: Final = 12
"""What somebody may spend in that time."""
LOOKED_AT: Final = 1
REPLAYED: Final = 4
TOO_HEAVY: Final = 12
"""What a file costs: one refused at first sight, one that was played again, one that met a limit."""


@dataclass(slots=True)
class Spent:
    """What somebody has spent once."""

    at: datetime
    cost: int = REPLAYED


class Allowance:
    """What everybody has spent lately."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._spent: dict[int, list[Spent]] = {}

    def spend(self, user: int) -> Spent:
        """Note a file, for as much as one costs that is played again; set its ``cost`` when it is known.

        :raises TableRefusal: ``import_again``: it was enough for now.
        """
        now = self._now()
        self._spent = {who: kept for who, spent in self._spent.items() if (kept := _lately(spent, now))}
        mine = self._spent.get(user, [])
        if sum(each.cost for each in mine) >= MOST:
            raise TableRefusal("import_again", minutes=_minutes(mine, now))
        self._spent[user] = [*mine, Spent(now)]
        return self._spent[user][-1]


def _lately(spent: list[Spent], now: datetime) -> list[Spent]:
    return [each for each in spent if now - each.at < WITHIN]


def _minutes(spent: list[Spent], now: datetime) -> int:
    """Whole minutes until one more file is read, at least 1."""
    left = sum(each.cost for each in spent)
    until = now
    for each in spent:
        if left < MOST:
            break
        left, until = left - each.cost, each.at + WITHIN
    return max(1, -(-(until - now) // timedelta(minutes=1)))
