"""What all tests share."""

import os
from collections.abc import Iterator

import pytest

from bot.text import be_strict

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""The bot is started a hundred times: it need not be compiled each time."""


@pytest.fixture(autouse=True, scope="session")
def strict_texts() -> Iterator[None]:
    """A text that is missing in one language is a failure here, not English."""
    be_strict()
    yield
    be_strict(False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if "not browser" in (config.option.markexpr or ""):
        terminalreporter.write_line("The tests of the page in a browser were left out here: make browser runs them.")
