"""Learns the weights of the evidence, and the thresholds for answering, offering and refusing, from questions.

Every question is judged by a model that has not learned from it: the classifiers are trained without it, and thresholds
are set by cross-validation.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from msgspec.structs import replace

from bot.reference import normalize
from bot.reference.load import Book
from bot.reference.ngrams import Floats, Ints
from bot.reference.search import BY_WORDS, Search, whole
from bot.reference.search_weights import Linear, Weights
from bot.reference.semantic import FOREIGN_FEATURES as BY_SENSE
from bot.text import LOCALES, Locale
from tools.reference_training import optimize, question_sets

KEPT: Final = Path("build/cases.npz")
FOLDS: Final = 3
LOST: Final = 0.015
"""The share of covered questions that may be refused."""
SURE: Final = 0.95
"""The share of questions answered without a choice that must be answered rightly."""
CERTAIN: Final = 0.975
"""The share of questions decided by words alone, without the language model, that must be answered rightly; those that
no entry answers count as wrong. The shipped
``certain_from`` was set by hand on 2026-11-27 (``docs/measurements/search_quality.md``)."""
SECOND_BEST: Final = 0.5
"""The weight of a further entry that also answers, compared to the best one."""


class Case(msgspec.Struct, frozen=True):
    """A calibration question with all evidence, and which entries are wanted."""

    locale: Locale
    evidence: Floats
    context: dict[str, float]
    wanted: Floats

    @property
    def covered(self) -> bool:
        """Whether any entry is wanted."""
        return bool(self.wanted.any())


def cases(search: Search, book: Book, asked: Sequence[question_sets.Labelled]) -> list[Case]:
    """A case for each question."""
    place = {name: number for number, name in enumerate(book.entries)}
    return [_case(search, question, place) for question in asked]


def _case(search: Search, question: question_sets.Labelled, place: dict[str, int]) -> Case:
    wanted = np.zeros(len(place), np.float32)
    for rank, name in enumerate(question.ids):
        wanted[place[name]] = SECOND_BEST if rank else 1
    text = normalize.cleaned(question.text)
    locale = search.language(text, question.locale)
    evidence, context = search.evidence(text, locale)
    return Case(locale, evidence, context, wanted)


def by_words(case: Case) -> Case:
    """The case as it would be without the language model."""
    context = {name: value for name, value in case.context.items() if name not in BY_SENSE}
    return Case(case.locale, case.evidence[:, : len(BY_WORDS)], context, case.wanted)


def refusing(weights: Weights, names: tuple[str, ...], known: Sequence[Case]) -> Weights:
    """The weights with the chance that a question is covered, and the thresholds for refusing, learned anew."""
    found = [_judge(names, case, weights.rank)[0] for case in known]
    covered = np.array([case.covered for case in known])
    held = _held_out(found, covered, folds(len(known)), np.ones(len(known), bool))
    locales = [case.locale for case in known if case.covered]
    return replace(weights, covered=_logistic(found, covered), refuse_below=_refuse_below(held[covered], locales))


def folds(count: int) -> Ints:
    """The fold of each of ``count`` cases, one of :data:`FOLDS`; always the same."""
    return np.random.default_rng(0).permutation(count) % FOLDS


def calibrate(names: tuple[str, ...], known: Sequence[Case]) -> Weights:
    """All weights of one mode. Thresholds are set on cases that the weights were not learned from."""
    fold_of = folds(len(known))
    found: list[dict[str, float]] = [{}] * len(known)
    firsts = np.zeros(len(known), bool)
    for part in range(FOLDS):
        weights = rank(names, [case for case, at in zip(known, fold_of, strict=True) if at != part])
        for number in map(int, np.flatnonzero(fold_of == part)):
            found[number], firsts[number] = _judge(names, known[number], weights)
    covered = np.array([case.covered for case in known])
    p_covered = _held_out(found, covered, fold_of, np.ones(len(known), bool))
    p_right = _held_out(found, firsts, fold_of, covered)
    return Weights(
        rank=rank(names, known),
        covered=_logistic(found, covered),
        right=_logistic([f for f, c in zip(found, covered, strict=True) if c], firsts[covered]),
        refuse_below=_refuse_below(p_covered[covered], [case.locale for case in known if case.covered]),
        answer_from=_sure_from((p_covered * p_right)[covered], firsts[covered], SURE),
        certain_from=_sure_from(p_covered * p_right, firsts, CERTAIN),
    )


def keep(names: tuple[str, ...], known: Sequence[Case], path: Path = KEPT) -> None:
    """Save the covered cases for :func:`kept`, so that the contribution of each part can be measured without building
    them again."""
    covered = [case for case in known if case.covered]
    evidence, wanted = (np.stack([getattr(case, part) for case in covered]) for part in ("evidence", "wanted"))
    np.savez(path, names=np.array(names), evidence=evidence, wanted=wanted)


def kept(path: Path = KEPT) -> tuple[tuple[str, ...], list[Case]]:
    """The cases saved by :func:`keep`.

    :raises OSError: there are none; run ``python -m tools.reference_training``.
    """
    with np.load(path) as found:
        pairs = zip(found["evidence"], found["wanted"], strict=True)
        return tuple(found["names"].tolist()), [Case("en", evidence, {}, wanted) for evidence, wanted in pairs]


def rank(names: tuple[str, ...], known: Sequence[Case]) -> Linear:
    """The weights by which entries are ordered, learned from the covered cases."""
    covered = [case for case in known if case.covered]
    wanted = np.stack([case.wanted / case.wanted.sum() for case in covered])
    weights = optimize.ranking(np.stack([case.evidence for case in covered]), wanted)
    return Linear(0.0, _rounded(names, weights))


def _judge(names: tuple[str, ...], case: Case, weights: Linear) -> tuple[dict[str, float], bool]:
    scores = weights.rows(names, case.evidence)
    return {**case.context, **whole(names, case.evidence, scores)}, bool(case.wanted[scores.argmax()])


def _matrix(found: Sequence[dict[str, float]]) -> optimize.Array:
    return np.array([list(one.values()) for one in found])


def _held_out(found: Sequence[dict[str, float]], truth: Any, fold_of: Any, learned_from: Any) -> optimize.Array:
    """Probabilities, each from those cases of the other folds that may be learned from."""
    matrix, held = _matrix(found), np.zeros(len(found))
    for part in range(FOLDS):
        out = fold_of == part
        others = ~out & learned_from
        weights, bias = optimize.logistic(matrix[others], truth[others].astype(float))
        held[out] = 1 / (1 + np.exp(-(matrix[out] @ weights + bias)))
    return held


def _logistic(found: Sequence[dict[str, float]], truth: Any) -> Linear:
    weights, bias = optimize.logistic(_matrix(found), truth.astype(float))
    return Linear(round(bias, 4), _rounded(tuple(found[0]), weights))


def _refuse_below(probabilities: Any, locales: Sequence[Locale]) -> dict[Locale, float]:
    """The threshold for each language under which the share :data:`LOST` of its covered questions lies. It is averaged
    with that of all languages together, since one language has few questions with so low a probability."""
    of_all = {x: np.quantile(probabilities, LOST) for x in LOCALES}
    own = {x: np.quantile(probabilities[np.array(locales) == x], LOST) for x in LOCALES}
    return {x: round(float(of_all[x] + own[x]) / 2, 4) for x in LOCALES}


def _sure_from(probabilities: Any, right: Any, share: float) -> float:
    """The lowest probability from which at least this share of the first matches is right."""
    order = np.argsort(-probabilities)
    shares = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero(shares >= share)
    return float(probabilities[order[good[-1]]]) if len(good) else 1.0


def _rounded(names: tuple[str, ...], weights: optimize.Array) -> dict[str, float]:
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


NOTHING: Final = Weights(Linear(0, {}), Linear(0, {}), Linear(0, {}), dict.fromkeys(LOCALES, 0.0), 0)
"""Weights for searching while evidence is collected."""
