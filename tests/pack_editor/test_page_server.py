"""The page answers this machine alone, and changes come from the page itself."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.pack_editor.page_server import PackPage
from bot.pack_editor.phone_access import PhoneAccess, qr_code
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


NETWORK = "127.0.0.2"
"""Stands for an address in the network: it is another one than the page's own, and there on every Linux machine."""


@pytest.fixture
async def opened(copy: Path) -> AsyncIterator[tuple[PackPage, PhoneAccess, list[str]]]:
    """A page that phones may open, with the links that are told each time one has."""
    phones, told = PhoneAccess(NETWORK), list[str]()
    page = PackPage(copy, phones)
    page.phone_opened = lambda: told.append(phones.link(page.port))
    try:
        await page.start(0)
    except OSError:
        pytest.skip(f"this machine does not answer to {NETWORK}")
    yield page, phones, told
    await page.stop()


async def test_a_phone_comes_in_by_a_link_that_works_once(opened: tuple[PackPage, PhoneAccess, list[str]]) -> None:
    page, phones, told = opened
    link, base = phones.link(page.port), f"http://{NETWORK}:{page.port}"
    async with phone() as first, phone() as second:
        async with first.get(base) as got:
            assert got.status == 403
        async with first.get(link) as got:
            assert (got.status, str(got.url)) == (200, f"{base}/")
        async with first.post(f"{base}/ask", json={"do": "open"}, headers={"Origin": base}) as got:
            assert got.status == 200
        async with second.get(link) as got:
            assert (got.status, "used already" in await got.text()) == (403, True)
        async with second.get(told[0]) as got:
            assert got.status == 200
    assert len(told) == 2


async def test_over_the_network_nobody_passes_as_this_machine(
    opened: tuple[PackPage, PhoneAccess, list[str]],
) -> None:
    page, phones, _ = opened
    base, here = f"http://{NETWORK}:{page.port}", f"127.0.0.1:{page.port}"
    async with phone() as known, phone() as stranger:
        async with known.get(phones.link(page.port)):
            pass
        for session, headers in (
            (stranger, {"Host": here}),
            (known, {"Host": here}),
            (known, {"Host": "example.org"}),
        ):
            async with session.get(base, headers=headers) as got:
                assert got.status == 403
        for session, origin in ((stranger, base), (known, f"http://{here}"), (known, "http://example.org")):
            async with session.post(f"{base}/ask", json={"do": "undo"}, headers={"Origin": origin}) as got:
                assert got.status == 403
        async with stranger.get(f"http://{here}") as got:
            assert got.status == 200


def phone() -> aiohttp.ClientSession:
    """A browser that keeps cookies of addresses, too."""
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))


def test_a_link_fits_a_terminal_as_a_qr_code() -> None:
    drawn = qr_code(PhoneAccess("192.168.178.100").link(65535)).splitlines()
    assert max(map(len, drawn)) <= 60
    assert len(drawn) <= 30
