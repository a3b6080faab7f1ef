"""Scores: a stacked bar of sources for each player, the same as a table, and the score history."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, get_args

from bot.engine.effects import ARTIFACT_COLOURS, COLOURS
from bot.engine.rules.score_lines import LineKey
from bot.engine.views import score
from bot.pictures.alt_text import sheet_alt
from bot.pictures.picture import Drawing, Picture
from bot.pictures.render.canvas import Canvas
from bot.pictures.render.drawable_names import all_names
from bot.pictures.themes import RGB, SOURCES, ThemeName, ink_on, line_colour, theme_of
from bot.text.catalogue import t, tn
from bot.text.game.names import pair

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.engine.rules.score_lines import Line
    from bot.engine.rules.scoring import ScoreSheet
    from bot.engine.views import View
    from bot.text.locale import Locale

WIDTH: Final = 800
EDGE: Final = 24
LINE: Final = 50
BAR: Final = 58
COURSE: Final = 300
LABEL: Final = 330
"""Where the columns of the players begin."""
MOST_POINTS: Final = 120
"""How many moments of a history are drawn; a longer one is thinned out."""
_SOURCES: Final[tuple[str, ...]] = get_args(LineKey)
_COLOURS: Final[tuple[str, ...]] = (*COLOURS, *ARTIFACT_COLOURS)
_ICONS: Final = {
    "track": "points",
    "technologies": "technology",
    "large_locations": "large",
    "card_colour": "card",
    "end_tile": "flag",
    "small_artifacts": "small_artifact",
    "leftover": "gear",
    "artifact_card": "artifact",
}
"""The icon of a source of points; others have their own name or their colour's."""


@dataclass(frozen=True)
class Row:
    """A row of a score sheet: a source (a key of ``LineKey`` or ``devotion``), its colour if it has one, and the points
    of each player (None: unknown). ``label`` replaces the usual label."""

    key: str
    points: tuple[int | None, ...]
    colour: str | None = None
    label: str = ""

    @property
    def look(self) -> tuple[str, RGB]:
        """Icon and colour."""
        colour = SOURCES.get(f"{self.key}.{self.colour}") or SOURCES.get(self.key, SOURCES["leftover"])
        return self.colour or _ICONS.get(self.key, self.key), colour

    def words(self, locale: Locale) -> str:
        """The label of the row in a language."""
        if self.label:
            return self.label
        return t(locale, f"picture.line.{self.key}.{self.colour}" if self.colour else f"picture.line.{self.key}")


@dataclass(frozen=True)
class _Sheet:
    """Everything that is drawn."""

    title: str
    note: str
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    ranks: tuple[int, ...]
    history: tuple[tuple[int, ...], ...] = ()
    unknown: str = "hidden"
    """The icon of points that are not known."""

    @property
    def totals(self) -> list[int]:
        return [sum(row.points[seat] or 0 for row in self.rows) for seat in range(len(self.names))]


def score_sheet(
    seen: View,
    locale: Locale,
    theme: ThemeName = "dark",
    *,
    names: Sequence[str] = (),
    history: Sequence[Sequence[int]] = (),
) -> Picture:
    """The score as the viewer may see it, final or as if the game ended now.

    :param history: the points of all seats at moments of the game, in order; fewer than two moments are not drawn.
    """
    return score_drawing(seen, locale, theme, names=names, history=history).picture()


def score_drawing(
    seen: View,
    locale: Locale,
    theme: ThemeName = "dark",
    *,
    names: Sequence[str] = (),
    history: Sequence[Sequence[int]] = (),
) -> Drawing:
    """The same before it is drawn."""
    found = score(seen)
    hidden = any(not line.known for sheet in found for line in sheet.lines)
    over = seen.state.phase == "over"
    sheet = _Sheet(
        t(locale, "picture.score" if over else "picture.score.so_far"),
        t(locale, "picture.score.hidden") if hidden else "",
        all_names(names, len(found), locale),
        rows_of(found),
        tuple(each.rank for each in found),
        tuple(tuple(moment) for moment in history),
    )
    return Drawing(
        ("score", sheet, locale, theme),
        lambda: _drawn(sheet, locale, theme),
        lambda: sheet_alt(locale, sheet.title, _told(sheet, locale), sheet.note),
        "score.png",
    )


def score_pad_sheet(
    rows: Sequence[Row], ranks: Sequence[int], locale: Locale, theme: ThemeName = "dark", *, names: Sequence[str] = ()
) -> Picture:
    """The picture of a score pad, from plain rows: one number a player in each, None where nothing was entered. The
    totals are the sums. Ranks count from 1.

    :raises ValueError: a row has more or fewer numbers than there are ranks.
    """
    if any(len(row.points) != len(ranks) for row in rows):
        raise ValueError(f"rows of {sorted({len(row.points) for row in rows})} numbers, expected {len(ranks)}")
    sheet = _Sheet(
        t(locale, "picture.tally"), "", all_names(names, len(ranks), locale), tuple(rows), tuple(ranks), unknown="mark"
    )
    return Picture(_drawn(sheet, locale, theme), sheet_alt(locale, sheet.title, _told(sheet, locale), ""), "tally.png")


def rows_of(sheets: Sequence[ScoreSheet]) -> tuple[Row, ...]:
    """The lines of all seats side by side, in the order of a score sheet whoever has which of them."""
    by_seat: list[dict[tuple[str, str | None], Line]] = [
        {(line.key, line.colour): line for line in sheet.lines} for sheet in sheets
    ]
    keys = sorted(dict.fromkeys(key for lines in by_seat for key in lines), key=_place)
    if any(key[0] == "artifact_card" and key[1] for key in keys):
        keys = [key for key in keys if key != ("artifact_card", None)]
    return tuple(Row(key, tuple(_points(lines, key, colour) for lines in by_seat), colour) for key, colour in keys)


def _place(key: tuple[str, str | None]) -> tuple[int, int]:
    """Where a row stands: by its source, then by its colour."""
    source, colour = key
    return _SOURCES.index(source), _COLOURS.index(colour) if colour else 0


def _points(lines: dict[tuple[str, str | None], Line], key: str, colour: str | None) -> int | None:
    """The points; None for an artifact card that is still hidden."""
    line = lines.get((key, colour))
    if line is not None:
        return line.points if line.known else None
    return None if key == "artifact_card" and (key, None) in lines else 0


def _told(sheet: _Sheet, locale: Locale) -> Iterator[str]:
    order = sorted(range(len(sheet.names)), key=lambda seat: (sheet.ranks[seat], seat))
    for seat in order:
        shown = ", ".join(f"{row.words(locale)} {row.points[seat]}" for row in sheet.rows if row.points[seat])
        ranked = pair(
            locale, f"{sheet.ranks[seat]}. {sheet.names[seat]}", tn(locale, "thing.points", sheet.totals[seat])
        )
        yield f"{ranked} ({shown})." if shown else f"{ranked}."


# ---- drawing -----------------------------------------------------------------------------------------------------


def _drawn(sheet: _Sheet, locale: Locale, theme: ThemeName) -> bytes:
    bars = len(sheet.names) * BAR
    table = (len(sheet.rows) + 2) * LINE
    history = COURSE + 50 if len(sheet.history) > 1 else 0
    note = 44 if sheet.note else 0
    canvas = Canvas(WIDTH, 84 + bars + 24 + table + note + history + EDGE, theme_of(theme))
    canvas.text(EDGE, 46, sheet.title, 46)
    _bars(canvas, sheet, 84)
    _table(canvas, sheet, locale, 84 + bars + 24)
    if sheet.note:
        canvas.text(
            EDGE, 84 + bars + 24 + table + 24, sheet.note, 26, canvas.theme.soft, weight="medium", most=WIDTH - 2 * EDGE
        )
    if history:
        _course(canvas, sheet, locale, 84 + bars + 24 + table + note + 30)
    return canvas.png()


def _number(points: int) -> str:
    return str(points).replace("-", "\u2212")


def _bars(canvas: Canvas, sheet: _Sheet, top: float) -> None:
    gained = [sum(max(0, row.points[seat] or 0) for row in sheet.rows) for seat in range(len(sheet.names))]
    theme, most = canvas.theme, max([1, *gained])
    left, length = LABEL, WIDTH - EDGE - LABEL - 100
    order = sorted(range(len(sheet.names)), key=lambda seat: (sheet.ranks[seat], seat))
    for number, seat in enumerate(order):
        y = top + (number + 0.5) * BAR
        canvas.token(EDGE + 24, y, seat, 42)
        canvas.text(EDGE + 58, y, sheet.names[seat], 34, most=LABEL - EDGE - 76)
        canvas.rounded((left, y - 19, length, 38), 8, theme.raised)
        _stack(canvas, sheet, seat, (left, y - 19, length / most, 38))
        canvas.text(WIDTH - EDGE, y, _number(sheet.totals[seat]), 44, align="right")


def _stack(canvas: Canvas, sheet: _Sheet, seat: int, box: tuple[float, float, float, float]) -> None:
    """Draw a player's points by source; the width of the box is that of one point."""
    left, y, each, h = box
    at = left
    for row in sheet.rows:
        points = row.points[seat] or 0
        wide = points * each
        if wide > 0:
            colour = row.look[1]
            canvas.rectangle((at, y, max(1.0, wide - 2), h), colour)
            if wide > canvas.text_width(str(points), 26) + 8:
                canvas.text(at + (wide - 2) / 2, y + h / 2, str(points), 26, ink_on(colour), "centre")
        at += max(0.0, wide)


def _table(canvas: Canvas, sheet: _Sheet, locale: Locale, top: float) -> None:
    theme = canvas.theme
    wide = (WIDTH - EDGE - LABEL) / max(1, len(sheet.names))
    middles = [LABEL + (seat + 0.5) * wide for seat in range(len(sheet.names))]
    for seat, x in enumerate(middles):
        canvas.token(x, top + LINE / 2, seat, 40)
        if sheet.ranks[seat] == 1:
            canvas.icon(x + 42, top + LINE / 2, "crown", 34, theme.icon_colour("points"))
    for number, row in enumerate(sheet.rows):
        y = top + (number + 1.5) * LINE
        if number % 2 == 0:
            canvas.rounded((EDGE, y - LINE / 2 + 1, WIDTH - 2 * EDGE, LINE - 2), 8, theme.panel)
        _line(canvas, row, locale, y, middles, sheet.unknown)
    y = top + (len(sheet.rows) + 1.5) * LINE
    canvas.text(EDGE + 56, y, t(locale, "picture.score.total"), 34)
    for total, x in zip(sheet.totals, middles, strict=True):
        canvas.text(x, y, _number(total), 40, align="centre")


def _line(canvas: Canvas, row: Row, locale: Locale, y: float, middles: Sequence[float], unknown: str) -> None:
    theme = canvas.theme
    icon, colour = row.look
    canvas.rounded((EDGE + 8, y - 17, 34, 34), 8, colour)
    canvas.icon(EDGE + 25, y, icon, 26, ink_on(colour))
    canvas.text(EDGE + 56, y, row.words(locale), 29, weight="medium", most=LABEL - EDGE - 56)
    for points, x in zip(row.points, middles, strict=True):
        if points is None:
            canvas.icon(x, y, unknown, 30 if unknown == "hidden" else 16, theme.soft)
        else:
            canvas.text(x, y, _number(points), 34, theme.ink if points else theme.soft, "centre")


def _course(canvas: Canvas, sheet: _Sheet, locale: Locale, top: float) -> None:
    """Draw a line for each player over the moments of the game, with the token at its end."""
    theme = canvas.theme
    canvas.text(EDGE, top, t(locale, "picture.score.course"), 30, theme.soft)
    moments = thinned(sheet.history)
    most = max(1, max(max(moment) for moment in moments))
    left, right, base, high = EDGE + 60, WIDTH - EDGE - 60, top + COURSE, COURSE - 40
    for mark in marks(most):
        y = base - high * mark / most
        canvas.rectangle((left, y, right - left, 2), theme.raised)
        canvas.text(left - 14, y, str(mark), 24, theme.soft, "right", "medium")
    step = (right - left) / (len(moments) - 1)
    lines = [
        [(left + n * step, base - high * moment[seat] / most) for n, moment in enumerate(moments)]
        for seat in range(len(sheet.names))
    ]
    _lines(canvas, lines)
    for seat, y in _apart([base - high * moments[-1][seat] / most for seat in range(len(sheet.names))], 36):
        canvas.token(right + 28, y, seat, 36)


def _lines(canvas: Canvas, lines: Sequence[Sequence[tuple[float, float]]]) -> None:
    """Draw a line for each seat in its colour. The shape of the seat marks the line at different moments for each
    seat."""
    colours = [line_colour(canvas.theme, seat) for seat in range(len(lines))]
    for seat, points in sorted(enumerate(lines), key=lambda line: -line[1][-1][1]):
        for start, end in pairwise(points):
            canvas.line(start, end, 5, colours[seat])
    for seat, points in enumerate(lines):
        first = 1 + round((seat % 4) * len(points) / 20)
        for x, y in points[first :: max(2, len(points) // 5)]:
            canvas.outlined_icon(x, y, f"seat_{seat % 4 + 1}", 20, colours[seat], canvas.theme.ground, 2)


def thinned(history: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """At most ``MOST_POINTS`` moments, evenly chosen, the last one among them."""
    if len(history) <= MOST_POINTS:
        return list(history)
    step = (len(history) - 1) / (MOST_POINTS - 1)
    return [history[round(n * step)] for n in range(MOST_POINTS)]


def marks(most: int) -> list[int]:
    """Round numbers up to ``most`` for the horizontal grid lines."""
    step = next((step for step in (5, 10, 20, 50, 100, 200, 500, 1000) if most / step <= 5), most)
    return list(range(0, most + 1, step))


def _apart(heights: Sequence[float], least: float) -> Iterator[tuple[int, float]]:
    """Each number with a position that keeps neighbours ``least`` apart, from the lowest up."""
    at = None
    for number in sorted(range(len(heights)), key=lambda n: -heights[n]):
        at = heights[number] if at is None else min(heights[number], at - least)
        yield number, at
