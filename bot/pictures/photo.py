"""Photos that people send, made ready to be shown: upright, no larger than a screen, and without what cameras write
beside a picture, such as where it was taken."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

FORMATS: Final = ("JPEG", "PNG", "WEBP")
"""What is read; that of phones which hold two pictures is a JPEG, too."""
LARGEST_SIDE: Final = 2048
"""Pixels of what is shown."""
MOST_PIXELS: Final = 60_000_000
"""Pixels of what is read: more than phones take, and little enough for the memory of a small machine."""
QUALITY: Final = 85
GROUND: Final = (255, 255, 255)
"""What shows through where a picture is transparent."""


class UnreadablePhoto(Exception):
    """It is no picture of a kind that is read, is broken, or too large."""


def ready_photo(data: bytes) -> bytes:
    """The photo as a JPEG that can be shown.

    :raises UnreadablePhoto: it cannot be read.
    """
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise UnreadablePhoto(f"{image.width} × {image.height} pixels")
            return _written(image)
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError) as error:
        raise UnreadablePhoto(str(error)) from error


def _written(image: Image.Image) -> bytes:
    colours = image.info.get("icc_profile") if image.mode == "RGB" else None
    image.thumbnail((LARGEST_SIDE, LARGEST_SIDE))
    upright = ImageOps.exif_transpose(image)
    if upright.has_transparency_data:
        seen = upright.convert("RGBA")
        upright = Image.new("RGB", seen.size, GROUND)
        upright.paste(seen, mask=seen.getchannel("A"))
    plain = upright.convert("RGB")
    plain.info = {}
    out = io.BytesIO()
    plain.save(out, "JPEG", quality=QUALITY, icc_profile=colours)
    return out.getvalue()
