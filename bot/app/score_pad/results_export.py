"""Results as files: CSV for spreadsheets, JSON for programs. Keys are the engine's, so that they fit the exports of
games."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from bot.app.score_pad.edit_history import edits_of_result, field_written, sheet_after
from bot.app.score_pad.pad_scoring import lines_of, total
from bot.app.score_pad.ranking import ranked_seats
from bot.engine.effects import ARTIFACT_COLOURS
from bot.store.result_statistics import LINES
from bot.text import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.app.score_pad.model import Edit, ScorePad
    from bot.store import StoredScorePad

KEYS: Final = (
    *(line for line in LINES if line != "artifact_card"),
    *(f"artifact_card_{colour}" for colour in ARTIFACT_COLOURS),
    "whole",
)
OPTIONS: Final = ("mode", "expansion", "common_card", "long_game")
COLUMNS: Final = (
    "result",
    "closed_at",
    *OPTIONS,
    "player",
    "rank",
    "total",
    *KEYS,
    "refereed",
    "changes",
    "pack",
    "by_hand",
)
FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so would be worked out by a spreadsheet."""


def as_csv(results: Iterable[tuple[StoredScorePad, ScorePad]]) -> str:
    """A row per player; the header is in English, like the engine's keys. ``changes``: of the player's entries since it
    became a result, which the JSON file tells."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for stored, pad in results:
        for row in _rows(pad):
            name = _harmless(row["player"])
            writer.writerow({"result": stored.id, "closed_at": _moment(stored), **_used(pad), **row, "player": name})
    return out.getvalue()


def as_json(results: Iterable[tuple[StoredScorePad, ScorePad]]) -> str:
    """A list of results, each with its players and their lines with formulas."""
    return json.dumps([_result(stored, pad) for stored, pad in results], ensure_ascii=False, indent=1)


def _result(stored: StoredScorePad, pad: ScorePad) -> dict[str, Any]:
    players = []
    for standing in ranked_seats(pad):
        sheet = pad.sheets[standing.seat]
        lines = [
            {"key": line.key, "colour": line.colour, "counts": line.of or line.called or None, "formula": line.formula}
            | {"points": line.points}
            for line in lines_of(sheet, pad.options)
        ]
        name = pad.players[standing.seat].name
        players.append({"name": name, "rank": standing.rank, "total": standing.total, "lines": lines})
    changes = [change for edit in edits_of_result(pad) for change in _changes(pad, edit)]
    head = {"result": stored.id, "closed_at": _moment(stored), "refereed": pad.game}
    return head | _used(pad) | {"players": players, "changes": changes}


def _changes(pad: ScorePad, edit: Edit) -> Iterable[dict[str, Any]]:
    """By whom, when, what it was and what it became, field by field."""
    after, at = sheet_after(pad, edit), edit.at.isoformat(timespec="seconds")
    for field in edit.fields:
        was, now = (field_written(sheet, field, DEFAULT) for sheet in (edit.was, after))
        named = {"player": pad.players[edit.seat].name, "by": edit.name, "at": at}
        yield named | {"field": field, "was": was, "now": now}


def _rows(pad: ScorePad) -> Iterable[dict[str, Any]]:
    for standing in ranked_seats(pad):
        sheet = pad.sheets[standing.seat]
        points: Counter[str] = Counter()
        for line in lines_of(sheet, pad.options):
            points[f"{line.key}_{line.colour}" if line.colour else line.key] += line.points
        name = pad.players[standing.seat].name
        lines = {key: points[key] for key in KEYS}
        trust = {"refereed": pad.game, "changes": len(edits_of_result(pad, standing.seat))}
        yield {"player": name, "rank": standing.rank, "total": total(sheet, pad.options), **lines, **trust}


def _used(pad: ScorePad) -> dict[str, Any]:
    used = {option: getattr(pad.options, option) for option in (*OPTIONS, "by_hand")}
    return used | {"pack": _harmless(pad.options.pack)}


def _moment(stored: StoredScorePad) -> str | None:
    return stored.closed_at.isoformat(timespec="seconds") if stored.closed_at else None


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA_SIGNS) else cell
