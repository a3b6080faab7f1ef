"""The figures of a pack: known numbers from made-up games, real games read back, and the page of the shipped pack."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bot.engine.components import Component
from bot.engine.packs import field, field_with_expansion
from bot.engine.state import Options
from bot.simulation.balance_figures import fairness, lines, places, spread, tribes, wilson, within
from bot.simulation.component_usage import Used
from bot.simulation.offered_and_taken import always, unused, uses
from bot.simulation.recorded_games import read, seats_of
from bot.simulation.simulated_games import Played, play, setup_for
from tools import page_parts
from tools.balance import components, document, tables, trial

FIELD = document.ROOT / "rules_data" / "packs" / "field"


def _game(ranks: list[int], tribe_names: list[str], **used: list[str]) -> Played:
    return Played(
        seed=1,
        seats=len(ranks),
        options=Options(),
        ended=True,
        totals=[100 - 10 * rank for rank in ranks],
        ranks=ranks,
        tribes=tribe_names,
        lines=[{"track": 30 - 10 * rank, "artifact_card": 5} for rank in ranks],
        seat_turns=[15] * len(ranks),
        used=[Used(artifact_card="a_far_roads", **used) for _ in ranks],  # type: ignore[arg-type]
        shown=["c_archivist", "c_ice_breaker", "m_reading_lamp"],
    )


def test_wins_are_shared_and_compared_with_the_fair_share() -> None:
    games = [_game([1, 1], ["tide", "root"]), _game([1, 2], ["tide", "root"])]
    found = tribes(games)
    assert (found["tide"].wins, found["tide"].ratio) == (1.5, 1.5)
    assert (found["root"].wins, found["root"].ratio) == (0.5, 0.5)
    assert found["tide"].low < 1.5 < found["tide"].high
    assert [place.ratio for place in places(games).values()] == [1.5, 0.5]


def test_fair_shares_add_up_over_tables_of_different_size() -> None:
    seats = list(seats_of([_game([1, 2], ["tide", "root"]), _game([1, 2, 3, 4], ["tide"] * 4)]))
    assert fairness(seats).wins == 2
    assert fairness(seats).ratio == pytest.approx(1)


def test_the_interval_is_wilson_s() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(0, 10)[0] == pytest.approx(0)


def test_spread_and_share() -> None:
    assert spread([1, 2, 3]).median == 2
    assert within([89, 90, 150, 151], (90, 150)) == 0.5


def test_a_line_s_use_counts_seats_with_points() -> None:
    found = lines([_game([1, 3], ["tide", "root"])])
    assert (found["track"].mean, found["track"].winners, found["track"].used) == (10, 20, 0.5)


def test_parts_of_the_expansion_count_where_they_could_be_used() -> None:
    """A scyphoz card once it is drawn, a journey once it is shown; spaces, lakes and the location always."""
    pack = field_with_expansion()
    setup = setup_for(pack, 3, 3, Options(abyss=True))
    game = play(pack, setup, ["planner:easy"] * 3)
    found = {(use.kind, use.component): use for use in uses([game], pack)}
    offered = {card for used in game.used for card in used.scyphoz_offered}
    kept = {card for used in game.used for card in used.scyphoz}
    assert kept
    assert kept < offered
    assert {name for kind, name in found if kind == "scyphoz cards"} == offered
    assert {name for kind, name in found if kind == "scyphoz cards" and found[kind, name].did} == kept
    assert found["scyphoz cards", min(offered)].offered >= 1
    taken = {name for used in game.used for name in used.journeys}
    assert {name for kind, name in found if kind == "journeys resolved"} == taken
    assert {name for kind, name in found if kind == "journeys"} >= taken
    resolved = {name for used in game.used for name in used.journeys_resolved}
    assert {name for name in taken if found["journeys resolved", name].did} == resolved
    reached = {str(space) for used in game.used for space in used.devotion_spaces}
    assert {name for kind, name in found if kind == "devotion spaces" and found[kind, name].did} == reached
    assert sum(kind == "lakes" for kind, _ in found) == len(pack.abyss.lakes)  # type: ignore[union-attr]
    assert ("separate location", "populated") in found
    assert not [use for use in uses([_game([1, 2], ["tide", "root"])], pack) if use.kind == "lakes"]


def test_components_count_where_they_could_be_used() -> None:
    games = [_game([1, 2], ["tide", "root"], cards=["c_archivist"], technologies=["tide_1"])]
    found = {use.component: use for use in uses(games, field())}
    assert found["c_archivist"].share == 1
    assert found["c_ice_breaker"].share == 0
    assert "c_map_reader" not in found, "it never came up"
    assert found["tide_2"].could == 1
    assert "ember_1" not in found, "nobody plays this tribe"
    assert found["c_ice_breaker"] in unused(found.values())
    assert found["c_archivist"] in always(found.values(), field())
    assert found["tide_1"] not in always(found.values(), field()), "the first technology is no choice"


def test_games_are_read_back_as_they_were_played(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    games = list(trial.games(FIELD, 2, "random", range(3, 5)))
    file.write_bytes(b"\n".join(msgspec.json.encode(game) for game in games) + b"\n")
    found = read([file])
    assert found == games
    told = tables.all_tables(found, field())
    assert "| 2 | 2 |" in told
    assert all(kind in told for kind in ("starting cards", "modules", "tiles", "crates", "hibernation rows"))


def test_a_file_without_games_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(ValueError, match=r"empty\.jsonl"):
        read([tmp_path / "empty.jsonl"])


def test_plots_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="make bench installs what draws")
    from tools.balance.plots import write

    games = list(trial.games(FIELD, 2, "random", range(1, 3)))
    drawn = write(games, games, field(), tmp_path)
    assert [path.stem for path in drawn] == ["totals", "turns", "lines", "tribes", "seats", "use"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in drawn)


def test_the_page_tells_the_pack_as_it_is() -> None:
    """``python -m tools.balance page`` writes it anew."""
    text = document.PAGE.read_text("utf-8")
    assert page_parts.part(text, "components").strip() == components.pages(field_with_expansion()).strip()


def _named() -> list[Component]:
    pack = field_with_expansion()
    parts = pack.abyss
    assert parts is not None
    found: list[Component] = [
        *parts.scyphoz,
        *parts.journeys,
        *parts.lakes,
        *pack.citizens,
        *pack.machines,
        *pack.printed_machines,
        *pack.artifact_cards,
    ]
    return [*found, *pack.large_locations, *pack.tribes, *pack.technology.values()]


def _names(component: Component) -> tuple[str, str, str]:
    return component.name.en, component.name.de, component.name.fr


def test_every_component_with_a_name_is_on_the_page() -> None:
    told = components.pages(field_with_expansion())
    assert [each.id for each in _named() if any(name not in told for name in _names(each))] == []


def test_a_part_of_the_page_is_replaced_alone() -> None:
    text = "a\n<!-- figures: made -->\nold\n<!-- end of figures -->\nb\n"
    assert page_parts.replaced(text, "figures", "new") == (
        "a\n<!-- figures: made -->\n\nnew\n<!-- end of figures -->\nb\n"
    )
    with pytest.raises(LookupError, match="components"):
        page_parts.part(text, "components")


def test_figures_are_appended_and_nothing_before_them_is_changed() -> None:
    kept = "# Balance\n\n## 2026-01-01\n\nold\n"
    assert page_parts.appended(kept, "2026-02-02", "\nnew\n") == kept + "\n## 2026-02-02\n\nnew\n"


def test_names_fit_buttons_and_pictures() -> None:
    assert [name for each in _named() for name in _names(each) if len(name) > 24] == []


def test_the_command_line_prints_tables(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "tools.balance"]
    subprocess.run([*command, "play", str(file), "--players", "2", "--games", "1", "--policy", "random"], check=True)
    told = subprocess.run([*command, "tables", str(file)], check=True, capture_output=True, text=True).stdout
    assert "### Points and length" in told
