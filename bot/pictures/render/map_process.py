"""The maps of table messages, drawn in a process beside the bot: many tables change while people wait for pictures of
their own, and drawing takes the interpreter's lock."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final

from bot.child_process import end, ids_of, outcome, spawned
from bot.engine.view_codec import encode_pack, encode_view
from bot.pictures.render import map_worker

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import ProcessPoolExecutor

    from bot.engine.views import View
    from bot.pictures.picture import Picture
    from bot.pictures.themes import ThemeName
    from bot.text.locale import Locale

log = logging.getLogger(__name__)
PATIENCE: Final = 15.0
"""Seconds after which a map is drawn here, and the process replaced (its start takes about one)."""


class MapProcess:
    """One process, started when it is needed first. A process that is lost or hangs is replaced."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The number of the process, where it runs."""
        return ids_of(self._pool)

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
        """Started in a thread, because that takes tens of milliseconds."""
        if self._pool is None:
            self._pool = spawned(1, map_worker.begin)
            await asyncio.to_thread(self._pool.submit, map_worker.ready)
        return self._pool

    def close(self) -> None:
        """End the process, whatever it does."""
        pool, self._pool = self._pool, None
        if pool is not None:
            end(pool)


async def _drawn(
    pool: ProcessPoolExecutor, seen: View, locale: Locale, theme: ThemeName, names: tuple[str, ...]
) -> Picture | None:
    """A pack that the process has not met is sent along."""
    view = encode_view(seen, [])
    picture = await outcome(pool.submit(map_worker.draw, view, None, locale, theme, names))
    if picture is None:
        picture = await outcome(pool.submit(map_worker.draw, view, encode_pack(seen.pack), locale, theme, names))
    return picture
