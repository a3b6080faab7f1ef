"""The engine and a second referee, written from the documents, agree on *Call of the Abyss* step by step; the referee
finds faults that are put into the engine."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import msgspec
import pytest

from bot.engine import Game, decision, legal, new_game
from bot.engine.actions import Action
from bot.engine.packs import field_with_expansion
from bot.engine.rules import map_range, scoring
from bot.engine.state import Setup
from bot.engine.variants.abyss import Abyss, devotion, journey_cards, lakes, scyphoz_cards
from bot.engine.variants.abyss.state_access import seat_of
from bot.players import RandomPlayer
from bot.simulation.simulated_games import options_for, setup_for
from tests.engine.abyss_following import follow
from tests.engine.abyss_referee import AbyssReferee
from tests.games.test_recorded_games import HERE as KEPT
from tests.games.test_recorded_games import kept_pack

LEAST_STEPS = 400
FAULT_SEEDS = (0, 1, 2, 3, 9)
"""In the last of these games a seat builds twice in one size at a lake, which random players seldom do."""
COMES_UP = {
    "hibernated",
    "points_to_come",
    "devotion_to_come",
    "gains_exchanged",
    "devotion_reward",
    "score_bonus",
    "scyphoz_drawn",
    "scyphoz_kept",
    "journey_taken",
    "card_destroyed",
    "populated_apart",
    "ways",
}


def random_game(seed: int, seats: int) -> AbyssReferee:
    """A whole game of random players, followed."""
    pack = field_with_expansion()
    options = msgspec.structs.replace(options_for(seed, seats), abyss=True)
    player = RandomPlayer(seed)

    def choose(game: Game, seat: int) -> Action:
        return player.pick(legal(game, seat), decision(game, seat))

    return follow(new_game(setup_for(pack, seats, seed, options), pack), choose)


@pytest.mark.parametrize("path", sorted(KEPT.glob("*abyss*.log")), ids=lambda path: path.stem)
def test_kept_games(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    setup = msgspec.json.decode(lines[0].removeprefix("setup "), type=Setup)
    actions = iter([msgspec.json.decode(line[2:], type=Action) for line in lines if line.startswith("> ")])
    total = sum(line.startswith("> ") for line in lines)
    referee = follow(new_game(setup, kept_pack(expansion=True)), lambda _game, _seat: next(actions), total)
    assert referee.wrong == []
    assert referee.game.state.phase == "over"


def test_random_games() -> None:
    """With two, three and four seats; everything of the expansion comes up."""
    seen: Counter[str] = Counter()
    for seed, seats in ((1, 2), (4, 3), (11, 4)):
        referee = random_game(seed, seats)
        assert referee.wrong == []
        assert referee.steps > LEAST_STEPS
        seen += referee.seen
    assert set(seen) >= COMES_UP


@pytest.mark.soak
def test_many_random_games() -> None:
    with ProcessPoolExecutor(int(os.environ.get("SOAK_PROCESSES", os.cpu_count() or 1))) as pool:
        found = dict(enumerate(pool.map(_wrong, range(500), chunksize=10)))
    assert {seed: wrong for seed, wrong in found.items() if wrong} == {}


def _wrong(seed: int) -> list[str]:
    return random_game(seed, 2 + seed % 3).wrong[:3]


# ---- faults ------------------------------------------------------------------------------------------------------


def _lowest_level(game: Game, seat: int, journey: object, real: Callable[..., object]) -> object:
    return real(game, seat, journey) and journey.levels[0]  # type: ignore[attr-defined]


def _any_card(game: Game, seat: int, journey: object) -> list[str]:
    return list(game.seat(seat).active)


def _every_building(game: Game, seat: int, space: int, real: Callable[..., object]) -> object:
    """As if a lake had no other building of the seat."""
    others = {at: each for at, each in game.state.buildings.items() if at != space}
    mine = {space: game.state.buildings[space]}
    game.state.buildings = mine
    try:
        return real(game, seat, space)
    finally:
        game.state.buildings = others | mine


def _to_rest(game: Game, seat: int, card: str) -> None:
    game.seat(seat).rest.append(card)
    game.seat(seat).gained_cards.append(card)
    game.tell("scyphoz_kept", seat, card=card)


def _lost(game: Game, seat: int) -> None:
    mine = seat_of(game, seat)
    mine.points_to_come = mine.devotion_to_come = 0


def _not_removed(game: Game, seat: int, card: str) -> None:
    game.seat(seat).active.remove(card)
    game.tell("card_destroyed", seat, card=card)


FAULTS: dict[str, tuple[object, str, object]] = {
    "large building at a lake": (lakes, "DEVOTION", {"small": 1, "large": 2}),
    "every building at a lake": (lakes, "bonuses", partial(_every_building, real=lakes.bonuses)),
    "lakes forgotten": (lakes, "hibernated", lambda game, seat: None),
    "ways through lakes": (map_range, "BLOCKED", frozenset({"vast"})),
    "rate": (devotion, "RATE", 3),
    "gains lost": (devotion, "settlement", _lost),
    "lowest level": (journey_cards, "level_of", partial(_lowest_level, real=journey_cards.level_of)),
    "flasks": (journey_cards, "flasks", lambda game, seat: 0),
    "price of another colour": (journey_cards, "payable", _any_card),
    "destroyed card stays in the game": (journey_cards, "destroy_card", _not_removed),
    "one drawn": (scyphoz_cards, "DRAWN", 1),
    "kept in the rest area": (scyphoz_cards, "_keep", _to_rest),
    "location apart not scored": (Abyss, "locations_apart", lambda self, game, seat: ()),
    "scyphoz cards not counted": (scoring, "_card_bonuses", lambda game, seat: []),
    "devotion not counted": (Abyss, "score_lines", lambda self, game, seat: ()),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong = FAULTS[fault]
    monkeypatch.setattr(where, name, wrong)
    assert any(random_game(seed, 4).wrong for seed in FAULT_SEEDS)
