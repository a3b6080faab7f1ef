"""Keeping each table's public message true: edited at most once a second, the last state wins; posted anew when a
person's turn begins, with a mention of whom the settings want told; and notices of their own for everything else."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakKeyDictionary

import discord

from bot.app.score_pad import PadRefusal, ScorePads
from bot.app.tables import Changed, Notice, Shown, Status, TableRefusal, Tables
from bot.engine.actions import Record
from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient
from cogs.game.publishing.game_threads import (
    add_people,
    name_at_end,
    open_thread,
    reopening,
    return_home,
    to_gather,
    wants_thread,
)
from cogs.game.publishing.lobby_drawing import draw_lobby
from cogs.game.publishing.notice_delivery import deliver, has_left
from cogs.game.publishing.table_pictures import public_board, public_score
from cogs.game.snapshot import TableSnapshot, public_snapshot, table_locale
from cogs.game.views.ended_early import ending_panel
from cogs.game.views.recent_events import since_last_turn, turn_lines_since
from cogs.game.views.table_message import closed_panel, final_panel, table_panel, turn_lines_panel

log = logging.getLogger(__name__)

BETWEEN: Final = 1.0
"""Seconds between two edits of one message."""
GATHER: Final = 0.25
"""Seconds in which changes and notices that belong together gather before the message is touched."""
CAUGHT_UP_AT_ONCE: Final = 6
"""Messages that are drawn beside each other at a start."""
FINAL: Final = -2
"""In place of a turn: the message shows the final score."""
KEPT: Final = 250
"""Records kept in memory for what has happened lately."""
GONE_MESSAGE: Final = frozenset({10008, 30046, 50001, 50005})
"""Discord's codes after which a message is posted anew: unknown, edited too often, no access to it, not the bot's."""
TROUBLES: Final = {
    10003: "deleted_channel",
    50001: "may_not_see",
    50013: "may_not_write",
    50083: "archived",
    160005: "archived",
}


@dataclass
class _Shown:
    """What is known of a table's message: the turn and version it shows, the last record told, when it was edited, whom
    it is still to mention, and the turn and person it has mentioned last. ``remembered``: what was stored of it has
    been read; ``again``: the next post may find that the process before has made it; ``before``: the message before,
    while that has its controls; ``paced``: it is one of those that a start brings up to date."""

    turn: int = -1
    version: int = -1
    told: int = -1
    edited: float = 0.0
    news: deque[Record] | None = None
    mentions: set[int] = field(default_factory=set)
    mentioned: tuple[int, int] | None = None
    before: int | None = None
    posted: bool = False
    remembered: bool = False
    again: bool = False
    paced: bool = False

    @property
    def kept(self) -> Shown:
        return Shown(self.version, self.turn, self.told, self.before)


class TableMessages:
    """The table messages of one client; also the port by which notices reach people."""

    def __init__(self, bot: BotClient) -> None:
        self.bot = bot
        self.tables: Tables
        self.trouble: dict[int, str] = {}
        self.left: dict[int, set[int]] = {}
        self._shown: dict[int, _Shown] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._dirty: set[int] = set()
        self._posting: Counter[int] = Counter()
        self._room = asyncio.Semaphore(CAUGHT_UP_AT_ONCE)

    # ---- what is told to this object -----------------------------------------------------------------------------

    def changed(self, change: Changed) -> None:
        """A table has changed: its message follows soon."""
        if change.what == "moved":
            self.trouble.pop(change.game, None)
        shown = self._shown.setdefault(change.game, _Shown())
        if shown.news is not None:
            undone = {record.number for record in change.undone} | {n for r in change.records for n in r.undid}
            kept = [record for record in shown.news if record.number not in undone]
            shown.news = deque([*kept, *change.records], KEPT)
        self.refresh(change.game)

    def refresh(self, game: int) -> None:
        """Bring a table's message up to date soon; calls that come meanwhile are one edit."""
        self._dirty.add(game)
        if game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._work(game), name=f"table-{game}")

    @contextmanager
    def posting(self, channel: int) -> Iterator[None]:
        """Somebody's command is about to post a table's first message there: it is not posted here meanwhile."""
        self._posting[channel] += 1
        try:
            yield
        finally:
            self._posting[channel] -= 1

    @contextmanager
    def drawing(self, status: Status) -> Iterator[None]:
        """A click changes the message in place, so that it shows this version; where that fails, it is edited."""
        shown = self._shown.setdefault(status.game, _Shown())
        shown.version = status.version
        try:
            yield
        except BaseException:
            shown.version = -1
            self.refresh(status.game)
            raise
        self.tables.note_shown(status.game, shown.kept)

    async def posted(self, status: Status, message: int | None) -> None:
        """The table's message was just posted by somebody's command."""
        shown = self._shown.setdefault(status.game, _Shown())
        shown.remembered = True
        shown.turn, shown.version, shown.edited = status.turn, status.version, time.monotonic()
        await self.tables.show_on(status.game, message, shown.kept)

    def pressed(self, game: int) -> None:
        """Somebody has used a table's control: where this process has not looked at its message yet, it does now."""
        if game not in self._shown:
            self.refresh(game)

    def show_again(self, game: int) -> None:
        """Post the table's message anew, mentioning nobody who was told already."""
        shown = self._shown.setdefault(game, _Shown())
        shown.remembered, shown.turn, shown.version = True, -1, -1
        self.refresh(game)

    async def catch_up(self) -> None:
        """At a start: post what is missing, and bring up to date what an end of the process has left behind."""
        try:
            for game in await self.tables.behind():
                await self._room.acquire()
                self._shown.setdefault(game, _Shown()).paced = True
                self.refresh(game)
                self._tasks[game].add_done_callback(lambda _: self._room.release())
        except Exception:
            log.exception("messages could not be brought up to date")

    async def close(self) -> None:
        """Stop all work."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    # ---- the message ---------------------------------------------------------------------------------------------

    async def _work(self, game: int) -> None:
        shown = self._shown.setdefault(game, _Shown())
        try:
            while game in self._dirty:
                await asyncio.sleep(max(GATHER, shown.edited + BETWEEN - time.monotonic()))
                self._dirty.discard(game)
                shown.edited = time.monotonic()
                await self._bring(game, shown)
        except TableRefusal as refused:
            self._shown.pop(game, None)
            log.info("a table's message has no table", extra={"game": game, "reason": refused.reason})
        except Exception:
            log.exception("a table's message could not be shown", extra={"game": game})
        finally:
            shown.paced = False
            self._tasks.pop(game, None)

    async def _bring(self, game: int, shown: _Shown) -> None:
        status = await self.tables.status(game)
        await self._remember(status, shown)
        if status.version == shown.version and not shown.mentions and shown.before is None:
            return
        if status.message is None and self._posting[status.channel]:
            return
        found = await public_snapshot(self.tables, game, None, table_locale(status))
        if status.stage == "running" and wants_thread(status):
            await open_thread(self.bot, found)
            self._dirty.add(game)
            return
        if shown.before is not None:
            await self._retire(found, shown)
        if (status.version != shown.version or shown.mentions) and await self._show(found, shown):
            shown.version = status.version
            self.tables.note_shown(game, shown.kept)
            if shown.again and shown.posted:
                shown.again, shown.version = False, -1
                self._dirty.add(game)

    async def _remember(self, status: Status, shown: _Shown) -> None:
        """What the message showed when the process before ended; one of a table that was set aside is drawn anew."""
        if shown.remembered:
            return
        shown.remembered = shown.again = True
        kept = await self.tables.shown(status.game)
        if kept is not None and shown.turn == -1:
            shown.turn, shown.told, shown.before = kept.turn, kept.told, kept.before
            shown.version = shown.version if status.aside else max(shown.version, kept.version)
            active = _active_user(status)
            if active is not None and kept.turn == status.turn:
                shown.mentioned = (status.turn, active)
                shown.mentions.discard(active)

    async def _show(self, found: TableSnapshot, shown: _Shown) -> bool:
        """Show the table as it is now; whether that has come about."""
        if found.status.stage == "lobby":
            return await self._show_lobby(found, shown)
        if found.view is None or found.status.stage in ("ending", "ended", "expired"):
            return await self._edit_or_post(found, await self._closed(found), shown)
        return await self._show_table(found, shown)

    async def _show_lobby(self, found: TableSnapshot, shown: _Shown) -> bool:
        return await self._edit_or_post(found, await draw_lobby(self.bot, found.game), shown)

    async def _closed(self, found: TableSnapshot) -> Panel:
        if found.status.ending is not None:
            return ending_panel(found)
        if found.status.stage == "ended":
            await name_at_end(self.bot, found)
        return closed_panel(found) if found.status.turn else await draw_lobby(self.bot, found.game)

    async def _show_table(self, found: TableSnapshot, shown: _Shown) -> bool:
        if found.status.stage == "over":
            if shown.turn == FINAL and shown.version != -1:
                return True
            await name_at_end(self.bot, found)
            earlier = await self._earlier(found.status)
            panel = final_panel(found, await public_score(self.bot, found), earlier=earlier)
            if shown.turn == FINAL:
                return await self._edit_or_post(found, panel, shown)
            return await self._post(found, panel, shown, turn=FINAL)
        users = await self._to_mention(found.status, shown)
        gathered = to_gather(found)
        users = tuple(sorted({*users, *[user for user in gathered if await self._wants_pings(user)]}))
        mention = " ".join(f"<@{user}>" for user in users)
        news = since_last_turn(found, await self._records(found.game, shown))
        panel = table_panel(found, news, mention, await public_board(self.bot, found))
        if users or self._new_turn(found.status, shown):
            posted = await self._post(found, panel, shown, users, turn=found.status.turn)
            await add_people(self.bot, found.status.channel, set(gathered) - set(users) if posted else ())
            return posted
        return await self._edit_or_post(found, panel, shown)

    async def _earlier(self, status: Status) -> tuple[int, ...] | None:
        """What the person came to before in the official solo game; None elsewhere, and without a result."""
        if status.options.alone != "solo":
            return None
        store = self.bot.services.store
        result = await store.games.result(status.game)
        if result is None or result.tally is None:
            return None
        try:
            return (await ScorePads(store.score_pads).find(result.tally, result.guild)).earlier
        except PadRefusal:
            return None

    async def _to_mention(self, status: Status, shown: _Shown) -> tuple[int, ...]:
        """Whom the message is to mention: whose turn has begun, if they want it so, and whoever a notice waits for."""
        users, active = set(shown.mentions), _active_user(status)
        shown.mentions.clear()
        if status.options.alone != "no":
            return ()  # whoever plays alone has just ended their own turn
        if active is not None and (status.turn, active) != shown.mentioned and self._new_turn(status, shown):
            wishes = await self.tables.settings(active)
            users |= {active} if wishes.notices != "off" and wishes.where == "channel" else set()
        if active in users:
            shown.mentioned = (status.turn, active or 0)
        return tuple(sorted(users))

    async def _wants_pings(self, user: int) -> bool:
        return (await self.tables.settings(user)).notices != "off"

    @staticmethod
    def _new_turn(status: Status, shown: _Shown) -> bool:
        """Whether a person's turn has begun that the message does not show. Computer players' turns are edits."""
        return shown.turn < 0 or (_active_user(status) is not None and status.turn != shown.turn)

    async def _edit_or_post(self, found: TableSnapshot, panel: Panel, shown: _Shown) -> bool:
        status = found.status
        if status.message is None:
            return await self._post(found, panel, shown)
        await self._wait_for_turn(shown)
        try:
            message = self._partial(status, status.message)
            await reopening(self.bot, status.channel, lambda: message.edit(view=panel, attachments=panel.files))
            self.trouble.pop(status.game, None)
        except discord.HTTPException as error:
            if error.code not in GONE_MESSAGE:
                await self._not_shown(found, error)
                return False
            return await self._post(found, panel, shown)
        return True

    async def _post(
        self, found: TableSnapshot, panel: Panel, shown: _Shown, users: tuple[int, ...] = (), turn: int | None = None
    ) -> bool:
        """Post the table's message anew; whether it is there. ``turn``: the one that begins with it.

        By its nonce Discord knows what was posted in place of the same message just before the process was killed:
        there is no second one, and what is there is edited then.
        """
        status = found.status
        await self._wait_for_turn(shown)
        channel = self.bot.get_partial_messageable(status.channel, guild_id=status.guild)
        once = str(status.message or f"{status.game}.{status.version}")
        told = discord.AllowedMentions(users=[discord.Object(user) for user in users], everyone=False, roles=False)
        try:
            allowed = told if users else discord.AllowedMentions.none()
            message = await reopening(
                self.bot,
                status.channel,
                lambda: channel.send(view=panel, allowed_mentions=allowed, files=panel.files, nonce=once),
            )
        except discord.HTTPException as error:
            await self._not_shown(found, error)
            return False
        self.trouble.pop(status.game, None)
        shown.version, shown.turn = status.version, shown.turn if turn is None else turn
        shown.before, shown.posted = status.message, True
        await self.tables.show_on(status.game, message.id, shown.kept)
        await self._retire(found, shown)
        return True

    async def _retire(self, found: TableSnapshot, shown: _Shown) -> None:
        """The message before loses its controls and keeps what happened in its time."""
        records = await self._records(found.game, shown)
        if shown.before is not None:
            await self._wait_for_turn(shown)
            lines = turn_lines_since(found, records, shown.told)
            await self._leave_behind(found, shown.before, turn_lines_panel(found, lines, first=shown.told < 0))
        shown.before, shown.told = None, max((record.number for record in records), default=-1)
        self.tables.note_shown(found.game, shown.kept)

    async def _leave_behind(self, found: TableSnapshot, message: int, panel: Panel) -> None:
        try:
            await self._partial(found.status, message).edit(view=panel, attachments=[])
        except discord.HTTPException as error:
            log.info("an old table message stays", extra={"game": found.game, "reason": error.text})

    async def _wait_for_turn(self, shown: _Shown) -> None:
        if shown.paced:
            await self.bot.services.start_pace.turn()

    def _partial(self, status: Status, message: int) -> discord.PartialMessage:
        return self.bot.get_partial_messageable(status.channel, guild_id=status.guild).get_partial_message(message)

    async def _not_shown(self, found: TableSnapshot, error: discord.HTTPException) -> None:
        """A message could not be posted or edited: the game leaves its thread, or the trouble is noted."""
        if not await return_home(self.bot, found, error.code):
            self._note_trouble(found.status, error)

    def _note_trouble(self, status: Status, error: discord.HTTPException) -> None:
        self.trouble[status.game] = TROUBLES.get(error.code, "may_not_write")
        log.warning("a table cannot be shown", extra={"game": status.game, "code": error.code, "reason": error.text})

    # ---- what has happened ---------------------------------------------------------------------------------------

    async def _records(self, game: int, shown: _Shown) -> Sequence[Record]:
        if shown.news is None:
            lines = await self.tables.play.log(game, None, 0)
            undone = {number for line in lines for number in line.record.undid}
            shown.news = deque((line.record for line in lines if line.record.number not in undone), KEPT)
        return shown.news

    # ---- notices -------------------------------------------------------------------------------------------------

    async def send(self, notice: Notice) -> bool:
        """Bring a notice to a person; whether it arrived. The first notice of a turn comes with the table message."""
        if await has_left(self.bot, notice):
            self.left.setdefault(notice.game, set()).add(notice.user)
            return False
        self.left.get(notice.game, set()).discard(notice.user)
        if not notice.hours and (await self.tables.status(notice.game)).options.alone != "no":
            return True  # they have just ended their own turn
        if notice.kind == "turn" and notice.where == "channel" and not notice.hours:
            self._mention(await self.tables.status(notice.game), notice.user)
            return True
        return await deliver(self.bot, await self.tables.status(notice.game), notice)

    def _mention(self, status: Status, user: int) -> None:
        """Mention somebody with the table message, unless it has done so for this turn."""
        shown = self._shown.setdefault(status.game, _Shown())
        if shown.mentioned != (status.turn, user):
            shown.mentions.add(user)
            self.refresh(status.game)


def _active_user(status: Status) -> int | None:
    """Whose turn it is, if it is a person's."""
    return None if status.active is None else status.seats[status.active].user


_MESSAGES: WeakKeyDictionary[BotClient, TableMessages] = WeakKeyDictionary()


def messages_of(bot: BotClient) -> TableMessages:
    """The table messages of a client."""
    return _MESSAGES.setdefault(bot, TableMessages(bot))
