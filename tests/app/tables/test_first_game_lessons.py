"""A first game explains each kind of thing once, says kindly what was missed, and what decided it."""

import pytest

from bot.app.tables.first_game_lessons import (
    RULES,
    Deciding,
    Lesson,
    LessonsTold,
    Missed,
    deciding,
    missed_in,
    next_lessons,
    turn_begins,
)
from bot.engine import Game, apply, legal, score, view
from bot.engine.actions import EndTurn, Hibernate, Offer
from bot.engine.debug.position_builder import Position
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.resources import Amounts
from bot.engine.rules.score_lines import Line
from bot.engine.rules.scoring import ScoreSheet
from bot.engine.state import Options
from bot.players import Planner
from bot.reference.load import book
from bot.text import LOCALES, Locale, t, tn
from cogs.game.views.advice_lines import COUNTING
from tests.players.table import laid, some_options, to_move

ALWAYS = {"turn", "resource", "play", "explore", "populate", "build", "hibernate", "machine", "new_card", "tile", "end"}


def lessons(game: Game, known: set[str]) -> tuple[Lesson, ...]:
    """What is explained to the seat to move."""
    seat = to_move(game)
    seen = view(game, seat)
    return next_lessons(seen, legal(game, seat), seen.decision, None, frozenset(known))


def taught(game: Game) -> dict[int, list[str]]:
    """What is explained to each seat, at each step of a game that is played to its end."""
    player, told = Planner("easy"), dict[int, list[str]]()
    while (seat := next_seat(game)) is not None:
        known = told.setdefault(seat, [])
        found = lessons(game, set(known))
        assert len(found) == 1 + (found[0].kind == "goal") if found else True
        known += [lesson.kind for lesson in found]
        apply(game, player.choose(view(game, seat), legal(game, seat)))
    return told


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_each_kind_is_explained_once_to_each(seats: int) -> None:
    told = taught(laid(seats, seats, some_options(0, seats) if seats == 1 else Options()))
    assert len(told) == seats
    for kinds in told.values():
        assert len(kinds) == len(set(kinds))
        assert set(kinds) >= ALWAYS
        assert kinds[0] == "goal"


def test_the_expansion_is_explained_where_it_is_played() -> None:
    told = set().union(*taught(laid(2, 3, Options(abyss=True))).values())
    assert told >= {"devotion", "lake", "exchange", "scyphoz"}
    assert not set().union(*taught(laid(2, 3, Options())).values()) & {"devotion", "lake", "exchange", "scyphoz"}


def test_the_artifact_that_leaves_is_explained_as_it_is_chosen() -> None:
    """At a fourth hibernation, where there is a choice."""
    for seed, far in ((6, {0, 1}), (10, {1}), (8, set())):
        game = laid(seed, 2)
        told = taught(game)
        assert {seat for seat, kinds in told.items() if "remove_artifact" in kinds} == far
        assert all(game.state.seats[seat].hibernations >= 4 for seat in far)


def test_what_is_asked_comes_first() -> None:
    game = laid(4, 2)
    assert [found.kind for found in lessons(game, set())] == ["goal", "artifact_card"]
    assert lessons(game, {"goal", "artifact_card"}) == ()


def test_main_actions_are_explained_before_anybody_has_time_for_aims() -> None:
    game = Position(field(), seats=2, seed=3).seat(0, gear=6, book=6, food=6).turn(0).build()
    known, told = {"goal", "turn", "resource"}, list[str]()
    for _ in range(4):
        [found] = lessons(game, known)
        known.add(found.kind)
        told.append(found.kind)
    assert told == ["play", "explore", "populate", "build"]


def test_the_same_position_is_explained_alike() -> None:
    told = LessonsTold()
    first = (Lesson("turn", RULES["turn"]),)
    told.keep(1, 10, 5, first)
    assert told.again(1, 10, 5) == first
    assert told.again(1, 10, 6) is None
    assert told.again(1, 11, 5) is None
    told.keep(1, 10, 6, ())
    assert told.again(1, 10, 6) == ()


def test_what_is_advised_comes_before_what_is_merely_possible() -> None:
    game = Position(field(), seats=2, seed=3).build()
    seen, offers = view(game, 0), legal(game, 0)
    known = frozenset({"goal", "turn"})
    [first] = next_lessons(seen, offers, None, Hibernate(seat=0), known)
    assert first.kind == "hibernate"
    assert turn_begins(seen)


def test_everything_has_a_rule_that_exists() -> None:
    for kind, entry in RULES.items():
        assert entry in book().entries, kind


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", RULES)
def test_two_sentences_explain_it(locale: Locale, kind: str) -> None:
    key = f"advice.lesson.{kind}"
    told = tn(locale, key, 2) if kind in COUNTING else t(locale, key)
    assert told.count(". ") == 1
    assert told.endswith(".")
    assert len(told) <= 220


def test_what_a_turn_missed() -> None:
    game = Position(field(), seats=2, seed=3).turn(0, actions=1, windows=2).build()
    seen, offers = view(game, 0), legal(game, 0)
    assert missed_in(seen, offers, Offer(EndTurn(seat=0)), 2) == Missed("main_action")
    assert missed_in(seen, offers, Offer(EndTurn(seat=0), loses=Amounts(gear=2)), 2) == Missed(
        "lost", amounts=Amounts(gear=2)
    )
    done = Position(field(), seats=2, seed=3).turn(0, actions=2, windows=2).build()
    assert missed_in(view(done, 0), [], Offer(EndTurn(seat=0)), 2) is None


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_what_decided_a_game(seats: int) -> None:
    game, player = laid(7, seats, some_options(0, seats)), Planner("easy")
    while (seat := next_seat(game)) is not None:
        apply(game, player.choose(view(game, seat), legal(game, seat)))
    sheets = score(view(game, None))
    for number in range(seats):
        found = deciding(sheets, number)
        assert found is not None
        assert found.points > 0
        assert (found.other is None) == (seats == 1)
        if seats > 1:
            assert sheets[found.seat].rank <= sheets[found.other or 0].rank
            assert number in (found.seat, found.other)


def sheet(seat: int, rank: int, **points: int) -> ScoreSheet:
    lines = tuple(Line(key=key, points=number) for key, number in points.items())  # type: ignore[arg-type]
    total = sum(points.values())
    return ScoreSheet(seat=seat, lines=lines, total=total, rank=rank, unscored_resources=0, track_steps=0)


def test_what_decided_a_game_names_both_sides() -> None:
    winner = sheet(1, 1, technologies=19, artifact_card=20, progress=3)
    loser = sheet(0, 2, technologies=4, artifact_card=33, progress=3)
    for reader in (0, 1):
        assert deciding([loser, winner], reader) == Deciding("technologies", 15, 1, 0, "artifact_card", 13, 2)


def test_nothing_is_said_of_the_other_side_where_it_made_no_more() -> None:
    found = deciding([sheet(0, 1, technologies=9), sheet(1, 2, technologies=4)], 1)
    assert found is not None
    assert (found.points, found.return_points, found.margin) == (5, 0, 5)
