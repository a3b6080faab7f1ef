"""The search: finds the entries that answer a question, and estimates how sure that is."""

import math
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import numpy as np
from msgspec.structs import replace

from bot.reference import chatter, normalize
from bot.reference.chatter import Chatter
from bot.reference.encoder import Encoder
from bot.reference.entry_priors import FEATURES as STANDING
from bot.reference.entry_priors import EntryPriors
from bot.reference.intents import FEATURES as INTENDED
from bot.reference.intents import Intents, intents
from bot.reference.language_detection import LanguageDetector, small_words
from bot.reference.lexical import FEATURES as LEXICAL
from bot.reference.lexical import Lexical
from bot.reference.load import Book
from bot.reference.ngrams import Floats
from bot.reference.out_of_scope import OutOfScope, phrases
from bot.reference.question_parts import asked_in, questions_in, sentences
from bot.reference.scope_names import ScopeNames, scope_names
from bot.reference.search_result import Match, SearchResult, Verdict
from bot.reference.search_weights import Weights, learned
from bot.reference.semantic import FEATURES as SEMANTIC
from bot.reference.semantic import Semantic
from bot.reference.spelling_classes import FEATURES as SPELT
from bot.reference.spelling_classes import SpellingClasses
from bot.reference.spelling_correction import SpellingCorrection
from bot.reference.vectors import Vectors, read
from bot.text import DEFAULT, LOCALES, Locale

BY_WORDS: Final = LEXICAL + STANDING + SPELT + INTENDED
"""The evidence that needs no language model."""
RECONSIDERED: Final = 0.6
"""The probability of being right above which a refused question is answered after its slips have been corrected."""
PARAGRAPH: Final = 100
"""The length of a text above which the sentences that ask something are searched by themselves, too."""
OFFERED: Final = 3
NEAREST: Final = 2
STARTERS: Final = ("overview.game", "overview.turn")
"""The entries offered where a question contains no words: good starting points."""
Evidence = tuple[Floats, dict[str, float]]
"""A row for each entry, and evidence on the question itself."""
_GAME: Final = re.compile(r"(?:\b(?:in|bei|von|of|for|dans|à|de|sur) )?\brevive\b", re.IGNORECASE)
SHORTEST: Final = 3
"""The least number of words of a question that is searched without the name of the game."""
_LETTERS: Final = re.compile(r"[^\W\d_]{2}")


class Search:
    """The search over one reference. ``find`` is safe to call from several threads.

    The index of a language is built at the first question in it, or by ``warm`` (about half a second each). With an
    encoder, stale vectors are computed anew at once (20 ms each).
    """

    def __init__(
        self,
        book: Book,
        encoder: Encoder | None,
        weights: Weights | None = None,
        made: Vectors | None = None,
        spelling: SpellingClasses | None = None,
    ) -> None:
        self._entries = list(book.entries.values())
        self._languages = LanguageDetector(book)
        self._priors = EntryPriors(book)
        self._out_of_scope = OutOfScope(phrases())
        self._lexical: Callable[[Locale], Lexical] = cache(lambda locale: Lexical(book, locale))
        self._correction: Callable[[Locale], SpellingCorrection] = cache(
            lambda locale: SpellingCorrection(book, phrases(), locale)
        )
        self.words_only = encoder is None
        self._intents = Intents(book, intents())
        self._scopes = ScopeNames(book, scope_names())
        self._chatter = Chatter(chatter.phrases(), small_words())
        self._spelling = spelling or SpellingClasses.read(book)
        self._encoder = encoder
        self._semantic = Semantic(made or read(book, encoder)) if encoder else None
        self._starters = tuple(Match(book.entries[name], 0.0) for name in STARTERS if name in book.entries)
        self._weights = weights or learned("full")
        self._by_words_alone = learned("lexical")
        self.names: tuple[str, ...] = BY_WORDS + (SEMANTIC if encoder else ())

    def warm(self) -> None:
        """Build the index of all languages now."""
        for locale in LOCALES:
            self._lexical(locale)
            self._correction(locale)

    def find(self, question: str, expected: Locale | None = None) -> SearchResult:
        """The entries that answer the question; ``expected`` is the language where the question does not show it."""
        text = normalize.tidied(question)
        parts = questions_in(text)
        if len(parts) > 1 and (several := self._several(text, parts, expected)):
            return several
        return self._one(normalize.cleaned(text), expected) if len(text) <= PARAGRAPH else self._story(text, expected)

    def _story(self, text: str, expected: Locale | None) -> SearchResult:
        """What is asked, in a longer text."""
        read, asked = normalize.cleaned(text), asked_in(text)
        locale = self.language(read, expected)
        vague = self._chatter.vague(asked, locale)
        if len(text) > normalize.LONGEST_QUESTION and asked and not vague:
            return self._one(normalize.cleaned(asked), expected)
        telling = " ".join(one for one in sentences(text) if not self._chatter.empty(one, locale))
        result = replace(self._one(normalize.cleaned(telling) or read, expected), question=read)
        if asked == text:
            return result
        if not asked:  # a choice at most
            return replace(result, verdict=Verdict.OFFER) if result.verdict is Verdict.ANSWER else result
        if vague:
            return result
        alone = self._one(normalize.cleaned(asked), expected)  # the model reads only the beginning of a text
        better, other = (alone, result) if alone.right > result.right else (result, alone)
        if better.verdict.covered and other.verdict.covered:
            better = replace(better, matches=_with_second(better.matches, other.matches[0]))
        return replace(better, question=read)

    def _several(self, text: str, parts: Sequence[str], expected: Locale | None) -> SearchResult | None:
        """The answers to the questions in a text, or a choice that holds them where not all are certain; None where
        they have the same answer, or fewer than two have any."""
        each = [self._one(normalize.cleaned(part), expected) for part in parts]
        found = [one for one in each if one.verdict.covered]
        firsts = {one.matches[0].entry.id: one.matches[0] for one in found}
        if len(firsts) < 2:
            return None
        locale = self.language(normalize.cleaned(text), expected)
        least = min(one.covered for one in found), min(one.right for one in found)
        if all(one.verdict is Verdict.ANSWER for one in found):
            return SearchResult(normalize.cleaned(text), locale, Verdict.SEVERAL, tuple(firsts.values()), *least)
        seconds = {match.entry.id: match for one in found for match in one.matches[1:2]}
        matches = tuple((firsts | {name: match for name, match in seconds.items() if name not in firsts}).values())
        return SearchResult(normalize.cleaned(text), locale, Verdict.OFFER, matches[:OFFERED], *least)

    def _one(self, cleaned: str, expected: Locale | None) -> SearchResult:
        locale = self.language(cleaned, expected)
        if not _LETTERS.search(cleaned):  # emoji, digits, marks, nothing at all
            return SearchResult(cleaned, locale, Verdict.NOTHING, self._starters, 0.0, 0.0)
        if self._languages.unknown(cleaned):
            return SearchResult(cleaned, expected or DEFAULT, Verdict.LANGUAGE, self._starters, 0.0, 0.0)
        return replace(self._looked_up(cleaned, locale), question=cleaned)

    def _looked_up(self, question: str, locale: Locale) -> SearchResult:
        first, found = self._first(question, locale)
        corrected = question if self._certain(first) else self._correction(locale).corrected(question)
        if first.verdict is Verdict.REFUSE:  # "which resources are there in Revive?" is not about Revive
            corrected = unnamed(corrected)
        if corrected != question:
            again, found_again = self._first(corrected, locale)
            if again.right > (RECONSIDERED if first.verdict is Verdict.REFUSE else first.right):
                question, first, found = corrected, again, found_again
        if self.words_only or self._certain(first):
            return first
        return self._judged(question, locale, self._weights, self.names, self._with_sense(found, question, locale))

    def _first(self, question: str, locale: Locale) -> tuple[SearchResult, Evidence]:
        """What the words alone find, and their evidence."""
        found = self._by_words(question, locale)
        return self._judged(question, locale, self._by_words_alone, BY_WORDS, found), found

    def _certain(self, found: SearchResult) -> bool:
        return found.right >= self._by_words_alone.certain_from

    def language(self, question: str, expected: Locale | None) -> Locale:
        """The language of a question; the default one where nothing indicates it."""
        return self._languages.guess(question, expected) or DEFAULT

    def evidence(self, question: str, locale: Locale) -> tuple[Floats, dict[str, float]]:
        """A row of evidence for each entry, with a column per name in ``names``; and evidence on the question
        itself."""
        return self._with_sense(self._by_words(question, locale), question, locale)

    def _by_words(self, question: str, locale: Locale) -> Evidence:
        lexical = self._lexical(locale)
        spelt, foreign = self._spelling.evidence(question, locale)
        answered, intended = self._intents.evidence(question, locale)
        columns = [lexical.evidence(question), self._priors.evidence(question, locale), spelt, answered]
        context = {
            "known": lexical.known(question),
            "words": math.log1p(len(question.split())),
            **self._out_of_scope.evidence(question, locale),
            **foreign,
            **intended,
        }
        return np.concatenate(columns, axis=1), context

    def _with_sense(self, found: Evidence, question: str, locale: Locale) -> Evidence:
        if not (self._semantic and self._encoder):
            return found
        evidence, context = found
        vector = self._encoder.question(normalize.plain(self._correction(locale).accented(question)))
        columns = evidence, self._semantic.evidence(vector, locale)
        return np.concatenate(columns, axis=1), {**context, **self._semantic.foreign(vector)}

    def _judged(
        self, question: str, locale: Locale, weights: Weights, names: Sequence[str], found: Evidence
    ) -> SearchResult:
        evidence, context = found
        scores = weights.rank.rows(names, evidence) - self._scopes.loss(question, locale)
        result = {**context, **whole(names, evidence, scores)}
        covered = _probability(weights.covered.of(result))
        right = covered * _probability(weights.right.of(result))
        if (called := self._lexical(locale).called(question)) is not None:
            covered = right = 1.0
            scores[called] = scores.max() + 1
        verdict, count = (Verdict.ANSWER if right >= weights.answer_from else Verdict.OFFER), OFFERED
        if covered < weights.refuse_below[locale]:
            verdict, count = Verdict.REFUSE, NEAREST
        best = np.argsort(-scores, kind="stable")[:count]
        matches = tuple(Match(self._entries[number], float(scores[number])) for number in best)
        return SearchResult(question, locale, verdict, matches, covered, right)


def _with_second(matches: Sequence[Match], other: Match) -> tuple[Match, ...]:
    """The matches with another one in the second place."""
    rest = [match for match in matches[1:] if match.entry.id != other.entry.id]
    second = [other] if other.entry.id != matches[0].entry.id else []
    return (matches[0], *second, *rest)[:OFFERED]


def unnamed(question: str) -> str:
    """The question without the name of the game, where enough is left."""
    rest = " ".join(_GAME.sub(" ", question).split())
    return rest if len(rest.split()) >= SHORTEST else question


def whole(names: Sequence[str], evidence: Floats, scores: Floats) -> dict[str, float]:
    """Evidence on the result as a whole: the best score, its lead, and the first and best values of each column."""
    order = np.argsort(-scores, kind="stable")[:OFFERED]
    best = scores[order]
    found = {
        "top": float(best[0]),
        "margin": float(best[0] - best[min(1, len(best) - 1)]),
        "margin_third": float(best[0] - best[-1]),
        "share": float(1 / np.exp(scores - best[0]).sum()),
    }
    found.update(zip(names, map(float, evidence[order[0]]), strict=True))
    found.update((f"{name}_best", float(value)) for name, value in zip(names, evidence.max(axis=0), strict=True))
    return found


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))
