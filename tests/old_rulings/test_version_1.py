"""Games begun under rules version 1, each stopped in the middle of something that version 2 rules otherwise.

They were played and saved by the program as it was before version 2 (others' choices left open as long as possible,
free actions taken before them; ``short`` is the pack with few artifacts and citizens), so they can never be made anew.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

import msgspec
import pytest

from bot.app.tables.integrity_check import Findings, play_again
from bot.app.tables.model import Seat
from bot.engine import RULES_VERSION, Game, apply, decision, dump, explain, legal, load, replay, undo, view
from bot.engine.actions import Choose, Convert, EndTurn, Event, Refused
from bot.engine.components import Pack
from bot.engine.debug.invariants import violations
from bot.engine.debug.transcript import next_seat
from bot.engine.resolution.tasks import ClaimedArtifact, Surplus
from bot.engine.resources import over_limit
from bot.engine.rules.artifacts import artifacts_left
from bot.game_files.file_format import KIND, PackName, read_file
from bot.game_files.file_replay import replayed
from bot.players import RandomPlayer
from bot.simulation.simulated_games import finish
from bot.text import LOCALES, Locale
from bot.text.game import table_of, tell

HERE = Path(__file__).parent / "version_1"
GAMES = sorted(HERE.glob("*/*.save.gz"))


def names() -> list[str]:
    return [path.name.removesuffix(".save.gz") for path in GAMES]


@cache
def pack_of(folder: str) -> Pack:
    """The pack that a folder's games were played with."""
    return msgspec.json.decode(gzip.decompress((HERE / folder / "pack.json.gz").read_bytes()), type=Pack)


def kept(name: str) -> Game:
    """A kept game, as this program loads it."""
    path = GAMES[names().index(name)]
    pack = pack_of(path.parent.name)
    return load(gzip.decompress(path.read_bytes()), {pack.hash: pack})


def again(game: Game) -> Game:
    """Saved and loaded once more."""
    return load(dump(game), {game.pack.hash: game.pack})


def step(game: Game, seed: int = 1) -> None:
    seat = next_seat(game)
    assert seat is not None
    apply(game, RandomPlayer(seed).pick(legal(game, seat), decision(game, seat)))


def told(game: Game) -> list[str]:
    return [event.key for record in game.records for event in record.events]


@pytest.mark.parametrize("name", names())
def test_it_loads_goes_on_and_ends_and_its_log_says_so(name: str) -> None:
    """The version that it began with stays with it; the log names the change once, where it happens."""
    game = kept(name)
    assert violations(game) == []
    assert game.state.began == 1
    before = game.count
    step(again(game))
    step(game)
    first = game.records[before].events[0]
    assert (first.key, first.values) == ("rules_changed", {"began": 1, "now": RULES_VERSION})
    finish(game, seed=1)
    assert game.state.phase == "over"
    assert violations(game) == []
    assert told(game).count("rules_changed") == 1
    assert again(game).state.began == 1


@pytest.mark.parametrize("name", names())
def test_what_was_done_in_its_turn_is_undone_as_far_as_may_be(name: str) -> None:
    """Step by step to a barrier, another's answer, the turn's start, or what the present rulings would do otherwise."""
    game = kept(name)
    last = next(record for record in reversed(game.records) if not record.undid)
    for _ in range(30):
        try:
            taken = undo(game, last.seat)
        except Refused as refused:
            reasons = {"undo_barrier", "undo_other_acted", "nothing_to_undo", "undo_rulings"}
            assert refused.refusal.reason in reasons  # noqa: PT017
            break
        assert taken
        assert violations(game) == []
        game = again(game)
    finish(game, seed=2)
    assert game.state.phase == "over"


@pytest.mark.parametrize("name", names())
def test_it_is_replayed_as_far_as_the_present_rulings_can(name: str) -> None:
    """And says from which turn on they differ; what is left is a sound game that can be played to its end."""
    game = kept(name)
    done = replay(game.setup, game.pack, game.records, game.state.began)
    assert done.older
    assert violations(done.game) == []
    if done.differs is None:
        assert done.game.count == game.count
    else:
        assert 1 <= done.differs <= game.state.turn.number
        assert done.game.records[-1].events[0].values["turn"] == done.differs
        assert done.game.count <= game.count + 1
    finish(done.game, seed=3)
    assert done.game.state.phase == "over"
    assert {"rules_changed", "rules_differ"} & set(told(done.game))


def test_a_step_under_the_present_rulings_is_undone_alone() -> None:
    """Though the turn began with one that they forbid. That one and what followed are taken back together."""
    game = kept("surplus_before_free_action")
    before, seat = game.snapshot(), game.active
    apply(game, legal(game, seat)[0].action)
    game = again(game)
    assert [record.action for record in undo(game, seat)] == [game.records[-2].action]
    assert game.snapshot() == before
    assert undo(game, seat)
    assert violations(game) == []
    assert game.state.turn.owing


def test_what_the_present_rulings_would_do_otherwise_is_not_undone_past_a_barrier() -> None:
    """The steps after the forbidden one would have to go too, and one of them has drawn something."""
    game = kept("surplus_before_free_action")
    seat = game.active
    game.marks = game.marks[:-1]
    while not game.records[-1].barrier:
        offers = [offer for offer in legal(game, seat) if not isinstance(offer.action, EndTurn)]
        apply(game, next((offer for offer in offers if offer.barrier), offers[0]).action)
    while game.records[-1].barrier:
        offers = [offer for offer in legal(game, seat) if not isinstance(offer.action, EndTurn)]
        apply(game, next((offer for offer in offers if not offer.barrier), offers[0]).action)
    before = game.snapshot()
    with pytest.raises(Refused, match="undo_rulings"):
        undo(game, seat)
    assert game.snapshot() == before


def test_a_history_of_the_present_rulings_is_held_to_them() -> None:
    """Only an older one is taken as far as it goes."""
    game = kept("surplus_before_free_action")
    with pytest.raises(Refused):
        replay(game.setup, game.pack, game.records)


# ---- each situation ----------------------------------------------------------------------------------------------


def test_a_surplus_with_a_free_action_taken_before_it() -> None:
    """Under version 1 it could be spent so; from that turn on version 2 differs, and now the surplus comes first."""
    game = kept("surplus_before_free_action")
    assert game.state.turn.owing
    assert {type(offer.action) for offer in legal(game, game.active)} <= {Choose, Convert}
    assert replay(game.setup, game.pack, game.records, 1).differs == game.state.turn.number


@pytest.mark.parametrize("name", ["surplus_owed", "surplus_and_choice_owed", "artifact_owed_own_turn"])
def test_what_is_owed_at_the_beginning_of_a_turn(name: str) -> None:
    """It is owed now: nothing else may be done."""
    game = kept(name)
    assert game.state.turn.owing
    refusal = explain(game, EndTurn(seat=game.active))
    assert refusal is not None
    assert refusal.reason == "owed_first"


@pytest.mark.parametrize("name", ["artifact_owed", "artifact_owed_own_turn", "last_artifact_owed"])
def test_an_artifact_owed_is_reserved(name: str) -> None:
    """With the question where it was."""
    game = kept(name)
    owed = [seat for seat, mine in enumerate(game.state.seats) if mine.reserved]
    assert owed
    for seat in owed:
        assert any(isinstance(task, ClaimedArtifact) for task in game.seat(seat).stack)
    assert artifacts_left(game.state) == sum(game.state.artifacts.values()) - sum(
        len(game.seat(seat).reserved) for seat in owed
    )


def test_the_last_one_owed_triggers_the_end_where_the_old_rulings_had_not() -> None:
    """It counts at once now; the log tells it with the next record."""
    game = kept("last_artifact_owed")
    assert artifacts_left(game.state) == 0
    assert game.state.end_by is not None
    assert game.state.end_by != game.active
    before = game.count
    step(game)
    assert "end_triggered" in [event.key for event in game.records[before].events]


def test_one_owed_when_none_is_left_is_a_small_one() -> None:
    """Whoever has taken the last meanwhile."""
    game = kept("artifact_owed_none_left")
    assert not any(mine.reserved for mine in game.state.seats)
    claimed = [task for mine in game.state.seats for task in mine.stack if isinstance(task, ClaimedArtifact)]
    assert [task.what for task in claimed] in (["small"], ["token"])


def test_a_surplus_that_waits_for_the_final_scoring() -> None:
    """It is asked about, and what its answer brings is scored."""
    game = kept("closing_surplus")
    seat = next(seat for seat, mine in enumerate(game.state.seats) if over_limit(mine.owned))
    assert isinstance(game.seat(seat).stack[0], Surplus)
    finish(game, seed=4)
    assert not any(over_limit(mine.owned) for mine in game.state.seats)


@pytest.mark.parametrize(("name", "seats"), [("long_game_two", 2), ("long_game_three", 3)])
def test_a_long_game_with_fewer_than_four_goes_on(name: str, seats: int) -> None:
    """None is begun any more; those that were keep their end."""
    game = kept(name)
    assert len(game.state.seats) == seats
    assert replay(game.setup, game.pack, game.records, 1).game.state.end_tokens == 2
    finish(game, seed=5)
    assert game.state.end_how == "token"


# ---- files, checks, words ----------------------------------------------------------------------------------------


def file_of(game: Game) -> bytes:
    """The full export as version 1 wrote it."""
    seats = tuple(Seat(user=100 + seat, name=f"P{seat}") for seat in range(len(game.setup.seats)))
    written = {
        "kind": KIND,
        "format": 1,
        "rules": 1,
        "full": True,
        "pack": PackName(game.pack.id, game.pack.version, game.pack.hash),
        "stage": "running",
        "setup": game.setup,
        "seats": seats,
        "records": tuple(game.records),
    }
    return msgspec.json.encode(written)


@pytest.mark.parametrize("name", names())
def test_an_export_of_version_1_is_imported_as_far_as_it_goes(name: str) -> None:
    """Never called broken."""
    game = kept(name)
    file = read_file(file_of(game))
    taken = replayed(file, game.pack)
    assert taken.state.began == 1
    done = replay(game.setup, game.pack, game.records, 1)
    assert taken.snapshot() == done.game.snapshot()
    assert again(taken).news == taken.news


@pytest.mark.parametrize("name", names())
def test_games_check_says_from_which_turn_on_and_finds_nothing_wrong(name: str) -> None:
    """A note, no problem; also after the game has gone on."""
    game = kept(name)
    for _ in range(5):
        found = Findings()
        play_again(found, game, tuple(game.records))
        assert found.problems == []
        assert len(found.notes) == 1
        assert "began under rules version 1" in found.notes[0]
        if next_seat(game) is not None:
            step(game)
    differs = replay(game.setup, game.pack, game.records, 1).differs
    assert (f"from turn {differs} on" in found.notes[0]) == (differs is not None)


@pytest.mark.parametrize("name", ["surplus_before_free_action", "mautoma_copy_open"])
def test_a_game_that_was_taken_over_in_part_goes_on_and_is_sound(name: str) -> None:
    """Its note is a record of its own: undo does not go past it, and it is played again like any other."""
    old = kept(name)
    game = again(replay(old.setup, old.pack, old.records, 1).game)
    with pytest.raises(Refused, match="undo_barrier"):
        undo(game, game.active)
    finish(game, seed=6)
    found = Findings()
    play_again(found, game, tuple(game.records))
    assert (found.problems, len(found.notes)) == ([], 1)
    assert "to its last turn" in found.notes[0]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_log_tells_it_in_words(locale: Locale) -> None:
    """In every language, with the numbers."""
    game = kept("surplus_before_free_action")
    table = table_of(view(game, None), ["Ann", "Ben", "Cem", "Dora"][: len(game.state.seats)])
    events = [
        Event("rules_changed", None, {"began": 1, "now": 2}),
        Event("rules_differ", None, {"turn": 74, "began": 1, "now": 2}),
        Event("artifact_reserved", 1, {"left": 1}),
    ]
    for event, told_numbers in zip(events, (["1", "2"], ["74", "1", "2"], ["1", "Ben"]), strict=True):
        words = tell(locale, event, table) or ""
        assert all(number in words for number in told_numbers), words
