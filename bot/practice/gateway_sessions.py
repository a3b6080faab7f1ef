"""Sessions of the bot at the gateway, their connections, and the events that go to them."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import secrets
import time
import zlib
from collections import deque
from typing import TYPE_CHECKING, Any

from bot.practice import limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp import web

    from bot.practice.errors import Json
    from bot.practice.model import Guild, Message, User


def dumps(thing: Any) -> str:
    """Compact JSON."""
    return json.dumps(thing, separators=(",", ":"), ensure_ascii=False)


def op_payload(code: int, data: Any = None) -> str:
    """A gateway payload that is not an event: opcode and data, as JSON."""
    return dumps({"op": code, "d": data, "s": None, "t": None})


class Session:
    """One session of the bot. It outlives its connection so that it can be resumed."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard, self.intents = shard, intents
        self.seq = 0
        self._sent: deque[tuple[int, bytes]] = deque(maxlen=5000)
        self.connection: Connection | None = None
        self.valid = True
        self.ready = False

    @property
    def connected(self) -> bool:
        """Whether a connection is open now."""
        return self.connection is not None and not self.connection.ws.closed

    def send(self, event: str, data: Any) -> None:
        """Number an event, store it for a resume, and send it if there is a connection."""
        self.seq += 1
        text = dumps({"op": 0, "t": event, "s": self.seq, "d": data})
        self._sent.append((self.seq, zlib.compress(text.encode(), 1)))  # as text a long game takes gigabytes
        if self.connection:
            self.connection.push(text)

    @property
    def oldest(self) -> int:
        """The number of the first event that is still kept."""
        return self._sent[0][0] if self._sent else 1

    def missed(self, seq: int) -> list[str]:
        """The events after the one with this number, in their order."""
        return [zlib.decompress(packed).decode() for number, packed in self._sent if number > seq]

    def handles(self, guild: Guild | None) -> bool:
        """Whether events of this server (or of direct messages) belong to this shard."""
        index, count = self.shard
        return (guild.id >> 22) % count == index if guild else index == 0


def _compressor(name: str | None) -> Callable[[bytes], bytes] | None:
    if name == "zlib-stream":
        stream = zlib.compressobj()
        return lambda raw: stream.compress(raw) + stream.flush(zlib.Z_SYNC_FLUSH)
    if name == "zstd-stream":  # requested only by clients with the package
        zstandard = importlib.import_module("zstandard")
        zstd = zstandard.ZstdCompressor(level=3).compressobj()
        return lambda raw: zstd.compress(raw) + zstd.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    return None


class Connection:
    """One websocket."""

    def __init__(self, ws: web.WebSocketResponse, compress: str | None) -> None:
        self.ws = ws
        self.session: Session | None = None
        self.closed_here = False
        self.last_beat = time.monotonic()
        self.received: deque[float] = deque()
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._compress = _compressor(compress)

    def push(self, text: str) -> None:
        """Queue a text to be sent."""
        self._queue.put_nowait(text)

    async def write(self) -> None:
        """Send the queued texts until cancelled."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                text = await self._queue.get()
                if self._compress:
                    await self.ws.send_bytes(self._compress(text.encode()))
                else:
                    await self.ws.send_str(text)

    async def close(self, code: int) -> None:
        """Close the connection from the side of the service."""
        self.closed_here = True
        await self.ws.close(code=code)

    def abort(self) -> None:
        """Abort the connection without a close frame."""
        self.closed_here = True
        request = self.ws._req
        if request is not None and request.transport is not None:
            request.transport.abort()


class Sessions:
    """All sessions of one bot, by their ids."""

    def __init__(self, bot: User) -> None:
        self._bot = bot
        self._by_id: dict[str, Session] = {}

    def add(self, session: Session) -> None:
        """Add a session. Sessions that can no longer be resumed are dropped."""
        self._by_id = {key: s for key, s in self._by_id.items() if s.valid}
        self._by_id[session.id] = session

    def get(self, key: str) -> Session | None:
        """The session with this id."""
        return self._by_id.get(key)

    def live(self) -> list[Session]:
        """The sessions that are connected or can still be resumed."""
        return [s for s in self._by_id.values() if s.valid]

    def covering(self, guild: Guild | None) -> list[Session]:
        """The connected sessions that receive events of this server."""
        return [s for s in self.live() if s.connected and s.handles(guild)]

    def dispatch(
        self, event: str, data: Json, *, guild: Guild | None = None, intents: int = 0, about: Message | None = None
    ) -> None:
        """Send an event to every session whose shard and intents cover it; ``about``: the message whose content is
        hidden from sessions without the intent for it."""
        if guild is not None and not guild.bot_member and event != "INTERACTION_CREATE":
            return
        for session in self.live():
            if session.handles(guild) and (not intents or session.intents & intents):
                hidden = about and not session.intents & limits.I_MESSAGE_CONTENT and self._is_foreign(about)
                blank = {"content": "", "embeds": [], "attachments": [], "components": []} if hidden else {}
                session.send(event, {**data, **blank})

    def _is_foreign(self, message: Message) -> bool:
        bot = self._bot
        return not (message.author is bot or message.channel.is_dm or bot in message.mentions)
