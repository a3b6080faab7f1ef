"""The Mautoma beside a real box: 002 Mautomas Zug, ÜBERWINTERN, SPIELEND on a desk; undo, presses twice, bad input."""

import csv
import io
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bot.app.automa_desk import (
    AutomaDesks,
    Desk,
    DeskRefusal,
    Keeping,
    UnreadableBoard,
    own_board,
    read_board,
    step_of,
    written,
)
from bot.app.score_pad import PadRefusal, PadUser, Setup, UnreadableForm, as_csv, edits_of_result, ranked_seats
from bot.app.score_pad import ScorePads as TallyDesk
from bot.engine.solo_components import Area, TieBreaker
from bot.engine.variants.mautoma.cards import CARDS
from bot.store import Store
from tests.app.results.sample_results import times_of_results

KIM, ALEX = 1, 2
HERE = Keeping(place=10, channel=20, name="Kim", locale="en")


@pytest.fixture
async def desks(database_address: str) -> AsyncIterator[AutomaDesks]:
    async with await Store.open(database_address) as store:
        yield AutomaDesks(store.automa_desks, seeds=iter(range(100)).__next__)


async def refused(why: str, call: object) -> dict[str, int]:
    with pytest.raises(DeskRefusal) as error:
        await call  # type: ignore[misc]
    assert error.value.why == why
    return error.value.values


def followed(seed: int, marker: int) -> None:
    """A whole desk, step by step, against the rounds of the document."""
    desk = Desk(owner=KIM, seed=seed, marker=marker, board=own_board())
    circle, cards, kinds = len(desk.board.circle), [], []
    at = marker
    for turn in range(1, 19):
        step = step_of(msgspec.structs.replace(desk, turns=turn))
        kinds.append(step.kind)
        assert (step.turn, step.round) == (turn, min(turn + 1, 18))
        if step.card is not None:
            cards.append(step.card.id)
            at = (at + step.card.steps) % circle
        assert step.marker == at
        assert step.field == desk.board.circle[at]
        assert step.tie == desk.board.ties[step.field.segment]
        assert step.area == desk.board.areas[step.field.area - 1]
        assert step.colours[0] == step.field.colour
        assert len(step.colours) == 3
    assert [number for number, kind in enumerate(kinds, 1) if kind == "hibernation"] == [3, 7, 12]
    assert kinds.count("card") == 14
    assert kinds[-1] == "over"
    decks = [cards[:2], cards[2:5], cards[5:9], cards[9:]]
    assert [len(set(each)) for each in decks] == [2, 3, 4, 5]
    assert all({"build", "settle"} <= set(each) for each in decks)
    assert set(cards) < set(CARDS)


@pytest.mark.parametrize("seed", range(30))
def test_a_desks_rounds(seed: int) -> None:
    """002 SPIELEND; mautoma.rounds: 17 turns, hibernations in turns 3, 7 and 12, decks of 2, 3, 4 and 5."""
    followed(seed, seed % 12)


@pytest.mark.soak
def test_ten_thousand_desks() -> None:
    """The same over 10,000 seeds."""
    for seed in range(10_000):
        followed(seed, seed % 12)


async def test_a_desk_from_the_first_turn_to_the_result(desks: AutomaDesks) -> None:
    """18 presses: 17 turns and the end; then the points and their result."""
    opened = await desks.new(KIM, 4)
    assert (opened.step.kind, opened.step.round, opened.step.marker) == ("start", 1, 3)
    for turn in range(1, 19):
        opened = await desks.turn(opened.id, KIM, turn - 1)
    assert opened.step.kind == "over"
    await refused("over", desks.turn(opened.id, KIM))
    ended = await desks.end(opened.id, KIM, 134)
    assert (ended.desk.points, ended.desk.closed) == (134, True)
    await refused("closed", desks.undo(opened.id, KIM))


async def test_its_points_are_a_result_like_others_and_can_be_corrected(tmp_path: Path) -> None:
    """With desk and result in one transaction, under the player's name, on the Mautoma's scale."""
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'kept.sqlite3'}") as store:
        desks, pads, kim = AutomaDesks(store.automa_desks), TallyDesk(store.score_pads), PadUser(KIM, "Kim")
        opened = await desks.new(KIM, 4)
        for _ in range(18):
            opened = await desks.turn(opened.id, KIM)
        assert await refused("points", desks.end(opened.id, KIM, 1000, HERE)) == {"most": 999}
        assert await pads.results(HERE.place) == []
        ended = await desks.end(opened.id, KIM, 134, HERE)
        (kept,) = await pads.results(HERE.place)
        assert await times_of_results(store) == 1
        assert ended.desk.result == kept.id
        assert (kept.pad.options.mode, kept.pad.players[0].person, kept.pad.missing) == ("mautoma", KIM, [])
        assert [each.total for each in ranked_seats(kept.pad)] == [134]
        await refused("closed", desks.end(opened.id, KIM, 135, HERE))
        after = await pads.fill(kept.id, HERE.place, kim, 0, "whole", {"whole": "143"}, mending=True)
        assert [each.total for each in ranked_seats(after.pad)] == [143]
        (edit,) = edits_of_result(after.pad)
        assert (edit.name, edit.fields, edit.was.whole) == ("Kim", ("whole",), 134)
        for form, typed in (("points", {"track": "1", "progress": "1"}), ("whole", {"whole": "-1"})):
            with pytest.raises((PadRefusal, UnreadableForm)):
                await pads.fill(kept.id, HERE.place, kim, 0, form, typed, mending=True)  # type: ignore[arg-type]
        (row,) = csv.DictReader(io.StringIO(as_csv([(after.stored, after.pad)])))
        assert (row["total"], row["whole"], row["changes"]) == ("143", "143", "1")
        pad = await pads.start(HERE.place, 1, kim, "en", Setup(names="Anna"))
        with pytest.raises(PadRefusal):
            await pads.fill(pad.id, HERE.place, kim, 0, "whole", {"whole": "143"}, mending=False)


async def test_pressed_twice_it_takes_one_turn(desks: AutomaDesks) -> None:
    opened = await desks.new(KIM, 1)
    await desks.turn(opened.id, KIM, 0)
    assert await refused("stale", desks.turn(opened.id, KIM, 0)) == {"turn": 1}
    assert (await desks.find(opened.id, KIM)).step.turn == 1


async def test_undo_brings_the_same_card_again(desks: AutomaDesks) -> None:
    opened = await desks.new(KIM, 1)
    first = await desks.turn(opened.id, KIM)
    second = await desks.turn(opened.id, KIM)
    assert (await desks.undo(opened.id, KIM, 2)).desk == first.desk
    assert await refused("stale", desks.undo(opened.id, KIM, 2)) == {"turn": 1}
    assert (await desks.turn(opened.id, KIM)).desk == second.desk
    await desks.undo(opened.id, KIM)
    await desks.undo(opened.id, KIM)
    await refused("nothing_to_undo", desks.undo(opened.id, KIM))


async def test_several_at_once_and_everybodys_own(desks: AutomaDesks) -> None:
    first, second, other = await desks.new(KIM, 1), await desks.new(KIM, 2), await desks.new(ALEX, 3)
    await desks.turn(first.id, KIM)
    assert [opened.id for opened in await desks.open_of(KIM)] == [second.id, first.id]
    assert (await desks.newest(KIM)).id == second.id
    assert (await desks.find(second.id, KIM)).step.turn == 0
    assert await refused("not_yours", desks.turn(other.id, KIM)) == {"desk": other.id}
    assert await refused("gone", desks.find(99, KIM)) == {"desk": 99}
    await desks.end(second.id, KIM)
    assert (await desks.newest(KIM)).id == first.id
    await desks.end(first.id, KIM)
    await refused("none_open", desks.newest(KIM))


async def test_fields_and_points_that_cannot_be(desks: AutomaDesks) -> None:
    """What would work is in the numbers."""
    assert await refused("no_such_field", desks.new(KIM, 13)) == {"field": 13, "fields": 12}
    await refused("no_such_field", desks.new(KIM, 0))
    opened = await desks.new(KIM, 1)
    assert await refused("points", desks.end(opened.id, KIM, 1000)) == {"most": 999}
    assert await refused("not_over", desks.end(opened.id, KIM, 100)) == {"round": 1}
    for _ in range(24):
        await desks.new(KIM, 1)
    assert await refused("too_many", desks.new(KIM, 1)) == {"most": 25}


# ---- the printed board -------------------------------------------------------------------------------------------

TYPED = {
    "colours": "W y V; weiß gelb violett · blanc jaune violet",
    "segments": "3, 2, 2, 2",
    "areas": "1 2 3 4 5 6 1 2 3",
    "ties": "→↓ <^ >^ ←v",
    "replaced": "1 2 5 / 1 2 5 / 3\n3 4 / - / 1\n2 / 1 / 2\n1/1/1\n5/5/3\n4 / 4 / 2",
}


def test_a_board_is_read() -> None:
    """As typed with letters or words of three languages, arrows or what keyboards have."""
    board = read_board(TYPED)
    assert [field.colour for field in board.circle] == ["white", "yellow", "violet"] * 3
    assert [field.segment for field in board.circle[2:4]] == ["top_right", "bottom_right"]
    assert board.ties["bottom_right"] == TieBreaker(along="left", rows="up")
    assert board.areas[1] == Area((3, 4), (), (1,))
    assert read_board(written(board)) == board
    assert read_board(written(own_board())) == own_board()


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ("colours", "y w"), ("colours", "y w x v"), ("colours", "y " * 25), ("segments", "3 3 3"),
        ("segments", "3 2 2 3"), ("segments", "9 0 0 0"), ("areas", "1 2 3"), ("areas", "1 2 3 4 5 6 7 1 2"),
        ("ties", "→↓ ←↑"), ("ties", "→↓ ←↑ →→ ←↓"), ("replaced", "1/1/1"), ("replaced", "6 / 1 / 1\n" * 6),
        ("replaced", "1 1 / 1 / 1\n" * 6), ("replaced", "1 / 1 / 4\n" * 6), ("replaced", "1 / 1\n" * 6),
    ],
)  # fmt: skip
def test_entries_that_cannot_be_read_are_named(entry: str, text: str) -> None:
    with pytest.raises(UnreadableBoard) as error:
        read_board(TYPED | {entry: text})
    assert entry in error.value.entries


def test_all_unreadable_entries_are_named_at_once() -> None:
    with pytest.raises(UnreadableBoard) as error:
        read_board({})
    assert len(error.value.entries) == 5


async def test_the_printed_board_takes_the_place_of_the_bots(desks: AutomaDesks) -> None:
    opened = await desks.new(KIM, 9)
    before = await desks.turn(opened.id, KIM)
    board = read_board(TYPED)
    after = await desks.set_board(opened.id, KIM, board)
    assert after.step.card == before.step.card
    assert after.step.card is not None
    assert after.step.marker == (8 + after.step.card.steps) % 9
    late = await desks.new(KIM, 12)
    assert await refused("no_such_field", desks.set_board(late.id, KIM, board)) == {"field": 12, "fields": 9}
