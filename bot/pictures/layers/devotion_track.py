"""The devotion track below the map, with the separate large location beside it. Only games with the expansion have it.

Lengths are in units of the scoreboard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.variants.abyss.state_access import shown
from bot.pictures.themes import seat_colour
from bot.text.game.effect_symbols import effect_symbols

if TYPE_CHECKING:
    from bot.engine.abyss_state import AbyssState
    from bot.engine.effects import Effect
    from bot.engine.views import View
    from bot.pictures.render.canvas import Canvas

HEAD: Final = 60
"""Height of the rewards above the lines."""
LANE: Final = 44
GAP: Final = 12
TEXT: Final = 33
LEFT: Final = 500
RIGHT: Final = 1362
"""Where the track begins and ends."""
MARGIN: Final = 16


def devotion_height(seen: View) -> float:
    """Units that the track takes; 0 without the expansion."""
    return HEAD + len(seen.state.seats) * LANE + GAP if shown(seen.state) is not None else 0.0


def draw_devotion(canvas: Canvas, seen: View, top: float) -> None:
    """Everybody's devotion on a line of its own, the rewards above, and the separate large location on the left."""
    kept, parts = shown(seen.state), seen.pack.abyss
    if kept is None or parts is None:
        return
    last = max(parts.devotion, default=0)
    most = 1.1 * max([last, 1])
    _rewards(canvas, parts.devotion, most, top, len(kept.seats))
    canvas.icon(LEFT - 46, top + 28, "devotion", TEXT + 8, canvas.theme.icon_colour("devotion"))
    for seat, mine in enumerate(kept.seats):
        y = top + HEAD + (seat + 0.5) * LANE
        canvas.text(LEFT - 34, y, str(mine.devotion), 36, align="right")
        share = min(1.0, mine.devotion / most)
        canvas.rounded((LEFT, y - 6, RIGHT - LEFT, 12), 6, canvas.theme.raised)
        if share > 0:
            canvas.rounded((LEFT, y - 6, max(12.0, (RIGHT - LEFT) * share), 12), 6, seat_colour(seat))
        canvas.token(LEFT + (RIGHT - LEFT) * share, y, seat, 36)
    _apart(canvas, seen, kept, top)


def _rewards(canvas: Canvas, rewards: dict[int, tuple[Effect, ...]], most: float, top: float, seats: int) -> None:
    for space, effects in rewards.items():
        x = LEFT + (RIGHT - LEFT) * space / most
        canvas.rectangle((x - 1, top + 50, 2, HEAD - 46 + seats * LANE), canvas.theme.line)
        canvas.symbols(x, top + 26, effect_symbols(effects), TEXT, canvas.theme.ink, "centre")


def _apart(canvas: Canvas, seen: View, kept: AbyssState, top: float) -> None:
    """The location with its points, and the numbers of those who are there."""
    box = (MARGIN, top + 4, 330, HEAD + len(kept.seats) * LANE - 8)
    canvas.rounded(box, 12, canvas.theme.panel)
    points = seen.pack.large_location[kept.location].points
    canvas.icon(MARGIN + 52, top + 46, "large", 60, canvas.theme.terrain["large"])
    canvas.icon(MARGIN + 120, top + 46, "points", 54, canvas.theme.icon_colour("points"))
    canvas.text(MARGIN + 156, top + 47, str(points), 38)
    for number, seat in enumerate(kept.figures):
        canvas.token(MARGIN + 50 + number * 66, top + 112, seat, 50)
