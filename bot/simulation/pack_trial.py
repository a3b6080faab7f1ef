"""Quick games with a pack, and what looks wrong in them: games that do not end, and components that nobody uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from bot.engine.components import Pack
from bot.engine.resources import Amounts
from bot.engine.state import Options
from bot.simulation.simulated_games import Played, play, setup_for

QUICK: Final = "random"
LONGEST: Final = 120
"""Turns of one seat beyond which a game is suspicious: with the shipped pack random players take about fifty."""
DEAREST: Final = 12
"""Resources that a cost may ask for before nobody is likely ever to pay it."""
USED: Final = (
    ("citizens", "citizen", "cards"),
    ("modules", "module", "modules"),
    ("machines", "machine", "machines"),
    ("technologies", "technology", "technologies"),
)
"""Kinds of components that seats take, the pack's mapping, and the list of what a seat took."""


@dataclass
class Trial:
    """What came of games with a pack. ``endless``: the seeds of games that were stopped or were suspiciously long;
    ``broken``: what went wrong; ``never``: components by kind that nobody took in any game; ``dear``: technologies and
    tiles that cost more than anybody is likely to have."""

    games: int = 0
    turns: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    endless: list[int] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    never: dict[str, list[str]] = field(default_factory=dict)
    dear: list[str] = field(default_factory=list)

    @property
    def suspicious(self) -> bool:
        """Whether anything should be looked at."""
        return bool(self.endless or self.broken or self.never or self.dear)


def trial(pack: Pack, games: int, policy: str = QUICK, seed: int = 1) -> Trial:
    """Play so many games with two, three and four seats in turn."""
    return summed_up(pack, played(pack, games, policy, seed))


def played(pack: Pack, games: int, policy: str, seed: int) -> Iterator[Played]:
    """The games, one after another."""
    for number in range(games):
        seats = 2 + number % 3
        yield play(pack, setup_for(pack, seats, seed + number, Options()), [policy] * seats)


def summed_up(pack: Pack, games: Iterable[Played]) -> Trial:
    """What is to be said of games."""
    found, taken = Trial(dear=list(dear(pack))), {kind: set[str]() for kind, _, _ in USED}
    for game in games:
        _count(found, game)
        for kind, _, name in USED:
            taken[kind] |= {each for used in game.used for each in getattr(used, name)}
    found.never = {kind: left for kind, known, _ in USED if (left := _left(pack, known, taken[kind]))}
    return found


def _count(found: Trial, game: Played) -> None:
    found.games += 1
    found.turns += game.seat_turns
    found.totals += game.totals
    found.broken += [f"seed {game.seed}: {each}" for each in game.broken]
    if not game.ended or max(game.seat_turns, default=0) > LONGEST:
        found.endless.append(game.seed)


def _left(pack: Pack, known: str, taken: set[str]) -> list[str]:
    """What nobody took, of what could come up in a game with the usual options."""
    usual = pack.citizens if known == "citizen" else getattr(pack, known).values()
    printed = {machine.id for machine in pack.printed_machines}
    special = {each.id for each in usual if getattr(each, "set", None) or getattr(each, "campaign", False)}
    return [each.id for each in usual if each.id not in taken | printed | special]


def dear(pack: Pack) -> Iterator[str]:
    """What costs more than anybody is likely to have."""
    for tile in pack.tiles:
        if _number(tile.back.cost) > DEAREST:
            yield f"tile {tile.id}: {_number(tile.back.cost)} resources to explore"
    for technology in pack.technology.values():
        if technology.trade is not None and _number(technology.trade.cost) > DEAREST:
            yield f"technology {technology.id}: {_number(technology.trade.cost)} resources to trade"


def _number(cost: Amounts) -> int:
    return cost.gear + cost.book + cost.food + cost.crystal
