"""Whether what stands in a file can be a result: cells in, a result or mistakes out."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import TYPE_CHECKING, Final, get_args

import msgspec

from bot.app.result_files.day_cells import UnreadableDay, day_of_cell
from bot.app.result_files.result_file_model import (
    MOST_POINTS,
    Expected,
    FileMistake,
    ReadResult,
    ReadSeat,
)
from bot.app.results.seat_numbers import COMPUTERS
from bot.app.score_pad.component_keys import is_component_key
from bot.app.score_pad.details import LONGEST_NOTE, LONGEST_PLACE, one_line
from bot.app.score_pad.entry_cells import POINT_COLUMNS, UnreadableCell, number_of, sheet_of_cells
from bot.app.score_pad.model import MODES, MOST_PLAYERS, PARTS, Details, Mode, Options, Sheet
from bot.app.score_pad.pad_scoring import lines_of, total
from bot.app.score_pad.parsing import MOST, folded
from bot.app.score_pad.service import LONGEST_PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

LONGEST_TEXT: Final = 60
LONGEST_SHOWN: Final = 40
LONGEST_FOLDED: Final = 64
"""Characters of a name as it is compared, which the database has room for."""
YES: Final = frozenset(("true", "1", "yes", "ja", "oui", "wahr", "vrai"))
NO: Final = frozenset(("", "false", "0", "no", "nein", "non", "falsch", "faux"))
FINGERPRINT: Final = re.compile(r"[0-9a-f]{32}(-[1-9][0-9]{0,3})?")
TOLD: Final = ("place", "note", "parts", "starter")
"""Columns that tell of a game what is no points."""
HEAD: Final = ("closed_at", "mode", "expansion", "common_card", "long_game", "pack", "by_hand", "imported", *TOLD)
"""Columns that say the same for all players of a result."""


class Wrong(Exception):
    """A result cannot be taken over."""

    def __init__(self, mistakes: Iterable[FileMistake]) -> None:
        super().__init__("mistakes")
        self.mistakes = tuple(mistakes)


def mistake(line: int, column: str, found: str, expected: Expected, wanted: object = "") -> FileMistake:
    """A mistake, what was found cut to what can be shown."""
    cut = found if len(found) <= LONGEST_SHOWN else found[: LONGEST_SHOWN - 1] + "…"
    return FileMistake(line, column, cut, expected, str(wanted))


def fingerprint(played: datetime, mode: str, seats: Iterable[tuple[str, str, int]]) -> str:
    """What a result is known by when it comes again: when it was closed, and the name (else the computer player's
    strength) and points of each seat, in any order."""
    told = sorted((f"*{computer}" if computer else folded(name), points) for name, computer, points in seats)
    said = msgspec.json.encode([int(played.timestamp()), mode, told])
    return hashlib.sha256(said).hexdigest()[:32]


def read_options(line: int, cells: Mapping[str, str]) -> Options:
    """:raises Wrong: some of them cannot be read."""
    mistakes: list[FileMistake] = []
    mode, used = cells.get("mode", "") or "table", {}
    if mode not in MODES:
        mistakes.append(mistake(line, "mode", mode, "mode", ", ".join(MODES)))
    for column in ("expansion", "common_card", "long_game"):
        said = cells.get(column, "").casefold()
        if said not in YES | NO:
            mistakes.append(mistake(line, column, said, "yes_no"))
        used[column] = said in YES
    pack, by_hand = cells.get("pack", ""), 0
    if len(pack) > LONGEST_TEXT or not pack.isprintable():
        mistakes.append(mistake(line, "pack", pack, "text_short", LONGEST_TEXT))
    try:
        by_hand = number_of(cells, "by_hand", MOST_POINTS) or 0
    except UnreadableCell as wrong:
        mistakes.append(mistake(line, "by_hand", cells.get("by_hand", ""), _expected(wrong.kind), MOST_POINTS))
    if mistakes:
        raise Wrong(mistakes)
    return Options(**used, mode=mode, pack=pack, by_hand=by_hand)  # type: ignore[arg-type]


def read_seat(line: int, cells: Mapping[str, str], options: Options, entries: Sheet | None = None) -> ReadSeat:
    """A player. ``entries``: what was entered, where a program has written it.

    :raises Wrong: something cannot be read, or points do not agree with each other.
    """
    mistakes = [*_names(line, cells), *_told(line, cells)]
    sheet = Sheet()
    try:
        sheet = entries or sheet_of_cells(_of_old(cells))
        points = number_of(cells, "total", MOST_POINTS)
        if sheet in (Sheet(), Sheet(track_steps=sheet.track_steps)) and points is not None:
            sheet = msgspec.structs.replace(sheet, whole=points)
        mistakes += _points(line, cells, sheet, options)
    except UnreadableCell as wrong:
        found = cells.get(wrong.column, "")
        most = MOST_POINTS if wrong.column == "total" else MOST
        mistakes.append(mistake(line, wrong.column, found, _expected(wrong.kind), most))
    if mistakes:
        raise Wrong(mistakes)
    computer = cells.get("computer", "")
    person = "" if computer else cells.get("person", "") or cells.get("player", "")
    return ReadSeat(cells.get("player", ""), person, sheet, computer, cells.get("tribe", ""), cells.get("card", ""))


def _of_old(cells: Mapping[str, str]) -> Mapping[str, str]:
    """Files used to say 0 for whatever was not entered: the whole where there were lines, lines where there was the
    whole."""
    whole, others = (
        cells.get("whole", ""),
        [column for column in POINT_COLUMNS if column != "whole" and cells.get(column)],
    )
    if whole == "0" and others:
        return {column: cell for column, cell in cells.items() if column != "whole"}
    if whole and all(cells[column] == "0" for column in others):
        return {column: cell for column, cell in cells.items() if column not in others}
    return cells


def _expected(kind: str) -> Expected:
    return next(each for each in get_args(Expected) if each == kind)


def _names(line: int, cells: Mapping[str, str]) -> Iterable[FileMistake]:
    for column in ("player", "person"):
        name = cells.get(column, "")
        if len(name) > LONGEST_PLAYER or len(folded(name)) > LONGEST_FOLDED:
            yield mistake(line, column, name, "name_short", LONGEST_PLAYER)
        elif not name.isprintable():
            yield mistake(line, column, name, "name")


def _told(line: int, cells: Mapping[str, str]) -> Iterable[FileMistake]:
    computer = cells.get("computer", "")
    if computer and computer not in COMPUTERS:
        yield mistake(line, "computer", computer, "computer", ", ".join(COMPUTERS))
    for column in ("tribe", "card"):
        if (said := cells.get(column, "")) and not is_component_key(said):
            yield mistake(line, column, said, "identifier")


def _points(line: int, cells: Mapping[str, str], sheet: Sheet, options: Options) -> Iterable[FileMistake]:
    """Points that cannot be, or that do not agree with what was entered."""
    scored: Counter[str] = Counter()
    for each in lines_of(sheet, options):
        scored[f"{each.key}_{each.colour}" if each.colour else each.key] += each.points
    if not scored:
        yield mistake(line, "total", cells.get("total", ""), "points")
    for column in POINT_COLUMNS:
        said = number_of(cells, column, MOST_POINTS)
        if said is not None and said != scored[column] and "whole" not in scored:
            yield mistake(line, column, cells[column], "line", scored[column])
    points, said = total(sheet, options), number_of(cells, "total", MOST_POINTS)
    if points > MOST_POINTS:
        yield mistake(line, "total", str(points), "at_most", MOST_POINTS)
    elif said is not None and said != points:
        yield mistake(line, "total", cells["total"], "total", points)


def read_result(
    line: int, cells: Mapping[str, str], options: Options, seats: Sequence[ReadSeat], now: float
) -> ReadResult:
    """A result of its players.

    :raises Wrong: they cannot be of one game, or its day cannot be.
    """
    details, wrong_details = _read_details(line, cells, options, len(seats))
    mistakes = [*_together(line, options.mode, seats), *wrong_details]
    said = cells.get("closed_at", "")
    try:
        played = day_of_cell(said, now)
    except UnreadableDay as wrong:
        raise Wrong([*mistakes, mistake(line, "closed_at", said, wrong.expected)]) from None
    if mistakes:
        raise Wrong(mistakes)
    known = cells.get("imported", "")
    told = ((seat.name, seat.computer, total(seat.sheet, options)) for seat in seats)
    source = known if FINGERPRINT.fullmatch(known) else fingerprint(played, options.mode, told)
    return ReadResult(line, played, options, tuple(seats), source, details)


def _read_details(
    line: int, cells: Mapping[str, str], options: Options, seats: int
) -> tuple[Details, list[FileMistake]]:
    """What is told of a game besides points, and what of it cannot be."""
    place, note = one_line(cells.get("place", "")), one_line(cells.get("note", ""))
    starter, chosen = cells.get("starter", ""), cells.get("parts", "").split()
    mistakes = [
        mistake(line, column, text, "text_short", most)
        for column, text, most in (("place", place, LONGEST_PLACE), ("note", note, LONGEST_NOTE))
        if len(text) > most
    ]
    if not set(chosen) <= set(PARTS if options.expansion else ()):
        mistakes.append(mistake(line, "parts", cells["parts"], "parts", " ".join(PARTS)))
    if starter and starter not in map(str, range(1, seats + 1)):
        mistakes.append(mistake(line, "starter", starter, "starter", seats))
    if mistakes:
        return Details(), mistakes
    parts = tuple(part for part in PARTS if part in chosen)
    return Details(None, place, note, parts, int(starter) - 1 if starter else None), []


def _together(line: int, mode: Mode, seats: Sequence[ReadSeat]) -> Iterable[FileMistake]:
    if len(seats) > MOST_PLAYERS:
        yield mistake(line, "result", str(len(seats)), "seats", MOST_PLAYERS)
    elif mode != "table" and len(seats) > 1:
        yield mistake(line, "mode", mode, "alone", len(seats))
    names = Counter(folded(seat.person) for seat in seats if seat.person)
    for seat in seats:
        if names[folded(seat.person)] > 1:
            yield mistake(line, "player", seat.person, "twice")
            return
