"""Results out and in again: every figure is the same, nothing comes twice, and no file leaves anything behind."""

import csv
import io
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.result_files import (
    FileRefused,
    Kind,
    ReadFile,
    ResultFiles,
    keep_results,
    preview_of,
    read_file_here,
    results_files,
)
from bot.app.result_files.day_cells import UnreadableDay, day_of_cell
from bot.app.result_files.result_file_model import Expected, FileOrder, Refusal
from bot.app.result_files.result_reading import file_answer
from bot.app.results import RatingBook, count_results
from bot.app.score_pad import (
    PARTS,
    Closing,
    Details,
    Options,
    PadUser,
    Player,
    ScorePad,
    Sheet,
    day_played,
)
from bot.app.score_pad.details import EARLIEST, read_details
from bot.app.score_pad.entry_cells import guarded, unguarded
from bot.app.score_pad.service import decoded
from bot.store import Store
from bot.store.result_statistics import EVERYTHING, ResultFilter
from bot.text import LOCALES, t
from tests.app.results.sample_results import BEGIN, PLACE, keep, random_pads

OTHER = 77
WHO = PadUser(5, "Importer", True)


@pytest.fixture
async def stores(tmp_path: Path) -> AsyncIterator[tuple[Store, Store]]:
    async with two_stores(tmp_path) as opened:
        yield opened


@asynccontextmanager
async def two_stores(folder: Path) -> AsyncIterator[tuple[Store, Store]]:
    """Two new databases in a folder."""
    async with await Store.open(at(folder / "before.db")) as before, await Store.open(at(folder / "after.db")) as after:
        yield before, after


def at(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def read_now(data: bytes) -> ReadFile | FileRefused:
    """The same as in the process of its own, without one."""
    return file_answer(FileOrder(data, time.time()))


async def figures(store: Store, place: int) -> Any:
    """Everything that statistics say, people by what they are called."""
    await count_results(store, place)
    asked = store.result_statistics
    people, _ = await asked.players(place, EVERYTHING, most=100)
    named = {each.person: each.name for each in people} | dict(await asked.names(place))
    found: dict[str, Any] = {}
    for chosen in (EVERYTHING, ResultFilter(expansion=True), ResultFilter(computers=True), ResultFilter(seats=2)):
        listed, _ = await asked.players(place, chosen, most=100)
        found[f"players {chosen}"] = sorted((each.name, each.tally) for each in listed)
        found[f"computers {chosen}"] = await asked.computers(place, chosen)
        found[f"lines {chosen}"] = await asked.lines(place, chosen)
        for group in ("tribe", "card", "seats"):
            found[f"{group} {chosen}"] = sorted(await asked.grouped(place, chosen, group), key=lambda g: str(g.key))
    for person, name in named.items():
        played = await asked.games(place, person, EVERYTHING)
        found[f"games of {name}"] = [(game.played, game.total, game.rank, game.firsts, game.seats) for game in played]
        found[f"lines of {name}"] = await asked.lines(place, EVERYTHING, person)
        for mode in ("solo", "mautoma"):
            alone = await asked.games(place, person, EVERYTHING, mode)
            found[f"{mode} of {name}"] = [(game.played, game.total) for game in alone]
        for other, called in named.items():
            met = await asked.meetings(place, person, other, EVERYTHING) if other != person else []
            found[f"{name} and {called}"] = [(each.total, each.rank, each.other_total, each.other_rank) for each in met]
    rated = await RatingBook().of(store, place) or {}
    found["ratings"] = sorted((named[person], rating) for person, rating in rated.items())
    return found


async def moved(before: Store, after: Store, kind: Kind, locale: Any = "de") -> int:
    """Out of one and into the other; how many results are new there."""
    number = 0
    for file in await results_files(before, PLACE, kind, locale):
        read = read_now(file.data)
        assert isinstance(read, ReadFile), read
        assert (read.mistakes, read.unread) == ((), ())
        number += await keep_results(after, OTHER, OTHER, await preview_of(after, OTHER, read), WHO, "en")
    return number


@pytest.mark.parametrize(("kind", "locale"), [("csv", "de"), ("csv", "en"), ("json", "fr")])
@pytest.mark.parametrize("games", [60, pytest.param(200, marks=pytest.mark.soak)])
async def test_a_server_of_many_games_has_the_same_figures_elsewhere(
    stores: tuple[Store, Store], kind: Kind, locale: str, games: int
) -> None:
    before, after = stores
    await keep(before, random_pads(1, games), PLACE)
    assert await moved(before, after, kind, locale) == games
    assert await figures(after, OTHER) == await figures(before, PLACE)
    assert await moved(before, after, kind, locale) == 0
    assert await moved(before, after, "json" if kind == "csv" else "csv", locale) == 0


@pytest.mark.parametrize("kind", ["csv", "json"])
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 20))])
async def test_whatever_is_exported_can_be_imported_with_the_same_figures(
    stores: tuple[Store, Store], seed: int, kind: Kind
) -> None:
    before, after = stores
    await keep(before, random_pads(seed, 12), PLACE)
    assert await moved(before, after, kind) == 12
    assert await figures(after, OTHER) == await figures(before, PLACE)


def _details(pad: ScorePad) -> st.SearchStrategy[Details]:
    """What a form may tell of a result."""
    parts = st.sets(st.sampled_from(PARTS)) if pad.options.expansion else st.just(set())
    day = st.none() | st.dates(EARLIEST, BEGIN.date())
    typed = st.fixed_dictionaries({"place": st.text(), "note": st.text(max_size=200), "parts": parts.map(" ".join)})
    seat = st.sampled_from(("-", *map(str, range(len(pad.players)))))
    days = day.map(lambda day: day.isoformat() if day else "")
    form = st.tuples(typed, seat, days).map(lambda told: told[0] | {"starter": told[1], "played": told[2]})
    return form.map(lambda filled: read_details(pad, filled, BEGIN, datetime.now(UTC)))


@pytest.mark.parametrize("kind", ["csv", "json"])
@pytest.mark.parametrize("examples", [20, pytest.param(200, marks=pytest.mark.soak)])
async def test_what_is_told_of_a_game_comes_back(stores: tuple[Store, Store], kind: Kind, examples: int) -> None:
    told: dict[int, list[ScorePad]] = {}

    @settings(max_examples=examples, deadline=None, database=None)
    @given(st.data(), st.integers(0, 10**6))
    def tell(draw: st.DataObject, seed: int) -> None:
        told[seed] = [replace(pad, details=draw.draw(_details(pad))) for pad in random_pads(seed, 2)]

    tell()
    pads = [pad for each in told.values() for pad in each]
    before, after = stores
    await keep(before, pads, PLACE)
    assert await moved(before, after, kind) == len(pads) > examples
    assert await _told(after, OTHER) == await _told(before, PLACE)


async def _told(store: Store, place: int) -> list[tuple[date, Details]]:
    """The day of each result, and everything else that is told of it."""
    found = []
    for stored in await store.score_pads.closed_at(place):
        pad = decoded(stored.body)
        assert stored.closed_at is not None
        found.append((day_played(pad, stored.closed_at), replace(pad.details, played=None)))
    return sorted(found, key=str)


async def test_what_a_server_has_itself_does_not_come_again(stores: tuple[Store, Store]) -> None:
    store, _ = stores
    await keep(store, random_pads(2, 30), PLACE)
    kinds: tuple[Kind, ...] = ("csv", "json")
    for kind in kinds:
        [file] = await results_files(store, PLACE, kind, "en")
        read = read_now(file.data)
        assert isinstance(read, ReadFile)
        preview = await preview_of(store, PLACE, read)
        assert (preview.new, preview.known) == ((), 30)


async def test_people_of_one_name_stay_apart_and_several_names_of_one_come_together(
    stores: tuple[Store, Store],
) -> None:
    before, after = stores
    pads = [_whole(("Kim", 1), ("Kim", 2)), _whole(("Kim", 1), ("Kimmy", 2)), _whole(("Alex", 3), ("kim", None))]
    await keep(before, pads, PLACE)
    await moved(before, after, "csv")
    await count_results(after, OTHER)
    people, _ = await after.result_statistics.players(OTHER, EVERYTHING)
    assert sorted(each.tally.games for each in people) == [1, 1, 2, 2]
    known = [await after.result_statistics.who(each.person) for each in people]
    assert [each.account for each in known if each] == [None] * 4


def _whole(*players: tuple[str, int | None]) -> ScorePad:
    sheets = tuple(Sheet(whole=90 - seat) for seat in range(len(players)))
    return ScorePad(1, "en", tuple(Player(*each) for each in players), sheets, Options(), Closing(1, "Kim"))


async def test_no_cell_is_worked_out_and_names_come_back(stores: tuple[Store, Store]) -> None:
    before, after = stores
    names = ("=1+1", "+49", "-x", "@sum")
    await keep(before, [_whole(*((name, None) for name in names)), _whole(("'tis", None), ("'=2", None))], PLACE)
    [file] = await results_files(before, PLACE, "csv", "de")
    rows = list(csv.reader(io.StringIO(file.data.decode("utf-8-sig")), delimiter=";"))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    await moved(before, after, "csv")
    await count_results(after, OTHER)
    assert sorted(name for _, name in await after.result_statistics.names(OTHER)) == sorted((*names, "'tis", "'=2"))


@given(st.text())
def test_guarding_loses_nothing(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


HEADER = "result,closed_at,player,total,track,progress\n"
TOLD = "result,closed_at,player,total,track,progress,place,note,parts,starter,expansion\n"


@pytest.mark.parametrize(
    ("rows", "expected", "column"),
    [
        ("1,2026-01-31,Kim,30,10,10\n", "total", "total"),
        ("1,2126-01-31,Kim,20,10,10\n", "past", "closed_at"),
        ("1,01/02/2026,Kim,20,10,10\n", "day_clear", "closed_at"),
        ("1,soon,Kim,20,10,10\n", "day", "closed_at"),
        ("1,2026-01-31,Kim,20,-10,10\n", "number", "track"),
        ("1,2026-01-31,Kim,20,1000,10\n", "at_most", "track"),
        ("1,2026-01-31,Kim,99999999999999999999,,\n", "number", "total"),
        ("1,2026-01-31,Kim,,,\n", "points", "total"),
        (",2026-01-31,Kim,20,,\n", "number", "result"),
        ("1,2026-01-31,Kim,20,,\n1,2026-01-30,Alex,10,,\n", "same", "closed_at"),
        ("1,2026-01-31,Kim,20,,\n1,2026-01-31,kim,10,,\n", "twice", "player"),
        ("".join(f"1,2026-01-31,P{n},20,,\n" for n in range(5)), "seats", "result"),
        (f"1,2026-01-31,{'x' * 40},20,,\n", "name_short", "player"),
        (f"1,2026-01-31,Kim,20,,,{'x' * 61}\n", "text_short", "place"),
        (f"1,2026-01-31,Kim,20,,,,{'x' * 151}\n", "text_short", "note"),
        ("1,2026-01-31,Kim,20,,,,,lakes,1\n", "parts", "parts"),
        ("1,2026-01-31,Kim,20,,,,,lakes ghosts,1,true\n", "parts", "parts"),
        ("1,2026-01-31,Kim,20,,,,,,2\n", "starter", "starter"),
        ("1,2026-01-31,Kim,20,,,,,,0\n", "starter", "starter"),
        ("1,2026-01-31,Kim,20,,,,,,Kim\n", "starter", "starter"),
        ("1,2026-01-31,Kim,20,,,Attic\n1,2026-01-31,Alex,10,,,Garden\n", "same", "place"),
    ],
)
def test_what_is_not_understood_is_told_with_its_place(rows: str, expected: str, column: str) -> None:
    good = "9,2026-01-31,Toni,50,,,Attic,Long,lakes,1,true\n"
    read = read_now((TOLD + good + rows).encode())
    assert isinstance(read, ReadFile)
    [result] = read.results
    assert (result.seats[0].person, result.details) == ("Toni", Details(None, "Attic", "Long", ("lakes",), 0))
    told = [(mistake.line, mistake.column, mistake.expected) for mistake in read.mistakes]
    assert told[0][1:] == (column, expected)
    assert all(line >= 3 for line, *_ in told)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"a,b\n1,2\n", "no_table"),
        (HEADER.encode() + b"1,2026-01-31,K\0m,20,,\n", "encoding"),
        (HEADER.encode() + b"1,2026-01-31,K\x81m,20,,\n", "encoding"),
        (HEADER.encode() + b'1,2026-01-31,"' + b"x" * 2000 + b'",20,,\n', "cell"),
        (HEADER.encode() + b"1" + b"," * 500 + b"\n", "columns"),
        (HEADER.encode() + b"1,2026-01-31,Kim,20,,\n" * 1_000_000, "rows"),
        (HEADER.encode(), "none"),
        (b"[", "json"),
        (b'{"results": []}', "json"),
        (b"[" * 100_000, "json"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_reason(data: bytes, why: str) -> None:
    read = read_now(data)
    assert isinstance(read, FileRefused)
    assert read.why == why


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_files_of_spreadsheets_are_read(encoding: str, separator: str) -> None:
    text = f"{HEADER}1,31.01.2026 20:15,Zoé,20,10,10\n".replace(",", separator)
    read = read_now(text.encode(encoding))
    assert isinstance(read, ReadFile)
    assert (read.results[0].seats[0].person, read.results[0].played.isoformat()) == ("Zoé", "2026-01-31T20:15:00+00:00")
    assert isinstance(read_now(f"sep={separator}\r\n{text}".encode()), ReadFile)


def test_a_file_of_an_earlier_version_is_read() -> None:
    head = "result,closed_at,mode,player,rank,total,track,progress,leftover,whole,refereed\r\n"
    rows = "7,2026-01-02T03:04:00+00:00,table,Kim,1,80,61,18,1,0,True\r\n7,,,Alex,2,70,0,0,0,70,True\r\n"
    read = read_now((head + rows).encode("utf-8-sig"))
    assert isinstance(read, ReadFile)
    assert [seat.sheet.whole for seat in read.results[0].seats] == [None, 70]
    assert read.results[0].seats[1].sheet == Sheet(whole=70)


@pytest.mark.parametrize("text", ["2026-02-30", "99-1-1", "1.1.26", "0001-01-01", "2026-01-01T99:00", "13/13/2026"])
def test_no_day(text: str) -> None:
    with pytest.raises(UnreadableDay):
        day_of_cell(text, time.time())


async def test_a_process_of_its_own_reads_the_same(stores: tuple[Store, Store]) -> None:
    store, _ = stores
    await keep(store, random_pads(4, 10), PLACE)
    [file] = await results_files(store, PLACE, "csv", "fr")
    assert await ResultFiles().read(file.data) == read_now(file.data) == read_file_here(file.data)


STRANGE = ("", "\0", "9" * 400, "-1", "=1+1", "2999-01-01", "é" * 300, '"', "\ufeff", "1e9", "٣", "none", "a\nb", ";;;")
HOSTILE = st.sampled_from((*STRANGE, "\x1b[31m"))


def _spoilt(data: bytes, draw: st.DataObject) -> bytes:
    """The file with something in it that nobody would expect."""
    text = data.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    for _ in range(draw.draw(st.integers(1, 6))):
        row = draw.draw(st.integers(0, len(rows) - 1))
        column = draw.draw(st.integers(0, len(rows[row]) - 1))
        rows[row][column] = draw.draw(HOSTILE)
    rows += [rows[-1]] * draw.draw(st.sampled_from((0, 0, 3, 50_000)))
    out = io.StringIO()
    csv.writer(out, delimiter=draw.draw(st.sampled_from((";", ",", "\t", "|")))).writerows(rows)
    encoded = out.getvalue().encode(draw.draw(st.sampled_from(("utf-8", "utf-16", "utf-7", "utf-32"))))
    return encoded[: draw.draw(st.sampled_from((len(encoded), len(encoded) // 2)))]


async def _hostile(path: Path, examples: int) -> None:
    async with await Store.open(at(path)) as store:
        await keep(store, random_pads(5, 12), PLACE)
        [file] = await results_files(store, PLACE, "csv", "de")
        before = await figures(store, PLACE)
        found: list[ReadFile | FileRefused] = []

        @settings(max_examples=examples, deadline=None, database=None)
        @given(st.data())
        def spoil(draw: st.DataObject) -> None:
            read = read_now(_spoilt(file.data, draw))
            assert not (isinstance(read, FileRefused) and read.why == "broken")
            found.append(read)

        spoil()
        for read in random.Random(1).sample(found, min(20, len(found))):
            if isinstance(read, ReadFile):
                await preview_of(store, PLACE, read)
        assert len(await store.score_pads.closed_at(PLACE)) == 12
        assert await figures(store, PLACE) == before


@pytest.mark.parametrize("examples", [20, pytest.param(1000, marks=pytest.mark.soak)])
async def test_hostile_files_leave_nothing_behind(tmp_path: Path, examples: int) -> None:
    await _hostile(tmp_path / "results.db", examples)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_refusal_and_expectation_has_words(locale: Any) -> None:
    for why in get_args(Refusal):
        assert t(locale, f"results.import.refused.{why}", most="1", line="1", missing="x")
    for expected in get_args(Expected):
        assert t(locale, f"results.import.expected.{expected}", wanted="1")
