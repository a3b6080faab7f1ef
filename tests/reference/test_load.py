"""Reading the reference: every mistake is told with file, line, entry and field, and then nothing is loaded."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.reference import BadReferenceError
from bot.reference.load import examine, load
from tests.reference.samples import entry_yaml, glossary_yaml

Write = Callable[..., Path]


def test_sound_files_load(written: Write) -> None:
    book = load(written(glossary=glossary_yaml("a.one")))
    assert list(book.entries) == ["a.one", "b.two"]
    assert book.entries["a.one"].words("fr").title == "Title a.one fr"
    assert book.terms["gear"].words("de").term == "wheel de"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("scope: base", "scope: bass", "first.yaml:2: a.one: scope: found 'bass', expected "),
        (
            "certainty: stated",
            "certain: stated",
            "first.yaml:3: a.one: certain: found an unknown field, expected one of id,",
        ),
        ("  certainty: stated\n", "", "first.yaml:1: a.one: certainty: found nothing, expected this field"),
        ('document: "000"', "document: 000", "first.yaml:5: a.one: sources[1].document: found 0, expected text"),
        ("see: [b.two]", "see: [c.three]", "first.yaml:6: a.one: see[1]: found 'c.three', expected the id of an entry"),
        ("see: [b.two]", "see: [a.one]", "first.yaml:6: a.one: see[1]: found 'a.one', expected another entry, once"),
        ("see: [b.two]", "see: []", "first.yaml:6: a.one: see: found 0 of them, expected array of length >= 1"),
        ("see: [b.two]", "see: b.two", "first.yaml:6: a.one: see: found 'b.two', expected a list"),
        (
            "title: Title a.one en",
            "title: Ox",
            "first.yaml:8: a.one: en.title: found 'Ox', expected text of length >= 3",
        ),
        ("title: Title a.one en", "title: on", "first.yaml:8: a.one: en.title: found True, expected text"),
        (
            "title: Title a.one en",
            "title: Title b.two en",
            "first.yaml:35: b.two: en.title: found 'Title b.two en', as in a.one",
        ),
        ("[a.one en 1,", "[b.two en 3,", "first.yaml:40: b.two: en.aliases[3]: found 'b.two en 3', as in a.one"),
        (
            "a.one en 1, a.one en 2,",
            "A.ONE EN 2, a.one en 2,",
            "first.yaml:13: a.one: en.aliases[2]: found 'a.one en 2', as in a.one",
        ),
        ("id: b.two", "id: a.one", "a.one: id: found an id that first.yaml has too, expected an id of its own"),
        ("id: a.one", "id: A One", "first.yaml:1: A One: id: found 'A One', expected text matching regex"),
        ("  fr:\n", "  it:\n", "first.yaml:1: a.one: fr: found nothing, expected this field"),
        ("- id: a.one", "- id: [a.one", "first.yaml:2: found did not find expected"),
        (
            "  scope: base",
            "  scope: base\n  scope: base",
            "first.yaml:3: a.one: scope: found the field twice, expected it once",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place(written: Write, old: str, new: str, told: str) -> None:
    with pytest.raises(BadReferenceError) as caught:
        load(written((old, new)))
    assert any(told in line for line in str(caught.value).splitlines()), str(caught.value)


def test_lengths_are_counted_in_characters_and_shown(written: Write) -> None:
    with pytest.raises(
        BadReferenceError, match=r"en\.answer: found 'Ü{40}'… \(351 characters\), expected text of length <= 350"
    ):
        load(written(("answer: 0 food; a target beside one of your own pieces costs nothing.", "answer: " + "Ü" * 351)))


def test_all_mistakes_of_all_files_come_at_once(written: Write) -> None:
    folder = written(
        ("scope: base", "scope: x"), ("title: Title b.two de", "title: 1"), other="- 5\n", last="just text"
    )
    _, mistakes = examine(folder)
    assert {(mistake.file, mistake.field) for mistake in mistakes} >= {
        ("first.yaml", "scope"),
        ("first.yaml", "de.title"),
        ("other.yaml", ""),
        ("last.yaml", ""),
    }


def test_an_entry_with_mistakes_still_counts_as_there(written: Write) -> None:
    _, mistakes = examine(written(("scope: base", "scope: x")))
    assert [mistake.field for mistake in mistakes] == ["scope"]


def test_ids_are_unique_across_files(written: Write) -> None:
    _, mistakes = examine(written(second=entry_yaml("a.one", see="b.two")))
    assert ("second.yaml", "a.one", "id") in {(mistake.file, mistake.entry, mistake.field) for mistake in mistakes}


def test_a_term_needs_its_entry(written: Write) -> None:
    _, mistakes = examine(written(glossary=glossary_yaml("c.three")))
    assert [str(mistake) for mistake in mistakes] == [
        "glossary.yaml:2: gear: entry: found 'c.three', expected the id of an entry"
    ]


def test_an_empty_folder_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(BadReferenceError, match="no entry"):
        load(tmp_path)
