"""Whole games with *Call of the Abyss*: they end, stay possible at every step, hide what is hidden, and are saved for
versions that know them; 10,000 of them in ``make soak``."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor

import msgspec
import pytest

from bot.engine import Game, SaveError, apply, decision, dump, explain, legal, load, new_game, serialization, view
from bot.engine.actions import Choose, Refusal, TakeGains, UseSwitch
from bot.engine.debug.transcript import next_seat
from bot.engine.game import EXPANSION_RULES, RULES_VERSION
from bot.engine.packs import field, field_with_expansion
from bot.engine.resolution.tasks import ChooseScyphoz
from bot.engine.rules.setup import setup_refusal
from bot.engine.state import Options
from bot.engine.variants import variants_of
from bot.engine.variants.abyss.state_access import kept_of, seat_of
from bot.players import RandomPlayer
from bot.simulation.simulated_games import options_for, play_random, setup_for

GAMES = 10_000


def options_of(seed: int, seats: int) -> Options:
    return msgspec.structs.replace(options_for(seed, seats), abyss=True)


def broken(seed: int) -> list[str]:
    """What is wrong with one random game; the seats go round."""
    seats = 2 + seed % 3
    return play_random(field_with_expansion(), seats, seed, options_of(seed, seats)).broken


@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_and_stay_possible(seed: int) -> None:
    assert broken(seed) == []


def test_a_pack_with_its_parts_is_played_without_the_option() -> None:
    """As packs of servers are: nothing of the expansion comes up."""
    result = play_random(field_with_expansion(), 3, 4, Options())
    assert result.broken == []
    assert not any("devotion" in lines for lines in result.lines)


@pytest.mark.soak
def test_ten_thousand_random_games() -> None:
    with ProcessPoolExecutor(int(os.environ.get("SOAK_PROCESSES", os.cpu_count() or 1))) as pool:
        found = {seed: wrong for seed, wrong in enumerate(pool.map(broken, range(GAMES), chunksize=20)) if wrong}
    assert found == {}


# ---- what is hidden ----------------------------------------------------------------------------------------------


def hidden_from(game: Game, seat: int | None) -> set[str]:
    """The cards and journeys in the piles, and what others are looking at."""
    kept = kept_of(game)
    looked_at = {
        card
        for number, mine in enumerate(game.state.seats)
        if number != seat
        for task in mine.stack
        if isinstance(task, ChooseScyphoz)
        for card in task.cards
    }
    return {*kept.scyphoz_deck, *kept.journey_deck, *looked_at}


def test_hidden_piles_never_leave_through_a_view() -> None:
    """At every step of a game, for every seat and the public."""
    game = new_game(setup_for(field_with_expansion(), 3, 5, options_of(5, 3)), field_with_expansion())
    player, looked = RandomPlayer(3), 0
    while (seat := next_seat(game)) is not None:
        for reader in (*range(3), None):
            seen = view(game, reader)
            told = msgspec.json.encode((seen.state, seen.decision, seen.waiting)).decode()
            assert [name for name in hidden_from(game, reader) if f'"{name}"' in told] == []
        looked += bool(any(isinstance(task, ChooseScyphoz) for mine in game.state.seats for task in mine.stack))
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
    assert looked
    assert game.state.phase == "over"


# ---- saves -------------------------------------------------------------------------------------------------------


def test_only_games_with_the_expansion_need_a_version_that_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A save names the lowest version that can read it."""
    pack = field_with_expansion()
    saves = {
        on: dump(new_game(setup_for(pack, 2, 1, Options(artifact_card="deal", abyss=on)), pack)) for on in (False, True)
    }
    known = {pack.hash: pack}
    assert load(saves[True], known).state.kept is not msgspec.UNSET
    monkeypatch.setattr(serialization, "EXPANSION_RULES", RULES_VERSION)
    load(saves[False], known)
    with pytest.raises(SaveError) as refused:
        load(saves[True], known)
    assert (refused.value.reason, refused.value.values) == (
        "newer_rules",
        {"found": EXPANSION_RULES, "known": RULES_VERSION},
    )


def test_without_the_expansion_a_save_holds_nothing_of_it() -> None:
    game = new_game(setup_for(field(), 2, 1, Options(artifact_card="deal")), field())
    data = dump(game)
    assert not [word for word in (b"abyss", b"\xa4kept", b"closing", b"devotion", b"journey") if word in data]


# ---- set-ups -----------------------------------------------------------------------------------------------------


def refusal_of(options: Options, *, with_parts: bool, seats: int = 2) -> Refusal | None:
    pack = field_with_expansion() if with_parts else field()
    setup = setup_for(pack, seats, 1, options)
    return setup_refusal(setup, pack, variants_of(setup))


@pytest.mark.parametrize("alone", ["mautoma", "solo"])
def test_it_is_not_played_alone(alone: str) -> None:
    """Ruling abyss-alone."""
    refusal = refusal_of(Options(alone=alone, abyss=True), with_parts=True, seats=1)  # type: ignore[arg-type]
    assert refusal is not None
    assert refusal.reason == "abyss_alone"


def test_a_pack_without_its_parts_is_refused() -> None:
    refusal = refusal_of(Options(abyss=True), with_parts=False)
    assert refusal is not None
    assert refusal.reason == "no_abyss_parts"
    assert refusal_of(Options(abyss=True), with_parts=True) is None


def test_no_more_is_exchanged_than_was_gained() -> None:
    pack = field_with_expansion()
    game = new_game(setup_for(pack, 2, 1, Options(artifact_card="deal", abyss=True)), pack)
    apply(game, UseSwitch(seat=0, resource="gear"))
    seat_of(game, 0).points_to_come = 4
    game.changed()
    apply(game, TakeGains(seat=0))
    asked = decision(game, 0)
    assert asked is not None
    assert [(option.id, option.number) for option in asked.options] == [(None, 0), ("devotion", 1), ("devotion", 2)]
    refusal = explain(game, Choose(seat=0, answer=(3,)))
    assert refusal is not None
    assert refusal.reason == "no_such_option"
