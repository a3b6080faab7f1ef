"""Guessing what is hidden: whatever may be seen stays, the rest could be so."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine import apply, legal, view
from bot.engine.debug.invariants import violations
from bot.engine.solo_components import MautomaState
from bot.engine.variants.mautoma.cards import CARDS
from bot.engine.views import HIDDEN
from bot.players import Planner
from bot.players.search.determinization import artifact_points, determinize
from tests.players.table import advance, disturbed, laid, some_options, to_move


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("steps", [0, 5, 40, 95])
def test_a_guess_agrees_with_the_view(seats: int, steps: int) -> None:
    seed = seats * 10 + steps
    game = advance(laid(seed, seats, some_options(seed, seats)), steps)
    seat = to_move(game)
    guessed = determinize(view(game, seat), 7)
    shown = view(guessed, seat)
    assert shown.backs == view(game, seat).backs
    assert legal(guessed, seat) == legal(game, seat)
    if not any(mine.stack for number, mine in enumerate(game.state.seats) if number != seat):
        assert shown.state == view(game, seat).state
        assert list(violations(guessed)) == []


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_guess_holds_nothing_hidden_and_can_be_played(seats: int) -> None:
    game = advance(laid(77 + seats, seats, some_options(77, seats)), 50)
    guessed = determinize(view(game, to_move(game)), 3)
    assert HIDDEN.encode() not in _names(guessed.state)
    assert advance(guessed, 20_000).state.phase == "over"


def _names(state: object) -> list[bytes]:
    def walk(value: object) -> list[bytes]:
        if isinstance(value, str):
            return [value.encode()]
        if isinstance(value, dict):
            return [name for inner in value.values() for name in walk(inner)]
        return [name for inner in value for name in walk(inner)] if isinstance(value, list) else []

    return walk(msgspec.to_builtins(state, str_keys=True))


def test_a_guess_comes_from_the_view_alone() -> None:
    """Games that look the same are guessed the same; the real hidden things have no part in it."""
    game = advance(laid(31, 3), 60)
    seat = to_move(game)
    one, two = (determinize(view(each, seat), 5) for each in (game, disturbed(game, seat)))
    assert one.snapshot() == two.snapshot()
    assert one.snapshot() != determinize(view(game, seat), 6).snapshot()


def test_another_s_artifact_card_fits_what_it_has_collected() -> None:
    """Of three that it may have the best: who has collected for a card has one that pays."""
    game = advance(laid(31, 3), 160)
    seat, different = to_move(game), 0
    for other in (number for number in range(3) if number != seat):
        game.seat(other).artifacts = {"yellow": 0, "white": 0, "violet": 3}
        for seed in range(8):
            guessed = determinize(view(game, seat), seed)
            held, deck = guessed.seat(other).artifact_cards, guessed.state.artifact_deck
            pays = [artifact_points(guessed, other, card) for card in (*held, *deck)]
            assert sorted([*held, *deck, *guessed.seat(3 - seat - other).artifact_cards]) == sorted(
                {card.id for card in game.pack.artifact_cards} - {*game.seat(seat).artifact_cards}
            )
            assert pays[0] >= sorted(pays)[1]
            different += pays[0] > sum(pays) / len(pays)
    assert different > 12


def test_a_guess_is_not_the_game() -> None:
    """What happens in a guess does not happen at the table, whose view it was made from."""
    game = advance(laid(32, 2), 30)
    seat, before = to_move(game), game.snapshot()
    guessed = determinize(view(game, seat), 5)
    apply(guessed, Planner("easy").choose(view(guessed, seat), legal(guessed, seat)))
    assert game.snapshot() == before


def test_the_mautoma_s_cards_are_all_there() -> None:
    game = advance(laid(33, 1, some_options(0, 1)), 70)
    kept = determinize(view(game, to_move(game)), 9).state.variant
    assert isinstance(kept, MautomaState)
    assert sorted([*kept.deck, *kept.used, *kept.progress, kept.boxed]) == sorted(CARDS)
