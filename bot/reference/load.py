"""Reads and checks the reference. A single mistake prevents loading: a referee with a gap in its rules is worse than
one that does not start."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from bot.reference.entry import Entry, Term
from bot.reference.yaml_reader import Mistake, Reader
from bot.text import LOCALES

GLOSSARY = "glossary.yaml"


class BadReferenceError(ValueError):
    """The reference has mistakes; ``mistakes`` lists them all, the message has one a line."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = mistakes


class Book:
    """All entries and terms, by id, in the order of the files."""

    def __init__(self, entries: Iterable[Entry], terms: Iterable[Term] = ()) -> None:
        self.entries: Mapping[str, Entry] = MappingProxyType({entry.id: entry for entry in entries})
        self.terms: Mapping[str, Term] = MappingProxyType({term.id: term for term in terms})

    def __len__(self) -> int:
        return len(self.entries)


@cache
def book() -> Book:
    """The bot's reference, read at the first call (about a second).

    :raises BadReferenceError: there is a mistake in it.
    """
    return load(files("rules_data") / "reference")


def load(folder: Traversable) -> Book:
    """Read the reference in ``folder``: every ``.yaml`` file is a list of entries, ``glossary.yaml`` a list of terms.

    :raises BadReferenceError: with every mistake of every file.
    """
    found, mistakes = examine(folder)
    if mistakes:
        raise BadReferenceError(mistakes)
    return found


def examine(folder: Traversable) -> tuple[Book, list[Mistake]]:
    """The readable part of the reference, and every mistake in it."""
    paths = sorted((path for path in folder.iterdir() if path.name.endswith(".yaml")), key=lambda path: path.name)
    readers = {path.name: Reader(path.name) for path in paths}
    entries: list[tuple[Reader, Entry]] = []
    terms: list[tuple[Reader, Term]] = []
    for path in paths:
        reader, text = readers[path.name], path.read_text("utf-8")
        if path.name == GLOSSARY:
            terms += [(reader, term) for term in reader.items(text, Term)]
        else:
            entries += [(reader, entry) for entry in reader.items(text, Entry)]
    mistakes = [mistake for reader in readers.values() for mistake in reader.mistakes]
    named = {entry for reader in readers.values() for entry, _ in reader.lines}
    mistakes += [
        *_twice(entries),
        *_twice(terms),
        *_nowhere(entries, named),
        *_same_words(entries),
        *_termless(terms, named),
    ]
    if not entries and not mistakes:
        mistakes.append(Mistake(str(folder), 1, "", "", "no entry", "at least one"))
    return Book((entry for _, entry in entries), (term for _, term in terms)), mistakes


def _twice(items: Iterable[tuple[Reader, Entry | Term]]) -> Iterator[Mistake]:
    seen: dict[str, str] = {}
    for reader, item in items:
        if item.id in seen:
            yield _mistake(reader, item.id, "id", f"an id that {seen[item.id]} has too", "an id of its own")
        seen.setdefault(item.id, reader.file)


def _nowhere(entries: Iterable[tuple[Reader, Entry]], known: set[str]) -> Iterator[Mistake]:
    """References to entries that do not exist. An entry with mistakes of its own counts as existing."""
    for reader, entry in entries:
        for number, other in enumerate(entry.see, 1):
            if other not in known:
                yield _mistake(reader, entry.id, f"see[{number}]", repr(other), "the id of an entry")
            elif other == entry.id or other in entry.see[: number - 1]:
                yield _mistake(reader, entry.id, f"see[{number}]", repr(other), "another entry, once")


def _same_words(entries: Iterable[tuple[Reader, Entry]]) -> Iterator[Mistake]:
    """Titles and aliases that belong to two entries, or that an entry has twice."""
    for locale in LOCALES:
        owners: dict[str, list[str]] = defaultdict(list)
        for reader, entry in entries:
            words = entry.words(locale)
            for field, phrase in [
                ("title", words.title),
                *((f"aliases[{n}]", alias) for n, alias in enumerate(words.aliases, 1)),
            ]:
                others = owners[phrase.casefold()]
                if others and (others[0] != entry.id or field != "title"):
                    yield _mistake(
                        reader, entry.id, f"{locale}.{field}", f"{phrase!r}, as in {others[0]}", "words of its own"
                    )
                others.append(entry.id)


def _termless(terms: Iterable[tuple[Reader, Term]], known: set[str]) -> Iterator[Mistake]:
    for reader, term in terms:
        if term.entry not in known:
            yield _mistake(reader, term.id, "entry", repr(term.entry), "the id of an entry")


def _mistake(reader: Reader, entry: str, field: str, found: str, expected: str) -> Mistake:
    line = reader.lines.get((entry, field)) or reader.lines.get((entry, ""), 1)
    return Mistake(reader.file, line, entry, field, found, expected)
