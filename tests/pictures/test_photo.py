"""Photos are shown upright and small, without what the camera wrote beside them; what is none is refused."""

import io
import struct
import zlib

import pytest
from PIL import ExifTags, Image

from bot.pictures import photo
from bot.pictures.photo import LARGEST_SIDE, UnreadablePhoto, ready_photo

WHERE = b"49.4521 N"
RED, BLUE = (220, 20, 20), (20, 20, 220)


def photographed(kind: str = "JPEG", size: tuple[int, int] = (400, 200), **more: object) -> bytes:
    """Left red, right blue, with a turn to the right, a camera's name and a place in what goes with it."""
    image = Image.new("RGB", size, RED)
    image.paste(BLUE, (size[0] // 2, 0, *size))
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    exif[ExifTags.Base.Make] = "Unmistakable Camera"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSMapDatum] = WHERE.decode()
    out = io.BytesIO()
    image.save(out, kind, exif=exif, **more)
    return out.getvalue()


def bomb(side: int) -> bytes:
    """A few bytes that say that they are a picture of so many pixels a side."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    lines = zlib.compress(bytes(1 << 16), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_upright_and_without_what_the_camera_wrote(kind: str) -> None:
    sent = photographed(kind)
    assert WHERE in sent
    ready = ready_photo(sent)
    assert WHERE not in ready
    assert b"Unmistakable" not in ready
    with Image.open(io.BytesIO(ready)) as shown:
        assert (shown.format, shown.size) == ("JPEG", (200, 400))
        assert dict(shown.getexif()) == {}
        upper, lower = shown.getpixel((100, 20)), shown.getpixel((100, 380))
    assert isinstance(upper, tuple)
    assert isinstance(lower, tuple)
    assert (upper[0] > 150, lower[2] > 150) == (True, True)


def test_no_larger_than_a_screen() -> None:
    with Image.open(io.BytesIO(ready_photo(photographed(size=(6000, 1500))))) as shown:
        assert max(shown.size) == LARGEST_SIDE


def test_a_comment_goes_and_the_colours_stay() -> None:
    ready = ready_photo(photographed(comment=b"from Kim's phone", icc_profile=b"a profile of colours"))
    assert b"Kim" not in ready
    assert b"a profile of colours" in ready


def test_what_is_transparent_becomes_white() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (20, 20), (0, 0, 0, 0)).save(out, "PNG")
    with Image.open(io.BytesIO(ready_photo(out.getvalue()))) as shown:
        assert shown.getpixel((10, 10)) == (255, 255, 255)


def gif() -> bytes:
    out = io.BytesIO()
    Image.new("P", (20, 20)).save(out, "GIF")
    return out.getvalue()


@pytest.mark.parametrize(
    "sent",
    [b"", b"no picture", gif(), photographed()[:900], photographed("PNG")[:300], bomb(30_000), bomb(2**31 - 1)],
    ids=["nothing", "words", "gif", "half a jpeg", "half a png", "bomb", "huge bomb"],
)
def test_what_is_no_photo_is_refused(sent: bytes) -> None:
    with pytest.raises(UnreadablePhoto):
        ready_photo(sent)


def test_too_many_pixels_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo, "MOST_PIXELS", 400 * 200 - 1)
    with pytest.raises(UnreadablePhoto, match="400 × 200"):
        ready_photo(photographed())
