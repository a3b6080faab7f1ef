"""The vectors of the reference, computed once by ``python -m tools.reference_training`` and shipped.

A hash of every text shows whether its vector is stale. While there are few stale vectors, they are computed anew at
start; beyond that the old ones are used, since an edited entry seldom changes its meaning.
"""

import hashlib
import io
import logging
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bot.reference import normalize
from bot.reference.encoder import DIMENSIONS, Encoder
from bot.reference.entry import Entry
from bot.reference.load import Book
from bot.reference.ngrams import Floats
from bot.text import LOCALES, Locale

log = logging.getLogger(__name__)

FILE: Final = files("rules_data") / "search" / "vectors.npz"
MOST_ANEW: Final = 60
"""How many passages are encoded at start, about 20 ms each."""
ALIASES: Final = 6
"""How many aliases a passage contains. More do not improve the search and take longer to read."""
TEMPERATURE: Final = 30
HEADS: Final = 2
FOREIGN: Final = 20
"""How many classes there are for questions out of scope; one for shops, strategy, other games and the weather was too
few."""


class Vectors(Struct, frozen=True):
    """``passages``: entries × languages × dimensions, unit length. ``classes``: heads × classes × dimensions, to be
    multiplied with a question's vector less ``mean``, the last :data:`FOREIGN` being what the rules do not cover;
    ``biases``: heads × classes. The first head has learned from aliases and questions, the second
    from the entries' sentences too.
    """

    passages: Floats
    classes: Floats
    biases: Floats
    mean: Floats

    def save(self, book: Book) -> bytes:
        """The file's content: half precision, with the ids and hashes that they are for."""
        out = io.BytesIO()
        arrays = {name: getattr(self, name).astype(np.float16) for name in ("passages", "classes", "biases", "mean")}
        named: dict[str, Any] = {"ids": np.array(list(book.entries)), "hashes": hashes(book), **arrays}
        np.savez_compressed(out, **named)
        return out.getvalue()


def passage(entry: Entry, locale: Locale) -> str:
    """The text of an entry that is encoded, in one language."""
    words = entry.words(locale)
    return normalize.plain(f"{words.title} ({'; '.join(words.aliases[:ALIASES])}): {words.answer}")


def hashes(book: Book) -> NDArray[np.str_]:
    """A short hash of every passage: entries × languages."""
    found = [[_hash(passage(entry, locale)) for locale in LOCALES] for entry in book.entries.values()]
    return np.array(found, dtype="U12")


def stale(book: Book) -> list[tuple[str, Locale]]:
    """The passages without a shipped vector or with one of another text."""
    shipped, now = _shipped(), hashes(book)
    known = {name: set(row) for name, row in zip(shipped["ids"], shipped["hashes"], strict=True)}
    return [
        (name, locale)
        for name, row in zip(book.entries, now, strict=True)
        for locale, text in zip(LOCALES, row, strict=True)
        if text not in known.get(name, ())
    ]


def unknown(book: Book) -> list[str]:
    """The entries without any shipped vector."""
    known = set(map(str, _shipped()["ids"]))
    return [name for name in book.entries if name not in known]


def read(book: Book, encoder: Encoder) -> Vectors:
    """The shipped vectors in the order of the entries. Up to the limit, stale ones are computed anew."""
    shipped = _shipped()
    place = {str(name): number for number, name in enumerate(shipped["ids"])}
    rows = [place.get(name, -1) for name in book.entries]
    passages = shipped["passages"].astype(np.float32)
    average = passages.mean(axis=0, keepdims=True)
    ordered = np.concatenate([passages, average])[rows]
    _renew(ordered, book, encoder)
    classes = shipped["classes"].astype(np.float32)
    guess = TEMPERATURE * (ordered.mean(axis=1) - average.mean(axis=1))
    known = np.array(rows) >= 0
    mine = np.where(known[:, None], classes[:, rows], guess)
    biases = np.where(known, shipped["biases"][:, rows], 0)
    return Vectors(
        passages=ordered,
        classes=np.concatenate([mine, classes[:, -FOREIGN:]], axis=1),
        biases=np.concatenate([biases, shipped["biases"][:, -FOREIGN:]], axis=1).astype(np.float32),
        mean=shipped["mean"].astype(np.float32),
    )


def _renew(passages: Floats, book: Book, encoder: Encoder) -> None:
    wanted = stale(book)
    if wanted:
        log.warning(
            "vectors of the reference are stale",
            extra={"passages": len(wanted), "renewed": min(len(wanted), MOST_ANEW)},
        )
    place = {name: number for number, name in enumerate(book.entries)}
    for name, locale in wanted[:MOST_ANEW]:
        vector = encoder.passage(passage(book.entries[name], locale))
        passages[place[name], LOCALES.index(locale)] = vector


def _shipped() -> Mapping[str, NDArray[Any]]:
    if not FILE.is_file():
        nothing = np.zeros((0, len(LOCALES)), "U12")
        empty = np.zeros((HEADS, FOREIGN, DIMENSIONS), np.float32)
        blank = {
            "passages": np.zeros((0, len(LOCALES), DIMENSIONS)),
            "classes": empty,
            "biases": np.zeros((HEADS, FOREIGN)),
        }
        return {"ids": np.zeros(0, "U48"), "hashes": nothing, "mean": empty[0, 0], **blank}
    with np.load(io.BytesIO(FILE.read_bytes())) as found:
        return dict(found)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
