"""Colours for every kind of colour vision: seats stay apart, terrains do too or have different patterns, text can be
read; and labels are large enough on a phone."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest

from bot.engine.components import Terrain
from bot.engine.effects import ARTIFACT_COLOURS, COLOURS
from bot.engine.packs import field
from bot.engine.views import View
from bot.pictures.board_picture import WIDTH, region_of
from bot.pictures.icons import icon_mask, known, parts_of
from bot.pictures.layers.hexagons import PATTERNS, face
from bot.pictures.layers.overlay_drawing import NUMBER
from bot.pictures.layers.scoreboard import TEXT, UNITS
from bot.pictures.layers.terrain import LABEL, SMALLEST, draw_ground
from bot.pictures.render.palette import palette_of
from bot.pictures.themes import DARK, LIGHT, RGB, SEATS, THEMES, Theme, ThemeName, ink_on, lightness, rgb, theme_of
from bot.text.game import SYMBOLS, effect_symbols

Matrix = tuple[tuple[float, float, float], ...]
DEFICIENCIES: dict[str, Matrix] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
"""How colours look without one kind of cone: Machado, Oliveira and Fernandes 2009, severity 1, on linear light."""


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _encoded(value: float) -> int:
    share = min(1.0, max(0.0, value))
    return round(255 * (share * 12.92 if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055))


def seen_as(colour: RGB, deficiency: str) -> RGB:
    linear = [_linear(value) for value in colour]
    found = [sum(m * v for m, v in zip(row, linear, strict=True)) for row in DEFICIENCIES[deficiency]]
    return _encoded(found[0]), _encoded(found[1]), _encoded(found[2])


def contrast(first: RGB, second: RGB) -> float:
    """WCAG's contrast of two colours, 1 to 21."""
    lights = sorted(0.2126 * _linear(c[0]) + 0.7152 * _linear(c[1]) + 0.0722 * _linear(c[2]) for c in (first, second))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_the_simulation_knows_red_from_green() -> None:
    """What it is for: red and green of one lightness come together without one cone, and stay apart with all."""
    red, green = rgb("#C04040"), rgb("#40804A")
    assert abs(lightness(seen_as(red, "none")) - lightness(red)) < 0.1

    def apart(deficiency: str) -> float:
        first, second = seen_as(red, deficiency), seen_as(green, deficiency)
        return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))

    assert apart("deuteranopia") < apart("none") / 3


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_seats_differ_in_lightness(deficiency: str) -> None:
    for first, second in combinations(SEATS, 2):
        apart = abs(lightness(seen_as(first, deficiency)) - lightness(seen_as(second, deficiency)))
        assert apart >= 12, (first, second)


def test_seats_have_shapes_of_their_own() -> None:
    shapes = {icon_mask(f"seat_{n}", 64).tobytes() for n in (1, 2, 3, 4)}
    assert len(shapes) == len(SEATS) == 4


def test_every_terrain_has_a_pattern_of_its_own() -> None:
    assert set(PATTERNS) == {*get_args(Terrain), "unexplored"}
    alone = [name for name in PATTERNS if name != "vast"]
    assert len({PATTERNS[name] for name in alone}) == len(alone)


@pytest.mark.parametrize("theme", THEMES)
def test_patterns_can_be_seen(theme: ThemeName) -> None:
    """Each face shows two colours, and more than a trace of the second."""
    for terrain in PATTERNS:
        colours = sorted(count for count, _ in face(theme, terrain, 47.0).getcolors(100_000) or ())
        assert len(colours) >= 2, terrain
        assert sum(colours[:-1]) / sum(colours) > 0.01, terrain


def test_card_and_artifact_colours_have_shapes() -> None:
    names = [*COLOURS, *ARTIFACT_COLOURS]
    assert len({icon_mask(name, 64).tobytes() for name in names}) == len(names)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_text_can_be_read(theme: Theme) -> None:
    for ground in (theme.ground, theme.panel, theme.raised):
        assert contrast(theme.ink, ground) >= 7
    for ground in (theme.ground, theme.panel):
        assert contrast(theme.soft, ground) >= 4.5
    for colour in (*theme.terrain.values(), *SEATS):
        assert contrast(ink_on(colour), colour) >= 3


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_the_palette_keeps_flat_colours(theme: Theme) -> None:
    values = palette_of(theme).getpalette() or []
    kept = set(zip(values[0::3], values[1::3], values[2::3], strict=True))
    flat = {theme.ground, theme.ink, theme.panel, theme.soft, theme.ice, *theme.terrain.values(), *SEATS}
    assert flat <= kept
    assert len(kept) > 128


def test_labels_on_a_phone(middle: View) -> None:
    """At least 9 pixels where the whole board is shown 390 wide: letters of every space, numbers, what is below."""
    shown = 390 / WIDTH
    radius = region_of(middle, None).layout.radius
    assert LABEL * radius * shown >= 9
    assert SMALLEST * radius * shown >= 9
    assert NUMBER * radius * shown >= 9
    assert TEXT * WIDTH / UNITS * shown >= 9


@pytest.mark.parametrize("theme", THEMES)
def test_labels_are_drawn_so_large(first: View, theme: ThemeName) -> None:
    """Measured on the ground itself: the letters of a label are as high as their size says, and nothing cuts them."""
    region = region_of(first, None)
    space = next(n for n, printed in enumerate(first.prints) if printed and printed.terrain == "desert")
    x, y = region.layout.centre(first.board.hexes[space])
    r = region.layout.radius
    box = (int(x - 0.25 * r), int(y + 0.05 * r), int(x + 0.25 * r), int(y + 0.76 * r))
    shown = draw_ground(first, theme_of(theme), region).image.crop(box).convert("L")
    rows = [y for y in range(shown.height) if min(shown.crop((0, y, shown.width, y + 1)).tobytes()) < 110]
    assert len(rows) >= 0.7 * LABEL * r - 1
    assert rows == list(range(rows[0], rows[-1] + 1))
    assert rows[0] > 0
    assert rows[-1] < shown.height - 1


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_terrains_that_look_alike_have_other_marks(deficiency: str) -> None:
    """Every pair differs clearly in lightness, or in its icon or its lack of one, and always in its pattern."""
    terrains = [name for name in get_args(Terrain) if name != "large"]
    for first, second in combinations(terrains, 2):
        colours = [seen_as(DARK.terrain[name], deficiency) for name in (first, second)]
        apart = abs(lightness(colours[0]) - lightness(colours[1])) >= 12
        icons = [None if name in ("desert", "water") else icon_mask(name, 48).tobytes() for name in (first, second)]
        patterns = {PATTERNS[first], PATTERNS[second]}
        assert apart or icons[0] != icons[1] or len(patterns) == 2, (first, second)
        assert len(patterns) == 2 or {first, second} == {"crystal", "vast"}


def test_one_icon_for_each_symbol() -> None:
    assert all(known(name) for name in SYMBOLS)
    assert theme_of("light").icon_colour("gear") != theme_of("dark").icon_colour("gear")


def test_short_texts_become_icons() -> None:
    """Everything printed in the pack is drawn with icons, nothing is left as a symbol that fonts may lack."""
    pack = field()
    texts = [effect_symbols(half.get) for card in pack.citizens for half in (card.top, card.bottom)]
    texts += [effect_symbols(machine.get) for machine in pack.machines]
    for text in texts:
        parts = parts_of(text)
        assert any(icon for icon, _ in parts), text
        assert all(ord(c) < 0x2300 for icon, part in parts if not icon for c in part), text
