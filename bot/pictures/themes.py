"""Colours, dark and light. Colour is never the only mark: terrains have patterns and icons, seats have shapes and
numbers. Seats differ in lightness, so that people with any kind of colour vision can tell them apart
(``tests/pictures`` simulates it)."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

ThemeName = Literal["dark", "light"]
THEMES: Final[tuple[ThemeName, ...]] = get_args(ThemeName)
RGB = tuple[int, int, int]


def rgb(text: str) -> RGB:
    """``#2F6F5E`` as three numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """Mix two colours; ``share`` (0 to 1) is that of the second."""
    return tuple(round(a + (b - a) * share) for a, b in zip(first, second, strict=True))  # type: ignore[return-value]


def lightness(colour: RGB) -> float:
    """How light a colour looks, CIE L* from 0 to 100."""
    linear = [(c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in colour]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def _colours(**named: str) -> Mapping[str, RGB]:
    return MappingProxyType({name: rgb(value) for name, value in named.items()})


SEATS: Final[tuple[RGB, ...]] = (rgb("#D5480F"), rgb("#4FB4EE"), rgb("#F6DF4E"), rgb("#4B2F86"))
"""Orange red, sky blue, yellow, violet: in steps of lightness."""
DARK_INK, LIGHT_INK = rgb("#14181D"), rgb("#FFFFFF")

_TERRAINS = _colours(
    forest="#5B8F58",
    mountain="#8D8699",
    field="#D9B64E",
    desert="#E3CFA4",
    city="#C98A6B",
    water="#4C8DBB",
    crystal="#B08BC4",
    abyss="#343A46",
    large="#9A7A4B",
    vast="#63BDC0",
    lake="#1F4E79",
)
SOURCES: Final = _colours(
    **{
        "track": "#E0B02E",
        "devotion": "#8E5AA8",
        "progress": "#2F8F6F",
        "technologies": "#9CCB5A",
        "large_locations": "#8A5A2B",
        "card_colour": "#E27B58",
        "card_colour.red": "#C9472B",
        "card_colour.green": "#7DC48C",
        "card_colour.blue": "#2F66B0",
        "end_tile": "#B9BFC6",
        "small_artifacts": "#B0762E",
        "leftover": "#6F7B87",
        "artifact_card": "#D9A15B",
        "artifact_card.yellow": "#F6DF4E",
        "artifact_card.white": "#D6D2C4",
        "artifact_card.violet": "#6E43B5",
    }
)
"""Colours of the sources of points; neighbours differ in lightness."""
_ICONS = _colours(
    gear="#A9B4BF",
    book="#5AA2E0",
    food="#D98A5B",
    crystal="#D77BD0",
    points="#F0BE3C",
    energy="#FFD84A",
    forest="#6FB56B",
    mountain="#A79FB8",
    field="#E0B84C",
    red="#E2553B",
    green="#4FA860",
    blue="#4A86D8",
    yellow="#F0C93C",
    white="#F4F4F0",
    violet="#A06BD6",
    tribe_ability="#F0BE3C",
    artifact="#D9A15B",
    small_artifact="#D9A15B",
    technology="#F0DC82",
    water="#5AA9E0",
    vast="#63BDC0",
    devotion="#B98BD0",
    scyphoz="#E79AC8",
)
_LIGHT_ICONS = _colours(
    gear="#5F6B76",
    book="#1F6CB4",
    food="#B05A24",
    crystal="#A63E9E",
    points="#B57F00",
    energy="#B38600",
    forest="#3A7F3C",
    mountain="#6D6480",
    field="#A57B10",
    red="#C23A20",
    green="#2E8043",
    blue="#2862B4",
    yellow="#C79A00",
    white="#8C8F93",
    violet="#7A3FBC",
    tribe_ability="#B57F00",
    artifact="#A0662A",
    small_artifact="#A0662A",
    technology="#A88A00",
    water="#2577B4",
    vast="#237F83",
    devotion="#7A4396",
    scyphoz="#A8487F",
)


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of a picture. ``ink`` is for text, ``soft`` for less important text, ``line`` for lines."""

    name: ThemeName
    ground: RGB
    panel: RGB
    raised: RGB
    ink: RGB
    soft: RGB
    line: RGB
    strong: RGB
    ice: RGB
    ice_line: RGB
    ice_rim: RGB
    accent: RGB
    marked: RGB
    terrain: Mapping[str, RGB] = field(default_factory=lambda: _TERRAINS)
    icon: Mapping[str, RGB] = field(default_factory=lambda: _ICONS)

    def icon_colour(self, name: str) -> RGB:
        """The colour of an icon; the colour of text where it has none."""
        return self.icon.get(name, self.ink)


DARK: Final = Theme(
    name="dark",
    ground=rgb("#1A1E23"),
    panel=rgb("#252B32"),
    raised=rgb("#323A43"),
    ink=rgb("#F1F4F6"),
    soft=rgb("#A9B4BE"),
    line=rgb("#46515C"),
    strong=rgb("#0F1215"),
    ice=rgb("#3B4856"),
    ice_line=rgb("#4B5B6B"),
    ice_rim=rgb("#1A1E23"),
    accent=rgb("#5CC2A0"),
    marked=rgb("#FFFFFF"),
)
LIGHT: Final = Theme(
    name="light",
    ground=rgb("#F5F3EE"),
    panel=rgb("#FFFFFF"),
    raised=rgb("#ECE9E1"),
    ink=rgb("#1E2329"),
    soft=rgb("#5E6973"),
    line=rgb("#C9CBC8"),
    strong=rgb("#3A4149"),
    ice=rgb("#DCE6EE"),
    ice_line=rgb("#C3D2DE"),
    ice_rim=rgb("#8FA6B8"),
    accent=rgb("#1F7A5C"),
    marked=rgb("#14181D"),
    icon=_LIGHT_ICONS,
)


def theme_of(name: ThemeName) -> Theme:
    """The theme of this name."""
    return LIGHT if name == "light" else DARK


def seat_colour(seat: int) -> RGB:
    """The colour of a seat; the colours repeat after the fourth."""
    return SEATS[seat % len(SEATS)]


VEIL: Final = 0.625
"""The share of the ground colour in a dimmed colour."""


def dimmed(theme: Theme) -> list[RGB]:
    """The dimmed colours of the terrains."""
    return [mix(colour, theme.ground, VEIL) for colour in (theme.ice, *theme.terrain.values())]


def line_colour(theme: Theme, seat: int) -> RGB:
    """The colour of a seat for thin lines, moved away from the ground where it is too similar."""
    colour = seat_colour(seat)
    if abs(lightness(colour) - lightness(theme.ground)) > 26:
        return colour
    return mix(colour, theme.ink, 0.4)


def ink_on(colour: RGB) -> RGB:
    """Dark or light ink, whichever reads better on a colour."""
    return DARK_INK if lightness(colour) > 58 else LIGHT_INK
