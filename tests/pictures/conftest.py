"""Positions to draw: a table just laid, one on its way, one with everything revealed, one that is over."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.engine import Game, View, apply, legal, new_game, view
from bot.engine.api import decision
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import Options
from bot.players import RandomPlayer
from bot.simulation.simulated_games import setup_for

NAMES = ("Kim", "Alexandra von Hohenstein", "Łukasz Žižek-Ölçer", "Noor")
HARD_NAMES = ("Ｗ" * 32, "محمد بن سلمان", "🦊🚀👨‍👩‍👧‍👦", "‮\u200b\x00")


def played(seats: int, seed: int, turn: int, options: Options | None = None) -> Game:
    """A random game at a turn."""
    game = new_game(setup_for(field(), seats, seed, options or Options(artifact_card="deal")), field())
    player = RandomPlayer(seed)
    while game.state.turn.number < turn and (seat := next_seat(game)) is not None:
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
    return game


def opened(png: bytes) -> Image.Image:
    """A PNG as a picture, which it has to be."""
    image = Image.open(io.BytesIO(png))
    image.load()
    assert image.format == "PNG"
    return image


@pytest.fixture(scope="session")
def first() -> View:
    return view(played(2, 5, 1), None)


@pytest.fixture(scope="session")
def middle() -> View:
    return view(played(4, 3, 34, Options(artifact_card="deal", vast_crystals=True)), 1)


@pytest.fixture(scope="session")
def whole() -> View:
    """Everything explored, 300 points."""
    game = played(4, 8, 60)
    for place in range(len(game.state.places)):
        game.lay(place, revealed=True)
    game.state.seats[1].points = 300
    return view(game, None)


@pytest.fixture(scope="session")
def over() -> View:
    return view(played(3, 4, 10_000), None)
