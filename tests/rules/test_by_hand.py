"""What no word of a pack says is entered by hand and confirmed by another seat (docs/develop/packs.md, By hand)."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from bot.engine import Game, apply, decision, dump, explain, legal, load, undo, view
from bot.engine.actions import Choose, EndTurn, OpenCrate, Record, Refused, UseSwitch
from bot.engine.components import Crate, Module, Pack
from bot.engine.debug.invariants import violations
from bot.engine.effects import BoundedOutcome, ByHand, Gain, TakeCrate
from bot.engine.packs import field
from bot.engine.state import Options, SeatNumber
from bot.engine.translated import Sentence
from bot.players import LEVELS, player_for
from bot.players.planner import table_of
from bot.players.planner_weights import weights
from bot.players.valuation.later_effects import later_value
from bot.players.valuation.valuation import Valuation
from bot.simulation.simulated_games import play_random
from tests.rules import position_lab
from tests.rules.position_lab import answer, do, keys, position

SENTENCE = Sentence("Look at two crates.", "Sieh dir zwei Kisten an.", "Regarde deux caisses.")
EFFECT = ByHand(SENTENCE, (BoundedOutcome((Gain(gear=1),), 3), BoundedOutcome((TakeCrate(),), 1, 0)), worth=2)


@cache
def pack() -> Pack:
    """The laboratory's pack with the sentence on a crate."""
    lab = position_lab.pack()
    crates = (Crate(id="k_hand", get=(EFFECT, Gain(book=1))), *lab.crates[1:])
    return msgspec.structs.replace(lab, id="by_hand", crates=crates)


def opened(seats: int = 2, options: Options | None = None) -> Game:
    """Seat 0 has opened the crate and is asked for the first outcome."""
    chosen = options or Options(artifact_card="deal")
    game = position(seats, of=pack(), options=chosen).seat(0, crates=["k_hand"]).build()
    while asked_of(game, 0) is not None:
        do(game, legal(game, 0)[0].action)
    do(game, OpenCrate(seat=0, crate="k_hand"))
    return game


def saved(game: Game) -> Game:
    assert violations(game) == []
    again = load(dump(game), {pack().hash: pack()})
    assert again.snapshot() == game.snapshot()
    return again


def enter(game: Game, *times: int) -> Record:
    for n in times:
        asked = decision(game, 0)
        assert asked is not None
        assert asked.kind == "by_hand"
        record = do(game, Choose(seat=0, answer=(n,)))
    return record


def asked_of(game: Game, seat: SeatNumber) -> str | None:
    asked = decision(game, seat)
    return asked.kind if asked else None


def confirmed(game: Game) -> list[int]:
    assert not isinstance(game.state.by_hand, msgspec.UnsetType)
    return game.state.by_hand.confirmed


def test_each_outcome_is_asked_for_within_its_bound() -> None:
    game = opened()
    asked = decision(game, 0)
    assert asked is not None
    assert [(option.kind, option.id, option.number) for option in asked.options] == [("times", 0, n) for n in range(4)]
    enter(game, 2)
    asked = decision(game, 0)
    assert asked is not None
    assert [(option.id, option.number) for option in asked.options] == [(1, 0), (1, 1)]
    refusal = explain(game, Choose(seat=0, answer=(2,)))
    assert refusal is not None
    assert refusal.reason == "no_such_option"


def test_it_happens_when_another_seat_confirms_it_and_the_turn_goes_on_meanwhile() -> None:
    game = opened()
    assert "by_hand_entered" in keys(enter(game, 2, 0))
    game = saved(game)
    assert (game.seat(0).owned.gear, game.seat(0).owned.book) == (0, 1)
    assert (asked_of(game, 0), asked_of(game, 1)) == (None, "confirm_by_hand")
    assert view(game, None).waiting == {1: "confirm_by_hand"}
    do(game, UseSwitch(seat=0, resource="food"))
    assert keys(answer(game, 1, "agree")) == ["by_hand_confirmed", "gained", "gained"]
    assert (game.seat(0).owned.gear, confirmed(game), asked_of(game, 1)) == (2, [1, 0], None)
    assert saved(game).state.by_hand == game.state.by_hand


def test_who_does_not_agree_gives_it_back() -> None:
    game = opened()
    enter(game, 3, 1)
    assert keys(answer(game, 1, "disagree")) == ["by_hand_refused"]
    assert (asked_of(game, 0), game.seat(0).owned.gear, confirmed(game)) == ("by_hand", 0, [0, 0])
    enter(saved(game), 1, 0)


def test_where_nothing_comes_of_it_nobody_is_asked() -> None:
    game = opened()
    assert "by_hand_nothing" in keys(enter(game, 0, 0))
    assert (asked_of(game, 0), asked_of(game, 1)) == (None, None)


def test_one_of_several_confirms_and_the_last_has_to_say() -> None:
    game = opened(4)
    enter(game, 1, 0)
    assert [asked_of(game, seat) for seat in range(4)] == [None, *["confirm_by_hand"] * 3]
    answer(game, 2, "abstain")
    answer(game, 1, "abstain")
    last = decision(saved(game), 3)
    assert last is not None
    assert [option.kind for option in last.options] == ["agree", "disagree"]
    answer(game, 3, "agree")
    assert (game.seat(0).owned.gear, confirmed(game)) == (1, [1, 0, 0, 0])
    other = opened(3)
    enter(other, 1, 0)
    answer(other, 2, "agree")
    assert (asked_of(other, 1), other.seat(1).stack) == (None, [])


def test_two_entries_are_confirmed_one_after_the_other() -> None:
    game = position(2, of=pack()).seat(0, crates=["k_hand"]).build()
    game.seat(0).crates.append("k_hand")
    for n in (1, 3):
        do(game, OpenCrate(seat=0, crate="k_hand"))
        enter(game, n, 0)
    answer(game, 1, "agree")
    assert game.seat(0).owned.gear in (1, 3)
    assert asked_of(game, 1) == "confirm_by_hand"
    answer(game, 1, "agree")
    assert (game.seat(0).owned.gear, confirmed(game)) == (4, [2, 0])


def test_it_is_owed_before_the_next_turn_of_the_other_seat() -> None:
    game = opened()
    enter(game, 2, 0)
    do(game, UseSwitch(seat=0, resource="food"))
    do(game, EndTurn(seat=0))
    refusal = explain(game, UseSwitch(seat=1, resource="food"))
    assert refusal is not None
    assert refusal.reason == "owed_first"
    answer(game, 1, "agree")
    assert game.seat(0).owned.gear == 2
    assert explain(game, UseSwitch(seat=1, resource="food")) is None


def test_an_entry_can_be_taken_back_until_it_is_confirmed() -> None:
    game = opened()
    enter(game, 2, 0)
    undo(game, 0)
    assert (asked_of(game, 0), asked_of(game, 1)) == ("by_hand", None)
    enter(game, 0)
    assert asked_of(game, 0) is None
    undo(game, 0)
    enter(game, 1)
    answer(game, 1, "agree")
    with pytest.raises(Refused) as refused:
        undo(game, 0)
    assert refused.value.refusal.reason == "undo_other_acted"
    with pytest.raises(Refused):
        undo(game, 1)


def test_alone_it_happens_at_once_and_a_drawn_crate_cannot_be_taken_back() -> None:
    game = opened(1, Options(artifact_card="deal", alone="mautoma"))
    enter(game, 1)
    barriers = [offer.barrier for offer in legal(game, 0) if isinstance(offer.action, Choose)]
    assert barriers == [False, True]
    assert enter(game, 1).barrier
    assert (game.seat(0).owned.gear, confirmed(game)) == (1, [1])


# ---- computer players --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_computer_players_take_what_the_pack_says_and_leave_the_judgement_to_people(level: str) -> None:
    game = opened(3)
    player = player_for(f"planner:{level}", 1)
    taken: list[int] = []
    while asked_of(game, 0) == "by_hand":
        chosen = player.choose(view(game, 0), legal(game, 0))
        assert isinstance(chosen, Choose)
        taken += chosen.answer
        apply(game, chosen)
    assert taken == [2, 0]
    for seat, kind in ((1, "abstain"), (2, "agree")):
        asked, chosen = decision(game, seat), player.choose(view(game, seat), legal(game, seat))
        assert asked is not None
        assert isinstance(chosen, Choose)
        assert asked.options[chosen.answer[0]].kind == kind
        apply(game, chosen)
    assert game.seat(0).owned.gear == 2


def test_computer_players_value_it_at_the_number_of_the_pack() -> None:
    game = opened()
    valuation = Valuation(table_of(view(game, 0)), 0, weights("hard"))
    assert later_value(valuation.base, (EFFECT,)) == 2.0


# ---- whole games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_random_games_full_of_sentences(seats: int) -> None:
    """Positions possible, saves equal, barriers announced, undo exact."""
    modules = tuple(msgspec.structs.replace(each, get=(EFFECT,)) for each in field().modules)
    crates = tuple(msgspec.structs.replace(each, get=(EFFECT,)) for each in field().crates)
    full = msgspec.structs.replace(field(), id="full", modules=modules, crates=crates)
    assert all(isinstance(each, Module) for each in full.modules)
    options = Options(alone="mautoma") if seats == 1 else Options()
    played = play_random(full, seats, 11 + seats, options)
    assert played.broken == []
    assert played.ended
