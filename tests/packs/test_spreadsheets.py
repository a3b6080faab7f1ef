"""A pack as a spreadsheet and back: nothing is lost, every cell that is not understood is named, hostile files do
nothing."""

import csv
import io
import shutil
import zipfile
from datetime import date
from functools import cache
from pathlib import Path

import openpyxl
import pytest
from typer.testing import CliRunner

from bot.app.own_packs.pack_data import read_data
from bot.app.own_packs.pack_frame import emptied
from bot.app.own_packs.pack_spreadsheets import FileRefused, exported, take_over
from bot.app.own_packs.pack_tables import SHEETS
from bot.cli.pack_command import commands
from bot.engine.effects import Gain, TakeCard
from bot.engine.packs import field_with_expansion, load_pack
from bot.game_files.spreadsheet_files import MOST_ROWS, sheets_answer
from bot.game_files.spreadsheet_process import CellMistake, SpreadsheetRefused, SpreadsheetRequest
from bot.text import Locale
from tests.packs.conftest import FIELD

KINDS = [(".xlsx", "en"), (".ods", "de"), (".zip", "fr")]


@cache
def shipped(kind: str, locale: Locale = "en") -> bytes:
    """The shipped pack as a spreadsheet."""
    return exported(read_data(FIELD), locale, kind)


def book() -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(shipped(".xlsx")))


def saved(made: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def refused(data: bytes, name: str = "box.xlsx") -> tuple[CellMistake, ...]:
    answer = sheets_answer(SpreadsheetRequest(data=data, name=name))
    assert isinstance(answer, SpreadsheetRefused)
    return answer.mistakes


@pytest.mark.parametrize(("kind", "locale"), KINDS)
def test_nothing_is_lost(tmp_path: Path, kind: str, locale: Locale) -> None:
    """Written, read in the process with limits, and written again."""
    found = take_over(shipped(kind, locale), f"box{kind}", tmp_path / "box", "en")
    assert (found.not_understood, found.mistakes) == ((), ())
    assert load_pack(tmp_path / "box").hash == field_with_expansion().hash


def test_an_empty_frame_can_be_filled_in_as_a_sheet(tmp_path: Path) -> None:
    for file, text in emptied("our_box", "Ours", "de").items():
        (tmp_path / file).write_text(text, "utf-8")
    data = exported(read_data(tmp_path), "de", ".zip")
    crates = zipfile.ZipFile(io.BytesIO(data)).read("crates.csv").decode("utf-8-sig").splitlines()
    assert crates[:3] == ["#,id,get", crates[1], "1,crate_1,"]
    assert crates[1].startswith("Beispiel,")
    found = take_over(data, "box.zip", tmp_path, "de")
    assert found.not_understood == ()
    assert CellMistake("crates", 3, "get", "nothing", "the field 'get'") in found.mistakes


def test_few_values_are_a_list_to_choose_from() -> None:
    made = book()
    lists = {rule.formula1 for rule in made["citizens"].data_validations.dataValidation}
    assert '"red,green,blue"' in lists
    assert '"yes,no"' in lists
    assert set(made.sheetnames) == set(SHEETS)
    ods = zipfile.ZipFile(io.BytesIO(shipped(".ods"))).read("content.xml").decode()
    assert "cell-content-is-in-list" in ods


def test_one_sheet_changes_what_it_has_and_no_more(copy: Path) -> None:
    text = "id,get\n" + "".join(f"{crate.id},2 gear + 1 point\n" for crate in field_with_expansion().crates)
    found = take_over(text.encode(), "crates.csv", copy, "en")
    assert (found.not_understood, found.mistakes) == ((), ())
    pack = load_pack(copy)
    assert len(pack.crates[0].get) == 2
    assert pack.citizens == field_with_expansion().citizens


def test_every_cell_that_is_not_understood_is_named(tmp_path: Path) -> None:
    made = book()
    made["citizens"]["F3"] = "purple"
    made["crates"]["C4"] = "2 gaer"
    made["machines"]["B1"] = "idd"
    made["technologies"]["B3"] = "nobody"
    made["pack"]["B3"] = "nothing_like_it"
    made["score_bonuses"]["B3"] = "x"
    made.create_sheet("more")["A1"] = "id"
    made["crates"]["C5"] = "99 gear"
    found = take_over(saved(made), "box.xlsx", tmp_path / "box", "en")
    said = [str(each) for each in found.not_understood]
    effect = "an effect, such as 2 gear, card, forest or star"
    assert "citizens, row 3, column colour: found 'purple', expected one of red, green, blue" in said
    assert f"crates, row 4, column get: found 'gaer', expected {effect}" in said
    assert "machines, row 1, column idd: found the unknown column 'idd', expected a field of a pack" in said
    assert "technologies, row 3, column tribe: found 'nobody', expected the id of a tribe in the sheet 'tribes'" in said
    assert "pack, row 3, column field: found the unknown field 'nothing_like_it', expected a field of a pack" in said
    assert "score_bonuses, row 3, column space: found 'x', expected the number of a space" in said
    assert any(line.startswith("more: found this sheet, expected one of citizens") for line in said)
    assert CellMistake("crates", 5, "get", "'99'", "a whole number from 1 to 9") in found.mistakes
    assert (tmp_path / "box" / "tiles.yaml").exists(), "what was understood is kept"


def test_the_command_line(tmp_path: Path) -> None:
    run = CliRunner()
    file, box = tmp_path / "box.ods", tmp_path / "box"
    assert run.invoke(commands, ["export", str(FIELD), str(tmp_path / "box.doc")]).exit_code == 2
    assert run.invoke(commands, ["export", str(FIELD), str(file)]).exit_code == 0
    assert run.invoke(commands, ["import", str(file), str(box)]).exit_code == 0
    (tmp_path / "bad.xlsx").write_bytes(b"PK nothing")
    result = run.invoke(commands, ["import", str(tmp_path / "bad.xlsx"), str(tmp_path / "none")])
    assert result.exit_code == 1
    assert "bad.xlsx: found a damaged archive, expected a file that can be unpacked" in result.output
    assert not (tmp_path / "none").exists()
    assert run.invoke(commands, ["import", str(tmp_path / "missing.xlsx"), str(box)]).exit_code == 1


# ---- hostile -----------------------------------------------------------------------------------------------------


def archive(entries: dict[str, bytes], before: bytes | None = None) -> bytes:
    """A ZIP archive; ``before``: one whose files it has too."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        old = zipfile.ZipFile(io.BytesIO(before)) if before else None
        for name in old.namelist() if old else ():
            if name not in entries:
                made.writestr(name, old.read(name) if old else b"")
        for name, content in entries.items():
            made.writestr(name, content)
    return out.getvalue()


def test_a_bomb_is_not_unpacked() -> None:
    found = refused(archive({"xl/workbook.xml": b" " * 60_000_000}))
    assert found == (CellMistake("xl/workbook.xml", 0, "", "more than 25165824 bytes unpacked", "a smaller file"),)


def test_formulas_are_not_computed() -> None:
    made = book()
    made["crates"]["C4"] = "=1+1"
    assert refused(saved(made)) == (CellMistake("crates", 4, "get", "a formula", "a value; nothing is computed"),)
    ods = shipped(".ods")
    content = zipfile.ZipFile(io.BytesIO(ods)).read("content.xml")
    spoilt = content.replace(b"<table:table-cell ", b'<table:table-cell table:formula="of:=1+1" ', 1)
    assert refused(archive({"content.xml": spoilt}, ods))[0].found == "a formula"
    assert refused(b"id,get\nk01,=cmd|' /C calc'!A0\n", "crates.csv")[0] == CellMistake(
        "crates", 2, "get", "a formula", "a value; nothing is computed"
    )


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ({"xl/externalLinks/externalLink1.xml": b"<a/>"}, "links to other files"),
        ({"xl/vbaProject.bin": b"x"}, "a macro"),
        ({"xl/embeddings/o.bin": b"x"}, "a file inside it"),
        ({"xl/more.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}, "a document type or entity"),
        ({"xl/more.xml": "<a/>".encode("utf-16")}, "another encoding"),
        ({"xl/_rels/x.rels": b'<a TargetMode="External"/>'}, "links to what is outside the file"),
        ({"../out.xml": b"<a/>"}, "a path out of the archive"),
    ],
)
def test_what_is_more_than_cells_is_refused(entries: dict[str, bytes], found: str) -> None:
    (mistake,) = refused(archive(entries, shipped(".xlsx")))
    assert mistake.found == found
    assert mistake.sheet == next(iter(entries))


def test_huge_things() -> None:
    made = book()
    made["crates"]["C4"] = "x" * 501
    made["crates"]["C5"] = date(2026, 2, 1)
    assert [each.found for each in refused(saved(made))] == ["501 characters", "a date"]
    long = "id,get\n" + "k,gear\n" * (MOST_ROWS + 1)
    assert refused(long.encode(), "crates.csv")[0].found == f"more than {MOST_ROWS} rows"
    ods = shipped(".ods")
    content = zipfile.ZipFile(io.BytesIO(ods)).read("content.xml")
    many = content.replace(b"<table:table-cell ", b'<table:table-cell table:number-columns-repeated="99999999999" ', 1)
    assert refused(archive({"content.xml": many}, ods))[0].found == "more than 120 columns"
    assert refused(b"x" * (3 * 1024 * 1024), "box.csv")[0].expected == "at most 2097152"


def test_foreign_encodings() -> None:
    assert refused("id,get\nk01,réveil\n".encode("latin-1"), "crates.csv") == (
        CellMistake("crates", 2, "", "the byte 0xe9", "text in UTF-8"),
    )
    assert refused("id,get\n".encode("utf-16"), "crates.csv")[0].found == "the byte 0xff"


def test_a_huge_number_is_a_cell_that_is_not_understood(copy: Path) -> None:
    text = "id;name.en;points\n" + "".join(f"l{n};L{n};{'9' * 400}\n" for n in range(5))
    found = take_over(text.encode(), "large_locations.csv", copy, "en")
    assert {each.expected for each in found.not_understood} == {"a whole number"}


def test_names_that_look_like_formulas_stay_names(tmp_path: Path, copy: Path) -> None:
    text = (copy / "machines.yaml").read_text("utf-8").replace("Steam Hammer", "'=1+1'", 1)
    (copy / "machines.yaml").write_text(text, "utf-8")
    for kind in (".xlsx", ".zip"):
        data = exported(read_data(copy), "en", kind)
        assert take_over(data, f"box{kind}", tmp_path / kind[1:], "en").not_understood == ()
        assert load_pack(tmp_path / kind[1:]).hash == load_pack(copy).hash
    rows = csv.reader(io.StringIO(zipfile.ZipFile(io.BytesIO(data)).read("machines.csv").decode("utf-8-sig")))
    assert any("'=1+1" in row for row in rows)


def test_a_broken_file_leaves_the_pack_as_it_was(copy: Path) -> None:
    before = {file.name: file.read_bytes() for file in copy.iterdir()}
    with pytest.raises(FileRefused):
        take_over(b"PK\x03\x04broken", "box.xlsx", copy, "en")
    assert {file.name: file.read_bytes() for file in copy.iterdir()} == before


LIBREOFFICE = Path(__file__).parent / "libreoffice"
"""The crates of the shipped pack as LibreOffice 7.4 has written them, with another effect in the first of them."""


@pytest.mark.parametrize("name", ["crates.ods", "crates.xlsx", "crates.csv"])
def test_what_libreoffice_writes_is_read(tmp_path: Path, name: str) -> None:
    box = tmp_path / "box"
    shutil.copytree(FIELD, box)
    found = take_over((LIBREOFFICE / name).read_bytes(), name, box, "de")
    assert (found.not_understood, found.mistakes) == ((), ())
    read, before = load_pack(box).crates, load_pack(FIELD).crates
    assert read[0].get == (Gain(gear=4), TakeCard())
    assert read[1:] == before[1:]
