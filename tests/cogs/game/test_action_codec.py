"""Moves as short texts, payments, what people type, and pages: read back exactly, and nothing hostile gets through."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import apply, decision, legal, new_game
from bot.engine.actions import Action, Build, Choose, Explore, Offer, PlayCard
from bot.engine.debug.transcript import next_seat
from bot.engine.geometry import make_board
from bot.engine.packs import field
from bot.engine.resources import Amounts, pays
from bot.engine.state import SeatSetup, Setup
from bot.players import RandomPlayer
from bot.text.game import Table
from cogs.core.localization import UserError
from cogs.game.input.action_codec import (
    LONGEST,
    MOVE,
    UnreadableMove,
    paying,
    read,
    read_answers,
    written,
    written_answers,
)
from cogs.game.input.parsing import component_typed, payment_typed, place_typed, space_typed
from cogs.game.input.payments import payment_code, payments, with_crystals
from cogs.game.views.message_layout import MOST_TEXT, cut, fitted, page_of, pages


def actions() -> list[Action]:
    """Every action that a random game offers on its way."""
    pack = field()
    game = new_game(Setup(seats=(SeatSetup(),) * 2, pack=pack.hash, seed=3), pack)
    player, found = RandomPlayer(4), []
    while (seat := next_seat(game)) is not None:
        offers = legal(game, seat)
        found += [offer.action for offer in offers]
        apply(game, player.pick(offers, decision(game, seat)))
    return found


def test_every_move_of_a_game_is_read_back() -> None:
    for action in actions():
        text = written(action)
        assert re.fullmatch(MOVE, text), text
        assert len(text) <= LONGEST
        assert read(action.seat, text) == action


@given(payment=st.builds(Amounts, *(st.integers(0, 35) for _ in range(4))))
def test_every_payment_is_read_back(payment: Amounts) -> None:
    """An empty one is a payment of one's own too, and within a window a seat may own more than nine of something."""
    action = Build(seat=0, space=1, size="small", payment=payment)
    assert re.fullmatch(MOVE, written(action))
    assert read(0, written(action)) == action
    assert payment_typed(f"={payment_code(payment)}") == payment


def test_the_longest_move_fits_a_custom_id() -> None:
    action = PlayCard(seat=3, card="c" * 32, slot=4, half="bottom", payment=Amounts(6, 6, 6, 3))
    custom_id = f"table:do:{2**40}:{'z' * 12}:{written(action)}"
    assert len(custom_id) <= 100
    assert read(3, written(action)) == action


NO_MOVES = ["", "q", "x", "x:", "x:y", "b:1", "b:1:s:2", "k:a:b:t", "d:1..2"]
NO_PAYMENTS = ["x:1!12", "x:1!a", "x:1!12345", "x:1!10-1"]


@pytest.mark.parametrize("text", NO_MOVES + NO_PAYMENTS)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(UnreadableMove):
        read(0, text)


@given(st.text(max_size=60))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        action = read(1, text)
    except UnreadableMove:
        return
    assert action.seat == 1


def test_several_answers_and_none() -> None:
    assert read(0, "d:3.1") == Choose(seat=0, answer=(3, 1))
    assert read(0, "d:") == Choose(seat=0, answer=())


# ---- payments ----------------------------------------------------------------------------------------------------


amounts = st.builds(Amounts, *(st.integers(0, 6) for _ in range(3)), st.integers(0, 3))


@given(cost=amounts, owned=amounts)
def test_every_payment_settles_the_cost(cost: Amounts, owned: Amounts) -> None:
    offer = Offer(Build(seat=0, space=1, size="small"), cost)
    found = payments(offer, owned)
    assert all(pays(way, cost, owned) for way in found)
    assert len(set(found)) == len(found)
    assert [way.crystal for way in found] == sorted(way.crystal for way in found)


def test_crystals_instead() -> None:
    """3 gears, with 3 gears and 2 crystals at hand: usually gears; with one crystal, with two."""
    offer = Offer(Build(seat=0, space=1, size="small"), Amounts(gear=3), Amounts(gear=3))
    owned = Amounts(gear=3, crystal=2)
    assert payments(offer, owned) == [Amounts(gear=3), Amounts(gear=2, crystal=1), Amounts(gear=1, crystal=2)]
    assert with_crystals(offer, owned, 0) is None
    assert with_crystals(offer, owned, 1) == Amounts(gear=2, crystal=1)
    assert with_crystals(offer, owned, 3) == Amounts(gear=1, crystal=2)
    assert paying(offer.action, Amounts(gear=1, crystal=2)).payment == Amounts(gear=1, crystal=2)


# ---- what people type --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table() -> Table:
    pack = field()
    return Table(pack, make_board(pack.board), ("Kim",))


def test_labels(table: Table) -> None:
    board = table.board
    assert board.labels[space_typed(board, " b7 ")] == "B7"
    assert place_typed(board, "c5") == place_typed(board, "D5") == board.place_of[board.labels.index("C6")]
    assert Explore(seat=0, place=place_typed(board, "C5 · 2 gears")).place == place_typed(board, "c5")


@pytest.mark.parametrize("typed", ["", "Z1", "B99", "<@1100000000000001000>", "B 7", "７"])
def test_unknown_labels(table: Table, typed: str) -> None:
    with pytest.raises(UserError) as declined:
        space_typed(table.board, typed)
    assert "<@11" not in declined.value.text("en")
    assert "A1" in declined.value.text("de")


def test_names_in_any_language(table: Table) -> None:
    machines = table.pack.machine
    name, machine = next(iter(machines.items()))
    for typed in (f"={name}", name, machine.name.de, machine.name.fr.upper(), machine.name.en):
        assert component_typed(table, machines, typed, "machine") == name
    with pytest.raises(UserError) as several:
        component_typed(table, machines, "e", "machine")
    assert several.value.key == "turn.unknown.several"
    with pytest.raises(UserError) as none:
        component_typed(table, machines, "@everyone", "machine")
    assert none.value.key == "turn.unknown.machine"


@pytest.mark.parametrize(
    ("typed", "meant"), [(None, None), (" ", None), ("=1021", Amounts(1, 0, 2, 1)), ("2", 2), ("1 crystal", 1)]
)
def test_payments_typed(typed: str | None, meant: Amounts | int | None) -> None:
    assert payment_typed(typed) == meant


@pytest.mark.parametrize("typed", ["crystals", "=12", "-1", "²"])
def test_unreadable_payments(typed: str) -> None:
    with pytest.raises(UserError):
        payment_typed(typed)


def test_answers_that_follow_each_other() -> None:
    answers = (Choose(seat=2, answer=(1,)), Choose(seat=2, answer=(0, 2)))
    assert written_answers(answers) == "d:1:0.2"
    assert read_answers(2, "d:1:0.2") == answers
    assert read_answers(2, "d:") == (Choose(seat=2, answer=()),)
    assert read_answers(2, "h") == ()
    with pytest.raises(UnreadableMove):
        read_answers(2, "d:1:x")


# ---- pages -------------------------------------------------------------------------------------------------------


@given(st.lists(st.text(max_size=900), max_size=12))
def test_texts_always_fit(texts: list[str]) -> None:
    kept = fitted(texts)
    assert sum(map(len, kept)) <= MOST_TEXT + len("\n…")
    assert kept[: len(texts)] == texts or sum(map(len, texts)) > MOST_TEXT - 5


@given(st.lists(st.text("ab ", min_size=1, max_size=50)), st.integers(60, 300))
def test_pages_hold_every_line(lines: list[str], most: int) -> None:
    found = pages(lines, most)
    assert "\n".join(found) == "\n".join(lines)
    assert all(len(page) <= most + 51 for page in found)


def test_a_heading_goes_with_what_it_heads() -> None:
    assert pages(["**Build**", "- here", "**Crate**", "- k01"], 30) == ["**Build**\n- here", "**Crate**\n- k01"]
    assert pages(["**Build**", "- here", "- there"], 18) == ["**Build**\n- here", "- there"]
    assert pages(["**Build**", "- a long way to here"], 20) == ["**Build**", "- a long way to here"]


def test_cutting() -> None:
    assert cut("one\ntwo\nthree", 12) == "one\ntwo\n…"
    assert page_of(list(range(60)), 9, 25) == (list(range(50, 60)), 2, 3)
