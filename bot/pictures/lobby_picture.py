"""The lobby: the players with their tribes, the abilities of the free tribes, and the agreed options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.pictures import widgets
from bot.pictures.alt_text import join_sentences
from bot.pictures.picture import Picture
from bot.pictures.player_sections import grid, grid_height
from bot.pictures.render.canvas import Canvas
from bot.pictures.render.drawable_names import all_names
from bot.pictures.themes import ThemeName, theme_of
from bot.text.catalogue import t
from bot.text.game.effect_symbols import effect_symbols
from bot.text.game.names import in_language, pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.components import Pack, Tribe
    from bot.pictures.render.canvas import Box
    from bot.text.locale import Locale

WIDTH: Final = 1000
EDGE: Final = 20
HEAD: Final = 44
GAP: Final = 22
SEAT, TRIBE, AGREED = 140, 104, 62
"""Heights of a seat, a tribe and an option, in units."""


@dataclass(frozen=True)
class Sitting:
    """A taken seat: the name of the player, and the tribe (None: drawn at random)."""

    name: str
    tribe: str | None = None


@dataclass(frozen=True)
class Agreed:
    """An option in words and its value; ``on``: whether it is highlighted."""

    name: str
    value: str
    on: bool = False


def lobby(
    pack: Pack,
    sitting: Sequence[Sitting],
    agreed: Sequence[Agreed],
    locale: Locale,
    theme: ThemeName = "dark",
    *,
    seats: int = 4,
) -> Picture:
    """The picture of a table that has not begun.

    :param seats: how many seats there are; free ones are drawn empty.
    """
    names = all_names([each.name for each in sitting], len(sitting), locale)
    count = max(seats, len(sitting))
    free = [tribe for tribe in pack.tribes if tribe.id not in {each.tribe for each in sitting}]
    canvas = Canvas(WIDTH, _height(count, len(free), len(agreed)), theme_of(theme))
    wide, y = WIDTH - 2 * EDGE, float(EDGE)
    for seat, box in enumerate(grid(EDGE, y, wide, count, 2, SEAT)):
        taken = seat < len(sitting)
        _seat(canvas, box, locale, seat, names[seat] if taken else "", _tribe_of(pack, sitting, seat))
    y = _headed(canvas, y + grid_height(count, 2, SEAT), t(locale, "picture.lobby.tribes"), len(free))
    for box, tribe in zip(grid(EDGE, y, wide, len(free), 3, TRIBE), free, strict=True):
        _tribe(canvas, box, locale, tribe)
    y = _headed(canvas, y + grid_height(len(free), 3, TRIBE), t(locale, "picture.lobby.options"), len(agreed))
    for box, option in zip(grid(EDGE, y, wide, len(agreed), 2, AGREED), agreed, strict=True):
        _option(canvas, box, option)
    return Picture(canvas.png(), _alt(pack, sitting, names, agreed, locale), "lobby.png")


def _height(seats: int, tribes: int, options: int) -> float:
    parts = ((seats, 2, SEAT), (tribes, 3, TRIBE), (options, 2, AGREED))
    heads = (HEAD + GAP) * sum(1 for count in (tribes, options) if count)
    return 2 * EDGE + heads + sum(grid_height(*part) for part in parts)


def _headed(canvas: Canvas, y: float, text: str, count: int) -> float:
    """Draw a heading if something follows it, and return where that begins."""
    if not count:
        return y
    widgets.heading(canvas, EDGE, y + GAP + 16, text)
    return y + GAP + HEAD


def _tribe_of(pack: Pack, sitting: Sequence[Sitting], seat: int) -> Tribe | None:
    return pack.tribe.get(sitting[seat].tribe or "") if seat < len(sitting) else None


def _seat(canvas: Canvas, box: Box, locale: Locale, seat: int, name: str, tribe: Tribe | None) -> None:
    """Who sits there, and with which tribe."""
    x, y, w, h = box
    theme = canvas.theme
    canvas.rounded(box, widgets.ROUND, theme.panel if name else theme.ground, None if name else theme.line, 2)
    canvas.token(x + 46, y + h / 2, seat, 58)
    left, room = x + 92, w - 106
    if not name:
        canvas.text(left, y + h / 2, t(locale, "picture.lobby.free"), 30, theme.soft, weight="medium", most=room)
        return
    canvas.text(left, y + 38, name, 36, most=room)
    called = in_language(locale, tribe.name) if tribe else t(locale, "picture.lobby.by_lot")
    canvas.text(left, y + 79, called, 28, theme.soft, weight="medium", most=room)
    if tribe is not None:
        canvas.symbols(left, y + 114, _does(tribe), 28)


def _does(tribe: Tribe) -> str:
    return effect_symbols((*tribe.ability, *tribe.lasting))


def _tribe(canvas: Canvas, box: Box, locale: Locale, tribe: Tribe) -> None:
    """A free tribe and its ability."""
    x, y, w, h = box
    canvas.rounded(box, widgets.ROUND, canvas.theme.panel)
    canvas.text(x + w / 2, y + 30, in_language(locale, tribe.name), 28, None, "centre", "medium", w - 20)
    canvas.symbol_block((x + 8, y + 50, w - 16, h - 58), _does(tribe), 31, canvas.theme.ink)


def _option(canvas: Canvas, box: Box, option: Agreed) -> None:
    x, y, w, h = box
    theme = canvas.theme
    canvas.rounded(box, widgets.ROUND, theme.panel)
    value = min(canvas.text_width(option.value, 28), w * 0.55)
    canvas.text(x + 16, y + h / 2, option.name, 28, theme.soft, weight="medium", most=w - value - 50)
    canvas.text(
        x + w - 16, y + h / 2, option.value, 28, theme.accent if option.on else theme.ink, "right", most=w * 0.55
    )


def _alt(pack: Pack, sitting: Sequence[Sitting], names: Sequence[str], agreed: Sequence[Agreed], locale: Locale) -> str:
    """The alternative text: players with their tribes, then the agreed options."""
    tribes = [_tribe_of(pack, sitting, seat) for seat in range(len(sitting))]
    called = [in_language(locale, tribe.name) if tribe else t(locale, "picture.lobby.by_lot") for tribe in tribes]
    seats = ", ".join(f"{n + 1} {name} ({tribe})" for n, (name, tribe) in enumerate(zip(names, called, strict=True)))
    options = "; ".join(pair(locale, option.name, option.value) for option in agreed)
    return join_sentences(
        [
            t(locale, "picture.lobby.alt", seats=seats or "–"),
            f"{pair(locale, t(locale, 'picture.lobby.options'), options)}." if agreed else "",
        ]
    )
