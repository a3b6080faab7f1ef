"""The practice channel: a loopback Discord with people and servers, and a web page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.practice import seed_data
from bot.practice.discord_state import Config
from bot.practice.practice_clock import CLOCK
from bot.practice.redirect import redirect
from bot.practice.server import LoopbackServer
from bot.practice.web import add_pages

if TYPE_CHECKING:
    from pathlib import Path

    from aiohttp import web

    from bot.practice.practice_clock import PracticeClock


class PracticeServer(LoopbackServer):
    """A loopback Discord that also serves the page."""

    def add_pages(self, app: web.Application) -> None:
        """Serve the page at /."""
        add_pages(self.state, app)


class Practice:
    """The practice channel of one process.

    ``port`` 0 takes any free one. With ``openapi``, Discord's own document, every request is checked against it.
    """

    def __init__(self, *, port: int, openapi: Path | None = None) -> None:
        self.server = PracticeServer(Config(port=port, app_id=seed_data.APP_ID, openapi=openapi))
        seed_data.build(self.server.state.directory)

    @property
    def url(self) -> str:
        """The address of the page, known once it is started."""
        return self.server.state.url

    @property
    def clock(self) -> PracticeClock:
        """The clock of the channel, which the page can set forward."""
        return CLOCK

    @property
    def token(self) -> str:
        """The bot's token here."""
        return self.server.state.token

    async def start(self) -> None:
        """Listen. Raises :class:`PortInUse`, which names a free port."""
        await self.server.start()

    def redirect(self) -> None:
        """Point discord.py in this process at the practice channel."""
        redirect(self.url)

    async def stop(self) -> None:
        """Stop listening."""
        await self.server.stop()
