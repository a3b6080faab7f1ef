"""``python -m bot ask --misses`` and ``--votes``: what whoever keeps the reference reads."""

from pathlib import Path

import pytest

from bot.cli import ask_command
from bot.settings import read_settings
from bot.store import Store


@pytest.fixture
async def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/kept.sqlite3")
    async with await Store.open(read_settings().database) as store:
        await store.search_feedback.record_miss("what does the wheel of fate cost", "en")
        await store.search_feedback.record_vote("build.cost", helpful=True, language="en")
        await store.search_feedback.record_vote("hibernate.steps", helpful=False, language="de")


@pytest.mark.usefixtures("kept")
async def test_a_miss_is_listed_with_the_nearest_entries(capsys: pytest.CaptureFixture[str]) -> None:
    await ask_command._print_misses(lexical=True)
    [line] = capsys.readouterr().out.splitlines()
    asked, nearest = line.split("  → ")
    assert asked.endswith("en  what does the wheel of fate cost")
    assert all("." in name for name in nearest.split(", "))


@pytest.mark.usefixtures("kept")
async def test_votes_are_counted_the_least_helpful_first(capsys: pytest.CaptureFixture[str]) -> None:
    await ask_command._print_votes()
    assert capsys.readouterr().out.splitlines() == ["+0 −1  hibernate.steps", "+1 −0  build.cost"]
