"""A phone beside the box: the page on the local network, behind a key that works once."""

from __future__ import annotations

import io
import secrets
import socket
from typing import Final

import segno

COOKIE: Final = "pack_editor"
KEY: Final = "key"
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737): nothing is sent to it, but the way to it names this machine's own."""


class PhoneAccess:
    """Who may use the page on the local network: whoever has opened a link with the key, which is then used up.

    :param address: this machine's, in its network.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._key = secrets.token_urlsafe(16)
        self._known: set[str] = set()

    def link(self, port: int) -> str:
        """The link for the next device."""
        return f"http://{self.address}:{port}/?{KEY}={self._key}"

    def opened(self, key: str) -> str | None:
        """The token of a device that has opened the link; None where the key is wrong or used up."""
        if not secrets.compare_digest(key.encode(), self._key.encode()):
            return None
        self._key = secrets.token_urlsafe(16)
        token = secrets.token_urlsafe(16)
        self._known.add(token)
        return token

    def knows(self, token: str | None) -> bool:
        """Whether a device has opened a link before."""
        return token in self._known


def own_address() -> str | None:
    """This machine's address in its network (IPv4); None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address


def qr_code(link: str) -> str:
    """A link as a QR code for a terminal."""
    drawn = io.StringIO()
    segno.make(link, error="l").terminal(drawn, compact=True)
    return drawn.getvalue()
