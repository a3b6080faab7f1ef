"""Charts of results: bars beside what is usual, points over games, and two people against each other.

They are drawn for phones: few words, large numbers, and colour never alone – the mark of what is usual is a stroke, the
mark of a victory a crown.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bot.pictures.picture import Picture
from bot.pictures.render.canvas import Align, Canvas
from bot.pictures.score_sheet import Row, marks
from bot.pictures.themes import RGB, ThemeName, ink_on, line_colour, theme_of
from bot.text.catalogue import t, tn
from bot.text.formatting import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.text.locale import Locale

WIDTH: Final = 680
EDGE: Final = 22
HEAD: Final = 128
"""Height of the title and of what the marks mean."""
BAR: Final = 60
LABEL: Final = 248
"""Where bars begin, where every label fits."""
LONGEST_LABEL: Final = 330
"""Where they begin at most."""
NAMES: Final = 32
"""Size of labels."""
SMALLEST_NAME: Final = 0.7
"""How much smaller they may become."""
READABLE_NAME: Final = 0.85
"""How much smaller they are before bars begin further right."""
ICON: Final = 56
"""Room for the icon before a label."""
VALUE: Final = 92
"""Room for the number behind a bar."""
HIGH: Final = 280
"""Height of a chart over games."""
CORNER: Final = 90
"""Room that Discord's button for the words takes in the upper right."""
MOST_GAMES: Final = 40
"""Games that a chart shows singly; of more, each point is the average of some."""
MOST_MET: Final = 20
"""Games that a chart of two people shows, the last ones."""
MOST_BARS: Final = 12


@dataclass(frozen=True)
class Bar:
    """A bar: its label, value, and what is usual (None: nothing to compare with). ``line``: the line of the score whose
    icon and colour it has."""

    label: str
    value: float
    usual: float | None = None
    line: str = ""


@dataclass(frozen=True)
class BarChart:
    """Bars under each other; ``legend`` says what the stroke is."""

    title: str
    legend: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class CourseChart:
    """Points of somebody's games, oldest first, and which of them were won."""

    title: str
    totals: tuple[int, ...]
    won: tuple[bool, ...]


@dataclass(frozen=True)
class VersusChart:
    """The points of two people in the games they played together, oldest first; ``ahead``: how often the first was in
    front, nobody, the second."""

    title: str
    names: tuple[str, str]
    ahead: tuple[int, int, int]
    totals: tuple[tuple[int, int], ...]


Chart = BarChart | CourseChart | VersusChart


def chart(shown: Chart, locale: Locale, theme: ThemeName = "dark") -> Picture:
    """The picture of a chart, with its numbers in words."""
    if isinstance(shown, BarChart):
        return Picture(_bars(shown, locale, theme), _bars_alt(shown, locale), "chart.png")
    if isinstance(shown, CourseChart):
        return Picture(_course(shown, locale, theme), _course_alt(shown, locale), "chart.png")
    return Picture(_versus(shown, locale, theme), _versus_alt(shown, locale), "chart.png")


def averaged(totals: Sequence[float], most: int) -> list[float]:
    """At most so many numbers: of more, each is the average of those that follow each other."""
    if len(totals) <= most:
        return list(totals)
    edges = [round(n * len(totals) / most) for n in range(most + 1)]
    return [sum(totals[start:end]) / (end - start) for start, end in pairwise(edges)]


# ---- words -------------------------------------------------------------------------------------------------------


def _bars_alt(shown: BarChart, locale: Locale) -> str:
    told = [_bar_words(bar, locale) for bar in shown.bars]
    return f"{shown.title}. {shown.legend}. " + "; ".join(told)


def _bar_words(bar: Bar, locale: Locale) -> str:
    value = _written(locale, bar.value)
    if bar.usual is None:
        return f"{bar.label} {value}"
    return t(locale, "picture.chart.bar", label=bar.label, value=value, usual=_written(locale, bar.usual))


def _course_alt(shown: CourseChart, locale: Locale) -> str:
    values = {"title": shown.title, "best": max(shown.totals), "lowest": min(shown.totals)}
    shortly = ", ".join(map(str, shown.totals[-10:]))
    games = tn(locale, "results.games", len(shown.totals))
    return t(locale, "picture.chart.course_alt", games=games, won=sum(shown.won), last=shortly, **values)


def _versus_alt(shown: VersusChart, locale: Locale) -> str:
    first, level, second = shown.ahead
    values = {"first": first, "level": level, "second": second, "one": shown.names[0], "other": shown.names[1]}
    last = ", ".join(f"{one}–{other}" for one, other in shown.totals[-10:])
    return t(locale, "picture.chart.versus_alt", last=last, **values)


def _written(locale: Locale, value: float) -> str:
    return number(locale, value, 1)


# ---- drawing -----------------------------------------------------------------------------------------------------


def _begun(title: str, height: float, theme: ThemeName) -> Canvas:
    canvas = Canvas(WIDTH, height, theme_of(theme))
    canvas.text(EDGE, 46, title, 40, most=WIDTH - 2 * EDGE - CORNER)
    return canvas


def _bars(shown: BarChart, locale: Locale, theme: ThemeName) -> bytes:
    bars = shown.bars[:MOST_BARS]
    canvas = _begun(shown.title, HEAD + len(bars) * BAR + EDGE, theme)
    if any(bar.usual is not None for bar in bars):
        _stroke(canvas, EDGE + 6, 94)
        canvas.text(EDGE + 24, 94, shown.legend, 30, canvas.theme.soft, weight="medium", most=WIDTH - 2 * EDGE - 24)
    most = max([0.001, *(max(bar.value, bar.usual or 0) for bar in bars)])
    begin = _begin_of_bars(canvas, bars)
    for at, bar in enumerate(bars):
        _bar(canvas, bar, HEAD + (at + 0.5) * BAR, begin, most, locale)
    return canvas.png()


def _begin_of_bars(canvas: Canvas, bars: Sequence[Bar]) -> float:
    """As far left as the longest label lets them, so that none is cut that need not be."""
    widths = [
        EDGE + (ICON if bar.line else 0) + 12 + canvas.text_width(bar.label, NAMES * READABLE_NAME, "medium")
        for bar in bars
    ]
    return min(max(LABEL, *widths), LONGEST_LABEL)


def _bar(canvas: Canvas, bar: Bar, y: float, begin: float, most: float, locale: Locale) -> None:
    theme, left, colour = canvas.theme, EDGE, canvas.theme.accent
    room = WIDTH - EDGE - VALUE - begin
    if bar.line:
        icon, colour = Row(bar.line, ()).look
        canvas.rounded((EDGE, y - 22, 44, 44), 10, colour)
        canvas.icon(EDGE + 22, y, icon, 34, ink_on(colour))
        left += ICON
    canvas.text(left, y, bar.label, NAMES, most=begin - left - 12, weight="medium", least=SMALLEST_NAME)
    canvas.rounded((begin, y - 21, room, 42), 8, theme.panel)
    canvas.rounded((begin, y - 21, max(2, bar.value * room / most), 42), 8, colour)
    if bar.usual is not None:
        _stroke(canvas, begin + bar.usual * room / most, y)
    canvas.text(WIDTH - EDGE, y, _written(locale, bar.value), 40, align="right")


def _stroke(canvas: Canvas, x: float, y: float) -> None:
    """The mark of what is usual."""
    canvas.rectangle((x - 6, y - 29, 12, 58), canvas.theme.ground)
    canvas.rectangle((x - 3, y - 29, 6, 58), canvas.theme.ink)


def _course(shown: CourseChart, locale: Locale, theme: ThemeName) -> bytes:
    canvas = _begun(shown.title, HEAD + HIGH + 60, theme)
    soft = canvas.theme.soft
    totals = averaged(shown.totals, MOST_GAMES)
    single = len(totals) == len(shown.totals)
    known = "course_won" if any(shown.won) else "course"
    key = f"picture.chart.{known if single else 'course_averages'}"
    canvas.text(EDGE, 94, t(locale, key), 30, soft, weight="medium", most=WIDTH - 2 * EDGE)
    frame = _Frame(canvas, totals, HEAD + 10)
    mean = sum(shown.totals) / len(shown.totals)
    _dashes(canvas, frame, mean)
    points = frame.line(totals)
    _joined(canvas, points, canvas.theme.accent)
    for at, (x, y) in enumerate(points):
        if single and shown.won[at]:
            canvas.outlined_icon(x, y, "crown", 36, canvas.theme.icon_colour("points"), canvas.theme.ground, 3)
        else:
            canvas.disc(x, y, 7, canvas.theme.accent)
    _below(canvas, locale, len(shown.totals))
    return canvas.png()


def _versus(shown: VersusChart, locale: Locale, theme: ThemeName) -> bytes:
    met = shown.totals[-MOST_MET:]
    high = HIGH + 60 if len(met) > 1 else 0
    canvas = _begun(shown.title, 250 + high, theme)
    colours = [line_colour(canvas.theme, seat) for seat in range(2)]
    _balance(canvas, shown, colours)
    if len(met) > 1:
        frame = _Frame(canvas, [float(total) for pair in met for total in pair], 260, len(met))
        for seat in range(2):
            points = frame.line([pair[seat] for pair in met])
            _joined(canvas, points, colours[seat])
            for x, y in points:
                canvas.outlined_icon(x, y, f"seat_{seat + 1}", 26, colours[seat], canvas.theme.ground, 2)
        _below(canvas, locale, len(met))
    return canvas.png()


def _balance(canvas: Canvas, shown: VersusChart, colours: Sequence[RGB]) -> None:
    """Who was ahead how often, as one bar from both sides."""
    first, level, second = shown.ahead
    each = (WIDTH - 2 * EDGE) / max(1, first + level + second)
    aligned: tuple[Align, Align] = ("left", "right")
    for seat, (x, shift) in enumerate(((EDGE, 48), (WIDTH - EDGE, -48))):
        canvas.token(x + shift / 2, 112, seat, 40)
        canvas.text(x + shift, 112, shown.names[seat], 34, align=aligned[seat], most=WIDTH / 2 - EDGE - 60)
    spans = ((first, colours[0], EDGE), (level, canvas.theme.line, EDGE + first * each))
    for count, colour, left in (*spans, (second, colours[1], EDGE + (first + level) * each)):
        canvas.rectangle((left, 152, max(0, count * each - 3), 62), colour)
        if count and count * each > 40:
            canvas.text(left + count * each / 2, 183, str(count), 40, ink_on(colour), "centre")


class _Frame:
    """The field of a chart over games, with its grid: where a number stands."""

    def __init__(self, canvas: Canvas, totals: Sequence[float], top: float, count: int | None = None) -> None:
        self.left, self.right, self.top = EDGE + 64, WIDTH - EDGE, top
        self.base, self.count = top + HIGH, count or len(totals)
        self.most = max(10.0, max(totals) * 1.05)
        for mark in marks(int(self.most)):
            y = self.height(mark)
            canvas.rectangle((self.left, y, self.right - self.left, 2), canvas.theme.raised)
            canvas.text(self.left - 16, y, str(mark), 30, canvas.theme.soft, "right", "medium")

    def height(self, total: float) -> float:
        """Where so many points stand; fewer than none stand on the ground."""
        return self.base - (HIGH - 20) * max(0.0, total) / self.most

    def line(self, totals: Sequence[float]) -> list[tuple[float, float]]:
        """Where the points of games stand, one beside the other."""
        step = (self.right - self.left - 40) / max(1, self.count - 1)
        return [(self.left + 20 + at * step, self.height(total)) for at, total in enumerate(totals)]


def _joined(canvas: Canvas, points: Sequence[tuple[float, float]], colour: RGB) -> None:
    for start, end in pairwise(points):
        canvas.line(start, end, 5, colour)


def _dashes(canvas: Canvas, frame: _Frame, mean: float) -> None:
    y = frame.height(mean)
    for x in range(int(frame.left), int(frame.right), 28):
        canvas.rectangle((x, y - 2, 16, 4), canvas.theme.soft)


def _below(canvas: Canvas, locale: Locale, games: int) -> None:
    text = tn(locale, "results.games", games)
    canvas.text(WIDTH - EDGE - 20, canvas.height - 26, text, 30, canvas.theme.soft, "right", "medium")
