"""The practice page in a headless Chromium of the system. ``make browser`` runs these tests; ``make test`` does not.

Fixtures: ``real`` and ``sample`` are addresses of practice channels, with the real bot and with the sample bot on it.
``visit(address, person, size)`` opens a tab of its own and picks a person. Whatever a page writes to its console as an
error, and every request to another address, fails the test. Screenshots go to the folder that PRACTICE_SCREENSHOTS
names, if it names one: ``Tab.shot("name")``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import bot.practice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator, Page

HERE = Path(__file__).parent
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"desktop": (1280, 860), "phone": (390, 844)}
PEOPLE = {"de": "Kim", "fr": "Camille", "en": "Alex"}
WORDS: dict[str, dict[str, str]] = json.loads(
    (Path(bot.practice.__file__).parent / "page" / "words.json").read_text(encoding="utf-8")
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here need a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, headless."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield made
        made.close()


def _serve(command: list[str], data_dir: Path) -> Iterator[str]:
    env = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"}
    env.update(DATA_DIR=str(data_dir), PYTHONUNBUFFERED="1", STRICT_TEXTS="true")
    log = (data_dir / "log.txt").open("w+", encoding="utf-8")
    process = subprocess.Popen([sys.executable, "-m", *command], env=env, stdout=log, stderr=subprocess.STDOUT)
    try:
        yield _address(process, data_dir / "log.txt")
    finally:
        process.terminate()
        process.wait(15)
        log.close()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    for _ in range(400):
        found = re.search(r"http://127\.0\.0\.1:\d+", log.read_text(encoding="utf-8"))
        if found:
            return found[0]
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"the practice channel did not come up:\n{log.read_text(encoding='utf-8')}")


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """``python -m bot run`` without a token."""
    yield from _serve(["bot", "run", "--port", "0"], tmp_path_factory.mktemp("real"))


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The sample bot, which uses every kind of component."""
    yield from _serve(["tests.browser.sample", "0"], tmp_path_factory.mktemp("sample"))


class Tab:
    """One tab with one person in it."""

    def __init__(self, page: Page, name: str, language: str) -> None:
        self.page, self.name, self.language = page, name, language

    def word(self, key: str, **values: str) -> str:
        """One of the page's own words in this person's language."""
        return WORDS[self.language][key].format(**values)

    @property
    def box(self) -> Locator:
        """Where one writes."""
        return self.page.locator("#box")

    @property
    def messages(self) -> Locator:
        return self.page.locator(".message")

    @property
    def last(self) -> Locator:
        """The last message."""
        return self.messages.last

    def start_command(self, path: str) -> None:
        """Type a command's name and pick the first that is offered."""
        self.box.fill("")
        self.box.press_sequentially(f"/{path}")
        self.page.locator("#picker [role=option]").first.wait_for()
        self.box.press("Enter")
        self.page.locator("form.command").wait_for()

    def run(self, path: str, *typed: str) -> Locator:
        """Run a command, with what is typed into its required options, and wait for the bot's message."""
        before = self.messages.count()
        self.start_command(path)
        for n, text in enumerate(typed):
            self.page.locator("form.command input").nth(n).fill(text)
        self.page.locator("form.command button[type=submit]").click()
        return self.arrived(before)

    def arrived(self, before: int) -> Locator:
        """The message that has come after there were ``before``."""
        message = self.messages.nth(before)
        message.wait_for()
        self.page.wait_for_function("() => !document.querySelector('.message.loading')")
        return message

    def shot(self, what: str) -> None:
        """Save a screenshot, where the environment names a folder."""
        folder = os.environ.get("PRACTICE_SCREENSHOTS")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=str(Path(folder) / f"{self.name}-{what}.png"))

    def fits(self) -> bool:
        """Whether nothing sticks out at the side."""
        return bool(self.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Tab]]:
    """Opens tabs: ``visit(address, language, size="desktop", scheme="light")``."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_tab(address: str, language: str, size: str = "desktop", scheme: str = "light") -> Tab:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on(
            "console", lambda m: complaints.append(f"{m.type}: {m.text}") if m.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda r: None if _ours(r.url, address) else complaints.append(f"request to {r.url}"))
        page.goto(address)
        page.get_by_role("button", name=PEOPLE[language]).click()
        page.locator("#box").wait_for()
        return Tab(page, f"{language}-{size}-{scheme}", language)

    yield open_tab
    for context in contexts:
        context.close()
    assert complaints == []


def _ours(url: str, address: str) -> bool:
    return url.startswith((address, address.replace("http", "ws"), "data:"))
