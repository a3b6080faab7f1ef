"""Keeping each table's public message true: edited at most once a second, the last state wins; posted anew when a
person's turn begins, with a mention of whom the settings want told; and notices of their own for everything else."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from bot.app.score_pad import PadRefusal, ScorePads
from bot.app.tables import Changed, Notice, Status, TableRefusal, Tables
from bot.engine.actions import Record
from bot.store import MessageMode
from cogs.core.message_mode import message_mode
from cogs.core.persistent_ui import Panel, edit_in_place
from cogs.core.services import BotClient, Interaction, PublicMessages
from cogs.game.publishing.channel_posts import ChannelPosts, is_young, was_table_message
from cogs.game.publishing.game_threads import (
    add_people,
    name_at_end,
    open_thread,
    return_home,
    to_gather,
    wants_thread,
)
from cogs.game.publishing.lobby_drawing import draw_lobby
from cogs.game.publishing.notice_delivery import deliver, has_left, notice_panel, ping_lines, ping_panel
from cogs.game.publishing.own_panel_updates import OwnPanels
from cogs.game.publishing.shown_message import FINAL, KEPT, ShownMessage
from cogs.game.publishing.table_pictures import public_board, public_score
from cogs.game.snapshot import TableSnapshot, active_user, public_snapshot, table_locale
from cogs.game.views.archived_panel import archived_panel
from cogs.game.views.computer_notes import computer_notes
from cogs.game.views.ended_early import ending_panel
from cogs.game.views.recent_events import since_last_turn, since_record, turn_lines_since
from cogs.game.views.table_message import (
    brief_table_panel,
    closed_panel,
    final_panel,
    left_behind,
    leftover_panel,
    table_panel,
    turn_lines_panel,
)

log = logging.getLogger(__name__)

BETWEEN: Final = 1.0
"""Seconds between two edits of one message."""
GATHER: Final = 0.25
"""Seconds in which changes and notices that belong together gather before the message is touched."""
CAUGHT_UP_AT_ONCE: Final = 6
"""Messages that are drawn beside each other at a start."""


class TableMessages(PublicMessages):
    """The table messages of one client; also the port by which notices reach people."""

    def __init__(self, bot: BotClient) -> None:
        self.bot = bot
        self.tables: Tables = bot.services.tables
        self.posts = ChannelPosts(bot, self._leave_thread)
        self.told_of_pictures: set[tuple[int, int]] = set()
        self.left: dict[int, set[int]] = {}
        self.own_panels = OwnPanels(self.left, self._posts_soon)
        self._shown: dict[int, ShownMessage] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._dirty: set[int] = set()
        self._posting: Counter[int] = Counter()
        self._stopped = False
        self._room = asyncio.Semaphore(CAUGHT_UP_AT_ONCE)

    # ---- what is told to this object -----------------------------------------------------------------------------

    def changed(self, change: Changed) -> None:
        """A table has changed: its message follows soon."""
        if change.what == "moved":
            self.posts.trouble.pop(change.game, None)
        shown = self._shown.setdefault(change.game, ShownMessage())
        undone = {record.number for record in change.undone} | {n for r in change.records for n in r.undid}
        shown.add(undone, change.records)
        if change.elsewhere:
            shown.news = None
        if change.what == "brought_back":
            self.show_again(change.game)
        self.refresh(change.game)

    def refresh(self, game: int) -> None:
        """Bring a table's message up to date soon; calls that come meanwhile are one edit."""
        self._dirty.add(game)
        if game not in self._tasks and not self._stopped:
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
        shown = self._shown.setdefault(status.game, ShownMessage())
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
        shown = self._shown.setdefault(status.game, ShownMessage())
        shown.remembered = True
        shown.turn, shown.version, shown.edited = status.turn, status.version, time.monotonic()
        await self.tables.show_on(status.game, message, shown.kept)

    async def redraw_leftover(self, interaction: Interaction, game: int) -> None:
        """A message that Discord refused to edit loses its controls when one of them is pressed."""
        message = interaction.message
        if message is None or interaction.response.is_done() or not was_table_message(message):
            return
        try:
            status = await self.tables.status(game)
        except TableRefusal:
            return
        is_newest = status.message is None or message.id >= status.message  # one just posted is not stored yet
        if is_newest or self._posting[status.channel]:
            return
        found = await public_snapshot(self.tables, game, None, table_locale(status))
        await edit_in_place(interaction, leftover_panel(found))

    def pressed_own(self, interaction: Interaction, game: int | None) -> AbstractContextManager[None]:
        """While a control is worked on, the own panel that it is on does not change by itself."""
        return self.own_panels.pressed(interaction, game)

    def pressed(self, game: int) -> None:
        """Somebody has used a table's control: where this process has not looked at its message yet, it does now."""
        if game not in self._shown:
            self.refresh(game)

    def show_again(self, game: int) -> None:
        """Post the table's message anew, mentioning nobody who was told already."""
        shown = self._shown.setdefault(game, ShownMessage())
        shown.remembered, shown.turn, shown.version = True, -1, -1
        self.refresh(game)

    async def catch_up(self) -> None:
        """At a start: post what is missing, and bring up to date what an end of the process has left behind."""
        try:
            for game in await self.tables.behind():
                await self._room.acquire()
                self._shown.setdefault(game, ShownMessage()).paced = True
                self.refresh(game)
                self._tasks[game].add_done_callback(lambda _: self._room.release())
        except Exception:
            log.exception("messages could not be brought up to date")

    async def close(self) -> None:
        """Stop all work. What changes from now on, as by a computer player's last move, is shown at the next start."""
        self._stopped = True
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _post(
        self,
        found: TableSnapshot,
        panel: Panel,
        shown: ShownMessage,
        users: tuple[int, ...] = (),
        turn: int | None = None,
        *,
        silent: bool = False,
    ) -> bool:
        done = await self.posts.post(found.status, panel, shown, users, turn, silent=silent)
        if done:
            await self._retire(found, shown)
        return done

    async def _edit_or_post(
        self, found: TableSnapshot, panel: Panel, shown: ShownMessage, *, silent: bool = False
    ) -> bool:
        before = shown.before
        done = await self.posts.edit_or_post(found.status, panel, shown, silent=silent)
        if done and shown.before != before:
            await self._retire(found, shown)
        return done

    # ---- the message ---------------------------------------------------------------------------------------------

    async def _work(self, game: int) -> None:
        shown = self._shown.setdefault(game, ShownMessage())
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
            self.own_panels.look(game)

    def _posts_soon(self, status: Status) -> bool:
        """Whether the message of a person's turn is about to be posted below what is there."""
        shown = self._shown.get(status.game)
        if shown is None or status.game not in self._tasks or status.stage != "running":
            return False
        return self._mode(status) != "silent" and shown.new_turn(status)

    async def _bring(self, game: int, shown: ShownMessage) -> None:
        status = await self.tables.status(game)
        if not self.tables.own(status):
            self._shown.pop(game, None)
            return
        await self._remember(status, shown)
        if status.version == shown.version and not shown.mentions and shown.before is None:
            return
        if status.message is None and self._posting[status.channel]:
            return
        for ping in shown.answered(status):
            await self.posts.delete(status, ping)
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

    async def _remember(self, status: Status, shown: ShownMessage) -> None:
        """What the message showed when the process before ended; one of a table that was set aside is drawn anew."""
        if shown.remembered:
            return
        shown.remembered = shown.again = True
        kept = await self.tables.shown(status.game)
        if kept is not None and shown.turn == -1:
            shown.recall(status, kept)

    async def _show(self, found: TableSnapshot, shown: ShownMessage) -> bool:
        """Show the table as it is now; whether that has come about."""
        if found.status.stage == "lobby":
            return await self._show_lobby(found, shown)
        if found.view is None or found.status.stage in ("ending", "ended", "expired", "archived"):
            return await self._edit_or_post(found, await self._closed(found), shown)
        return await self._show_table(found, shown)

    async def _show_lobby(self, found: TableSnapshot, shown: ShownMessage) -> bool:
        return await self._edit_or_post(found, await draw_lobby(self.bot, found.game), shown)

    async def _closed(self, found: TableSnapshot) -> Panel:
        if found.status.ending is not None:
            return ending_panel(found)
        if found.status.stage == "archived":
            return archived_panel(found)
        if found.status.stage == "ended":
            await name_at_end(self.bot, found)
        return closed_panel(found) if found.status.turn else await draw_lobby(self.bot, found.game)

    async def _show_table(self, found: TableSnapshot, shown: ShownMessage) -> bool:
        if found.status.stage == "over":
            return await self._show_final(found, shown)
        gathered = to_gather(found)
        pinged = [user for user in gathered if await self._wants_pings(user)]
        users = tuple(sorted({*await self._to_mention(found.status, shown), *pinged}))
        done = await self._show_running(found, shown, users)
        await add_people(self.bot, found.status.channel, set(gathered) - set(users) if done else ())
        return done

    async def _show_running(self, found: TableSnapshot, shown: ShownMessage, users: tuple[int, ...]) -> bool:
        if self._mode(found.status) == "silent":
            return await self._show_silently(found, shown, users)
        if not found.status.waiting:
            await self.posts.drop_ping(found.status, shown)
        panel = await self._panel(found, shown, users)
        if users or shown.new_turn(found.status):
            done = await self._post(found, panel, shown, users, turn=found.status.turn)
            if done:
                self.own_panels.posted(found.game, (await self.tables.status(found.game)).message)
            return done
        return await self._edit_or_post(found, panel, shown)

    async def _wants_pings(self, user: int) -> bool:
        wishes = await self.tables.settings(user)
        return wishes.notices != "off" and not wishes.hours.asleep(self.tables.now())

    async def _leave_thread(self, status: Status, code: int) -> bool:
        """What could not be posted or edited in a thread goes on in its channel; whether it does."""
        found = await public_snapshot(self.tables, status.game, None, table_locale(status))
        return await return_home(self.bot, found, code)

    async def _show_final(self, found: TableSnapshot, shown: ShownMessage) -> bool:
        if shown.turn == FINAL and shown.version != -1:
            return True
        await name_at_end(self.bot, found)
        await self.posts.drop_ping(found.status, shown)
        earlier = await self._earlier(found.status)
        panel = final_panel(found, await public_score(self.bot, found), earlier=earlier)
        if shown.turn == FINAL:
            return await self._edit_or_post(found, panel, shown)
        return await self._post(found, panel, shown, turn=FINAL)

    async def _show_silently(self, found: TableSnapshot, shown: ShownMessage, users: tuple[int, ...]) -> bool:
        """One message, edited while it is young and replaced when a turn begins; pings are messages of their own."""
        status, panel = found.status, await self._panel(found, shown, ())
        fresh = shown.new_turn(status)
        if fresh and status.message is not None and not is_young(status.message, self.tables.now()):
            done = await self._post(found, panel, shown, turn=status.turn, silent=True)
        else:
            done = await self._edit_or_post(found, panel, shown, silent=True)
        if done and fresh:
            shown.turn = status.turn
            shown.told = max((record.number for record in await self._records(found.game, shown)), default=-1)
        if done and users:
            shown.version = status.version
            await self.posts.ping(
                status, ping_panel(self.bot, found, users), shown, users, f"{status.game}.ping.{status.turn}"
            )
            self.own_panels.posted(found.game, shown.ping)
        return done

    async def _panel(self, found: TableSnapshot, shown: ShownMessage, users: Sequence[int]) -> Panel:
        """The table message; whoever has another language than the table is told in a line of theirs."""
        told = self.bot.services.store.preferences.told_in
        foreign = [user for user in users if (told(user) or found.locale) != found.locale]
        mention = " ".join(f"<@{user}>" for user in users if user not in foreign)
        lines = "\n".join(ping_lines(self.bot, found, foreign))
        records, picture = await self._records(found.game, shown), await public_board(self.bot, found)
        if self._mode(found.status) == "full":
            notes = computer_notes(found, records)
            return table_panel(found, since_last_turn(found, records), mention, picture, notes, lines)
        happened = turn_lines_since(found, records, reasons=False)
        return brief_table_panel(found, happened, mention, picture, computer_notes(found, records), lines)

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

    async def _to_mention(self, status: Status, shown: ShownMessage) -> tuple[int, ...]:
        """Whom the message is to mention: whose turn has begun, if they want it so, and whoever a notice waits for."""
        active = active_user(status)
        awaited = {active, *(status.seats[seat].user for seat in status.waiting)}
        users = {user for user in shown.mentions if user in awaited}
        shown.mentions.clear()
        if self._sees_it_anyway(status):
            return ()
        if active is not None and (status.turn, active) != shown.mentioned and shown.new_turn(status):
            users |= {active} if await self._mentioned_at_once(active) else set()
        if active is not None and active in users:
            shown.mentioned = (status.turn, active)
            shown.mentions.discard(active)  # their notice may have come while their wishes were read
        return tuple(sorted(users))

    async def _mentioned_at_once(self, user: int) -> bool:
        """Whether somebody wants to be told in the channel, and not only when their quiet hours are over."""
        wishes = await self.tables.settings(user)
        asleep = wishes.hours.asleep(self.tables.now())
        return wishes.notices != "off" and wishes.where == "channel" and not asleep

    async def _retire(self, found: TableSnapshot, shown: ShownMessage) -> None:
        """The message before loses its controls and keeps what happened in its time, or goes where one message is
        replaced."""
        records, mode = await self._records(found.game, shown), self._mode(found.status)
        if shown.before is not None and mode == "silent":
            await self.posts.delete(found.status, shown.before)
        elif shown.before is not None:
            await self.posts.replace(found.status, shown.before, self._left(found, records, shown), shown)
        shown.before, shown.told = None, max((record.number for record in records), default=-1)
        self.tables.note_shown(found.game, shown.kept)

    def _left(self, found: TableSnapshot, records: Sequence[Record], shown: ShownMessage) -> Panel:
        if self._mode(found.status) == "full":
            return left_behind(found, since_record(found, records, shown.told))
        return turn_lines_panel(found, turn_lines_since(found, records, shown.told), first=shown.told < 0)

    def _mode(self, status: Status) -> MessageMode:
        return message_mode(self.bot, status.channel, alone=status.only_person is not None)

    # ---- what has happened ---------------------------------------------------------------------------------------

    async def _records(self, game: int, shown: ShownMessage) -> Sequence[Record]:
        if shown.news is None:
            lines = await self.tables.play.log(game, None, 0)
            undone = {number for line in lines for number in line.record.undid}
            shown.news = deque((line.record for line in lines if line.record.number not in undone), KEPT)
        return shown.news

    # ---- notices -------------------------------------------------------------------------------------------------

    async def send(self, notices: Sequence[Notice], nonce: str) -> bool:
        """Bring notices of one place to people; whether any arrived. The first notice of a turn comes with the table
        message."""
        there = [notice for notice in notices if not await self._has_left(notice)]
        told = [notice for notice in there if not await self._told_otherwise(notice)]
        if not told:
            return bool(there)
        status = await self.tables.status(told[0].game)
        shown = self._shown.setdefault(status.game, ShownMessage())
        await self._remember(status, shown)
        if told[0].where != "channel" or self._mode(status) != "silent":
            message = await deliver(self.bot, told, nonce)
            await self._keep(status, shown, told, message)
            return message is not None
        users = [notice.user for notice in told]
        return await self.posts.ping(status, await notice_panel(self.bot, told), shown, users, nonce)

    async def _keep(self, status: Status, shown: ShownMessage, told: Sequence[Notice], message: int | None) -> None:
        """Remember a message in the table's channel that asks people of this game: it goes when all have answered."""
        asks = all(each.kind in ("turn", "decision", "late", "nudge") and each.game == status.game for each in told)
        if message is None or told[0].where != "channel" or not asks:
            return
        shown.asked[message] = tuple(told)
        await self.tables.show_on(status.game, (await self.tables.status(status.game)).message, shown.kept)

    async def _has_left(self, notice: Notice) -> bool:
        if await has_left(self.bot, notice):
            self.left.setdefault(notice.game, set()).add(notice.user)
            return True
        self.left.get(notice.game, set()).discard(notice.user)
        return False

    async def _told_otherwise(self, notice: Notice) -> bool:
        """Whether they need no message of their own: they have just ended their own turn, or the table message tells
        them."""
        if notice.minutes or notice.kind not in ("turn", "decision"):
            return False
        status = await self.tables.status(notice.game)
        if self._sees_it_anyway(status):
            return True
        if notice.kind == "turn" and notice.where == "channel":
            self._mention(status, notice.user)
            return True
        return False

    def _sees_it_anyway(self, status: Status) -> bool:
        """Whether the only person at a table needs no mention: they have just ended their own turn, or are there."""
        if status.options.alone != "no":
            return True
        person = status.only_person
        return person is not None and self.own_panels.is_there(status.game, person, self.tables.now())

    def _mention(self, status: Status, user: int) -> None:
        """Mention somebody with the table message, unless it has done so for this turn."""
        shown = self._shown.setdefault(status.game, ShownMessage())
        if shown.mentioned != (status.turn, user):
            shown.mentions.add(user)
            self.refresh(status.game)


def messages_of(bot: BotClient) -> TableMessages:
    """The table messages of a client, which builds them."""
    messages = bot.services.table_messages
    assert isinstance(messages, TableMessages), "built by the client"
    return messages
