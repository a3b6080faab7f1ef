"""How quick statistics over very many results are, on a database of its own in the temporary folder."""

import asyncio
import gc
import os
import random
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from time import process_time
from typing import Final

from bot.app.results import RatingBook, count_all, count_results
from bot.app.score_pad import Closing, Leftover, Options, Player, ScorePad, Sheet, encoded
from bot.cli.bench_command import Figure, quantiles
from bot.engine.packs import field
from bot.pictures.chart_picture import Bar, BarChart, CourseChart, VersusChart
from bot.pictures.render.renderer import Renderer
from bot.store import Store
from bot.store.result_statistics import EVERYTHING, ResultFilter, ResultStatistics

TITLE = "Statistics over results of one server (RESULTS of them, 100,000 where it is not set)"
RESULTS: Final = int(os.environ.get("RESULTS", "100000"))
PEOPLE: Final = 200
TIMES: Final = 100
GOAL: Final = "≤ 200 ms"
CHART_GOAL: Final = "≤ 30 ms"
PLACE: Final = 1
BEGIN: Final = datetime(2020, 1, 1, tzinfo=UTC)
TRIBES: Final = ("tide", "signal", "root", "ember", "ledger", "cache")


def measure() -> Iterator[Figure]:
    """Processor seconds of the whole process for what a page asks, and for its picture."""
    with tempfile.TemporaryDirectory() as folder:
        measured = asyncio.run(_measured(Path(folder)))
    for name, times in measured.items():
        for quantile, seconds in quantiles(times):
            yield Figure(f"{name}, {quantile}", f"{1000 * seconds:.1f} ms", "" if name.startswith("counting") else GOAL)
    for name, times in asyncio.run(_drawn()).items():
        for quantile, seconds in (*quantiles(times), ("first", times[0]), ("most", max(times))):
            yield Figure(f"chart: {name}, {quantile}", f"{1000 * seconds:.1f} ms", CHART_GOAL)


async def _measured(folder: Path) -> dict[str, list[float]]:
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'bench.sqlite3'}") as store:
        chance = random.Random(1)
        made = ((encoded(_pad(chance)), BEGIN + number * timedelta(minutes=20)) for number in range(RESULTS))
        await store.score_pads.add_results(PLACE, PLACE, made)
        began = process_time()
        await count_all(store)
        found = {f"counting {RESULTS} results": [process_time() - began]}
        return found | await _pages(store)


async def _pages(store: Store) -> dict[str, list[float]]:
    asked, found = store.result_statistics, {}
    since = ResultFilter(since=int((BEGIN + RESULTS * timedelta(minutes=10)).timestamp()), computers=False)
    ratings = RatingBook()
    pages: dict[str, Callable[[], Awaitable[object]]] = {
        "nothing to count": lambda: count_results(store, PLACE),
        "page of players": lambda: asked.players(PLACE, EVERYTHING),
        "page of players, filtered": lambda: asked.players(PLACE, since, "share"),
        "page of a person": lambda: _person(asked),
        "lines beside everybody's": lambda: asked.lines(PLACE, EVERYTHING),
        "tribes": lambda: asked.grouped(PLACE, EVERYTHING, "tribe"),
        "two people": lambda: asked.meetings(PLACE, 1, 2, EVERYTHING),
        "opponents": lambda: asked.opponents(PLACE, 1),
        "ratings, once worked out": lambda: ratings.of(store, PLACE),
        "list of results": lambda: store.score_pads.played_at(PLACE, 11),
    }
    await ratings.of(store, PLACE)
    await ratings.finished(PLACE)
    for name, page in pages.items():
        found[name] = [await _timed(page) for _ in range(TIMES)]
    return found


async def _timed(page: Callable[[], Awaitable[object]]) -> float:
    began = process_time()
    await page()
    return process_time() - began


async def _person(asked: ResultStatistics) -> None:
    """What the first page of a person asks."""
    await asked.named(PLACE, 1)
    await asked.games(PLACE, 1, EVERYTHING)
    await asked.person(PLACE, 1, EVERYTHING)
    await asked.grouped(PLACE, EVERYTHING, "seats", 1)
    await asked.opponents(PLACE, 1)


def _pad(chance: random.Random) -> ScorePad:
    people = chance.sample(range(1, PEOPLE + 1), chance.choice((2, 3, 3, 4)))
    players = tuple(Player(f"Player {person}", person, chance.choice(TRIBES)) for person in people)
    sheets = tuple(_sheet(chance) for _ in players)
    return ScorePad(people[0], "en", players, sheets, Options(), Closing(people[0], "Bench"), game=True)


def _sheet(chance: random.Random) -> Sheet:
    cards, left = (chance.randint(0, 5), chance.randint(0, 5)), Leftover(chance.randint(0, 12))
    return Sheet(chance.randint(10, 60), 8, 10, (7, 5), None, cards, None, left, 2, False, track_steps=9)


async def _drawn() -> dict[str, list[float]]:
    """Charts, no two the same, as a bot draws them that has started."""
    renderer, found = Renderer(), dict[str, list[float]]()
    await renderer.warm_up(field())
    gc.collect()
    gc.freeze()  # as a running bot does
    for number in range(TIMES):
        for name, shown in _charts(number).items():
            found.setdefault(name, []).append(await _timed(partial(renderer.chart, shown, "de")))
    renderer.close()
    return found


def _charts(change: int) -> dict[str, BarChart | CourseChart | VersusChart]:
    bars = tuple(Bar(f"Player {number}", 10 + number + change, 12.5) for number in range(12))
    totals = tuple(60 + number * (37 + change) % 80 for number in range(60))
    met = tuple((total, 200 - total) for total in totals)
    return {
        "bars": BarChart("Games won", "Expected", bars),
        "points over games": CourseChart("Points", totals, tuple(total > 100 for total in totals)),
        "two people": VersusChart("Ahead", ("Kim", "Alex"), (30, 2, 28), met),
    }
