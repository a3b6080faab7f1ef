"""The official solo game, as far as it is told: 000 Spielablauf, Fortschrittsmarker, ÜBERWINTERN; the rest is the
pack's assumption (solo.end)."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine import decision, explain, new_game
from bot.engine.actions import Choose, EndAction, EndTurn, Hibernate, PlayCard, Refused, UseSwitch
from bot.engine.debug.invariants import violations
from bot.engine.debug.position_builder import Position
from bot.engine.solo_components import SoloState
from bot.engine.state import Options, SeatSetup, Setup
from tests.rules import solo_positions
from tests.rules.position_lab import answer, do, keys


def position() -> Position:
    return solo_positions.position("solo")


def marker(table: Position) -> int:
    kept = table.game.state.variant
    assert isinstance(kept, SoloState)
    return kept.marker


def test_one_action_a_turn() -> None:
    """Spielablauf, Solo-Spiel: always one action; no second window opens."""
    game = position().seat(0, active=["red_gear"]).build()
    do(game, UseSwitch(seat=0, resource="food"))
    for action in (PlayCard(seat=0, card="red_gear", slot=0, half="top"), EndAction(seat=0)):
        refusal = explain(game, action)
        assert refusal is not None
        assert (refusal.reason, refusal.values) == ("no_actions_left", {"actions": 1})
    do(game, EndTurn(seat=0))
    assert (game.active, game.state.turn.number) == (0, 2)


def test_the_marker_moves_by_one_for_a_card_and_by_none_for_the_switch() -> None:
    """Spielablauf, Solo-Spiel: 1 for "play a card"."""
    table = position().seat(0, active=["red_gear"])
    game = table.build()
    record = do(game, PlayCard(seat=0, card="red_gear", slot=0, half="top"))
    assert [event.values for event in record.events if event.key == "solo_marker"] == [
        {"steps": 1, "reached": 1, "end": 24}
    ]
    do(game, EndTurn(seat=0))
    do(game, UseSwitch(seat=0, resource="food"))
    assert marker(table) == 1


def test_hibernating_moves_it_by_two_and_offers_an_exchange() -> None:
    """ÜBERWINTERN, Solo-Spiel: any number of displayed cards, machines and modules, or none."""
    table = position()
    game = table.build()
    shown = game.state.display[0], game.state.module_display[4], game.state.market["field"][1]
    do(game, Hibernate(seat=0))
    assert marker(table) == 2
    while (asked := decision(game, 0)) is not None and asked.kind != "exchange":
        do(game, Choose(seat=0, answer=tuple(range(asked.least))))
    assert asked is not None
    assert (asked.least, asked.most, len(asked.options)) == (0, 19, 19)
    record = answer(game, 0, *shown)
    assert keys(record) == ["replaced"] * 3
    assert record.barrier
    assert not {*shown} & {*game.state.display, *game.state.module_display, *game.state.market["field"]}
    assert violations(game) == []


def test_the_exchange_may_be_none() -> None:
    """solo.hibernate: optional, from none to all."""
    game = position().build()
    before = [*game.state.display]
    do(game, Hibernate(seat=0))
    while (asked := decision(game, 0)) is not None:
        record = do(game, Choose(seat=0, answer=tuple(range(asked.least))))
    assert game.state.display == before
    assert not record.barrier


def test_the_marker_at_its_end_ends_the_game_and_says_whose_idea_that_is() -> None:
    """solo.end: an assumption of the pack, told as one."""
    table = position().seat(0, active=["red_gear"])
    table.game.state.variant = SoloState(marker=23)
    game = table.build()
    do(game, PlayCard(seat=0, card="red_gear", slot=0, half="top"))
    assert keys(do(game, EndTurn(seat=0))) == ["turn_ended", "solo_ended", "over", "solo_result"]
    assert game.state.phase == "over"


def test_the_last_large_artifact_ends_it_too() -> None:
    """000 SPIELENDE: whoever takes it has the end game tile; there is nobody else to have a turn."""
    table = position().artifacts_left(yellow=1, white=0, violet=0)
    game = table.seat(0, active=["green_take"]).build()
    do(game, PlayCard(seat=0, card="green_take", slot=2, half="bottom"))
    answer(game, 0, "yellow")
    assert game.seat(0).end_tile
    do(game, EndTurn(seat=0))
    assert game.state.phase == "over"


def test_it_is_for_one_and_needs_the_packs_assumptions() -> None:
    """The pack says what the documents leave open."""
    options = Options(alone="solo")
    for seats, pack, reason in (
        (2, solo_positions.pack(), "alone_seats"),
        (1, msgspec.structs.replace(solo_positions.pack(), solo=None), "no_solo_parts"),
    ):
        with pytest.raises(Refused) as error:
            new_game(Setup(seats=(SeatSetup(),) * seats, pack=pack.hash, seed=1, options=options), pack)
        assert error.value.refusal.reason == reason
    long = Setup(
        seats=(SeatSetup(),),
        pack=solo_positions.pack().hash,
        seed=1,
        options=msgspec.structs.replace(options, long_game=True),
    )
    with pytest.raises(Refused) as error:
        new_game(long, solo_positions.pack())
    assert error.value.refusal.reason == "alone_long_game"
