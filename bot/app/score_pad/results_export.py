"""Results as files: CSV for spreadsheets, JSON for programs. Keys are the engine's, so that they fit the exports of
games. Both hold all that statistics are made of, so that they can be read in again (``bot.app.result_files``)."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from bot.app.score_pad.details import moment_played
from bot.app.score_pad.edit_history import edits_of_result, field_written, sheet_after
from bot.app.score_pad.entry_cells import ENTRY_COLUMNS, POINT_COLUMNS, entry_cells, guarded
from bot.app.score_pad.model import computer_of
from bot.app.score_pad.pad_scoring import lines_of, total
from bot.app.score_pad.ranking import ranked_seats
from bot.text import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.app.score_pad.model import Edit, ScorePad
    from bot.store import StoredScorePad

OPTIONS: Final = ("mode", "expansion", "common_card", "long_game")
COLUMNS: Final = (
    "result",
    "closed_at",
    *OPTIONS,
    "player",
    "rank",
    "total",
    *POINT_COLUMNS,
    "refereed",
    "changes",
    "pack",
    "by_hand",
    "seat",
    "person",
    "computer",
    "tribe",
    "card",
    *ENTRY_COLUMNS,
    "imported",
    "place",
    "note",
    "parts",
    "starter",
)
Separator = Literal[",", ";"]


class SeatInFile(msgspec.Struct, frozen=True):
    """Whose a seat is. ``person``: what they are called in all results of a file, so that people of one name are told
    apart and a person with several names has one; ``computer``: the strength of a computer player."""

    person: str
    computer: str
    tribe: str
    card: str


People = Mapping[tuple[int, int], SeatInFile]
"""By result and seat."""


def as_csv(
    results: Iterable[tuple[StoredScorePad, ScorePad]], people: People | None = None, separator: Separator = ","
) -> str:
    """A row per player; the header is in English, like the engine's keys. A line that was not entered is empty.
    ``changes``: of the player's entries since it became a result, which the JSON file tells."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, delimiter=separator, lineterminator="\r\n")
    writer.writeheader()
    for stored, pad in results:
        head = {"result": stored.id, "closed_at": _moment(stored, pad), "imported": stored.source} | _used(pad)
        head |= _details(pad, " ".join(pad.details.parts))
        for row in _rows(stored, pad, people or {}):
            cells = head | row
            writer.writerow({key: guarded(cell) if isinstance(cell, str) else cell for key, cell in cells.items()})
    return out.getvalue()


def as_json(results: Iterable[tuple[StoredScorePad, ScorePad]], people: People | None = None) -> str:
    """A list of results, each with its players, their lines with formulas, and what was entered."""
    listed = [_result(stored, pad, people or {}) for stored, pad in results]
    return json.dumps(listed, ensure_ascii=False, indent=1)


def _result(stored: StoredScorePad, pad: ScorePad, people: People) -> dict[str, Any]:
    players = []
    for standing in ranked_seats(pad):
        sheet = pad.sheets[standing.seat]
        lines = [
            {"key": line.key, "colour": line.colour, "counts": line.of or line.called or None, "formula": line.formula}
            | {"points": line.points}
            for line in lines_of(sheet, pad.options)
        ]
        who = _who(stored, pad, standing.seat, people)
        ranked = {"name": who.pop("player"), "rank": standing.rank, "total": standing.total, "lines": lines}
        players.append(ranked | who | {"entries": msgspec.to_builtins(sheet)})
    changes = [change for edit in edits_of_result(pad) for change in _changes(pad, edit)]
    head = {"result": stored.id, "closed_at": _moment(stored, pad), "refereed": pad.game, "imported": stored.source}
    return head | _used(pad) | _details(pad, pad.details.parts) | {"players": players, "changes": changes}


def _changes(pad: ScorePad, edit: Edit) -> Iterable[dict[str, Any]]:
    """By whom, when, what it was and what it became, field by field."""
    after, at = sheet_after(pad, edit), edit.at.isoformat(timespec="seconds")
    for field in edit.fields:
        was, now = (field_written(sheet, field, DEFAULT) for sheet in (edit.was, after))
        named = {"player": pad.players[edit.seat].name, "by": edit.name, "at": at}
        yield named | {"field": field, "was": was, "now": now}


def _rows(stored: StoredScorePad, pad: ScorePad, people: People) -> Iterable[dict[str, Any]]:
    for standing in ranked_seats(pad):
        sheet = pad.sheets[standing.seat]
        points: Counter[str] = Counter()
        for line in lines_of(sheet, pad.options):
            points[f"{line.key}_{line.colour}" if line.colour else line.key] += line.points
        trust = {"refereed": pad.game, "changes": len(edits_of_result(pad, standing.seat))}
        ranked = {"rank": standing.rank, "total": total(sheet, pad.options)}
        yield _who(stored, pad, standing.seat, people) | ranked | points | trust | entry_cells(sheet)


def _who(stored: StoredScorePad, pad: ScorePad, seat: int, people: People) -> dict[str, Any]:
    """Who sat there. A computer player has a strength and no person."""
    player = pad.players[seat]
    computer = computer_of(pad, player)
    usual = SeatInFile("" if computer else player.name, computer, player.tribe, player.card)
    told = msgspec.structs.asdict(people.get((stored.id, seat), usual))
    return {"player": player.name, "seat": seat + 1} | told


def _used(pad: ScorePad) -> dict[str, Any]:
    return {option: getattr(pad.options, option) for option in (*OPTIONS, "by_hand", "pack")}


def _details(pad: ScorePad, parts: object) -> dict[str, Any]:
    """What is told besides points; ``starter`` counts as seats do in a file, from 1."""
    details = pad.details
    starter = None if details.starter is None else details.starter + 1
    return {"place": details.place, "note": details.note, "parts": parts, "starter": starter}


def _moment(stored: StoredScorePad, pad: ScorePad) -> str | None:
    """When it was closed, or played if another day is told: what statistics count, so that they come back the same."""
    return moment_played(pad, stored.closed_at).isoformat(timespec="seconds") if stored.closed_at else None
