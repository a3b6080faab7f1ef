"""A PNG of 256 colours in two parts, one below the other: the upper one is compressed once and used for several
pictures. PNG specification, chapters 9 to 11 (one zlib stream of rows); RFC 1950 and 1951 (what is flushed in full can
be followed by anything)."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from PIL import Image

LEVEL: Final = 2
"""Compression level of zlib."""
RAW: Final = -15
"""Deflate with its whole window and without zlib's head and checksum, which are those of both parts."""
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
ZLIB_HEAD: Final = b"\x78\x5e"
INDEXED: Final = bytes((8, 3, 0, 0, 0))
"""Eight bits to an index of a palette, the only kinds of compression and filter there are, not interlaced."""


class UpperPart(NamedTuple):
    """Rows of a picture, compressed; ``checksum``: that of zlib so far."""

    width: int
    height: int
    rows: bytes
    checksum: int


def upper_part(image: Image.Image) -> UpperPart:
    """Compress the upper part of pictures."""
    rows, packer = _rows(image), zlib.compressobj(LEVEL, zlib.DEFLATED, RAW)
    packed = packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH)
    return UpperPart(image.width, image.height, packed, zlib.adler32(rows))


def joined(upper: UpperPart, lower: Image.Image) -> bytes:
    """The PNG of both parts, which are equally wide and have the same palette."""
    rows, packer = _rows(lower), zlib.compressobj(LEVEL, zlib.DEFLATED, RAW)
    packed = packer.compress(rows) + packer.flush()
    checksum = zlib.adler32(rows, upper.checksum).to_bytes(4, "big")
    height = upper.height + lower.height
    parts = {
        b"IHDR": upper.width.to_bytes(4, "big") + height.to_bytes(4, "big") + INDEXED,
        b"PLTE": bytes(lower.getpalette() or ()),
        b"IDAT": ZLIB_HEAD + upper.rows + packed + checksum,
        b"IEND": b"",
    }
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts.items())


def _rows(image: Image.Image) -> bytes:
    """The rows, each with the sign that it is not filtered."""
    dots, width = image.tobytes(), image.width
    return b"".join(b"\0" + dots[at : at + width] for at in range(0, len(dots), width))


def _chunk(kind: bytes, data: bytes) -> bytes:
    named = kind + data
    return len(data).to_bytes(4, "big") + named + zlib.crc32(named).to_bytes(4, "big")
