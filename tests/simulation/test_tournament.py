"""Policies against each other: who sits where, and what the tables say."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli import simulate_command as command
from bot.engine.state import Options
from bot.players.policies import POLICIES
from bot.simulation.simulated_games import Played
from bot.simulation.tournament import interval, seatings, standings


def test_a_list_is_turned_round_the_seats() -> None:
    assert seatings(["a"], 3) == [("a", "a", "a")]
    assert seatings(["a", "b"], 2) == [("a", "b"), ("b", "a")]
    assert seatings(["a", "a", "b"], 3) == [("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a")]
    assert seatings(["a", "b"], 4) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


@pytest.mark.parametrize(("policies", "seats"), [([], 2), (["a", "b", "c"], 2)])
def test_a_list_that_does_not_fit(policies: list[str], seats: int) -> None:
    with pytest.raises(ValueError, match="policies for"):
        seatings(policies, seats)


def test_wilson_intervals() -> None:
    """Wilson's interval of 8 of 10 is 49.0 % to 94.3 %; certain results do not make certain intervals."""
    assert interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    low, high = interval(20, 20)
    assert high == pytest.approx(1)
    assert 0.83 < low < 0.85
    assert interval(0, 0) == (0.0, 1.0)


def result(policies: list[str], totals: list[int], ranks: list[int]) -> Played:
    seats = len(policies)
    return Played(
        seed=1, seats=seats, options=Options(), policies=policies, totals=totals, ranks=ranks,
        seat_turns=[10] * seats, thinking=[0.1] * seats, slowest=[0.02] * seats,
    )  # fmt: skip


def test_standings_count_games_shared_wins_and_fair_shares() -> None:
    games = [
        result(["a", "b"], [50, 40], [1, 2]),
        result(["b", "a"], [50, 50], [1, 1]),
        result(["a", "a", "b"], [10, 20, 60], [3, 2, 1]),
    ]
    first, second = standings(games)
    assert (first.policy, first.games, first.wins) == ("a", 3, 1.5)
    assert (second.policy, second.games, second.wins) == ("b", 3, 1.5)
    assert first.fair == pytest.approx(0.5 + 0.5 + 2 / 3)
    assert first.points == pytest.approx((50 + 50 + 10 + 20) / 4)
    assert first.turn == pytest.approx(0.01)
    assert first.slowest == 0.02


def run(*arguments: str, columns: int = 160) -> tuple[int, str]:
    outcome = CliRunner().invoke(app, ["simulate", *arguments], env={"COLUMNS": str(columns)})
    return outcome.exit_code, outcome.output


LINES = [{"track": 3, "large_locations": 0}]


def many(games: int) -> list[Played]:
    """Games whose figures are as wide as they get."""
    names = list(POLICIES)
    behind, seats = len(names) - 3, len(names)
    found = [result(names, [108, 107, 106, *[95] * behind], [1, 1, 1, *[4] * behind]) for _ in range(games)]
    wide = {"thinking": [1234.5] * seats, "slowest": [98.765] * seats, "lines": LINES}
    return [msgspec.structs.replace(each, **wide) for each in found]


@pytest.mark.parametrize("columns", [20, 80])
def test_names_and_numbers_are_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    """On 80 columns, and in a pipe whatever COLUMNS says."""
    monkeypatch.setenv("COLUMNS", str(columns))
    command.print_standings(many(10_000))
    command.print_summary(many(30))
    said = capsys.readouterr().out
    assert "…" not in said
    assert all(len(line) <= 80 for line in said.splitlines())
    for name in POLICIES:
        assert said.count(f" {name} ") == 2
    assert "3333.33" in said
    assert "123,450.0" in said
    assert "large locations" in said


@pytest.mark.parametrize(("games", "given"), [(1, False), (19, False), (20, True)])
def test_percentiles_need_values(games: int, given: bool) -> None:
    values = [float(value) for value in range(games)]
    middle, low, half, high = command.spread(values)
    assert float(middle) == pytest.approx(sum(values) / games)
    assert (low != "–", high != "–") == (given, given)
    assert (half != "–") == (games > 1)
    if given:
        assert values[0] <= float(low) <= float(half) <= float(high) <= values[-1]


def test_no_values_at_all() -> None:
    assert command.spread([]) == ["–", "–", "–", "–"]


def test_what_is_broken_is_told_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Square brackets are no markup."""
    command.print_summary([msgspec.structs.replace(many(1)[0], broken=["step 3: [/red] cost[0]"])])
    assert "step 3: [/red] cost[0]" in capsys.readouterr().out


def test_simulate_writes_what_was_used(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    status, output = run("--policy", "planner:easy,random", "--games", "3", "--players", "2", "--json", str(file))
    assert status == 0
    assert "planner:easy" in output
    games = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [game["seed"] for game in games] == [1, 1, 2]
    assert [game["policies"] for game in games[:2]] == [["planner:easy", "random"], ["random", "planner:easy"]]
    assert all(len(game[key]) == 2 for game in games for key in ("totals", "ranks", "tribes", "lines", "used"))


def test_games_in_other_processes_are_not_broken() -> None:
    status, output = run("--games", "2", "--players", "2", "--jobs", "2", "--every", "7")
    assert status == 0, output


def test_simulate_sits_tribes_down(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    wanted = ("--policy", "planner:easy", "--tribes", "root,ember", "--games", "1", "--players", "2")
    assert run(*wanted, "--json", str(file))[0] == 0
    assert json.loads(file.read_text("utf-8"))["tribes"] == ["root", "ember"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--policy", "planner:clever"), "planner:clever"),
        (("--policy", ""), "expected one of"),
        (("--policy", "random,random,random", "--players", "2"), "3 policies for 2 seats"),
        (("--tribes", "root", "--players", "2"), "expected 2 of"),
        (("--seed", str(10**30)), "--seed"),
        (("--jobs", "65"), "--jobs"),
    ],
)
def test_simulate_refuses_what_it_cannot_play(arguments: tuple[str, ...], told: str) -> None:
    status, output = run(*arguments, "--games", "1")
    assert status == 2
    assert told in output


@pytest.mark.parametrize("option", ["--log", "--json"])
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, option: str) -> None:
    status, output = run("--games", "1", option, str(tmp_path))
    assert status == 1
    assert f"{tmp_path}: Is a directory; name another file" in output
    assert "Traceback" not in output


def test_simulate_writes_a_planner_s_game_as_a_log(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    assert run("--policy", "planner:easy", "--games", "1", "--players", "2", "--log", str(log))[0] == 0
    text = log.read_text("utf-8")
    assert text.startswith("setup ")
    assert "score seat 0" in text
