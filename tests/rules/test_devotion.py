"""Devotion: the exchange of one action's gains, the track and its rewards (001 Devotion Points; 004 Important; ruling
devotion, ruling exchange, ruling separate-location)."""

from __future__ import annotations

import msgspec
import pytest

from bot.app.tables.model import Seat
from bot.app.tables.standing_answers import standing_answer, wishes
from bot.engine import Game, decision, explain, legal, new_game, score, undo, view
from bot.engine.actions import (
    Choose,
    EndAction,
    EndTurn,
    Explore,
    PlayCard,
    ResolveJourney,
    TakeGains,
    UseSwitch,
)
from bot.engine.debug.invariants import violations
from bot.engine.packs import field_with_expansion
from bot.engine.resolution.tasks import SettleGains
from bot.engine.state import Options, SeatSetup, Setup
from bot.engine.variants.abyss.state_access import kept_of
from tests.rules import position_lab
from tests.rules.expansion_lab import own, position, to_come
from tests.rules.position_lab import answer, do, keys, place


def given(points: int = 0, devotion: int = 0, at: int = 0, points_at: int = 0) -> Game:
    """Seat 0 has done its first main action, which has brought it something; it stands at ``at`` devotion
    and ``points_at`` points."""
    built = position().seat(0, points=points_at).turn(0, actions=1, done=True)
    return built.expansion(0, devotion=at, points_to_come=points, devotion_to_come=devotion).build()


def options(game: Game, seat: int = 0) -> list[tuple[object, int]]:
    asked = decision(game, seat)
    assert asked is not None
    assert asked.kind == "settle_gains"
    return [(option.id, option.number) for option in asked.options]


# ---- the exchange ------------------------------------------------------------------------------------------------


def test_points_wait_for_the_end_of_the_action() -> None:
    """004 Important: what one action brings is added up before it is converted."""
    game = position().seat(0, active=["red_slot"], modules={(2, 0): "m_red"}).build()
    told = keys(do(game, PlayCard(seat=0, card="red_slot", slot=2, half="bottom")))
    assert told == ["played", "points_to_come", "points_to_come"]
    assert (game.seat(0).points, to_come(game)) == (0, (3, 0))
    do(game, EndAction(seat=0))
    assert options(game) == [(None, 0), ("devotion", 1)]
    answer(game, 0, "devotion")
    assert (game.seat(0).points, own(game).devotion, to_come(game)) == (1, 1, (0, 0))
    assert (game.state.turn.windows, violations(game)) == (2, [])


def test_all_of_it_can_be_exchanged() -> None:
    """001 Devotion Points: all or parts, 2:1; a single one left over stays what it was."""
    game = given(points=5)
    do(game, EndAction(seat=0))
    do(game, Choose(seat=0, answer=(2,)))
    assert (game.seat(0).points, own(game).devotion) == (1, 2)


def test_a_part_of_it_can_be_exchanged() -> None:
    """001 Devotion Points: all or parts of them."""
    game = given(points=5)
    do(game, EndAction(seat=0))
    do(game, Choose(seat=0, answer=(1,)))
    assert (game.seat(0).points, own(game).devotion, to_come(game)) == (3, 1, (0, 0))


def test_devotion_can_be_turned_into_points() -> None:
    """001 Devotion Points: into the other kind, both ways; the result moves the score marker (ruling devotion)."""
    game = given(devotion=4, points_at=8)
    do(game, EndAction(seat=0))
    assert options(game) == [(None, 0), ("points", 1), ("points", 2)]
    told = keys(do(game, Choose(seat=0, answer=(2,))))
    assert told[:3] == ["gains_exchanged", "points", "score_bonus"]
    assert (game.seat(0).points, own(game).devotion) == (10, 0)


def test_gains_of_two_actions_make_no_pair() -> None:
    """004 Important: what stands on a track stays there (reference devotion.convert_later)."""
    game = given(points=1)
    do(game, EndAction(seat=0))
    assert (decision(game, 0), game.seat(0).points) == (None, 1)
    do(game, UseSwitch(seat=0, resource="gear"))
    own(game).points_to_come = 1
    do(game, EndTurn(seat=0))
    assert (game.active, game.seat(0).points, own(game).devotion) == (1, 2, 0)


def test_points_turned_into_devotion_never_move_the_score_marker() -> None:
    """Ruling devotion: their result is the gain."""
    game = given(points=2, points_at=4)
    do(game, EndTurn(seat=0))
    told = keys(answer(game, 0, "devotion"))
    assert "score_bonus" not in told
    assert (game.seat(0).points, own(game).devotion) == (4, 1)


def test_pairs_of_both_kinds_go_one_way() -> None:
    """Ruling exchange: one direction at a time; each option says what is left."""
    game = given(points=3, devotion=2)
    do(game, EndAction(seat=0))
    assert options(game) == [(None, 0), ("devotion", 1), ("points", 1)]


def test_gains_can_be_taken_before_the_action_is_over() -> None:
    """Ruling exchange: what was settled can be used, and is paired with nothing that comes later."""
    game = given(points=1, points_at=9)
    told = keys(do(game, TakeGains(seat=0)))
    assert told == ["points", "score_bonus", "gained"]
    assert (game.seat(0).owned.crystal, to_come(game)) == (1, (0, 0))
    refusal = explain(game, TakeGains(seat=0))
    assert refusal is not None
    assert refusal.reason == "nothing_to_come"
    assert [record.action for record in undo(game, 0)] == [TakeGains(seat=0)]
    assert to_come(game) == (1, 0)


def test_what_settling_brings_is_settled_before_the_window_closes() -> None:
    """Ruling exchange: gains of the settlement belong to the same action."""
    game = given(devotion=1, at=5)
    told = do(game, EndTurn(seat=0))
    assert keys(told)[:2] == ["devotion", "devotion_reward"]
    assert game.active == 0
    asked = decision(game, 0)
    assert asked is not None
    assert asked.kind == "figure"


def test_what_anothers_action_brings_is_exchanged_by_its_owner() -> None:
    """Ruling exchange: it waits as an own decision when the other's window closes."""
    game = position().build()
    do(game, UseSwitch(seat=0, resource="gear"))
    own(game, 1).points_to_come = 2
    game.changed()
    do(game, EndTurn(seat=0))
    assert game.seat(1).stack == [SettleGains(2, 0)]
    assert game.state.turn.owing
    answer(game, 1, "devotion")
    assert (own(game, 1).devotion, game.state.turn.owing) == (1, False)


def test_a_single_point_in_anothers_action_comes_when_it_is_over() -> None:
    game = position().build()
    do(game, UseSwitch(seat=0, resource="gear"))
    own(game, 1).points_to_come = 1
    do(game, EndAction(seat=0))
    assert (game.seat(1).points, game.seat(1).stack) == (1, [])


def test_exploring_brings_its_points_with_the_rest_of_the_action() -> None:
    """001 Explore: the points of the back, here among what is to come."""
    game = position().seat(0, gear=6, food=6, book=6).build()
    do(game, Explore(seat=0, place=place(game, "area_2")))
    assert to_come(game)[0] > 0
    assert game.seat(0).points == 0


# ---- the track ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "gain", "seen"), [(2, 1, [3]), (2, 5, [3, 6]), (3, 1, []), (8, 3, [9])])
def test_a_space_reached_or_passed_pays_once(at: int, gain: int, seen: list[int]) -> None:
    """001 Devotion Points: rewards on certain spaces, as on the score track (ruling devotion)."""
    game = given(devotion=gain, at=at)
    record = do(game, EndTurn(seat=0))
    if gain > 1:
        record = do(game, Choose(seat=0, answer=(0,)))
    assert [event.values["space"] for event in record.events if event.key == "devotion_reward"] == seen


def test_devotion_counts_one_for_one_at_the_end() -> None:
    """001 Devotion Points: just added to the victory points."""
    game = position().seat(0, points=20).expansion(0, devotion=14).build()
    sheet = score(view(game, None))[0]
    assert next(line.points for line in sheet.lines if line.key == "devotion") == 14
    assert (
        sheet.total
        == sum(line.points for line in sheet.lines)
        == 34 + sum(line.points for line in sheet.lines if line.key not in ("track", "devotion"))
    )


# ---- the separate large location ---------------------------------------------------------------------------------


def given_population() -> Game:
    game = given(devotion=1, at=5)
    do(game, EndTurn(seat=0))
    return game


def test_the_free_population_costs_nothing_and_unlocks_the_technology() -> None:
    """001 Devotion Points: populate for free to a separate large location."""
    game = given_population()
    told = keys(answer(game, 0, "plain_1"))
    assert told[0] == "populated_apart"
    assert "paid" not in told
    assert (game.seat(0).technologies, game.seat(0).owned.book, violations(game)) == (["plain_1"], 0, [])
    assert game.state.figures == {}


def test_only_figures_that_may_be_used_go_there() -> None:
    """Reference devotion.free_population: the bottom one first, then one connected to an unlocked technology."""
    asked = decision(given_population(), 0)
    assert asked is not None
    assert [(option.kind, option.id) for option in asked.options] == [("figure", "plain_1"), ("skip", None)]


def test_it_may_be_declined() -> None:
    """Ruling declining."""
    game = given_population()
    told = keys(answer(game, 0, "skip"))
    assert told[0] == "declined"
    assert (game.active, kept_of(game).figures) == (1, [])


def test_it_is_populated_although_others_are_there() -> None:
    """001 Devotion Points: even if already populated; nobody receives a book."""
    game = given_population()
    kept_of(game).figures.append(1)
    game.seat(1).technologies.append("other_1")
    answer(game, 0, "plain_1")
    assert kept_of(game).figures == [1, 0]
    assert game.seat(1).owned.book == 0


def test_the_separate_location_scores_as_usual() -> None:
    """001 Devotion Points: scored as usual at the end; it counts as a large location."""
    game = given_population()
    answer(game, 0, "plain_1")
    points = game.pack.large_location[kept_of(game).location].points
    line = next(line for line in score(view(game, None))[0].lines if line.key == "large_locations")
    assert (line.points, line.count) == (points, 1)


def test_the_separate_location_is_drawn() -> None:
    """001 Devotion Points: randomly drawn during setup."""
    pack = field_with_expansion()
    seats = (SeatSetup(), SeatSetup())
    options = Options(artifact_card="deal", abyss=True)
    games = [new_game(Setup(seats=seats, pack=pack.hash, seed=seed, options=options), pack) for seed in range(12)]
    assert len({kept_of(game).location for game in games}) > 1


def test_the_separate_location_is_none_of_the_map() -> None:
    """Ruling separate-location: drawn from what lies in no corner; no origin of range."""
    game = position().build()
    assert kept_of(game).location not in [lying.tile for lying in game.state.places]
    before = sorted(str(offer.action) for offer in legal(game, 0))
    kept_of(game).figures.append(0)
    game.moved()
    assert sorted(str(offer.action) for offer in legal(game, 0)) == before


def test_nothing_of_it_is_offered_without_the_expansion() -> None:
    """The base game has nothing that is to come, and exploring brings its points at once."""
    game = position_lab.position().seat(0, gear=6, food=6, book=6).build()
    do(game, Explore(seat=0, place=place(game, "area_2")))
    refusals = [explain(game, TakeGains(seat=0)), explain(game, ResolveJourney(seat=0, journey="j_buildings"))]
    assert [refusal and refusal.reason for refusal in refusals] == ["nothing_to_come", "journey_not_held"]
    assert game.seat(0).points > 0
    assert game.state.kept is msgspec.UNSET


def test_a_standing_answer_takes_gains_without_an_exchange() -> None:
    """Whatever could be exchanged: points, devotion or both."""
    for gains in ({"points": 3}, {"devotion": 4}, {"points": 2, "devotion": 2}):
        game = given(**gains)
        do(game, EndAction(seat=0))
        asked = decision(game, 0)
        assert asked is not None
        assert wishes(asked) == ("gains",)
        answered = standing_answer(game, 0, Seat(user=1, name="Kim", standing={"settle_gains": "gains"}))
        assert answered == Choose(seat=0, answer=(0,))
        do(game, answered)
        assert (game.seat(0).points, own(game).devotion) == (gains.get("points", 0), gains.get("devotion", 0))
