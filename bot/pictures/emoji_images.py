"""The icons of pictures as small images for Discord, which shows them in texts, buttons and menus."""

from __future__ import annotations

import io
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from PIL import Image

from bot.pictures.icons import icon_mask, icon_of
from bot.pictures.render.canvas import rim_mask
from bot.pictures.render.text_rendering import CAP, lettering
from bot.pictures.themes import DARK, DARK_INK, RGB, ink_on, seat_colour
from bot.text.game.emoji import SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Mapping

SIDE: Final = 128
"""Pixels; Discord shows an emoji at 22 to 48."""
RIM: Final = 5
"""A dark rim, so that it is seen on a light ground and on a dark one."""
UNICODE: Final = frozenset({"end"})
"""Icons whose sign stays as it is: a tick in texts is one of a pair with a cross, which no picture has."""
_SEAT: Final = "seat_"


def emoji_images() -> Mapping[str, bytes]:
    """The PNG of each icon that a sign stands for, by the icon's name."""
    folder = files("rules_data") / "pictures" / "emoji"
    return {name: (folder / f"{name}.png").read_bytes() for name in emoji_names()}


def emoji_names() -> list[str]:
    """The names of these icons, each once."""
    return sorted({icon_of(name) for name in SYMBOLS} - UNICODE)


def drawn(name: str) -> Image.Image:
    """An icon with its rim on a transparent ground."""
    inner = SIDE - 2 * (RIM + 1)
    colour = seat_colour(int(name.removeprefix(_SEAT)) - 1) if name.startswith(_SEAT) else DARK.icon_colour(name)
    image = Image.new("RGBA", (SIDE, SIDE))
    _layer(image, rim_mask(name, inner, RIM), DARK_INK)
    _layer(image, icon_mask(name, inner), colour)
    if name.startswith(_SEAT):
        _number(image, name.removeprefix(_SEAT), ink_on(colour))
    return image


def _layer(image: Image.Image, mask: Image.Image, colour: RGB) -> None:
    layer = Image.new("RGBA", image.size, (*colour, 0))
    layer.paste((*colour, 255), ((SIDE - mask.width) // 2, (SIDE - mask.height) // 2), mask)
    image.alpha_composite(layer)


def _number(image: Image.Image, number: str, colour: RGB) -> None:
    pixels = int(SIDE * 0.6)
    text = lettering(number, pixels, "bold")
    left, top = (SIDE - text.width) / 2 - text.left, SIDE / 2 + CAP * pixels / 2 - text.above
    image.paste((*colour, 255), (round(left), round(top)), text.mask)


def png(name: str) -> bytes:
    """The image as PNG."""
    out = io.BytesIO()
    drawn(name).save(out, "PNG", optimize=True)
    return out.getvalue()
