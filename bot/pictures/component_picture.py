"""One component, enlarged: its symbols, and its effects in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.geometry import make_board
from bot.pictures import widgets
from bot.pictures.alt_text import join_sentences
from bot.pictures.layers.hexagons import fitting
from bot.pictures.layers.terrain import badge, paste_face, paste_sign
from bot.pictures.picture import Picture
from bot.pictures.player_sections import tree
from bot.pictures.render.canvas import Canvas
from bot.pictures.render.text_rendering import wrapped
from bot.pictures.themes import LIGHT_INK, SEATS, ThemeName, theme_of
from bot.text.catalogue import t, tn
from bot.text.game.component_text import component_words, technology_symbols
from bot.text.game.effect_symbols import amounts_symbols, effect_symbols
from bot.text.game.effects import print_words
from bot.text.game.emoji import SYMBOLS
from bot.text.game.names import amounts_words, component_name, pair
from bot.text.game.text_context import Table
from bot.text.truncate import capital

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine.components import Pack, SpacePrint, Tile, Tribe
    from bot.engine.geometry import Board, Hex
    from bot.pictures.render.canvas import Box
    from bot.text.locale import Locale

WIDTH: Final = 800
EDGE: Final = 28
FACE: Final = 300
"""Height of the drawing of a component, in units."""
WORDS: Final = 34
"""Size of the text below it."""


def component(pack: Pack, identifier: str, locale: Locale, theme: ThemeName = "dark") -> Picture:
    """A component by its identifier: card, machine, module, crate, technology, tribe, artifact card, tile or large
    location. An identifier that is not in the pack gives a component face down."""
    kind, height = _kind(pack, identifier)
    name, about = _words(pack, identifier, kind, locale)
    lines = wrapped(about, WORDS, WIDTH - 2 * EDGE)
    canvas = Canvas(WIDTH, 2 * EDGE + 92 + height + 24 + len(lines) * WORDS * 1.32, theme_of(theme))
    colourless = kind == "citizen" and pack.citizen[identifier].colour is None
    shown = t(locale, f"picture.kind.{'scyphoz' if colourless else kind}")
    if name:
        canvas.text(EDGE, EDGE + 14, shown, 28, canvas.theme.soft, weight="medium")
    canvas.text(EDGE, EDGE + (58 if name else 40), capital(name or shown), 46, most=WIDTH - 2 * EDGE)
    _FACES.get(kind, _hidden)(canvas, (EDGE, EDGE + 92, WIDTH - 2 * EDGE, height), pack, identifier, locale)
    for number, line in enumerate(lines):
        y = EDGE + 92 + height + 24 + (number + 0.5) * WORDS * 1.32
        canvas.text(EDGE, y, line, WORDS, weight="medium")
    return Picture(canvas.png(), _alt(locale, shown, name, about), f"{kind}.png")


def _alt(locale: Locale, kind: str, name: str, about: str) -> str:
    return join_sentences([capital(pair(locale, f"{kind} {name}".strip(), about))])


def _kind(pack: Pack, identifier: str) -> tuple[str, float]:
    """The kind of a component and the height of its drawing."""
    if identifier in pack.tile or identifier in pack.start_tile:
        return "tile", 380
    kinds = tuple(kind for kind in _FACES if kind != "tile")
    found = next((kind for kind in kinds if identifier in getattr(pack, kind)), "hidden")
    return found, {"tribe": 470.0, "citizen": 340.0, "large_location": 200.0, "lake": 220.0}.get(
        found, FACE if found == "artifact_card" else 180.0
    )


_boards: dict[str, Board] = {}
MOST_BOARDS: Final = 20
"""Boards that are kept; a pack that is being written is another one with each change."""


def _board(pack: Pack) -> Board:
    if pack.hash not in _boards:
        if len(_boards) >= MOST_BOARDS:
            _boards.clear()
        _boards[pack.hash] = make_board(pack.board)
    return _boards[pack.hash]


def _words(pack: Pack, identifier: str, kind: str, locale: Locale) -> tuple[str, str]:
    """Name and what it does."""
    table = Table(pack, _board(pack), ())
    if kind == "tile":
        return "", _tile_words(pack, identifier, locale)
    if kind == "hidden":
        return "", ""
    if kind == "large_location":
        return component_name(locale, table, identifier), tn(
            locale, "thing.points", pack.large_location[identifier].points
        )
    name = "" if kind == "crate" else component_name(locale, table, identifier)
    return name, capital(component_words(locale, table, identifier))


def _tile_words(pack: Pack, identifier: str, locale: Locale) -> str:
    tile = pack.tile.get(identifier)
    spaces = tile.spaces if tile else pack.start_tile[identifier].spaces
    shown = ", ".join(print_words(locale, each) for each in spaces) or t(locale, "thing.terrain.vast")
    if tile is None:
        return capital(shown)
    points = tn(locale, "thing.points", tile.back.points)
    return (
        f"{t(locale, 'picture.tile.back', cost=amounts_words(locale, tile.back.cost), points=points)} {capital(shown)}"
    )


# ---- faces -------------------------------------------------------------------------------------------------------


def _hidden(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    x, y, w, h = box
    widgets.hidden_card(canvas, (x + w / 2 - 120, y, 240, h))


def _citizen(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    x, y, w, h = box
    widgets.citizen(canvas, (x + w / 2 - 210, y, 420, h), locale, pack.citizen[identifier], size=56)


def _module(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    x, y, w, h = box
    widgets.module(canvas, (x + w / 2 - 240, y + 20, 480, h - 40), pack.module[identifier], 60)


def _machine(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    found = pack.machine[identifier]
    _plain(canvas, box, effect_symbols(found.get), found.track)


def _crate(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    _plain(canvas, box, effect_symbols(pack.crate[identifier].get), "crate")


def _plain(canvas: Canvas, box: Box, symbols: str, icon: str) -> None:
    """Symbols beside a large icon."""
    x, y, w, h = box
    canvas.rounded(box, 18, canvas.theme.panel)
    canvas.icon(x + 90, y + h / 2, icon, 110)
    canvas.symbol_block((x + 170, y + 10, w - 190, h - 20), symbols, 60)


def _technology(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    x, y, w, h = box
    found = pack.technology[identifier]
    canvas.rounded(box, 18, canvas.theme.panel)
    canvas.text(x + 24, y + 36, t(locale, "picture.row", n=found.row), 30, canvas.theme.soft, weight="medium")
    canvas.symbols(x + w - 24, y + 36, f"{found.books}{SYMBOLS['book']}", 36, align="right")
    canvas.symbol_block((x + 20, y + 60, w - 40, h - 70), technology_symbols(found), 54)


def _tribe(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    """All technologies of a tribe, its ability above."""
    x, y, w, _ = box
    tribe: Tribe = pack.tribe[identifier]
    canvas.symbol_block(
        (x, y, w, 46), f"{SYMBOLS['tribe_ability']} {effect_symbols((*tribe.ability, *tribe.lasting))}", 38
    )
    tree(canvas, (x, y + 56, w), locale, tribe, (), SEATS[1])


def _artifact_card(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    x, y, w, h = box
    widgets.artifact_card(canvas, (x + w / 2 - 230, y, 460, h), locale, pack.artifact_card[identifier], 54)


def _large_location(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    x, y, w, h = box
    canvas.icon(x + w / 2 - 110, y + h / 2, "large", 160, canvas.theme.terrain["large"])
    badge(canvas, x + w / 2 + 110, y + h / 2, pack.large_location[identifier].points, 180)


def _journey(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    x, y, w, h = box
    widgets.journey(canvas, (x + w / 2 - 260, y, 520, h), locale, pack.journey[identifier])


def _lake(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    """What a small and a large building beside it bring."""
    x, y, w, h = box
    lake = pack.lake[identifier]
    canvas.rounded(box, 18, canvas.theme.terrain["lake"])
    canvas.icon(x + 100, y + h / 2, "lake", 120, LIGHT_INK)
    for number, (size, effects) in enumerate((("small", lake.small), ("large_building", lake.large))):
        line = y + h * (0.28 + 0.44 * number)
        canvas.icon(x + 240, line, size, 64, LIGHT_INK)
        canvas.symbol_block((x + 290, line - 40, w - 310, 80), effect_symbols(effects), 56, LIGHT_INK)


def _tile(canvas: Canvas, box: Box, pack: Pack, identifier: str, locale: Locale) -> None:
    """Front and, for area tiles, back."""
    x, y, w, h = box
    tile = pack.tile.get(identifier)
    spaces = tile.spaces if tile else pack.start_tile[identifier].spaces
    wanted = "area" if tile else "start"
    shape = next(place.spaces for place in pack.board.places if place.kind == wanted)
    width = w * 0.6 if tile else w
    if spaces:
        _spaces(canvas, (x, y, width, h), shape, spaces)
    else:
        canvas.icon(x + width / 2, y + h / 2, "vast", h * 0.7)
    if tile:
        _back(canvas, (x + width + 20, y + 60, w - width - 20, h - 120), tile)


def _spaces(canvas: Canvas, box: Box, shape: tuple[Hex, ...], spaces: tuple[SpacePrint, ...]) -> None:
    x, y, w, h = box
    layout, _ = fitting(shape, w, h, x, y)
    for at, printed in zip(shape, spaces, strict=False):
        paste_face(canvas, layout, at, printed.terrain)
        paste_sign(canvas, layout, at, printed, below=0.1)


def _back(canvas: Canvas, box: Box, tile: Tile) -> None:
    x, y, w, h = box
    canvas.rounded(box, 18, canvas.theme.ice)
    badge(canvas, x + w / 2, y + h * 0.33, tile.back.points, 110)
    canvas.symbol_block((x + 10, y + h * 0.58, w - 20, h * 0.34), amounts_symbols(tile.back.cost) or "–", 54)


_FACES: Final[dict[str, Callable[[Canvas, Box, Pack, str, Locale], None]]] = {
    "citizen": _citizen,
    "module": _module,
    "machine": _machine,
    "crate": _crate,
    "technology": _technology,
    "tribe": _tribe,
    "artifact_card": _artifact_card,
    "large_location": _large_location,
    "journey": _journey,
    "lake": _lake,
    "tile": _tile,
}
