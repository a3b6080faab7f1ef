"""How evidence is weighed: numbers learned from the calibration questions by ``python -m tools.reference_training``."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
import numpy as np

from bot.reference.ngrams import Floats
from bot.text import Locale

Mode = Literal["full", "lexical"]


class Linear(msgspec.Struct, frozen=True):
    """A weighted sum of named evidence."""

    bias: float
    weights: dict[str, float]

    def of(self, evidence: dict[str, float]) -> float:
        """The sum for one set of evidence, by name."""
        return self.bias + sum(weight * evidence[name] for name, weight in self.weights.items())

    def rows(self, names: tuple[str, ...], evidence: Floats) -> Floats:
        """The sum for each row of a matrix whose columns are ``names``."""
        column = {name: number for number, name in enumerate(names)}
        kept = [column[name] for name in self.weights]
        found: Floats = evidence[:, kept] @ np.array(list(self.weights.values()), np.float32) + np.float32(self.bias)
        return found


class Weights(msgspec.Struct, frozen=True):
    """One way of searching: with the model (``full``) or without (``lexical``)."""

    rank: Linear
    """Which entry comes first; of the evidence for each entry."""
    covered: Linear
    """Whether the rules cover the question; log-odds, of the evidence for the finding as a whole."""
    right: Linear
    """Whether the first match answers it, given that the rules cover it; log-odds."""
    refuse_below: dict[Locale, float]
    """Probability of being covered under which nothing is answered, for questions in each language."""
    answer_from: float
    """Probability of the first match being right from which it is given without a choice."""


@cache
def learned(mode: Mode) -> Weights:
    """The learned numbers of this mode."""
    found = msgspec.json.decode((files("rules_data") / "search" / "weights.json").read_bytes(), type=dict[str, Weights])
    return found[mode]
