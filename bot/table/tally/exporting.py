"""Results as files: CSV for spreadsheets, JSON for programs. Keys are the engine's, so that they fit the exports of
games."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from bot.engine.effects import ARTIFACT_COLOURS
from bot.table.tally.ranking import standings
from bot.table.tally.score import lines_of, total

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.store import StoredTally
    from bot.table.tally.model import Tally

KEYS: Final = (
    "track",
    "devotion",
    "progress",
    "technologies",
    "large_locations",
    "card_colour",
    "end_tile",
    "small_artifacts",
    "leftover",
    *(f"artifact_card_{colour}" for colour in ARTIFACT_COLOURS),
)
OPTIONS: Final = ("mode", "expansion", "common_card", "long_game")
COLUMNS: Final = ("result", "closed_at", *OPTIONS, "player", "rank", "total", *KEYS)
FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so would be worked out by a spreadsheet."""


def as_csv(results: Iterable[tuple[StoredTally, Tally]]) -> str:
    """A row per player; the header is in English, like the engine's keys."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for stored, tally in results:
        for row in _rows(tally):
            name = _harmless(row["player"])
            writer.writerow({"result": stored.id, "closed_at": _moment(stored), **_used(tally), **row, "player": name})
    return out.getvalue()


def as_json(results: Iterable[tuple[StoredTally, Tally]]) -> str:
    """A list of results, each with its players and their lines with formulas."""
    return json.dumps([_result(stored, tally) for stored, tally in results], ensure_ascii=False, indent=1)


def _result(stored: StoredTally, tally: Tally) -> dict[str, Any]:
    players = []
    for standing in standings(tally):
        sheet = tally.sheets[standing.seat]
        lines = [
            {"key": line.key, "colour": line.colour, "counts": line.of or line.called or None, "formula": line.formula}
            | {"points": line.points}
            for line in lines_of(sheet, tally.options)
        ]
        name = tally.players[standing.seat].name
        players.append({"name": name, "rank": standing.rank, "total": standing.total, "lines": lines})
    return {"result": stored.id, "closed_at": _moment(stored), **_used(tally), "players": players}


def _rows(tally: Tally) -> Iterable[dict[str, Any]]:
    for standing in standings(tally):
        sheet = tally.sheets[standing.seat]
        points: Counter[str] = Counter()
        for line in lines_of(sheet, tally.options):
            points[f"{line.key}_{line.colour}" if line.colour else line.key] += line.points
        name = tally.players[standing.seat].name
        lines = {key: points[key] for key in KEYS}
        yield {"player": name, "rank": standing.rank, "total": total(sheet, tally.options), **lines}


def _used(tally: Tally) -> dict[str, Any]:
    return {option: getattr(tally.options, option) for option in OPTIONS}


def _moment(stored: StoredTally) -> str | None:
    return stored.closed_at.isoformat(timespec="seconds") if stored.closed_at else None


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA_SIGNS) else cell
