"""Advice: the same for the same view, from what the seat sees alone, in short sentences of three languages."""

from __future__ import annotations

import re

import pytest

from bot.engine import Game, apply, explain, legal, view
from bot.engine.actions import MAIN_ACTIONS, Hibernate
from bot.engine.debug.transcript import next_seat
from bot.engine.state import Options
from bot.players import CannotMove, Planner, Reason
from bot.players.advice import ALTERNATIVES, Advice, AdvisedMove, advise
from bot.players.advice_wording import advised_words, behind_words, worth_words
from bot.text import LOCALES, Locale, catalogues
from bot.text.game import Table, table_of
from tests.players.table import advance, disturbed, laid, some_options, to_move
from tests.players.test_reason_wording import COUNTED, VALUES

WHYS = [key.removeprefix("advice.why.") for key in catalogues()["en"] if key.startswith("advice.why.")]
REASONS = [key.split(".")[2] for key in catalogues()["en"] if key.startswith(("players.reason.", "players.counting."))]
SENTENCES = 2


def choosing(seed: int, seats: int, steps: int) -> Game:
    """A game so many steps on, at the next position with something to choose."""
    game = advance(laid(seed, seats, some_options(seed, seats)), steps)
    while len(legal(game, to_move(game))) < 3:
        advance(game, 1)
    return game


def advice_in(game: Game) -> Advice:
    """The advice for the seat to move."""
    seat = to_move(game)
    return advise(view(game, seat), legal(game, seat))


@pytest.mark.parametrize(("seats", "steps"), [(1, 30), (2, 0), (2, 45), (3, 60), (4, 90)])
def test_the_same_view_gets_the_same_advice(seats: int, steps: int) -> None:
    game = choosing(seats, seats, steps)
    first = advice_in(game)
    assert advice_in(game.copy()) == first
    moves = (first.best, *first.others)
    assert len({move.action for move in moves}) == len(moves) <= ALTERNATIVES + 1
    assert [move.behind for move in moves] == sorted(move.behind for move in moves)
    assert first.best.behind == 0
    for move in moves:
        assert explain(game, move.action) is None


@pytest.mark.parametrize(
    ("seed", "steps", "abyss"),
    [(5, 6, False), (6, 33, False), (7, 70, False), (8, 120, False), (3, 40, True), (5, 150, True)],
)
def test_what_is_hidden_changes_nothing(seed: int, steps: int, abyss: bool) -> None:
    """Two games that a seat cannot tell apart get the same advice."""
    game = advance(laid(seed, 2 + seed % 3, Options(abyss=abyss)), steps)
    seat = to_move(game)
    other = disturbed(game, seat)
    assert other.snapshot() != game.snapshot()
    first, second = (advise(view(each, seat), legal(each, seat)) for each in (game, other))
    assert first == second


def test_asking_leaves_the_table_alone() -> None:
    game = choosing(9, 3, 47)
    before = game.snapshot()
    advice_in(game)
    assert game.snapshot() == before


def test_the_main_action_that_follows_can_be_taken() -> None:
    """What is told to come next is certain: nothing is revealed or asked before it."""
    told = 0
    for seed in range(6):
        game = choosing(seed, 2, 40)
        while game.state.turn.actions or view(game, to_move(game)).decision:
            advance(game, 1)
        move = advice_in(game).best
        if move.next_main is None or not isinstance(move.action, MAIN_ACTIONS):
            continue
        assert not isinstance(move.next_main, Hibernate)
        told += 1
    assert told


def test_who_is_not_to_move_gets_none() -> None:
    game = choosing(3, 2, 40)
    other = 1 - to_move(game)
    with pytest.raises(CannotMove):
        advise(view(game, other), [])


def test_every_reason_has_words_for_a_newcomer() -> None:
    assert set(WHYS) == set(REASONS) - {"cards"}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", WHYS)
def test_every_reason_is_told_in_a_sentence(locale: Locale, key: str) -> None:
    game = choosing(1, 2, 30)
    seat = to_move(game)
    table = table_of(view(game, seat), ["Ada", "Ben"])
    values: dict[str, int | str | None] = {"n": 2} if key in COUNTED else VALUES.get(key, {})
    words = advised_words(locale, table, AdvisedMove(legal(game, seat)[0].action, Reason(key, values)))
    assert "{" not in words
    assert _sentences(words) == SENTENCES


def _sentences(words: str) -> int:
    """Sentences end with a full stop before a capital letter or the end."""
    return len(re.findall(r"\.(?= [A-ZÀ-Ý\d{«]|$)", words))


def test_whole_games_are_advised_in_two_sentences() -> None:
    game, planner, told = laid(2, 2), Planner("easy"), 0
    while (seat := next_seat(game)) is not None:
        seen, offers = view(game, seat), legal(game, seat)
        if len(offers) > 1 and len(game.records) % 9 == 0:
            told += _tell(advise(seen, offers), table_of(seen, ["Ada", "Ben"]))
        apply(game, planner.choose(seen, offers))
    assert told > 20


def _tell(advice: Advice, table: Table) -> int:
    for locale in LOCALES:
        for move in (advice.best, *advice.others):
            words = advised_words(locale, table, move)
            assert words.startswith("**")
            assert len(words) < 500
    return 1


@pytest.mark.parametrize("locale", LOCALES)
def test_worth_is_rounded_to_whole_points(locale: Locale) -> None:
    assert "7" in worth_words(locale, 6.6)
    assert not re.search(r"\d", worth_words(locale, 0.3))
    assert worth_words(locale, None) == ""
    assert "3" in behind_words(locale, 3.2)
    assert not re.search(r"\d", behind_words(locale, 0.49))


def test_each_move_is_advised_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines may begin with the same move in the end, where something is done before hibernating."""
    game = choosing(2, 2, 0)
    same = AdvisedMove(legal(game, to_move(game))[0].action, Reason("best"))
    assert advice_in(game).others
    monkeypatch.setattr("bot.players.advice.advised", lambda *_: same)
    assert advice_in(game) == Advice(same, (), advice_in(game).worth)
