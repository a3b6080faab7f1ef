"""The part below the map: points and hibernations of the players, whose turn it is, and the artifacts left. Below an
enlarged part of the map there are only the numbers of the players.

Lengths are in units; a board is ``UNITS`` wide. Text is at least ``TEXT`` high, which is 9 pixels on a phone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.effects import ARTIFACT_COLOURS
from bot.engine.rules.artifacts import artifacts_left, artifacts_reserved
from bot.engine.solo_components import MautomaState
from bot.pictures.layers.devotion_track import devotion_height, draw_devotion
from bot.pictures.render.drawable_names import MAUTOMA
from bot.pictures.themes import seat_colour
from bot.text.game.effect_symbols import effect_symbols

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.state import SeatNumber
    from bot.engine.views import View
    from bot.pictures.render.canvas import Box, Canvas

UNITS: Final = 1400
MARGIN: Final = 16
LANE: Final = 54
"""Height of a player's line."""
HEAD: Final = 64
"""Height of the bonuses above the lines."""
ROW: Final = 146
"""Height of the hibernation track."""
TEXT: Final = 33
LEGEND: Final = LANE + 12
MOST_POINTS: Final = 60
"""The points at which a bar ends. A bar of more points ends there too; its number gives the points."""
BAR: Final = (500, 862)
"""Where a bar begins, and its length."""
ARTIFACTS: Final = 300
"""Width of the box with the artifacts left."""


def foot_height(seen: View, *, whole: bool) -> float:
    """Units below the map."""
    return HEAD + _lanes(seen) * LANE + 14 + devotion_height(seen) + ROW + MARGIN if whole else LEGEND


def draw_foot(canvas: Canvas, seen: View, names: Sequence[str], *, whole: bool) -> None:
    """Draw the part below the map, on a canvas in ``UNITS``."""
    top = canvas.height - foot_height(seen, whole=whole)
    if not whole:
        _legend(canvas, seen, names, top)
        return
    _score_track(canvas, seen, names, top)
    if isinstance(seen.state.variant, MautomaState):
        _mautoma(canvas, seen, seen.state.variant, top + HEAD + len(names) * LANE)
    below = top + HEAD + _lanes(seen) * LANE + 14
    draw_devotion(canvas, seen, below)
    _hibernation(canvas, seen, below + devotion_height(seen))


def _lanes(seen: View) -> int:
    return len(seen.state.seats) + has_mautoma(seen)


def has_mautoma(seen: View) -> bool:
    """Whether the Mautoma plays; its seat number follows the last player's."""
    return isinstance(seen.state.variant, MautomaState)


def on_turn(seen: View) -> SeatNumber | None:
    """Whose turn it is; None before the first and after the last."""
    return seen.state.turn.seat if seen.state.phase == "play" else None


def _legend(canvas: Canvas, seen: View, names: Sequence[str], top: float) -> None:
    """The number of each player, in one line."""
    canvas.rectangle((0, top, UNITS, LEGEND + 1), canvas.theme.ground)
    called = [*names, MAUTOMA] if has_mautoma(seen) else names
    wide = (UNITS - 2 * MARGIN) / max(1, len(called))
    for seat, name in enumerate(called):
        x = MARGIN + seat * wide
        if seat == on_turn(seen):
            canvas.rounded((x, top + 1, wide - 8, LANE - 4), 12, canvas.theme.panel)
        canvas.token(x + 26, top + 26, seat, 40)
        canvas.text(x + 56, top + 26, name, TEXT, most=wide - 76, least=1.0)


# ---- names and points ------------------------------------------------------------------------------------------------


STRIP: Final = 810
"""Units of the width of a strip with names and points: three for each pixel on a phone."""
STRIP_ROW: Final = 48
STRIP_TEXT: Final = 31


def strip_height(seen: View) -> float:
    """Units of the strip: a row for each two players."""
    return STRIP_ROW * ((_lanes(seen) + 1) // 2) + 6


def draw_strip(canvas: Canvas, seen: View, names: Sequence[str]) -> None:
    """The number, name and points of each player at the bottom of a canvas in units of ``STRIP``; whose turn it is has
    a panel."""
    top = canvas.height - strip_height(seen)
    canvas.rectangle((0, top, STRIP, strip_height(seen) + 1), canvas.theme.ground)
    points = [str(mine.points) for mine in seen.state.seats]
    lines = [*zip(names, points, strict=True)]
    if has_mautoma(seen):
        lines.append((MAUTOMA, ""))
    wide = STRIP / min(2, len(lines))
    for seat, (name, number) in enumerate(lines):
        box = (seat % 2 * wide, top + 4 + seat // 2 * STRIP_ROW, wide, STRIP_ROW - 4)
        _in_strip(canvas, box, seat, name, number, on_turn=seat == on_turn(seen))


def _in_strip(canvas: Canvas, box: Box, seat: SeatNumber, name: str, points: str, *, on_turn: bool) -> None:
    x, y, w, h = box
    if on_turn:
        canvas.rounded((x + 3, y, w - 6, h), 10, canvas.theme.raised)
    canvas.token(x + 28, y + h / 2, seat, 40)
    room = 66.0
    if points:
        canvas.icon(x + w - 26, y + h / 2, "points", 34)
        room += 60 + canvas.text(x + w - 48, y + h / 2, points, STRIP_TEXT, align="right")
    canvas.text(x + 58, y + h / 2, name, STRIP_TEXT, most=w - room, least=1.0)


# ---- points ------------------------------------------------------------------------------------------------------


def _score_track(canvas: Canvas, seen: View, names: Sequence[str], top: float) -> None:
    theme, bonuses = canvas.theme, seen.pack.board.score_bonuses
    most = max(MOST_POINTS, 1.2 * max(bonuses, default=0))
    left, length = BAR
    if (active := on_turn(seen)) is not None:
        box = (MARGIN / 2, top + HEAD + active * LANE + 2, UNITS - MARGIN, LANE - 4)
        canvas.rounded(box, 12, theme.panel)
    for at, effects in bonuses.items():
        x = left + length * at / most
        canvas.rectangle((x - 1, top + 52, 2, HEAD - 48 + len(names) * LANE), theme.line)
        canvas.symbols(x, top + 28, effect_symbols(effects), TEXT, theme.ink, "centre")
    canvas.icon(left - 46, top + 28, "points", TEXT + 8, theme.icon_colour("points"))
    marks = sorted(at / most for at in bonuses)
    for seat, name in enumerate(names):
        y, points = top + HEAD + (seat + 0.5) * LANE, seen.state.seats[seat].points
        _name(canvas, y, seat, name)
        canvas.text(left - 34, y, str(points), 40, align="right")
        _bar(canvas, y, seat, min(1.0, points / most), marks)


def _name(canvas: Canvas, y: float, seat: SeatNumber, name: str) -> None:
    canvas.token(MARGIN + 26, y, seat, 42)
    canvas.text(MARGIN + 60, y, name, TEXT + 1, most=310, least=1.0)


def _bar(canvas: Canvas, y: float, seat: SeatNumber, share: float, marks: Sequence[float]) -> None:
    left, length = BAR
    canvas.rounded((left, y - 8, length, 16), 8, canvas.theme.raised)
    if share > 0:
        canvas.rounded((left, y - 8, max(16.0, length * share), 16), 8, seat_colour(seat))
    for mark in marks:
        canvas.disc(left + length * mark, y, 4, canvas.theme.ground if mark <= share else canvas.theme.soft)
    canvas.token(left + length * share, y, seat, 40)


def _mautoma(canvas: Canvas, seen: View, kept: MautomaState, top: float) -> None:
    """The line of the Mautoma. It has no points on the track, so the line shows the pieces it still has to place and
    its turns."""
    y, seat, theme = top + LANE / 2, len(seen.state.seats), canvas.theme
    _name(canvas, y, seat, MAUTOMA)
    x = BAR[0] + 30.0
    left = [("small", kept.buildings_left.get("small", 0)), ("large_building", kept.buildings_left.get("large", 0))]
    for icon, number in left:
        canvas.icon(x, y, icon, 44, theme.ink if number else theme.soft)
        canvas.text(x + 32, y, str(number), TEXT + 3, theme.ink if number else theme.soft)
        x += 118


# ---- hibernation and artifacts -----------------------------------------------------------------------------------


def _hibernation(canvas: Canvas, seen: View, top: float) -> None:
    """The rows of hibernation with their rewards and the players in them; beside them the large artifacts left."""
    theme, rows = canvas.theme, seen.pack.board.hibernation
    left = MARGIN + 62
    canvas.icon(MARGIN + 26, top + ROW / 2, "hibernate", 52, theme.soft)
    wide = (UNITS - MARGIN - left - ARTIFACTS - 8) / max(1, len(rows))
    for row, effects in enumerate(rows):
        x = left + row * wide
        canvas.rounded((x + 3, top, wide - 6, ROW), 12, theme.panel)
        canvas.symbol_block((x + 6, top + 6, wide - 12, 88), effect_symbols(effects), TEXT, theme.ink)
        there = [seat for seat, number in enumerate(_hibernations(seen)) if min(number, len(rows)) == row + 1]
        for number, seat in enumerate(there):
            step = min(36.0, (wide - 44) / max(1, len(there) - 1))
            canvas.token(x + wide / 2 + (number - (len(there) - 1) / 2) * step, top + 118, seat, 38)
    _artifacts(canvas, seen, (UNITS - MARGIN - ARTIFACTS, top, ARTIFACTS, ROW))


def _hibernations(seen: View) -> list[int]:
    """How often each seat has hibernated, the Mautoma last."""
    found = [mine.hibernations for mine in seen.state.seats]
    kept = seen.state.variant
    return [*found, kept.hibernations] if isinstance(kept, MautomaState) else found


def _artifacts(canvas: Canvas, seen: View, box: Box) -> None:
    theme = canvas.theme
    x, y, _, h = box
    canvas.rounded(box, 12, theme.panel)
    reserved = artifacts_reserved(seen.state)
    canvas.icon(x + 44, y + 50 if reserved else y + h / 2, "artifact", 60, theme.icon_colour("artifact"))
    if reserved:  # the colours below show all artifacts that lie there; this is the number without reserved ones
        canvas.text(x + 44, y + 104, str(artifacts_left(seen.state)), 40, theme.ink, "centre")
    for number, colour in enumerate(ARTIFACT_COLOURS):
        at = x + 112 + number * 72
        left = seen.state.artifacts.get(colour, 0)
        canvas.icon(at, y + 50, colour, 44)
        canvas.text(at, y + 104, str(left), 40, theme.ink if left else theme.soft, "centre")
