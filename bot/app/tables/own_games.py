"""A person's tables on all servers: where they are needed, for what, and since when."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from bot.app.tables.model import OPEN_STAGES, Stage, Status
from bot.app.tables.table_repository import TableRepository
from bot.app.tables.table_state import TableState

Ask = Literal["turn", "decision", "vote", "seat"]
"""What a table wants of a person: their turn, the answer to a decision, a vote, or that they sit down on a seat that is
kept for them."""
OPEN: Final[tuple[Stage, ...]] = (*OPEN_STAGES, "ending")
FINISHED: Final[tuple[Stage, ...]] = ("over", "ended")
RECENT: Final = 5
"""So many finished games are named."""
MOST_OPEN: Final = 200
"""So many open tables are looked at."""
MOST_ARCHIVED: Final = 10
"""So many archived games are on offer."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of a person. ``asks``: what it wants of them; ``since``: when it has begun to wait, or else has changed
    last; ``kind``: that of the decision that is theirs."""

    status: Status
    asks: tuple[Ask, ...]
    since: datetime
    kind: str | None = None

    @property
    def needed(self) -> bool:
        """Whether the game waits for the person."""
        return "turn" in self.asks or "decision" in self.asks


@dataclass(frozen=True, slots=True)
class OwnTables:
    """A person's tables: ``open`` has those first where they are needed, whichever waits longest before the others;
    ``finished`` the last games that are over, ``archived`` those that can be brought back, the newest first."""

    open: tuple[OwnTable, ...]
    finished: tuple[OwnTable, ...] = ()
    archived: tuple[OwnTable, ...] = ()

    @property
    def needed(self) -> tuple[OwnTable, ...]:
        """The tables that wait for the person, whichever waits longest first."""
        return tuple(each for each in self.open if each.needed)


class OwnGames:
    """Finds the tables of a person."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def of(self, user: int) -> OwnTables:
        """All open tables of a person, and the last that are over."""
        finished = await self._found(user, FINISHED, RECENT)
        archived = await self._found(user, ("archived",), MOST_ARCHIVED)
        return OwnTables(await self._open(user), tuple(finished), tuple(archived))

    async def next(self, user: int, but: int | None = None) -> OwnTable | None:
        """The table that has waited longest for the person; ``but``: not this one."""
        found = await self._open(user)
        return next((each for each in found if each.needed and each.status.game != but), None)

    async def _open(self, user: int) -> tuple[OwnTable, ...]:
        return tuple(sorted(await self._found(user, OPEN, MOST_OPEN), key=_urgency))

    async def _found(self, user: int, stages: tuple[Stage, ...], limit: int) -> list[OwnTable]:
        games = await self._repository.store.of_person(user, stages, limit)
        return [_own(await self._repository.at(game, version), user) for game, version in games.items()]


def _own(table: TableState, user: int) -> OwnTable:
    status, seat = table.status(), table.find_seat(user)
    call = table.body.calls.get(seat) if seat is not None else None
    asks: list[Ask] = [call.kind] if call is not None else []
    if any(user not in ballot.users for ballot in table.body.ballots) and user in table.people:
        asks.append("vote")
    if table.open and user in table.kept:
        asks.append("seat")
    since = call.since if call is not None and call.since is not None else table.changed_at
    kind = status.waiting.get(seat) if seat is not None else None
    return OwnTable(status, tuple(asks), since, kind)


def _urgency(each: OwnTable) -> tuple[int, float]:
    if each.needed:
        return 0, each.since.timestamp()
    return (1 if each.asks else 2), -each.since.timestamp()
