"""The plots of a pack's report, as SVG within the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bot.simulation.html_elements import tag

if TYPE_CHECKING:
    from bot.simulation.balance_figures import Fairness

WIDE: Final = 360
"""Width of a plot with one row for each thing."""
LABEL: Final = 112
ROW: Final = 26
PANEL: Final = (240, 150)
BASE: Final = 122
"""Where the bars of a panel stand."""
MOST_LETTERS: Final = 17


class Interval(NamedTuple):
    """A row of the plot of wins: how it is called, its wins, and whether it is marked."""

    label: str
    found: Fairness
    odd: bool


def _text(x: float, y: float, words: str, anchor: str = "start", class_: str = "") -> Any:
    return tag("text", words, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, class_=class_)


def _line(x: float, y: float, to_x: float, to_y: float, class_: str) -> Any:
    return tag("line", x1=f"{x:.1f}", y1=f"{y:.1f}", x2=f"{to_x:.1f}", y2=f"{to_y:.1f}", class_=class_)


def _bar(x: float, y: float, width: float, height: float, class_: str) -> Any:
    size = {"width": f"{max(0.0, width):.1f}", "height": f"{max(0.0, height):.1f}"}
    return tag("rect", x=f"{x:.1f}", y=f"{y:.1f}", class_=class_, **size)


def _svg(width: float, height: float, words: str, parts: Iterable[Any], class_: str) -> Any:
    return tag(
        "svg", tag("title", words), *parts, viewBox=f"0 0 {width:g} {height:g}", role="img", class_=f"plot {class_}"
    )


def _short(label: str) -> str:
    return label if len(label) <= MOST_LETTERS else label[: MOST_LETTERS - 1] + "…"


# ---- how values spread -------------------------------------------------------------------------------------------


def histograms(split: Mapping[int, Sequence[int]], width: int, unit: str) -> Any:
    """A panel for each number of seats, over the same range; ``width``: how much of the range a bar takes."""
    everything = [value for values in split.values() for value in values]
    first, last = min(everything) // width, max(everything) // width
    panels = [_panel(seats, values, width, (first, last), unit) for seats, values in split.items()]
    return tag("figure", tag("div", *panels, class_="row"))


def _panel(seats: int, values: Sequence[int], width: int, span: tuple[int, int], unit: str) -> Any:
    first, last = span
    counted = Counter(value // width for value in values)
    each = (PANEL[0] - 20) / (last - first + 1)
    tall = (BASE - 30) / max(counted.values())
    bars = [
        _bar(10 + (at - first) * each, BASE - number * tall, max(1, each - 1), number * tall, f"s{seats}")
        for at, number in sorted(counted.items())
    ]
    title = f"{seats} {'seat' if seats == 1 else 'seats'}"
    words = [
        _text(10, 16, title),
        _text(10, 138, f"{first * width}"),
        _text(PANEL[0] / 2, 138, unit, "middle"),
        _text(PANEL[0] - 10, 138, f"{(last + 1) * width - 1}", "end"),
    ]
    axis = _line(10, BASE, PANEL[0] - 10, BASE, "axis")
    return _svg(*PANEL, f"{title}: {unit}, {min(values)} to {max(values)}", [*bars, axis, *words], "panel")


# ---- wins --------------------------------------------------------------------------------------------------------


def intervals(rows: Sequence[Interval]) -> Any:
    """Wins against the fair share with their 95 % intervals; a stroke stands at the fair share."""
    most = max(2.0, *(row.found.high for row in rows))
    each = (WIDE - LABEL - 44) / most
    height = ROW * len(rows) + 24
    parts = [_line(LABEL + each, 0, LABEL + each, height - 20, "axis"), _text(LABEL + each, height - 6, "1", "middle")]
    for at, row in enumerate(rows):
        parts += _interval(row, ROW * (at + 0.5), each)
    return tag("figure", _svg(WIDE, height, "Wins against the fair share", parts, "wide"))


def _interval(row: Interval, y: float, each: float) -> list[Any]:
    look, odd = ("outside", "odd") if row.odd else ("within", "")
    low, high = LABEL + row.found.low * each, LABEL + row.found.high * each
    dot = tag("circle", cx=f"{LABEL + row.found.ratio * each:.1f}", cy=f"{y:.1f}", r="4", class_=look)
    value = _text(WIDE - 4, y + 4, f"{row.found.ratio:.2f}", "end", odd)
    return [_text(0, y + 4, _short(row.label), class_=odd), _line(low, y, high, y, look), dot, value]


# ---- points ------------------------------------------------------------------------------------------------------


def paired_bars(rows: Sequence[tuple[str, float, float]], what: str) -> Any:
    """Two numbers for each label: the first as a quiet bar behind the second."""
    most = max(0.001, *(max(row[1:]) for row in rows))
    each = (WIDE - LABEL - 44) / most
    parts = []
    for at, (label, behind, before) in enumerate(rows):
        y = ROW * at
        parts += [
            _text(0, y + 17, _short(label)),
            _bar(LABEL, y + 3, behind * each, ROW - 6, "quiet"),
            _bar(LABEL, y + 8, before * each, ROW - 16, "s2"),
            _text(WIDE - 4, y + 17, f"{before:.1f}", "end"),
        ]
    return tag("figure", _svg(WIDE, ROW * len(rows) + 4, what, parts, "wide"))


def share_bar(share: float) -> Any:
    """A share as a small bar in a cell."""
    parts = (_bar(0, 2, 80, 8, "quiet"), _bar(0, 2, 80 * min(1.0, share), 8, "s2"))
    return tag("svg", *parts, width="80", height="12", viewBox="0 0 80 12", aria_hidden="true")
