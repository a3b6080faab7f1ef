"""What every strength of the planner promises."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
import pytest

from bot.engine import Game, apply, explain, legal, score, view
from bot.engine.actions import Choose, EndTurn, UseMachine
from bot.engine.debug.position_builder import Position
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import Options
from bot.players import LEVELS, POLICIES, CannotMove, Level, Planner, RandomPlayer, UnknownPolicy, player_for
from bot.players.greedy import before_resting
from bot.players.planner import digest_of, table_of
from bot.players.planner_weights import weights
from bot.players.search.line import Line
from bot.players.strengths import level_settings
from bot.players.valuation.valuation import Valuation
from tests.players.table import advance, disturbed, laid, some_options, to_move


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("seed", "steps"), [(1, 0), (2, 25), (3, 60), (4, 110)])
def test_a_planner_takes_what_is_offered(level: Level, seed: int, steps: int) -> None:
    game = advance(laid(seed, 2 + seed % 3), steps)
    seat = to_move(game)
    thought = Planner(level).think(view(game, seat), legal(game, seat))
    assert explain(game, thought.action) is None
    assert thought.reason is not None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("seed", "steps"), [(5, 6), (6, 33), (7, 70), (8, 120)])
def test_what_is_hidden_changes_nothing(level: Level, seed: int, steps: int) -> None:
    """Two games that a seat cannot tell apart get the same move."""
    seats = 2 + seed % 3
    game = advance(laid(seed, seats, some_options(seed, seats)), steps)
    seat = to_move(game)
    other = disturbed(game, seat)
    assert other.snapshot() != game.snapshot()
    assert view(other, seat).state == view(game, seat).state
    first, second = (Planner(level).choose(view(each, seat), legal(each, seat)) for each in (game, other))
    assert first == second


def chosen_everywhere() -> str:
    """What every strength does in some positions."""
    found = []
    for level in LEVELS:
        for seed, steps in ((5, 6), (6, 33), (7, 70)):
            game = advance(laid(seed, 2 + seed % 3), steps)
            seat = to_move(game)
            found.append(repr(Planner(level, seed).choose(view(game, seat), legal(game, seat))))
    return "\n".join(found)


def test_every_process_chooses_the_same() -> None:
    script = "from tests.players.test_planner import chosen_everywhere as c; print(c())"
    salted = os.environ | {"PYTHONHASHSEED": "4711"}
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=salted)
    assert told.stdout.strip() == chosen_everywhere()


def test_casual_plays_some_turns_at_a_glance() -> None:
    """About every other one, the same for the same seed, whatever else it sees."""
    game = advance(laid(9, 2), 47)
    seen = view(game, to_move(game))
    share = sum(Planner("casual", seed)._is_greedy(seen) for seed in range(400)) / 400
    assert share == pytest.approx(level_settings("casual").glances, abs=0.1)
    assert Planner("casual", 3)._is_greedy(seen) == Planner("casual", 3)._is_greedy(view(game, seen.seat))
    assert not any(Planner("normal", seed)._is_greedy(seen) for seed in range(40))


@pytest.mark.parametrize("level", LEVELS)
def test_thinking_leaves_the_table_alone(level: Level) -> None:
    game = advance(laid(9, 3), 47)
    seat, before = to_move(game), game.snapshot()
    Planner(level).think(view(game, seat), legal(game, seat))
    assert game.snapshot() == before


@pytest.mark.parametrize("policy", POLICIES)
def test_asked_out_of_turn_it_says_so(policy: str) -> None:
    game = advance(laid(10, 2), 12)
    other = 1 - game.active
    assert legal(game, other) == []
    with pytest.raises(CannotMove, match="not_your_turn") as refused:
        player_for(policy, 1).choose(view(game, other), [])
    assert (refused.value.reason, refused.value.seat) == ("not_your_turn", other)


@pytest.mark.parametrize("policy", POLICIES)
def test_in_a_finished_game_it_says_so(policy: str) -> None:
    game = advance(laid(11, 2), 20_000)
    assert game.state.phase == "over"
    with pytest.raises(CannotMove, match="game_over"):
        player_for(policy, 1).think(view(game, 0), legal(game, 0))


@pytest.mark.parametrize("policy", POLICIES)
def test_a_public_view_moves_nobody(policy: str) -> None:
    game = laid(12, 2)
    with pytest.raises(CannotMove, match="no_seat"):
        player_for(policy, 1).choose(view(game, None), legal(game, 0))


@pytest.mark.parametrize("level", LEVELS)
def test_one_offer_is_taken_at_once(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even looked at: neither guessed at nor judged."""
    game = Position(field(), seats=2, seed=3).seat(0, gear=0, book=0, food=0).turn(0, actions=2, windows=2).build()
    offers = [offer for offer in legal(game, 0) if isinstance(offer.action, EndTurn)]
    for name in ("determinize", "greedy", "Valuation"):
        monkeypatch.setattr(f"bot.players.planner.{name}", _never)
    thought = Planner(level).think(view(game, 0), offers)
    assert thought.action == EndTurn(seat=0)
    assert thought.reason is not None
    assert thought.reason.key == "only_move"


def _never(*_: object, **__: object) -> None:
    raise AssertionError("there was nothing to think about")


def test_an_offer_of_several_answers_is_a_choice() -> None:
    """One offer stands for every answer to a question of several things: that is not one way only."""
    game = laid(21, 2, Options(starting_cards="draft"))
    seat = to_move(game)
    seen, offers = view(game, seat), legal(game, seat)
    assert len(offers) == 1
    assert seen.decision is not None
    thought = Planner("easy").think(seen, offers)
    assert thought.reason is not None
    assert thought.reason.key != "only_move"
    assert isinstance(thought.action, Choose)
    assert len(set(thought.action.answer)) == seen.decision.least == 2


def test_a_kept_planner_follows_its_line() -> None:
    """What it has foreseen it does not think about again; a new planner in its place may."""
    game, planner, thoughts = advance(laid(13, 2), 30), Planner("normal"), 0
    for _ in range(60):
        seat = next_seat(game)
        if seat is None:
            break
        seen, offers = view(game, seat), legal(game, seat)
        thoughts += len(offers) > 1 and planner.remembered(seen) is None
        apply(game, planner.choose(seen, offers))
    assert 0 < thoughts < 45


def test_main_actions_are_not_given_up_without_another_look() -> None:
    """A line may have been cut short: its end of the turn is not remembered while there are main actions left."""
    game = advance(laid(13, 2), 30)
    while not (frees := [each.action for each in legal(game, to_move(game)) if isinstance(each.action, UseMachine)]):
        advance(game, 1)
    seat, planner = to_move(game), Planner("normal")
    seen, after = view(game, seat), game.copy()
    apply(after, frees[0])
    line = Line(after, (frees[0], EndTurn(seat=seat)), positions=(after,))
    for actions, remembered in ((0, False), (after.actions_a_turn, True)):
        after.state.turn.actions = actions
        planner.remember(seen, digest_of(seen), line)
        assert (planner.remembered(view(after, seat)) is not None) is remembered


def test_after_an_order_the_next_question_is_looked_at_anew() -> None:
    """Little is tried where an order is asked for, so that what comes of it is not settled there."""
    game = advance(laid(13, 2), 30)
    while (asked := view(game, to_move(game)).decision) is None or asked.kind != "order":
        advance(game, 1)
    seat, planner = to_move(game), Planner("normal")
    seen, pick = view(game, seat), Choose(seat=seat, answer=(0,))
    after = game.copy()
    apply(after, pick)
    for then, remembered in ((pick, False), (EndTurn(seat=seat), True)):
        after.state.turn.actions = after.actions_a_turn
        planner.remember(seen, digest_of(seen), Line(after, (pick, then), positions=(after,)))
        assert (planner.remembered(view(after, seat)) is not None) is remembered


def test_a_planner_s_table_shows_backs_and_no_tiles() -> None:
    game = laid(14, 2)
    seen = view(game, 0)
    looked_at = table_of(seen)
    hidden = [place for place, lying in enumerate(game.state.places) if not lying.revealed]
    assert hidden
    for place in hidden:
        assert field().tile[looked_at.state.places[place].tile].back == seen.backs[place]
        assert not looked_at.state.places[place].revealed
    assert looked_at.state.places != game.state.places


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_turn_is_played_for_points(level: Level) -> None:
    """Two gears short of nothing: with three gears and a desert beside water and machines, points are there to be had;
    whatever it does, it ends with more points than it had by doing nothing."""
    game = _last_turn()
    before = score(view(game, None))[0].total
    planner = Planner(level)
    while next_seat(game) == 0:
        apply(game, planner.choose(view(game, 0), legal(game, 0)))
    assert score(view(game, None))[0].total > before


def _last_turn() -> Game:
    game = advance(laid(15, 2, Options(artifact_card="deal")), 90)
    while game.active != 0 or game.state.turn.actions or game.state.turn.hibernated or next_seat(game) != 0:
        advance(game, 1)
    state = game.state
    state.end_by, state.last_round, state.last_turns = 1, True, []
    for colour, left in state.artifacts.items():
        state.removed_artifacts[colour] += left
        state.artifacts[colour] = 0
    game.changed()
    return game


def test_policies_by_name() -> None:
    assert isinstance(player_for("random", 1), RandomPlayer)
    assert isinstance(player_for("planner:hard", 1), Planner)
    with pytest.raises(UnknownPolicy, match="planner:nobody"):
        player_for("planner:nobody", 1)


def test_a_machine_is_used_before_hibernating() -> None:
    """Its energy comes back anyway (000 ÜBERWINTERN)."""
    for steps in range(10, 160, 3):
        game = advance(laid(12, 2), steps)
        seat = to_move(game)
        offers = legal(game, seat)
        machines = [offer.action for offer in offers if isinstance(offer.action, UseMachine)]
        found = before_resting(Valuation(game, seat, weights()), offers)
        assert found is None or found in machines
        if found is not None:
            before = game.snapshot()
            apply(game, found)
            assert game.snapshot() != before
            return
    raise AssertionError("no machine came up that gives anything")


def test_without_machines_there_is_nothing_to_use_up() -> None:
    game = advance(laid(12, 2), 10)
    seat = to_move(game)
    others = [offer for offer in legal(game, seat) if not isinstance(offer.action, UseMachine)]
    assert before_resting(Valuation(game, seat, weights()), others) is None


def test_hard_has_prices_of_its_own() -> None:
    """What its file names differs, group by group; everything else is as for the others."""
    assert weights("normal") == weights("easy") == weights()
    usual, own = (msgspec.to_builtins(found) for found in (weights(), weights("hard")))
    assert Planner("hard").weights == weights("hard")
    named = level_settings("hard").weights
    assert {name for name in usual if usual[name] != own[name]} == set(named)
    assert own["pace"] == {**usual["pace"], **named["pace"]}


def test_weaker_players_have_favourites_of_their_own() -> None:
    names = [machine.id for machine in field().machines]
    one, same, other = (Planner("easy", seed).weights for seed in (1, 1, 2))
    assert [one.preference(name) for name in names] == [same.preference(name) for name in names]
    assert [one.preference(name) for name in names] != [other.preference(name) for name in names]
    assert {Planner("hard", 1).weights.preference(name) for name in names} == {1.0}


def test_favourites_do_not_count_at_the_end() -> None:
    """Late in a game a player takes what is worth most, whatever it likes."""
    game = laid(4, 2)
    fond = Planner("easy", 3).weights
    liked = next(machine.id for machine in game.pack.machines if fond.preference(machine.id) > 1.2)
    early, late = (Valuation(game, 0, fond, left=left) for left in (12.0, 0.0))
    assert early.preference(liked) == pytest.approx(fond.preference(liked))
    assert late.preference(liked) == 1.0


def test_who_has_favourites_keeps_all_kinds_of_artifact_cards() -> None:
    """The same two cards: normal and easy keep one or the other by their seed, to hard no card is dearer than it is."""
    game = laid(4, 2)
    seat = to_move(game)
    seen = view(game, seat)
    assert seen.decision is not None
    assert seen.decision.kind == "artifact_card"
    weaker: tuple[Level, ...] = ("easy", "normal")
    for level in weaker:
        assert len({Planner(level, seed).choose(seen, legal(game, seat)) for seed in range(40)}) == 2
    cards = [str(option.id) for option in seen.decision.options]
    assert {Planner("hard", seed).weights.preference(card) for seed in range(40) for card in cards} == {1}


def test_the_end_is_liked_while_ahead_and_when_the_game_drags_on() -> None:
    game = advance(laid(13, 2), 40)
    seat, other = game.active, 1 - game.active
    game.state.seats[seat].points = game.state.seats[other].points = 20
    even = Valuation(game, seat, weights()).closing
    game.state.seats[seat].points = 40
    ahead = Valuation(game, seat, weights()).closing
    game.state.turn.number = 80
    late = Valuation(game, seat, weights()).closing
    assert even < ahead < late
