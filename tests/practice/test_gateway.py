"""The gateway: what closes a connection, and what a session survives."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from bot.practice.discord_state import Config, DiscordState
from bot.practice.server import LoopbackServer
from tests.end_to_end.script import PATIENCE
from tests.practice.conftest import Wire

if TYPE_CHECKING:
    from bot.practice.errors import Json


class Socket:
    """A connection to the gateway, by hand."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws

    async def send(self, op: int, data: Any = None) -> None:
        await self.ws.send_json({"op": op, "d": data})

    async def until(self, op: int, event: str | None = None) -> Json:
        """The next payload of this kind."""
        while True:
            message = await asyncio.wait_for(self.ws.receive(), PATIENCE)
            assert message.type == aiohttp.WSMsgType.TEXT, message
            payload: Json = json.loads(message.data)
            if payload["op"] == op and event in (None, payload["t"]):
                return payload

    async def closed(self) -> int | None:
        """The code with which it is closed."""
        while (await asyncio.wait_for(self.ws.receive(), PATIENCE)).type == aiohttp.WSMsgType.TEXT:
            pass
        return self.ws.close_code


async def connect(wire: Wire, state: DiscordState | None = None, query: str = "v=10&encoding=json") -> Socket:
    return Socket(await wire.http.ws_connect(f"{(state or wire.state).gateway_url}?{query}"))


def hello(state: DiscordState, **more: Any) -> Json:
    return {"token": state.token, "intents": 1, "properties": {"os": "x"}, **more}


@pytest.mark.parametrize(
    ("kind", "code", "steps"),
    [
        ("gateway-token", 4004, [(2, {"token": "bad"})]),
        ("gateway-intents", 4013, [(2, {"intents": 1 << 30})]),
        ("gateway-intents", 4014, [(2, {"intents": 1 << 1})]),
        ("gateway-shard", 4010, [(2, {"shard": [2, 2]})]),
        ("gateway-identify", 4002, [(2, {"properties": None})]),
        ("gateway-identify", 4005, [(2, {}), (2, {})]),
        ("gateway-unauthenticated", 4003, [(3, {"status": "online"})]),
        ("gateway-opcode", 4001, [(2, {}), (77, {})]),
        ("gateway-token", 4004, [(6, {"token": "x", "session_id": "a", "seq": 1})]),
    ],
)
async def test_refused(wire: Wire, kind: str, code: int, steps: list[tuple[int, Json]]) -> None:
    with wire.script.expecting(kind):
        socket = await connect(wire)
        for op, data in steps:
            await socket.send(op, hello(wire.state, **data) if op == 2 else data)
        assert await socket.closed() == code


async def test_garbage(wire: Wire) -> None:
    large = json.dumps({"op": 1, "d": "x" * 4097})
    for raw, kind in (("{nope", "gateway-decode"), (large, "gateway-payload-too-large")):
        with wire.script.expecting(kind):
            socket = await connect(wire)
            await socket.ws.send_str(raw)
            assert await socket.closed() == 4002
    with wire.script.expecting("gateway-version"):
        assert await (await connect(wire, query="v=6&encoding=json")).closed() == 4012
    with wire.script.expecting("gateway-rate-limit"):
        socket = await connect(wire)
        for _ in range(121):
            await socket.send(1)
        assert await socket.closed() == 4008


async def test_a_session_is_resumed(wire: Wire) -> None:
    directory = wire.state.directory
    socket = await connect(wire)
    await socket.send(2, hello(wire.state, shard=[0, 1]))
    ready = (await socket.until(0, "READY"))["d"]
    assert [g["id"] for g in ready["guilds"]] == [str(wire.guild.id)]
    guild = await socket.until(0, "GUILD_CREATE")
    assert [m["user"]["id"] for m in guild["d"]["members"]] == [str(wire.state.bot_user.id)]
    await socket.send(1, guild["s"])
    await socket.until(11)
    await socket.ws.close(code=4000)
    directory.create_role(wire.guild, "while away")
    socket = await connect(wire)
    resume = {"token": wire.state.token, "session_id": ready["session_id"], "seq": guild["s"]}
    await socket.send(6, resume)
    assert (await socket.until(0, "GUILD_ROLE_CREATE"))["s"] == guild["s"] + 1
    await socket.until(0, "RESUMED")
    await socket.ws.close(code=1000)  # a goodbye ends the session
    session = wire.state.sessions.get(ready["session_id"])
    assert session
    await wire.script.wait_for(lambda: not session.valid, PATIENCE, "the goodbye")
    socket = await connect(wire)
    await socket.send(6, resume)
    assert (await socket.until(9))["d"] is False
    await socket.ws.close()


async def test_silence_is_noticed(wire: Wire) -> None:
    async with LoopbackServer(Config(heartbeat_interval=0.1)) as server:
        state = server.state
        socket = await connect(wire, state)
        with state.journal.collecting("gateway-heartbeat") as caught:
            await socket.send(2, hello(state))
            assert await socket.closed() == 4009
        assert caught


@pytest.mark.parametrize(("bits", "seen"), [(1 << 15, "words"), (0, "")])
async def test_text_needs_its_intent(wire: Wire, bits: int, seen: str) -> None:
    async with LoopbackServer(Config(privileged_intents=("message_content",))) as server:
        state = server.state
        guild = state.directory.create_guild("g", state.owner)
        channel = state.directory.create_channel(guild, "c")
        socket = await connect(wire, state)
        await socket.send(2, hello(state, intents=1 | 1 << 9 | bits))
        await socket.until(0, "GUILD_CREATE")
        client = wire.script.client.__class__(state)
        client.write(state.owner, channel, "words")
        assert (await socket.until(0, "MESSAGE_CREATE"))["d"]["content"] == seen
        client.write(state.owner, channel, f"<@{state.app_id}> hey")
        assert (await socket.until(0, "MESSAGE_CREATE"))["d"]["content"].endswith("hey")
