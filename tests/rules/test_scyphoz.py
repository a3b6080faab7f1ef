"""Scyphoz cards: drawn, played in a colour of choice, counted at the end (001 Devotion Points, Scyphoz Cards; ruling
scyphoz)."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine import Game, apply, decision, events_for, explain, legal, reorder, score, undo, view
from bot.engine.actions import EndTurn, PlayCard, Refused, TakeGains, UseSwitch
from bot.engine.debug.invariants import violations
from bot.engine.debug.position_builder import Position
from bot.engine.resolution.tasks import ChooseScyphoz
from bot.engine.variants.abyss.state_access import kept_of
from tests.engine.agreement import as_offered
from tests.rules.expansion_lab import OPTIONS, position
from tests.rules.position_lab import answer, do, keys


def drawing() -> Position:
    """Seat 0 stands before a scyphoz space and has 1 devotion to come."""
    return position().turn(0, actions=1, done=True).expansion(0, devotion=2, devotion_to_come=1)


# ---- gaining -----------------------------------------------------------------------------------------------------


def test_two_are_drawn_and_one_is_kept() -> None:
    """001 Devotion Points: draw 2, choose which one to keep."""
    game = drawing().build()
    record = do(game, TakeGains(seat=0))
    asked = decision(game, 0)
    assert asked is not None
    assert [option.id for option in asked.options] == ["y_0", "y_1"]
    assert record.barrier
    told = keys(answer(game, 0, "y_1"))
    assert told == ["scyphoz_kept"]
    assert "y_1" in game.seat(0).active
    assert game.seat(0).gained_cards == ["y_1"]
    assert kept_of(game).scyphoz_deck[0] == "y_0"  # under the deck (ruling scyphoz)
    assert violations(game) == []


def test_only_its_owner_sees_what_was_drawn() -> None:
    """Ruling secrets: the pile and the two cards are hidden; the card kept is open."""
    game = drawing().build()
    record = do(game, TakeGains(seat=0))
    assert [event.secret for event in events_for(record, 0) if event.key == "scyphoz_drawn"] == [
        {"first": "y_0", "second": "y_1"}
    ]
    for seat in (1, None):
        assert not any(event.secret for event in events_for(record, seat))
        seen = msgspec.json.encode(view(game, seat).state).decode()
        assert '"y_' not in seen
    assert set(view(game, 0).state.kept["abyss"].scyphoz_deck) == {"?"}  # type: ignore[index]


def test_the_last_card_is_taken_and_an_empty_pile_gives_nothing() -> None:
    """Ruling scyphoz, ruling declining."""
    built = drawing()
    kept_of(built.game).scyphoz_deck = ["y_3"]
    built.game.state.removed += [f"y_{n}" for n in range(8) if n != 3]
    game = built.build()
    assert "scyphoz_kept" in keys(do(game, TakeGains(seat=0)))
    kept_of(game).seats[0].devotion = 2
    kept_of(game).seats[0].devotion_to_come = 1
    game.changed()
    record = do(game, EndTurn(seat=0))
    assert [event.values["what"] for event in record.events if event.key == "nothing_left"] == ["scyphoz"]


def test_what_somebody_looks_at_is_dealt_anew_with_the_pile() -> None:
    """A game whose hidden side somebody may have read."""
    game = drawing().build()
    do(game, TakeGains(seat=0))
    offered = set()
    for seed in range(6):
        reorder(game, seed)
        (task,) = game.seat(0).stack
        assert isinstance(task, ChooseScyphoz)
        offered.add(frozenset(task.cards))
        assert violations(game) == []
    assert len(offered) > 1


# ---- playing -----------------------------------------------------------------------------------------------------


def playing(**seat: object) -> Game:
    return position().seat(0, active=["y_2", "red_gear"], **seat).build()  # type: ignore[arg-type]


def plays(game: Game, slot: int) -> list[str | None]:
    return [
        offer.action.colour
        for offer in legal(game, 0)
        if isinstance(offer.action, PlayCard) and offer.action.card == "y_2" and offer.action.slot == slot
    ]


def test_it_is_played_like_a_citizen() -> None:
    """001 Scyphoz Cards: from the active area into a slot, the half by the slot."""
    game = playing()
    do(game, PlayCard(seat=0, card="y_2", slot=0, half="top"))
    assert (game.seat(0).owned.gear, game.seat(0).slots[0].cards[0].card) == (1, "y_2")


def test_colours_that_change_nothing_are_one_choice() -> None:
    """In an empty slot the colour does not matter; with modules only the colours that differ are offered."""
    game = playing(modules={(0, 0): "m_red", (1, 0): "m_green"})
    assert plays(game, 2) == [None]
    assert plays(game, 0) == ["red", "green"]  # green stands for blue: neither sets the module off
    blue = PlayCard(seat=0, card="y_2", slot=0, half="top", colour="blue")
    assert explain(game, blue) is None
    assert as_offered(game, blue).colour == "green"


def test_one_play_one_colour() -> None:
    """Reference scyphoz.colour: it triggers what matches the colour given, not all three."""
    game = playing(modules={(0, 0): "m_red", (0, 1): "m_green"})
    assert plays(game, 0) == ["red", "green", "blue"]
    told = keys(do(game, PlayCard(seat=0, card="y_2", slot=0, half="top", colour="green")))
    assert told == ["played", "colour_given", "gained", "gained"]
    assert (game.seat(0).owned.gear, kept_of(game).seats[0].points_to_come) == (2, 0)


def test_a_colour_has_to_be_named_where_it_matters_and_only_there() -> None:
    game = playing(modules={(0, 0): "m_red"})
    refusal = explain(game, PlayCard(seat=0, card="y_2", slot=0, half="top"))
    assert refusal is not None
    assert refusal.reason == "colour_needed"
    other = explain(game, PlayCard(seat=0, card="red_gear", slot=0, half="top", colour="blue"))
    assert other is not None
    assert other.reason == "colour_fixed"
    with pytest.raises(Refused):
        apply(game, PlayCard(seat=0, card="red_gear", slot=0, half="top", colour="blue"))


def test_lying_in_a_slot_it_matches_every_card_played_on_it() -> None:
    """Ruling scyphoz: it would be given the colour of the card."""
    game = playing(slots={2: ["y_3:bottom"]})
    told = do(game, PlayCard(seat=0, card="red_gear", slot=2, half="bottom"))
    assert [event.values["source"] for event in told.events if event.key == "gained"] == ["red_gear", "y_3"]


def test_a_copied_scyphoz_card_gives_its_effects() -> None:
    """Ruling scyphoz: the advanced switch copies the top half; the copy has no colour."""
    game = position().seat(1, slots={0: ["y_3:top"]}).build()
    do(game, UseSwitch(seat=0, copy="y_3"))
    assert game.seat(0).owned.gear == 1
    assert game.seat(1).rest[-1] == "y_3"


# ---- the end -----------------------------------------------------------------------------------------------------


def bonus(game: Game) -> dict[object, tuple[int, int]]:
    return {
        line.colour: (line.count, line.points) for line in score(view(game, None))[0].lines if line.key == "card_colour"
    }


@pytest.mark.parametrize(
    ("unlocked", "expected"),
    [
        ([], {}),
        (["red"], {"red": (3, 6)}),
        (["red", "green"], {"red": (1, 2), "green": (4, 8)}),
    ],
)
def test_at_the_end_it_counts_as_the_colour_that_pays_most(
    unlocked: list[str], expected: dict[str, tuple[int, int]]
) -> None:
    """001 Scyphoz Cards: a colour of choice at the end too, automatically; one colour each (reference scyphoz.end)."""
    gained = ["red_gear", "green_food", "green_take", "y_2", "y_3"]
    game = position(options=OPTIONS).seat(0, active=gained, gained=gained).build()
    spaces = {space.cards: space.id for space in game.pack.player_board.rewards if space.cards}
    game.seat(0).unlocked = [spaces[colour] for colour in unlocked]  # type: ignore[index]
    assert bonus(game) == expected


def test_a_draw_cannot_be_undone() -> None:
    """Ruling undo."""
    game = drawing().build()
    do(game, TakeGains(seat=0))
    with pytest.raises(Refused) as refused:
        undo(game, 0)
    assert refused.value.refusal.reason == "undo_barrier"
