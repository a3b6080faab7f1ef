"""A copy of a state is equal and shares nothing that can change."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from bot.engine import Game, apply, legal, new_game
from bot.engine.api import decision
from bot.engine.debug.transcript import next_seat
from bot.engine.effects import ByHand
from bot.engine.resolution.tasks import Source
from bot.engine.state import HandEntries, HandEntry, Options
from bot.engine.state_copies import copied
from bot.engine.translated import Sentence
from bot.players import RandomPlayer
from bot.simulation.simulated_games import pack_for, setup_for

TABLES = (
    (4, Options(long_game=True, starting_cards="sets", vast_crystals=True)),
    (3, Options(abyss=True, starting_cards="draft", artifact_card="common")),
    (1, Options(alone="mautoma")),
    (1, Options(alone="solo")),
)


def _positions(seats: int, options: Options) -> Iterator[Game]:
    """Every seventh position of a random game."""
    pack = pack_for(options)
    game, player, steps = new_game(setup_for(pack, seats, 3, options), pack), RandomPlayer(3), 0
    while steps < 1500 and (seat := next_seat(game)) is not None:
        if steps % 7 == 0:
            yield game
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
        steps += 1


def _changeable(thing: object) -> Iterator[object]:
    """All that can be changed in a state, however deep."""
    if isinstance(thing, msgspec.Struct):
        if thing.__struct_config__.frozen:
            return
        yield thing
        parts = [getattr(thing, name) for name in thing.__struct_fields__]
    elif isinstance(thing, dict):
        yield thing
        parts = list(thing.values())
    elif isinstance(thing, list | tuple):
        if isinstance(thing, list):
            yield thing
        parts = list(thing)
    else:
        return
    for part in parts:
        yield from _changeable(part)


def _entered(game: Game) -> None:
    entry = HandEntry(
        number=0,
        seat=0,
        effect=ByHand(Sentence(en="", de="", fr=""), ()),
        source=Source("card", "c"),
        times=(),
        asked=[1],
    )
    game.state.by_hand = HandEntries([0] * len(game.state.seats), 1, [entry])


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_copy_is_equal_and_shares_nothing_that_can_change(seats: int, options: Options) -> None:
    for number, game in enumerate(_positions(seats, options)):
        if number == 0:
            _entered(game)
        twin = copied(game.state)
        assert twin == game.state
        assert not {id(found) for found in _changeable(game.state)} & {id(found) for found in _changeable(twin)}
        game.state.by_hand = msgspec.UNSET
