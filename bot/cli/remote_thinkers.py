"""Computer players' thoughts given to processes of ``python -m bot think``, where THINKERS says so."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bot.players.workers.pool import NobodyThinks
from bot.players.workers.worker import Work
from bot.settings import Settings, WrongSetting
from bot.store.database import Database

if TYPE_CHECKING:
    from bot.store.asked_thoughts import AskedThoughts

NEEDS_SERVER = "needs a database that processes share, so set DATABASE_URL to a PostgreSQL server first"


class RemoteThinkers:
    """What a pool of planners asks in place of processes of its own."""

    def __init__(self, asked: "AskedThoughts") -> None:
        self._asked = asked

    async def answer(self, work: Work, pack: bytes | None, job: bytes) -> bytes | None:
        """See :class:`bot.players.workers.pool.Thinkers`."""
        from bot.store.asked_thoughts import NoThinkers

        try:
            return await self._asked.answer(work, pack, job)
        except NoThinkers as nobody:
            raise NobodyThinks(str(nobody)) from None


@asynccontextmanager
async def remote_thinkers(settings: Settings, database: Database) -> AsyncIterator[RemoteThinkers | None]:
    """Those who think for this bot; None where it does so itself.

    :raises WrongSetting: the package for it is missing.
    :raises StoreProblem: the database cannot be had.
    """
    if settings.thinkers != "remote":
        yield None
        return
    check_package()
    from bot.store.asked_thoughts import AskedThoughts

    async with AskedThoughts(database) as asked:
        yield RemoteThinkers(asked)


def check_package() -> None:
    """:raises WrongSetting: the library that keeps the queue is not installed."""
    try:
        import procrastinate  # noqa: F401
    except ModuleNotFoundError:
        raise WrongSetting(
            "THINKERS: remote needs the package procrastinate; install it with pip install 'revive-referee[postgresql]'"
        ) from None
