"""People who are late, and what a table may do then, as it has agreed."""

import logging
from dataclasses import replace

import msgspec

from bot.app.tables.model import TableRefusal
from bot.app.tables.table_repository import TableChange, TableRepository
from bot.store.due_notices import Due

log = logging.getLogger(__name__)


class Absence:
    """Lateness, by the pace of each table."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def late(self, due: Due) -> bool:
        """Note that a seat is late, for which the table has waited since ``due`` says; whether it is."""
        try:
            async with self._repository.changing(due.game) as table:
                call = table.body.calls.get(due.seat)
                if call is None or call.user != due.person or call.since != due.since or due.seat in table.body.late:
                    return False
                late = {**table.body.late, due.seat: self._repository.now()}
                body = msgspec.structs.replace(table.body, late=late)
                await self._repository.commit(table, replace(table, body=body), TableChange("late"))
        except TableRefusal as refusal:
            log.warning("nobody could be noted as late", extra={"game": due.game, "reason": refusal.reason})
            return False
        return True
