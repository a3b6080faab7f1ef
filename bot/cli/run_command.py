"""Running the bot until it is told to stop, and a sentence and an exit status for whatever keeps it from running."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

import structlog

from bot.app.tables import Clock, Tables
from bot.app.tables.host_packs import packs_for_all
from bot.cli.error_reports import error_reports
from bot.cli.other_processes import hear, held_shards
from bot.cli.remote_thinkers import NEEDS_SERVER, remote_thinkers
from bot.cli.stop_signals import stop_event
from bot.client import Client
from bot.engine.components import Pack
from bot.exits import CannotRun, Exit
from bot.free_memory import share_heaps
from bot.pictures import Renderer
from bot.pictures.render.map_process import MapProcess
from bot.players.strengths import longest_thoughts
from bot.players.workers.pool import PlannerPool, Thinkers, usual_processes
from bot.reference import BadReferenceError, Reference
from bot.settings import Settings, WrongSetting
from bot.store import Store, StoreProblem
from bot.store.machine_clock import machine_clock
from bot.store.scheduled_backups import BackupSchedule, back_up_on_schedule
from bot.store.shards import Shards
from bot.version import program_version
from cogs.core.services import Services

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

REMOTE_SHARE: Final = 2
"""With THINKERS=remote as many thoughts of this bot may wait as with so many processes of its own."""


class SetClock(Clock, Protocol):
    """A clock that can be set, and tells when it was."""

    def listen(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` whenever it is set."""
        ...


@dataclass(frozen=True, slots=True)
class Start:
    """How to start: with which token, as practice or not, and whether to sync the commands in any case."""

    settings: Settings
    token: str = field(repr=False)
    practice: bool = False
    sync_always: bool = False
    clock: SetClock | None = None
    """That of the practice channel; None: the machine's."""


async def serve(start: Start) -> None:
    """Run the bot until SIGINT or SIGTERM.

    :raises CannotRun: it cannot start, or Discord has closed the door for good.
    """
    stop = stop_event()
    share_heaps()
    _check_shards(start)
    with error_reports(start.settings):
        await _run(start, stop)


async def _run(start: Start, stop: asyncio.Event) -> None:
    async with (
        _services(start) as services,
        held_shards(services.store) as shards,
        Client(services, sync_always=start.sync_always) as client,
        _monitored(start.settings, client),
    ):
        running = asyncio.create_task(client.stay(start.token), name="client")
        stopping = asyncio.create_task(stop.wait(), name="stop")
        hearing = asyncio.create_task(hear(shards, client, stop), name="announcements")
        await asyncio.wait({running, stopping, hearing}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not running.done():
            log.info("stopping")
            await _close(client, running)
        await _ended(hearing, running)


def _monitored(settings: Settings, client: Client) -> AbstractAsyncContextManager[None]:
    """The pages of METRICS_PORT, where it is set; without them, no web server is imported."""
    if settings.metrics_port is None:
        return nullcontext()
    from bot.cli.monitoring import monitored

    return monitored(settings.metrics_host, settings.metrics_port, client)


async def _ended(*tasks: asyncio.Task[None]) -> None:
    """Stop what still runs. :raises CannotRun: one of them has ended for that reason."""
    for task in tasks:
        task.cancel()
    for found in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(found, Exception):
            raise found


def _check_shards(start: Start) -> None:
    """:raises WrongSetting: shards, or thinkers elsewhere, are set where one process has everything."""
    if start.settings.thinkers == "remote" and not start.settings.is_on_server:
        raise WrongSetting(f"THINKERS: remote {NEEDS_SERVER} (docs/host/several-processes.md)")
    if start.settings.shard_count in (None, 1):
        return
    if start.practice:
        raise WrongSetting("SHARD_COUNT: leave it out on the practice channel; it is for several processes on Discord")
    if not start.settings.is_on_server:
        raise WrongSetting(
            "SHARD_COUNT: leave it out; several processes need a database that they share, so set DATABASE_URL to a "
            "PostgreSQL server first (docs/host/several-processes.md)"
        )


async def _close(client: Client, running: asyncio.Task[None]) -> None:
    await client.close()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@asynccontextmanager
async def _services(start: Start) -> AsyncIterator[Services]:
    reading = asyncio.create_task(asyncio.to_thread(Reference.open, warm=False))
    try:
        shards = Shards.of(start.settings.shard_count, start.settings.shards)
        clock = start.clock.now if start.clock else machine_clock
        store = await Store.open(start.settings.database, shards, clock)
    except StoreProblem as problem:
        reading.cancel()
        raise CannotRun(problem.status, str(problem)) from None
    async with store:
        reference = await _read(reading)
        packs = await asyncio.to_thread(packs_for_all, start.settings.data_dir / "packs")
        _keep_for_good()
        async with (
            _backups(store, start.settings),
            remote_thinkers(start.settings, store.database) as elsewhere,
        ):
            with closing(Renderer(maps=MapProcess() if start.settings.map_process else None)) as pictures:
                yield Services(
                    settings=start.settings,
                    store=store,
                    reference=reference,
                    started_at=datetime.now(UTC),
                    version=program_version(),
                    practice=start.practice,
                    tables=_tables(start, store, packs, elsewhere),
                    pictures=pictures,
                )


def _tables(start: Start, store: Store, packs: Sequence[Pack], elsewhere: Thinkers | None) -> Tables:
    wanted = start.settings.thinkers
    processes = REMOTE_SHARE if wanted == "remote" else wanted or usual_processes()
    pool = PlannerPool(processes, seconds=longest_thoughts(), elsewhere=elsewhere)
    tables = Tables(store.games, packs, clock=start.clock, pool=pool, server_packs=store.server_packs)
    if start.clock is not None:
        start.clock.listen(tables.notice_clock.wake)
    return tables


@asynccontextmanager
async def _backups(store: Store, settings: Settings) -> AsyncIterator[None]:
    """Copies of the database while the bot runs, where BACKUP_HOURS asks for them."""
    if not settings.backup_hours:
        yield
        return
    schedule = BackupSchedule(timedelta(hours=settings.backup_hours), settings.backup_keep)
    running = asyncio.create_task(back_up_on_schedule(store, schedule), name="backups")
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _read(reading: asyncio.Task[Reference]) -> Reference:
    try:
        return await reading
    except BadReferenceError as error:
        first, *others = str(error).splitlines()
        more = f" … and {len(others)} more" if others else ""
        raise CannotRun(Exit.FAILED, f"The rules reference has mistakes: {first}{more}") from None


def _keep_for_good() -> None:
    """Code, reference and catalogues stay until the end: the garbage collector need not walk through all of them, a
    tenth of a second each time, while somebody waits. It has rested since the command line was read."""
    gc.collect()
    gc.freeze()
    gc.enable()
