"""Notices: who is told when that a table waits for them. What is due is on the disk, so that it outlives a restart, and
taken out before it is sent, so that nobody is told twice."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, Protocol, cast, get_args

from bot.app.tables.model import Notice, Notices, PlayerSettings, TableRefusal, Where
from bot.app.tables.table_repository import TableRepository
from bot.app.tables.transitions import FIRST_REMINDER
from bot.engine.rules.end_of_game import has_last_turn
from bot.store.games import Due, GameRepository

log = logging.getLogger(__name__)

LOBBIES_LAST: Final = timedelta(days=3)
REMIND: Final = timedelta(hours=FIRST_REMINDER)
LONGEST_SLEEP: Final = 600.0
"""Seconds after which the clock looks again, whatever it expects."""


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


class PlayerSettingsStore:
    """The settings of all persons for notices and for the end of a turn."""

    def __init__(self, store: GameRepository) -> None:
        self._store = store

    async def of(self, user: int) -> PlayerSettings:
        """What a person has set, else what everybody gets."""
        found = await self._store.player_settings(user)
        if found is None or found[0] not in get_args(Notices) or found[1] not in get_args(Where):
            return PlayerSettings()
        return PlayerSettings(cast("Notices", found[0]), cast("Where", found[1]), found[2])

    async def set(self, user: int, settings: PlayerSettings) -> None:
        """Store a person's settings. On return they are on the disk."""
        await self._store.set_player_settings(user, settings.notices, settings.where, settings.confirm_end)


class NoticeClock:
    """Sends what is due, lets lobbies expire, and makes final what can no longer be taken back.

    :meth:`tick` does what is to be done now; :meth:`run` goes on.
    """

    def __init__(
        self,
        repository: TableRepository,
        port: NoticePort | None,
        expire: Callable[[int], Awaitable[None]],
        settle: Callable[[int], Awaitable[None]],
    ) -> None:
        """``expire`` closes a lobby; ``settle`` closes a game that was ended early, once that is final."""
        self._repository = repository
        self.port = port
        self._settings = PlayerSettingsStore(repository.store)
        self._expire = expire
        self._settle = settle
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """Something may be due earlier than expected."""
        self._changed.set()

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            self._changed.clear()
            try:
                await self.tick()
                pause = await self._pause()
            except Exception:
                log.exception("notices failed; trying again")
                pause = LONGEST_SLEEP
            try:
                await asyncio.wait_for(self._changed.wait(), pause)
            except TimeoutError:
                continue

    async def _pause(self) -> float:
        due = await self._repository.store.next_due()
        return (
            LONGEST_SLEEP
            if due is None
            else min(LONGEST_SLEEP, max(0.0, (due - self._repository.now()).total_seconds()))
        )

    async def tick(self) -> None:
        """Everything that is due now."""
        now = self._repository.now()
        while found := await self._repository.store.due(now):
            for due in found:
                await self._handle(due, now)
        for lobby in await self._repository.store.idle_lobbies(now - LOBBIES_LAST):
            await self._expire(lobby)
        for game in await self._repository.store.in_stage("ending"):
            await self._settle(game)

    async def _handle(self, due: Due, now: datetime) -> None:
        settings = await self._settings.of(due.person)
        wanted = 0 if settings.notices in ("off", "turn") else int(settings.notices)
        if due.hours and wanted > due.hours:
            await self._repository.store.claim(
                due, _later(due, due.due_at + timedelta(hours=wanted - due.hours), wanted)
            )
            return
        then = None if due.hours or settings.notices == "off" else _later(due, now + REMIND, FIRST_REMINDER)
        tell = wanted > 0 if due.hours else settings.notices != "off"
        if await self._repository.store.claim(due, then) and tell:
            await self._send(due, settings)

    async def _send(self, due: Due, settings: PlayerSettings) -> None:
        if self.port is None:
            return
        try:
            table = await self._repository.get(due.game)
            arrived = await self.port.send(
                Notice(
                    game=due.game,
                    guild=table.guild,
                    channel=table.channel,
                    user=due.person,
                    seat=due.seat,
                    kind="turn" if due.kind == "turn" else "decision",
                    hours=due.hours,
                    where=settings.where,
                    locale=table.body.locale,
                    last=due.kind == "turn" and table.game is not None and has_last_turn(table.game, due.seat),
                )
            )
        except TableRefusal:
            return
        except Exception:
            log.exception("a notice failed", extra={"game": due.game, "user": due.person})
            return
        if not arrived:
            log.warning("a notice did not arrive", extra={"game": due.game, "user": due.person})


def _later(due: Due, at: datetime, hours: int) -> Due:
    return Due(due.game, due.seat, due.person, due.kind, at, hours)
