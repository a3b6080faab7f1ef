"""Components as small pictures: cards, modules, machines, technologies, chips with a number. Shared by all pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.effects import COLOURS
from bot.pictures.themes import ink_on, mix
from bot.text.game.component_text import artifact_card_symbols, technology_symbols
from bot.text.game.effect_symbols import effect_symbols, goal_symbol
from bot.text.game.emoji import counted
from bot.text.game.expansion_text import level_signs
from bot.text.game.names import in_language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.components import ArtifactCard, Citizen, Half, Journey, Module, Pack, Technology
    from bot.engine.effects import Colour
    from bot.engine.state import HalfName
    from bot.pictures.render.canvas import Box, Canvas
    from bot.pictures.themes import RGB
    from bot.text.locale import Locale

ROUND: Final = 12
NARROW: Final = 240
"""Width below which a technology has its name in two lines, and its price below its effect."""
HIDDEN: Final = "?"


def chip(
    canvas: Canvas, box: Box, icon: str, text: str, *, size: float = 34, faded: bool = False, colour: RGB | None = None
) -> None:
    """An icon and a number in a box."""
    theme = canvas.theme
    x, y, w, h = box
    canvas.rounded(box, ROUND, theme.panel)
    width = size * 1.2 + canvas.text_width(text, size) + 8
    left = x + (w - width) / 2
    canvas.icon(left + size * 0.6, y + h / 2, icon, size * 1.2, theme.line if faded else colour)
    canvas.text(left + size * 1.2 + 8, y + h / 2, text, size, theme.soft if faded else theme.ink)


def number_disc(canvas: Canvas, x: float, y: float, number: int, radius: float) -> None:
    """A number as it stands in a menu."""
    canvas.disc(x, y, radius, canvas.theme.accent)
    size = radius * (1.4 if number < 10 else 1.15)
    canvas.text(x, y, str(number), size, ink_on(canvas.theme.accent), "centre")


def heading(canvas: Canvas, x: float, y: float, text: str, note: str = "") -> None:
    """The heading of a section, its middle at ``y``, with a note behind it."""
    width = canvas.text(x, y, text, 30, canvas.theme.soft)
    if note:
        canvas.symbols(x + width + 16, y, note, 28, canvas.theme.soft)


# ---- cards -------------------------------------------------------------------------------------------------------


def citizen(
    canvas: Canvas, box: Box, locale: Locale, card: Citizen, *, size: float = 32, number: int | None = None
) -> None:
    """A citizen card: its colour's shape, both halves, its name; ``number``: the one that it has in a menu."""
    x, y, w, h = box
    theme = canvas.theme
    shape = card.colour or "scyphoz"
    colour = theme.icon_colour(shape)
    foot = size * 1.25
    half = (h - foot) / 2
    canvas.rounded(box, ROUND, theme.panel, mix(colour, theme.panel, 0.15), 4)
    _half(canvas, (x + 8, y + 6, w - 16, half - 6), card.top, size)
    canvas.rectangle((x + 12, y + half - 1, w - 24, 2), theme.line)
    _half(canvas, (x + 8, y + half + 2, w - 16, half - 6), card.bottom, size)
    canvas.rounded((x + 4, y + h - foot, w - 8, foot - 4), ROUND - 4, mix(colour, theme.panel, 0.72))
    middle, left = y + h - foot / 2 - 2, x + size * 1.22
    if number is not None:
        number_disc(canvas, x + foot / 2, middle, number, foot * 0.52)
        left += foot
    canvas.icon(left - size * 0.52, middle, shape, size * 0.7)
    canvas.text(left, middle, in_language(locale, card.name), size * 0.72, weight="medium", most=x + w - 8 - left)


def _half(canvas: Canvas, box: Box, half: Half, size: float) -> None:
    x, y, w, h = box
    room = size * 0.95 if half.slot else 0.0
    canvas.symbol_block((x, y, w - room, h), effect_symbols(half.get), size, canvas.theme.ink, least=0.42)
    if half.slot:
        canvas.icon(x + w - room / 2, y + h / 2, "slot", size * 0.95, canvas.theme.soft)


def hidden_card(canvas: Canvas, box: Box) -> None:
    """A component that the reader may not see."""
    x, y, w, h = box
    canvas.rounded(box, ROUND, canvas.theme.raised, canvas.theme.line, 3)
    canvas.icon(x + w / 2, y + h / 2, "hidden", min(w, h) * 0.5, canvas.theme.soft)


def played(canvas: Canvas, box: Box, card: Citizen, half: HalfName) -> None:
    """The half of a card that is visible in a slot."""
    x, y, w, h = box
    theme = canvas.theme
    shape = card.colour or "scyphoz"
    colour = theme.icon_colour(shape)
    canvas.rounded(box, ROUND - 2, theme.raised, mix(colour, theme.raised, 0.2), 3)
    canvas.icon(x + 24, y + h / 2, shape, 26)
    canvas.symbol_block((x + 42, y + 4, w - 50, h - 8), effect_symbols(card.half(half).get), 28, theme.ink, least=0.42)


def colours_mark(canvas: Canvas, x: float, y: float, colours: Sequence[Colour], size: float) -> float:
    """Draw the shapes of some colours side by side from ``x`` on and return the width."""
    shown = [colour for colour in COLOURS if colour in colours]
    for number, colour in enumerate(shown):
        canvas.icon(x + size * (number + 0.5), y, colour, size * 0.9)
    return size * len(shown)


def module(canvas: Canvas, box: Box, found: Module, size: float = 28) -> None:
    """A slot module: the colours that trigger it, and its effect."""
    x, y, w, h = box
    theme = canvas.theme
    canvas.rounded(box, h / 2, theme.panel, theme.soft, 2)
    width = colours_mark(canvas, x + 14, y + h / 2, found.colours, size * 0.86)
    canvas.symbol_block(
        (x + 18 + width, y + 3, w - width - 32, h - 6), effect_symbols(found.get), size, theme.ink, least=0.42
    )


def empty_place(canvas: Canvas, box: Box, *, slot: bool) -> None:
    """An empty place for a module, with the slot symbol where it is printed."""
    x, y, w, h = box
    canvas.rounded(box, h / 2, canvas.theme.ground, canvas.theme.line, 2)
    if slot:
        canvas.icon(x + w / 2, y + h / 2, "slot", h * 0.6, canvas.theme.soft)


def journey(canvas: Canvas, box: Box, locale: Locale, found: Journey, *, number: int | None = None) -> None:
    """A journey card: its name, the colour that it costs, what it counts, and its levels; ``number``: how much of it
    there is now, with the levels that are fulfilled in colour."""
    x, y, w, h = box
    theme = canvas.theme
    colour = theme.icon_colour("devotion")
    canvas.rounded(box, ROUND, theme.panel, mix(colour, theme.panel, 0.15), 4)
    size = min(44.0, h / 4.6)
    head = y + size * 0.95
    canvas.icon(x + size * 0.8, head, found.colour, size)
    canvas.text(
        x + size * 1.5,
        head,
        in_language(locale, found.name),
        size * 0.8,
        theme.soft,
        weight="medium",
        most=w - size * 2,
    )
    middle = y + size * 2.3
    canvas.symbols(
        x + w / 2, middle, f"{'' if number is None else number}{goal_symbol(found.of)}", size, align="centre"
    )
    each = (w - 16) / len(found.levels)
    for place, level in enumerate(found.levels):
        done = number is not None and number >= level.reach
        inner = (x + 8 + place * each + 2, y + h - size * 1.6, each - 4, size * 1.4)
        canvas.rounded(inner, ROUND - 4, mix(theme.panel, colour, 0.45) if done else theme.raised)
        signs = level_signs(level).replace("→", "\u2009→")  # a 1 right before a sign would be left out
        canvas.symbol_block(inner, signs, size * 0.86, theme.ink, least=0.42)


# ---- machines and technologies -----------------------------------------------------------------------------------


def machine(
    canvas: Canvas, box: Box, name: str, symbols: str, *, track: str | None = None, powered: bool | None = None
) -> None:
    """A machine: track, effect and name; ``powered``: whether an energy token lies on it."""
    x, y, w, h = box
    theme = canvas.theme
    canvas.rounded(box, ROUND, theme.panel, theme.icon_colour("energy") if powered else None, 3)
    left = x + 12
    if powered is not None:
        canvas.disc(left + 22, y + h / 2, 22, theme.raised)
        canvas.icon(left + 22, y + h / 2, "energy", 34, theme.icon_colour("energy") if powered else theme.line)
        left += 54
    elif track is not None:
        canvas.icon(left + 20, y + h / 2, track, 40)
        left += 50
    room = w - (left - x) - 10
    canvas.symbol_block((left, y + 4, room, h * 0.62 - 4), symbols, 31, theme.ink, least=0.42)
    canvas.text(left + room / 2, y + h * 0.8, name, 22, theme.soft, "centre", "medium", room)


def machine_of(pack: Pack, locale: Locale, identifier: str) -> tuple[str, str, str | None]:
    """Name, symbols and track of a machine, whether from the market, printed on the board or a technology."""
    found = pack.machine.get(identifier)
    if found is not None:
        return in_language(locale, found.name), effect_symbols(found.get), found.track
    technology = pack.technology.get(identifier)
    if technology is not None:
        return in_language(locale, technology.name), effect_symbols(technology.machine), None
    return HIDDEN, HIDDEN, None


def technology(canvas: Canvas, box: Box, locale: Locale, found: Technology, *, unlocked: bool, colour: RGB) -> None:
    """A technology: its price in books, its effect and name; with a tick and in colour if it is unlocked."""
    x, y, w, h = box
    theme = canvas.theme
    canvas.rounded(
        box, ROUND, mix(theme.panel, colour, 0.22) if unlocked else theme.panel, colour if unlocked else theme.line, 3
    )
    name, narrow = in_language(locale, found.name), w < NARROW
    if narrow:
        canvas.paragraph((x + 8, y + 6, w - 16, 62), name, 22, theme.soft)
    else:
        canvas.text(x + 12, y + 24, name, 23, theme.soft, weight="medium", most=w - 24)
    if unlocked:
        canvas.icon(x + w - 28, y + h - 28, "end", 34, theme.accent)
    else:
        canvas.symbols(x + w - 10, y + h - 24, counted(found.books, "book"), 25, theme.soft, "right")
    box = (x + 6, y + 64, w - 12, h - 104) if narrow else (x + 10, y + 42, w - 74, h - 50)
    canvas.symbol_block(box, technology_symbols(found), 30, theme.ink, least=0.42)


def artifact_card(canvas: Canvas, box: Box, locale: Locale, card: ArtifactCard, size: float = 32) -> None:
    """An artifact card: a line for each colour."""
    x, y, w, h = box
    head = size * 1.3
    canvas.rounded(box, ROUND, canvas.theme.panel, canvas.theme.icon_colour("artifact"), 3)
    name = in_language(locale, card.name)
    canvas.text(x + w / 2, y + head * 0.62, name, size * 0.8, canvas.theme.soft, "centre", "medium", w - 20)
    lines = artifact_card_symbols(card).split(" ")
    step = (h - head - 12) / max(1, len(lines))
    for number, line in enumerate(lines):
        canvas.symbols(x + w / 2, y + head + step * (number + 0.5), line, size, canvas.theme.ink, "centre")
