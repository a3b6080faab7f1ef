"""Grounds that are made of older ones: equal to those drawn anew, whatever was explored in between."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pytest

from bot.engine import Game, View, apply, legal, new_game, view
from bot.engine.api import decision
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field_with_expansion
from bot.engine.state import Options
from bot.pictures.board_picture import region_of
from bot.pictures.layers import terrain
from bot.pictures.layers.terrain import Grounds, Region, draw_ground, ground_key
from bot.pictures.render.canvas import Canvas
from bot.pictures.table_map import map_region
from bot.pictures.themes import Theme, theme_of
from bot.players import RandomPlayer
from bot.simulation.simulated_games import setup_for

TURNS = 14
DARK = theme_of("dark")
OPTIONS = {
    "base": Options(artifact_card="deal", vast_crystals=True),
    "abyss": Options(abyss=True),
}


def _noting(anew: list[bool]) -> Callable[..., Canvas]:
    """``draw_ground``, which notes whether it draws all of it."""

    def noting(seen: View, theme: Theme, region: Region, places: Collection[int] | None = None) -> Canvas:
        anew.append(places is None)
        return draw_ground(seen, theme, region, places)

    return noting


def explored(seats: int, options: Options) -> list[Game]:
    """A game at random, each time that a tile was explored."""
    pack = field_with_expansion()
    game, player, found = new_game(setup_for(pack, seats, 5, options), pack), RandomPlayer(5), list[Game]()
    key = None
    while game.state.turn.number < TURNS and (seat := next_seat(game)) is not None:
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
        if ground_key(view(game, None)) != key:
            key = ground_key(view(game, None))
            found.append(game.copy())
    return found


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_equal_to_one_drawn_anew(options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dot by dot, of the phone's map and of the whole one; most of them are made of the one before."""
    anew = list[bool]()
    monkeypatch.setattr(terrain, "draw_ground", _noting(anew))
    kept = Grounds()
    found = [view(game, None) for game in explored(3, options)]
    for seen in found:
        for region in (map_region(seen), region_of(seen, None)):
            given = kept.get(seen, DARK, region)
            assert given.tobytes() == draw_ground(seen, DARK, region).quantised().convert("RGB").tobytes()
    assert len(found) > 3
    assert anew.count(True) <= len(found)


def test_back_to_an_older_one() -> None:
    """Where a map looks as it did before, as after an agreed rollback, it is drawn as it is then."""
    before, *_, after = [view(game, None) for game in explored(2, OPTIONS["base"])][:3]
    kept, region = Grounds(), region_of(after, None)
    for seen in (before, after, before):
        assert kept.get(seen, DARK, region).tobytes() == Grounds().get(seen, DARK, region).tobytes()
