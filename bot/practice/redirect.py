"""Points discord.py at a loopback Discord instead of the real one."""

from __future__ import annotations

from typing import Any

import discord.gateway
import discord.http
from yarl import URL

CDN_HOSTS = frozenset({"cdn.discordapp.com", "media.discordapp.net"})


def redirect(url: str) -> None:
    """Point discord.py in this process to ``url`` (http://127.0.0.1:PORT): REST, gateway and files.

    Raises ValueError for an address of another machine.
    """
    base = URL(url)
    if base.host not in ("127.0.0.1", "localhost"):
        raise ValueError(f"{url} is not an address of this machine")
    discord.http.Route.BASE = f"{url}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = base.with_scheme("ws").with_path("/gateway")
    fetch = discord.http.HTTPClient.get_from_cdn

    async def get_from_here(self: Any, address: str) -> bytes:
        there = URL(address)
        if there.host in CDN_HOSTS:
            address = str(base.with_path(there.path))
        return await fetch(self, address)

    setattr(discord.http.HTTPClient, "get_from_cdn", get_from_here)  # noqa: B010 - a method cannot be assigned
