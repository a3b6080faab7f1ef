"""How quick the catalogues are."""

from collections.abc import Iterator
from importlib.resources import files

from bot.cli.bench_command import Figure, each, quantiles
from bot.text import read_catalogues, t, tn

TITLE = "Messages in three languages"


def measure() -> Iterator[Figure]:
    """Seconds for reading the catalogues and for one message."""
    reading = min(each(3, lambda: read_catalogues(files("rules_data") / "text")))
    yield Figure("reading all catalogues", f"{1000 * reading:.0f} ms", "≤ 100 ms")
    for what, work in (
        ("a message with a value", lambda: t("de", "error.cannot_read", value="x")),
        ("a message with a plural", lambda: tn("fr", "about.servers", 3)),
    ):
        median = dict(quantiles(each(20_000, work)))["p50"]
        yield Figure(what, f"{1e6 * median:.1f} µs")
