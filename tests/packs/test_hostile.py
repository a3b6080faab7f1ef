"""Packs come from strangers: whatever is in the directory, it loads or every mistake is listed, no more."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine.packs import Mistake, PackMistakes, load_pack
from bot.engine.packs.draft import FILES
from bot.engine.packs.sources import LARGEST_FILE
from tests.packs.conftest import FIELD

TEXTS = {name: (FIELD / name).read_bytes() for name in FILES}


def mistakes_of(directory: Path) -> list[Mistake]:
    try:
        load_pack(directory)
    except PackMistakes as refused:
        return refused.mistakes
    return []


def test_all_mistakes_of_all_files_at_once(copy: Path) -> None:
    (copy / "crates.yaml").unlink()
    (copy / "modules.yaml").write_text("modules: 3\n")
    tiles = (copy / "tiles.yaml").read_text("utf-8")
    (copy / "tiles.yaml").write_text(
        tiles.replace("points: 1}", "points: 99}").replace("terrain: city", "terrain: town", 3), "utf-8"
    )
    found = mistakes_of(copy)
    assert Mistake("crates.yaml", 1, "nothing", "this file") in found
    assert Mistake("modules.yaml", 1, "'3'", "a list") in found
    assert sum(mistake.found == "'99'" for mistake in found) == tiles.count("points: 1}")
    assert sum(mistake.found == "'town'" for mistake in found) == 3
    assert found == sorted(found)


def test_what_is_for_playing_alone_may_be_left_out(copy: Path) -> None:
    (copy / "mautoma.yaml").unlink()
    (copy / "solo.yaml").unlink()
    pack = load_pack(copy)
    assert (pack.mautoma, pack.solo) == (None, None)


def test_no_directory(tmp_path: Path) -> None:
    assert mistakes_of(tmp_path / "none") == [Mistake("none", 1, "no such directory", "the directory of a pack")]


def test_a_file_for_a_directory(tmp_path: Path) -> None:
    file = tmp_path / "pack.yaml"
    file.write_text("id: own\n")
    assert mistakes_of(file)[0].found == "no such directory"


def test_a_file_too_many(copy: Path) -> None:
    (copy / "citizen.yaml").write_text("citizens: []\n")
    (copy / "README.md").write_text("Our own pack.\n")
    assert [str(mistake) for mistake in mistakes_of(copy)] == [
        "citizen.yaml:1: found a file that is no part of a pack, expected one of " + ", ".join(FILES)
    ]


def test_not_utf_8(copy: Path) -> None:
    text = (copy / "crates.yaml").read_bytes()
    (copy / "crates.yaml").write_bytes(text.replace(b"id: k02", b"id: k\xff"))
    line = text[: text.index(b"id: k02")].count(b"\n") + 1
    assert mistakes_of(copy) == [Mistake("crates.yaml", line, "the byte 0xff", "text in UTF-8")]


def test_a_byte_order_mark_is_no_mistake(copy: Path) -> None:
    (copy / "pack.yaml").write_bytes(b"\xef\xbb\xbf" + (copy / "pack.yaml").read_bytes())
    assert mistakes_of(copy) == []


def test_control_characters(copy: Path) -> None:
    (copy / "pack.yaml").write_text("# first\nid: \x07\n")
    found = mistakes_of(copy)
    assert (found[0].file, found[0].line, found[0].expected) == ("pack.yaml", 2, "YAML that can be read")


def test_a_link_out_of_the_directory(copy: Path) -> None:
    outside = copy.parent / "secret.yaml"
    shutil.move(copy / "crates.yaml", outside)
    (copy / "crates.yaml").symlink_to(outside)
    assert Mistake("crates.yaml", 1, "a link out of the pack's directory", "a file in it") in mistakes_of(copy)


def test_a_link_inside_the_directory(copy: Path) -> None:
    shutil.move(copy / "crates.yaml", copy / "crates.txt")
    (copy / "crates.yaml").symlink_to("crates.txt")
    assert mistakes_of(copy) == []


def test_links_in_circles(copy: Path) -> None:
    (copy / "crates.yaml").unlink()
    (copy / "crates.yaml").symlink_to("crates.yaml")
    assert [mistake.file for mistake in mistakes_of(copy)] == ["crates.yaml"]


def test_a_pipe_is_not_waited_for(copy: Path) -> None:
    (copy / "crates.yaml").unlink()
    os.mkfifo(copy / "crates.yaml")
    assert mistakes_of(copy) == [Mistake("crates.yaml", 1, "nothing", "this file")]


def test_a_file_of_any_size_is_not_read_whole(copy: Path) -> None:
    with (copy / "crates.yaml").open("wb") as stream:
        stream.truncate(50 * LARGEST_FILE)
    assert mistakes_of(copy) == [Mistake("crates.yaml", 1, f"more than {LARGEST_FILE} bytes", "a smaller file")]


def test_a_billion_laughs(copy: Path) -> None:
    lines = ["a0: &a0 [ha, ha]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    (copy / "pack.yaml").write_text("\n".join(lines))
    assert mistakes_of(copy) == [Mistake("pack.yaml", 1, "the anchor or alias 'a0'", "values written out")]


def test_a_million_brackets(copy: Path) -> None:
    (copy / "pack.yaml").write_text("[" * (LARGEST_FILE - 1))
    assert mistakes_of(copy) == [Mistake("pack.yaml", 1, "more than 24 levels of nesting", "fewer")]


def test_tags_make_nothing(copy: Path) -> None:
    (copy / "pack.yaml").write_text(
        'id: !!python/object/apply:os.system ["true"]\nname: !!binary aGE=\nversion: !own "1"\n'
    )
    assert [(mistake.line, mistake.found) for mistake in mistakes_of(copy)] == [
        (1, "a list of 1"),
        (2, "'aGE='"),
        (3, "'1'"),
    ]


SIGNS = ("&a ", "*a", "<<: ", "{", "}", "[", "]", ": ", "- ", "\n", "\t", "'", '"', "? ", "!!set ", "~", "\u2028", "\0")
NUMBERS = ("-1", "9" * 400, ".inf", "0x1", "1:30", "1e9", "-0")
NASTY = st.sampled_from([sign.encode() for sign in SIGNS + NUMBERS] + [b"", b"\xff", b"\xed\xa0\x80"])


@pytest.mark.parametrize("examples", [25, pytest.param(500, marks=pytest.mark.soak)])
def test_any_bytes_anywhere(examples: int) -> None:
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
    @given(name=st.sampled_from(FILES), at=st.floats(0, 1), cut=st.integers(0, 40), put=NASTY | st.binary(max_size=12))
    def spoil(name: str, at: float, cut: int, put: bytes) -> None:
        text = TEXTS[name]
        place = int(at * len(text))
        _only_mistakes(name, text[:place] + put + text[place + cut :])

    spoil()


ANYTHING = st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))


@pytest.mark.parametrize("examples", [15, pytest.param(500, marks=pytest.mark.soak)])
def test_any_file(examples: int) -> None:
    @settings(max_examples=examples, deadline=None, database=None)
    @given(name=st.sampled_from(FILES), text=ANYTHING)
    def spoil(name: str, text: bytes) -> None:
        _only_mistakes(name, text)

    spoil()


def _only_mistakes(name: str, text: bytes) -> None:
    with tempfile.TemporaryDirectory() as directory:
        for other, content in TEXTS.items():
            (Path(directory) / other).write_bytes(text if other == name else content)
        for mistake in mistakes_of(Path(directory)):
            assert mistake.line >= 1
            assert str(mistake).isprintable()


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_was_cut(copy: Path, name: str) -> None:
    lines = TEXTS[name].splitlines(keepends=True)
    for keep in range(0, len(lines) // 2 + 1, max(1, len(lines) // 6)):
        (copy / name).write_bytes(b"".join(lines[:keep]))
        assert mistakes_of(copy), f"{name} cut after line {keep}"
