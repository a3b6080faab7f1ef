"""The cosine between a question and many texts over character n-grams, in numpy alone.

Each text is hashed as a whole, not one n-gram at a time: 1,200 texts of 1,000 characters take a fraction of a second.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SIZES: Final = (3, 4, 5)
_PRIME: Final = 1_000_003
_BUCKETS: Final = 1 << 22


class NgramIndex:
    """TF-IDF over character 3- to 5-grams (sublinear counts, unit length) of a fixed list of texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.count = len(texts)
        grams, owners = _grams(texts)
        pairs, counts = np.unique(grams * max(self.count, 1) + owners, return_counts=True)
        gram, owner = np.divmod(pairs, max(self.count, 1))
        found, starts, spread = np.unique(gram, return_index=True, return_counts=True)
        weights = (1 + np.log(counts)) * np.repeat(self._idf(spread), spread)
        lengths = np.sqrt(np.bincount(owner, weights**2, minlength=self.count))
        # Kept as small as their values allow: a million places for each language add up. Weights follow from counts.
        self._grams = found.astype(np.int32)
        self._starts = np.append(starts, len(gram)).astype(np.int32)
        self._owners = owner.astype(np.min_scalar_type(self.count))
        most = int(counts.max(initial=1))
        self._counts = counts.astype(np.min_scalar_type(most))
        self._saturated = (1 + np.log(np.arange(most + 1).clip(1))).astype(np.float32)
        self._lengths = np.maximum(lengths, 1e-9)

    def cosines(self, question: str) -> Floats:
        """The cosine of the question with each text, in their order. N-grams that no text contains lower every
        cosine."""
        grams, counts = np.unique(_grams([question])[0], return_counts=True)
        if not len(grams) or not self.count:
            return np.zeros(self.count, np.float32)
        at = np.minimum(np.searchsorted(self._grams, grams), len(self._grams) - 1)
        known = self._grams[at] == grams
        sizes = np.where(known, self._starts[at + 1] - self._starts[at], 0)
        idf = self._idf(sizes)
        weights = (1 + np.log(counts)) * idf
        weights *= idf / np.sqrt((weights**2).sum())
        at, weights, sizes = at[known], weights[known], sizes[known]
        places = np.repeat(self._starts[at] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        shares = self._saturated[self._counts[places]] * np.repeat(weights, sizes)
        sums = np.bincount(self._owners[places], shares, minlength=self.count)
        return (sums / self._lengths).astype(np.float32)

    def _idf(self, spread: Ints) -> NDArray[np.float64]:
        """The weight of n-grams that so many texts contain."""
        found: NDArray[np.float64] = np.log((1 + self.count) / (1 + spread)) + 1
        return found


def _grams(texts: Sequence[str]) -> tuple[Ints, Ints]:
    """The hash of every n-gram of every text, and the number of its text."""
    padded = [f" {text} " for text in texts]
    codes = np.frombuffer("".join(padded).encode("utf-32-le"), np.uint32).astype(np.int64)
    owners = np.repeat(np.arange(len(texts)), [len(text) for text in padded])
    hashes, where, rolling = [], [], np.zeros(len(codes), np.int64)
    for size in range(1, max(SIZES) + 1):
        end = len(codes) - size + 1
        if end <= 0:
            break
        rolling = (rolling[:end] * _PRIME + codes[size - 1 :]) & 0x7FFFFFFFFFFF
        if size in SIZES:
            inside = owners[:end] == owners[size - 1 :]
            hashes.append((rolling[inside] * 2_654_435_761 >> 7) % _BUCKETS)
            where.append(owners[:end][inside])
    if not hashes:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    return np.concatenate(hashes), np.concatenate(where)
