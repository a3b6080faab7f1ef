"""Copies of the database that the bot makes by itself while it runs."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot.store.backup_files import SCHEDULED, backups_of, prune
from bot.store.errors import StoreProblem
from bot.store.machine_clock import machine_clock
from bot.store.store import Store

log = logging.getLogger(__name__)

SOONER: Final = timedelta(hours=1)
"""How soon a copy that failed is tried again, unless copies are made more often than that."""


@dataclass(frozen=True, slots=True)
class BackupSchedule:
    """A copy ``every`` so often, of which the newest ``keep`` stay."""

    every: timedelta
    keep: int

    def wait(self, database: Path, now: datetime) -> timedelta:
        """How long until the next copy is due. A clock that was set back delays it by one period at most."""
        made = [backup.made_at for backup in backups_of(database) if backup.label == SCHEDULED]
        due = made[0] + self.every if made else now
        return min(max(due - now, timedelta()), self.every)


async def back_up_on_schedule(
    store: Store, schedule: BackupSchedule, now: Callable[[], datetime] = machine_clock
) -> None:
    """Make copies until cancelled. A failure is logged and tried again; it never stops the bot."""
    if store.file is None:
        return
    while True:
        await asyncio.sleep(schedule.wait(store.file, now()).total_seconds())
        if not await back_up_once(store, schedule):
            await asyncio.sleep(min(SOONER, schedule.every).total_seconds())


async def back_up_once(store: Store, schedule: BackupSchedule) -> bool:
    """Make a copy and remove those beyond ``keep``; whether it worked."""
    try:
        copy = await store.back_up(SCHEDULED)
        gone = await asyncio.to_thread(prune, store.file, schedule.keep) if store.file else []
    except (StoreProblem, OSError) as error:
        log.error("no backup was made", extra={"reason": str(error)})
        return False
    log.info("backup made", extra={"file": str(copy), "removed": len(gone)})
    return True
