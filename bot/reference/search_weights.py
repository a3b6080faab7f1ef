"""The weights of the evidence, learned from the calibration questions by ``python -m tools.reference_training``."""

from collections.abc import Sequence
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

    def rows(self, names: Sequence[str], evidence: Floats) -> Floats:
        """The sum for each row of a matrix whose columns are ``names``."""
        column = {name: number for number, name in enumerate(names)}
        kept = [column[name] for name in self.weights]
        found: Floats = evidence[:, kept] @ np.array(list(self.weights.values()), np.float32) + np.float32(self.bias)
        return found


class Weights(msgspec.Struct, frozen=True):
    """The weights of one mode: with the model (``full``) or without (``lexical``)."""

    rank: Linear
    """Orders the entries, from the evidence for each."""
    covered: Linear
    """Log-odds that the rules cover the question, from the evidence on the result as a whole."""
    right: Linear
    """Log-odds that the first match answers it, given that the rules cover it."""
    refuse_below: dict[Locale, float]
    """The probability of being covered below which the search refuses, for each language."""
    answer_from: float
    """The probability of the first match being right from which it is given as the answer."""
    certain_from: float = 1.0
    """The probability of the first match being right from which the words decide and the language model, which takes
    most of the time, is not asked."""


@cache
def learned(mode: Mode) -> Weights:
    """The learned weights of this mode."""
    found = msgspec.json.decode((files("rules_data") / "search" / "weights.json").read_bytes(), type=dict[str, Weights])
    return found[mode]
