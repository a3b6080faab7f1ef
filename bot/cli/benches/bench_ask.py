"""How quick answers are, and how much memory they need, on the shipped reference."""

import resource
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from bot.cli.bench_command import Figure, each, quantiles
from bot.reference import Reference

TITLE = "Looking rules up"
TIMES = 300
QUESTIONS = (
    "how many actions do I have per turn",
    "darf ich zweimal hintereinander überwintern",
    "combien coûte un grand bâtiment si j'ai un cristal et deux engrenages",
    "can I explore a tile that is 3 spaces away from my nearest building when I only have 1 food and 2 crystals left",
    "wetter morgen",
)
PAGE = 4096


def measure() -> Iterator[Figure]:
    """Seconds for opening the reference and for a question."""
    before = _resident()
    start = time.perf_counter()
    reference = Reference.open()
    yield Figure("opening the reference", f"{time.perf_counter() - start:.1f} s", "≤ 3 s")
    yield from _timed("an answer", reference, "≤ 50 ms")
    yield Figure("memory of it", f"{_resident() - before:.0f} MB")
    yield Figure(
        "memory of the process, highest",
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB",
        "≤ 250 MB",
    )
    yield from _timed("an answer by words only", Reference.open(lexical=True), "≤ 50 ms")
    typed = cycle(("w", "wie w", "uberwintrn", "Zahnräder für Gebäude"))
    for name, seconds in quantiles(each(TIMES, lambda: reference.complete(next(typed), "de"))):
        yield Figure(f"a completion, {name}", f"{1000 * seconds:.1f} ms", "≤ 20 ms" if name == "p99" else "")


def _timed(what: str, reference: Reference, goal: str) -> Iterator[Figure]:
    questions = cycle(QUESTIONS)
    each(20, lambda: reference.find(next(questions)))
    for name, seconds in quantiles(each(TIMES, lambda: reference.find(next(questions)))):
        yield Figure(f"{what}, {name}", f"{1000 * seconds:.1f} ms", goal if name == "p99" else "")


def _resident() -> float:
    """Megabytes of this process in memory (Linux; elsewhere 0)."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6
    except OSError:
        return 0.0
