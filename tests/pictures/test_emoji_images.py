"""The images for Discord are those of the icons, for every sign, and as small as Discord wants them."""

import io
import re

import pytest
from PIL import Image, ImageChops

from bot.pictures.emoji_images import SIDE, UNICODE, drawn, emoji_images, emoji_names
from bot.pictures.icons import icons_by_sign, known
from bot.practice.limits import EMOJI_BYTES_MAX
from bot.text.game import SYMBOLS
from cogs.core.application_emojis import emoji_name

IMAGES = emoji_images()


def test_there_is_one_for_every_sign_of_the_game() -> None:
    assert set(icons_by_sign().values()) - UNICODE == set(emoji_names()) == set(IMAGES)
    assert len(icons_by_sign()) == len(set(SYMBOLS.values()))
    assert all(known(name) for name in IMAGES)


@pytest.mark.parametrize("name", IMAGES)
def test_each_is_the_drawing_of_its_icon(name: str) -> None:
    """The files were written by tools/picture_assets.py; other versions of Pillow may round otherwise."""
    kept = Image.open(io.BytesIO(IMAGES[name])).convert("RGBA")
    assert kept.size == (SIDE, SIDE)
    apart = ImageChops.difference(kept, drawn(name))
    assert all(most <= 8 for _, most in apart.getextrema())  # type: ignore[misc]


@pytest.mark.parametrize("name", IMAGES)
def test_discord_takes_it(name: str) -> None:
    assert len(IMAGES[name]) <= EMOJI_BYTES_MAX
    assert re.fullmatch(r"\w{2,32}", emoji_name(name, IMAGES[name]))


def test_all_look_different() -> None:
    assert len(set(IMAGES.values())) == len(IMAGES)
