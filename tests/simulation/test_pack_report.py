"""The report about a pack: known suspicions of made-up games, and the page of real ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from lxml import html
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.engine.components import Pack
from bot.engine.packs import field, field_with_expansion
from bot.engine.state import Options
from bot.engine.translated import Words
from bot.simulation import suspicions
from bot.simulation.balance_figures import habits, ways_to_win
from bot.simulation.component_usage import Used, idle_hibernations
from bot.simulation.offered_and_taken import Use, uses
from bot.simulation.pack_report import SECTIONS, pack_report
from bot.simulation.recorded_games import seats_of
from bot.simulation.simulated_games import Played, play, setup_for
from tests.packs.conftest import FIELD

EVIL = "<script>alert('x')</script>&\x00\x1b\"'"


def game(number: int = 1, ranks: tuple[int, ...] = (1, 2), **changed: Any) -> Played:
    used = Used(
        artifact_card="a_far_roads",
        started=["c_archivist", "c_ice_breaker"],
        cards=["c_map_reader"],
        played={"c_archivist": 2, "c_map_reader": 1},
        machines_used={"m_reading_lamp": 6},
        events={"hibernated": 4},
        idle=1,
    )
    made = Played(
        seed=number,
        seats=len(ranks),
        options=Options(),
        policies=["random"] * len(ranks),
        steps=300,
        ended=True,
        totals=[100 - 10 * rank for rank in ranks],
        ranks=list(ranks),
        tribes=["tide", "root", "ember", "cache"][: len(ranks)],
        lines=[{"track": 30 - 10 * rank, "artifact_card": 5 + rank} for rank in ranks],
        seat_turns=[15] * len(ranks),
        used=[used] * len(ranks),
        shown=["c_map_reader", "c_star_counter", "m_reading_lamp"],
    )
    return msgspec.structs.replace(made, **changed)


def sections(page: bytes) -> dict[str, str]:
    """The text of each section of the page, by its heading."""
    found: dict[str, str] = {}
    heading = ""
    for each in html.document_fromstring(page).body:
        if each.tag == "h2":
            heading = each.text_content()
        found[heading] = found.get(heading, "") + " " + each.text_content()
    return found


# ---- figures -----------------------------------------------------------------------------------------------------


def test_habits_count_cards_held_and_hibernations_without_a_card() -> None:
    found = habits(list(seats_of([game()])))
    assert (found.held, found.played, found.plays, found.machine_uses) == (6, 4, 6, 12)
    assert (found.hibernations, found.idle) == (8, 2)
    assert found.played_share == pytest.approx(2 / 3)
    assert (found.machines_a_play, found.idle_share) == (2, 0.25)


def test_games_that_did_not_count_them_say_nothing_about_idle_hibernations() -> None:
    old = msgspec.structs.replace(game().used[0], idle=None)
    found = habits(list(seats_of([game(), game(used=[old, old])])))
    assert found.idle_share is None


@pytest.mark.parametrize(
    ("keys", "idle"),
    [
        ("played hibernated played played hibernated", 0),
        ("hibernated played hibernated hibernated", 2),
        ("played machine_used hibernated machine_used hibernated played", 1),
        ("", 0),
    ],
)
def test_a_hibernation_is_idle_until_a_card_is_played(keys: str, idle: int) -> None:
    assert idle_hibernations(keys.split()) == idle


def test_a_real_game_counts_them() -> None:
    found = play(field(), setup_for(field(), 2, 5, Options()), ["random"] * 2)
    for used in found.used:
        assert used.idle is not None
        assert used.events["hibernated"] - used.idle <= sum(used.played.values())


def test_a_way_to_win_is_the_line_most_above_the_mean_seat() -> None:
    by_track = game()
    by_artifacts = game(lines=[{"track": 10, "artifact_card": 40}, {"track": 20, "artifact_card": 0}])
    assert ways_to_win([by_track]) == {"track": 1}
    assert ways_to_win([by_track, by_artifacts, by_artifacts]) == {"artifact_card": 2, "track": 1}
    assert ways_to_win([game(ranks=(1, 1))]) == {"track": 1}


# ---- suspicions --------------------------------------------------------------------------------------------------


def told(found: Any) -> list[str]:
    return [f"{each.what}: {each.why}" for each in found]


def test_games_that_do_not_end_or_last_or_break_are_suspicious() -> None:
    games = [
        game(1),
        game(2, ended=False, broken=["step 300: the game does not end"]),
        game(3, seat_turns=[15, 121]),
        game(4, broken=["step 9: a saved game differs from itself"]),
    ]
    assert told(suspicions.of_games(games)) == [
        "game of seed 2 with 2 seats: it was not over after 300 actions",
        "game of seed 3 with 2 seats: a seat took 121 turns, more than 120",
        "game of seed 4 with 2 seats: step 9: a saved game differs from itself",
    ]


def test_seats_and_tribes_beyond_chance_are_suspicious() -> None:
    found = told(suspicions.of_wins([game(number) for number in range(20)]))
    assert [each.partition(":")[0] for each in found] == ["seat 1 of 2", "seat 2 of 2", "root", "tide"]
    assert found[0].startswith("seat 1 of 2: wins 2.00 times its fair share")
    even = [game(number, ranks=(1, 2) if number % 2 else (2, 1)) for number in range(20)]
    assert told(suspicions.of_wins(even)) == []


def test_who_plays_alone_wins_always_and_is_not_suspicious() -> None:
    assert told(suspicions.of_wins([game(number, ranks=(1,)) for number in range(20)])) == []


@pytest.mark.parametrize(
    ("use", "always", "why"),
    [
        (Use("tiles", "t", could=10, did=0), False, "never used in 10 games"),
        (Use("tiles", "t", could=9, did=0), False, ""),
        (Use("tiles", "t", could=60, did=1), False, "used in 1 of 60 games"),
        (Use("tiles", "t", could=60, did=60), True, ""),
        (Use("citizens", "c", could=20, did=19), True, "taken in 19 of 20 games in which it lay open"),
        (Use("citizens", "c", could=19, did=19), True, ""),
        (Use("technologies", "x", could=20, did=20, offered=40, taken=38), True, "taken in 38 of 40 offers"),
        (Use("technologies", "x", could=20, did=20, offered=40, taken=20), False, ""),
    ],
)
def test_components_are_judged_by_enough_games(use: Use, always: bool, why: str) -> None:
    found = suspicions.of_use(use, always)
    assert found.startswith(why)
    assert bool(found) == bool(why)


def test_a_component_of_a_rare_kind_needs_more_games() -> None:
    """Nobody uses each of ten artifact cards in every game; where nobody uses any of a kind, that is suspicious."""
    assert not suspicions.of_use(Use("artifact cards", "a", could=12), False, usual=0.3)
    assert suspicions.of_use(Use("artifact cards", "a", could=17), False, usual=0.3)
    assert suspicions.of_use(Use("crates", "k", could=10), False, usual=0.0)


def test_lopsided_play_is_suspicious() -> None:
    poor = msgspec.structs.replace(game().used[0], played={"c_archivist": 1})
    found = told(suspicions.of_play([game(number, used=[poor, poor]) for number in range(10)]))
    assert found == [
        "cards played of those held, 2 seats: 33%, expected at least 60%",
        "machine uses for each card played, 2 seats: 6.00, expected at most 1.5",
        "hibernations without a card since the last, 2 seats: 25%, expected at most 5%",
        "track: 100% of the winners stand out most in it: one way to win",
    ]
    good = msgspec.structs.replace(game().used[0], machines_used={}, idle=0)
    assert told(suspicions.of_play([game(used=[good, good])])) == []


# ---- the page ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played() -> list[Played]:
    pack = field_with_expansion()
    return [play(pack, setup_for(pack, 2 + n % 3, n, Options(abyss=True)), ["random"] * (2 + n % 3)) for n in range(3)]


def test_the_page_has_every_section_and_every_component(played: list[Played]) -> None:
    pack = field_with_expansion()
    told = sections(pack_report(pack, played))
    assert list(told) == ["", "Suspicious", *SECTIONS.values()]
    assert "3 games between computer players (random): 1 with 2, 1 with 3, 1 with 4 seats. Seeds 0 to 2." in told[""]
    rows = {use.component for use in uses(played, pack)}
    assert [each for each in rows if each not in told["Components"]] == []
    names = [card.name.en for card in pack.citizens if card.set is None and not card.campaign]
    assert [name for name in names if name not in told["Components"]] == [], "used, or named as never seen"
    assert "seat 4 of 4" in told["Seats"]
    assert "Score track" in told["Ways to win"]
    assert "hibernations without a card since the last" in told["How it is played"]


def test_the_same_games_make_the_same_page(played: list[Played]) -> None:
    assert pack_report(field_with_expansion(), played) == pack_report(field_with_expansion(), played)


def test_what_is_suspicious_is_marked_where_it_stands() -> None:
    page = html.document_fromstring(pack_report(field(), [game(number) for number in range(20)]))
    marked = [row.text_content() for row in page.iterfind(".//tr[@class='odd']")]
    assert any("Star Counter" in row and "never used in 20 games" in row for row in marked)
    assert any("Map Reader" in row and "taken in 20 of 20 games" in row for row in marked)
    assert any(row.startswith("seat 1 of 2") for row in marked)
    assert any(row.startswith("hibernations without a card") for row in marked)
    assert not any(row.startswith("cards played of those held") for row in marked)
    listed = [each.text_content() for each in page.iterfind(".//li")]
    assert "citizens: Star Counter: never used in 20 games where it could be" in listed


def test_the_page_asks_for_nothing_outside(played: list[Played]) -> None:
    page = html.document_fromstring(pack_report(field_with_expansion(), played))
    links = {value for each in page.iter() for key, value in each.attrib.items() if key in ("src", "href")}
    assert all(link.startswith("#") for link in links)
    assert not page.findall(".//script")
    policy = page.find(".//meta[@http-equiv='Content-Security-Policy']")
    assert policy is not None
    assert policy.get("content", "").startswith("default-src 'none'")
    assert "url(" not in page.findtext(".//style", "")


def hostile() -> Pack:
    name = Words(EVIL, EVIL, EVIL)
    plain = field()
    return msgspec.structs.replace(
        plain,
        name=name,
        version=EVIL,
        citizens=tuple(msgspec.structs.replace(card, name=name) for card in plain.citizens),
        tribes=tuple(msgspec.structs.replace(tribe, name=name) for tribe in plain.tribes),
    )


def test_hostile_names_are_text() -> None:
    games = [game(number, policies=[EVIL, EVIL], broken=[EVIL]) for number in range(20)]
    written = pack_report(hostile(), games)
    page = html.document_fromstring(written)
    assert not page.findall(".//script")
    assert b"<script" not in written
    assert b"\x00" not in written
    assert b"\x1b" not in written
    assert "<script>alert('x')</script>" in sections(written)["Suspicious"]


def test_without_a_finished_game_the_page_says_so() -> None:
    told = sections(pack_report(field(), [game(ended=False)]))
    assert list(told) == ["", "Suspicious"]
    assert "it was not over after 300 actions" in told["Suspicious"]
    assert "No game came to its end" in told["Suspicious"]


# ---- the command -------------------------------------------------------------------------------------------------


def run(*more: str) -> Result:
    return CliRunner().invoke(app, ["simulate", "--games", "2", "--players", "2", "--every", "0", *more])


def test_the_command_writes_the_report_of_a_pack_of_one_s_own(tmp_path: Path) -> None:
    whole = (FIELD / "pack.yaml").read_text("utf-8")
    folder = tmp_path / "own"
    folder.mkdir()
    for file in FIELD.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / "pack.yaml").write_text(whole.replace("en: The Thaw", "en: My Box"), "utf-8")
    report, games = tmp_path / "report.html", tmp_path / "games.jsonl"
    result = run("--pack", str(folder), "--report", str(report), "--json", str(games))
    assert result.exit_code == 0, result.output
    assert "report.html: the report" in result.output.replace("\n", "")
    assert "My Box" in sections(report.read_bytes())[""]
    hashes = {json.loads(line)["pack"] for line in games.read_text().splitlines()}
    assert len(hashes) == 1
    assert hashes != {field().hash}
    refused = run("--json", str(games), "--resume")
    assert refused.exit_code == 2
    assert "other settings" in refused.output


def test_games_that_do_not_say_what_they_used_are_played_again_for_a_report(tmp_path: Path) -> None:
    games, report = tmp_path / "games.jsonl", tmp_path / "report.html"
    assert run("--json", str(games)).exit_code == 0
    assert not any(json.loads(line).get("used") for line in games.read_text().splitlines())
    assert run("--json", str(games), "--resume", "--report", str(report)).exit_code == 0
    played = [json.loads(line) for line in games.read_text().splitlines()]
    assert [(each["seed"], bool(each["used"])) for each in played] == [(1, True), (2, True)]
    assert "2 games between computer players" in sections(report.read_bytes())[""]


def test_a_pack_with_mistakes_is_refused_as_the_check_refuses_it(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("id: own\n")
    refused = run("--pack", str(tmp_path))
    assert refused.exit_code == 1
    assert "crates.yaml:1: found nothing, expected this file" in refused.output


def test_a_report_that_cannot_be_written_is_refused_before_the_games(tmp_path: Path) -> None:
    refused = run("--report", str(tmp_path / "nowhere" / "report.html"), "--json", str(tmp_path / "games.jsonl"))
    assert refused.exit_code == 1
    assert "No such file" in refused.output
    assert not (tmp_path / "games.jsonl").exists()
