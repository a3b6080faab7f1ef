"""The data of the reference: entries, each of which answers one kind of question, and terms."""

from typing import Annotated, Literal, cast

from msgspec import Meta, Struct

from bot.text import Locale

Scope = Literal["base", "campaign", "expansion", "solo", "mautoma", "bga"]
Certainty = Literal["stated", "inferred", "ruling"]
Document = Literal["000", "001", "002", "004", "reviews", "bot"]

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$", max_length=48)]
Alias = Annotated[str, Meta(min_length=2, max_length=80)]


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The source of a rule: the number of the document and its section; ``reviews`` for public reviews and listings,
    ``bot`` for a ruling."""

    document: Document
    section: Annotated[str, Meta(min_length=2, max_length=120)]


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry in one language. Lengths are in characters."""

    title: Annotated[str, Meta(min_length=3, max_length=60)]
    answer: Annotated[str, Meta(min_length=40, max_length=350)]
    rule: Annotated[str, Meta(min_length=80, max_length=900)]
    example: Annotated[str, Meta(min_length=15, max_length=400)]
    aliases: Annotated[tuple[Alias, ...], Meta(min_length=5, max_length=16)]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to one kind of question, in three languages."""

    id: Id
    scope: Scope
    certainty: Certainty
    sources: Annotated[tuple[Source, ...], Meta(min_length=1, max_length=6)]
    see: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=5)]
    en: Words
    de: Words
    fr: Words

    def words(self, locale: Locale) -> Words:
        """The entry in one language."""
        return cast("Words", getattr(self, locale))


class TermWords(Struct, frozen=True, forbid_unknown_fields=True):
    """A term in one language: the word, its plural if it has one, synonyms, and its meaning."""

    term: Annotated[str, Meta(min_length=2, max_length=60)]
    definition: Annotated[str, Meta(min_length=10, max_length=300)]
    plural: Annotated[str, Meta(min_length=2, max_length=60)] | None = None
    also: tuple[Alias, ...] = ()


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A term of the game in three languages, and the entry that explains it."""

    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_.]*$", max_length=48)]
    entry: Id
    en: TermWords
    de: TermWords
    fr: TermWords

    def words(self, locale: Locale) -> TermWords:
        """The term in one language."""
        return cast("TermWords", getattr(self, locale))
