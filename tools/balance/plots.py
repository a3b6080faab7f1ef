"""The figures as small pictures."""

from __future__ import annotations

import matplotlib as mpl

mpl.use("Agg")
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt

from bot.simulation.balance_figures import SEAT_BAR, TRIBE_BAR, TURNS, WINNERS, Fairness, lines, places, tribes, winners
from bot.simulation.offered_and_taken import LEAST, MOST, uses
from bot.simulation.recorded_games import Games, by_seats, seats_of

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bot.engine.components import Pack

SHADES = {1: "#b58900", 2: "#1b6ca8", 3: "#2f8f5b", 4: "#b5472f"}
BEFORE, BAND = "#777777", "#dddddd"
mpl.rcParams.update({"font.size": 8, "axes.spines.top": False, "axes.spines.right": False, "figure.dpi": 100})


def write(games: Games, before: Games, pack: Pack, into: Path) -> list[Path]:
    """All plots; ``before``, where there is any, is drawn as an outline for comparison."""
    into.mkdir(parents=True, exist_ok=True)
    drawn = {
        "totals": _histograms(games, before, "totals"),
        "turns": _histograms(games, before, "turns"),
        "lines": _lines(games),
        "tribes": _fairness(games, "tribe"),
        "seats": _fairness(games, "seat"),
        "use": _use(games, pack),
    }
    for name, figure in drawn.items():
        figure.savefig(into / f"{name}.png", bbox_inches="tight", pil_kwargs={"optimize": True})
        plt.close(figure)
    return [into / f"{name}.png" for name in drawn]


def _values(games: Games, what: str) -> list[int]:
    return winners(games) if what == "totals" else [seat.turns for seat in seats_of(games)]


def _histograms(games: Games, before: Games, what: str) -> Figure:
    """Winners' points or turns a seat, one panel for each number of seats."""
    split, old = by_seats(games), by_seats(before)
    width, band = (10, WINNERS) if what == "totals" else (1, TURNS)
    figure, axes = plt.subplots(1, len(split), figsize=(2.6 * len(split), 2), sharey=True, squeeze=False)
    everything = [*_values(games, what), *_values(before, what)] if before else _values(games, what)
    edges = [
        edge - width / 2 * (width == 1)
        for edge in range(min(everything) // width * width, max(everything) + 2 * width, width)
    ]
    for axis, (seats, found) in zip(axes[0], split.items(), strict=True):
        axis.axvspan(band[0] - (width == 1) / 2, band[1] + (width == 1) / 2, color=BAND, zorder=0)
        _histogram(axis, _values(found, what), edges, SHADES[seats])
        if seats in old:
            _histogram(axis, _values(old[seats], what), edges, BEFORE, outline=True)
        axis.set_title(f"{seats} seats")
        axis.set_xlabel("winner's points" if what == "totals" else "turns a seat")
    axes[0][0].set_ylabel("share")
    return figure


def _histogram(axis: Axes, values: list[int], edges: list[float], colour: str, *, outline: bool = False) -> None:
    share = [1 / len(values)] * len(values)
    axis.hist(values, bins=edges, weights=share, color=colour, histtype="step" if outline else "bar")


def _lines(games: Games) -> Figure:
    """Means of the score lines: all seats in colour, winners as outlines."""
    split = {seats: lines(found) for seats, found in by_seats(games).items()}
    keys = list(next(iter(split.values())))
    figure, axis = plt.subplots(figsize=(6, 2.6))
    tall = 0.8 / len(split)
    for index, (seats, found) in enumerate(split.items()):
        at = [row + tall * index for row in range(len(keys))]
        axis.barh(at, [found[key].mean for key in keys], tall, color=SHADES[seats], label=f"{seats} seats")
        axis.barh(at, [found[key].winners for key in keys], tall, fill=False, edgecolor="black", linewidth=0.6)
    axis.set_yticks([row + 0.4 - tall / 2 for row in range(len(keys))], [key.replace("_", " ") for key in keys])
    axis.invert_yaxis()
    axis.set_xlabel("points (outline: winners)")
    axis.legend(frameon=False)
    return figure


def _fairness(games: Games, what: str) -> Figure:
    """Wins against the fair share with 95 % intervals."""
    split = {seats: (tribes if what == "tribe" else places)(found) for seats, found in by_seats(games).items()}
    names = sorted({name for found in split.values() for name in found})
    figure, axis = plt.subplots(figsize=(6, 2.2))
    low, high = TRIBE_BAR if what == "tribe" else (0.0, SEAT_BAR)
    axis.axhspan(low, high, color=BAND, zorder=0)
    axis.axhline(1, color="white", zorder=0)
    for index, (seats, found) in enumerate(split.items()):
        at = [row + (index - (len(split) - 1) / 2) * 0.2 for row, name in enumerate(names) if name in found]
        _intervals(axis, at, [found[name] for name in names if name in found], seats)
    axis.set_xticks(range(len(names)), [name if what == "tribe" else f"seat {name}" for name in names])
    axis.set_ylim(0, 2.2)
    axis.set_ylabel("wins ÷ fair share")
    axis.legend(frameon=False, ncols=len(split), loc="upper right")
    return figure


def _intervals(axis: Axes, at: list[float], found: list[Fairness], seats: int) -> None:
    errors = [[each.ratio - each.low for each in found], [each.high - each.ratio for each in found]]
    axis.errorbar(
        at, [each.ratio for each in found], errors, fmt="o", ms=4, color=SHADES[seats], label=f"{seats} seats"
    )


def _use(games: Games, pack: Pack) -> Figure:
    """One dot for each component: the share of the games where it could be used."""
    found = uses(games, pack)
    kinds = list(dict.fromkeys(use.kind for use in found))
    figure, axis = plt.subplots(figsize=(6, 0.24 * len(kinds) + 0.6))
    axis.axvspan(LEAST * 100, 100, color=BAND, alpha=0.4, zorder=0)
    axis.axvline(MOST * 100, color="white", zorder=0)
    for row, kind in enumerate(kinds):
        shares = sorted(use.share * 100 for use in found if use.kind == kind)
        axis.plot(
            shares,
            [row + 0.16 * (index % 3 - 1) for index in range(len(shares))],
            "o",
            ms=3,
            alpha=0.6,
            color=SHADES[2],
        )
    axis.set_yticks(range(len(kinds)), kinds)
    axis.invert_yaxis()
    axis.set_xlim(-2, 102)
    axis.set_xlabel("used in so many per cent of the games where it could be")
    return figure
