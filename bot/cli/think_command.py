"""``python -m bot think``: thinks for the computer players of bots with THINKERS=remote on the same database."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bot.settings import Settings

MOST = 64


def think(
    processes: Annotated[
        int | None,
        typer.Option(min=1, max=MOST, help="How many think at once. Default: THINKERS, else the processors less one."),
    ] = None,
) -> None:
    """Think for the computer players of bots with THINKERS=remote on the same DATABASE_URL. Ctrl-C stops it."""
    from bot.cli.remote_thinkers import NEEDS_SERVER, check_package
    from bot.logs import set_up_logs
    from bot.settings import WrongSetting, read_settings

    settings = read_settings()
    set_up_logs(settings.log_level, settings.log_format, settings.secrets)
    if not settings.is_on_server:
        raise WrongSetting(f"DATABASE_URL: python -m bot think {NEEDS_SERVER} (docs/host/several-processes.md)")
    check_package()
    asyncio.run(_think(settings, processes))


async def _think(settings: "Settings", wanted: int | None) -> None:
    from bot.cli.stop_signals import stop_event
    from bot.players.workers.pool import PlannerPool, usual_processes
    from bot.store.database import connect
    from bot.store.thought_worker import serve_thoughts

    set_here = settings.thinkers if settings.thinkers != "remote" else None
    processes = wanted or set_here or usual_processes()
    stop = stop_event()
    database, pool = connect(settings.database), PlannerPool(processes)
    try:
        await serve_thoughts(database, pool.carry_out, processes, stop)
    finally:
        await pool.close()
        await database.close()
