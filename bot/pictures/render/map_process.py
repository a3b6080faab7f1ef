"""The maps of table messages, drawn in a process beside the bot: many tables change while people wait for pictures of
their own, and drawing takes the interpreter's lock."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

import msgspec

from bot.engine.view_codec import encode_view
from bot.pictures.render import map_worker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.views import View
    from bot.pictures.picture import Picture
    from bot.pictures.themes import ThemeName
    from bot.text.locale import Locale

log = logging.getLogger(__name__)
PATIENCE: Final = 15.0
"""Seconds after which a map is drawn here, and the process replaced (its start takes about one)."""
_encoder = msgspec.msgpack.Encoder()


class MapProcess:
    """One process, started when it is needed first. A process that is lost or hangs is replaced."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The number of the process, where it runs."""
        return tuple(self._pool._processes or ()) if self._pool is not None else ()

    async def draw(self, seen: View, locale: Locale, theme: ThemeName, names: Sequence[str]) -> Picture | None:
        """See :func:`bot.pictures.table_map.table_map`. One after another; None where the process was lost or hangs.

        :raises Exception: whatever drawing raises.
        """
        async with self._turn:
            try:
                async with asyncio.timeout(PATIENCE):
                    return await _drawn(await self._started(), seen, locale, theme, tuple(names))
            except (BrokenProcessPool, TimeoutError) as lost:
                log.warning("the drawing process was lost", extra={"hung": isinstance(lost, TimeoutError)})
                self.close()
                return None

    async def _started(self) -> ProcessPoolExecutor:
        """Spawned, not forked, because the bot has threads and open connections; in a thread, because that takes tens
        of milliseconds."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=map_worker.begin)
            await asyncio.to_thread(self._pool.submit, map_worker.ready)
        return self._pool

    def close(self) -> None:
        """End the process, whatever it does."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False)
            for process in processes:
                process.kill()


async def _drawn(
    pool: ProcessPoolExecutor, seen: View, locale: Locale, theme: ThemeName, names: tuple[str, ...]
) -> Picture | None:
    """A pack that the process has not met is sent along.

    Whoever stops waiting does not cancel the job: an executor of Python 3.11 whose process is lost stumbles over a
    cancelled one."""
    view, packs = encode_view(seen, []), (lambda: None, lambda: _encoder.encode(seen.pack))
    for pack in packs:
        picture = asyncio.wrap_future(pool.submit(map_worker.draw, view, pack(), locale, theme, names))
        picture.add_done_callback(_look_at)
        if (found := await asyncio.shield(picture)) is not None:
            return found
    raise AssertionError("the pack was sent along")


def _look_at(picture: asyncio.Future[Picture | None]) -> None:
    """An error that nobody waits for any more is no news for asyncio's log."""
    if not picture.cancelled():
        picture.exception()
