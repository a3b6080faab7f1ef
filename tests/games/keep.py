"""``python -m tests.games.keep [saves VERSION]``: write the kept games, or the saves of a release, anew."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from bot.engine import apply, decision, dump, legal, new_game, view
from bot.engine.debug.transcript import Chooser, next_seat, played
from bot.engine.packs import field
from bot.engine.state import Options
from bot.players import RandomPlayer
from bot.players.policies import player_for
from bot.simulation.simulated_games import options_for, pack_for, setup_for

HERE = Path(__file__).parent
GAMES = {
    "two_plain": (2, 5, Options()),
    "three_draft_vast": (
        3,
        11,
        Options(artifact_card="common", starting_cards="draft", vast_crystals=True, campaign_citizens=True),
    ),
    "four_long": (4, 3, Options(artifact_card="deal", long_game=True, advanced_switch=False)),
    "two_abyss": (2, 6, Options(artifact_card="deal", abyss=True)),
    "three_vast_abyss": (3, 8, Options(vast_crystals=True, abyss=True)),
}
BY_PLANNER = {"three_vast_abyss"}
"""Played by the computer player ``planner:easy``; the others at random."""


def chooser(name: str, seed: int, seats: int) -> Chooser:
    """Who plays a kept game."""
    if name in BY_PLANNER:
        planners = [player_for("planner:easy", seed + seat) for seat in range(seats)]
        return lambda game, seat, offers: planners[seat].choose(view(game, seat), offers)
    player = RandomPlayer(seed)
    return lambda game, seat, offers: player.pick(offers, decision(game, seat))


def keep_games() -> None:
    """Play the kept games again from their seeds."""
    for name, (seats, seed, options) in GAMES.items():
        pack = pack_for(options)
        (HERE / ("pack_abyss.json" if options.abyss else "pack.json")).write_bytes(msgspec.json.encode(pack))
        game = new_game(setup_for(pack, seats, seed, options), pack)
        lines = played(game, chooser(name, seed, seats))
        (HERE / f"{name}.log").write_text("\n".join(lines) + "\n", encoding="utf-8")


def keep_saves(version: str) -> None:
    """Games stopped early, in the middle, in the middle of an effect and late, as this release saves them."""
    folder = HERE.parent / "saves" / version
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.json").write_bytes(msgspec.json.encode(field()))
    for seed, steps in enumerate((0, 3, 40, 133, 260, 400)):
        seats = 2 + seed % 3
        game, player = new_game(setup_for(field(), seats, seed, options_for(seed, seats)), field()), RandomPlayer(seed)
        for _ in range(steps):
            seat = next_seat(game)
            if seat is None:
                break
            apply(game, player.pick(legal(game, seat), decision(game, seat)))
        (folder / f"{seats}_seats_{steps}_steps.save").write_bytes(dump(game))


if __name__ == "__main__":
    if sys.argv[1:2] == ["saves"]:
        keep_saves(sys.argv[2])
    else:
        keep_games()
