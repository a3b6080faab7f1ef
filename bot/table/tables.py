"""All tables of this process: the one object that cogs and command line talk to."""

from collections.abc import Callable, Iterable
from datetime import datetime
from types import TracebackType
from typing import Protocol, Self

from bot.engine.components import Pack
from bot.store.games import Games
from bot.table.care import Care
from bot.table.files import Files
from bot.table.lobby import Lobby
from bot.table.model import Changed, Notice, PlayerSettings, Status
from bot.table.play import Play


class Clock(Protocol):
    """What time it is."""

    def now(self) -> datetime:
        """The moment, aware."""
        ...


class NoticePort(Protocol):
    """Brings notices to people."""

    async def send(self, notice: Notice) -> bool:
        """Whether it arrived. False, or a failure: it cannot be brought there; it is not tried again."""
        ...


class Tables:
    """``lobby``, ``play``, ``care`` and ``files`` are what can be done; here is what concerns all tables."""

    lobby: Lobby
    play: Play
    care: Care
    files: Files

    def __init__(
        self, store: Games, packs: Iterable[Pack], *, notices: NoticePort | None = None, clock: Clock | None = None
    ) -> None:
        """``packs``: those on offer, the first is that of new tables. Games keep the pack they began with."""
        raise NotImplementedError

    async def load(self) -> None:
        """Read which tables are open, and let computer players go on that were interrupted. Games are read when they
        are asked for."""
        raise NotImplementedError

    async def __aenter__(self) -> Self:
        """Start the notices' clock. :meth:`load` comes before."""
        raise NotImplementedError

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        raise NotImplementedError

    def listen(self, listener: Callable[[Changed], None]) -> None:
        """Call ``listener`` after every commit, a game's changes in their order. It must be quick (start a task, fill a
        queue); its failures are logged and harm nobody. Records hold secrets: show ``events_for(record, None)``."""
        raise NotImplementedError

    def here(self, channel: int) -> int:
        """The open table of a channel. :raises TableRefusal: ``no_game_here``."""
        raise NotImplementedError

    def open_in(self, guild: int) -> list[tuple[int, int]]:
        """The open tables of a server: game and channel, oldest first."""
        raise NotImplementedError

    async def status(self, game: int) -> Status:
        """:raises TableRefusal: ``no_such_game``. A game that was set aside has a status too."""
        raise NotImplementedError

    async def last_in(self, channel: int) -> int:
        """The open table of a channel, else the last that was there (for score, log, rematch, export).

        :raises TableRefusal: ``no_game_here``.
        """
        raise NotImplementedError

    async def show_on(self, game: int, message: int | None) -> None:
        """Remember the table message."""
        raise NotImplementedError

    async def settings(self, user: int) -> PlayerSettings:
        """How a person wants to be told and asked."""
        raise NotImplementedError

    async def set_settings(self, user: int, settings: PlayerSettings) -> None:
        """On return it is on the disk."""
        raise NotImplementedError
