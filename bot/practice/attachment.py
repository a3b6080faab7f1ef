"""Files that people attach, and files that the service stores."""

from __future__ import annotations

import mimetypes
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.practice.errors import Json

CDN = "https://cdn.discordapp.com"


@dataclass(frozen=True)
class File:
    """A file that a person attaches."""

    filename: str
    data: bytes
    content_type: str | None = None


@dataclass(eq=False)
class Attachment:
    """A file that the service stores. ``embedded``: shown inside an embed, so it is not listed with the message's
    attachments."""

    id: int
    filename: str
    data: bytes
    content_type: str | None
    url: str
    description: str | None = None
    ephemeral: bool = False
    embedded: bool = False

    def text(self) -> str:
        """The contents as text."""
        return self.data.decode("utf-8")

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of a PNG in pixels; None for other files."""
        if self.data[:8] != b"\x89PNG\r\n\x1a\n" or len(self.data) < 24:
            return None
        width, height = struct.unpack(">II", self.data[16:24])
        return width, height

    def media(self) -> Json:
        """The keys that this file shares with media of embeds and components."""
        width, height = self.size or (None, None)
        return {"url": self.url, "proxy_url": self.url, "width": width, "height": height}

    def to_dict(self) -> Json:
        """The attachment object of the API."""
        return {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
            **({"content_type": self.content_type} if self.content_type else {}),
            **({"description": self.description} if self.description else {}),
            **(dict(zip(("width", "height"), self.size, strict=True)) if self.size else {}),
            **({"ephemeral": True} if self.ephemeral else {}),
        }


def guess_type(name: str) -> str | None:
    """The content type for a file name; None where it is unknown."""
    kind = mimetypes.guess_type(name)[0]
    return f"{kind}; charset=utf-8" if kind and kind.startswith("text/") else kind
