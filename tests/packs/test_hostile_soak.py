"""A thousand hostile packs and spreadsheets: each is read, or refused with file, place, found and expected."""

import io
import os
import tempfile
import zipfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app.own_packs.pack_data import read_data
from bot.app.own_packs.pack_spreadsheets import exported
from bot.app.own_packs.sheet_import import imported
from bot.engine.packs.draft import FILES
from bot.game_files.pack_files import PackRefused, PackRequest, answer_of
from bot.game_files.spreadsheet_files import sheets_answer
from bot.game_files.spreadsheet_process import SpreadsheetRefused, SpreadsheetRequest
from tests.packs.conftest import FIELD
from tests.packs.own_pack import own_files, zipped

pytestmark = pytest.mark.soak

NASTY = st.sampled_from(
    [
        b"=1+1",
        b"@SUM(A1)",
        b"9" * 400,
        b"<f>1</f>",
        b"<!DOCTYPE a>",
        b"&lol;",
        b"\xff\xfe",
        b"\0",
        b"../",
        b"{",
        b"*a",
        b"&a ",
    ]
) | st.binary(max_size=16)
PACK = own_files()
KINDS = (".xlsx", ".ods", ".zip")


@cache
def sheets() -> dict[str, bytes]:
    """A spreadsheet of each kind that can be imported."""
    return {f"box{kind}": exported({"crates": read_data(FIELD)["crates"]}, "en", kind) for kind in KINDS}


def here() -> set[str]:
    """What lies in the folder of temporary files and in the working directory."""
    return {*os.listdir(tempfile.gettempdir()), *os.listdir(Path.cwd())}


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(name=st.sampled_from(FILES), at=st.floats(0, 1), cut=st.integers(0, 60), put=NASTY)
def test_hostile_packs(name: str, at: float, cut: int, put: bytes) -> None:
    text = PACK[name]
    place = int(at * len(text))
    answer = answer_of(
        PackRequest(data=zipped({**PACK, name: text[:place] + put + text[place + cut :]}), name="box.zip")
    )
    if isinstance(answer, PackRefused):
        assert answer.mistakes
        assert all(each.file and each.line >= 1 and each.found and each.expected for each in answer.mistakes)


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    name=st.sampled_from([f"box{kind}" for kind in KINDS]),
    entry=st.integers(0, 40),
    at=st.floats(0, 1),
    cut=st.integers(0, 60),
    put=NASTY,
    raw=st.booleans(),
)
def test_hostile_spreadsheets(name: str, entry: int, at: float, cut: int, put: bytes, raw: bool) -> None:
    answer = sheets_answer(SpreadsheetRequest(data=spoilt(sheets()[name], entry, at, cut, put, raw), name=name))
    if isinstance(answer, SpreadsheetRefused):
        assert answer.mistakes
        assert all(each.sheet and each.found and each.expected for each in answer.mistakes)
        assert all(str(each).isprintable() for each in answer.mistakes)
    else:
        found = imported(answer.sheets, "en")
        assert all(each.sheet and each.found and each.expected for each in (*found.not_understood, *found.mistakes))


def spoilt(data: bytes, entry: int, at: float, cut: int, put: bytes, raw: bool) -> bytes:
    """A file with something put into it: into the archive itself, or into one of its parts."""
    if raw:
        place = int(at * len(data))
        return data[:place] + put + data[place + cut :]
    archive = zipfile.ZipFile(io.BytesIO(data))
    parts = {each: archive.read(each) for each in archive.namelist()}
    name = sorted(parts)[entry % len(parts)]
    place = int(at * len(parts[name]))
    return zipped({**parts, name: parts[name][:place] + put + parts[name][place + cut :]})


def test_nothing_is_left_behind() -> None:
    before = here()
    for name, data in sheets().items():
        sheets_answer(SpreadsheetRequest(data=data[:-40], name=name))
        sheets_answer(SpreadsheetRequest(data=data, name=name))
    assert here() <= before | {each for each in here() if "pytest" in each or "playwright" in each}
