"""The shipped reference: it loads, it is complete in three languages, and every view fits into a Discord message."""

import re
from collections.abc import Iterator

import discord
import pytest
from discord import ui
from msgspec.structs import replace

from bot.reference import Book, Reference
from bot.reference.encoder import encoder
from bot.reference.language_detection import LanguageDetector
from bot.reference.vectors import stale
from bot.text import LOCALES, Locale
from cogs.rules.views import STEPS, TERM, Page, code, finding_panel, page_panel

PING = "@everyone @here <@123> <@&42> how many actions"
LONGEST_TRAIL = "zzzz" * STEPS


@pytest.fixture(scope="module")
def book(lexical: Reference) -> Book:
    return lexical.book


def test_every_part_of_the_game_is_there(book: Book) -> None:
    assert {entry.scope for entry in book.entries.values()} == {
        "base",
        "campaign",
        "expansion",
        "solo",
        "mautoma",
        "bga",
    }
    assert len(book) >= 400
    assert len(book.terms) >= 80


@pytest.mark.parametrize("document", ["000", "001", "002", "004"])
def test_every_document_is_cited(book: Book, document: str) -> None:
    citing = [entry for entry in book.entries.values() if any(source.document == document for source in entry.sources)]
    assert len(citing) >= 30


@pytest.mark.parametrize("locale", LOCALES)
def test_no_entry_is_in_another_language_than_it_says(book: Book, locale: Locale) -> None:
    languages = LanguageDetector(book)
    guesses = {entry.id: languages.guess(entry.words(locale).answer) for entry in book.entries.values()}
    wrong = [name for name, guess in guesses.items() if guess != locale]
    assert not wrong


PARTICLE = re.compile(r"(yes|no|ja|nein|doch|oui|non)\b(?! (matter|one|longer|more|other|rule|wait)\b)", re.IGNORECASE)
"""What contradicts somebody who has put the question the other way round."""


@pytest.mark.parametrize("locale", LOCALES)
def test_every_answer_begins_with_a_fact(book: Book, locale: Locale) -> None:
    """A yes or no at the beginning is wrong for everybody who has asked the opposite: "unlimited?", "limited?"."""
    particles = [entry.id for entry in book.entries.values() if PARTICLE.match(entry.words(locale).answer)]
    assert not particles


INSIDE = re.compile(r"[.!?:;–]\s+(yes|no|ja|nein|doch|oui|non)(?=[,.:;!–])", re.IGNORECASE)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sentence_of_an_answer_begins_with_a_particle(book: Book, locale: Locale) -> None:
    assert not [entry.id for entry in book.entries.values() if INSIDE.search(entry.words(locale).answer)]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_entry_and_term_fits_a_message(lexical: Reference, book: Book, locale: Locale) -> None:
    for name in [*book.entries, *(TERM + term for term in book.terms)]:
        for public in (False, True):
            panel = page_panel(
                lexical, Page(name, locale, LONGEST_TRAIL), asked="*" * 5000, public=public, shown_by="@" * 60
            )
            assert panel is not None
            _assert_fits(panel, name)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "question",
    [
        "",
        "how many actions " * 400,
        "🎲🎲🎲",
        "今日の天気は",
        "x'; DROP TABLE questions; --",
        "**a** ||b|| `c` [d](e)",
        PING,
    ],
)
def test_any_question_gets_a_calm_panel_that_pings_nobody(lexical: Reference, locale: Locale, question: str) -> None:
    panel = finding_panel(lexical, lexical.find(question, locale), locale)
    _assert_fits(panel, question)
    shown = "".join(item.content for item in panel.walk_children() if isinstance(item, ui.TextDisplay))
    assert shown
    assert not re.search(r"@everyone|@here|<@&?\d", shown)


@pytest.mark.parametrize("locale", LOCALES)
def test_an_answer_that_is_a_number_does_not_become_a_list(
    lexical: Reference, locale: Locale, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = lexical.book.entries["mautoma.rounds"]
    number = replace(entry, **{locale: replace(entry.words(locale), answer="18. The number of rounds is fixed.")})
    monkeypatch.setattr(lexical.book, "entries", {**lexical.book.entries, entry.id: number})
    panel = page_panel(lexical, Page("mautoma.rounds", locale))
    assert panel is not None
    shown = [item.content for item in panel.walk_children() if isinstance(item, ui.TextDisplay)]
    assert any("\n18\\. " in text for text in shown)


def test_french_quotation_marks_stay_with_what_they_quote(book: Book) -> None:
    words = [
        part
        for entry in book.entries.values()
        for part in (entry.fr.title, entry.fr.answer, entry.fr.rule, entry.fr.example)
    ]
    words += [term.fr.definition for term in book.terms.values()]
    assert [text for text in words if re.search(r"«(?!\u00a0)|(?<!\u00a0)»", text)] == []


def _assert_fits(panel: ui.LayoutView, name: str) -> None:
    assert panel.content_length() <= 4000, name
    assert panel.total_children_count <= 40, name
    ids = list(_custom_ids(panel))
    assert len(ids) == len(set(ids)), name
    assert max(map(len, ids)) <= 100, name
    for row in (item for item in panel.walk_children() if isinstance(item, ui.ActionRow)):
        assert 1 <= len(row.children) <= 5, name
    for button in (item for item in panel.walk_children() if isinstance(item, ui.Button)):
        assert 1 <= len(button.label or "") <= 80, name


def _custom_ids(panel: ui.LayoutView) -> Iterator[str]:
    for item in panel.walk_children():
        if isinstance(item, ui.Button | ui.DynamicItem) and item.type is discord.ComponentType.button:
            assert item.custom_id
            yield item.custom_id


def test_trail_codes_tell_all_entries_apart(book: Book) -> None:
    assert len({code(name) for name in book.entries}) == len(book)


def test_the_way_back_leads_where_one_came_from(lexical: Reference, book: Book) -> None:
    names = list(book.entries)[: STEPS + 2]
    page = Page(names[0], "fr")
    for name in names[1:]:
        page = page.onward(name)
    visited = []
    while (before := page.back(lexical)) is not None:
        visited.append(before.name)
        page = before
    assert visited == names[-2 : -2 - STEPS : -1]


@pytest.mark.skipif(encoder() is None, reason="this machine cannot run the language model")
def test_shipped_vectors_are_of_these_entries(book: Book) -> None:
    assert stale(book) == [], "entries have changed: run python -m tools.reference_training"
