"""A host writes results to a file from the command line."""

import asyncio
import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.app.score_pad import Closing, Options, Player, ScorePad, Sheet
from bot.store import Store
from tests.app.results.sample_results import OTHER_PLACE, PLACE, keep

PAD = ScorePad(
    1, "en", (Player("Kim"), Player("Alex")), (Sheet(whole=50), Sheet(whole=40)), Options(), Closing(1, "Kim")
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("DATABASE_URL", "DATA_DIR", "DISCORD_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def fill(here: Path, place: int) -> None:
    async def add() -> None:
        async with await Store.open(f"sqlite+aiosqlite:///{here / 'var' / 'revive.sqlite3'}") as store:
            await keep(store, [PAD], place)

    asyncio.run(add())


def test_the_results_of_a_place_are_written_once(here: Path) -> None:
    run = CliRunner()
    assert run.invoke(app, ["results", "export", "out.csv"]).exit_code != 0
    fill(here, PLACE)
    assert run.invoke(app, ["results", "export", "out.csv"]).exit_code == 0
    with (here / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [(row["player"], row["total"]) for row in csv.DictReader(file)] == [("Kim", "50"), ("Alex", "40")]
    again = run.invoke(app, ["results", "export", "out.csv"])
    assert (again.exit_code != 0, "out.csv" in again.output) == (True, True)


def test_of_several_places_one_is_named(here: Path) -> None:
    run = CliRunner()
    fill(here, PLACE)
    fill(here, OTHER_PLACE)
    unclear = run.invoke(app, ["results", "export", "out.json"])
    assert (unclear.exit_code != 0, f"{PLACE}, {OTHER_PLACE}" in unclear.output) == (True, True)
    assert not (here / "out.json").exists()
    assert run.invoke(app, ["results", "export", "out.json", "--place", str(PLACE)]).exit_code == 0
    assert (here / "out.json").read_bytes().startswith(b"[")
    assert run.invoke(app, ["results", "export", "out.txt"]).exit_code != 0
