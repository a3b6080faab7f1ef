"""All tables of this process: the one object that cogs and command line talk to."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self

from bot.app.tables.absence import Absence
from bot.app.tables.administration import Administration
from bot.app.tables.archiving import Archive
from bot.app.tables.computer_turns import Computers, Kind
from bot.app.tables.first_game_lessons import LessonsTold
from bot.app.tables.followers import Followers
from bot.app.tables.game_history import GameHistories
from bot.app.tables.game_reviews import GameReviews
from bot.app.tables.hints import Hints
from bot.app.tables.import_export import Files
from bot.app.tables.lobby import Lobby
from bot.app.tables.model import Changed, PlayerSettings, Status, Strength, TableRefusal
from bot.app.tables.notices import Clock, NoticeClock, NoticePort
from bot.app.tables.own_games import OwnGames
from bot.app.tables.play import Play
from bot.app.tables.player_settings import PlayerSettingsStore
from bot.app.tables.quiet_hours import Hours
from bot.app.tables.rollbacks import Rollbacks
from bot.app.tables.score_history import ScoreHistories
from bot.app.tables.server_games import ServerGames
from bot.app.tables.server_pack_offers import ServerPackOffers
from bot.app.tables.table_repository import TableRepository
from bot.app.tables.thread_moves import ThreadMoves
from bot.app.tables.trial_tables import TrialTables
from bot.app.tables.turn_plans import TurnPlans
from bot.engine.components import Pack
from bot.engine.state import SeatNumber
from bot.players.workers.pool import PlannerPool
from bot.store.games import GameRepository
from bot.store.server_packs import ServerPacks
from bot.store.stored_games import Shown

__all__ = ["Clock", "NoticePort", "Tables"]

SEED_BITS = 62
RECENT = timedelta(hours=24)
"""Messages of tables that changed within so long are brought up to date at a start, others at their next press."""


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(SEED_BITS)


class Tables:
    """What can be done is in ``lobby``, ``play``, ``hints``, ``administration``, ``files`` and ``server_packs``, a
    person's tables in ``own_games``, the course of games in ``histories``, looks back on them in ``reviews``, planned
    turns in ``plans``, agreed rollbacks in ``rollbacks``, trial tables in ``trials``, archived games in ``archive``,
    what a server allows in ``server_games``; here is what concerns all."""

    def __init__(
        self,
        store: GameRepository,
        packs: Iterable[Pack],
        *,
        notices: NoticePort | None = None,
        clock: Clock | None = None,
        kinds: dict[Strength, Kind] | None = None,
        pool: PlannerPool | None = None,
        seeds: Callable[[], int] = new_seed,
        pause: float = 0.0,
        server_packs: ServerPacks | None = None,
    ) -> None:
        """``packs``: those on offer, the first is that of new tables. Games keep the pack they began with.

        ``kinds``: the computer players; ``pool``: where those that look ahead think; ``pause``: seconds between what
        a computer player does, so that people can follow.

        ``server_packs``: where the packs of single servers are kept.

        :raises ValueError: no pack, or two with one identifier.
        """
        self.repository = TableRepository(store, packs, clock.now if clock else None, server_packs)
        self.computers = Computers(self.repository, seeds, kinds, pause, pool)
        self.hints = Hints(self.repository, self.computers.pool)
        self.reviews = GameReviews(self.repository, self.computers.pool)
        self.lessons_told = LessonsTold()
        self.lobby = Lobby(self.repository, seeds, self.computers.wake)
        self.play = Play(self.repository, self.computers.wake)
        self.plans = TurnPlans(self.repository, self.play)
        self.own_games = OwnGames(self.repository)
        self.histories = GameHistories(self.repository)
        self.followers = Followers(self.repository)
        self.rollbacks = Rollbacks(self.repository, seeds, self.computers.wake)
        self.trials = TrialTables(self.repository, self.histories, seeds, self.computers.wake)
        self.administration = Administration(self.repository, self.lobby, self.computers.wake)
        self.threads = ThreadMoves(self.repository)
        self.files = Files(self.repository, seeds, self.computers.wake)
        self.server_packs = ServerPackOffers(self.repository, server_packs)
        self.score_histories = ScoreHistories(self.repository)
        self.absence = Absence(self.repository, self.computers.wake)
        self.archive = Archive(self.repository, self.computers.wake)
        self.server_games = ServerGames(self.repository)
        self.notice_clock = NoticeClock(
            self.repository,
            notices,
            self.lobby.expire,
            self.administration.settle,
            self.absence.late,
            self.absence.count,
            self.archive.look,
        )
        self._settings = PlayerSettingsStore(store.dues)
        self._running: asyncio.Task[None] | None = None
        self.repository.due_earlier = self.notice_clock.wake
        self.pressed: Callable[[int], None] = lambda game: None
        """Called when a control of a table was pressed, whatever came of it."""

    async def load(self) -> None:
        """Read which tables are open, and let computer players go on that were interrupted. Games are read when they
        are asked for."""
        for game in await self.repository.load():
            self.computers.wake(game)

    async def changed_elsewhere(self, announced: str) -> None:
        """Another process has changed a game, or several where nothing is said of which."""
        if not announced:
            self.repository.forget_all()
            await self.load()
        elif (table := await self.repository.changed_elsewhere(announced)) is not None:
            self.computers.wake(table.id)
        self.notice_clock.wake()

    def own(self, status: Status) -> bool:
        """Whether this process looks after a table, of those that share a database."""
        return self.repository.store.shards.own(status.guild)

    async def __aenter__(self) -> Self:
        """Start the notices' clock. :meth:`load` comes before."""
        self._running = asyncio.create_task(self.notice_clock.run(), name="notices")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        await self.reviews.stop()
        await self.computers.stop()
        await self.repository.keep_shown()

    def deliver_by(self, port: NoticePort) -> None:
        """Bring notices to people by ``port`` from now on. Without one they are noted and go nowhere."""
        self.notice_clock.port = port

    def listen(self, listener: Callable[[Changed], None]) -> None:
        """Call ``listener`` after every commit, a game's changes in their order. It must be quick (start a task, fill a
        queue); its failures are logged and harm nobody. Records hold secrets: show ``events_for(record, None)``."""
        self.repository.listen(listener)

    def here(self, channel: int) -> int:
        """The open table of a channel. :raises TableRefusal: ``no_game_here``."""
        found = self.repository.by_channel.get(channel)
        if found is None:
            raise TableRefusal("no_game_here")
        return found

    def open_in(self, guild: int) -> list[tuple[int, int]]:
        """The open tables of a server: game and channel, oldest first."""
        return sorted((game, channel) for game, (place, channel) in self.repository.places.items() if place == guild)

    def all_open(self) -> list[tuple[int, int]]:
        """The open tables of all servers: game and channel, oldest first."""
        return sorted((game, channel) for game, (_, channel) in self.repository.places.items())

    async def status(self, game: int) -> Status:
        """:raises TableRefusal: ``no_such_game``. A game that was set aside has a status too."""
        return (await self.repository.get(game)).status()

    async def last_in(self, channel: int) -> int:
        """The open table of a channel, else the last that was there (for score, log, rematch, export).

        :raises TableRefusal: ``no_game_here``.
        """
        found = self.repository.by_channel.get(channel)
        if found is None:
            found = await self.repository.store.last_in(channel)
        if found is None:
            raise TableRefusal("no_game_here")
        return found

    async def show_on(self, game: int, message: int | None, shown: Shown | None = None) -> None:
        """Remember the table message, and what it shows."""
        await self.repository.show_on(game, message, shown)

    async def shown(self, game: int) -> Shown | None:
        """What a table's message showed when the table was read.

        :raises TableRefusal: ``no_such_game``.
        """
        return (await self.repository.get(game)).shown

    def note_shown(self, game: int, shown: Shown) -> None:
        """Remember what a table's message shows by now, with the next change of any table."""
        self.repository.note_shown(game, shown)

    async def behind(self) -> list[int]:
        """The tables of the last 24 hours whose message is missing or may show an older state, those that are played
        at first."""
        return await self.repository.store.behind(self.repository.now() - RECENT)

    async def settings(self, user: int) -> PlayerSettings:
        """A person's settings for notices and for the end of a turn."""
        return await self._settings.of(user)

    async def set_hours(self, user: int, hours: Hours) -> PlayerSettings:
        """When a person does not want to be disturbed. On return it is on the disk.

        :raises TableRefusal: ``hours_…``, ``away_past``, ``away_long``.
        """
        settings = await self._settings.set_hours(user, hours, self.repository.now())
        self.notice_clock.wake()
        return settings

    def now(self) -> datetime:
        """What time it is at the tables."""
        return self.repository.now()

    async def seen_asleep(self, status: Status) -> dict[SeatNumber, datetime]:
        """The seats that a table waits for whose people are not there, as far as they let others see it; and when they
        are back."""
        found: dict[SeatNumber, datetime] = {}
        for seat in status.since:
            user = status.seats[seat].user
            hours = (await self.settings(user)).hours if user is not None else None
            back = hours.asleep_until(self.now()) if hours is not None and hours.shown else None
            if back is not None:
                found[seat] = back
        return found

    async def set_settings(self, user: int, settings: PlayerSettings) -> None:
        """On return it is on the disk."""
        await self._settings.set(user, settings)
