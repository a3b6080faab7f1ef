"""The market: citizen cards, slot modules and machines on display, and how much is left in the piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from bot.engine.effects import TRACKS
from bot.engine.variants.abyss.state_access import shown
from bot.pictures import widgets
from bot.pictures.alt_text import market_alt
from bot.pictures.picture import Drawing, Picture
from bot.pictures.player_sections import grid, grid_height
from bot.pictures.render.canvas import Canvas
from bot.pictures.themes import ThemeName, theme_of
from bot.text.catalogue import t

if TYPE_CHECKING:
    from bot.engine.views import View
    from bot.text.locale import Locale

WIDTH: Final = 1000
EDGE: Final = 20
HEAD: Final = 40
CARD, MODULE, MACHINE, JOURNEY = 236, 58, 88, 150
"""Heights of the components, in units."""
ACROSS: Final = 3
"""Journeys in a row."""


def market(seen: View, locale: Locale, theme: ThemeName = "dark") -> Picture:
    """All displays of a table."""
    return market_drawing(seen, locale, theme).picture()


def market_drawing(seen: View, locale: Locale, theme: ThemeName = "dark") -> Drawing:
    """The same before it is drawn."""

    def draw() -> bytes:
        canvas = Canvas(WIDTH, _height(seen), theme_of(theme))
        y = _cards(canvas, seen, locale, EDGE)
        y = _modules(canvas, seen, locale, y)
        y = _machines(canvas, seen, locale, y)
        y = _journeys(canvas, seen, locale, y)
        _piles(canvas, seen, y)
        return canvas.png()

    state = seen.state
    kept = shown(state)
    journeys = kept.journey_display if kept is not None else []
    machines = [state.market.get(track) for track in TRACKS]
    there = (state.display, state.module_display, machines, journeys, _left(seen))
    shows = ("market", seen.pack.hash, msgspec.msgpack.encode(there), locale, theme)
    return Drawing(shows, draw, lambda: market_alt(seen, locale), "market.png")


def _height(seen: View) -> float:
    state = seen.state
    cards, modules = len(state.display), len(state.module_display)
    deepest = max((len(state.market.get(track, ())) for track in TRACKS), default=0)
    heights = (grid_height(cards, 5, CARD), grid_height(modules, 5, MODULE), grid_height(deepest, 1, MACHINE))
    return 2 * EDGE + 3 * (HEAD + 18) + sum(heights) + 46 + 76 + _journeys_height(seen)


def _journeys_height(seen: View) -> float:
    kept = shown(seen.state)
    return HEAD + grid_height(len(kept.journey_display), ACROSS, JOURNEY) + 18 if kept is not None else 0.0


def _journeys(canvas: Canvas, seen: View, locale: Locale, y: float) -> float:
    """The journeys on display, in a game with the expansion."""
    kept = shown(seen.state)
    if kept is None:
        return y
    found = kept.journey_display
    widgets.heading(canvas, EDGE, y + 16, t(locale, "picture.head.journeys"))
    for box, name in zip(grid(EDGE, y + HEAD, WIDTH - 2 * EDGE, len(found), ACROSS, JOURNEY), found, strict=True):
        widgets.journey(canvas, box, locale, seen.pack.journey[name])
    return y + _journeys_height(seen)


def _cards(canvas: Canvas, seen: View, locale: Locale, y: float) -> float:
    found = seen.state.display
    widgets.heading(canvas, EDGE, y + 16, t(locale, "picture.head.cards"))
    for box, card in zip(grid(EDGE, y + HEAD, WIDTH - 2 * EDGE, len(found), 5, CARD), found, strict=True):
        citizen = seen.pack.citizen.get(card)
        if citizen is None:
            widgets.hidden_card(canvas, box)
        else:
            widgets.citizen(canvas, box, locale, citizen, size=34)
    return y + HEAD + grid_height(len(found), 5, CARD) + 18


def _modules(canvas: Canvas, seen: View, locale: Locale, y: float) -> float:
    found = seen.state.module_display
    widgets.heading(canvas, EDGE, y + 16, t(locale, "picture.head.modules"))
    for box, name in zip(grid(EDGE, y + HEAD, WIDTH - 2 * EDGE, len(found), 5, MODULE), found, strict=True):
        module = seen.pack.module.get(name)
        if module is not None:
            widgets.module(canvas, box, module, 32)
    return y + HEAD + grid_height(len(found), 5, MODULE) + 18


def _machines(canvas: Canvas, seen: View, locale: Locale, y: float) -> float:
    """A column for each track."""
    widgets.heading(canvas, EDGE, y + 16, t(locale, "picture.head.machines"))
    lowest = 0.0
    for track, (x, top, w, _) in zip(TRACKS, grid(EDGE, y + HEAD, WIDTH - 2 * EDGE, 3, 3, MACHINE), strict=True):
        canvas.icon(x + w / 2, top + 20, track, 42)
        found = seen.state.market.get(track, [])
        for box, name in zip(grid(x, top + 46, w, len(found), 1, MACHINE), found, strict=True):
            called, symbols, _track = widgets.machine_of(seen.pack, locale, name)
            widgets.machine(canvas, box, called, symbols)
        lowest = max(lowest, grid_height(len(found), 1, MACHINE))
    return y + HEAD + 46 + lowest + 18


def _left(seen: View) -> list[tuple[str, int]]:
    """Icon and size of each pile: cards, machines of each track, modules, crates."""
    state = seen.state
    decks = [(track, len(state.machine_decks.get(track, ()))) for track in TRACKS]
    kept = shown(state)
    more = [("scyphoz", len(kept.scyphoz_deck)), ("journey", len(kept.journey_deck))] if kept is not None else []
    return [("deck", len(state.deck)), ("module", len(state.module_deck)), *decks, ("crate", len(state.crates)), *more]


def _piles(canvas: Canvas, seen: View, y: float) -> None:
    """What is left."""
    left = _left(seen)
    for box, (icon, number) in zip(grid(EDGE, y, WIDTH - 2 * EDGE, len(left), len(left), 60), left, strict=True):
        widgets.chip(canvas, box, icon, str(number), size=30, faded=not number)
