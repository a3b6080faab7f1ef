"""Gateway v10: HELLO, IDENTIFY, READY, GUILD_CREATE, heartbeats, RESUME, shards, compression."""

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

from aiohttp import WSMsgType, web

from bot.practice import limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.practice.errors import Json
    from bot.practice.model import Guild, Message
    from bot.practice.server import LoopbackServer

STATUSES = ("online", "dnd", "idle", "invisible", "offline")
PAYLOAD_MAX = 4096
PAYLOADS_A_MINUTE = 120
ACK_DELAY = 0.02  # seconds


def dumps(thing: Any) -> str:
    """Compact JSON."""
    return json.dumps(thing, separators=(",", ":"), ensure_ascii=False)


def _op(code: int, data: Any = None) -> str:
    return dumps({"op": code, "d": data, "s": None, "t": None})


class Session:
    """One session of the bot; it outlives its connection, so that it can be resumed."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard, self.intents = shard, intents
        self.seq = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=5000)
        self.connection: Connection | None = None
        self.valid = True
        self.ready = False

    @property
    def connected(self) -> bool:
        return self.connection is not None and not self.connection.ws.closed

    def send(self, event: str, data: Any) -> None:
        """Number, remember and, if there is a connection, send an event."""
        self.seq += 1
        text = dumps({"op": 0, "t": event, "s": self.seq, "d": data})
        self.sent.append((self.seq, text))
        if self.connection:
            self.connection.push(text)

    def handles(self, guild: Guild | None) -> bool:
        """Whether events of this server (or of direct messages) belong to this shard."""
        index, count = self.shard
        return (guild.id >> 22) % count == index if guild else index == 0


def _compressor(name: str | None) -> Callable[[bytes], bytes] | None:
    if name == "zlib-stream":
        stream = zlib.compressobj()
        return lambda raw: stream.compress(raw) + stream.flush(zlib.Z_SYNC_FLUSH)
    if name == "zstd-stream":  # asked for only where the package is there
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
        """Send when its turn comes."""
        self._queue.put_nowait(text)

    async def write(self) -> None:
        """Send what is pushed, until cancelled."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                text = await self._queue.get()
                if self._compress:
                    await self.ws.send_bytes(self._compress(text.encode()))
                else:
                    await self.ws.send_str(text)

    async def close(self, code: int) -> None:
        """Close from this side."""
        self.closed_here = True
        await self.ws.close(code=code)

    def abort(self) -> None:
        """Cut the line without a goodbye."""
        self.closed_here = True
        request = self.ws._req
        if request is not None and request.transport is not None:
            request.transport.abort()


class Gateway:
    """All sessions and connections."""

    def __init__(self, stage: LoopbackServer) -> None:
        self.stage = stage
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identified = 0
        self.down_until = 0.0  # monotonic seconds; connections are refused before

    # -------------------------------------------------------------------------------------------- to the bot
    def live(self) -> list[Session]:
        """The sessions that are connected or can still be resumed."""
        return [s for s in self.sessions.values() if s.valid]

    def covering(self, guild: Guild | None) -> list[Session]:
        """The connected sessions that get events of this server."""
        return [s for s in self.live() if s.connected and s.handles(guild)]

    def dispatch(
        self, event: str, data: Json, *, guild: Guild | None = None, intents: int = 0, about: Message | None = None
    ) -> None:
        """Send to every session whose shard and intents cover it; ``about``: hide its text without the intent."""
        if guild is not None and not guild.bot_member and event != "INTERACTION_CREATE":
            return
        for session in self.live():
            if session.handles(guild) and (not intents or session.intents & intents):
                hidden = about and not session.intents & limits.I_MESSAGE_CONTENT and self._is_foreign(about)
                blank = {"content": "", "embeds": [], "attachments": [], "components": []} if hidden else {}
                session.send(event, {**data, **blank})

    def _is_foreign(self, message: Message) -> bool:
        bot = self.stage.bot_user
        return not (message.author is bot or message.channel.is_dm or bot in message.mentions)

    # -------------------------------------------------------------------------------------------- from the bot
    async def handle(self, request: web.Request) -> web.StreamResponse:
        """The websocket endpoint."""
        if time.monotonic() < self.down_until:
            return web.Response(status=503, text="gateway is down")
        ws = web.WebSocketResponse(max_msg_size=1 << 20, compress=False)
        await ws.prepare(request)
        if request.query.get("v") != "10" or request.query.get("encoding", "json") != "json":
            self._violation("version", f"gateway asked with {request.query_string}")
            await ws.close(code=4012, message=b"Invalid API version")
            return ws
        await self._serve(Connection(ws, request.query.get("compress")))
        return ws

    async def _serve(self, connection: Connection) -> None:
        interval = self.stage.config.heartbeat_interval
        connection.push(_op(10, {"heartbeat_interval": int(interval * 1000)}))
        tasks = [asyncio.create_task(connection.write()), asyncio.create_task(self._watch(connection, interval))]
        self.connections.add(connection)
        try:
            async for message in connection.ws:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    await self._receive(connection, message.data)
        finally:
            for task in tasks:
                task.cancel()
            self.connections.discard(connection)
            self._lost(connection)

    def _lost(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        if connection.ws.close_code in (1000, 1001) and not connection.closed_here:
            session.valid = False  # a client that says goodbye ends its session
        self.stage.journal.event("session", state="closed", shard=session.shard, code=connection.ws.close_code)

    async def _watch(self, connection: Connection, interval: float) -> None:
        while True:
            await asyncio.sleep(interval / 2)
            silent = time.monotonic() - connection.last_beat
            if silent > interval * 1.6 + 1:
                await self._refuse(connection, 4009, "heartbeat", f"no heartbeat for {silent:.1f} s")
                return

    def _violation(self, kind: str, detail: str, *, severity: str = "error") -> None:
        self.stage.journal.violation(f"gateway-{kind}", detail, severity=severity)

    async def _refuse(self, connection: Connection, code: int, kind: str, detail: str) -> None:
        self._violation(kind, detail)
        await connection.close(code)

    async def _receive(self, connection: Connection, raw: str | bytes) -> None:
        size = len(raw.encode() if isinstance(raw, str) else raw)
        if size > PAYLOAD_MAX:
            return await self._refuse(connection, 4002, "payload-too-large", f"a payload of {size} bytes")
        try:
            payload = json.loads(raw)
            op, data = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError):
            return await self._refuse(connection, 4002, "decode", f"not understood: {raw[:80]!r}")
        if self._too_many(connection):
            return await self._refuse(connection, 4008, "rate-limit", "more than 120 payloads in 60 s")
        if op == 1:
            connection.last_beat = time.monotonic()
            # not at once: discord.py notes when it sent a heartbeat only after it has done so
            asyncio.get_running_loop().call_later(ACK_DELAY, connection.push, _op(11))
        elif op == 2:
            await self._identify(connection, data or {})
        elif op == 6:
            await self._resume(connection, data or {})
        elif connection.session is None:
            await self._refuse(connection, 4003, "unauthenticated", f"op {op} before identify")
        elif op == 3:
            if not isinstance(data, dict) or data.get("status") not in STATUSES:
                self._violation("presence", f"bad presence {str(data)[:100]}")
        else:
            await self._refuse(connection, 4001, "opcode", f"op {op} is not covered")
        return None

    @staticmethod
    def _too_many(connection: Connection) -> bool:
        now = time.monotonic()
        connection.received.append(now)
        while now - connection.received[0] > 60:
            connection.received.popleft()
        return len(connection.received) > PAYLOADS_A_MINUTE

    def _fault(self, connection: Connection, data: Json) -> tuple[int, str, str] | None:
        """What is wrong with an IDENTIFY: close code, kind, words."""
        intents, shard = data.get("intents"), data.get("shard", [0, 1])
        if connection.session:
            return 4005, "identify", "identified twice on one connection"
        if data.get("token") != self.stage.token:
            return 4004, "token", "wrong token in IDENTIFY"
        if not isinstance(intents, int) or isinstance(intents, bool) or intents & ~limits.I_ALL:
            return 4013, "intents", f"invalid intents {intents!r}"
        for bit, name in limits.PRIVILEGED.items():
            if intents & bit and name not in self.stage.config.privileged_intents:
                return 4014, "intents", f"the privileged intent {name} is not enabled for the application"
        if not (isinstance(shard, list) and len(shard) == 2 and 0 <= shard[0] < shard[1]):
            return 4010, "shard", f"invalid shard {shard!r}"
        if not isinstance(data.get("properties"), dict):
            return 4002, "identify", "IDENTIFY without properties"
        return None

    async def _identify(self, connection: Connection, data: Json) -> None:
        fault = self._fault(connection, data)
        if fault:
            await self._refuse(connection, *fault)
            return
        index, count = data.get("shard", [0, 1])
        session = Session((index, count), data["intents"])
        session.connection, connection.session = connection, session
        self.sessions = {key: s for key, s in self.sessions.items() if s.valid}
        self.sessions[session.id] = session
        self.identified += 1
        guilds = [g for g in self.stage.world.guilds.values() if g.bot_member and session.handles(g)]
        session.send("READY", self._ready(session, guilds))
        for guild in guilds:
            session.send("GUILD_CREATE", guild.create_dict(self.stage.bot_user))
        session.ready = True
        self.stage.journal.event("session", state="ready", shard=session.shard)

    def _ready(self, session: Session, guilds: list[Guild]) -> Json:
        stage = self.stage
        return {
            "v": 10,
            "user": stage.bot_user.me_dict(),
            "session_type": "normal",
            "session_id": session.id,
            "resume_gateway_url": stage.gateway_url,
            "private_channels": [],
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "shard": list(session.shard),
            "application": {"id": str(stage.app_id), "flags": stage.app_flags()},
        }

    async def _resume(self, connection: Connection, data: Json) -> None:
        if data.get("token") != self.stage.token:
            return await self._refuse(connection, 4004, "token", "wrong token in RESUME")
        session = self.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        oldest = session.sent[0][0] if session and session.sent else 1
        if session is None or not session.valid or not isinstance(seq, int) or not oldest - 1 <= seq <= session.seq:
            self.stage.journal.event("session", state="resume-refused")
            return connection.push(_op(9, False))
        if session.connection and session.connected:
            await session.connection.close(4000)
        session.connection, connection.session = connection, session
        missed = [text for number, text in session.sent if number > seq]
        for text in missed:
            connection.push(text)
        session.send("RESUMED", {})
        self.stage.journal.event("session", state="resumed", shard=session.shard, replayed=len(missed))
        return None
