"""The learning algorithms of the search, in numpy: three convex or nearly convex problems, solved with Adam.

Everything is deterministic: the same data and seed give the same numbers.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.reference.ngrams import Floats, Ints
from bot.reference.vectors import TEMPERATURE

Array = NDArray[np.float64]

SHARE_OF_FOREIGN: Final = 0.12
"""The share of out-of-scope questions in each batch."""
BATCH: Final = 256


class Adam:
    """The Adam optimizer for a list of arrays, which it changes in place."""

    def __init__(self, arrays: Sequence[NDArray[np.floating]], rate: float) -> None:
        self._arrays, self.rate, self._step = arrays, rate, 0
        self._means = [np.zeros_like(array) for array in arrays]
        self._squares = [np.zeros_like(array) for array in arrays]

    def step(self, gradients: Sequence[NDArray[np.floating]]) -> None:
        """Move every array one step against its gradient."""
        self._step += 1
        for array, mean, square, gradient in zip(self._arrays, self._means, self._squares, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            corrected = mean / (1 - 0.9**self._step)
            array -= self.rate * corrected / (np.sqrt(square / (1 - 0.99**self._step)) + 1e-8)


def softmax(sums: NDArray[np.floating]) -> NDArray[np.floating]:
    """Probabilities along the last axis."""
    powers = np.exp(sums - sums.max(axis=-1, keepdims=True))
    found: NDArray[np.floating] = powers / powers.sum(axis=-1, keepdims=True)
    return found


def classes(
    vectors: Floats, owners: Ints, prototypes: Floats, entries: int, *, steps: int = 800
) -> tuple[Floats, Floats]:
    """Learn to classify vectors, from which their mean is subtracted: a row and a bias for each class.

    The model is one linear map of the whole space, shared by all classes, and a shift of each class from its prototype.
    A few thousand phrases are enough for that.

    :param owners: the class of each vector; the classes after the first ``entries`` are out of scope.
    :param prototypes: classes × dimensions; where each class begins.
    """
    rng = np.random.default_rng(0)
    starts = prototypes - prototypes.mean(axis=0)
    turn = np.zeros((vectors.shape[1],) * 2, np.float32)
    shifts, biases = np.zeros_like(starts), np.zeros(len(starts), np.float32)
    adam = Adam([turn, shifts, biases], 3e-4)
    for _ in range(steps):
        chosen = batch(rng, owners, entries)
        asked = vectors[chosen]
        turned, rows = asked + asked @ turn, starts + shifts
        error = softmax(TEMPERATURE * turned @ rows.T + biases)
        error[np.arange(len(chosen)), owners[chosen]] -= 1
        error /= len(chosen)
        to_turn = asked.T @ (TEMPERATURE * error @ rows) + 1e-4 * turn
        to_shifts = TEMPERATURE * error.T @ turned + 1e-3 * shifts
        adam.step([to_turn, to_shifts, error.sum(axis=0)])
    rows = starts + shifts
    return (TEMPERATURE * (rows + rows @ turn.T)).astype(np.float32), biases


def clusters(vectors: Floats, count: int, *, steps: int = 15) -> Ints:
    """The cluster of each vector, one of ``count``, by k-means with a fixed start."""
    centres = vectors[np.random.default_rng(0).choice(len(vectors), count, replace=False)]
    for _ in range(steps):
        group = (vectors @ centres.T).argmax(axis=1)
        sums = np.stack([vectors[group == one].sum(axis=0) for one in range(count)])
        centres = np.where((group == np.arange(count)[:, None]).any(axis=1)[:, None], sums, centres)
        centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    found: Ints = (vectors @ centres.T).argmax(axis=1)
    return found


def batch(rng: np.random.Generator, owners: Ints, entries: int) -> Ints:
    """The numbers of :data:`BATCH` texts, of which the share :data:`SHARE_OF_FOREIGN` is out of scope."""
    own, other = np.flatnonzero(owners < entries), np.flatnonzero(owners >= entries)
    count = round(BATCH * SHARE_OF_FOREIGN)
    return np.concatenate([rng.choice(own, BATCH - count, replace=len(own) < BATCH), rng.choice(other, count)])


def ranking(evidence: Floats, wanted: Floats, *, steps: int = 400) -> Array:
    """Learn the weights that rank the wanted entries first.

    :param evidence: questions × entries × columns.
    :param wanted: questions × entries, each row adding up to 1.
    """
    spread = evidence.std(axis=(0, 1)) + 1e-6
    scaled = evidence / spread
    weights = np.zeros(evidence.shape[2])
    adam = Adam([weights], 0.05)
    for _ in range(steps):
        error = softmax(scaled @ weights.astype(np.float32)) - wanted
        adam.step([error.ravel() @ scaled.reshape(-1, scaled.shape[2]) / len(scaled) + 1e-3 * weights])
    found: Array = weights / spread
    return found


def logistic(evidence: Array, truth: Array, *, steps: int = 600, penalty: float = 3e-3) -> tuple[Array, float]:
    """Weights and bias of a logistic regression; ``evidence`` is cases × columns, ``truth`` 0 or 1."""
    mean, spread = evidence.mean(axis=0), evidence.std(axis=0) + 1e-6
    scaled = (evidence - mean) / spread
    weights, bias = np.zeros(evidence.shape[1]), np.zeros(1)
    adam = Adam([weights, bias], 0.05)
    for _ in range(steps):
        error = (1 / (1 + np.exp(-(scaled @ weights + bias))) - truth) / len(truth)
        adam.step([scaled.T @ error + penalty * weights, np.array([error.sum()])])
    found = weights / spread
    return found, float(bias[0] - mean @ found)
