"""``python -m bot.app.result_files.result_reading``: reads a file of results, CSV or JSON, and says what is in it.

A process of its own for one file, with limits on time and memory that it sets itself before it reads anything
(``bot.game_files.limited_process``).
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from bot.app.result_files.result_checks import HEAD, Wrong, mistake, read_options, read_result, read_seat
from bot.app.result_files.result_file_model import (
    MOST_RESULTS,
    MOST_TOLD,
    FileMistake,
    FileOrder,
    FileRefused,
    ReadFile,
    ReadResult,
    ReadSeat,
)
from bot.app.result_files.table_rows import Refused, decoded_text, rows_of
from bot.app.score_pad.entry_cells import ENTRY_COLUMNS, POINT_COLUMNS, is_possible
from bot.app.score_pad.model import Options, Sheet
from bot.app.score_pad.results_export import COLUMNS
from bot.game_files.process_limits import limit

NEEDED: Final = ("result", "closed_at", "player")
POINTS: Final = frozenset(("total", *POINT_COLUMNS, *ENTRY_COLUMNS))
MOST_UNREAD: Final = 10
LONGEST_HEADING: Final = 30
Cells = dict[str, str]


class JsonLine(msgspec.Struct, frozen=True):
    """A line of a player's score."""

    key: str
    points: int
    colour: str | None = None


class JsonPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a result. Older files have neither seats, people nor entries."""

    name: str
    total: int | None = None
    lines: tuple[JsonLine, ...] = ()
    entries: Sheet | None = None
    seat: int | None = None
    person: str = ""
    computer: str = ""
    tribe: str = ""
    card: str = ""


class JsonResult(msgspec.Struct, frozen=True, kw_only=True):
    """A result."""

    players: tuple[JsonPlayer, ...]
    closed_at: str
    mode: str = "table"
    expansion: bool = False
    common_card: bool = False
    long_game: bool = False
    pack: str = ""
    by_hand: int = 0
    imported: str | None = None
    place: str = ""
    note: str = ""
    parts: tuple[str, ...] = ()
    starter: int | None = None

    @property
    def head(self) -> Cells:
        """What is the same for all players, as cells of a table."""
        said = {column: getattr(self, column) for column in HEAD} | {"parts": " ".join(self.parts)}
        return {column: "" if value is None else str(value) for column, value in said.items()}


class _Collected:
    """What was read so far."""

    def __init__(self) -> None:
        self.results: list[ReadResult] = []
        self.mistakes: list[FileMistake] = []
        self.left_out = 0
        self._sources: Counter[str] = Counter()

    def take(self, result: ReadResult) -> None:
        """One that comes again within a file is another game that went the same way."""
        if len(self.results) + self.left_out >= MOST_RESULTS:
            raise Refused("rows", most=MOST_RESULTS)
        self._sources[result.source] += 1
        if (times := self._sources[result.source]) > 1:
            result = msgspec.structs.replace(result, source=f"{result.source[:32]}-{times}")
        self.results.append(result)

    def leave_out(self, mistakes: tuple[FileMistake, ...]) -> None:
        self.left_out += 1
        self.mistakes += mistakes

    def read(self, unread: tuple[str, ...] = ()) -> ReadFile:
        if not self.results and not self.mistakes:
            raise Refused("none")
        listed = sorted(self.mistakes)
        more = max(len(listed) - MOST_TOLD, 0)
        return ReadFile(tuple(self.results), tuple(listed[:MOST_TOLD]), more, self.left_out, unread)


def file_answer(order: FileOrder) -> ReadFile | FileRefused:
    """What becomes of a file."""
    try:
        text = decoded_text(order.data)
        if not text.strip():
            raise Refused("empty")
        return _json(text, order.now) if text.lstrip()[0] in "[{" else _csv(text, order.now)
    except Refused as refused:
        return FileRefused(refused.why, refused.values)
    except MemoryError:
        return FileRefused("heavy")
    except Exception:
        return FileRefused("broken")


# ---- CSV -------------------------------------------------------------------------------------------------------------


def _csv(text: str, now: float) -> ReadFile:
    rows = rows_of(text)
    _, first = next(rows, (0, []))
    headings = [heading.casefold() for heading in first]
    missing = [column for column in NEEDED if column not in headings]
    if missing or not POINTS & set(headings):
        raise Refused("no_table", missing=", ".join(missing or ["total"]))
    known = {column: headings.index(column) for column in COLUMNS if column in headings}
    unread = [heading for heading in first if heading and heading.casefold() not in known]
    collected = _Collected()
    for group in _groups(rows, known, collected):
        try:
            collected.take(_result_of_rows(group, now))
        except Wrong as wrong:
            collected.leave_out(wrong.mistakes)
    shown = tuple("".join(sign for sign in each if sign.isprintable())[:LONGEST_HEADING] for each in unread)
    return collected.read(shown[:MOST_UNREAD])


def _groups(
    rows: Iterator[tuple[int, list[str]]], known: Mapping[str, int], collected: _Collected
) -> list[list[tuple[int, Cells]]]:
    """The rows of each result, in the order in which results begin."""
    groups: dict[str, list[tuple[int, Cells]]] = {}
    for line, row in rows:
        cells = {column: row[at] for column, at in known.items() if at < len(row)}
        if cells.get("result"):
            groups.setdefault(cells["result"], []).append((line, cells))
        else:
            collected.leave_out((mistake(line, "result", "", "number"),))
    if len(groups) > MOST_RESULTS:
        raise Refused("rows", most=MOST_RESULTS)
    return list(groups.values())


def _result_of_rows(group: list[tuple[int, Cells]], now: float) -> ReadResult:
    line, head = group[0]
    mistakes = [
        mistake(at, column, cells[column], "same", head.get(column, ""))
        for at, cells in group
        for column in HEAD
        if cells.get(column) and cells[column] != head.get(column, "")
    ]
    if mistakes:
        raise Wrong(mistakes)
    options = read_options(line, head)
    seats: list[tuple[str, ReadSeat]] = []
    for at, cells in group:
        try:
            seats.append((cells.get("seat", ""), read_seat(at, cells, options)))
        except Wrong as wrong:
            mistakes += wrong.mistakes
    if mistakes:
        raise Wrong(mistakes)
    return read_result(line, head, options, _in_seats(seats), now)


def _in_seats(seats: list[tuple[str, ReadSeat]]) -> list[ReadSeat]:
    """In the order of the seats, where all of them are told."""
    numbered = sorted(str(number) for number in range(1, len(seats) + 1))
    if len(seats) < 10 and sorted(number for number, _ in seats) == numbered:
        seats = sorted(seats, key=lambda pair: int(pair[0]))
    return [seat for _, seat in seats]


# ---- JSON ------------------------------------------------------------------------------------------------------------


def _json(text: str, now: float) -> ReadFile:
    try:
        listed = msgspec.json.decode(text, type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError):
        raise Refused("json") from None
    if len(listed) > MOST_RESULTS:
        raise Refused("rows", most=MOST_RESULTS)
    collected = _Collected()
    for number, raw in enumerate(listed, 1):
        try:
            collected.take(_result_of_json(number, raw, now))
        except Wrong as wrong:
            collected.leave_out(wrong.mistakes)
    return collected.read()


def _result_of_json(number: int, raw: msgspec.Raw, now: float) -> ReadResult:
    try:
        found = msgspec.json.decode(raw, type=JsonResult)
    except msgspec.DecodeError as error:
        path = str(error).partition("at `$")[2].strip("`.") or "result"
        raise Wrong([mistake(number, path[:LONGEST_HEADING], "", "json")]) from None
    head = found.head
    options = read_options(number, head)
    seats: list[tuple[str, ReadSeat]] = []
    mistakes: list[FileMistake] = []
    for player in found.players:
        try:
            seats.append((str(player.seat or ""), _seat_of_json(number, player, options)))
        except Wrong as wrong:
            mistakes += wrong.mistakes
    if mistakes or not seats:
        raise Wrong(mistakes or [mistake(number, "players", "", "json")])
    return read_result(number, head, options, _in_seats(seats), now)


def _seat_of_json(number: int, player: JsonPlayer, options: Options) -> ReadSeat:
    cells = {"player": player.name, "person": player.person, "computer": player.computer}
    cells |= {"tribe": player.tribe, "card": player.card}
    cells |= {"total": str(player.total)} if player.total is not None else {}
    points: Counter[str] = Counter()
    for line in player.lines:
        points[f"{line.key}_{line.colour}" if line.colour else line.key] += line.points
    cells |= {column: str(points[column]) for column in POINT_COLUMNS if column in points}
    if player.entries is not None and not is_possible(player.entries):
        raise Wrong([mistake(number, "entries", "", "json")])
    return read_seat(number, cells, options, player.entries)


if __name__ == "__main__":
    limit()
    asked = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=FileOrder)
    sys.stdout.buffer.write(msgspec.msgpack.encode(file_answer(asked)))
