"""The engine: random games with full offers, beside catanatron where it is installed (``pip install catanatron``)."""

import time
from collections.abc import Iterator
from statistics import mean

from bot.cli.bench_command import Figure, each, quantiles
from bot.engine import Game, apply, dump, legal, load, new_game, view
from bot.engine.api import decision
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.players import RandomPlayer
from bot.simulation.simulated_games import options_for, setup_for

TITLE = "engine (random games of 2, 3 and 4 seats, all options mixed)"
GAMES = 12


def measure() -> Iterator[Figure]:
    """Actions a second, the cost of ``legal``, copies, loads and views, and the peer in the same run."""
    offers: list[float] = []
    steps, seconds, late = 0, 0.0, None
    for seed in range(GAMES):
        game, done, taken = _play(seed, offers)
        steps, seconds, late = steps + done, seconds + taken, late or game
    yield Figure("random actions a second, full offers", f"{steps / seconds:,.0f}", "≥ 5,000")
    yield Figure("legal, mean", f"{1e6 * mean(offers):.0f} µs", "≤ 150 µs")
    yield from (Figure(f"legal, {name}", f"{1e6 * value:.0f} µs", _goal(name)) for name, value in quantiles(offers))
    yield from _state(_late())
    yield from _peer()


def _goal(name: str) -> str:
    return "≤ 2,000 µs" if name == "p99" else ""


def _play(seed: int, offers: list[float]) -> tuple[Game, int, float]:
    seats = 2 + seed % 3
    game, player = new_game(setup_for(field(), seats, seed, options_for(seed, seats)), field()), RandomPlayer(seed)
    steps, began = 0, time.perf_counter()
    while steps < 3000 and (seat := next_seat(game)) is not None:
        start = time.perf_counter()
        found = legal(game, seat)
        offers.append(time.perf_counter() - start)
        apply(game, player.pick(found, decision(game, seat)))
        steps += 1
    return game, steps, time.perf_counter() - began


def _late() -> Game:
    """A game of four near its end: the largest states there are."""
    game, player = new_game(setup_for(field(), 4, 1, options_for(1, 4)), field()), RandomPlayer(1)
    while not game.state.last_round and (seat := next_seat(game)) is not None:
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
    return game


def _state(game: Game) -> Iterator[Figure]:
    saved, packs = dump(game, history=False), {game.pack.hash: game.pack}
    for name, work, goal in (
        ("copy of a late state", game.copy, "≤ 250 µs"),
        ("load of a late state", lambda: load(saved, packs), "≤ 300 µs"),
        ("dump of a late state", lambda: dump(game, history=False), ""),
        ("view of a late state", lambda: view(game, 0), ""),
    ):
        yield Figure(f"{name}, mean", f"{1e6 * mean(each(500, work)):.0f} µs", goal)
    yield Figure("late state", f"{len(game.snapshot()) / 1000:.1f} KB")


def _peer() -> Iterator[Figure]:
    try:
        from catanatron import Color
        from catanatron import RandomPlayer as Peer
        from catanatron.game import Game as Catan
    except ImportError:
        yield Figure("catanatron", "not installed")
        return
    every, moves, seconds = 0, 0, 0.0
    for _ in range(GAMES):
        game = Catan([Peer(Color.RED), Peer(Color.BLUE), Peer(Color.WHITE), Peer(Color.ORANGE)])
        began = time.perf_counter()
        game.play()
        seconds += time.perf_counter() - began
        kinds = [_kind(record) for record in _records(game)]
        every += len(kinds)
        moves += sum(kind not in ("ROLL", "END_TURN") for kind in kinds)
    yield Figure("catanatron, random actions a second", f"{every / seconds:,.0f}")
    yield Figure("catanatron, the same without ROLL and END_TURN", f"{moves / seconds:,.0f}")


def _records(game: object) -> list[object]:
    state = game.state  # type: ignore[attr-defined]
    return list(getattr(state, "action_records", None) or state.actions)


def _kind(record: object) -> str:
    action = getattr(record, "action", record)
    return str(action.action_type.name)  # type: ignore[attr-defined]
