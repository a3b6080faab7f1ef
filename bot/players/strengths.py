"""The strengths of the computer players, as data: how much each tries, how long it may think, what it prefers and
what it values otherwise than the others (rules_data/players: a file for each strength)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, get_args

import msgspec

Level = Literal["easy", "casual", "steady", "normal", "hard"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""The strengths, weakest first. Games keep their names, so that a name goes on playing as it does."""


@dataclass(frozen=True)
class Effort:
    """How much is tried: lines kept at each step (``width``), main actions and free actions tried from each of them,
    options of a decision that is open now (of one that an action opens: ``branches``), evaluations in all
    (``evaluations``), and changes to the best line (``changes``, no more than three for each evaluation)."""

    width: int
    mains: int
    frees: int
    options: int
    evaluations: int
    branches: int = 1
    changes: int = 0


class LevelSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What makes a strength: ``preference_spread`` as in ``Weights``; ``seconds``: the longest thought at a table;
    ``effort``: None where it takes what looks best without trying it; ``glances``: the share of its turns in which it
    does so all the same; ``weights``: what differs from weights.yaml."""

    preference_spread: float
    seconds: float
    glances: float = 0.0
    effort: Effort | None = None
    weights: dict[str, Any] = {}


def longest_thoughts() -> dict[Level, float]:
    """How long each strength may think at a table, in seconds."""
    return {level: level_settings(level).seconds for level in LEVELS}


@cache
def level_settings(level: Level) -> LevelSettings:
    """What a strength's file says."""
    return msgspec.yaml.decode((files("rules_data") / "players" / f"{level}.yaml").read_bytes(), type=LevelSettings)
