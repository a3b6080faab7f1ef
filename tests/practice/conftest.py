"""The loopback Discord by itself: raw requests in place of a bot.

``wire`` is one for each module, with a server, a channel and a person. Nobody listens on its gateway.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
import pytest_asyncio

from bot.practice import limits
from bot.practice.discord_state import Config
from bot.practice.server import LoopbackServer
from bot.practice.user_client import Client
from tests.end_to_end.script import PATIENCE, Script

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.practice.errors import Json
    from bot.practice.model import Interaction, Message

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for each module."""
    for item in items:
        if HERE in item.path.parents and item.get_closest_marker("asyncio"):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


class Wire:
    """A bot's requests, made by hand."""

    def __init__(self, server: LoopbackServer, http: aiohttp.ClientSession) -> None:
        self.state, self.http = server.state, http
        self.script = Script(server)
        directory = server.state.directory
        self.alice = directory.create_user("alice", locale="de")
        self.guild = directory.create_guild(
            "Home",
            server.state.owner,
            locale="de",
            bot_permissions=limits.BOT_DEFAULT | limits.permissions("create_public_threads"),
        )
        self.channel = directory.create_channel(self.guild, "general")
        directory.add_member(self.guild, self.alice)
        self.commands = f"/applications/{server.state.app_id}/commands"

    async def call(
        self, method: str, path: str, body: Any = None, *, auth: bool = True, **more: Any
    ) -> tuple[int, Any]:
        """Status and JSON of one request; ``more``: headers, data."""
        headers = {"User-Agent": "DiscordBot (https://example.com, 1)", **more.pop("headers", {})}
        if auth:
            headers.setdefault("Authorization", f"Bot {self.state.token}")
        if body is not None:
            more["json"] = body
        url = f"{self.state.url}/api/v10{path}"
        async with self.http.request(method, url, headers=headers, **more) as response:
            raw = await response.read()
            return response.status, json.loads(raw) if raw else None

    async def refused(
        self, kind: str, status: int, code: int, method: str, path: str, body: Any = None, **more: Any
    ) -> Any:
        """Make a request that has to be refused like this, and recorded as this kind; the answer."""
        with self.script.expecting(kind):
            found, answer = await self.call(method, path, body, **more)
        assert (found, answer["code"]) == (status, code), answer
        return answer

    async def send(self, body: Json) -> tuple[int, Any]:
        """A message to the channel."""
        return await self.call("POST", f"/channels/{self.channel.id}/messages", body)

    def interaction(self, kind: int = 2, data: Json | None = None, message: Message | None = None) -> Interaction:
        """Something that alice does, sent off."""
        client = Client(self.state)
        given = data or {"id": "1", "name": "x", "type": 1}
        i = client._new(kind, self.alice, self.channel, given, {"0": str(self.guild.id)})
        i.message, i.command_name = message, "x" if kind == 2 else None
        with self.state.journal.collecting("not-delivered"):
            return client._send(i)

    async def respond(self, i: Interaction, kind: int, data: Any = None) -> tuple[int, Any]:
        """The callback to an interaction."""
        body = {"type": kind, **({} if data is None else {"data": data})}
        return await self.call("POST", f"/interactions/{i.id}/{i.token}/callback", body, auth=False)

    def hook(self, i: Interaction, rest: str = "") -> str:
        """The address for what follows an interaction."""
        return f"/webhooks/{self.state.app_id}/{i.token}{rest}"

    async def follow(self, i: Interaction, body: Json) -> tuple[int, Any]:
        """A follow-up to an interaction."""
        return await self.call("POST", self.hook(i), body, auth=False)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wire() -> AsyncIterator[Wire]:
    """A loopback Discord whose deadlines only a test lets pass, and a hand on its wire."""
    async with LoopbackServer(Config(response_deadline=PATIENCE)) as server, aiohttp.ClientSession() as http:
        yield Wire(server, http)


def code_at(answer: Json, *path: str | int) -> str:
    """Discord's code for what is wrong at this place of the body."""
    node = answer["errors"]
    for part in path:
        node = node[str(part)]
    return str(node["_errors"][0]["code"])


# ------------------------------------------------------------------------------------------------ pieces of bodies
EPHEMERAL, V2 = 1 << 6, 1 << 15


def button(custom_id: str = "a", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": custom_id, **more}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def menu(count: int = 3, **more: Any) -> Json:
    options = [{"label": f"o{i}", "value": f"v{i}"} for i in range(count)]
    return {"type": 3, "custom_id": "m", "options": options, **more}


def text(words: str = "hi", **more: Any) -> Json:
    return {"type": 10, "content": words, **more}


def field(component: Json, **more: Any) -> Json:
    return {"type": 18, "label": "L", "component": component, **more}


def entry(custom_id: str = "t", **more: Any) -> Json:
    return {"type": 4, "custom_id": custom_id, "style": 1, **more}


def command(name: str = "good", **more: Any) -> Json:
    return {"name": name, "description": "d", "type": 1, **more}


def option(name: str = "o", kind: int = 3, **more: Any) -> Json:
    return {"name": name, "description": "d", "type": kind, **more}
