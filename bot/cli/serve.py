"""Running the bot until it is told to stop, and a sentence and an exit status for whatever keeps it from running."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum

import aiohttp
import discord
import structlog

from bot.client import Client
from bot.reference import BadReferenceError, Reference
from bot.settings import Settings
from bot.store import Store, StoreProblem
from bot.version import program_version
from cogs.services import Services

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

STOPS = (signal.SIGINT, signal.SIGTERM)


class Exit(IntEnum):
    """The exit statuses of ``run`` and ``practice``."""

    STOPPED = 0
    FAILED = 1
    WRONG_SETTING = 2
    TOKEN_REFUSED = 3
    NO_NETWORK = 4
    NOT_PERMITTED = 5
    PORT_IN_USE = 6
    DATABASE = 7


class CannotRun(Exception):
    """Why the bot does not run: one sentence for the host, and the exit status."""

    def __init__(self, status: Exit, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class Start:
    """How to start: with which token, as practice or not, and whether to sync the commands in any case."""

    settings: Settings
    token: str
    practice: bool = False
    sync_always: bool = False


async def serve(start: Start) -> None:
    """Run the bot until SIGINT or SIGTERM.

    :raises CannotRun: it cannot start, or Discord has closed the door for good.
    """
    stop = _stop_event()
    async with _services(start) as services, Client(services, sync_always=start.sync_always) as client:
        running = asyncio.create_task(_run(client, start.token), name="client")
        stopping = asyncio.create_task(stop.wait(), name="stop")
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not running.done():
            log.info("stopping")
            await _close(client, running)
        elif (problem := running.exception()) is not None:
            raise problem


async def _run(client: Client, token: str) -> None:
    try:
        await client.start(token)
    except discord.LoginFailure:
        raise CannotRun(
            Exit.TOKEN_REFUSED,
            "Discord refuses DISCORD_TOKEN. Copy the token anew from the developer portal (Bot → Reset Token).",
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise CannotRun(
            Exit.NOT_PERMITTED,
            "Discord refuses an intent. This bot needs none of the privileged ones; start its unchanged version.",
        ) from None
    except discord.Forbidden as error:
        raise CannotRun(Exit.NOT_PERMITTED, f"Discord forbids the bot to start: {error.text or error}.") from None
    except discord.HTTPException as error:
        raise CannotRun(Exit.NO_NETWORK, f"Discord answers with an error ({error.status}). Try again later.") from None
    except (aiohttp.ClientConnectionError, TimeoutError, OSError) as error:
        raise CannotRun(
            Exit.NO_NETWORK,
            f"Discord cannot be reached ({_reason(error)}). Check the network connection and try again.",
        ) from None
    except discord.ConnectionClosed as error:
        raise CannotRun(Exit.FAILED, f"Discord has closed the connection for good (code {error.code}).") from None


async def _close(client: Client, running: asyncio.Task[None]) -> None:
    await client.close()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@asynccontextmanager
async def _services(start: Start) -> AsyncIterator[Services]:
    reading = asyncio.create_task(asyncio.to_thread(Reference.open))
    try:
        store = await Store.open(start.settings.database)
    except StoreProblem as problem:
        reading.cancel()
        raise CannotRun(Exit.DATABASE, str(problem)) from None
    async with store:
        yield Services(
            settings=start.settings,
            store=store,
            reference=await _read(reading),
            started_at=datetime.now(UTC),
            version=program_version(),
            practice=start.practice,
        )


async def _read(reading: asyncio.Task[Reference]) -> Reference:
    try:
        return await reading
    except BadReferenceError as error:
        first, *others = str(error).splitlines()
        more = f" … and {len(others)} more" if others else ""
        raise CannotRun(Exit.FAILED, f"The rules reference has mistakes: {first}{more}") from None


def _stop_event() -> asyncio.Event:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in STOPS:
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl-C arrives as KeyboardInterrupt
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
