"""Gateway v10: HELLO, IDENTIFY, READY, GUILD_CREATE, heartbeats, RESUME, shards, compression."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from bot.practice import limits
from bot.practice.gateway_sessions import Connection, Session, op_payload

if TYPE_CHECKING:
    from bot.practice.discord_state import DiscordState
    from bot.practice.errors import Json
    from bot.practice.model import Guild

STATUSES = ("online", "dnd", "idle", "invisible", "offline")
PAYLOAD_MAX = 4096
PAYLOADS_A_MINUTE = 120
ACK_DELAY = 0.02  # seconds


class Gateway:
    """Serves the websocket: accepts connections and handles their payloads."""

    def __init__(self, state: DiscordState) -> None:
        self.state = state
        self.connections: set[Connection] = set()
        self.identified = 0
        self.down_until = 0.0  # monotonic seconds; connections are refused before

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
        interval = self.state.config.heartbeat_interval
        connection.push(op_payload(10, {"heartbeat_interval": int(interval * 1000)}))
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
            session.valid = False  # a client that closes its connection normally ends its session
        self.state.journal.event("session", state="closed", shard=session.shard, code=connection.ws.close_code)

    async def _watch(self, connection: Connection, interval: float) -> None:
        while True:
            await asyncio.sleep(interval / 2)
            silent = time.monotonic() - connection.last_beat
            if silent > interval * 1.6 + 1:
                await self._refuse(connection, 4009, "heartbeat", f"no heartbeat for {silent:.1f} s")
                return

    def _violation(self, kind: str, detail: str, *, severity: str = "error") -> None:
        self.state.journal.violation(f"gateway-{kind}", detail, severity=severity)

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
            # delayed, because discord.py records the time of a heartbeat only after sending it
            asyncio.get_running_loop().call_later(ACK_DELAY, connection.push, op_payload(11))
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
        """The error in an IDENTIFY: close code, kind and message; None where there is none."""
        intents, shard = data.get("intents"), data.get("shard", [0, 1])
        if connection.session:
            return 4005, "identify", "identified twice on one connection"
        if data.get("token") != self.state.token:
            return 4004, "token", "wrong token in IDENTIFY"
        if not isinstance(intents, int) or isinstance(intents, bool) or intents & ~limits.I_ALL:
            return 4013, "intents", f"invalid intents {intents!r}"
        for bit, name in limits.PRIVILEGED.items():
            if intents & bit and name not in self.state.config.privileged_intents:
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
        self.state.sessions.add(session)
        self.identified += 1
        guilds = [g for g in self.state.directory.guilds.values() if g.bot_member and session.handles(g)]
        session.send("READY", self._ready(session, guilds))
        for guild in guilds:
            session.send("GUILD_CREATE", guild.create_dict(self.state.bot_user))
        session.ready = True
        self.state.journal.event("session", state="ready", shard=session.shard)

    def _ready(self, session: Session, guilds: list[Guild]) -> Json:
        state = self.state
        return {
            "v": 10,
            "user": state.bot_user.me_dict(),
            "session_type": "normal",
            "session_id": session.id,
            "resume_gateway_url": state.gateway_url,
            "private_channels": [],
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "shard": list(session.shard),
            "application": {"id": str(state.app_id), "flags": state.app_flags()},
        }

    async def _resume(self, connection: Connection, data: Json) -> None:
        if data.get("token") != self.state.token:
            return await self._refuse(connection, 4004, "token", "wrong token in RESUME")
        session = self.state.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        oldest = session.oldest if session else 1
        if session is None or not session.valid or not isinstance(seq, int) or not oldest - 1 <= seq <= session.seq:
            self.state.journal.event("session", state="resume-refused")
            return connection.push(op_payload(9, False))
        if session.connection and session.connected:
            await session.connection.close(4000)
        session.connection, connection.session = connection, session
        missed = session.missed(seq)
        for text in missed:
            connection.push(text)
        session.send("RESUMED", {})
        self.state.journal.event("session", state="resumed", shard=session.shard, replayed=len(missed))
        return None
