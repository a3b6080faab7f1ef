"""Of what cannot be done, what comes nearest: with the numbers of the one that lacks least."""

from collections.abc import Iterator

import pytest

from bot.app.tables.nearest_action import ALL_ALIKE, KINDS, nearest
from bot.engine import Game, apply, decision, explain, legal, new_game
from bot.engine.actions import Build, Convert, Explore, Hibernate, OpenCrate, PlayCard, Populate, UseMachine, UseSwitch
from bot.engine.debug.position_builder import Position
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import SeatSetup, Setup
from bot.players import RandomPlayer


def position(**of_seat: object) -> Position:
    return Position(field(), seats=2, seed=1).seat(0, **of_seat)  # type: ignore[arg-type]


def test_the_cheapest_target_is_named_with_what_it_lacks() -> None:
    game = position(gear=0, book=0, food=0, crystal=0).turn(0).build()
    near = nearest(game, 0, Build)
    assert near is not None
    assert near.refusal.reason == "too_expensive"
    lacks = [
        refusal.values["lack"]
        for space in range(141)
        for size in ("small", "large")
        if (refusal := explain(game, Build(seat=0, space=space, size=size))) and refusal.reason == "too_expensive"
    ]
    assert near.refusal.values["lack"] == min(lacks)  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("kind", "reason"), [(Explore, "too_expensive"), (Populate, "too_expensive"), (Convert, "no_crystal")]
)
def test_with_empty_hands(kind: type, reason: str) -> None:
    game = position(gear=0, book=0, food=0, crystal=0).turn(0).build()
    near = nearest(game, 0, kind)
    assert near is not None
    assert near.refusal.reason == reason


def test_what_is_possible_has_no_nearest() -> None:
    game = position(gear=6).turn(0).build()
    assert nearest(game, 0, Build) is None
    assert nearest(game, 0, UseSwitch) is None
    assert nearest(game, 0, Hibernate) is None


def test_where_there_is_nothing_to_try() -> None:
    game = position().turn(0).build()
    assert nearest(game, 0, OpenCrate) is None
    assert nearest(game, 0, UseMachine) is None


def test_after_the_main_action_all_kinds_have_one_reason() -> None:
    game = position(gear=6).turn(0).build()
    apply(game, UseSwitch(seat=0, resource="food"))
    found = [nearest(game, 0, kind) for kind in (PlayCard, UseSwitch, Explore, Build)]
    assert {near.refusal.reason for near in found if near is not None} == {"action_done"}
    assert "action_done" in ALL_ALIKE


def games() -> Iterator[Game]:
    """Random games, looked at again and again."""
    pack = field()
    for seed in range(3):
        game = new_game(Setup(seats=(SeatSetup(),) * 3, pack=pack.hash, seed=seed), pack)
        player, step = RandomPlayer(seed), 0
        while (seat := next_seat(game)) is not None:
            if step % 17 == 0 and game.state.phase == "play":
                yield game
            apply(game, player.pick(legal(game, seat), decision(game, seat)))
            step += 1


def test_in_random_games_a_kind_is_offered_or_refused() -> None:
    """What is named as nearest is refused, never something that would work."""
    seen: set[str] = set()
    for game in games():
        offered = {type(offer.action) for offer in legal(game, game.active)}
        for kind in KINDS:
            near = nearest(game, game.active, kind)
            assert near is None or explain(game, near.action) == near.refusal
            assert near is None or kind not in offered
            seen |= {near.refusal.reason} if near is not None else set()
    assert {"too_expensive", "action_done", "answer_first", "switch_used", "no_crystal", "no_energy"} <= seen
