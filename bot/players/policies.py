"""Computer players by name: ``random``, and ``planner:`` with a strength, such as ``planner:easy``."""

from __future__ import annotations

from typing import Final

from bot.players.base import Player
from bot.players.planner import Planner
from bot.players.random_player import RandomPlayer
from bot.players.strengths import LEVELS

RANDOM: Final = "random"
POLICIES: Final = (RANDOM, *(f"planner:{level}" for level in LEVELS))


class UnknownPolicy(ValueError):
    """No computer player has this name; ``found`` is the name."""

    def __init__(self, found: str) -> None:
        super().__init__(f"found {found!r}, expected one of {', '.join(POLICIES)}")
        self.found = found


def player_for(policy: str, seed: int) -> Player:
    """A player by its name, with its own chance from a seed.

    :raises UnknownPolicy: where there is none of that name.
    """
    for level in LEVELS:
        if policy == f"planner:{level}":
            return Planner(level, seed)
    if policy == RANDOM:
        return RandomPlayer(seed)
    raise UnknownPolicy(policy)


def parse_policies(policies: str) -> tuple[str, ...]:
    """The names in a list separated by commas.

    :raises UnknownPolicy: where one of them is nobody's, or none is named.
    """
    found = tuple(part.strip() for part in policies.split(",") if part.strip())
    for policy in found or ("",):
        if policy not in POLICIES:
            raise UnknownPolicy(policy)
    return found
