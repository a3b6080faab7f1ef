"""The pack behind the page: every change is on the disk, can be undone, and tells its mistakes by field."""

from pathlib import Path
from typing import Any

import pytest

from bot.app.own_packs.pack_frame import emptied
from bot.app.own_packs.pack_tables import REST, SHEETS, at
from bot.engine.components import COMPONENT_LISTS
from bot.engine.packs import load_pack
from bot.pack_editor.component_preview import picture_of, words_of
from bot.pack_editor.pack_document import NoSuchPlace, PackDocument
from tests.packs.conftest import FIELD, copy

__all__ = ["copy"]


@pytest.fixture
def frame(tmp_path: Path) -> PackDocument:
    """An empty frame."""
    for file, text in emptied("our_box", "Ours", "de").items():
        (tmp_path / file).write_text(text, "utf-8")
    return PackDocument(tmp_path)


def cell(document: PackDocument, sheet: str, row: int, heading: str) -> Any:
    column = next(each for each in document.columns(sheet) if each.heading == heading)
    return at(document.rows(sheet)[row][1], *column.keys)


def test_a_change_is_on_the_disk_at_once_and_undo_takes_it_back(copy: Path) -> None:
    document, before = PackDocument(copy), load_pack(copy).hash
    comment = (copy / "crates.yaml").read_text("utf-8").splitlines()[0]
    assert document.put("crates", 0, "get", "2g + p", "en") is None
    assert len(load_pack(copy).crates[0].get) == 2
    assert (copy / "crates.yaml").read_text("utf-8").splitlines()[0] == comment
    assert document.undo()
    assert load_pack(copy).hash == before
    assert not document.undo()
    assert {file.suffix for file in copy.iterdir()} == {".yaml"}, "nothing is left behind"
    assert len({file.stat().st_mode for file in copy.iterdir()}) == 1, "others may read what they could read"


def test_what_is_not_understood_is_kept_as_it_was_typed(frame: PackDocument) -> None:
    refused = frame.put("crates", 3, "get", "2 gaer", "en")
    assert refused is not None
    assert refused.found == "'gaer'"
    again = PackDocument(frame.directory)
    assert cell(again, "crates", 3, "get") == "2 gaer"
    assert any((each.sheet, each.row, each.heading) == ("crates", 3, "get") for each in again.troubles())


def test_every_mistake_of_an_empty_frame_has_its_field(frame: PackDocument) -> None:
    troubles = frame.troubles()
    assert len(troubles) > 500
    for each in troubles:
        headings = {column.heading for column in frame.columns(each.sheet)}
        assert each.heading in headings, each
        assert 0 <= each.row < len(frame.rows(each.sheet))
    assert PackDocument(FIELD).troubles() == []


def test_a_value_taken_out_leaves_nothing_empty_behind(copy: Path) -> None:
    document = PackDocument(copy)
    row = next(n for n, (_, value, _) in enumerate(document.rows("technologies")) if "trade" in value)
    keys = document.rows("technologies")[row][0]
    for heading in ("trade.cost", "trade.get", "trade.once"):
        document.put("technologies", row, heading, "", "en")
    assert "trade" not in document.rows("technologies")[row][1]
    assert document.rows("technologies")[row][0] == keys
    for n in (4, 3, 2, 1):
        document.put("start_tiles", 0, f"spaces.{n}.terrain", "", "en")
    assert "spaces" not in document.rows("start_tiles")[0][1]


def test_like_the_one_before_keeps_identifier_and_name(copy: Path) -> None:
    document = PackDocument(copy)
    document.like("citizens", 1, 0)
    (_, first, _), (_, second, _) = document.rows("citizens")[:2]
    assert second["top"] == first["top"]
    assert second["id"] != first["id"]
    assert second["name"] != first["name"]


def test_components_are_added_and_taken_out(copy: Path) -> None:
    document = PackDocument(copy)
    number = len(document.rows("crates"))
    assert document.add("crates") == number
    assert any(each.sheet == "crates" for each in document.troubles())
    document.remove("crates", number)
    assert document.troubles() == []
    row = document.add("score_bonuses")
    assert document.put("score_bonuses", row, "space", "48", "en") is None
    assert document.put("score_bonuses", row, "space", "5", "en") is not None, "something lies there"
    assert document.put("score_bonuses", row, "get", "1 energy", "en") is None
    assert document.troubles() == []
    assert 48 in load_pack(copy).board.score_bonuses
    document.put("score_bonuses", row, "get", "", "en")
    assert document.rows("score_bonuses")[row][2] == "48", "an emptied field does not move the rows"


def test_what_somebody_else_writes_is_read(copy: Path) -> None:
    document = PackDocument(copy)
    text = (copy / "crates.yaml").read_text("utf-8").replace("gear: 3", "gear: 4", 1)
    (copy / "crates.yaml").write_text(text, "utf-8")
    document.refresh()
    document.put("crates", 1, "get", "card", "en")
    assert load_pack(copy).crates[0].get[0] != load_pack(FIELD).crates[0].get[0]


@pytest.mark.parametrize(
    "place", [("no", 0, "get"), ("crates", 99, "get"), ("crates", 0, "no"), ("technologies", 0, "tribe")]
)
def test_there_is_no_such_place(copy: Path, place: tuple[str, int, str]) -> None:
    with pytest.raises(NoSuchPlace):
        PackDocument(copy).put(*place, "1", "en")


def test_words_and_pictures() -> None:
    document = PackDocument(FIELD)
    kind = next(column.kind for column in document.columns("crates") if column.heading == "get")
    assert words_of("2 Zahnräder", kind, "en") == "2 gears"
    assert words_of("2 gaer", kind, "en") == ""
    assert words_of("99 gear", kind, "en") == "", "more than a pack may hold"
    for sheet in SHEETS:
        place = document.rows(sheet)[0][0]
        png = picture_of(document.draft(), place, "fr") if sheet != REST else None
        drawn = sheet in (*COMPONENT_LISTS, "technologies", "scyphoz", "journeys", "lakes")
        assert (png is not None) == drawn, sheet
