"""What all tests share."""

import os
import secrets
from collections.abc import Iterator
from random import Random

import hypothesis
import pytest

from bot.text import be_strict

pytest_plugins = ["tests.postgresql_server"]

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""The bot is started a hundred times: it need not be compiled each time."""

SEED = os.environ.get("TEST_SEED", "")
"""Tests meet the same shuffles and examples each time. Another seed gives others: for looking for what they miss."""

hypothesis.settings.register_profile("same", derandomize=not SEED)
hypothesis.settings.load_profile("same")


@pytest.fixture(autouse=True)
def fixed_shuffles(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeds of new games are drawn from the test's name."""
    monkeypatch.setattr(secrets, "randbits", Random(f"{request.node.nodeid} {SEED}").getrandbits)


@pytest.fixture(autouse=True, scope="session")
def strict_texts() -> Iterator[None]:
    """A text that is missing in one language is a failure here, not English."""
    be_strict()
    yield
    be_strict(False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if "not browser" in (config.option.markexpr or ""):
        terminalreporter.write_line("The tests of the page in a browser were left out here: make browser runs them.")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that wait for bots and pages begin first: begun last, they would keep one process waiting at the end."""
    items.sort(key=lambda item: "end_to_end" not in item.path.parts)
