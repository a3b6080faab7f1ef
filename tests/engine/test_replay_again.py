"""A game's own records carried out again without being judged: every position is the same, and a record that does not
belong where it stands is noticed."""

from __future__ import annotations

from unittest.mock import patch

import msgspec
import pytest

from bot.engine import Replay, apply, decision, legal
from bot.engine.api import effective
from bot.engine.debug.transcript import next_seat
from bot.players import RandomPlayer
from tests.engine.test_roll_back import KINDS, new

MOST = 3000


@pytest.mark.parametrize("kind", KINDS)
def test_whole_games_again(kind: str) -> None:
    for seed in range(3):
        game, player = new(kind, seed), RandomPlayer(seed)
        kept = [game.snapshot()]
        while game.state.phase != "over" and game.count < MOST:
            seat = next_seat(game)
            assert seat is not None
            apply(game, player.pick(legal(game, seat), decision(game, seat)))
            kept.append(game.snapshot())
        again = Replay(game.setup, game.pack)
        with patch("bot.engine.api.judge", side_effect=AssertionError("judged")):
            for record, position in zip(game.records, kept[1:], strict=True):
                assert again.step_again(record)
                assert again.game.snapshot() == position
        assert again.game.records == effective(game.records)


def test_a_record_that_does_not_belong_there_is_noticed() -> None:
    game, player = new("base", 1), RandomPlayer(1)
    while not (game.records and game.records[-1].events and game.records[-1].events[0].key == "paid"):
        seat = next_seat(game)
        assert seat is not None
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
    again = Replay(game.setup, game.pack)
    for record in game.records[:-1]:
        again.step_again(record)
    paid = game.records[-1]
    with pytest.raises(ValueError, match="went otherwise"):
        again.step_again(msgspec.structs.replace(paid, events=paid.events[:-1]))
