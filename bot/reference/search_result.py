"""What comes out of a search."""

from enum import Enum

from msgspec import Struct

from bot.reference.entry import Entry
from bot.text import Locale


class Verdict(Enum):
    """How sure the search is."""

    ANSWER = "answer"
    """The first match answers the question."""
    OFFER = "offer"
    """One of the matches probably does; the person had better choose."""
    REFUSE = "refuse"
    """The rules do not cover it; the matches are the nearest entries."""
    NOTHING = "nothing"
    """There is no question in the text; the matches are where a newcomer may begin."""

    @property
    def covered(self) -> bool:
        """Whether the rules seem to cover the question."""
        return self in (Verdict.ANSWER, Verdict.OFFER)


class Match(Struct, frozen=True):
    """An entry that was found, with its score."""

    entry: Entry
    score: float
    """What the search gives this entry; only the order and the distances mean something."""


class SearchResult(Struct, frozen=True):
    """The answer of the search to one question."""

    question: str
    """As it was read: without mentions and links, cut."""
    locale: Locale
    """The language that the question is in."""
    verdict: Verdict
    matches: tuple[Match, ...]
    """Best first: up to three, or the two nearest where the verdict is to refuse."""
    covered: float
    """How likely the rules cover the question, 0 to 1."""
    right: float
    """How likely the first match answers it, 0 to 1."""
