"""The result of a search."""

from enum import Enum

from msgspec import Struct

from bot.reference.entry import Entry
from bot.text import Locale


class Verdict(Enum):
    """How sure the search is."""

    ANSWER = "answer"
    """The first match answers the question."""
    OFFER = "offer"
    """One of the matches probably answers it; the person should choose."""
    SEVERAL = "several"
    """The text asks several things; each match answers one of them."""
    REFUSE = "refuse"
    """The rules do not cover it; the matches are the nearest entries."""
    NOTHING = "nothing"
    """The text contains no question; the matches are good starting points."""
    LANGUAGE = "language"
    """The question is in a language that the reference does not speak; the matches are good starting points."""

    @property
    def covered(self) -> bool:
        """Whether the rules seem to cover the question."""
        return self in (Verdict.ANSWER, Verdict.OFFER, Verdict.SEVERAL)


class Match(Struct, frozen=True):
    """An entry that was found, with its score."""

    entry: Entry
    score: float
    """The score of this entry. Only order and differences have a meaning."""


class SearchResult(Struct, frozen=True):
    """The result of searching for one question."""

    question: str
    """The question as it was read: without mentions and links, and cut."""
    locale: Locale
    """The language that the question is in."""
    verdict: Verdict
    matches: tuple[Match, ...]
    """The matches, best first: up to three, or the two nearest for a refusal."""
    covered: float
    """The probability that the rules cover the question."""
    right: float
    """The probability that the first match answers it."""
