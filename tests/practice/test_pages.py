"""The page's server: who may ask it, and what each tab is told."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
import pytest_asyncio

from bot.practice import Practice, seed_data
from bot.practice.errors import ApiError
from bot.practice.model import Message

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.practice.errors import Json


class Tab:
    """One tab, by hand."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.news: list[Json] = []

    async def ask(self, do: str, **more: Any) -> Any:
        """The result, or the error's code."""
        await self.ws.send_json({"n": 1, "do": do, **more})
        while True:
            data = json.loads((await asyncio.wait_for(self.ws.receive(), 5)).data)
            if data.get("re") == 1:
                return data["error"]["code"] if "error" in data else data["result"]
            self.news.append(data)

    async def heard(self, kind: str) -> Json:
        """The next news of this kind."""
        while True:
            for n, data in enumerate(self.news):
                if data["kind"] == kind:
                    return self.news.pop(n)
            self.news.append(json.loads((await asyncio.wait_for(self.ws.receive(), 5)).data))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def practice() -> AsyncIterator[Practice]:
    """The practice channel, without a bot."""
    made = Practice(port=0)
    await made.start()
    yield made
    await made.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    """A browser, nearly."""
    async with aiohttp.ClientSession() as session:
        yield session


async def open_tab(practice: Practice, http: aiohttp.ClientSession, person: int) -> Tab:
    tab = Tab(await http.ws_connect(f"{practice.url}/live", headers={"Origin": practice.url}))
    await tab.ask("enter", person=str(person))
    return tab


@pytest.mark.parametrize(
    "path", ["/", "/page/app.js", "/live", "/gateway?v=10", "/api/v10/gateway", "/attachments/1/2/a"]
)
async def test_other_hosts_and_origins_are_refused(practice: Practice, http: aiohttp.ClientSession, path: str) -> None:
    port = practice.server.state.port
    strangers = [
        {"Host": "example.com"},
        {"Host": f"example.com:{port}"},
        {"Host": f"127.0.0.1.example.com:{port}"},
        {"Origin": "https://example.com"},
        {"Origin": f"http://example.com:{port}"},
        {"Origin": "null"},
    ]
    for headers in strangers:
        async with http.get(practice.url + path, headers=headers) as response:
            assert response.status == 403, headers
    async with http.get(practice.url + path, headers={"Origin": f"http://localhost:{port}"}) as response:
        assert response.status != 403


async def test_the_websocket_needs_an_origin(practice: Practice, http: aiohttp.ClientSession) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
        await http.ws_connect(f"{practice.url}/live")
    assert caught.value.status == 403


async def test_it_is_bound_to_this_machine_only(practice: Practice) -> None:
    assert practice.server._runner
    assert {address[0] for address in practice.server._runner.addresses} == {"127.0.0.1"}


async def test_files(practice: Practice, http: aiohttp.ClientSession) -> None:
    async with http.get(practice.url) as response:
        policy = response.headers["Content-Security-Policy"]
        page = await response.text()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http://" not in page
    assert "https://" not in page
    for name, status in (
        ("base.css", 200),
        ("nothing.js", 404),
        ("..%2Fpages.py", 404),
        ("..%2F..%2F__init__.py", 404),
    ):
        async with http.get(f"{practice.url}/page/{name}") as response:
            assert response.status == status, name


async def test_two_people(practice: Practice, http: aiohttp.ClientSession) -> None:
    kim, camille = await open_tab(practice, http, seed_data.KIM), await open_tab(practice, http, seed_data.CAMILLE)
    place = str(seed_data.SPIELTISCH)
    await kim.ask("write", channel=place, text="hallo <b>du</b>")
    assert (await camille.heard("message"))["message"]["content"] == "hallo <b>du</b>"
    state = practice.server.state
    private = Message(
        state.ids.next(), state.directory.channels[seed_data.SPIELTISCH], state.bot_user, "only Kim", flags=64
    )
    private.ephemeral_to = seed_data.KIM
    private.channel.messages[private.id] = state.directory.messages[private.id] = private
    state.announce(private)
    while (await kim.heard("message"))["message"]["content"] != "only Kim":
        pass
    opened = await camille.ask("open", channel=place)
    assert [m["content"] for m in opened["messages"]] == ["hallo <b>du</b>"]
    assert not [n for n in camille.news if n.get("kind") == "message" and n["message"]["content"] == "only Kim"]
    assert await camille.ask("click", message=str(private.id), id="x") == "gone"
    assert await camille.ask("open", channel=str(seed_data.KIM + 1)) == "not-visible"
    await kim.ask("dismiss", message=str(private.id))
    opened = await kim.ask("open", channel=place)
    assert [m["content"] for m in opened["messages"]] == ["hallo <b>du</b>"]


async def test_adding_somebody_and_changing_language(practice: Practice, http: aiohttp.ClientSession) -> None:
    tab = await open_tab(practice, http, 0)
    assert await tab.ask("open", channel=str(seed_data.SPIELTISCH)) == "not-visible"
    assert await tab.ask("write", channel=str(seed_data.SPIELTISCH), text="x") == "nobody"
    assert await tab.ask("add", name=" ", locale="de") == "no-name"
    assert await tab.ask("add", name="Noa", locale="xx") == "no-name"
    noa = await tab.ask("add", name="Noa", locale="fr")
    world = await tab.ask("enter", person=noa["id"])
    assert world["me"]["locale"] == "fr"
    assert [g["name"] for g in world["guilds"]] == ["Eiszeit", "Grand Froid", "Deep Freeze"]
    await tab.ask("speak", locale="de")
    assert practice.server.state.directory.users[int(noa["id"])].locale == "de"
    assert await tab.ask("speak", locale="xx") == "no-name"


@pytest.mark.parametrize("raw", [{"do": "nothing"}, {"do": "open"}, {"do": "open", "channel": "x"}, {"do": "click"}])
async def test_nonsense_is_answered(practice: Practice, http: aiohttp.ClientSession, raw: Json) -> None:
    tab = await open_tab(practice, http, seed_data.KIM)
    assert await tab.ask(**raw) == "not-understood"


async def test_violations_are_told(practice: Practice, http: aiohttp.ClientSession) -> None:
    tab = await open_tab(practice, http, seed_data.KIM)
    headers = {"Authorization": f"Bot {practice.token}", "User-Agent": "DiscordBot (x, 1)"}
    path = f"{practice.url}/api/v10/channels/{seed_data.SPIELTISCH}/messages"
    async with http.post(path, json={"content": "x" * 2001}, headers=headers) as response:
        assert response.status == 400
    assert (await tab.heard("violation"))["what"] == "invalid-form-body"


async def test_the_start_never_changes() -> None:
    first, second = Practice(port=0), Practice(port=0)
    for one, other in ((first, second),):
        assert one.server.state.app_id == other.server.state.app_id
        for kind in ("users", "guilds", "channels"):
            assert (
                getattr(one.server.state.directory, kind).keys() == getattr(other.server.state.directory, kind).keys()
            )
    assert first.server.state.ids.next() > max(first.server.state.directory.channels)
    assert ApiError(400, 1, "x", "y").body() == {"message": "x", "code": 1}
