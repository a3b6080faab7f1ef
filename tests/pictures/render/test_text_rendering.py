"""Text: characters of all kinds, cutting, wrapping."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures.render.text_rendering import ELLIPSIS, MARK, fitted, lettering, readable, width_of, wrapped


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Kim", "Kim"),
        ("  Zoë   Ölçer\n", "Zoë Ölçer"),
        ("a\u200bb\x00c\u202ed", "abcd"),
        ("王小明", "王小明"),
        ("🦊 Fuchs", "🦊 Fuchs"),
        ("ᚠᚢᚦ𐎠𐎡 x", f"{MARK} x"),
        ("\ud83d", ""),
        ("", ""),
    ],
)
def test_what_of_a_name_is_drawn(given_name: str, shown: str) -> None:
    assert readable(given_name) in (shown, given_name)
    assert "\n" not in readable(given_name)


def test_no_font_draws_a_box() -> None:
    """What no font has becomes a mark, once for a run."""
    unknown = "\U00012000\U00012001"
    assert readable(unknown) == MARK
    assert readable(f"a{unknown}b") == f"a{MARK}b"


def test_names_in_other_scripts_are_drawn_with_their_letters() -> None:
    for name in ("王小明", "יעל", "محمد", "김민수", "ヤマダ", "Ωμέγα", "Жанна", "🦊"):
        shown = lettering(readable(name), 40)
        assert MARK not in readable(name)
        assert shown.mask.getbbox() is not None


def test_a_text_that_is_too_wide_is_cut() -> None:
    cut = fitted("Ｗ" * 32, 30, 200)
    assert cut.endswith(ELLIPSIS)
    assert width_of(cut, 30) <= 200
    assert fitted("short", 30, 200) == "short"


def test_lines_are_broken_at_spaces() -> None:
    lines = wrapped("one two three four five six seven", 30, 150)
    assert len(lines) > 1
    assert all(width_of(line, 30, "medium") <= 150 for line in lines)
    assert " ".join(lines) == "one two three four five six seven"
    assert wrapped("", 30, 100) == []


@given(st.text(max_size=40))
def test_any_name_can_be_drawn(name: str) -> None:
    shown = readable(name)
    drawn = lettering(fitted(shown, 24, 300), 24)
    assert drawn.mask.width >= drawn.width
    assert width_of(fitted(shown, 24, 300), 24) <= 300
