"""The rules in words: entries in three languages, and the search that answers questions from them.

reference = Reference.open()
result = reference.find("how many actions per turn", "en")
result.verdict, result.matches[0].entry.words("en").answer
"""

from bot.reference.autocomplete import Choice
from bot.reference.entry import Entry, Source, Term, TermWords, Words
from bot.reference.load import BadReferenceError, Book
from bot.reference.reference import Reference
from bot.reference.search_result import Match, SearchResult, Verdict

__all__ = [
    "BadReferenceError",
    "Book",
    "Choice",
    "Entry",
    "Match",
    "Reference",
    "SearchResult",
    "Source",
    "Term",
    "TermWords",
    "Verdict",
    "Words",
]
