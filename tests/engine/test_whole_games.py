"""Whole random games with the invariants after every step, and the promises about chance, secrets and saves."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine import Game, SaveError, apply, decision, dump, events_for, explain, legal, load, new_game, score, view
from bot.engine.actions import Action, Choose, Refused
from bot.engine.debug.invariants import violations
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.replay import Replay
from bot.engine.state import Options, SeatSetup, Setup
from bot.players import RandomPlayer
from bot.simulation.simulated_games import options_for, play_random, setup_for


def game_of(seed: int, seats: int, steps: int = 0) -> Game:
    game, player = new_game(setup_for(field(), seats, seed, options_for(seed, seats)), field()), RandomPlayer(seed)
    for _ in range(steps):
        seat = next_seat(game)
        if seat is None:
            break
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
    return game


@pytest.mark.parametrize("seed", range(9))
def test_random_games_end_without_a_broken_invariant(seed: int) -> None:
    """Positions possible, saves equal, barriers announced, undo exact: see ``arena``."""
    seats = 2 + seed % 3
    played = play_random(field(), seats, seed, options_for(seed, seats))
    assert played.broken == []
    assert played.ended


@pytest.mark.parametrize("seed", range(12))
def test_offers_and_refusals_agree(seed: int) -> None:
    """Whatever is offered is not refused, and what one seat may do is refused to every other."""
    game = game_of(seed, 3, 40 + 23 * seed)
    for seat in range(3):
        for offer in list(legal(game, seat)):
            game.changed()
            assert explain(game, offer.action) is None
            stolen = msgspec.structs.replace(offer.action, seat=(seat + 1) % 3)
            if not isinstance(stolen, Choose) and game.active != stolen.seat:
                refusal = explain(game, stolen)
                assert refusal is not None


_SCRIPT = """
from tests.engine.test_whole_games import game_of
from bot.engine import dump
import hashlib
print(hashlib.sha256(b"".join(dump(game_of(seed, 2 + seed % 3, 250)) for seed in range(4))).hexdigest())
"""


def test_the_same_seed_gives_the_same_bytes_in_every_process() -> None:
    """Byte for byte, whatever the order of hashing."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashing in ("0", "1", "4711")
    }
    assert len(digests) == 1


# ---- secrets -----------------------------------------------------------------------------------------------------


def _swapped(game: Game, eye: int | None) -> Game:
    """The same game with other hidden things, as far as the eye cannot see them."""
    twin = game.copy()
    state = twin.state
    state.rng ^= 0x5DEECE66D
    for pile in (
        state.deck,
        state.module_deck,
        state.artifact_deck,
        state.starting_deck,
        *state.machine_decks.values(),
    ):
        pile.reverse()
    _swap_crates(twin, eye)
    _swap_artifact_cards(twin, eye)
    _swap_fronts(twin)
    twin.redraw_map()
    twin.moved()
    return twin


def _swap_crates(game: Game, eye: int | None) -> None:
    pool = [crate for seat, mine in enumerate(game.state.seats) if seat != eye for crate in mine.crates]
    pool = (pool + game.state.crates)[::-1]
    for seat, mine in enumerate(game.state.seats):
        if seat != eye:
            mine.crates = [pool.pop() for _ in mine.crates]
    game.state.crates = pool


def _swap_artifact_cards(game: Game, eye: int | None) -> None:
    if game.state.common_card:
        return
    deck = game.state.artifact_deck
    for seat, mine in enumerate(game.state.seats):
        if seat != eye and mine.artifact_cards and deck:
            deck.append(mine.artifact_cards.pop())
            mine.artifact_cards = [deck.pop(0)]


def _swap_fronts(game: Game) -> None:
    """Unexplored tiles with equal backs change places."""
    by_back: dict[bytes, list[int]] = {}
    for place, lying in enumerate(game.state.places):
        if not lying.revealed:
            by_back.setdefault(msgspec.json.encode(game.pack.tile[lying.tile].back), []).append(place)
    for places in by_back.values():
        tiles = [game.state.places[place].tile for place in places]
        for place, tile in zip(places, tiles[1:] + tiles[:1], strict=True):
            game.lay(place, tile=tile)


def _seen(game: Game, eye: int | None) -> bytes:
    """Everything that reaches a seat: view, scores, offers, and the refusals of everybody's offers."""
    seen = view(game, eye)
    parts: list[object] = [seen.state, seen.backs, seen.decision, seen.waiting, score(seen), seen.setup, seen.prints]
    parts.append(legal(game, eye) if eye is not None else [])
    parts.append(
        [explain(game, offer.action) for offer in legal(game, game.active) if not isinstance(offer.action, Choose)][:5]
    )
    return msgspec.json.encode(parts)


@pytest.mark.parametrize("eye", [None, 0, 1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_nobody_sees_hidden_things(seed: int, eye: int | None) -> None:
    """Ruling secrets: other hidden things leave another seat's view, offers, refusals and scores as they are."""
    game, player = game_of(seed, 3), RandomPlayer(seed)
    for step in range(160):
        seat = next_seat(game)
        if seat is None:
            return
        if step % 5 == 0:
            assert _seen(_swapped(game, eye), eye) == _seen(game, eye)
        record = apply(game, player.pick(legal(game, seat), decision(game, seat)))
        assert not any(event.secret for event in events_for(record, eye) if event.seat != eye)


def test_the_seed_is_hidden_until_the_end() -> None:
    """Ruling secrets: the seed would give everything away."""
    game = game_of(3, 2, 30)
    assert view(game, 0).setup.seed == 0
    assert view(game, 0).state.rng == 0


# ---- hostile input -----------------------------------------------------------------------------------------------

_numbers = st.integers(-(2**70), 2**70)
_texts = st.text(max_size=12)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    kind=st.sampled_from(get_args(Action)),
    numbers=st.lists(_numbers, min_size=8, max_size=8),
    texts=st.lists(_texts, min_size=8, max_size=8),
    steps=st.integers(0, 60),
)
def test_arbitrary_actions_are_refused_whole(kind: type[Any], numbers: list[int], texts: list[str], steps: int) -> None:
    """Whatever comes in, it is carried out because it is legal, or nothing changes."""
    game = game_of(steps % 7, 2, steps)
    values: dict[str, object] = {}
    for index, (name, hint) in enumerate(_hints(kind)):
        values[name] = numbers[index % 8] if "int" in hint or "Space" in hint or "Seat" in hint else texts[index % 8]
        if "tuple" in hint:
            values[name] = tuple(numbers[:3])
        if name == "payment":
            values[name] = None
    action = kind(**values)
    before = game.snapshot()
    refusal = explain(game, action)
    if refusal is None:
        apply(game, action)
        assert violations(game) == []
        return
    with pytest.raises(Refused):
        apply(game, action)
    assert game.snapshot() == before
    assert refusal.reason


def _hints(kind: type[msgspec.Struct]) -> list[tuple[str, str]]:
    return [(name, str(kind.__annotations__.get(name, "int"))) for name in kind.__struct_fields__]


@pytest.mark.parametrize("thing", [None, 3, "play", {"action": "play"}, object()])
def test_things_that_are_no_actions(thing: object) -> None:
    """They cannot be read."""
    refusal = explain(game_of(1, 2), thing)  # type: ignore[arg-type]
    assert refusal is not None
    assert refusal.kind == "cannot be read"


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_arbitrary_bytes_are_no_save(data: bytes) -> None:
    """An unreadable save is refused with its reason."""
    with pytest.raises(SaveError) as error:
        load(data, {field().hash: field()})
    assert error.value.reason == "unreadable"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 255))
def test_a_damaged_save_is_refused_or_loads(position: int, byte: int) -> None:
    """A flipped byte never does worse than a refusal."""
    data = bytearray(_SAVE)
    data[position % len(data)] = byte
    try:
        game = load(bytes(data), {field().hash: field()})
    except SaveError:
        return
    assert isinstance(game, Game)


_SAVE = dump(game_of(5, 3, 120))


@pytest.mark.parametrize(
    ("seats", "reason"),
    [(0, "number_of_seats"), (1, "number_of_seats"), (5, "number_of_seats")],
)
def test_setups_that_cannot_be_laid(seats: int, reason: str) -> None:
    """2 to 4 seats."""
    with pytest.raises(Refused) as error:
        new_game(Setup(seats=(SeatSetup(),) * seats, pack=field().hash, seed=1), field())
    assert error.value.refusal.reason == reason


@pytest.mark.parametrize("seats", [2, 3])
def test_the_long_game_is_for_four(seats: int) -> None:
    """001 describes it with 4 players (``variant.long_game_fewer``); a game that began before can still be replayed."""
    setup = Setup(seats=(SeatSetup(),) * seats, pack=field().hash, seed=1, options=Options(long_game=True))
    with pytest.raises(Refused) as error:
        new_game(setup, field())
    refusal = error.value.refusal
    assert (refusal.reason, refusal.rule, refusal.values) == (
        "long_game_seats",
        "variant.long_game_fewer",
        {"seats": seats},
    )
    assert Replay(setup, field(), began=1).game.state.end_tokens == 2
    assert new_game(msgspec.structs.replace(setup, seats=(SeatSetup(),) * 4), field()).state.end_tokens == 2


def test_a_game_begun_before_is_still_refused_what_was_never_allowed() -> None:
    """Being replayed opens no other door."""
    setup = Setup(seats=(SeatSetup(),) * 5, pack=field().hash, seed=1, options=Options(long_game=True))
    with pytest.raises(Refused) as error:
        Replay(setup, field(), began=1)
    assert error.value.refusal.reason == "number_of_seats"
    with pytest.raises(Refused) as error:
        Replay(msgspec.structs.replace(setup, seats=(SeatSetup(),) * 3), field())
    assert error.value.refusal.reason == "long_game_seats"


def test_four_cannot_draft() -> None:
    """Facts 3.4: 24 cards are too few for four."""
    setup = Setup(seats=(SeatSetup(),) * 4, pack=field().hash, seed=1, options=Options(starting_cards="draft"))
    with pytest.raises(Refused) as error:
        new_game(setup, field())
    assert error.value.refusal.reason == "draft_too_many"
