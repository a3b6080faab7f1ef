"""Every figure of the statistics is the one that a second, plain calculation from the score pads finds."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from statistics import fmean

import msgspec
import pytest

from bot.app.results import count_all, count_results
from bot.app.score_pad import Artifacts, Closing, Player, ScorePad, Sheet, lines_of, ranked_seats, total
from bot.store import Store
from bot.store.result_statistics import EVERYTHING, LINES, ResultFilter, Tally
from tests.app.results.sample_results import BEGIN, NAMES, PLACE, close_at, keep, random_pads

COUNT = 150
Chosen = Callable[[int, ScorePad, int], bool]
"""Whether a seat of a result counts: number in the list, score pad, seat."""


@pytest.fixture(params=["sqlite", "postgresql"])
def database_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Both, always: what is counted in SQL is where they differ most."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    return f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}"


@pytest.fixture
async def store(database_address: str) -> AsyncIterator[Store]:
    async with await Store.open(database_address) as store:
        yield store


@pytest.fixture
async def pads(store: Store) -> list[ScorePad]:
    pads = random_pads(7, COUNT)
    await keep(store, pads)
    await count_results(store, PLACE)
    return pads


def is_person(player: Player, name: str) -> bool:
    return player.name == name and not player.computer


def seats_of(pads: list[ScorePad], chosen: Chosen, *, alone: bool = False) -> list[tuple[int, ScorePad, int]]:
    """The seats of the games of several, or of those for one."""
    return [
        (number, pad, seat)
        for number, pad in enumerate(pads)
        if (len(pad.players) == 1) == alone
        for seat in range(len(pad.players))
        if chosen(number, pad, seat)
    ]


def rank(pad: ScorePad, seat: int) -> int:
    return next(standing.rank for standing in ranked_seats(pad) if standing.seat == seat)


def points(pad: ScorePad, seat: int) -> int:
    return total(pad.sheets[seat], pad.options)


def tally(found: list[tuple[int, ScorePad, int]]) -> Tally:
    wins = 0.0
    for _, pad, seat in found:
        if rank(pad, seat) == 1:
            wins += 1 / sum(standing.rank == 1 for standing in ranked_seats(pad))
    totals = [points(pad, seat) for _, pad, seat in found]
    last = int(BEGIN.timestamp()) + max(number for number, _, _ in found) * 7 * 3600
    expected = sum(1 / len(pad.players) for _, pad, _ in found)
    return Tally(len(found), wins, expected, fmean(totals), max(totals), min(totals), last)


def same(found: Tally, wanted: Tally) -> None:
    for field in Tally.__slots__:
        assert getattr(found, field) == pytest.approx(getattr(wanted, field)), field


def anybody(number: int, pad: ScorePad, seat: int) -> bool:
    return True


def people(number: int, pad: ScorePad, seat: int) -> bool:
    return not pad.players[seat].computer


def of(name: str) -> Chosen:
    return lambda number, pad, seat: is_person(pad.players[seat], name)


def of_computer(strength: str) -> Chosen:
    return lambda number, pad, seat: pad.players[seat].computer == strength


def person_seats(pads: list[ScorePad], name: str, also: Chosen = anybody) -> list[tuple[int, ScorePad, int]]:
    return seats_of(pads, lambda n, pad, seat: is_person(pad.players[seat], name) and also(n, pad, seat))


async def number_of(store: Store, name: str) -> int:
    """The number of a person, whether with an account or not."""
    found = {shown: number for number, shown in await store.result_statistics.names(PLACE)}
    return found[name]


async def test_players(store: Store, pads: list[ScorePad]) -> None:
    people, count = await store.result_statistics.players(PLACE, EVERYTHING, most=100)
    named = {each.name: each.tally for each in people}
    assert count == len(people) == len(named)
    assert set(named) == {name for name in NAMES if person_seats(pads, name)}
    for name, found in named.items():
        same(found, tally(person_seats(pads, name)))
    assert [each.tally.wins for each in people] == sorted((each.tally.wins for each in people), reverse=True)


async def test_pages_of_players_hold_everybody_once(store: Store, pads: list[ScorePad]) -> None:
    whole, count = await store.result_statistics.players(PLACE, EVERYTHING, "average", most=100)
    parts = []
    for first in range(0, count, 5):
        part, still = await store.result_statistics.players(PLACE, EVERYTHING, "average", first, 5)
        assert still == count
        parts += part
    assert parts == whole


FILTERS: list[tuple[ResultFilter, Chosen]] = [
    (ResultFilter(expansion=True), lambda n, pad, seat: pad.options.expansion),
    (ResultFilter(expansion=False), lambda n, pad, seat: not pad.options.expansion),
    (ResultFilter(refereed=True), lambda n, pad, seat: pad.game),
    (ResultFilter(refereed=False), lambda n, pad, seat: not pad.game),
    (ResultFilter(computers=True), lambda n, pad, seat: any(each.computer for each in pad.players)),
    (ResultFilter(computers=False), lambda n, pad, seat: not any(each.computer for each in pad.players)),
    (ResultFilter(seats=3), lambda n, pad, seat: len(pad.players) == 3),
    (ResultFilter(tribe="root"), lambda n, pad, seat: pad.players[seat].tribe == "root"),
    (ResultFilter(since=int(BEGIN.timestamp()) + 50 * 25200), lambda n, pad, seat: n >= 50),
    (ResultFilter(until=int(BEGIN.timestamp()) + 50 * 25200), lambda n, pad, seat: n < 50),
    (ResultFilter(refereed=True, seats=2), lambda n, pad, seat: pad.game and len(pad.players) == 2),
]


@pytest.mark.parametrize(("chosen", "also"), FILTERS)
async def test_filters(store: Store, pads: list[ScorePad], chosen: ResultFilter, also: Chosen) -> None:
    people, _ = await store.result_statistics.players(PLACE, chosen, most=100)
    assert {each.name for each in people} == {name for name in NAMES if person_seats(pads, name, also)}
    for each in people:
        same(each.tally, tally(person_seats(pads, each.name, also)))


async def test_beside_somebody(store: Store, pads: list[ScorePad]) -> None:
    alex = await number_of(store, "Alex")
    people, _ = await store.result_statistics.players(PLACE, ResultFilter(beside=alex), most=100)
    for each in people:
        found = person_seats(pads, each.name, lambda n, pad, seat: any(is_person(p, "Alex") for p in pad.players))
        same(each.tally, tally(found))


async def test_computers(store: Store, pads: list[ScorePad]) -> None:
    found = await store.result_statistics.computers(PLACE, EVERYTHING)
    assert [strength for strength, _ in found] == ["easy", "hard"]
    for strength, counted in found:
        same(counted, tally(seats_of(pads, of_computer(strength))))


@pytest.mark.parametrize("by", ["tribe", "card", "seats"])
async def test_groups(store: Store, pads: list[ScorePad], by: str) -> None:
    def key(pad: ScorePad, seat: int) -> object:
        return len(pad.players) if by == "seats" else getattr(pad.players[seat], by)

    for name in (None, "Kim"):
        person = await number_of(store, name) if name else None
        groups = await store.result_statistics.grouped(PLACE, EVERYTHING, by, person)  # type: ignore[arg-type]
        seats = seats_of(pads, anybody if name is None else of(name))
        assert {each.key for each in groups} == {key(pad, seat) for _, pad, seat in seats} - {""}
        for each in groups:
            mine = [one for one in seats if key(one[1], one[2]) == each.key]
            same(each.tally, tally(mine))
            assert each.card_points == pytest.approx(
                fmean(line(pad, seat, "artifact_card") or 0 for _, pad, seat in mine)
            )


def line(pad: ScorePad, seat: int, key: str) -> int | None:
    found = [each.points for each in lines_of(pad.sheets[seat], pad.options) if each.key == key]
    return sum(found) if found else None


async def test_tribes(store: Store, pads: list[ScorePad]) -> None:
    named = sorted({player.tribe for pad in pads for player in pad.players if player.tribe})
    assert await store.result_statistics.tribes(PLACE) == named
    assert await store.result_statistics.tribes(PLACE, 2) == named[:2]
    assert await store.result_statistics.tribes(PLACE + 50) == []


async def test_lines(store: Store, pads: list[ScorePad]) -> None:
    for name in (None, "Toni"):
        person = await number_of(store, name) if name else None
        found = await store.result_statistics.lines(PLACE, EVERYTHING, person)
        seats = seats_of(pads, people if name is None else of(name))
        for key in LINES:
            known = [points for _, pad, seat in seats if (points := line(pad, seat, key)) is not None]
            assert found.get(key) == (pytest.approx(fmean(known)) if known else None)


async def test_games_and_meetings(store: Store, pads: list[ScorePad]) -> None:
    kim, alex = await number_of(store, "Kim"), await number_of(store, "Alex")
    games = await store.result_statistics.games(PLACE, kim, EVERYTHING)
    wanted = [(points(pad, seat), rank(pad, seat), len(pad.players)) for _, pad, seat in person_seats(pads, "Kim")]
    assert [(game.total, game.rank, game.seats) for game in games] == wanted
    met = await store.result_statistics.meetings(PLACE, kim, alex, EVERYTHING)
    both = []
    for _, pad, seat in person_seats(pads, "Kim"):
        other = next((at for at, player in enumerate(pad.players) if is_person(player, "Alex")), None)
        if other is not None:
            both.append((points(pad, seat), rank(pad, seat), points(pad, other), rank(pad, other)))
    assert [(each.total, each.rank, each.other_total, each.other_rank) for each in met] == both
    assert both
    opponents = {number: count for number, _, count in await store.result_statistics.opponents(PLACE, kim)}
    assert opponents[alex] == len(both)


@pytest.mark.parametrize("mode", ["solo", "mautoma"])
async def test_games_for_one(store: Store, pads: list[ScorePad], mode: str) -> None:
    people = await store.result_statistics.alone(PLACE, mode, EVERYTHING)
    averages = [each.tally.average for each in people]
    assert averages == sorted(averages, reverse=True)
    assert people
    for each in people:
        found = seats_of(pads, of(each.name), alone=True)
        mine = [points(pad, 0) for _, pad, _ in found if pad.options.mode == mode]
        assert (each.tally.games, each.tally.best) == (len(mine), max(mine))
        assert each.tally.average == pytest.approx(fmean(mine))
        games = await store.result_statistics.games(PLACE, each.person, EVERYTHING, mode)
        assert [game.total for game in games] == mine


async def test_what_changes_is_counted_again(store: Store, pads: list[ScorePad]) -> None:
    """A corrected result counts as corrected, a deleted one no more; nothing else is read again."""
    kim = await number_of(store, "Kim")
    before = await store.result_statistics.games(PLACE, kim, EVERYTHING)
    gone, mended = before[0].result, before[1].result
    async with store.score_pads.changing(mended) as change:
        assert change is not None
        pad = msgspec.json.decode(change.body, type=ScorePad)
        sheets = tuple(msgspec.structs.replace(each, track=900 + n) for n, each in enumerate(pad.sheets))
        change.body = msgspec.json.encode(msgspec.structs.replace(pad, sheets=sheets))
    await store.score_pads.delete(gone)
    assert await store.result_index.waiting(PLACE, 10) == 1
    assert await count_results(store, PLACE) == 0
    after = await store.result_statistics.games(PLACE, kim, EVERYTHING)
    assert gone not in {game.result for game in after}
    assert next(game.total for game in after if game.result == mended) >= 900
    assert [game for game in after if game.result != mended] == [g for g in before if g.result not in (gone, mended)]


async def test_in_the_background_all_places_are_counted(store: Store) -> None:
    await keep(store, random_pads(1, 5), PLACE)
    await keep(store, random_pads(2, 5), 99)
    await count_all(store)
    assert await store.result_index.waiting() == 0


async def test_an_unreadable_result_counts_nothing(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    stored = await store.score_pads.add(PLACE, PLACE, b"{", closed=True)
    await close_at(store, stored.id, BEGIN)
    assert await count_results(store, PLACE) == 0
    assert await store.result_statistics.names(PLACE) == []
    assert "cannot be counted" in caplog.text


async def test_open_pads_do_not_count(store: Store) -> None:
    await store.score_pads.add(PLACE, PLACE, b"{}")
    assert await count_results(store, PLACE) == 0
    assert await store.result_statistics.names(PLACE) == []


async def test_seats_without_a_name_are_nobody_s(store: Store) -> None:
    """Who was deleted leaves the numbers: the others' expected wins and places stay as they were."""
    pad = next(each for each in random_pads(3, 30) if len(each.players) == 3 and not each.game)
    players = (Player(""), *pad.players[1:])
    await keep(store, [msgspec.structs.replace(pad, players=players)])
    await count_results(store, PLACE)
    people, count = await store.result_statistics.players(PLACE, EVERYTHING)
    assert count == 2
    assert all(each.tally.expected == pytest.approx(1 / 3) for each in people)


async def test_points_of_old_results_fit_their_columns(store: Store) -> None:
    """Forms used to take lines of a thousand million points; such a result must
    not stop all others from being counted."""
    line = Artifacts(999, 999, 999)
    sheet = Sheet(artifacts=(line, line, line))
    players = (Player("Kim", 1), Player("Toni", 2))
    await keep(store, [ScorePad(1, "en", players, (sheet, Sheet(whole=9)), closed=Closing(1, "Kim"))], 77)
    await count_results(store, 77)
    found, _ = await store.result_statistics.players(77, EVERYTHING)
    assert [(each.name, each.tally.best) for each in found] == [("Kim", 2**31 - 1), ("Toni", 9)]
