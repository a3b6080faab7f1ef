"""Maps for phones, cropped to what matters: the one of the table message, and the targets of an action.

They have no scoreboard but a strip with the players' names and points: the text of the message tells the rest.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import msgspec
from PIL import Image

from bot.pictures.alt_text import board_alt
from bot.pictures.layers.map_region import PHONE, known_region, round_targets
from bot.pictures.layers.overlay_drawing import draw_over
from bot.pictures.layers.scoreboard import STRIP, draw_strip, has_mautoma, on_turn, strip_height
from bot.pictures.layers.terrain import Grounds, Region, ground_key
from bot.pictures.picture import Drawing
from bot.pictures.render.canvas import Canvas
from bot.pictures.render.drawable_names import names_of
from bot.pictures.render.png_parts import UpperPart, joined, upper_part
from bot.pictures.themes import Theme, ThemeName, theme_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.views import View
    from bot.pictures.layers.overlay import Overlay
    from bot.text.locale import Locale

WIDTH: Final = 3 * PHONE
"""Pixels: what a phone with three pixels to one of the page shows."""
READY: Final = 6
"""How many uncompressed grounds are cached; one takes 0.6 MB."""
GROUNDS: Final = Grounds(ready=READY)
MOST_MAPS: Final = 30
"""How many compressed maps are cached; one takes about 80 KB. One thread draws them all."""
_maps: OrderedDict[tuple[bytes, str, Region], UpperPart] = OrderedDict()


def table_map(seen: View, locale: Locale, theme: ThemeName = "dark", *, names: Sequence[str] = ()) -> Drawing:
    """The map of the table message: what has been explored and what can be explored next, with all pieces, and the
    players' names and points. Its texts are 9 pixels high or more, and it is at most 240 pixels high, where it is 270
    pixels wide.

    :param names: the players by seat, as they are (nothing escaped).
    """
    found, called = theme_of(theme), names_of(seen, names, locale)

    def draw() -> bytes:
        region = map_region(seen)
        strip = Canvas.over(Image.new("RGB", (WIDTH, region.below)), found, WIDTH / STRIP)
        draw_strip(strip, seen, called)
        return joined(_kept_map(seen, there, found, region), strip.quantised())

    there, points = _on_map(seen), tuple(mine.points for mine in seen.state.seats)
    shows = ("table map", there, points, on_turn(seen), called, theme)
    return Drawing(shows, draw, lambda: board_alt(seen, locale, called, None), "board.png")


def _kept_map(seen: View, there: bytes, theme: Theme, region: Region) -> UpperPart:
    """The map itself, drawn once for all pictures that differ in points and turns only."""
    key = (there, theme.name, region)
    if (kept := _maps.get(key)) is None:
        canvas = Canvas.over(GROUNDS.get(seen, theme, region), theme)
        draw_over(canvas, seen, region, None)
        upper = canvas.image.crop((0, 0, region.width, region.height - region.below))
        kept = upper_part(Canvas.over(upper, theme).quantised())
    _maps[key] = kept
    _maps.move_to_end(key)
    if len(_maps) > MOST_MAPS:
        _maps.popitem(last=False)
    return kept


def map_region(seen: View) -> Region:
    """The part of the map that ``table_map`` shows."""
    return known_region(seen, WIDTH, round(strip_height(seen) * WIDTH / STRIP))


def targets_map(
    seen: View, locale: Locale, overlay: Overlay, theme: ThemeName = "dark", *, names: Sequence[str] = ()
) -> Drawing:
    """The targets of an action, with what is round them: the targets lit and with what they cost in all, everything
    else dimmed.

    :param overlay: what ``offers_overlay`` has made of the offers.
    """
    found, called = theme_of(theme), names_of(seen, names, locale)

    def draw() -> bytes:
        region = targets_region(seen, overlay)
        canvas = Canvas.over(GROUNDS.get(seen, found, region), found)
        draw_over(canvas, seen, region, overlay)
        return canvas.png()

    shows = ("targets", _on_map(seen), overlay.key, theme)
    return Drawing(shows, draw, lambda: board_alt(seen, locale, called, overlay), "board.png")


def _on_map(seen: View) -> bytes:
    """Equal for views whose maps look the same."""
    state = seen.state
    pieces = sorted(state.buildings.items()), sorted(state.figures.items()), sorted(state.markers.items())
    there = (seen.pack.hash, ground_key(seen), pieces, has_mautoma(seen))
    return blake2b(msgspec.msgpack.encode(there), digest_size=16).digest()


def targets_region(seen: View, overlay: Overlay) -> Region:
    """The part of the map that ``targets_map`` shows."""
    return round_targets(seen, overlay.costs or range(len(seen.board.hexes)), WIDTH, 0)
