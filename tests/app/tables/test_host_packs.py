"""Packs of the host in ``DATA_DIR/packs``: every good one is offered to everybody; the rest is logged."""

import logging
from pathlib import Path

import pytest

from bot.app.tables.host_packs import MOST_PACKS, packs_for_all
from tests.packs.own_pack import own_files, own_zip, zipped


def ids(folder: Path) -> list[str]:
    return [pack.id for pack in packs_for_all(folder)]


def test_without_a_folder_there_is_the_shipped_pack(tmp_path: Path) -> None:
    assert ids(tmp_path / "none") == ["field"]


def test_directories_archives_and_single_files(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name, content in own_files("box_b").items():
        (tmp_path / "b" / name).write_bytes(content)
    (tmp_path / "a.zip").write_bytes(own_zip("box_a"))
    (tmp_path / "notes.txt").write_text("not a pack")
    assert ids(tmp_path) == ["field", "box_a", "box_b"]


def test_what_is_wrong_is_logged_and_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    half = {name: content for name, content in own_files("half").items() if name != "crates.yaml"}
    (tmp_path / "a_half.zip").write_bytes(zipped(half))
    (tmp_path / "b.zip").write_bytes(own_zip("box_b"))
    (tmp_path / "c.zip").write_bytes(own_zip("box_b", "2"))
    with caplog.at_level(logging.ERROR):
        assert ids(tmp_path) == ["field", "box_b"]
    told = [record.message for record in caplog.records]
    assert told == ["a pack has mistakes", "a pack was left out: its identifier is taken"]
    assert caplog.records[0].__dict__["mistakes"] == ["crates.yaml:1: found nothing, expected this file"]


def test_so_many_and_no_more(tmp_path: Path) -> None:
    for number in range(MOST_PACKS + 2):
        (tmp_path / f"{number:02}.zip").write_bytes(own_zip(f"box_{number}"))
    assert len(ids(tmp_path)) == MOST_PACKS + 1


def test_a_table_without_the_expansion_has_the_same_pack_with_and_without_it(tmp_path: Path) -> None:
    """A host who adds the expansion's file to a pack leaves tables that do not play it alone."""
    whole = own_files("box_a")
    assert "abyss.yaml" in whole
    base = {name: content for name, content in whole.items() if name != "abyss.yaml"}
    for folder, files in (("with", whole), ("without", base)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.zip").write_bytes(zipped(files))
    (_, first), (_, second) = (packs_for_all(tmp_path / folder) for folder in ("with", "without"))
    assert first.abyss is not None
    assert first.hash != second.hash
    assert first.base.hash == second.hash
