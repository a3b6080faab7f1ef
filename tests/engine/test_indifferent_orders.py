"""Orders that a table need not ask for: what comes of the one taken is what would have come of every other."""

from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from bot.engine import Game, apply, decision, legal, new_game, view
from bot.engine.actions import Choose
from bot.engine.debug.transcript import next_seat
from bot.engine.effects import Advance, Effect, Gain, GainAny, Pay, TakeModule
from bot.engine.indifferent_orders import indifferent_answer
from bot.engine.packs import field_with_expansion
from bot.engine.resolution.tasks import Do, Sequence, Source
from bot.engine.resources import Amounts
from bot.players import RandomPlayer
from bot.simulation.simulated_games import options_for, setup_for
from tests.engine.test_whole_games import game_of

SOURCE = Source("rule", "turn.order")


def asked_for(*groups: tuple[Effect, ...]) -> Game:
    """A game in which the first seat is asked in which order these happen."""
    game = game_of(3, 2, 40)
    while game.active != 0 or decision(game, 0) is not None:
        apply(game, RandomPlayer(1).pick(legal(game, next_seat(game) or 0), decision(game, next_seat(game) or 0)))
    game.seat(0).stack.append(Sequence(tuple(tuple(Do(effect, SOURCE) for effect in group) for group in groups)))
    game.changed()
    return game


def to_the_end(game: Game, seat: int, below: int) -> bytes:
    """The position after the first answer to whatever is asked until so much waits."""
    while (asked := decision(game, seat)) is not None and len(game.seat(seat).stack) > below:
        apply(game, Choose(seat=seat, answer=tuple(range(max(asked.least, 1)))))
    return msgspec.msgpack.encode(game.state)


def with_expansion(seed: int) -> Game:
    pack = field_with_expansion()
    options = msgspec.structs.replace(options_for(seed, 2), abyss=True)
    return new_game(setup_for(pack, 2, seed, options), pack)


@pytest.mark.parametrize("begin", [lambda seed: game_of(seed, 2), with_expansion], ids=["base", "expansion"])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_left_out_comes_to_the_same(seed: int, begin: Callable[[int], Game]) -> None:
    """Two groups in either order, with the same answers to what they ask, in whole random games."""
    game, player, found = begin(seed), RandomPlayer(seed), Counter[bool]()
    for _ in range(900):
        if (seat := next_seat(game)) is None:
            break
        asked = decision(game, seat)
        if asked is not None and asked.kind == "order":
            answer, below = indifferent_answer(game, seat), len(game.seat(seat).stack) - 1
            found[answer is not None] += 1
            if answer is not None and len(asked.options) == 2:
                ends = []
                for first in range(2):
                    work = game.copy()
                    apply(work, Choose(seat=seat, answer=(first,)))
                    ends.append(to_the_end(work, seat, below))
                assert ends[0] == ends[1], game.seat(seat).stack[-1]
        apply(game, player.choose(view(game, seat), legal(game, seat)))
    assert found[True]


def test_looking_changes_nothing() -> None:
    game = asked_for((Gain(gear=1),), (GainAny(),))
    before = msgspec.msgpack.encode(game.state)
    assert indifferent_answer(game, 0) == Choose(seat=0, answer=(0,))
    assert msgspec.msgpack.encode(game.state) == before


def test_a_gain_comes_before_a_module_is_taken() -> None:
    game = asked_for((TakeModule(),), (Gain(food=1),))
    assert indifferent_answer(game, 0) == Choose(seat=0, answer=(1,))


def test_an_order_that_matters_is_asked_for() -> None:
    """What is gained first can pay for what comes then; of two effects that reveal the first is wanted."""
    game = asked_for((Pay(cost=Amounts(crystal=3), get=(Gain(points=2),)),), (Gain(crystal=3),))
    game.seat(0).owned = Amounts()
    assert decision(game, 0) is not None
    assert indifferent_answer(game, 0) is None
    assert indifferent_answer(asked_for((TakeModule(),), (GainAny(),)), 0) is None


def test_a_step_that_unlocks_a_reward_is_no_plain_gain() -> None:
    game = asked_for((TakeModule(),), (Advance("forest", 13),))
    assert indifferent_answer(game, 0) is None
    game = asked_for((TakeModule(),), (Advance("forest", 1),))
    game.seat(0).unlocked = [reward for reward, _ in game.pack.links]
    game.changed()
    assert indifferent_answer(game, 0) == Choose(seat=0, answer=(1,))


@pytest.mark.parametrize("waits", [Gain(devotion=3), Gain(points=2)])
def test_what_waits_for_the_end_of_the_action_comes_first(waits: Gain) -> None:
    """Nothing depends on it before the window closes (ruling exchange), so nobody is asked when it comes."""
    for others in ((TakeModule(),), (GainAny(),), (Advance("forest", 13),), (Pay(cost=Amounts(food=1), get=(waits,)),)):
        game = with_expansion(3)
        game.seat(0).stack.append(
            Sequence(
                tuple(tuple(Do(effect, SOURCE) for effect in group) for group in (others, (GainAny(2),), (waits,)))
            )
        )
        game.changed()
        assert indifferent_answer(game, 0) == Choose(seat=0, answer=(2,))
    mixed = with_expansion(3)
    mixed.seat(0).stack.append(
        Sequence(((Do(Pay(cost=Amounts(gear=1), get=(TakeModule(),)), SOURCE),), (Do(Gain(gear=1, points=1), SOURCE),)))
    )
    mixed.changed()
    assert indifferent_answer(mixed, 0) is None


def test_points_at_once_are_asked_for_where_their_order_matters() -> None:
    """Without the expansion a bonus of the score track may come of them."""
    game = asked_for((TakeModule(),), (GainAny(),), (Gain(points=9),))
    game.seat(0).points = 4
    game.changed()
    assert indifferent_answer(game, 0) is None


def test_without_an_order_there_is_no_answer() -> None:
    game = game_of(3, 2, 60)
    for seat in range(2):
        asked = decision(game, seat)
        if asked is None or asked.kind != "order":
            assert indifferent_answer(game, seat) is None
