"""The practice page in a headless Chromium of the system. ``make browser`` runs these tests; ``make test`` does not.

Fixtures: ``real`` and ``sample`` are addresses of practice channels, with the real bot and with the sample bot on it;
they wait a minute for answers, so that a busy machine breaks nothing; ``impatient`` waits eight seconds.
``Tab.settle()`` waits until the server sleeps and the page stands still: what a test reads after that is final.
``visit(address, language, size)`` opens a tab of its own and picks a person. Whatever a page writes to its console as
an error, and every request to another address, fails the test. Screenshots go to the folder that PRACTICE_SCREENSHOTS
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
from tests.end_to_end.process import is_awake

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
PATIENCE = 60.0  # seconds; what takes longer is broken, however busy the machine is
LOOKS = 4
STATE = """() => [
  !document.querySelector('.busy, .message.loading, .local.sending') && [...document.images].every(i => i.complete),
  [...document.querySelectorAll('[data-relative]')].reduce(
    (text, time) => text.replace(time.textContent, ''),
    document.querySelector('#app').innerText + document.querySelector('#dialogs').innerText,
  ),
]"""
"""Whether nothing is under way, and what the page says without its "5 seconds ago", which change by themselves."""
SIZES = {"desktop": (1280, 860), "phone": (390, 844)}
USUAL = {("de", "phone"), ("fr", "phone"), ("en", "desktop")}
"""Pairs of language and width that are run each time."""
PEOPLE = {"de": "Kim", "fr": "Camille", "en": "Alex"}
WORDS: dict[str, dict[str, str]] = json.loads(
    (Path(bot.practice.__file__).parent / "static" / "words.json").read_text(encoding="utf-8")
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here need a browser. Of those in each language and each width ``make browser`` runs each of both once,
    and ``make soak`` the other pairs."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
            if {"language", "size"} <= given.keys() and (given["language"], given["size"]) not in USUAL:
                item.add_marker(pytest.mark.soak)


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


class Address(str):
    """Where a practice channel is; ``pid``: of its process."""

    pid = 0


def serve(command: list[str], data_dir: Path) -> Iterator[Address]:
    """Run a module that serves a practice channel, until the generator is closed."""
    env = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"}
    env.update(DATA_DIR=str(data_dir), PYTHONUNBUFFERED="1", STRICT_TEXTS="true")
    log = (data_dir / "log.txt").open("w+", encoding="utf-8")
    process = subprocess.Popen([sys.executable, "-m", *command], env=env, stdout=log, stderr=subprocess.STDOUT)
    try:
        address = Address(_address(process, data_dir / "log.txt"))
        address.pid = process.pid
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE)
        log.close()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    for _ in range(int(PATIENCE * 10)):
        found = re.search(r"http://127\.0\.0\.1:\d+", log.read_text(encoding="utf-8"))
        if found:
            return found[0]
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"the practice channel did not come up:\n{log.read_text(encoding='utf-8')}")


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """``python -m bot run`` without a token."""
    yield from serve(["tests.browser.patient", "bot", "run", "--port", "0"], tmp_path_factory.mktemp("real"))


@pytest.fixture
def own_bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """The same of one test alone, where what it stores or its clock would disturb others."""
    yield from serve(["tests.browser.patient", "bot", "run", "--port", "0"], tmp_path_factory.mktemp("own"))


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """The sample bot, which uses every kind of component."""
    yield from serve(["tests.browser.patient", "tests.browser.sample", "0"], tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="session")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """The sample bot where answers have eight seconds."""
    yield from serve(["tests.browser.sample", "0", "8"], tmp_path_factory.mktemp("impatient"))


class Tab:
    """One tab with one person in it."""

    def __init__(self, page: Page, name: str, language: str, address: Address) -> None:
        self.page, self.name, self.language, self.address = page, name, language, address

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

    def settle(self, quiet: float = 0.3) -> None:
        """Wait until for so many seconds the server has slept and the page has shown the same, with all its pictures.

        :raises TimeoutError: it never came to rest.
        """
        end, calm, seen = time.monotonic() + PATIENCE, 0, ""
        while calm < LOOKS:
            if time.monotonic() > end:
                raise TimeoutError(f"no rest in {PATIENCE} s")
            self.page.wait_for_timeout(1000 * quiet / LOOKS)
            ready, shown = self.page.evaluate(STATE)
            calm = calm + 1 if ready and shown == seen and not is_awake(self.address.pid) else 0
            seen = shown

    def run(self, path: str, *typed: str) -> Locator:
        """Run a command, with what is typed into its required options, and wait for the bot's message."""
        self.settle()
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
        self.settle()
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
    """Opens tabs: ``visit(address, language, size="desktop", scheme="light", person="")``; without a person, the
    language's usual one."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_tab(
        address: Address, language: str, size: str = "desktop", scheme: str = "light", person: str = ""
    ) -> Tab:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on(
            "console", lambda m: complaints.append(f"{m.type}: {m.text}") if m.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda r: None if _ours(r.url, address) else complaints.append(f"request to {r.url}"))
        page.goto(address)
        page.get_by_role("button", name=person or PEOPLE[language]).click()
        page.locator("#box").wait_for()
        return Tab(page, f"{language}-{size}-{scheme}", language, address)

    yield open_tab
    for context in contexts:
        context.close()
    assert complaints == []


def _ours(url: str, address: str) -> bool:
    return url.startswith((address, address.replace("http", "ws"), "data:"))
