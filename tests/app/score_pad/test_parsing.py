"""What people type: forgiving in form, strict in number, every mistake of a form at once."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.score_pad import (
    FORMS,
    Artifacts,
    Form,
    Leftover,
    Options,
    Sheet,
    UnreadableForm,
    fields_of,
    read_form,
    read_steps,
    total,
    written,
)
from bot.engine.effects import ARTIFACT_COLOURS
from bot.text import Locale

ALL = Options(expansion=True)


def mistakes(form: Form, **typed: str) -> list[tuple[str, str]]:
    needed = {"track": "1", "progress": "1"} if form == "points" else {}
    with pytest.raises(UnreadableForm) as unreadable:
        read_form(form, {**needed, **typed}, ALL)
    return [(mistake.field, mistake.reason) for mistake in unreadable.value.mistakes]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("-3", "negative"),
        ("−3", "negative"),
        ("abc", "no_number"),
        ("12x", "no_number"),
        ("3.5", "no_number"),
        ("10^9", "no_number"),
        ("1e9", "no_number"),
        ("1000000000", "too_large"),
        ("9" * 50, "too_large"),
        ("999+1", "too_large"),
        ("12 7", "one_number"),
        ("+", "no_number"),
        ("", "empty"),
    ],
)
def test_bad_numbers(typed: str, reason: str) -> None:
    assert mistakes("points", track=typed) == [("track", reason)]


@pytest.mark.parametrize(
    ("typed", "number"),
    [("52", 52), (" 52 ", 52), ("５２", 52), ("50+2", 52), ("50 + 2", 52), ("052", 52), ("999", 999)],
)
def test_good_numbers(typed: str, number: int) -> None:
    assert read_form("points", {"track": typed, "progress": "0"}, ALL)["track"] == number


@pytest.mark.parametrize("typed", ["7 5", "7+5", "7, 5", "7/5", "7;5", "7 + 5", " 7  5 "])
def test_lists(typed: str) -> None:
    assert read_form("points", {"track": "0", "progress": "0", "locations": typed}, ALL)["locations"] == (7, 5)


def test_every_mistake_is_found_at_once() -> None:
    assert mistakes("points", track="x", progress="-1", devotion="1000000000") == [
        ("track", "no_number"),
        ("progress", "negative"),
        ("devotion", "too_large"),
    ]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("", Leftover(0)),
        ("7", Leftover(7)),
        ("2 0 1 1", Leftover(4, (2, 0, 1, 1))),
        ("2, 0, 1, 1", Leftover(4, (2, 0, 1, 1))),
    ],
)
def test_leftovers(typed: str, read: Leftover) -> None:
    assert read_form("cards", {"leftover": typed}, ALL)["leftover"] == read


@pytest.mark.parametrize("typed", ["2 0", "2 0 1", "1 2 3 4 5"])
def test_leftovers_of_unclear_kind(typed: str) -> None:
    assert mistakes("cards", leftover=typed) == [("leftover", "leftover_count")]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("3 6 1 energy", Artifacts(3, 6, 1, "energy")),
        ("3 6 1 Energie", Artifacts(3, 6, 1, "energy")),
        ("3 6 1 ÉNERGIE", Artifacts(3, 6, 1, "energy")),
        ("3 artifacts, 6 energy, 1 point", Artifacts(3, 6, 1, "energy")),
        ("3 × 6 × 1", Artifacts(3, 6, 1)),
        ("3 x 6 x 1", Artifacts(3, 6, 1)),
        ("3-6-2", Artifacts(3, 6, 2)),
        ("3 6", Artifacts(3, 6)),
        ("0 4 2 Xylophone", Artifacts(0, 4, 2, called="Xylophone")),
        ("", Artifacts()),
    ],
)
def test_artifact_lines(typed: str, read: Artifacts) -> None:
    found = read_form("artifacts", {"yellow": typed}, ALL)["artifacts"]
    assert isinstance(found, tuple)
    assert found[0] == read


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("energy", "no_number"),
        ("6 energy", "artifact_count"),
        ("1 2 3 4", "artifact_count"),
        ("3 -6 1", "negative"),
        ("3 1000000000 1", "too_large"),
        ("3 1.5 1", "artifact_count"),
        ("3 10^9", "artifact_count"),
        ("999 999 999", "too_many_points"),
        ("9 10 10 energy", "too_many_points"),
    ],
)
def test_bad_artifact_lines(typed: str, reason: str) -> None:
    assert mistakes("artifacts", white=typed) == [("white", reason)]


def test_a_common_card_needs_its_words_once() -> None:
    known = (Artifacts(3, 6, 2, "energy"), Artifacts(0, 1, 1, called="Dinge"), Artifacts())
    found = read_form("artifacts", {"yellow": "1 4", "white": "0 2"}, ALL, known)["artifacts"]
    assert found == (Artifacts(1, 4, 2, "energy"), Artifacts(0, 2, 1, called="Dinge"), Artifacts())


def test_steps() -> None:
    assert read_steps({"0": "18", "2": " 21 ", "3": ""}) == {0: 18, 2: 21}
    with pytest.raises(UnreadableForm):
        read_steps({"0": "many"})


def test_fields_fit_the_game() -> None:
    assert "devotion" in fields_of("points", ALL)
    assert "devotion" not in fields_of("points", Options())
    assert "scyphoz" in fields_of("cards", ALL)
    assert "scyphoz" not in fields_of("cards", Options())
    assert "end_tile" not in fields_of("cards", Options(mode="mautoma"))
    assert all(len(fields_of(form, ALL)) <= 5 for form in FORMS)


numbers = st.integers(0, 999)
entries = st.builds(
    Artifacts, st.integers(0, 12), st.integers(0, 15), st.integers(0, 5), st.none(), st.sampled_from(["", "Dinge"])
)
sheets = st.builds(
    Sheet,
    track=numbers,
    progress=numbers,
    technologies=numbers,
    locations=st.lists(numbers, max_size=5).map(tuple),
    devotion=numbers,
    cards=st.lists(numbers, max_size=3).map(tuple),
    scyphoz=numbers,
    leftover=st.one_of(
        st.builds(Leftover, numbers),
        st.tuples(*[st.integers(0, 9)] * 4).map(lambda kinds: Leftover(sum(kinds), kinds)),
    ),
    small=st.integers(0, 24),
    end_tile=st.booleans(),
    artifacts=st.tuples(*[entries] * len(ARTIFACT_COLOURS)),
)


@given(sheets, st.sampled_from(["de", "fr", "en"]))
def test_what_is_written_is_read_the_same(sheet: Sheet, locale: Locale) -> None:
    read: dict[str, Any] = {}
    for form in FORMS:
        read |= read_form(form, written(sheet, form, locale, ALL), ALL)
    assert Sheet(**read) == sheet


@given(
    st.dictionaries(
        st.sampled_from([*fields_of("points", ALL), *fields_of("cards", ALL), *ARTIFACT_COLOURS]), st.text()
    )
)
def test_whatever_is_typed_is_read_or_refused(typed: dict[str, str]) -> None:
    for form in FORMS:
        assert outcome(form, typed) >= 0


def outcome(form: Form, typed: dict[str, str]) -> int:
    """The points that a form comes to; 0 where it is refused."""
    try:
        return total(Sheet(**read_form(form, typed, ALL)), ALL)
    except UnreadableForm:
        return 0
