"""Reading files that come from anywhere."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.tables.model import STRENGTHS
from bot.game_files.file_format import FileRefusal, Strength, clean_name, read_file, shuffle_hash


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400) | st.text(max_size=200).map(str.encode) | st.from_regex(rb'\{"kind":.*\}'))
def test_any_bytes_are_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(FileRefusal) as caught:
        read_file(data)
    assert caught.value.reason.startswith("import_")


def test_a_file_knows_the_computer_players_that_there_are() -> None:
    assert Strength.__args__ == STRENGTHS  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Kim", "Kim"),
        ("  a\n\n# big \u202e b ", "a # big b"),
        ("x" * 500, "x" * 80),
        ("\x00", ""),
    ],
)
def test_names_are_one_line_of_what_is_seen(name: str, clean: str) -> None:
    assert clean_name(name) == clean


def test_the_hash_of_a_shuffle_can_be_made_with_any_tool() -> None:
    """``printf %s 42:ab | sha256sum``"""
    assert shuffle_hash(42, "ab") == "a86fd81f9fc7ae505d28c17f12ec97eaab777fdde6be3555450587022724bc8b"
