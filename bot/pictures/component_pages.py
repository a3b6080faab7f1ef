"""Every component of a pack, drawn on pages that can be held beside the box."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

from PIL import Image

from bot.pictures.component_picture import component
from bot.pictures.picture import Picture
from bot.pictures.themes import ThemeName, theme_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.components import Pack
    from bot.text.locale import Locale

COLUMNS: Final = 3
ROWS: Final = 4
CELL: Final = (620, 560)
"""Pixels of one component; what is larger is made smaller."""
GAP: Final = 16
KINDS: Final = {
    "citizens": "citizens",
    "modules": "modules",
    "machines": "machines",
    "printed_machines": "machines",
    "crates": "crates",
    "artifact_cards": "artifact_cards",
    "tribes": "tribes",
    "tiles": "tiles",
    "start_tiles": "tiles",
    "large_locations": "large_locations",
}
"""Lists of a pack, and the pages that they come on."""
EXPANSION: Final = ("scyphoz", "journeys", "lakes")
"""Lists of *Call of the Abyss*, where the pack has it; each has pages of its own."""


def component_pages(pack: Pack, locale: Locale, theme: ThemeName = "light") -> Iterator[Picture]:
    """The pages, one kind after another, twelve components to a page; named ``citizens_1.png`` and so on."""
    for kind in dict.fromkeys((*KINDS.values(), *EXPANSION)):
        drawn = [component(pack, each, locale, theme) for each in _identifiers(pack, kind)]
        size = COLUMNS * ROWS
        for number, start in enumerate(range(0, len(drawn), size), 1):
            page = drawn[start : start + size]
            yield Picture(_page(page, theme), page[0].alt, f"{kind}_{number}.png")


def _identifiers(pack: Pack, kind: str) -> list[str]:
    if kind in EXPANSION:
        return [each.id for each in getattr(pack.abyss, kind)] if pack.abyss is not None else []
    return [each.id for field, of in KINDS.items() if of == kind for each in getattr(pack, field)]


def _page(drawn: list[Picture], theme: ThemeName) -> bytes:
    columns = min(COLUMNS, len(drawn))
    rows = -(-len(drawn) // COLUMNS)
    width, height = CELL
    page = Image.new("RGB", (columns * (width + GAP) + GAP, rows * (height + GAP) + GAP), theme_of(theme).ground)
    for number, each in enumerate(drawn):
        row, column = divmod(number, COLUMNS)
        cell = _fitted(each.png)
        page.paste(cell, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    out = BytesIO()
    page.quantize(128).save(out, "PNG", optimize=True)
    return out.getvalue()


def _fitted(png: bytes) -> Image.Image:
    cell = Image.open(BytesIO(png)).convert("RGB")
    cell.thumbnail(CELL)
    return cell
