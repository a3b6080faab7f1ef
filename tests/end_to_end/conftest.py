"""The real bot as a child process against the loopback Discord. Only its shuffles are fixed.

Fixtures, all shared by the tests of one module:

``script``  a :class:`~tests.end_to_end.script.Script`: people, what they do, faults, and judging. The servers, channels
            and people are those of the practice channel's start (``bot.practice.seed_data``).
``bot``     the running :class:`~tests.end_to_end.process.BotProcess` (``python -m bot run`` with one deal
            for all games, :mod:`tests.end_to_end.seeded_bot`), commands registered, with an empty database in a
            temporary folder. ``await bot.restart()`` is kill -9 and start.
``people``  one person for each language: ``people["de"]``, ``people["fr"]``, ``people["en"]`` (no special rights);
            ``people["de-mod"]`` and ``people["fr-mod"]`` may manage their server.
``places``  ``places["de"]`` and ``places["fr"]`` are channels of the German and the French server, ``places["thread"]``
            a thread in the French one. ``script.directory.dm(person)`` are direct messages with the bot.

A test reads like this (all tests here run in one event loop per module; no marker is needed)::

    async def test_about(script, bot, people, places):
        answer = await script.slash(people["fr"], places["de"], "about")
        assert answer.ephemeral and "Revive" in answer.text
        answer = await script.click(answer, "Regeln")
        script.assert_clean()

Further: ``script.faults`` (errors, delays and cut lines, :mod:`tests.end_to_end.faults`), ``script.deliver_twice()``,
``script.expire(answer)`` (its token), ``script.grow_old(message)`` and ``script.state.config.old_edits`` (error 30046),
``script.state.journal.pings`` (messages that have notified somebody), ``script.directory`` (people and places).

Every module ends with ``script.assert_clean()``, whether its tests ask for it or not. Discord's OpenAPI document, where
DISCORD_OPENAPI names it, is applied to every request; else one skipped test says that this was left out.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.practice import seed_data
from bot.practice.discord_state import Config
from bot.practice.server import LoopbackServer
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import PATIENCE, Script

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.practice.model import Channel, User

HERE = Path(__file__).parent


def openapi() -> Path | None:
    """Discord's OpenAPI document, if there is one."""
    named = os.environ.get("DISCORD_OPENAPI")
    return Path(named) if named else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for each module, so that its tests can share a bot."""
    for item in items:
        if HERE in item.path.parents and item.get_closest_marker("asyncio"):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def script() -> AsyncIterator[Script]:
    """A loopback Discord with the practice channel's servers and people."""
    made = LoopbackServer(Config(app_id=seed_data.APP_ID, openapi=openapi(), response_deadline=PATIENCE))
    seed_data.build(made.state.directory)
    async with made:
        script = Script(made)
        yield script
        for bot in script.bots:
            await bot.stop()
    script.assert_clean()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(script: Script, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> BotProcess:
    """The real bot, running; all that it deals or shuffles comes from one seed. A module whose ``FRESH`` is true gets
    one that was started as users do it."""
    fresh, data = getattr(request.module, "FRESH", False), tmp_path_factory.mktemp("data")
    return await BotProcess(script, "tests.end_to_end.seeded_bot", "run", data_dir=data, fresh=fresh).start()


@pytest.fixture(scope="module")
def people(script: Script) -> dict[str, User]:
    """A person for each language, and a moderator for each server."""
    keys = {
        "en": seed_data.ALEX,
        "de": seed_data.KIM,
        "fr": seed_data.CAMILLE,
        "de-mod": seed_data.TONI,
        "fr-mod": seed_data.DOMINIQUE,
    }
    return {name: script.directory.users[key] for name, key in keys.items()}


@pytest.fixture(scope="module")
def places(script: Script) -> dict[str, Channel]:
    """A channel of each server, and a thread."""
    keys = {"de": seed_data.SPIELTISCH, "fr": seed_data.TABLE_DE_JEU, "thread": seed_data.THREAD}
    return {name: script.directory.channels[key] for name, key in keys.items()}
