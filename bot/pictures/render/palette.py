"""The 256 colours of a theme: every flat colour exactly, and steps between those that meet at smooth edges.

A fixed palette costs 4 ms a picture. A palette for each picture would cost 12 ms and change the flat colours.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from PIL import Image

from bot.pictures.themes import DARK_INK, LIGHT_INK, RGB, SEATS, SOURCES, Theme, dimmed, mix

if TYPE_CHECKING:
    from collections.abc import Iterator

COLOURS: Final = 256
NEAR: Final = 150
"""The squared distance below which two colours count as the same."""


@lru_cache(maxsize=4)
def palette_of(theme: Theme) -> Image.Image:
    """An image of one pixel that carries the palette."""
    chosen: list[RGB] = list(dict.fromkeys(_flat(theme)))
    for colour in _between(theme):
        if len(chosen) < COLOURS and all(_distance(colour, other) >= NEAR for other in chosen):
            chosen.append(colour)
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain.from_iterable(chosen + [chosen[0]] * (COLOURS - len(chosen)))))
    return image


def _distance(first: RGB, second: RGB) -> int:
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))


def _flat(theme: Theme) -> Iterator[RGB]:
    yield from (theme.ground, theme.ink, theme.panel, theme.raised, theme.soft, theme.line, theme.strong, theme.ice)
    yield from (theme.ice_line, theme.ice_rim, theme.accent, DARK_INK, LIGHT_INK, *SEATS)
    yield from theme.terrain.values()
    yield from theme.icon.values()
    yield from SOURCES.values()
    yield from dimmed(theme)


def _between(theme: Theme) -> Iterator[RGB]:
    """Steps from each ground to the colours on it, the coarse steps first."""
    grounds = (theme.panel, theme.ground, theme.raised, theme.ice, *theme.terrain.values())
    inks = (theme.ink, theme.soft, DARK_INK, LIGHT_INK, theme.line, *SEATS, *theme.icon.values())
    for share in (0.5, 0.25, 0.75, 0.12, 0.88):
        for ground in grounds:
            for ink in inks[:4] if ground in theme.terrain.values() else inks:
                yield mix(ground, ink, share)
