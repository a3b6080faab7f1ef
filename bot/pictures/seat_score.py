"""The score of one seat as a part of its board: what its points come from, as if the game ended now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.views import score
from bot.pictures import widgets
from bot.pictures.score_sheet import Row, rows_of
from bot.text.catalogue import t, tn
from bot.text.game.names import pair

if TYPE_CHECKING:
    from bot.engine.state import SeatNumber
    from bot.engine.views import View
    from bot.pictures.player_sections import SectionContext
    from bot.text.locale import Locale

HEAD: Final = 40
LINE: Final = 46
TEXT: Final = 28


def score_rows(seen: View, seat: SeatNumber) -> tuple[Row, ...]:
    """The lines of a seat's score that have points, or points that the reader may not see."""
    rows = (Row(row.key, (row.points[seat],), row.colour, row.label) for row in rows_of(score(seen)))
    return tuple(row for row in rows if row.points[0] != 0)


def score_lines(context: SectionContext, x: float, y: float, width: float) -> float:
    """A line for each source of points, and the sum."""
    canvas, rows = context.canvas, score_rows(context.seen, context.seat)
    over = context.seen.state.phase == "over"
    widgets.heading(canvas, x, y + 16, t(context.locale, "picture.score" if over else "picture.score.so_far"))
    at = y + HEAD
    for row in rows:
        icon, colour = row.look
        canvas.rounded((x, at + 2, width, LINE - 4), 10, canvas.theme.panel)
        canvas.rectangle((x + 8, at + 10, 8, LINE - 20), colour)
        canvas.icon(x + 42, at + LINE / 2, icon, 32)
        canvas.text(x + 70, at + LINE / 2, row.words(context.locale), TEXT, weight="medium", most=width - 150)
        points = row.points[0]
        if points is None:
            canvas.icon(x + width - 30, at + LINE / 2, "hidden", 30, canvas.theme.soft)
        else:
            canvas.text(x + width - 14, at + LINE / 2, _number(points), TEXT + 4, align="right")
        at += LINE
    canvas.text(x + width - 14, at + LINE / 2, _number(_total(rows)), 40, align="right")
    canvas.icon(x + width - 40 - canvas.text_width(_number(_total(rows)), 40), at + LINE / 2, "points", 40)
    return at + LINE - y


def score_words(seen: View, seat: SeatNumber, locale: Locale) -> str:
    """The same in words."""
    rows = score_rows(seen, seat)
    title = t(locale, "picture.score" if seen.state.phase == "over" else "picture.score.so_far")
    shown = ", ".join(f"{row.words(locale)} {_number(row.points[0])}" for row in rows if row.points[0] is not None)
    hidden = "" if all(row.points[0] is not None for row in rows) else t(locale, "picture.score.hidden")
    said = pair(locale, title, tn(locale, "thing.points", _total(rows)))
    return f"{said} ({shown}). {hidden}".strip() if shown else f"{said}. {hidden}".strip()


def _total(rows: tuple[Row, ...]) -> int:
    return sum(row.points[0] or 0 for row in rows)


def _number(points: int | None) -> str:
    return str(points).replace("-", "\N{MINUS SIGN}")
