"""``python -m bot bench``: every module of ``bot.cli.benches`` measured and shown as a table."""

import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from rich.table import Table

from bot.cli import benches
from bot.cli.exit_handling import Page, stop
from bot.exits import Exit


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a table: what was measured, the value as it is to be read, and the goal where there is one."""

    what: str
    value: str
    goal: str = ""


class Bench(Protocol):
    """A module with a measurement."""

    TITLE: str

    def measure(self) -> Iterable[Figure]:
        """Measure; takes seconds."""


def names() -> list[str]:
    """The tables that there are."""
    return sorted(module.name for module in iter_modules(benches.__path__))


def print_tables(wanted: Sequence[str]) -> None:
    """Print the wanted tables, all where none is named; the program ends with 2 for a table that there is not."""
    page = Page()
    if unknown := [name for name in wanted if name not in names()]:
        stop(f"bench: found {unknown[0]!r}; expected one of {', '.join(names())}", Exit.WRONG_SETTING)
    for name in wanted or names():
        page.print(_table(cast("Bench", import_module(f"bot.cli.benches.{name}"))))


def quantiles(seconds: Sequence[float]) -> Iterator[tuple[str, float]]:
    """The median and the slowest percent, by name."""
    ordered = sorted(seconds)
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        yield name, ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def each(times: int, work: Callable[[], object]) -> list[float]:
    """How long each of ``times`` calls takes, in seconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return taken


async def each_awaited(times: int, work: Callable[[], Awaitable[object]]) -> list[float]:
    """How long each of ``times`` awaited calls takes, in seconds, one after the other."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        await work()
        taken.append(time.perf_counter() - start)
    return taken


def _table(bench: Bench) -> Table:
    table = Table(title=bench.TITLE, title_justify="left")
    table.add_column("what")
    table.add_column("measured", justify="right")
    table.add_column("goal", justify="right")
    for figure in bench.measure():
        table.add_row(figure.what, figure.value, figure.goal)
    return table
