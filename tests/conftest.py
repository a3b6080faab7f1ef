"""What all tests share."""

import gc
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import hypothesis
import pytest
from aiohttp import web_app

from bot.store import Store
from bot.text import be_strict
from tests.new_database import prepared

pytest_plugins = ["tests.postgresql_server"]

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""The bot is started a hundred times: it need not be compiled each time."""

MEMORY = Path("/dev/shm")
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4 << 30:
    tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY / f"revive-tests-{os.getuid()}")
    Path(tempfile.tempdir).mkdir(exist_ok=True)
"""The tests make some thousand small databases, in memory where there is room: disks are slow at that."""

gc.disable()
"""While tests are collected nothing becomes garbage; looking for it took a third of the time."""

SEED = os.environ.get("TEST_SEED", "")
"""Tests meet the same shuffles and examples each time. Another seed gives others: for looking for what they miss."""

hypothesis.settings.register_profile(
    "same", derandomize=not SEED, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)  # how long an example takes says how busy the machine is
hypothesis.settings.load_profile("same")


@pytest.fixture(autouse=True)
def fixed_shuffles(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeds of new games are drawn from the test's name."""
    monkeypatch.setattr(secrets, "randbits", Random(f"{request.node.nodeid} {SEED}").getrandbits)


@pytest.fixture(autouse=True)
def new_databases(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new database is a copy of a migrated one, but where the store itself is tested."""
    if "store" not in request.path.parts:
        monkeypatch.setattr(Store, "open", prepared(Store.open))


@pytest.fixture(autouse=True, scope="module")
def forgotten_servers() -> Iterator[None]:
    """aiohttp remembers the handlers of its last 1,024 routes, and with them each loopback server and its pictures."""
    yield
    web_app._cached_build_middleware.cache_clear()


@pytest.fixture(autouse=True, scope="session")
def strict_texts() -> Iterator[None]:
    """A text that is missing in one language is a failure here, not English."""
    be_strict()
    yield
    be_strict(False)


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: no search for garbage need look through it again. Most tests
    leave little, so that a search after every 700 new objects took a twentieth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 5)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if "not browser" in (config.option.markexpr or ""):
        terminalreporter.write_line("The tests of the page in a browser were left out here: make browser runs them.")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that wait for bots and pages begin first: begun last, they would keep one process waiting at the end."""
    items.sort(key=lambda item: "end_to_end" not in item.path.parts)
