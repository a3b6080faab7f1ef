"""What somebody is to choose from: cards, modules, machines, technologies, each with its number in the menu.

Made for a phone: where it is shown 270 pixels wide, names and numbers are 9 pixels high or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from bot.pictures import widgets
from bot.pictures.alt_text import choice_alt
from bot.pictures.layers.map_region import PHONE
from bot.pictures.picture import Drawing
from bot.pictures.player_sections import grid, grid_height
from bot.pictures.render.canvas import Canvas
from bot.pictures.themes import SEATS, ThemeName, theme_of
from bot.text.game.effect_symbols import effect_symbols

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.engine.components import Pack
    from bot.pictures.render.canvas import Box
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

WIDTH: Final = 3 * PHONE
UNITS: Final = 648
EDGE: Final = 10
GAP: Final = 12
DISC: Final = 22
"""Radius of the disc with a number."""
BESIDE: Final = 2 * DISC + 6
"""Width that a number takes beside a component."""
MOST: Final = 30
"""So many components are drawn; further ones are left to the menu."""
FEW: Final = 4
"""So many cards are drawn two in a row, more of them three in a row."""


class Numbered(NamedTuple):
    """A component by its identifier, and its number in the menu."""

    number: int
    component: str


class _Group(NamedTuple):
    """Components of one size: how many in a row, and their height in units."""

    kind: str
    found: tuple[Numbered, ...]
    across: int
    height: float

    @property
    def tall(self) -> float:
        return grid_height(len(self.found), self.across, self.height) + GAP


def choice(table: Table, options: Sequence[Numbered], locale: Locale, theme: ThemeName = "dark") -> Drawing:
    """The components with their numbers, in order, those of one kind together.

    :raises ValueError: there is none.
    """
    if not options:
        raise ValueError("at least one component expected")
    shown = tuple(options[:MOST])

    def draw() -> bytes:
        groups = list(_groups(table.pack, shown))
        height = 2 * EDGE - GAP + sum(group.tall for group in groups)
        canvas, y = Canvas(UNITS, height, theme_of(theme), WIDTH / UNITS), float(EDGE)
        for group in groups:
            boxes = grid(EDGE, y, UNITS - 2 * EDGE, len(group.found), group.across, group.height)
            for box, each in zip(boxes, group.found, strict=True):
                _draw(canvas, box, table.pack, locale, group.kind, each)
            y += group.tall
        return canvas.png()

    shows = ("choice", table.pack.hash, shown, locale, theme)
    return Drawing(shows, draw, lambda: choice_alt(table, locale, options), "choice.png")


def _groups(pack: Pack, options: Sequence[Numbered]) -> Iterator[_Group]:
    """The components by kind, in the order of the first of each."""
    by_kind: dict[str, list[Numbered]] = {}
    for option in options:
        by_kind.setdefault(_kind(pack, option.component), []).append(option)
    for kind, found in by_kind.items():
        few = len(found) <= FEW
        across = 2 if kind != "citizen" or few else 3
        height = {"citizen": 210 if few else 196, "artifact_card": 190, "module": 76, "technology": 150}.get(kind, 92)
        yield _Group(kind, tuple(found), across, height)


def _kind(pack: Pack, name: str) -> str:
    kinds = ("citizen", "artifact_card", "module", "machine", "technology", "crate")
    return next((kind for kind in kinds if name in getattr(pack, kind)), "hidden")


def _draw(canvas: Canvas, box: Box, pack: Pack, locale: Locale, kind: str, option: Numbered) -> None:
    x, y, w, h = box
    if kind == "citizen":
        size = 34 if w > UNITS / 3 else 30
        widgets.citizen(canvas, box, locale, pack.citizen[option.component], size=size, number=option.number)
        return
    widgets.number_disc(canvas, x + DISC, y + h / 2, option.number, DISC)
    inner = (x + BESIDE, y, w - BESIDE, h)
    if kind == "artifact_card":
        widgets.artifact_card(canvas, inner, locale, pack.artifact_card[option.component], 32)
    elif kind == "module":
        widgets.module(canvas, inner, pack.module[option.component], 36)
    elif kind == "technology":
        found = pack.technology[option.component]
        widgets.technology(canvas, inner, locale, found, unlocked=False, colour=SEATS[1])
    elif kind == "crate":
        widgets.machine(canvas, inner, "", effect_symbols(pack.crate[option.component].get))
    elif kind == "hidden":
        widgets.hidden_card(canvas, inner)
    else:
        name, symbols, track = widgets.machine_of(pack, locale, option.component)
        widgets.machine(canvas, inner, name, symbols, track=track)
