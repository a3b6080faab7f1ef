"""Notices: who is told when that a table waits for them. What is due is on the disk and marked done after it was sent,
so that it outlives the end of the process; Discord knows a message that comes twice by its nonce."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Protocol, cast

import msgspec

from bot.app.tables.model import Notice, NoticeKind, PlayerSettings
from bot.app.tables.pace import SPANS, Pace
from bot.app.tables.player_settings import PlayerSettingsStore
from bot.app.tables.table_repository import TableRepository
from bot.app.tables.table_state import Body, decode_body
from bot.app.tables.transitions import LATE, LOOK_IDLE, PLAYED, VOTE, first_reminder, minutes
from bot.store.due_notices import Due, TableHead

log = logging.getLogger(__name__)

LOBBIES_LAST: Final = timedelta(days=3)
LONGEST_SLEEP: Final = 600.0
"""Seconds after which the clock looks again, whatever it expects."""
BETWEEN_SWEEPS: Final = timedelta(minutes=1)
"""How long lobbies and ended games are not looked at again, though something is due earlier than expected, as it is
at most presses."""
NOTED: Final = 1
"""In place of minutes: that somebody is late is noted, and they are only still to be told."""
TRIES: Final = (1, 5, 30, 120, 720)
"""Minutes after which a notice is sent once more that could not be sent."""


class Clock(Protocol):
    """What time it is."""

    def now(self) -> datetime:
        """The moment, aware."""
        ...


class NoticePort(Protocol):
    """Brings notices to people."""

    async def send(self, notices: Sequence[Notice], nonce: str) -> bool:
        """Send notices that go to one place as one message, which its nonce tells from all others; whether it arrived.

        False: it cannot be brought there, and is not tried again. A failure: it is tried again.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A notice that is to be sent, what it comes from, and what is due after it."""

    due: Due
    notice: Notice
    then: Due | None

    @property
    def place(self) -> tuple[str, int]:
        """Notices of one place are one message."""
        if self.notice.where == "dm":
            return "dm", self.notice.user
        home = self.notice.home if self.notice.where == "home" else None
        return "channel", home or self.notice.channel


@dataclass(slots=True)
class _Round:
    """What is to be done with what is due now."""

    wanted: list[_Wanted]
    put_off: list[Due]
    dropped: list[Due]


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
        late: Callable[[Due], Awaitable[bool]],
        count: Callable[[Due], Awaitable[datetime | None]],
        look_idle: Callable[[Due], Awaitable[datetime | None]],
    ) -> None:
        """``expire`` closes a lobby; ``settle`` closes a game that was ended early, once that is final; ``late`` notes
        that a seat is late, and says whether it is; ``count`` counts a vote, and says when to do so again;
        ``look_idle`` does the same for a game in which nobody moves."""
        self._repository = repository
        self.port = port
        self._dues = repository.store.dues
        self._settings = PlayerSettingsStore(self._dues)
        self._expire = expire
        self._settle = settle
        self._late = late
        self._looks = {VOTE: count, LOOK_IDLE: look_idle}
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """Something may be due earlier than expected."""
        self._changed.set()

    async def run(self) -> None:
        """Go on until cancelled."""
        swept: datetime | None = None
        while True:
            self._changed.clear()
            try:
                now = self._repository.now()
                pause = _until(await self._send_due(now), now)
                if swept is None or not swept <= now < swept + BETWEEN_SWEEPS:
                    swept = now
                    await self._sweep(now)
                else:
                    pause = min(pause, _until(swept + BETWEEN_SWEEPS, now))
            except Exception:
                log.exception("notices failed; trying again")
                pause = LONGEST_SLEEP
            try:
                async with asyncio.timeout(pause):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def tick(self) -> None:
        """Everything that is to be done now."""
        now = self._repository.now()
        await self._send_due(now)
        await self._sweep(now)

    async def _send_due(self, now: datetime) -> datetime | None:
        """Send what is due, and return when something is due next."""
        found, following = await self._dues.due(now)
        while found:
            await self._handle(found, now)
            found, following = await self._dues.due(now)
        return following

    async def _sweep(self, now: datetime) -> None:
        """Close lobbies that nobody uses, and make final what can no longer be taken back."""
        for lobby in await self._repository.store.idle_lobbies(now - LOBBIES_LAST):
            await self._expire(lobby)
        for game in await self._repository.store.in_stage("ending"):
            await self._settle(game)

    async def _handle(self, found: Sequence[Due], now: datetime) -> None:
        heads = await self._dues.heads(due.game for due in found)
        people = {person: await self._settings.of(person) for person in {due.person for due in found}}
        this = _Round([], [], [])
        for due in found:
            await self._look(this, due, heads.get(due.game), people[due.person], now)
        await self._dues.put_off(this.put_off)
        await self._dues.finish(this.dropped)
        for group in _messages(this.wanted):
            await self._send(group, now)

    async def _look(
        self, this: _Round, due: Due, head: TableHead | None, settings: PlayerSettings, now: datetime
    ) -> None:
        """Whether something is to be sent, or at another time, or not at all."""
        body = _read(head)
        if due.kind == LOOK_IDLE or (due.kind == VOTE and body is not None):
            at = await self._looks[due.kind](due)
            (this.dropped if at is None else this.put_off).append(due if at is None else replace(due, due_at=at))
            return
        if head is None or body is None or _is_past(due, head, body):
            this.dropped.append(due)
            return
        if due.kind == LATE and not due.after:
            if (too_early := _not_late(due, body.pace, settings, now)) is not None:
                this.put_off.append(too_early)
                return
            due = replace(due, after=NOTED if await self._late(due) else 0)
        if (later := _not_yet(due, body.pace, settings, now)) is not None:
            this.put_off.append(later)
            return
        if not _wants(due, body.pace, settings):
            this.dropped.append(due)
            return
        then = _then(due, body.pace, settings, now)
        this.wanted.append(_Wanted(due, _notice(due, head, body, settings), then))

    async def _send(self, group: Sequence[_Wanted], now: datetime) -> None:
        """Send one message, and mark what it says as done once it is sent."""
        nonce = group[0].due.batch or f"due.{min(each.due.id for each in group)}"
        there = {due.id: due for due in await self._dues.begin([each.due for each in group], nonce)}
        sent = [replace(each, due=there[each.due.id]) for each in group if each.due.id in there]
        if not sent:
            return
        if await self._sent([each.notice for each in sent], nonce):
            then = [(each.due.id, each.then) for each in sent if each.then is not None]
            await self._dues.finish([each.due for each in sent], then)
        else:
            await self._again([each.due for each in sent], now)

    async def _sent(self, notices: Sequence[Notice], nonce: str) -> bool:
        """Whether nothing more is to be done about them."""
        facts = {"game": notices[0].game, "user": notices[0].user}
        if self.port is None:
            return True
        try:
            if not await self.port.send(notices, nonce):
                log.warning("a notice did not arrive", extra=facts)
        except Exception:
            log.exception("a notice failed", extra=facts)
            return False
        return True

    async def _again(self, dues: Sequence[Due], now: datetime) -> None:
        """They could not be sent: later once more, the message as it was."""
        left = [due for due in dues if due.tries < len(TRIES)]
        await self._dues.finish([due for due in dues if due not in left])
        later = [replace(due, due_at=now + timedelta(minutes=TRIES[due.tries]), tries=due.tries + 1) for due in left]
        await self._dues.put_off(later)


def _read(head: TableHead | None) -> Body | None:
    """What is kept of a table; None where it cannot be read, or the game does not go on."""
    if head is None or head.stage not in PLAYED:
        return None
    try:
        return decode_body(head.body)
    except msgspec.MsgspecError:
        return None


def _is_past(due: Due, head: TableHead, body: Body) -> bool:
    """Whether there is nothing to tell: a paused game waits for nobody, one with a move is not idle any more."""
    return not body.idle_told if due.kind == "idle" else head.stage != "running"


def _messages(wanted: Sequence[_Wanted]) -> list[list[_Wanted]]:
    """What goes to one place is one message; one that was about to be sent before stays as it was."""
    groups: dict[object, list[_Wanted]] = {}
    for each in wanted:
        groups.setdefault(each.due.batch or each.place, []).append(each)
    return list(groups.values())


def _until(at: datetime | None, now: datetime) -> float:
    """Seconds to sleep until then."""
    return LONGEST_SLEEP if at is None else min(LONGEST_SLEEP, max(0.0, (at - now).total_seconds()))


def _not_late(due: Due, pace: Pace, settings: PlayerSettings, now: datetime) -> Due | None:
    """When it is to be looked at again whether somebody is late; None: they are."""
    spans = SPANS.get(pace)
    at = settings.hours.awake_after(due.since or due.due_at, spans.late) if spans else now
    return replace(due, due_at=at) if at > now else None


def _not_yet(due: Due, pace: Pace, settings: PlayerSettings, now: datetime) -> Due | None:
    """When it is to be looked at again, if it is too early now, or the person is not to be disturbed."""
    asleep_until = settings.hours.asleep_until(now)
    wish = _wish(settings, pace) if due.kind != LATE else None
    if due.batch is None and due.after and wish is not None and minutes(wish) > due.after:
        wait = wish - timedelta(minutes=due.after)
        return replace(due, due_at=due.due_at + wait, after=minutes(wish))
    return None if asleep_until is None else replace(due, due_at=asleep_until)


def _wish(settings: PlayerSettings, pace: Pace) -> timedelta | None:
    """After how long a person wants to be told once more; who has not said it: as the table has agreed. At a table that
    plays live nobody waits for hours."""
    spans = SPANS.get(pace)
    if settings.notices == "off":
        return None
    own = None if settings.notices == "turn" else timedelta(hours=int(settings.notices))
    agreed = spans.remind if spans else None
    return agreed if own is None or pace == "live" else own


def _wants(due: Due, pace: Pace, settings: PlayerSettings) -> bool:
    if due.kind == "filled_in":
        return True  # who wants no notices must still learn that somebody plays their seat
    if settings.notices == "off":
        return False
    if due.kind == LATE:
        return due.after == NOTED
    return not due.after or _wish(settings, pace) is not None


def _then(due: Due, pace: Pace, settings: PlayerSettings, now: datetime) -> Due | None:
    """The reminder that follows a first notice."""
    if due.after or due.kind not in ("turn", "decision") or settings.notices == "off":
        return None
    span = first_reminder(pace)
    return Due(due.game, due.seat, due.person, due.kind, now + span, minutes(span), due.since)


def _notice(due: Due, head: TableHead, body: Body, settings: PlayerSettings) -> Notice:
    call = body.calls.get(due.seat)
    return Notice(
        game=due.game,
        guild=head.guild,
        channel=head.channel,
        user=due.person,
        seat=due.seat,
        kind=cast("NoticeKind", due.kind),
        where=settings.where,
        locale=body.locale,
        since=due.since or due.due_at,
        minutes=due.after,
        last=call is not None and call.last,
        message=head.message,
        home=body.home,
        nudge=body.nudges.get(due.seat),
    )
