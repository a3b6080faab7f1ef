"""The facade of the reference, for everybody outside this package."""

import asyncio
import logging
from functools import cached_property
from typing import Self

from bot.free_memory import give_back
from bot.reference.autocomplete import Autocomplete, Choice
from bot.reference.edition import edition
from bot.reference.encoder import encoder
from bot.reference.entry import Entry, Term
from bot.reference.load import Book, book
from bot.reference.search import Search
from bot.reference.search_result import SearchResult
from bot.text import Locale

log = logging.getLogger(__name__)


class Reference:
    """Entries, terms and the search over them. Immutable, so threads may share it."""

    def __init__(self, book: Book, search: Search) -> None:
        self.book = book
        self._search = search
        self.words_only = search.words_only
        """True where the language model cannot run, or was switched off."""
        self.edition = edition()
        """The day on which an entry was last changed."""

    @classmethod
    def open(cls, *, lexical: bool = False, warm: bool = True) -> Self:
        """Open the bot's reference. This takes half a second, with ``warm`` a second; call it before the event loop has
        work to do, or in a thread.

        :param lexical: search by words only, as on a processor that cannot run the model.
        :param warm: build the index of all languages now, not at the first question.
        :raises BadReferenceError: there is a mistake in the entries.
        """
        entries = book()
        found = cls(entries, Search(entries, None if lexical else encoder()))
        if found.words_only and not lexical:
            log.warning("the language model cannot run here: questions are searched by words only")
        if warm:
            found.warm()
        return found

    def warm(self) -> None:
        """Build the index of all languages now (half a second of processor time)."""
        self._search.warm()
        self._completer  # noqa: B018
        give_back()

    @cached_property
    def _completer(self) -> Autocomplete:
        return Autocomplete(self.book)

    def entry(self, name: str) -> Entry | None:
        """The entry with this id; None where there is none."""
        return self.book.entries.get(name)

    def term(self, name: str) -> Term | None:
        """The term with this id; None where there is none."""
        return self.book.terms.get(name)

    def find(self, question: str, expected: Locale | None = None) -> SearchResult:
        """The entries that answer a question, which may be any text. Takes 10 to 40 ms of one core.

        :param expected: the language to assume where the question does not show it.
        """
        return self._search.find(question, expected)

    async def ask(self, question: str, expected: Locale | None = None) -> SearchResult:
        """:meth:`find` in a thread, so that the event loop goes on."""
        return await asyncio.to_thread(self.find, question, expected)

    def complete(self, typed: str, locale: Locale) -> list[Choice]:
        """At most 25 entries and terms that match what was typed so far, the best first."""
        return self._completer.complete(typed, locale)

    async def suggest(self, typed: str, locale: Locale) -> list[Choice]:
        """Call :meth:`complete` in a thread: it takes up to 10 ms on a slow core, and Discord asks at every
        keystroke."""
        return await asyncio.to_thread(self.complete, typed, locale)

    def exactly(self, typed: str, locale: Locale) -> Choice | None:
        """The entry or term with exactly this name, apart from case and accents."""
        return self._completer.exactly(typed, locale)
