"""The Mautoma's turns read back: its choices, and the map as it was when it made them, in random games."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from bot.engine import Game, View, apply, decision, legal, new_game, view
from bot.engine.actions import EndTurn, Event
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field as field_pack
from bot.engine.variants.mautoma.candidate_search import best, rewards_at, to_build, to_explore, to_populate
from bot.engine.variants.mautoma.event_log import (
    Choice,
    ItsTurn,
    as_it_was,
    its_turn,
    met,
    origins_of,
    pieces_of,
    rewards_there,
    spaces_in_range,
)
from bot.players import RandomPlayer
from bot.simulation.simulated_games import setup_for
from tests.engine.test_mautoma_games import options

SEARCHES = {"explore": to_explore, "populate": to_populate, "build": to_build}


@dataclass
class Seen:
    """A turn of the Mautoma: the view before it, and after it with everything that was told since its record began."""

    before: View
    turn: ItsTurn
    after: View
    since: list[Event] = field(default_factory=list)


def seen(seed: int) -> list[Seen]:
    """All its turns of a random game, each with a view from the middle of the human's next turn."""
    game = new_game(setup_for(field_pack(), 1, seed, options(seed)), field_pack())
    player, found, actions = RandomPlayer(seed), list[Seen](), 0
    while (seat := next_seat(game)) is not None:
        action = player.pick(legal(game, seat), decision(game, seat))
        before = view(game.copy(), None)
        record = apply(game, action)
        if found and not isinstance(action, EndTurn) and actions < 6:
            actions += 1
            found[-1].after = view(game.copy(), None)
            found[-1].since += record.events
        turn = its_turn(record.events, game.pack, game.board)
        if turn is not None:
            found.append(Seen(before, turn, view(game.copy(), None), list(turn.events)))
            actions = 0
    return found


def then(each: Seen, choice: Choice) -> View:
    return as_it_was(each.after, each.since[choice.at :])


def game_of(shown: View) -> Game:
    game = Game(shown.setup, shown.pack, shown.state, shown.variants)
    game.redraw_map()
    return game


@pytest.mark.parametrize("seed", range(6))
def test_every_choice_is_read_back_with_the_map_as_it_was(seed: int) -> None:
    """The candidates found anew on the map as it was are those that were told, and so is the chosen one's place."""
    turns = seen(seed)
    assert [each.turn.number for each in turns] == list(range(1, 18))
    choices = [(each, choice) for each in turns for choice in each.turn.choices]
    assert any(choice.tied for _, choice in choices)
    for each, choice in choices:
        shown = then(each, choice)
        game = game_of(shown)
        if choice.skipped not in ("no_figures", "no_buildings"):
            assert tuple(SEARCHES[choice.what](game, choice.limit)) == choice.candidates
        near = spaces_in_range(shown, choice.limit)
        assert all(near.intersection(candidate.spaces) for candidate in choice.candidates)
        assert pieces_of(shown) or origins_of(shown) == sorted(game.board.abyss)
        if choice.chosen is None:
            continue
        equal = best(list(choice.candidates))
        assert choice.equal == len(equal)
        segment = each.turn.segment
        assert segment is not None
        assert game.pack.mautoma is not None
        assert met(game.board, game.pack.mautoma.ties[segment], equal)[0] == choice.chosen
        if choice.what == "build":
            parts = rewards_there(shown, choice.chosen.target)
            assert sum(part.value for part in parts) == rewards_at(game, choice.chosen.target) == choice.chosen.value


@pytest.mark.parametrize("seed", range(4))
def test_the_map_before_its_turn(seed: int) -> None:
    """With everything since taken away, the map is the one on which the turn began."""
    for each in seen(seed):
        shown = as_it_was(each.after, each.since)
        assert shown.prints == each.before.prints
        assert shown.backs == each.before.backs
        assert shown.state.buildings == each.before.state.buildings
        assert shown.state.figures == {space: who for space, who in each.before.state.figures.items() if who}


def test_a_record_without_its_turn_tells_of_none() -> None:
    game = new_game(setup_for(field_pack(), 2, 1, options(0, "no")), field_pack())
    assert its_turn([Event("turn_ended", 0)], game.pack, game.board) is None
