"""Draws pictures beside the event loop, each one once: in a thread, those of table messages in a process where that is
set. A failure is logged and gives None."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from bot.engine import new_game, view
from bot.engine.state import SeatSetup, Setup
from bot.free_memory import give_back, share_heaps
from bot.pictures.automa_search_picture import mautoma_circle, mautoma_search
from bot.pictures.board_picture import GROUNDS, board
from bot.pictures.chart_picture import chart
from bot.pictures.choice_picture import choice
from bot.pictures.component_picture import component
from bot.pictures.lobby_picture import lobby
from bot.pictures.market_picture import market_drawing
from bot.pictures.picture import Picture
from bot.pictures.player_board_picture import player_board_drawing
from bot.pictures.render.draw_queue import DrawQueue
from bot.pictures.score_sheet import score_drawing, score_pad_sheet
from bot.pictures.table_map import table_map, targets_map
from bot.pictures.tile_rotations import orientation_choice
from bot.text.locale import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable, Sequence

    from bot.engine.components import Pack
    from bot.engine.solo_components import MautomaBoard, TieBreaker
    from bot.engine.state import SeatNumber
    from bot.engine.variants.mautoma.event_log import Choice
    from bot.engine.views import View
    from bot.pictures.chart_picture import Chart
    from bot.pictures.choice_picture import Numbered
    from bot.pictures.layers.overlay import Overlay
    from bot.pictures.lobby_picture import Agreed, Sitting
    from bot.pictures.picture import Drawing
    from bot.pictures.render.map_process import MapProcess
    from bot.pictures.score_sheet import Row
    from bot.pictures.themes import ThemeName
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

    Elsewhere: TypeAlias = Callable[[], Awaitable[Picture | None]]

log = logging.getLogger(__name__)
MOST_BYTES: Final = 2_000_000
"""How many bytes of finished pictures are cached; the least recently used ones are dropped."""
MOST_WORDS: Final = 1000
"""How many alternative texts are cached, 1 KB each."""
TIDY_EVERY: Final = 12
"""How many pictures are drawn before free memory is given back to the system."""
MOST_WAITING: Final = 200
"""How many pictures may wait; further ones are not drawn."""


class Renderer:
    """Pictures on demand.

    One thread draws, and a process the maps of table messages where there is one. A picture that a person waits for
    comes before one for a table's message. The same picture is drawn only once; what looks the same but has other words
    is not drawn again. Every call returns None where a picture could not be drawn; the message then goes out without
    it.
    """

    def __init__(self, most_bytes: int = MOST_BYTES, *, maps: MapProcess | None = None) -> None:
        """``maps``: draws the maps of table messages in place of the thread."""
        self._maps = maps
        self._pngs: OrderedDict[Hashable, bytes] = OrderedDict()
        self._words: OrderedDict[Hashable, tuple[str, str]] = OrderedDict()
        self._bytes, self._most = 0, most_bytes
        self._running: dict[Hashable, asyncio.Future[Picture | None]] = {}
        self._queue, self._drawn_since, self._closed = DrawQueue(), 0, False
        share_heaps()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")

    async def board(
        self,
        seen: View,
        locale: Locale,
        theme: ThemeName = "dark",
        *,
        names: Sequence[str] = (),
        area: str | None = None,
        overlay: Overlay | None = None,
        mark: int | None = None,
        waits: bool = False,
    ) -> Picture | None:
        """See :func:`bot.pictures.board`. ``waits``: other pictures may be drawn first."""
        key = ("board", _seen_key(seen), locale, theme, tuple(names), area, overlay.key if overlay else None, mark)
        return await self._drawn(
            key,
            lambda: board(seen, locale, theme, names=names, area=area, overlay=overlay, mark=mark),
            waits=waits,
        )

    async def table_map(
        self, seen: View, locale: Locale, theme: ThemeName = "dark", *, names: Sequence[str] = ()
    ) -> Picture | None:
        """See :func:`bot.pictures.table_map`. Other pictures may be drawn first."""
        key = ("table map", _seen_key(seen), locale, theme, tuple(names))
        elsewhere = partial(self._maps.draw, seen, locale, theme, names) if self._maps is not None else None
        return await self._made_of(
            key, lambda: table_map(seen, locale, theme, names=names), waits=True, elsewhere=elsewhere
        )

    async def targets_map(
        self, seen: View, locale: Locale, overlay: Overlay, theme: ThemeName = "dark", *, names: Sequence[str] = ()
    ) -> Picture | None:
        """See :func:`bot.pictures.targets_map`."""
        key = ("targets", _seen_key(seen), locale, overlay.key, theme, tuple(names))
        return await self._made_of(key, lambda: targets_map(seen, locale, overlay, theme, names=names))

    async def player_board(
        self,
        seen: View,
        seat: SeatNumber,
        locale: Locale,
        theme: ThemeName = "dark",
        *,
        names: Sequence[str] = (),
        area: str | None = None,
    ) -> Picture | None:
        """See :func:`bot.pictures.player_board`."""
        key = ("player", _seen_key(seen), seat, locale, theme, tuple(names), area)
        return await self._made_of(key, lambda: player_board_drawing(seen, seat, locale, theme, names=names, area=area))

    async def market(self, seen: View, locale: Locale, theme: ThemeName = "dark") -> Picture | None:
        """See :func:`bot.pictures.market`."""
        key = ("market", _seen_key(seen), locale, theme)
        return await self._made_of(key, lambda: market_drawing(seen, locale, theme))

    async def lobby(
        self,
        pack: Pack,
        sitting: Sequence[Sitting],
        agreed: Sequence[Agreed],
        locale: Locale,
        theme: ThemeName = "dark",
        *,
        seats: int = 4,
    ) -> Picture | None:
        """See :func:`bot.pictures.lobby`."""
        key = ("lobby", pack.hash, tuple(sitting), tuple(agreed), locale, theme, seats)
        return await self._drawn(key, lambda: lobby(pack, sitting, agreed, locale, theme, seats=seats))

    async def component(self, pack: Pack, identifier: str, locale: Locale, theme: ThemeName = "dark") -> Picture | None:
        """See :func:`bot.pictures.component`."""
        key = ("component", pack.hash, identifier, locale, theme)
        return await self._drawn(key, lambda: component(pack, identifier, locale, theme))

    async def choice(
        self, table: Table, options: Sequence[Numbered], locale: Locale, theme: ThemeName = "dark"
    ) -> Picture | None:
        """See :func:`bot.pictures.choice`."""
        key = ("choice", table.pack.hash, tuple(options), locale, theme)
        return await self._made_of(key, lambda: choice(table, options, locale, theme))

    async def orientation_choice(
        self, seen: View, place: int, orientations: tuple[int, ...], locale: Locale, theme: ThemeName = "dark"
    ) -> Picture | None:
        """See :func:`bot.pictures.orientation_choice`."""
        key = ("orientation", _seen_key(seen), place, orientations, locale, theme)
        return await self._drawn(key, lambda: orientation_choice(seen, place, orientations, locale, theme))

    async def mautoma_search(
        self, seen: View, choice: Choice, tie: TieBreaker, locale: Locale, theme: ThemeName = "dark"
    ) -> Picture | None:
        """See :func:`bot.pictures.automa_search_picture.mautoma_search`."""
        key = ("mautoma", _seen_key(seen), choice, tie, locale, theme)
        return await self._drawn(key, lambda: mautoma_search(seen, choice, tie, locale, theme))

    async def mautoma_circle(
        self, board: MautomaBoard, marker: int, locale: Locale, theme: ThemeName = "dark", *, hibernates: bool = False
    ) -> Picture | None:
        """See :func:`bot.pictures.automa_search_picture.mautoma_circle`."""
        key = ("circle", msgspec.msgpack.encode(board), marker, locale, theme, hibernates)
        return await self._drawn(key, lambda: mautoma_circle(board, marker, locale, theme, hibernates=hibernates))

    async def score_sheet(
        self,
        seen: View,
        locale: Locale,
        theme: ThemeName = "dark",
        *,
        names: Sequence[str] = (),
        history: Sequence[Sequence[int]] = (),
    ) -> Picture | None:
        """See :func:`bot.pictures.score_sheet`."""
        key = ("score", _seen_key(seen), locale, theme, tuple(names), tuple(map(tuple, history)))
        return await self._made_of(key, lambda: score_drawing(seen, locale, theme, names=names, history=history))

    async def score_pad_sheet(
        self,
        rows: Sequence[Row],
        ranks: Sequence[int],
        locale: Locale,
        theme: ThemeName = "dark",
        *,
        names: Sequence[str] = (),
    ) -> Picture | None:
        """See :func:`bot.pictures.score_pad_sheet`."""
        key = ("tally", tuple(rows), tuple(ranks), locale, theme, tuple(names))
        return await self._drawn(key, lambda: score_pad_sheet(rows, ranks, locale, theme, names=names))

    async def chart(self, shown: Chart, locale: Locale, theme: ThemeName = "dark") -> Picture | None:
        """See :func:`bot.pictures.chart_picture.chart`."""
        return await self._drawn(("chart", shown, locale, theme), lambda: chart(shown, locale, theme))

    async def warm_up(self, pack: Pack) -> None:
        """Prepare what all dark boards share: icons, faces, palette. Without it the first board takes half a second
        longer."""
        await asyncio.get_running_loop().run_in_executor(self._thread, _warm_up, pack)
        await asyncio.get_running_loop().run_in_executor(self._thread, give_back)

    def close(self) -> None:
        """Stop. Pictures that have not begun are not drawn; their callers get None."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._maps is not None:
            self._maps.close()

    # ---- inside ----------------------------------------------------------------------------------------------

    async def _drawn(self, key: Hashable, work: Callable[[], Picture], *, waits: bool = False) -> Picture | None:
        return await self._once(key, key, lambda _: work(), waits=waits)

    async def _made_of(
        self, key: Hashable, find: Callable[[], Drawing], *, waits: bool = False, elsewhere: Elsewhere | None = None
    ) -> Picture | None:
        """A picture of which it can be said what it shows; ``key``: equal where its words are equal too; ``elsewhere``:
        draws it in another process."""
        try:
            drawing = find()
        except Exception:
            log.exception("picture not drawn")
            return None
        return await self._once(key, drawing.shows, drawing.picture, waits=waits, elsewhere=elsewhere)

    async def _once(
        self,
        key: Hashable,
        shows: Hashable,
        work: Callable[[bytes | None], Picture],
        *,
        waits: bool,
        elsewhere: Elsewhere | None = None,
    ) -> Picture | None:
        found = self._kept(key, shows)
        if found is not None:
            return found
        running = self._running.get(key)
        if running is None:
            if len(self._running) >= MOST_WAITING:
                log.warning("picture left out", extra={"waiting": len(self._running)})
                return None
            running = self._running[key] = asyncio.ensure_future(self._made(key, shows, work, waits, elsewhere))
            running.add_done_callback(lambda _: self._running.pop(key, None))
        return await asyncio.shield(running)

    def _kept(self, key: Hashable, shows: Hashable) -> Picture | None:
        png, told = self._pngs.get(shows), self._words.get(key)
        if png is None or told is None:
            return None
        self._pngs.move_to_end(shows)
        self._words.move_to_end(key)
        return Picture(png, *told)

    async def _made(
        self,
        key: Hashable,
        shows: Hashable,
        work: Callable[[bytes | None], Picture],
        waits: bool,
        elsewhere: Elsewhere | None,
    ) -> Picture | None:
        try:
            picture = await elsewhere() if elsewhere is not None and shows not in self._pngs else None
            picture = picture or await self._drawn_here(shows, work, waits)
        except Exception:
            log.exception("picture not drawn")
            return None
        if picture is not None:
            self._keep(key, shows, picture)
        return picture

    async def _drawn_here(
        self, shows: Hashable, work: Callable[[bytes | None], Picture], waits: bool
    ) -> Picture | None:
        """Drawn in the thread when it is its turn; None where the bot ends before."""
        async with self._queue.turn(waits=waits):
            if self._closed:
                return None
            before = self._pngs.get(shows)
            picture = await asyncio.get_running_loop().run_in_executor(self._thread, work, before)
        self._drawn_since += before is None
        if self._drawn_since >= TIDY_EVERY:
            self._drawn_since = 0
            self._thread.submit(give_back)
        return picture

    def _keep(self, key: Hashable, shows: Hashable, picture: Picture) -> None:
        self._words[key] = (picture.alt, picture.name)
        self._words.move_to_end(key)
        if len(self._words) > MOST_WORDS:
            self._words.popitem(last=False)
        self._bytes += len(picture.png) - len(self._pngs.pop(shows, b""))
        self._pngs[shows] = picture.png
        while self._bytes > self._most:
            _, old = self._pngs.popitem(last=False)
            self._bytes -= len(old)


def _seen_key(seen: View) -> bytes:
    """Equal for views of the same pack that show the same."""
    digest = blake2b(msgspec.msgpack.encode(seen.state), digest_size=16)
    digest.update(seen.pack.hash.encode())
    digest.update(msgspec.msgpack.encode(sorted(seen.backs)))
    return digest.digest()


def _warm_up(pack: Pack) -> None:
    try:
        seats = min(pack.supply.artifacts_by_seats)
        seen = view(new_game(Setup(seats=(SeatSetup(),) * seats, pack=pack.hash, seed=1), pack), None)
        table_map(seen, DEFAULT).picture()
        board(seen, DEFAULT)
        GROUNDS.clear()
    except Exception:
        log.exception("pictures not warmed up")
