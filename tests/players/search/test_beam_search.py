"""Looking ahead: lines to the end of the own turn, and the best of them."""

from __future__ import annotations

import pytest

from bot.engine import Game, apply, decision, explain, legal, score, view
from bot.engine.actions import MAIN_ACTIONS, Choose, Decision, EndAction, EndTurn, Hibernate
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import SeatNumber
from bot.players.greedy import rated_offers
from bot.players.planner import Planner
from bot.players.planner_weights import weights
from bot.players.search.beam_search import Search, answers
from bot.players.search.determinization import determinize
from bot.players.search.line import Line, answers_in, best_line
from bot.players.strengths import Effort, Level
from bot.players.valuation.game_length import turns_left
from bot.players.valuation.position_value import evaluate
from bot.players.valuation.valuation import Valuation
from tests.players.table import advance, laid, to_move
from tools.balance.fit_game_length import fit_pace

NORMAL = Effort(width=12, mains=5, frees=2, options=5, evaluations=200)


def turn_begins(seed: int, steps: int) -> Game:
    """A game of two so many steps on, and from there to where a turn begins."""
    game = advance(laid(seed, 2), steps)
    while view(game, to_move(game)).decision or game.state.turn.actions or game.state.turn.hibernated:
        advance(game, 1)
    return game


def begun(game: Game, effort: Effort) -> tuple[Search, Game]:
    """A search for the seat to move, and a game that could lie behind its view."""
    seat = to_move(game)
    guessed = determinize(view(game, seat), 1)
    search = Search(seat, weights(), effort)
    search.root = Valuation(guessed, seat, weights())
    return search, guessed


@pytest.mark.parametrize(("seed", "steps"), [(1, 4), (2, 30), (3, 75)])
def test_lines_lead_to_the_end_of_the_turn(seed: int, steps: int) -> None:
    game = turn_begins(seed, steps)
    seat = to_move(game)
    guessed = determinize(view(game, seat), 1)
    before = guessed.snapshot()
    lines = Search(seat, weights(), NORMAL).lines(guessed)
    assert guessed.snapshot() == before
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    best = lines[0]
    assert isinstance(best.path[-1], EndTurn)
    assert best.path[0] in [offer.action for offer in legal(game, seat)]
    assert any(isinstance(action, Hibernate) for line in lines for action in line.path)


def test_a_sure_line_can_be_played_as_it_stands() -> None:
    """Whatever is remembered of a line comes true: each position is the one that the actions before it give."""
    found = 0
    for seed in range(8):
        game = turn_begins(seed, 40 + 5 * seed)
        seat = to_move(game)
        line = Search(seat, weights(), NORMAL).lines(determinize(view(game, seat), seed))[0]
        for action, foreseen in zip(line.path, line.positions, strict=False):
            apply(game, action)
            assert view(game, seat).state == view(foreseen, seat).state
            found += 1
    assert found > 3


def test_out_of_time_it_stops() -> None:
    game = advance(laid(4, 2), 40)
    seat = to_move(game)
    hurried, patient = (Search(seat, weights(), NORMAL, seconds) for seconds in (0.0, None))
    guessed = determinize(view(game, seat), 1)
    assert hurried.lines(guessed)
    assert patient.lines(guessed)
    assert hurried.tried <= patient.tried


def test_every_line_is_ended() -> None:
    """Where the effort is spent before a line is through it ends there, and is judged as one that does."""
    game = turn_begins(4, 40)
    seat = to_move(game)
    hurried = Search(seat, weights(), Effort(width=3, mains=4, frees=2, options=2, evaluations=1))
    lines = hurried.lines(determinize(view(game, seat), 1))
    assert all(isinstance(line.path[-1], EndTurn) for line in lines)


@pytest.mark.parametrize("seed", range(4))
def test_a_position_is_worth_the_same_whatever_was_priced_before(seed: int) -> None:
    values = []
    for others in (False, True):
        search, guessed = begun(turn_begins(seed, 60), NORMAL)
        children = [search.step(Line(guessed), offer.action) for offer in legal(guessed, search.seat)]
        found = [child for child in children if child is not None]
        for child in found[1:] if others else ():
            search.valued(child)
        values.append(search.valued(found[0]).value)
    assert values[0] == pytest.approx(values[1], abs=1e-9)


def test_in_a_last_turn_main_actions_are_not_crowded_out() -> None:
    """Of lines with none and with one the best of each are followed."""
    both = 0
    for seed in range(12):
        game = turn_begins(seed, 70)
        game.seat(to_move(game)).energy = 3
        game.changed()
        game.state.end_by, game.state.last_round = 1 - to_move(game), True
        search, guessed = begun(game, Effort(width=1, mains=4, frees=2, options=2, evaluations=99))
        assert search.root is not None
        assert search.root.left == 0
        edge = [child for child in search.children(Line(guessed)) if not child.ended]
        taken, kept = (_taken(lines) for lines in (edge, search.kept(edge)))
        assert taken == kept
        both += taken == {0, 1}
    assert both >= 2


def test_lines_that_bring_the_end_are_followed_beside_others() -> None:
    """However little what is left of the turn seems worth after it, and after each number of main actions."""
    search, guessed = begun(turn_begins(1, 70), Effort(width=1, mains=4, frees=2, options=2, evaluations=99))
    edge = [Line(guessed.copy(), (EndAction(seat=search.seat),), value) for value in (9.0, 8.0, 2.0, 1.0)]
    for line in edge[2:]:
        line.game.state.end_by = search.seat
    assert [line.value for line in search.kept(edge)] == [9.0, 2.0]
    edge[3].game.state.turn.actions += 1
    assert sorted(line.value for line in search.kept(edge)) == [1.0, 2.0, 9.0]


def _taken(lines: list[Line]) -> set[int]:
    turns = [line.game.state.turn for line in lines]
    return {turn.actions for turn in turns if not turn.hibernated}


def test_the_same_time_is_left_on_every_line() -> None:
    """Whoever brings the end nearer must not be frightened by it: only an end in sight shortens a line."""
    game = advance(laid(5, 2), 60)
    seat = to_move(game)
    guessed = determinize(view(game, seat), 1)
    root = Valuation(guessed, seat, weights())
    after = guessed.copy()
    after.seat(seat).progress += 4
    assert turns_left(after, seat, weights()) < root.left
    assert Valuation(after, seat, weights(), like=root).left == root.left
    after.state.end_by = seat
    assert Valuation(after, seat, weights(), like=root).left == 0


def test_holding_back_makes_nothing_more_valuable() -> None:
    """What is in store is worth no more because a main action was given up: a turn that ends is judged without it."""
    game = turn_begins(5, 60)
    seat = to_move(game)
    guessed = determinize(view(game, seat), 1)
    open_, done = (Valuation(guessed, seat, weights(), left=0.7, done=done) for done in (False, True))
    assert open_.actions_left > done.actions_left == 0
    assert done.fresh < open_.fresh
    assert done.stock(6, 6, 6, 3) < open_.stock(6, 6, 6, 3)


def test_there_is_a_way_that_does_not_end_the_game() -> None:
    """Where every main action that is tried first would end it, the choice is not between that and doing nothing."""
    tried = 0
    for seed in range(6):
        search, guessed = begun(turn_begins(seed, 60), Effort(width=1, mains=1, frees=0, options=2, evaluations=30))
        best = next(child for child in search.children(Line(guessed)) if not isinstance(child.path[-1], Hibernate))
        valuation = Valuation(guessed, search.seat, weights())
        found = search.going_on(Line(guessed), rated_offers(valuation, legal(guessed, search.seat)), [best.path[0]])
        for child in found:
            assert child.game.state.end_by is None
            assert child.path != best.path
            tried += 1
    assert tried > 3


def test_nothing_is_done_for_nothing() -> None:
    """Of two lines that lead to the same the shorter one is better."""
    game = turn_begins(5, 60)
    search, guessed = begun(game, NORMAL)
    line = Line(guessed)
    for _ in range(2):
        line = next(child for child in search.children(line) if not child.ended)
    whole, short = (search.final(each, EndTurn(seat=search.seat)) for each in (line, Line(line.game)))
    assert short.value - whole.value == pytest.approx(2 * weights().trouble)


def test_others_move_before_the_seat_does_again() -> None:
    """So ending the game takes more from them than the seat's own turns would say."""
    search, guessed = begun(turn_begins(5, 60), NORMAL)
    other = 1 - search.seat
    usual = turns_left(guessed, other, weights())
    assert search.rival_valuation(guessed, other).left == pytest.approx(usual + weights().sooner)
    guessed.state.end_by = search.seat
    assert search.rival_valuation(guessed, other).left == turns_left(guessed, other, weights())


def test_the_end_is_for_who_is_ahead() -> None:
    """Ending the game is worth more the further the seat is ahead then, and less the further it is behind, since that
    settles it; what others lose by it is counted once."""
    search, guessed = begun(turn_begins(5, 60), NORMAL)
    ended = guessed.copy()
    ended.state.end_by = search.seat
    valuation = Valuation(ended, search.seat, weights(), like=search.root)
    ahead, behind = (search.end_value(valuation, search.rival(ended) + points) for points in (10, -10))
    assert ahead - behind == pytest.approx(20 * weights().lead + 10 * weights().behind)
    assert search.end_value(Valuation(guessed, search.seat, weights()), 50.0) == 0


def two_resources_asked() -> tuple[Game, SeatNumber, Decision]:
    """A position in which somebody takes two resources of their choice."""
    for seed in range(30):
        game = laid(seed, 2)
        while (seat := next_seat(game)) is not None:
            asked = decision(game, seat)
            if asked is not None and asked.kind == "resource" and asked.least == 2:
                return game, seat, asked
            advance(game, 1)
    raise AssertionError("in no game is that asked")


def test_answers_to_choose_from_differ() -> None:
    """Of two resources of one's choice every mixture is worth a try, and none twice."""
    game, seat, asked = two_resources_asked()
    found = answers(Valuation(game, seat, weights()), asked, 8)
    taken = [tuple(sorted(str(asked.options[pick].id) for pick in picks)) for picks in found]
    assert len(taken) == len(set(taken)) > 2
    assert all(len(picks) == 2 for picks in found)


def test_the_best_line_is_taken() -> None:
    """Of two that differ in their order alone the one after which more was tried."""
    first, second = Choose(seat=0, answer=(0,)), Choose(seat=0, answer=(1,))
    game = laid(1, 2)
    for values, best in (((3, 2, 1), first), ((2, 3, 1), second), ((3, 3, 1), first)):
        found = zip((first, second, first), values, strict=True)
        ordered = sorted((Line(game, (action,), value) for action, value in found), key=lambda line: -line.value)
        assert best_line(ordered).path == (best,)
        assert best_line(ordered).value == max(values)


def test_a_position_is_worth_its_score_at_the_end() -> None:
    game = advance(laid(8, 2), 20_000)
    assert evaluate(Valuation(game, 0, weights())) == score(view(game, None))[0].total


def test_what_helps_is_worth_more() -> None:
    """More of anything good never counts less."""
    game = advance(laid(9, 2), 30)
    seat = to_move(game)
    guessed = determinize(view(game, seat), 1)
    base = evaluate(Valuation(guessed, seat, weights()))
    root = Valuation(guessed, seat, weights())
    for change in ("points", "progress", "energy"):
        other = guessed.copy()
        setattr(other.seat(seat), change, getattr(other.seat(seat), change) + 1)
        assert evaluate(Valuation(other, seat, weights(), left=root.left)) > base, change


def test_the_pace_can_be_fitted_anew() -> None:
    fit = fit_pace(field(), 4, 3)
    assert 6 < fit.turns < 40
    assert fit.error < 4


def test_there_is_a_line_however_little_is_tried() -> None:
    """With the narrowest look what follows from the last line may all have been met, and dropped, before."""
    effort = Effort(width=1, mains=2, frees=3, options=2, evaluations=60)
    for seed in range(6):
        game = laid(100 + seed, 2)
        for _ in range(12):
            advance(game, 11)
            if game.state.phase == "over":
                break
            seat = to_move(game)
            assert Search(seat, weights(), effort).lines(determinize(view(game, seat), seed))


def test_hibernating_and_acting_do_not_crowd_each_other_out() -> None:
    """However much better the one looks after a step, both are followed to the end of the turn."""
    both = 0
    for seed in range(8):
        search, guessed = begun(turn_begins(seed, 60), Effort(width=1, mains=2, frees=1, options=2, evaluations=60))
        if not any(isinstance(offer.action, Hibernate) for offer in legal(guessed, search.seat)):
            continue
        lines = search.lines(guessed)
        assert any(isinstance(line.path[0], Hibernate) for line in lines)
        assert any(isinstance(action, MAIN_ACTIONS) for line in lines for action in line.path)
        both += 1
    assert both > 3


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_more_is_tried_in_the_last_turn(level: Level) -> None:
    game = turn_begins(3, 30)
    planner, seat = Planner(level), to_move(game)
    usual = planner.effort(view(game, seat))
    game.state.end_by = 1 - seat
    last = planner.effort(view(game, seat))
    assert last.width > usual.width
    assert last.mains > usual.mains


def test_a_question_that_an_answer_opens_is_asked_too() -> None:
    """A row of the hibernation track that gives a step: the track is chosen by what the line makes of it."""
    asked_twice = 0
    for seed in range(12):
        game = turn_begins(seed, 60)
        seat = to_move(game)
        apply(game, Hibernate(seat=seat))
        if (seen := view(game, seat)).decision is None:
            continue
        search, guessed = begun(game, NORMAL)
        lines = search.lines(guessed)
        firsts = {answers_in(line.path) for line in lines}
        asked_twice += any(len(given) == 2 for given in firsts)
        assert {given[0] for given in firsts} <= {offer.action for offer in legal(game, seat)}
        assert seen.state == view(game, seat).state
        best = Planner("normal").choose(seen, legal(game, seat))
        assert explain(game, best) is None
    assert asked_twice >= 2


def test_less_is_looked_at_while_a_question_is_open() -> None:
    game = turn_begins(1, 60)
    seat, planner = to_move(game), Planner("normal")
    full = planner.effort(view(game, seat))
    apply(game, Hibernate(seat=seat))
    assert view(game, seat).decision is not None
    asked = planner.effort(view(game, seat))
    assert asked.evaluations < full.evaluations
    assert asked.changes < full.changes
