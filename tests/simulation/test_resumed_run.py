"""A tournament that was stopped goes on where it was, and ends as if it had not been."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner, Result

from bot.__main__ import app

SETTINGS = ("--policy", "planner:easy,random", "--games", "4", "--players", "2", "--seed", "5", "--jobs", "1")


def run(file: Path, *more: str) -> Result:
    return CliRunner().invoke(app, ["simulate", *SETTINGS, "--json", str(file), *more])


def games(file: Path) -> list[tuple[int, list[str], list[int]]]:
    told = [json.loads(line) for line in file.read_text().splitlines()]
    return [(each["seed"], each["policies"], each["totals"]) for each in told]


def test_it_goes_on_after_a_break(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    assert run(whole).exit_code == 0
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 4
    broken.write_bytes(lines[2] + lines[0] + lines[1][:100])
    assert run(broken, "--resume").exit_code == 0
    assert sorted(games(broken)) == sorted(games(whole))
    again = run(broken, "--resume")
    assert again.exit_code == 0
    assert "planner:easy" in again.output
    assert len(games(broken)) == 4
    assert run(broken).exit_code == 0
    assert games(broken) == games(whole), "without --resume it begins anew"


def test_it_begins_where_there_is_no_file_yet(tmp_path: Path) -> None:
    assert run(tmp_path / "new.jsonl", "--resume").exit_code == 0
    assert len(games(tmp_path / "new.jsonl")) == 4


def test_games_of_other_settings_are_not_mixed_in(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert run(file).exit_code == 0
    kept = file.read_bytes()
    refused = run(file, "--resume", "--seed", "6")
    assert refused.exit_code == 2
    assert "other settings" in refused.output
    assert file.read_bytes() == kept


def test_it_needs_the_file(tmp_path: Path) -> None:
    refused = CliRunner().invoke(app, ["simulate", *SETTINGS, "--resume"])
    assert refused.exit_code == 2
    assert "--json" in refused.output
