"""``/metrics`` and ``/healthz`` on a port of their own, and what is measured regularly for them."""

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.client import Client
from bot.exits import CannotRun, Exit
from bot.store import Store, StoreProblem

log = logging.getLogger(__name__)

LAG_PERIOD: Final = 1.0
"""Seconds between two looks at the event loop's lag."""
LATE: Final = timedelta(minutes=1)
"""A notice that is due for longer counts as overdue."""


@asynccontextmanager
async def monitored(host: str, port: int, client: Client) -> AsyncIterator[None]:
    """Serve the two pages while the bot runs.

    :raises CannotRun: the port is in use or may not be opened.
    """
    runner = web.AppRunner(_pages(client), access_log=None)
    await runner.setup()
    try:
        await _listen(runner, host, port)
        lag = asyncio.create_task(_watch_event_loop(), name="event-loop-lag")
        try:
            yield
        finally:
            lag.cancel()
            with suppress(asyncio.CancelledError):
                await lag
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotRun(
            Exit.PORT_IN_USE, f"METRICS_PORT: {host}:{port} cannot be opened ({reason}); set another port."
        ) from None
    log.info("metrics are served", extra={"host": host, "port": port})


def _pages(client: Client) -> web.Application:
    app = web.Application()

    async def show_metrics(_: web.Request) -> web.Response:
        await _look(client)
        return web.Response(body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def show_health(_: web.Request) -> web.Response:
        problem = await _problem(client)
        return web.Response(text=f"{problem or 'ok'}\n", status=503 if problem else 200)

    app.router.add_get("/metrics", show_metrics)
    app.router.add_get("/healthz", show_health)
    return app


async def _problem(client: Client) -> str | None:
    """Why the bot does not answer people now; None where it does."""
    if not client.is_ready():
        return "not connected to Discord"
    try:
        await client.services.store.game_counts.by_stage()
    except StoreProblem as problem:
        return str(problem)
    return None


async def _look(client: Client) -> None:
    """What is only counted when somebody looks."""
    metrics.GATEWAY_CONNECTED.set(int(client.is_ready() and not client.is_closed()))
    metrics.SERVERS.set(len(client.guilds))
    if math.isfinite(client.latency):
        metrics.GATEWAY_LATENCY.set(client.latency)
    with suppress(StoreProblem):
        await _count_games(client.services.store)


async def _count_games(store: Store) -> None:
    metrics.TABLES.clear()
    for stage, number in (await store.game_counts.by_stage()).items():
        metrics.TABLES.labels(stage).set(number)
    metrics.NOTICES_OVERDUE.set(await store.game_counts.overdue(datetime.now(UTC) - LATE))


async def _watch_event_loop() -> None:
    loop = asyncio.get_running_loop()
    while True:
        before = loop.time()
        await asyncio.sleep(LAG_PERIOD)
        metrics.EVENT_LOOP_LAG.observe(max(0.0, loop.time() - before - LAG_PERIOD))
