"""The practice channel forgets its messages with the process; after a restart each place says what is still open in it,
with a button for each. As a tab sees it, over the page's websocket."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import aiohttp

from bot.practice import seed_data
from tests.end_to_end.script import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from bot.practice.errors import Json

RUN = ("-m", "tests.browser.patient", "bot", "run", "--port", "0")
Seen = dict[str, str]


class Tab:
    """One person at the page."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self.line, self.number = line, 0

    async def ask(self, what: str, **more: Any) -> Any:
        """One question of the page; its answer."""
        self.number += 1
        await self.line.send_json({"n": self.number, "do": what, **more})
        while True:
            told = await asyncio.wait_for(self.line.receive_json(), PATIENCE)
            if told.get("re") == self.number:
                assert "error" not in told, told
                return told["result"]

    async def seen(self, channel: int) -> list[Json]:
        """The messages of a channel."""
        found: list[Json] = (await self.ask("open", channel=str(channel)))["messages"]
        return found

    async def until(self, channel: int, condition: Callable[[list[Json]], Any]) -> Any:
        """What a condition on a channel's messages gives once it gives something."""
        async with asyncio.timeout(PATIENCE):
            while not (found := condition(await self.seen(channel))):
                await self._pause()
        return found

    async def slash(self, channel: int, path: str, **options: Any) -> None:
        """Run a command as soon as the bot has registered it."""
        async with asyncio.timeout(PATIENCE):
            while path.split()[0] not in await self._commands(channel):
                await self._pause()
        await self.ask("slash", channel=str(channel), path=path, options=options)

    async def _commands(self, channel: int) -> set[str]:
        return {command["name"] for command in (await self.ask("open", channel=str(channel)))["commands"]}

    @staticmethod
    async def _pause() -> None:
        await asyncio.sleep(0.1)

    async def press(self, channel: int, custom_id: str) -> None:
        """Press the last control whose custom id begins so, as soon as it is there."""
        message, found = await self.until(channel, lambda seen: control(seen, custom_id))
        await self.ask("click", message=message, id=found)


def controls(part: Any) -> dict[str, str]:
    """The custom ids in a message, with their labels."""
    if isinstance(part, list):
        return {key: label for each in part for key, label in controls(each).items()}
    if not isinstance(part, dict):
        return {}
    own = {part["custom_id"]: part.get("label") or ""} if "custom_id" in part else {}
    return own | controls([value for value in part.values() if isinstance(value, dict | list)])


def control(seen: list[Json], custom_id: str) -> tuple[str, str] | None:
    found = [(m["id"], key) for m in seen for key in controls(m["components"]) if key.startswith(custom_id)]
    return found[-1] if found else None


def telling(seen: list[Json]) -> list[Json]:
    """The message that says what is open, once; a table's own may be there besides, if the kill came before it."""
    found = [m for m in seen if control([m], "open:")]
    assert len(found) <= 1
    return found


@asynccontextmanager
async def practice(folder: Path, person: int) -> AsyncIterator[Tab]:
    """``python -m bot run`` without a token, and a tab of a person; killed at the end, as -9 does."""
    env = {key: value for key, value in os.environ.items() if key != "DISCORD_TOKEN"}
    env.update(DATA_DIR=str(folder), PYTHONUNBUFFERED="1", STRICT_TEXTS="true")
    with (folder / "log.txt").open("wb") as log:
        process = await asyncio.create_subprocess_exec(sys.executable, *RUN, env=env, stdout=log, stderr=log)
    try:
        address = await _address(process, folder / "log.txt")
        async with aiohttp.ClientSession() as http, http.ws_connect(f"{address}/live", origin=address) as line:
            tab = Tab(line)
            await tab.ask("enter", person=str(person))
            yield tab
    finally:
        process.kill()
        await process.wait()
    assert "Traceback" not in (folder / "log.txt").read_text(encoding="utf-8")


async def _address(process: asyncio.subprocess.Process, log: Path) -> str:
    for _ in range(int(PATIENCE * 10)):
        if found := re.search(r"http://127\.0\.0\.1:\d+", log.read_text(encoding="utf-8")):
            return found[0]
        assert process.returncode is None, log.read_text(encoding="utf-8")
        await asyncio.sleep(0.1)
    raise TimeoutError("the practice channel did not come up")


def texts(seen: list[Json]) -> str:
    return json.dumps([m["components"] for m in seen], ensure_ascii=False)


async def test_what_is_open_after_a_restart(tmp_path: Path) -> None:
    """A lobby, a running game, a score pad and a desk, in two servers: each is named and comes back by its button."""
    async with practice(tmp_path, seed_data.KIM) as kim:
        await kim.slash(seed_data.SPIELTISCH, "tally new", names="Ann, Bob_1")
        await kim.until(seed_data.SPIELTISCH, lambda seen: control(seen, "tally:seat:"))
        await kim.slash(seed_data.SPIELTISCH, "mautoma new", field=4)
        await kim.press(seed_data.SPIELTISCH, "mautoma:turn:")
        await kim.until(seed_data.SPIELTISCH, lambda seen: control(seen, "mautoma:undo:"))
        await kim.slash(seed_data.SPIELTISCH, "game new", computers=1)
        await kim.press(seed_data.SPIELTISCH, "lobby:start:")
        await kim.until(seed_data.SPIELTISCH, lambda seen: control(seen, "table:turn:"))
        await kim.slash(seed_data.GAME_TABLE, "game new")
        await kim.until(seed_data.GAME_TABLE, lambda seen: control(seen, "lobby:start:"))
        await kim.slash(seed_data.TABLE_DE_JEU, "tally new", names="Léa")
        await kim.until(seed_data.TABLE_DE_JEU, lambda seen: control(seen, "tally:seat:"))
        await kim.press(seed_data.TABLE_DE_JEU, "tally:close:")
        await kim.until(seed_data.TABLE_DE_JEU, lambda seen: control(seen, "tally:close:2:sure"))
        await kim.press(seed_data.TABLE_DE_JEU, "tally:close:2:sure")
        await kim.until(seed_data.TABLE_DE_JEU, lambda seen: "Résultat" in texts(seen))

    async with practice(tmp_path, seed_data.KIM) as kim:
        seen = await kim.until(seed_data.SPIELTISCH, telling)
        offered = controls(seen[0]["components"])
        assert list(offered) == ["open:game:1", "open:tally:1", "open:desk:1"]
        assert offered["open:game:1"] == "Partie 1"
        said = texts(seen)
        for words in (
            "Partie 1, Zug 1: Kim",
            "Wertungsblock #1: Ann, Bob",
            "Mautoma-Platz #1, Runde 2",
            f"<@{seed_data.KIM}>",
        ):
            assert words in said, words
        assert not seen[0]["pings_me"]
        lobby = await kim.until(seed_data.GAME_TABLE, telling)
        assert "Game 2, not started yet: Kim" in texts(lobby)
        assert await kim.seen(seed_data.REGELFRAGEN) == []
        assert await kim.seen(seed_data.TABLE_DE_JEU) == [], "a result is not open"
        for channel, pressed, brought in (
            (seed_data.SPIELTISCH, "open:tally:1", "tally:seat:1:1"),
            (seed_data.SPIELTISCH, "open:desk:1", "mautoma:turn:1:1"),
            (seed_data.SPIELTISCH, "open:game:1", "table:turn:1"),
            (seed_data.GAME_TABLE, "open:game:2", "lobby:start:2"),
        ):
            await kim.press(channel, pressed)
            await kim.until(channel, partial(control, custom_id=brought))
        await kim.press(seed_data.SPIELTISCH, "mautoma:turn:1:1")
        await kim.until(seed_data.SPIELTISCH, lambda seen: control(seen, "mautoma:undo:1:2"))


async def test_nothing_is_said_where_nothing_is_open(tmp_path: Path) -> None:
    for _ in range(2):
        async with practice(tmp_path, seed_data.ALEX) as alex:
            await alex.slash(seed_data.GAME_TABLE, "help")
            await alex.until(seed_data.GAME_TABLE, lambda seen: seen)
            assert len(await alex.seen(seed_data.GAME_TABLE)) == 1
