"""Results as files."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest

from bot.app.score_pad import Artifacts, Closing, Leftover, Options, Player, ScorePad, Sheet, as_csv, as_json
from bot.app.score_pad.entry_cells import POINT_COLUMNS
from bot.store import StoredScorePad

STORED = StoredScorePad(7, 10, 20, None, b"", datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
SHEET = Sheet(
    track=61,
    progress=18,
    technologies=5,
    locations=(7, 5),
    cards=(4, 6),
    leftover=Leftover(11),
    small=1,
    end_tile=True,
    artifacts=(Artifacts(3, 6, 1, "energy"), Artifacts(0, 4, 2, called="Kram"), Artifacts(1, 5)),
)


def pad(*names: str) -> ScorePad:
    sheets = tuple(Sheet(track=10 * seat, progress=0) if seat else SHEET for seat in range(len(names)))
    return ScorePad(1, "de", tuple(map(Player, names)), sheets, Options(common_card=True), Closing(1, "Kim"))


def test_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv([(STORED, pad("Kim", "Zoé, la grande"))]))))
    first, second = rows
    assert (first["result"], first["player"], first["rank"], first["total"]) == ("7", "Kim", "1", "166")
    assert (first["artifact_card_yellow"], first["card_colour"], first["large_locations"]) == ("24", "20", "12")
    assert (first["closed_at"], first["common_card"]) == ("2026-01-02T03:04:00+00:00", "True")
    assert (second["player"], second["rank"], second["total"]) == ("Zoé, la grande", "2", "10")
    lines = [int(first[key]) for key in POINT_COLUMNS if first[key]]
    assert sum(lines) == 166


@pytest.mark.parametrize("name", ["=1+1", "+49", "-x", "@sum", "\tx"])
def test_no_name_is_worked_out_by_a_spreadsheet(name: str) -> None:
    [row] = csv.DictReader(io.StringIO(as_csv([(STORED, pad(name))])))
    assert row["player"] == f"'{name}"


def test_json() -> None:
    [result] = json.loads(as_json([(STORED, pad("Kim"))]))
    [player] = result["players"]
    assert (result["result"], player["name"], player["rank"], player["total"]) == (7, "Kim", 1, 166)
    assert {
        "key": "artifact_card",
        "colour": "yellow",
        "counts": "energy",
        "formula": "(3 + 1) × 6 × 1",
        "points": 24,
    } in (player["lines"])
    assert sum(line["points"] for line in player["lines"]) == 166


def test_nothing_to_export() -> None:
    assert len(as_csv([]).splitlines()) == 1
    assert json.loads(as_json([])) == []
