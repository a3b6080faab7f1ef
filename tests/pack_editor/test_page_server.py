"""The page answers this machine alone, and changes come from the page itself."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.pack_editor.page_server import PackPage
from bot.text import LOCALES
from tests.packs.conftest import copy

__all__ = ["copy"]


@pytest.fixture
async def address(copy: Path) -> AsyncIterator[str]:
    """A page of a copy of the shipped pack."""
    page = PackPage(copy)
    yield await page.start(0)
    await page.stop()


async def ask(address: str, origin: str | None = None, **what: Any) -> tuple[int, Any]:
    headers = {} if origin == "" else {"Origin": origin or address}
    async with aiohttp.ClientSession() as session, session.post(f"{address}/ask", json=what, headers=headers) as got:
        return got.status, await got.json() if got.content_type == "application/json" else await got.text()


async def test_it_tells_lists_forms_and_words(address: str) -> None:
    for locale in LOCALES:
        status, found = await ask(address, do="open", language=locale, sheet="citizens")
        assert status == 200
        assert found["mistakes"] == 0
        assert all(each["done"] == each["number"] for each in found["sheets"])
        assert len(found["sheet"]["rows"]) == found["sheets"][0]["number"]
        assert not [word for word in found["words"].values() if not word]
    status, found = await ask(address, do="set", language="en", sheet="crates", row=0, heading="get", text="2 gaer")
    assert found["refused"] == "'gaer' – expected: an effect, such as 2 gear, card, forest or star"
    assert found["sheet"]["troubles"]["0"]
    status, found = await ask(address, do="undo", language="en", sheet="crates")
    assert (found["undone"], found["mistakes"]) == (True, 0)


@pytest.mark.parametrize("origin", ["", "http://example.org", "http://127.0.0.1:1", "null"])
async def test_another_page_cannot_change_anything(address: str, origin: str) -> None:
    status, _ = await ask(address, origin, do="remove", sheet="crates", row=0)
    assert status == 403


async def test_another_name_is_refused_and_files_are_its_own(address: str) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(address, headers={"Host": "example.org"}) as got:
            assert got.status == 403
        for path in ("/page/..%2Fpage_server.py", "/page/none.js", "/page/page_server.py"):
            async with session.get(address + path) as got:
                assert got.status == 404
        async with session.get(address) as got:
            assert "default-src 'none'" in got.headers["Content-Security-Policy"]
        async with session.get(f"{address}/picture/crates/0?language=de") as got:
            assert (got.status, got.content_type) == (200, "image/png")
        for path in ("/picture/places/0", "/picture/crates/999", "/picture/no/x"):
            async with session.get(address + path) as got:
                assert got.status == 204


async def test_nonsense_changes_nothing(address: str, copy: Path) -> None:
    before = {file.name: file.read_bytes() for file in copy.iterdir()}
    for what in ({}, {"do": "set"}, {"do": "like", "sheet": "crates", "row": 0, "other": 99}, {"do": 3, "row": "x"}):
        status, _ = await ask(address, **what)
        assert status in (200, 400, 409)
    assert {file.name: file.read_bytes() for file in copy.iterdir()} == before
