"""``python -m bot games`` and ``backup``: what they print, and with which status they end."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.exits import Exit
from bot.players import RandomPlayer
from tests.table.test_care import break_snapshot
from tests.table.test_play import playing
from tests.table.world import ALEX, KIM, world

DATABASE = "revive.sqlite3"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a running game and a lobby in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    asyncio.run(fill(tmp_path / DATABASE))
    return tmp_path


async def fill(path: Path) -> None:
    async with world(path) as w:
        game = await playing(w, KIM, ALEX)
        await w.play_on(game, RandomPlayer(3), 60)
        await w.game(KIM, ALEX, channel=2)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def test_list_and_show(folder: Path) -> None:
    listed = run("games", "list")
    assert listed.exit_code == Exit.STOPPED
    assert "running" in listed.output
    shown = run("games", "show", "1")
    assert shown.output.startswith("game 1: running, version")
    assert "Kim" in shown.output
    assert "running" not in run("games", "list", "--stage", "lobby").output


def test_a_game_that_is_not_there(folder: Path) -> None:
    for command in ("show", "check", "rollback", "release", "export"):
        refused = run("games", command, "77")
        assert refused.exit_code == Exit.FAILED
        assert "77" in refused.output
        assert len(refused.output.strip().splitlines()) == 1


def test_check_finds_nothing_where_all_is_well(folder: Path) -> None:
    checked = run("games", "check")
    assert checked.output == "2 games looked at, 0 problems\n"
    assert checked.exit_code == Exit.STOPPED


def test_check_rollback_and_release(folder: Path) -> None:
    good = break_snapshot(folder / DATABASE, 1)
    checked = run("games", "check", "1")
    assert checked.exit_code == Exit.FAILED
    assert "game 1:" in checked.output
    assert "set aside" in run("games", "show", "1").output
    assert run("games", "release", "1").exit_code == Exit.FAILED
    break_snapshot(folder / DATABASE, 1, good)
    assert run("games", "release", "1").output == "game 1 is in again\n"
    assert run("games", "release", "1").exit_code == Exit.FAILED
    assert "start of turn" in run("games", "rollback", "1").output
    assert run("games", "check").exit_code == Exit.STOPPED


def test_export(folder: Path) -> None:
    assert "revive-1.json" in run("games", "export", "1").output
    assert json.loads((folder / "revive-1.json").read_text("utf-8"))["full"] is True
    assert run("games", "export", "1", str(folder / "mine.json")).exit_code == Exit.STOPPED
    assert (folder / "mine.json").read_bytes() == (folder / "revive-1.json").read_bytes()
    unwritable = run("games", "export", "1", str(folder / "no" / "such" / "folder.json"))
    assert unwritable.exit_code == Exit.FAILED
    assert "cannot be written" in unwritable.output


def test_backup(folder: Path) -> None:
    made = run("backup")
    assert made.exit_code == Exit.STOPPED
    (copy,) = (folder / "backups").iterdir()
    with sqlite3.connect(copy) as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (2,)


def test_a_database_that_cannot_be_read(folder: Path) -> None:
    (folder / DATABASE).write_bytes(b"no database at all" * 100)
    for words in (("games", "list"), ("backup",)):
        assert run(*words).exit_code == Exit.DATABASE


@pytest.mark.parametrize(
    "words", [("show", "99999999999999999999"), ("list", "--limit", "99999999999999999999"), ("list", "--stage", "won")]
)
def test_what_cannot_be_meant_is_refused(folder: Path, words: tuple[str, ...]) -> None:
    refused = run("games", *words)
    assert refused.exit_code == Exit.WRONG_SETTING
    assert "Traceback" not in refused.output


def test_a_reason_with_brackets_is_listed_as_it_is(folder: Path) -> None:
    with sqlite3.connect(folder / DATABASE) as raw:
        raw.execute("UPDATE games SET aside = '[/x] no' WHERE id = 1")
    raw.close()
    listed = run("games", "list")
    assert listed.exit_code == Exit.STOPPED
    assert "[/x]" in listed.output
