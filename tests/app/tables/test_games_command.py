"""``python -m bot games`` and ``backup``: what they print, and with which status they end."""

import asyncio
import copy
import hashlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.exits import Exit
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, KIM, world
from tests.app.tables.test_administration import break_snapshot
from tests.app.tables.test_play import playing

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


# ---- files -------------------------------------------------------------------------------------------------------


def full(folder: Path) -> dict[str, Any]:
    """The export of game 1, with everything hidden."""
    assert run("games", "export", "1", str(folder / "one.json")).exit_code == Exit.STOPPED
    return cast("dict[str, Any]", json.loads((folder / "one.json").read_text(encoding="utf-8")))


def verify(folder: Path, plain: object, *words: str) -> Result:
    (folder / "tried.json").write_text(json.dumps(plain), encoding="utf-8")
    return run("games", "verify", str(folder / "tried.json"), *words)


def test_an_export_is_the_game_that_was_shown(folder: Path) -> None:
    plain = full(folder)
    shown = hashlib.sha256(f"{plain['setup']['seed']}:{plain['salt']}".encode()).hexdigest()
    assert plain["shown"] == shown, "as the channel had it"
    found = verify(folder, plain, "--shown", shown)
    assert found.exit_code == Exit.STOPPED, found.output
    assert "It is the game that was shown." in found.output
    assert shown in verify(folder, plain).output


def test_a_changed_export_is_not_the_game_that_was_shown(folder: Path) -> None:
    plain = full(folder)
    changes: list[Callable[[dict[str, Any]], object]] = [
        lambda game: game["setup"].update(seed=game["setup"]["seed"] ^ 1),
        lambda game: game.update(salt="00" * 16),
        lambda game: game["records"].pop(),
        lambda game: game["records"].pop(7),
        lambda game: next(each for each in reversed(game["records"]) if each.get("events"))["events"].pop(),
        lambda game: game["records"][20]["events"].append({"key": "gained", "seat": 0, "values": {"gear": 1}}),
    ]
    for number, change in enumerate(changes):
        forged = copy.deepcopy(plain)
        change(forged)
        found = verify(folder, forged, "--shown", plain["shown"])
        cut_short = number == 2
        assert (found.exit_code == Exit.STOPPED) == cut_short, "what was left out at the end changes nothing before"
        assert ("WRONG" in found.output) != cut_short
    assert verify(folder, plain, "--shown", "ab" * 32).exit_code == Exit.FAILED
    shapes: tuple[object, ...] = (
        {},
        [],
        {"kind": "chess"},
        plain | {"full": False},
        plain | {"pack": {"id": "\x1b[2J", "version": "", "hash": ""}},
    )
    for strange in shapes:
        found = verify(folder, strange)
        assert found.exit_code == Exit.FAILED
        assert "\x1b" not in found.output
        assert len(found.output.strip().splitlines()) == 1


def test_the_host_moves_a_game_as_it_is(folder: Path) -> None:
    plain = full(folder)
    moved = run("games", "import", str(folder / "one.json"), "--channel", "55", "--guild", "66")
    assert moved.exit_code == Exit.STOPPED, moved.output
    assert "channel 55" in moved.output
    assert run("games", "export", "3", str(folder / "three.json")).exit_code == Exit.STOPPED
    again = json.loads((folder / "three.json").read_text(encoding="utf-8"))
    assert {name: again[name] for name in ("setup", "salt", "shown", "seats", "practice", "stage")} == {
        name: plain[name] for name in ("setup", "salt", "shown", "seats", "practice", "stage")
    }
    assert again["records"][: len(plain["records"])] == plain["records"]
    assert run("games", "check").exit_code == Exit.STOPPED
    twice = run("games", "import", str(folder / "one.json"), "--channel", "55", "--guild", "66")
    assert (twice.exit_code, len(twice.output.strip().splitlines())) == (Exit.FAILED, 1)


@pytest.mark.parametrize("words", [("verify",), ("import", "--channel", "5", "--guild", "1")])
def test_a_file_without_an_end_is_not_read_for_ever(folder: Path, words: tuple[str, ...]) -> None:
    refused = run("games", words[0], "/dev/zero", *words[1:])
    assert refused.exit_code == Exit.FAILED
    assert "8 MB" in refused.output
    assert len(refused.output.strip().splitlines()) == 1
