"""Many running games over a simulated year, with people in 30 zones and every switch to summer time: nobody is told in
their quiet hours, nothing is lost, nothing is told twice. What is expected is reckoned by the wall clock alone."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from pathlib import Path
from typing import Final

import pytest

from bot.app.tables import Notice, PlayerSettings
from bot.app.tables.model import Notices, Seat
from bot.app.tables.notices import NoticeClock
from bot.app.tables.pace import PACES, Pace
from bot.app.tables.player_settings import PlayerSettingsStore
from bot.app.tables.quiet_hours import Hours, Quiet
from bot.app.tables.table_repository import TableRepository
from bot.app.tables.table_state import Body, Call, encode_body
from bot.app.tables.transitions import notices
from bot.engine.packs import field_with_expansion
from bot.store import Store
from bot.store.due_notices import Due
from bot.store.stored_games import Change, GameColumns
from tests.app.tables.table_fixture import FakeClock
from tests.app.tables.test_quiet_hours import quiet_by_the_wall

ZONES: Final = (
    *("Europe/Berlin", "Europe/Paris", "Europe/London", "Europe/Lisbon", "Europe/Helsinki", "Europe/Istanbul"),
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/St_Johns"),
    *("America/Sao_Paulo", "America/Santiago", "America/Havana", "America/Asuncion", "Atlantic/Azores"),
    *("Africa/Cairo", "Africa/Casablanca", "Africa/Johannesburg", "Asia/Jerusalem", "Asia/Kolkata", "Asia/Kathmandu"),
    *("Asia/Tokyo", "Asia/Dubai", "Australia/Sydney", "Australia/Lord_Howe", "Australia/Adelaide", "Pacific/Auckland"),
    *("Pacific/Chatham", "Pacific/Honolulu"),
)
STEP: Final = timedelta(minutes=30)
WISHES: Final[tuple[Notices, ...]] = ("off", "turn", "8", "24", "48")
BEGIN: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Waiting:
    """What a game waits for: whose it is, since when, and what they have been told."""

    user: int
    until: datetime
    body: Body
    version: int
    told: list[tuple[str, int, datetime]] = field(default_factory=list)


@dataclass
class Year:
    """The simulation, and what went wrong in it."""

    rng: random.Random
    clock: FakeClock
    people: dict[int, PlayerSettings]
    waiting: dict[int, Waiting] = field(default_factory=dict)
    counted: Counter[str] = field(default_factory=Counter)
    nonces: set[str] = field(default_factory=set)
    ends: list[tuple[datetime, int]] = field(default_factory=list)

    async def send(self, notices: Sequence[Notice], nonce: str) -> bool:
        """One message in fifty is not taken at first."""
        if nonce not in self.nonces and self.rng.random() < 0.02:
            self.nonces.add(nonce)
            raise ConnectionError("Discord is away")
        self.nonces.add(nonce)
        self.counted["messages"] += 1
        for notice in notices:
            self._told(notice)
        return True

    def _told(self, notice: Notice) -> None:
        now, waiting = self.clock.now(), self.waiting[notice.game]
        self.counted["notices"] += 1
        self.counted["in quiet hours"] += quiet_by_the_wall(self.people[notice.user].hours, now)
        self.counted["too late"] += notice.user != waiting.user
        told = [(kind, again) for kind, again, _ in waiting.told]
        self.counted["twice"] += (notice.kind, notice.minutes) in told
        waiting.told.append((notice.kind, notice.minutes, now))

    def ended(self, game: int) -> None:
        """Somebody has acted: what should they have been told before?"""
        waiting = self.waiting[game]
        wish = self.people[waiting.user]
        if wish.notices == "off":
            self.counted["told though off"] += bool(waiting.told)
            return
        call = waiting.body.calls[0]
        first = self._awake(wish.hours, call.since or BEGIN, waiting.until)
        told = [at for kind, again, at in waiting.told if kind == "turn" and not again]
        self.counted["lost"] += first is not None and first + 3 * STEP < waiting.until and not told
        span = timedelta(hours=int(wish.notices)) if wish.notices != "turn" and waiting.body.pace != "live" else None
        again = self._awake(wish.hours, told[0] + span, waiting.until) if told and span is not None else None
        reminded = any(minutes for _, minutes, _ in waiting.told)
        self.counted["reminders lost"] += again is not None and again + 3 * STEP < waiting.until and not reminded

    def _awake(self, hours: Hours, since: datetime, until: datetime) -> datetime | None:
        """The first moment of a look at which the person can be told."""
        moment = BEGIN + -(-(since - BEGIN) // STEP) * STEP
        while moment < until:
            if not quiet_by_the_wall(hours, moment):
                return moment
            moment += STEP
        return None


def somebody(rng: random.Random, number: int) -> PlayerSettings:
    """A person of one of the zones, most of them with a night, some with a week of their own or holidays."""
    begin = rng.randrange(19 * 60, 25 * 60) % 1440
    night = Quiet(begin, (begin + rng.randrange(6 * 60, 11 * 60)) % 1440)
    days = tuple(range(7)) if rng.random() < 0.8 else tuple(sorted(rng.sample(range(7), rng.randint(2, 5))))
    away = BEGIN + timedelta(days=rng.uniform(0, 330)) if rng.random() < 0.2 else None
    hours = Hours(ZONES[number % len(ZONES)], night if rng.random() < 0.9 else None, days, away)
    return PlayerSettings(rng.choice(WISHES), "dm", hours=hours)


async def year(path: Path, games: int, days: int, turns: int, seed: int, begin: datetime = BEGIN) -> Counter[str]:
    """So many games for so many days; each person takes ``turns`` days for a turn on the average."""
    rng, clock = random.Random(seed), FakeClock(begin)
    this = Year(rng, clock, {number + 1: somebody(rng, number) for number in range(max(60, games // 3))})
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        repository = TableRepository(store.games, [field_with_expansion()], clock.now)
        settings = PlayerSettingsStore(store.games.dues)
        for person, wish in this.people.items():
            await settings.set(person, wish)
        looks = NoticeClock(repository, this, _nothing, _nothing, _late, _count, _count)
        for number in range(games):
            await _opened(this, store, number, rng.choice(PACES), turns)
        while clock.now() < begin + timedelta(days=days):
            while this.ends[0][0] <= clock.now():
                _, game = heappop(this.ends)
                this.ended(game)
                await _next_turn(this, store, game, turns)
            await looks.tick()
            _, following = await store.games.dues.due(clock.now())
            soonest = min(this.ends[0][0], following or this.ends[0][0])
            clock.moment = max(clock.now() + STEP, BEGIN + -(-(soonest - BEGIN) // STEP) * STEP)
    this.counted["games"] = games
    return this.counted


async def _opened(this: Year, store: Store, number: int, pace: Pace, turns: int) -> None:
    body = Body(seats=(Seat(user=0), Seat(user=0)), pace=pace)
    columns = GameColumns(1, number + 1, True, "running", 1, encode_body(body))
    game = await store.games.add(columns, this.clock.now())
    this.waiting[game] = Waiting(0, this.clock.now(), body, 1)
    await _next_turn(this, store, game, turns)


async def _next_turn(this: Year, store: Store, game: int, turns: int) -> None:
    """Another person is on turn, told as the program tells it."""
    before, now, rng = this.waiting[game], this.clock.now(), this.rng
    user = rng.choice([person for person in rng.sample(list(this.people), 2) if person != before.user])
    turn = before.body.calls[0].turn + 1 if before.body.calls else 1
    body = Body(
        seats=(Seat(user=user), Seat(user=user + 1)), pace=before.body.pace, calls={0: Call(user, "turn", turn, now)}
    )
    off, due = notices(game, before.body, body, now, None)
    columns = GameColumns(1, game, True, "running", 1, encode_body(body))
    version = await store.games.commit(Change(game, before.version, columns, now, not_due=off, due=due))
    until = now + STEP * rng.randint(1, turns * 96)
    this.waiting[game] = Waiting(user, until, body, version)
    heappush(this.ends, (until, game))


async def _nothing(game: int) -> None:
    raise AssertionError(f"nothing expires here, not {game}")


async def _late(due: Due) -> bool:
    return True


async def _count(due: Due) -> None:
    raise AssertionError("nobody votes here")


WRONG: Final = ("in quiet hours", "too late", "twice", "told though off", "lost", "reminders lost")


async def test_some_games_around_the_switches_of_spring(path: Path) -> None:
    """Of the north to summer time, of the south back from it."""
    counted = await year(path, games=8, days=38, turns=3, seed=3, begin=datetime(2026, 2, 28, tzinfo=UTC))
    assert counted["notices"] > 80
    assert {what: counted[what] for what in WRONG} == dict.fromkeys(WRONG, 0)


@pytest.mark.soak
async def test_ten_thousand_games_over_a_year(path: Path) -> None:
    counted = await year(path, games=10_000, days=365, turns=60, seed=1)
    print(dict(counted))
    assert counted["notices"] > 80_000
    assert {what: counted[what] for what in WRONG} == dict.fromkeys(WRONG, 0)
