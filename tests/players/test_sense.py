"""What a sensible player does not do: waste a marker, convert for nothing, hibernate with nothing to get back."""

from __future__ import annotations

from bot.engine import Game, legal
from bot.engine.actions import Convert, Hibernate
from bot.players.appraisal import ENOUGH, appraise, haste
from bot.players.evaluation import evaluate
from bot.players.greedy import judged
from bot.players.markers import CITY, marker_on_map, marker_worth
from bot.players.weights import weights
from bot.players.worth import Worth
from tests.players.table import advance, laid, to_move


def begun() -> Game:
    """The first turn of a game of two."""
    game = laid(4, 2)
    while game.state.phase != "play":
        advance(game, 1)
    return game


def city_of(game: Game) -> int:
    return next(space for space, printed in enumerate(game.prints) if printed and printed.terrain == "city")


def test_a_marker_lies_where_others_can_still_come() -> None:
    game = laid(3, 3)
    city = city_of(game)
    game.state.figures[city] = []
    assert marker_worth(Worth(game, 0, weights()), city) == CITY
    game.state.figures[city] = [1]
    assert 0 < marker_worth(Worth(game, 0, weights()), city) < CITY
    game.state.figures[city] = [1, 2]
    assert marker_worth(Worth(game, 0, weights()), city) == 0


def test_a_position_counts_its_marker() -> None:
    game = laid(3, 2)
    city = city_of(game)
    game.state.figures[city] = []
    without = evaluate(Worth(game, 0, weights()))
    game.state.markers[0] = city
    assert marker_on_map(Worth(game, 0, weights())) > 0
    assert evaluate(Worth(game, 0, weights())) > without


def test_crystals_are_converted_only_where_they_are_too_many() -> None:
    game = begun()
    seat = to_move(game)
    for crystals, converts in ((3, False), (4, True)):
        owned = game.seat(seat).owned
        game.seat(seat).owned = owned.plus("crystal", crystals - owned.crystal)
        game.changed()
        offers = legal(game, seat)
        assert any(isinstance(offer.action, Convert) for offer in offers)
        found = judged(Worth(game, seat, weights()), offers)
        assert any(isinstance(offer.action, Convert) for _, offer, _ in found) == converts


def test_hibernating_waits_until_there_is_much_to_get_back() -> None:
    game = begun()
    seat = to_move(game)
    mine = game.seat(seat)
    mine.switch_used, mine.rest = False, []
    for slot in mine.slots:
        slot.cards = []
    offer = next(offer for offer in legal(game, seat) if isinstance(offer.action, Hibernate))
    early, _ = appraise(Worth(game, seat, weights()), offer)
    assert haste(Worth(game, seat, weights())) == weights().haste * ENOUGH
    mine.rest = list(mine.active)[:3]
    assert haste(Worth(game, seat, weights())) == weights().haste * (ENOUGH - 3)
    later, _ = appraise(Worth(game, seat, weights()), offer)
    assert later > early
