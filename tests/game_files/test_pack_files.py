"""Packs as strangers send them: archives and single files, good, broken, and meant to harm. What is refused is refused
with file, line, what was found and what was expected."""

import io
import stat
import struct
import zipfile
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.packs import Mistake, PackMistakes, load_pack, pack_of_files
from bot.engine.packs.draft import FILES, OPTIONAL
from bot.engine.packs.sources import LARGEST_FILE
from bot.game_files.pack_files import LARGEST, MOST_ENTRIES, PackRefused, PackTaken, pack_from, read_pack_file
from bot.game_files.pack_process import PackProcess, TooManyPacks, read_here
from tests.packs.conftest import FIELD
from tests.packs.own_pack import own_files, own_zip, zipped

SHIPPED = {name: (FIELD / name).read_bytes() for name in FILES}
NO_PLACE = "a file name, in one folder at most"


def mistakes_of(data: bytes, name: str = "box.zip") -> list[Mistake]:
    with pytest.raises(PackMistakes) as refused:
        read_pack_file(data, name)
    return refused.value.mistakes


def whole(files: Mapping[str, bytes]) -> bytes:
    """All files of a pack as one YAML file."""
    fields = {name: value for content in files.values() for name, value in yaml.safe_load(content).items()}
    return yaml.safe_dump(fields, allow_unicode=True, sort_keys=False).encode()


# ---- good ones ---------------------------------------------------------------------------------------------------


def test_an_archive_of_the_shipped_pack_is_the_shipped_pack() -> None:
    assert read_pack_file(zipped(SHIPPED), "box.zip").pack.hash == load_pack(FIELD).hash


def test_the_files_may_lie_in_a_folder_beside_what_systems_leave_there() -> None:
    data = zipped({f"box/{name}": content for name, content in SHIPPED.items()} | {"__MACOSX/box/._pack.yaml": b"\x00"})
    assert read_pack_file(data, "box.zip").pack.hash == load_pack(FIELD).hash


def test_one_file_holds_the_whole_pack() -> None:
    assert read_pack_file(whole(SHIPPED), "box.yaml").pack.hash == load_pack(FIELD).hash


def test_one_file_without_what_is_for_playing_alone() -> None:
    files = {name: content for name, content in SHIPPED.items() if name not in OPTIONAL}
    pack = read_pack_file(whole(files), "box.yaml").pack
    assert (pack.mautoma, pack.solo, pack.abyss) == (None, None, None)
    assert pack.hash == pack_of_files(files).pack.hash


# ---- archives that are none, or are meant to harm -----------------------------------------------------------------


def test_half_of_one_file() -> None:
    text = b"\n".join(line for line in whole(SHIPPED).split(b"\n") if not line.startswith(b"start:"))
    assert Mistake("box.yaml", 1, "nothing", "the field 'start'") in mistakes_of(text, "box.yaml")


def test_an_archive_without_yaml() -> None:
    (mistake,) = mistakes_of(zipped({"README.md": b"mine"}))
    assert (mistake.file, mistake.found) == ("box.zip", "an archive without YAML files")


def test_a_damaged_archive() -> None:
    data = own_zip()
    for broken in (
        data[: len(data) // 2],
        data[:-30],
        b"PK\x03\x04" + b"\xff" * 100,
        data.replace(b"PK\x01\x02", b"PK\x01\x03"),
    ):
        assert mistakes_of(broken)[0].found in ("a damaged archive", "an archive without YAML files")


def test_content_that_is_not_what_its_checksum_says() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in SHIPPED.items():
            archive.writestr(name, content)
    assert mistakes_of(out.getvalue().replace(b"id: field", b"id: fieid"))[0].found == "a damaged archive"


@pytest.mark.parametrize("name", ["../pack.yaml", "/etc/pack.yaml", "box/../../pack.yaml", "C:pack.yaml"])
def test_paths_out_of_the_archive(name: str, tmp_path: Path) -> None:
    assert mistakes_of(zipped({name: b"id: x"})) == [Mistake(name, 1, "a path out of the archive", NO_PLACE)]


def test_a_link() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        entry = zipfile.ZipInfo("pack.yaml")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    assert mistakes_of(out.getvalue()) == [Mistake("pack.yaml", 1, "a link", "a file")]


def test_a_password() -> None:
    data = bytearray(zipped({"pack.yaml": b"id: x"}))
    for at in (data.index(b"PK\x03\x04") + 6, data.index(b"PK\x01\x02") + 8):
        data[at] |= 1
    assert mistakes_of(bytes(data)) == [Mistake("pack.yaml", 1, "a file with a password", "one without")]


def test_another_compression() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("pack.yaml", "id: x")
    assert mistakes_of(out.getvalue())[0].found == "the compression method 14"


def test_a_file_twice() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("pack.yaml", "id: x")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("pack.yaml", "id: y")
    assert mistakes_of(out.getvalue()) == [Mistake("pack.yaml", 1, "this file twice", "it once")]


def test_several_packs_in_one_archive() -> None:
    data = zipped({"a/pack.yaml": b"id: a", "b/pack.yaml": b"id: b"})
    assert mistakes_of(data)[0].found == "YAML files in several folders (a, b)"


def test_a_bomb_is_not_unpacked() -> None:
    data = zipped(dict(SHIPPED) | {"tiles.yaml": b"#" * (300 * LARGEST_FILE)})
    assert len(data) < LARGEST
    assert mistakes_of(data) == [Mistake("tiles.yaml", 1, f"more than {LARGEST_FILE} bytes", "a smaller file")]


def test_an_archive_that_lies_about_its_sizes() -> None:
    data = bytearray(zipped({"pack.yaml": b"#" * (3 * LARGEST_FILE)}))
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 10)
    assert mistakes_of(bytes(data))[0].found in ("a damaged archive", f"more than {LARGEST_FILE} bytes", "nothing")


def test_too_many_files() -> None:
    data = zipped({f"{number}.txt": b"" for number in range(MOST_ENTRIES + 1)})
    assert mistakes_of(data)[0].found == f"{MOST_ENTRIES + 1} files"


def test_too_large_a_file() -> None:
    assert mistakes_of(b"#" * (LARGEST + 1), "box.yaml") == [
        Mistake("box.yaml", 1, f"{LARGEST + 1} bytes", f"at most {LARGEST}")
    ]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"a: &a [1]\nb: *a\n", "the anchor or alias 'a'"),
        ("id: büx".encode("utf-16"), "the byte 0xff"),
        ("id: büx".encode("latin-1"), "the byte 0xfc"),
        (b"id: !!python/object/apply:os.system [echo]", "a list of 1"),
        (b"[" * 500_000, "more than 24 levels of nesting"),
        (b"", "nothing"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 200, "the byte 0x89"),
    ],
)
def test_other_files(content: bytes, found: str) -> None:
    assert found in {mistake.found for mistake in mistakes_of(content, "box.yaml")}


def test_huge_numbers() -> None:
    text = whole(SHIPPED).replace(b"energy: 7", b"energy: " + b"9" * 5000)
    assert any("5000 characters" in mistake.found for mistake in mistakes_of(text, "box.yaml"))


def test_a_name_that_would_play_tricks() -> None:
    assert mistakes_of(b"", "\x1b[2Jbox\u202e.yaml")[0].file == "?[2Jbox?.yaml"


# ---- in the process with limits ----------------------------------------------------------------------------------


async def test_the_process_hands_the_pack_over() -> None:
    found = await PackProcess().read(own_zip(), "box.zip")
    assert isinstance(found, PackTaken)
    assert pack_from(found).id == "my_box"


async def test_a_file_that_takes_too_long_is_ended() -> None:
    found = await PackProcess(seconds=0.01).read(own_zip(), "box.zip")
    assert isinstance(found, PackRefused)
    assert found.mistakes[0].found == "what takes more time or memory than a file may"


async def test_so_many_wait_and_no_more() -> None:
    process = PackProcess()
    process._under_way = 4
    with pytest.raises(TooManyPacks):
        await process.read(own_zip(), "box.zip")


def hostile(pieces: st.DataObject, files: Mapping[str, bytes]) -> bytes:
    """A pack with something done to it: a file changed, lost or doubled, the archive cut, or bytes put in."""
    made = dict(files)
    name = pieces.draw(st.sampled_from(sorted(made)))
    kind = pieces.draw(st.sampled_from(["bytes", "cut", "lost", "path", "archive", "whole"]))
    at = pieces.draw(st.floats(0, 1))
    nasty = pieces.draw(NASTY)
    if kind in ("bytes", "cut"):
        text = made[name]
        place = int(at * len(text))
        made[name] = text[:place] + (nasty + text[place:] if kind == "bytes" else b"")
    elif kind == "lost":
        del made[name]
    elif kind == "path":
        made[pieces.draw(st.sampled_from(["../x.yaml", "/x.yaml", "a/b/../../x.yaml", "\\\\x\\y.yaml", "x.yml"]))] = (
            nasty
        )
    data = whole(files) if kind == "whole" else zipped(made)
    if kind in ("archive", "whole"):
        place = int(at * len(data))
        data = data[:place] + nasty + data[place + len(nasty) :]
    return data


NASTY = st.binary(min_size=1, max_size=40) | st.sampled_from(
    [
        b"&a ",
        b"*a",
        b"!!python/name:os.system ",
        b"9" * 400,
        b"[" * 2000,
        b"\xff\xfe",
        b": {",
        b"\x00",
        b"=1+1",
        b"PK\x03\x04",
    ]
)


def refused(data: bytes) -> list[Mistake]:
    try:
        read_pack_file(data, "box.zip")
    except PackMistakes as mistakes:
        return mistakes.mistakes
    return []


def _refused_or_played(data: bytes) -> None:
    with TemporaryDirectory() as directory, chdir(directory):
        mistakes = refused(data)
        assert list(Path.cwd().iterdir()) == [], "nothing is left behind"
    for mistake in mistakes:
        assert mistake.line >= 1
        assert mistake.file
        assert mistake.found
        assert mistake.expected
        assert str(mistake).isprintable()


@settings(max_examples=20, deadline=None)
@given(pieces=st.data())
def test_any_harm_to_a_pack(pieces: st.DataObject) -> None:
    _refused_or_played(hostile(pieces, SHIPPED))


@pytest.mark.soak
@settings(max_examples=1000, deadline=None)
@given(pieces=st.data())
def test_a_thousand_harms(pieces: st.DataObject) -> None:
    _refused_or_played(hostile(pieces, SHIPPED))


@settings(max_examples=3, deadline=None)
@given(pieces=st.data())
def test_any_harm_in_the_process(pieces: st.DataObject) -> None:
    found = read_here(hostile(pieces, own_files()), "box.zip")
    assert isinstance(found, PackTaken) or found.mistakes
