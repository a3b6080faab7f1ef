"""What all tests share."""

from collections.abc import Iterator

import pytest

from bot.text import be_strict


@pytest.fixture(autouse=True, scope="session")
def strict_texts() -> Iterator[None]:
    """A text that is missing in one language is a failure here, not English."""
    be_strict()
    yield
    be_strict(False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if "not browser" in (config.option.markexpr or ""):
        terminalreporter.write_line("The tests of the page in a browser were left out here: make browser runs them.")
