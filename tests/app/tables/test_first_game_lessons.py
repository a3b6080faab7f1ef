"""A first game explains each kind of thing once, says kindly what was missed, and what decided it."""

import pytest

from bot.app.tables.first_game_lessons import RULES, Lesson, Missed, deciding, missed_in, next_lesson, turn_begins
from bot.engine import Game, apply, legal, score, view
from bot.engine.actions import EndTurn, Hibernate, Offer
from bot.engine.debug.position_builder import Position
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.resources import Amounts
from bot.engine.state import Options
from bot.players import Planner
from bot.reference.load import book
from bot.text import LOCALES, Locale, t, tn
from cogs.game.views.advice_lines import COUNTING
from tests.players.table import laid, some_options, to_move

ALWAYS = {"turn", "resource", "play", "explore", "populate", "build", "hibernate", "machine", "new_card", "tile", "end"}


def lesson(game: Game, known: set[str]) -> Lesson | None:
    """What is explained to the seat to move."""
    seat = to_move(game)
    seen = view(game, seat)
    return next_lesson(seen, legal(game, seat), seen.decision, None, frozenset(known))


def taught(game: Game) -> dict[int, list[str]]:
    """What is explained to each seat, at each step of a game that is played to its end."""
    player, told = Planner("easy"), dict[int, list[str]]()
    while (seat := next_seat(game)) is not None:
        known = told.setdefault(seat, [])
        found = lesson(game, set(known))
        known += [found.kind] if found else []
        apply(game, player.choose(view(game, seat), legal(game, seat)))
    return told


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_each_kind_is_explained_once_to_each(seats: int) -> None:
    told = taught(laid(seats, seats, some_options(0, seats) if seats == 1 else Options()))
    assert len(told) == seats
    for kinds in told.values():
        assert len(kinds) == len(set(kinds))
        assert set(kinds) >= ALWAYS


def test_the_expansion_is_explained_where_it_is_played() -> None:
    told = set().union(*taught(laid(2, 3, Options(abyss=True))).values())
    assert told >= {"devotion", "lake", "exchange", "scyphoz"}
    assert not set().union(*taught(laid(2, 3, Options())).values()) & {"devotion", "lake", "exchange", "scyphoz"}


def test_what_is_asked_comes_first() -> None:
    game = laid(4, 2)
    found = lesson(game, set())
    assert found is not None
    assert found.kind == "artifact_card"
    assert lesson(game, {"artifact_card"}) is None


def test_what_is_advised_comes_before_what_is_merely_possible() -> None:
    game = Position(field(), seats=2, seed=3).build()
    seen, offers = view(game, 0), legal(game, 0)
    known = frozenset({"turn", "resource"})
    first = next_lesson(seen, offers, None, Hibernate(seat=0), known)
    assert first is not None
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
