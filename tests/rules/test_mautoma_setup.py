"""The Mautoma's table: 002 SPIELVORBEREITUNG, Dein Spielzug, SPIELENDE; ruling mautoma."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine import Game, decision, dump, explain, legal, load, new_game, undo, view
from bot.engine.actions import Choose, EndTurn, Hibernate, PlayCard, Populate, Refusal, Refused, UseSwitch
from bot.engine.debug.invariants import violations
from bot.engine.effects import Gain, When
from bot.engine.resolution.tasks import DiscardShown, Source
from bot.engine.rules.passive_effects import passive_effects
from bot.engine.rules.score_values import SCALE, level
from bot.engine.state import Options, SeatSetup, Setup
from bot.engine.variants.display_refill import replace_shown
from bot.engine.variants.mautoma import Mautoma
from tests.rules import solo_positions
from tests.rules.position_lab import answer, do, keys, space
from tests.rules.solo_positions import OTHER, kept, one, populated, position


def fresh(seats: int = 1, seed: int = 1, **options: object) -> Setup:
    chosen = Options(artifact_card="deal", alone="mautoma", **options)  # type: ignore[arg-type]
    return Setup(seats=(SeatSetup(),) * seats, pack=solo_positions.pack().hash, seed=seed, options=chosen)


def test_eight_large_artifacts_and_no_end_tile() -> None:
    """Spielplan: 8 large artifacts; the end game tile stays in the box."""
    game = new_game(fresh(), solo_positions.pack())
    assert sum(game.state.artifacts.values()) == 8
    assert not game.seat(0).end_tile


def test_its_pieces() -> None:
    """Mautomas Spielbereich 1: 5 small and 3 large buildings, 7 figures."""
    game = new_game(fresh(), solo_positions.pack())
    assert kept(game).buildings_left == {"small": 5, "large": 3}
    assert kept(game).figures == 0
    assert violations(game) == []


@pytest.mark.parametrize("seed", range(12))
def test_its_piles(seed: int) -> None:
    """Mautomas Spielbereich 4 and 5: the two S cards are the deck, one of the others is out unseen, three are the
    progress pile."""
    state = kept(new_game(fresh(seed=seed), solo_positions.pack()))
    assert sorted(state.deck) == ["build", "settle"]
    assert len(state.progress) == 3
    assert {*state.progress, state.boxed} == {"explore", "explore_populate", "explore_build", "explore_populate_far"}


def test_each_of_the_four_others_can_be_the_one_left_out() -> None:
    """Mautomas Spielbereich 5: at random."""
    left_out = {kept(new_game(fresh(seed=seed), solo_positions.pack())).boxed for seed in range(40)}
    assert len(left_out) == 4


def test_the_human_begins_with_a_crystal_more() -> None:
    """Dein Spielbereich: 1 crystal on top of a two-player start, and the first turn."""
    game = new_game(fresh(), solo_positions.pack())
    assert game.seat(0).owned.crystal == solo_positions.pack().start.seats[0].crystal + 1
    answer(game, 0, "violet")
    assert (game.active, game.state.phase) == (0, "play")


def test_the_marker_begins_on_any_field() -> None:
    """Mautomas Spielbereich 3: the player chooses; a field that is not there is refused with how many there are."""
    game = new_game(fresh(), solo_positions.pack())
    asked = decision(game, 0)
    assert asked is not None
    assert (asked.kind, len(asked.options)) == ("place_energy", 12)
    refusal = explain(game, Choose(seat=0, answer=(12,)))
    assert refusal is not None
    assert (refusal.reason, refusal.values) == ("no_such_option", {"options": 12, "decision": "place_energy"})
    do(game, Choose(seat=0, answer=(6,)))
    assert kept(game).marker == 6


def test_a_draft_is_possible() -> None:
    """Dein Spielbereich, Drafting: three times 5 cards, 2 kept."""
    game = new_game(fresh(starting_cards="draft"), solo_positions.pack())
    for _ in range(3):
        asked = decision(game, 0)
        assert asked is not None
        assert (asked.kind, len(asked.options), asked.least) == ("draft", 5, 2)
        do(game, Choose(seat=0, answer=(0, 1)))
    mine = game.seat(0)
    assert len(mine.active) == 6


@pytest.mark.parametrize("seats", [0, 2, 3])
def test_it_is_for_one(seats: int) -> None:
    """Allgemeines: one human."""
    with pytest.raises(Refused) as error:
        new_game(fresh(seats), solo_positions.pack())
    assert error.value.refusal.reason == "alone_seats"
    assert error.value.refusal.values == {"seats": seats}


def test_a_game_for_two_with_one() -> None:
    """Without the Mautoma one seat is too few."""
    setup = Setup(seats=(SeatSetup(),), pack=solo_positions.pack().hash, seed=1)
    with pytest.raises(Refused) as error:
        new_game(setup, solo_positions.pack())
    assert error.value.refusal.reason == "number_of_seats"


def test_no_long_game_and_no_pack_without_its_board() -> None:
    """Ruling long-game: the long game is for four; the board is the pack's."""
    with pytest.raises(Refused) as error:
        new_game(fresh(long_game=True), solo_positions.pack())
    assert error.value.refusal.reason == "alone_long_game"
    bare = msgspec.structs.replace(solo_positions.pack(), mautoma=None)
    with pytest.raises(Refused) as error:
        new_game(msgspec.structs.replace(fresh(), pack=bare.hash), bare)
    assert error.value.refusal.reason == "no_mautoma_board"


# ---- your turn ---------------------------------------------------------------------------------------------------


def test_two_actions_a_turn() -> None:
    """Dein Spielzug: up to two actions, as with two players."""
    game = position().build()
    assert game.actions_a_turn == 2


def test_hibernating_exchanges_nothing() -> None:
    """Dein Spielzug: the display stays as it is."""
    game = position().build()
    before = [*game.state.display, *game.state.module_display]
    do(game, Hibernate(seat=0))
    assert decision(game, 0) is None or decision(game, 0).kind != "exchange"  # type: ignore[union-attr]
    assert [*game.state.display, *game.state.module_display] == before


def test_the_extra_book_goes_to_the_supply() -> None:
    """Bevölkerungsaktion: where the Mautoma stands one more book is paid, and nobody gets it."""
    table = position().tile("area_8", "a_c1", orientation=1).seat(0, book=3, food=6)
    game = populated(table, "C6").build()
    offer = next(offer for offer in legal(game, 0) if isinstance(offer.action, Populate))
    assert offer.extra_books == 1
    record = do(game, offer.action)
    assert game.seat(0).owned.book == 0
    assert [event.values for event in record.events if event.key == "gained"] == []
    assert game.state.figures[space(game, "C6")] == [OTHER, 0]


def test_the_switch_copies_a_displayed_citizen() -> None:
    """Sonstiges: its top effect is gained, then the card is discarded; another takes its place."""
    table = position().display("green_food", "red_gear")
    game = table.deck("blue_book").build()
    record = do(game, UseSwitch(seat=0, copy="green_food"))
    assert keys(record) == ["switch", "copied_shown", "gained", "shown_discarded"]
    assert game.seat(0).owned.food == 1
    assert game.state.display == ["blue_book", "red_gear"]
    assert "green_food" in game.state.removed
    assert record.barrier
    assert violations(game) == []


def test_a_copied_citizen_goes_although_nothing_can_take_its_place() -> None:
    """Sonstiges, "wirfst diese danach ab": in any case; the display is refilled only from what there is."""
    game = position().display("green_food", "red_gear").deck(only=True).build()
    copy = UseSwitch(seat=0, copy="green_food")
    assert not next(offer for offer in legal(game, 0) if offer.action == copy).barrier
    record = do(game, copy)
    assert game.state.display == ["red_gear"]
    assert "green_food" in game.state.removed
    assert one(record, "shown_discarded") == {"card": "green_food", "by": None}
    assert not record.barrier
    assert violations(game) == []
    game.seat(0).switch_used = False
    game.state.turn.actions, game.state.turn.window.main_done = 1, False
    refusal = explain(game, copy)
    assert refusal is not None
    assert refusal.reason == "copy_not_shown"


def taking(*deck: str) -> Game:
    """The citizen that lets you take a citizen was copied: it waits in the display while the choice is open."""
    table = position().display("red_gear", "green_take", "blue_book").deck(*deck, only=True)
    table.game.state.removed += table.game.state.crates
    table.game.state.crates = []
    game = table.build()
    offer = next(offer for offer in legal(game, 0) if offer.action == UseSwitch(seat=0, copy="green_take"))
    assert not offer.barrier, "a decision comes before anything is drawn"
    assert not do(game, offer.action).barrier
    return game


@pytest.mark.parametrize("deck", [(), ("green_food",), ("green_food", "red_slot")])
def test_a_copied_citizen_is_discarded_after_its_effect(deck: tuple[str, ...]) -> None:
    """Sonstiges; ruling mautoma: it cannot be gained by its own effect, and other refills leave its place."""
    game = taking(*deck)
    asked = decision(game, 0)
    assert asked is not None
    assert [option.id for option in asked.options if option.kind == "card"] == ["red_gear", "blue_book"]
    assert game.state.display == ["red_gear", "green_take", "blue_book"]
    assert "green_take" not in game.state.removed
    record = answer(game, 0, "red_gear")
    shown: list[str | None] = [*deck, None, None][:2]
    assert one(record, "shown_discarded") == {"card": "green_take", "by": shown[1]}
    assert game.state.display == [card for card in (*shown, "blue_book") if card is not None]
    assert "green_take" in game.state.removed
    assert violations(game) == []


def test_a_copied_citizen_goes_when_its_effect_is_declined() -> None:
    """Sonstiges: in any case; and the answer says before that it reveals the next card."""
    game = taking("green_food")
    skip = next(offer for offer in legal(game, 0) if isinstance(offer.action, Choose) and offer.action.answer == (3,))
    assert skip.barrier
    assert do(game, skip.action).barrier
    assert game.state.display == ["red_gear", "green_food", "blue_book"]


def test_the_waiting_discard_survives_a_save_and_undo() -> None:
    """It is a task that names its card, below the card's effects."""
    game = taking("green_food")
    assert game.seat(0).stack[0] == DiscardShown("green_take")
    again = load(dump(game), {solo_positions.pack().hash: solo_positions.pack()})
    assert again.snapshot() == game.snapshot()
    answer(again, 0, "blue_book")
    assert again.state.display == ["red_gear", "green_food"]
    undo(game, 0)
    assert game.state.display == ["red_gear", "green_take", "blue_book"]
    assert not game.seat(0).stack
    assert not game.seat(0).switch_used


def test_a_waiting_citizen_is_neither_replaced_nor_copied() -> None:
    """Whatever would touch the display meanwhile leaves it alone."""
    game = taking("green_food")
    replace_shown(game, "green_take")
    assert game.state.display == ["red_gear", "green_take", "blue_book"]
    game.seat(0).switch_used = False
    (variant,) = [variant for variant in game.variants if isinstance(variant, Mautoma)]
    copy = UseSwitch(seat=0, copy="green_take")
    assert copy not in [offer.action for offer in variant.switch_offers(game, 0)]
    judged = variant.check_switch(game, copy)
    assert isinstance(judged, Refusal)
    assert judged.reason == "copy_not_shown"


def test_technologies_come_after_the_discard() -> None:
    """What the switch brings besides waits until the copied effect and the discard are done."""
    game = position().display("green_food").deck("blue_book", only=True).build()
    brings = When("switched", (Gain(points=1),))
    passive_effects(game, 0).moments["switched"] = [(Source("technology", "plain_1"), brings)]
    record = do(game, UseSwitch(seat=0, copy="green_food"))
    assert keys(record) == ["switch", "copied_shown", "gained", "shown_discarded", "points"]


def test_the_switch_copies_nothing_else() -> None:
    """Sonstiges: only what is displayed; one basic resource is still possible (ruling mautoma)."""
    game = position().seat(0, active=["red_gear"]).build()
    refusal = explain(game, UseSwitch(seat=0, copy="red_gear"))
    assert refusal is not None
    assert refusal.reason == "copy_not_shown"
    assert explain(game, UseSwitch(seat=0, resource="gear")) is None
    assert explain(game, UseSwitch(seat=0, resource="crystal")) is not None


def test_the_last_large_artifact_brings_no_end() -> None:
    """Sonstiges: no end game tile; every further artifact is a small one."""
    table = position().artifacts_left(yellow=1, white=0, violet=0)
    game = table.seat(0, active=["green_take"], slots={}).build()
    do(game, PlayCard(seat=0, card="green_take", slot=2, half="bottom"))
    answer(game, 0, "yellow")
    mine = game.seat(0)
    assert (mine.end_tile, game.state.end_by) == (False, None)
    game.seat(0).active.append("green_take")
    game.seat(0).slots[2] = game.seat(0).slots[2].without_cards()
    game.state.turn.window.main_done = False
    game.changed()
    do(game, PlayCard(seat=0, card="green_take", slot=2, half="bottom"))
    assert mine.small_artifacts == 1
    assert game.state.end_by is None


def test_the_fourth_hibernation_removing_the_last_does_not_end_either() -> None:
    """mautoma.rounds: nothing ends the game but the 18th round."""
    table = position().artifacts_left(yellow=1, white=0, violet=0)
    game = table.seat(0, hibernations=3).build()
    do(game, Hibernate(seat=0))
    while (asked := decision(game, 0)) is not None:
        do(game, Choose(seat=0, answer=tuple(range(asked.least)) or (0,)[: asked.most]))
    assert sum(game.state.artifacts.values()) == 0
    assert game.state.end_by is None


# ---- the end -----------------------------------------------------------------------------------------------------


def test_the_game_ends_where_the_fourth_hibernation_would_come() -> None:
    """SPIELEND: with an empty deck and no progress card left, the human's turn was the last."""
    table = position()
    state = kept(table.game)
    state.used += [*state.deck, *state.progress]  # type: ignore[list-item]
    state.deck, state.progress = [], []
    before = dict(table.game.state.artifacts)
    game = table.turn(0, number=18, actions=1, done=True).build()
    record = do(game, EndTurn(seat=0))
    assert keys(record)[-3:] == ["mautoma_ended", "over", "mautoma_result"]
    assert game.state.phase == "over"
    assert game.state.artifacts == before


@pytest.mark.parametrize(
    ("points", "result"),
    [(0, "lost"), (99, "lost"), (100, "survived"), (109, "survived"), (110, "small"), (120, "normal"), (129, "normal"),
     (130, "great"), (149, "great"), (150, "outstanding"), (169, "outstanding"), (170, "utopia"), (400, "utopia")],
)  # fmt: skip
def test_the_scale(points: int, result: str) -> None:
    """SPIELEND, table."""
    assert level(points) == result
    assert [least for least, _ in SCALE] == [0, 100, 110, 120, 130, 150, 170]


# ---- secrets and undo --------------------------------------------------------------------------------------------


def test_its_piles_are_hidden() -> None:
    """Face down; what is used lies open."""
    table = position()
    kept(table.game).used = [kept(table.game).deck.pop()]  # type: ignore[list-item]
    seen = view(table.build(), 0).state.variant
    assert seen is not None
    assert seen.deck == ["?"]  # type: ignore[union-attr]
    assert seen.progress == ["?"] * 3  # type: ignore[union-attr]
    assert seen.boxed == "?"  # type: ignore[union-attr]
    assert len(seen.used) == 1  # type: ignore[union-attr]


def test_its_turn_is_a_barrier_and_says_so() -> None:
    """Ruling undo: a card was turned over."""
    game = position().turn(0, actions=1, done=True).build()
    (offer,) = [offer for offer in legal(game, 0) if isinstance(offer.action, EndTurn)]
    assert offer.barrier
    assert do(game, offer.action).barrier
    with pytest.raises(Refused) as error:
        undo(game, 0)
    assert error.value.refusal.reason == "undo_barrier"
