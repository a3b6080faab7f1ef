"""Games in which nobody moves any more: their people are told twice, then the game is archived. It holds its channel no
longer, and goes on exactly where it was as soon as somebody of it brings it back."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import msgspec

from bot.app.tables.absence import FOR_A_PERSON
from bot.app.tables.model import Caller, Status, TableRefusal
from bot.app.tables.table_permissions import Operation, demand
from bot.app.tables.table_repository import TableChange, TableRepository
from bot.app.tables.table_state import TableState
from bot.app.tables.transitions import IDLE_FOR, PLAYED
from bot.store.due_notices import Due

log = logging.getLogger(__name__)

NOTICES: Final = len(IDLE_FOR) - 1
"""How often people are told before a game is archived."""
BETWEEN: Final = timedelta(days=7)
"""That long at least lies between two notices, and between the last and the archive, however late the first was."""
LATER: Final = timedelta(days=1)
"""When a game is looked at again of which nothing can be said now."""


class Archive:
    """Archives games, and brings them back."""

    def __init__(self, repository: TableRepository, wake: Callable[[int], None]) -> None:
        """``wake`` tells computer players that it may be their move."""
        self._repository = repository
        self._wake = wake

    async def look(self, due: Due) -> datetime | None:
        """Tell people of a game in which nobody moves, or archive it. When to look again; None: never."""
        try:
            async with self._repository.changing(due.game) as table:
                if table.stage == "ending" or (table.stage in PLAYED and table.aside):
                    return self._repository.now() + LATER
                return await self._looked(table, due) if table.stage in PLAYED else None
        except TableRefusal as refusal:
            log.warning("a game could not be looked at", extra={"game": due.game, "reason": refusal.reason})
            return None if refusal.reason == "no_such_game" else self._repository.now() + LATER

    async def _looked(self, table: TableState, due: Due) -> datetime | None:
        now, moved = self._repository.now(), table.body.moved or due.since or table.opened_at
        told = table.body.idle_told
        at = _step(moved, told)
        if now < at:
            return at
        if len(told) < NOTICES:
            told = (*told, now)
            after = replace(table, body=msgspec.structs.replace(table.body, idle_told=told))
            await self._repository.commit(table, after, TableChange("idle", dues=_notices(table, now, moved, told)))
            return _step(moved, told)
        body = msgspec.structs.replace(table.body, archived_from=table.stage, ballots=())
        await self._repository.commit(table, replace(table, stage="archived", body=body), TableChange("archived"))
        return None

    async def bring_back(self, caller: Caller, game: int) -> Status:
        """Go on with an archived game where it was.

        :raises TableRefusal: ``no_such_game``, ``not_archived``, ``not_in_game``, ``busy``; ``archive_taken``: its
            channel has another table.
        """
        try:
            async with self._repository.changing(game) as table:
                if caller.interaction is not None and caller.interaction in table.done:
                    return table.status()
                after = await self._repository.commit(table, self._back(table, caller), _brought_back(caller))
        except TableRefusal as refusal:
            if refusal.reason != "channel_taken":
                raise
            raise TableRefusal("archive_taken", game=game, other=refusal.values["game"] or "?") from refusal
        self._wake(game)
        return after.status()

    def _back(self, table: TableState, caller: Caller) -> TableState:
        if table.stage != "archived":
            raise TableRefusal("not_archived", game=table.id)
        demand(Operation.BRING_BACK, caller, table, table.absent.get(caller.user))
        if (other := self._repository.by_channel.get(table.channel)) is not None:
            raise TableRefusal("archive_taken", game=table.id, other=other)
        body = msgspec.structs.replace(table.body, archived_from=None)
        return replace(table, stage=table.body.archived_from or "running", body=body)


def _brought_back(caller: Caller) -> TableChange:
    return TableChange("brought_back", caller)


def _step(moved: datetime, told: tuple[datetime, ...]) -> datetime:
    """When the next of notice, notice and archive is due."""
    at = moved + IDLE_FOR[len(told)]
    return max(at, told[-1] + BETWEEN) if told else at


def _notices(table: TableState, now: datetime, moved: datetime, told: tuple[datetime, ...]) -> tuple[Due, ...]:
    """One for each person, with the time at which the game is to be archived."""
    until = max(moved + IDLE_FOR[-1], now + BETWEEN * (NOTICES + 1 - len(told)))
    return tuple(Due(table.id, FOR_A_PERSON, person, "idle", now, since=until) for person in table.concerned)
