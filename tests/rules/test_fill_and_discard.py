"""Two effects that a review tells of on cards of the expansion: a resource up to its limit, and cards discarded for
their top effects (docs/develop/packs.md)."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from bot.engine import Game, apply, decision, dump, legal, load, view
from bot.engine.actions import Choose, OpenCrate
from bot.engine.components import Citizen, Crate, Half, Pack
from bot.engine.debug.invariants import violations
from bot.engine.effects import Choice, DiscardCards, Effect, Fill, Gain, Pay, Wake
from bot.engine.packs import field
from bot.engine.resources import LIMITS, Amounts
from bot.engine.state import Options
from bot.players import LEVELS, player_for
from bot.players.planner import table_of
from bot.players.planner_weights import weights
from bot.players.valuation.effect_totals import EffectTotals
from bot.players.valuation.effects import add_effects, discarded
from bot.players.valuation.later_effects import later_value
from bot.players.valuation.valuation import Valuation
from bot.simulation.simulated_games import play_random
from tests.rules import position_lab
from tests.rules.position_lab import answer, do, keys, position

CRATES: dict[str, tuple[Effect, ...]] = {
    "k_gears": (Fill("gear"),),
    "k_any": (Fill(),),
    "k_pay": (Pay(Amounts(crystal=1), (Fill(),)),),
    "k_three": (DiscardCards(3),),
    "k_one": (DiscardCards(1),),
}


@cache
def pack() -> Pack:
    """The laboratory's pack with the effects in crates, and a card whose top half would discard others."""
    lab = position_lab.pack()
    crates = (*(Crate(id=name, get=get) for name, get in CRATES.items()), *lab.crates[len(CRATES) :])
    top = Half((Choice(((DiscardCards(2),), (Gain(points=1),))),))
    again = Citizen(id="red_again", name=position_lab.words("red_again"), colour="red", top=top, bottom=top)
    woken = Citizen(
        id="blue_wake",
        name=position_lab.words("blue_wake"),
        colour="blue",
        top=Half((Wake(2),)),
        bottom=Half((Wake(2),)),
    )
    return msgspec.structs.replace(
        lab, id="fill_and_discard", crates=crates, citizens=(*lab.citizens[:-2], again, woken)
    )


def opened(crate: str, **has: Any) -> Game:
    """Seat 0 has opened a crate, which asks or is done."""
    game = position(of=pack()).seat(0, crates=[crate], **has).build()
    while decision(game, 0) is not None:
        do(game, legal(game, 0)[0].action)
    do(game, OpenCrate(seat=0, crate=crate))
    return game


def kept(game: Game) -> None:
    assert violations(game) == []
    again = load(dump(game), {pack().hash: pack()})
    assert again.snapshot() == game.snapshot()


# ---- a resource up to its limit ----------------------------------------------------------------------------------


@pytest.mark.parametrize("gears", [0, 2, 5])
def test_a_named_resource_fills_up_by_itself(gears: int) -> None:
    game = opened("k_gears", gear=gears)
    assert game.seat(0).owned == Amounts(gear=LIMITS["gear"])
    kept(game)


def test_nothing_happens_at_the_limit() -> None:
    game = position(of=pack()).seat(0, crates=["k_gears"], gear=6).build()
    record = do(game, OpenCrate(seat=0, crate="k_gears"))
    assert "nothing_left" in keys(record)
    assert game.seat(0).owned == Amounts(gear=6)


def test_one_kind_of_choice_among_those_with_room() -> None:
    game = opened("k_any", gear=6, book=1, crystal=1)
    asked = decision(game, 0)
    assert asked is not None
    assert [(option.id, option.number) for option in asked.options] == [("book", 5), ("food", 6), ("crystal", 2)]
    kept(game)
    answer(game, 0, "food")
    assert game.seat(0).owned == Amounts(gear=6, book=1, food=6, crystal=1)


def test_a_crystal_pays_for_it_as_a_review_tells() -> None:
    game = opened("k_pay", crystal=1, book=4)
    answer(game, 0, "pay")
    answer(game, 0, "book")
    assert game.seat(0).owned == Amounts(book=6)


# ---- cards discarded for their top effects -----------------------------------------------------------------------


def test_three_cards_go_to_rest_and_their_top_effects_happen() -> None:
    game = opened("k_three", active=["red_gear", "green_food", "blue_book", "red_slot"], rest=[])
    record = answer(game, 0, "red_gear", "green_food", "red_slot")
    mine = game.seat(0)
    assert (mine.owned, mine.points) == (Amounts(gear=1, food=1), 1)
    assert (mine.active, sorted(mine.rest)) == (["blue_book"], ["green_food", "red_gear", "red_slot"])
    assert keys(record).count("card_discarded") == 3
    assert all(not slot.cards for slot in mine.slots)
    kept(game)


@pytest.mark.parametrize("crate", ["k_three", "k_one"])
def test_at_most_so_many_and_none_is_allowed(crate: str) -> None:
    game = opened(crate, active=["red_gear", "blue_book"], rest=[])
    asked = decision(game, 0)
    assert asked is not None
    assert (asked.kind, asked.least, asked.most) == ("discard", 0, 2 if crate == "k_three" else 1)
    before = game.seat(0).active
    answer(game, 0)
    assert (game.seat(0).active, game.seat(0).rest) == (before, [])


def test_a_card_that_would_discard_others_is_not_among_them() -> None:
    game = opened("k_three", active=["red_again", "blue_wake"], rest=["red_gear"])
    asked = decision(game, 0)
    assert asked is not None
    assert [option.id for option in asked.options] == ["blue_wake"]
    answer(game, 0, "blue_wake")
    woken = decision(game, 0)
    assert woken is not None
    assert woken.kind == "wake"
    answer(game, 0, "blue_wake", "red_gear")
    assert sorted(game.seat(0).active) == ["blue_wake", "red_again", "red_gear"]
    assert decision(game, 0) is None


def test_what_may_reveal_something_says_so_before() -> None:
    few = opened("k_three", active=["red_slot", "red_gear"], rest=[])
    before = min(space for space in few.pack.revealing_spaces if space > 2)
    for points, said in ((before - 2, False), (before - 1, True)):
        game = opened("k_three", active=["red_slot", "red_gear"], rest=[], points=points)
        asked = decision(game, 0)
        assert asked is not None
        assert {option.id: option.barrier for option in asked.options} == {"red_slot": said, "red_gear": False}


def test_without_cards_nothing_is_asked() -> None:
    game = position(of=pack()).seat(0, crates=["k_three"], active=[], rest=[]).build()
    record = do(game, OpenCrate(seat=0, crate="k_three"))
    assert "nothing_left" in keys(record)


# ---- players -----------------------------------------------------------------------------------------------------


def test_players_know_what_both_are_worth() -> None:
    game = opened("k_three", active=["red_gear", "blue_slot"], rest=[], gear=6, book=6, food=0)
    valuation = Valuation(table_of(view(game, 0)), 0, weights("hard"))
    assert discarded(valuation, "blue_slot") > discarded(valuation, "red_gear")
    for effect in (Fill(), Fill("gear"), Fill("crystal"), DiscardCards(3)):
        assert later_value(valuation.base, (effect,)) > 0
    assert later_value(valuation.base, (Fill(),)) > later_value(valuation.base, (Fill("gear"),))


def test_filling_up_is_worth_what_there_is_room_for() -> None:
    def worth(gears: int) -> float:
        game = position(of=pack()).seat(0, gear=gears).build()
        valuation, totals = Valuation(table_of(view(game, 0)), 0, weights("hard")), EffectTotals()
        add_effects(valuation, totals, (Fill("gear"),))
        assert totals.gear == LIMITS["gear"] - gears
        return valuation.settle(totals)

    assert worth(0) > worth(3) > worth(6) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_every_computer_player_answers(level: str) -> None:
    for crate in ("k_any", "k_three"):
        game = opened(crate, gear=5, active=["red_gear", "blue_book"], rest=[])
        asked = decision(game, 0)
        action = player_for(f"planner:{level}", 1).choose(view(game, 0), legal(game, 0))
        assert isinstance(action, Choose)
        assert asked is not None
        assert asked.least <= len(action.answer) <= asked.most
        apply(game, action)


@cache
def printed_everywhere() -> Pack:
    """The shipped pack with both effects on every starting card, and in every second crate."""
    shipped = field()
    citizens = tuple(
        msgspec.structs.replace(card, top=Half((Fill(),)), bottom=Half((DiscardCards(2),))) if card.set else card
        for card in shipped.citizens
    )
    crates = tuple(
        msgspec.structs.replace(crate, get=(DiscardCards(2),) if number % 4 else (Fill("crystal"),))
        if number % 2
        else crate
        for number, crate in enumerate(shipped.crates)
    )
    return msgspec.structs.replace(shipped, id="everywhere", citizens=citizens, crates=crates)


@pytest.mark.parametrize("seed", range(4))
def test_games_with_both_end_and_announce_what_they_reveal(seed: int) -> None:
    played = play_random(printed_everywhere(), 2 + seed % 3, seed, Options(campaign_citizens=bool(seed % 2)), every=20)
    assert (played.ended, played.broken) == (True, [])
