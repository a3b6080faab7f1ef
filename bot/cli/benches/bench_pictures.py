"""The pictures: a late position of four, drawn with everything made, with the ground anew, and what is kept.

Processor time of the thread that draws, so that whatever else the machine does is not counted.
"""

import time
from collections.abc import Callable, Hashable, Iterator
from functools import partial

from bot.cli.bench_command import Figure, quantiles
from bot.engine import Game, View, apply, legal, new_game, view
from bot.engine.api import decision
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import Options
from bot.pictures import (
    Numbered,
    Picture,
    Sitting,
    board,
    choice,
    component,
    lobby,
    market,
    player_board,
    score_sheet,
    table_map,
)
from bot.pictures.board_picture import GROUNDS
from bot.players import RandomPlayer
from bot.simulation.simulated_games import setup_for
from bot.text.game import Table

TITLE = "pictures (a late position of four)"
TURNS = 60
NAMES = ("Kim", "Alexandra", "Noor", "Lou")
COURSE = [(turn, 2 * turn, 90 - turn, turn // 2) for turn in range(90)]
SITTING = tuple(Sitting(name) for name in NAMES)


def measure() -> Iterator[Figure]:
    """Each picture's time and size; goals from docs/measurements/picture_speed.md."""
    seen = _late()
    table = Table(seen.pack, seen.board, (), seen)
    cards = [Numbered(number, card) for number, card in enumerate(seen.state.display, 1)]
    board(seen, "de", names=NAMES)
    yield from _timed("board, ground kept", lambda: board(seen, "de", names=NAMES), 20)
    yield from _timed("board, ground drawn anew", lambda: _anew(seen), 60)
    yield Figure("a kept ground, compressed", f"{GROUNDS.packed / 1000:.0f} KB")
    yield from _timed("map of the table message", lambda: table_map(seen, "de", names=NAMES).picture(), 20)
    yield from _timed("cards to choose from", lambda: choice(table, cards, "de").picture(), 20)
    yield from _timed("player board", lambda: player_board(seen, 2, "de", names=NAMES), 20)
    yield from _timed("player board, its cards", lambda: player_board(seen, 2, "de", names=NAMES, area="cards"), 20)
    yield from _timed("score sheet", lambda: score_sheet(seen, "de", names=NAMES, history=COURSE), 20)
    yield from _timed("lobby", lambda: lobby(seen.pack, SITTING, (), "de"), 20)
    yield from _timed("market", lambda: market(seen, "de"), 20)
    yield from _timed("a citizen card", lambda: component(seen.pack, seen.state.display[0], "de"), 20)
    yield from _presses()


def _presses() -> Iterator[Figure]:
    """The map of the table message at every action of a game, with what is kept, and whole boards instead."""
    game, player = _begun(), RandomPlayer(3)
    kept: dict[Hashable, bytes] = {}
    spent, before, presses, drawn = 0.0, 0.0, 0, 0
    while game.state.turn.number < TURNS and (seat := next_seat(game)) is not None:
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
        seen, began = view(game, None), time.thread_time()
        drawing = table_map(seen, "de", names=NAMES)
        drawn += drawing.shows not in kept
        kept[drawing.shows] = drawing.picture(kept.get(drawing.shows)).png
        spent += time.thread_time() - began
        before += _processor(partial(board, seen, "de", names=NAMES))
        presses += 1
    yield Figure("presses of a game of four", f"{presses}", "")
    yield Figure("of them with a map drawn anew", f"{drawn}", "")
    yield Figure("map of the table message, a press", f"{1000 * spent / presses:.1f} ms", "≤ 10 ms")
    yield Figure("the whole board instead, a press", f"{1000 * before / presses:.1f} ms", "")


def _timed(what: str, draw: Callable[[], Picture], goal: int) -> Iterator[Figure]:
    size = len(draw().png)
    for name, seconds in quantiles([_processor(draw) for _ in range(60)]):
        yield Figure(f"{what}, {name}", f"{1000 * seconds:.1f} ms", f"≤ {goal} ms" if name == "p50" else "")
    yield Figure(f"{what}, size", f"{size / 1000:.0f} KB", "≤ 200 KB")


def _processor(draw: Callable[[], Picture]) -> float:
    began = time.thread_time()
    draw()
    return time.thread_time() - began


def _anew(seen: View) -> Picture:
    GROUNDS.clear()
    return board(seen, "de", names=NAMES)


def _begun() -> Game:
    options = Options(artifact_card="deal", vast_crystals=True)
    return new_game(setup_for(field(), 4, 3, options), field())


def _late() -> View:
    game, player = _begun(), RandomPlayer(3)
    while game.state.turn.number < TURNS and (seat := next_seat(game)) is not None:
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
    return view(game, None)
