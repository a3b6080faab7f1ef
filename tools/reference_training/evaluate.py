"""Measures the search on questions it did not learn from: ``python -m tools.reference_training.evaluate``.

Prints the tables of ``docs/measurements/search_quality.md`` as Markdown; ``--missed`` lists the wrong answers.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Final, cast

import msgspec
import numpy as np
import typer

from bot.reference.encoder import encoder
from bot.reference.entry_priors import FEATURES as STANDING
from bot.reference.lexical import FEATURES as LEXICAL
from bot.reference.load import Book, book
from bot.reference.search import BY_WORDS, OFFERED, Search
from bot.reference.search_result import SearchResult, Verdict
from bot.reference.semantic import FEATURES as SEMANTIC
from bot.text import LOCALES, Locale
from tools.reference_training import calibrate, question_sets

PARTS: Final = {
    "letters (3- to 5-grams)": LEXICAL[:3],
    "+ stems": LEXICAL[:5],
    "+ spelling of aliases": LEXICAL,
    "+ links and parts of the game": LEXICAL + STANDING,
    "+ spelling learned from aliases and questions (= words only)": BY_WORDS,
    "+ sense of the passages": (*BY_WORDS, *SEMANTIC[:2]),
    "+ sense learned from aliases": (*BY_WORDS, *SEMANTIC[:3]),
    "+ sense learned from sentences too (= all)": BY_WORDS + SEMANTIC,
    "sense of the passages alone": SEMANTIC[:2],
    "sense learned from aliases alone": SEMANTIC[2:3],
}
"""The evidence that is used, from little to all."""


REFUSED: Final = ("not covered refused: all", "near", "far")


class Asked(msgspec.Struct, frozen=True):
    """A question with the result of the search."""

    question: question_sets.Labelled
    result: SearchResult

    @property
    def ids(self) -> list[str]:
        """The ids of the matches, best first."""
        return [match.entry.id for match in self.result.matches]

    @property
    def refused(self) -> bool:
        """Whether the search refused to answer."""
        return not self.result.verdict.covered

    @property
    def first_right(self) -> bool:
        """The first match answers; a refused question counts as not answered."""
        return not self.refused and self.ids[0] in self.question.ids

    @property
    def one_right(self) -> bool:
        """One of the matches answers; a refused question counts as not answered."""
        return not self.refused and bool(set(self.ids) & set(self.question.ids))


def ask_all(search: Search, asked: Sequence[question_sets.Labelled]) -> list[Asked]:
    """Search for every question."""
    return [Asked(question, search.find(question.text, question.locale)) for question in asked]


def share(found: Sequence[bool]) -> str:
    """A percentage with its 95 % Wilson interval."""
    n, hits = len(found), sum(found)
    if not n:
        return "–"
    z, p = 1.96, hits / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return f"{100 * p:.1f} ({100 * (middle - half):.0f}–{100 * (middle + half):.0f})"


def header(*names: str) -> Iterator[str]:
    """The first two lines of a Markdown table."""
    yield f"| {' | '.join(names)} |"
    yield "|" + "---|" * len(names)


def table(asked: Sequence[Asked]) -> Iterator[str]:
    """The figures of one way of searching, a row per language."""
    yield from header("language", "covered / not", "first right", "one of three right", "covered refused", *REFUSED)
    for name, rows in [*((locale, _of(asked, locale)) for locale in LOCALES), ("all", list(asked))]:
        covered = [one for one in rows if one.question.covered]
        other = [one for one in rows if not one.question.covered]
        cells = [
            share([one.first_right for one in covered]),
            share([one.one_right for one in covered]),
            share([one.refused for one in covered]),
            *(
                share([one.refused for one in other if one.question.kind in kinds])
                for kinds in (("near", "far"), ("near",), ("far",))
            ),
        ]
        yield f"| {name} | {len(covered)} / {len(other)} | " + " | ".join(cells) + " |"


def verdicts(asked: Sequence[Asked]) -> Iterator[str]:
    """What a person sees for a covered question, and how often that is right."""
    covered = [one for one in asked if one.question.covered]
    yield from header("a covered question gets", "share", "right")
    kinds: list[tuple[str, Verdict, Callable[[Asked], bool]]] = [
        ("the answer", Verdict.ANSWER, lambda one: one.first_right),
        ("up to three buttons", Verdict.OFFER, lambda one: one.one_right),
        ("a refusal", Verdict.REFUSE, lambda one: False),
    ]
    for name, verdict, right in kinds:
        rows = [one for one in covered if one.result.verdict is verdict]
        yield f"| {name} | {100 * len(rows) / len(covered):.0f} % | {share([right(one) for one in rows])} |"


def parts(search: Search, entries: Book, asked: Sequence[question_sets.Labelled]) -> Iterator[str]:
    """The contribution of each part to the order of the entries, without refusals. The weights are learned like the
    shipped ones, from the cases saved by the last build, and measured on ``asked``."""
    names, known = calibrate.kept()
    new = [case for case in calibrate.cases(search, entries, asked) if case.covered]
    yield from header("evidence", "first right", "one of three right")
    for name, features in PARTS.items():
        if not set(features) <= set(search.names):
            continue
        columns = [names.index(feature) for feature in features]
        weights = calibrate.rank(features, [_only(case, columns) for case in known])
        orders = [np.argsort(-weights.rows(features, case.evidence[:, columns]), kind="stable") for case in new]
        wanted = [case.wanted > 0 for case in new]
        first = [bool(want[order[0]]) for want, order in zip(wanted, orders, strict=True)]
        three = [bool(want[order[:OFFERED]].any()) for want, order in zip(wanted, orders, strict=True)]
        yield f"| {name} | {share(first)} | {share(three)} |"


def _only(case: calibrate.Case, columns: list[int]) -> calibrate.Case:
    return calibrate.Case(case.locale, case.evidence[:, columns], case.context, case.wanted)


def _of(asked: Sequence[Asked], locale: Locale) -> list[Asked]:
    return [one for one in asked if one.question.locale == locale]


def _missed(asked: Sequence[Asked]) -> Iterator[str]:
    for one in asked:
        question = one.question
        if question.covered and not one.first_right:
            wrong = f"wanted {', '.join(question.ids)}; got {', '.join(one.ids)}"
        elif not question.covered and not one.refused:
            wrong = f"is not covered ({question.kind}); got {one.ids[0]}"
        else:
            continue
        yield f"{question.locale} {one.result.verdict.value:7} {question.text!r} {wrong}"


def main(
    part: Annotated[str, typer.Option(help="seventh; the others were learned.")] = "seventh",
    missed: Annotated[bool, typer.Option("--missed", help="List the questions that went wrong, too.")] = False,
) -> None:
    """Ask every question of one part and print the tables of docs/measurements/search_quality.md."""
    entries = book()
    asked = question_sets.read(cast("question_sets.Part", part))
    model = encoder()
    found: dict[str, list[Asked]] = {}
    for name, used in (("With the language model", model), ("Words only", None)):
        if name == "Words only" or used:
            search = Search(entries, used)
            found[name] = ask_all(search, asked)
            print(f"\n### {name}\n", *table(found[name]), "", *verdicts(found[name]), sep="\n")
    if model and calibrate.KEPT.is_file():
        print("\n### What each part adds\n", *parts(Search(entries, model), entries, asked), sep="\n")
    if missed:
        for name, rows in found.items():
            print(f"\n{name}\n", *_missed(rows), sep="\n")


if __name__ == "__main__":
    typer.run(main)
