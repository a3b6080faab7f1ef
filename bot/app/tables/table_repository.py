"""Where all tables are: a bounded cache of them, one lock each, and the one way in which a table changes.

A change makes a copy of the game, works on that, and puts it in the place of the old one once it is on the disk. So a
failure at any moment leaves the table as it was, and whoever looks at a table looks at something that stays.
"""

import asyncio
import logging
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from weakref import WeakValueDictionary

import msgspec

from bot.app.tables.automatic_moves import next_mover
from bot.app.tables.game_results import result_of
from bot.app.tables.model import Act, Caller, Changed, Move, TableRefusal, What
from bot.app.tables.opening_rules import demand_opening
from bot.app.tables.pack_registry import PackRegistry
from bot.app.tables.table_state import Body, TableState, decode_body, encode_body
from bot.app.tables.transitions import (
    PLAYED,
    called,
    idle_due,
    notices,
    stage_after,
    stepped,
    stood_in,
    without_old_rollbacks,
)
from bot.engine import Game, SaveError, dump, legal, load
from bot.engine.actions import Record
from bot.engine.components import Pack
from bot.store.due_notices import Due
from bot.store.games import GameRepository
from bot.store.machine_clock import machine_clock
from bot.store.server_packs import ServerPacks
from bot.store.stored_games import (
    Change,
    ChannelTaken,
    GameColumns,
    KnownInteraction,
    NewResult,
    OldVersion,
    Shown,
    StoredGame,
    StoredRecord,
)

log = logging.getLogger(__name__)

KEPT = 128
"""Tables held in memory, about 300 KB each."""
MOST_RECORDS = 120
"""Records of a game that stay in memory at the start of a turn; older ones are on the disk alone."""

UNREADABLE = "unreadable_table"
"""Why a game is set aside of which not even is known who plays."""

Listener = Callable[[Changed], None]
_record_encoder = msgspec.msgpack.Encoder()
_record_decoder = msgspec.msgpack.Decoder(Record)
_move_decoder = msgspec.msgpack.Decoder(Move)


@dataclass(frozen=True, slots=True)
class TableChange:
    """What a change did: who caused it, and the records with the person behind each. ``acts``: what the log tells of
    absent people; ``dues``: what is due because of it, beside what follows from the game. ``plan``: a person whose plan
    was played, and what is left of it (None: nothing)."""

    what: What
    caller: Caller | None = None
    records: tuple[Record, ...] = ()
    persons: tuple[int | None, ...] = ()
    undone: tuple[Record, ...] = ()
    drop_from: int | None = None
    acts: tuple[Act, ...] = ()
    dues: tuple[Due, ...] = ()
    plan: tuple[int, bytes | None] | None = None


class TableRepository:
    """All tables of this process."""

    def __init__(
        self,
        store: GameRepository,
        packs: Iterable[Pack],
        now: Callable[[], datetime] | None = None,
        server_packs: ServerPacks | None = None,
    ) -> None:
        self.store = store
        self.packs = PackRegistry(store, packs, server_packs)
        self.now = now or machine_clock
        self.by_channel: dict[int, int] = {}
        self.places: dict[int, tuple[int, int]] = {}
        self._cache: OrderedDict[int, TableState] = OrderedDict()
        self._elsewhere: OrderedDict[int, TableState] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._opening = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._shown: dict[int, Shown] = {}
        self._indexed = 0
        self.due_earlier: Callable[[], None] = lambda: None
        """Called when a notice may be due earlier than any before."""

    async def load(self) -> list[int]:
        """Read which tables are open; those in which a computer player has to move."""
        while True:
            before = self._indexed
            found = await self.store.open_tables()
            if before == self._indexed:  # nothing was opened or closed meanwhile
                break
        self.by_channel = {each.channel: each.id for each in found}
        self.places = {each.id: (each.guild, each.channel) for each in found}
        return [each.id for each in found if each.computing]

    def listen(self, listener: Listener) -> None:
        """Call ``listener`` after every commit; its failures are logged."""
        self._listeners.append(listener)

    # ---- reading -------------------------------------------------------------------------------------------------

    async def get(self, game: int) -> TableState:
        """The table as it is on the disk; it stays as it is.

        :raises TableRefusal: ``no_such_game``.
        """
        found = self._cached(game)
        if found is None:
            async with self._lock(game):
                found = self._cached(game) or await self._read(game)
        return found

    async def at(self, game: int, version: int) -> TableState:
        """The table for looking at it, where its version has just been read from the disk: one that another process
        looks after is not read again before it has another.

        :raises TableRefusal: ``no_such_game``.
        """
        known = self._elsewhere.get(game)
        if known is None or known.version != version:
            known = await self.get(game)
        if not self.own(known):
            _keep(self._elsewhere, known)
        return known

    @asynccontextmanager
    async def changing(self, game: int) -> AsyncIterator[TableState]:
        """The table, which nobody else changes meanwhile.

        :raises TableRefusal: ``no_such_game``; ``busy``: another process has changed it.
        """
        async with self._lock(game):
            try:
                yield self._cached(game) or await self._read(game)
            except (OldVersion, KnownInteraction) as error:
                self._cache.pop(game, None)
                raise TableRefusal("busy", game=game) from error

    def own(self, table: TableState) -> bool:
        """Whether this process looks after a table: shows it, tells people of it and lets its computer players move."""
        return self.store.shards.own(table.guild)

    async def changed_elsewhere(self, announced: str) -> TableState | None:
        """Take in that another process has changed a game, and tell everybody; None where it is not looked after
        here."""
        change = msgspec.json.decode(announced, type=Changed)
        self.forget(change.game)
        try:
            table = await self.get(change.game)
        except TableRefusal:
            return None
        self._index(table)
        if not self.own(table):
            return None
        self._tell(change)
        return table

    def forget(self, game: int) -> None:
        """Read it anew the next time."""
        self._cache.pop(game, None)

    def forget_all(self) -> None:
        """Read every table anew the next time."""
        self._cache.clear()
        self._elsewhere.clear()

    def _lock(self, game: int) -> asyncio.Lock:
        lock = self._locks.get(game)
        if lock is None:
            lock = self._locks[game] = asyncio.Lock()
        return lock

    def _cached(self, game: int) -> TableState | None:
        found = self._cache.get(game)
        if found is not None:
            self._cache.move_to_end(game)
        return found

    def _put(self, table: TableState) -> TableState:
        """What another process looks after is read anew each time."""
        if not self.own(table):
            self._cache.pop(table.id, None)
            return table
        _keep(self._cache, table)
        return table

    async def _read(self, game: int) -> TableState:
        stored = await self.store.get(game)
        if stored is None:
            raise TableRefusal("no_such_game", game=game)
        try:
            table = _table_state(stored, await self.open_saved(stored), await self.store.interactions(game))
        except SaveError as error:
            return await self._set_aside(stored, str(error))
        return self._put(table)

    async def open_saved(self, stored: StoredGame) -> Game | None:
        """The game in what was stored, looked at once; None for a lobby and for one that is set aside.

        :raises SaveError: it cannot be loaded.
        """
        decode_safely(stored.body)
        if stored.snapshot is None or stored.aside:
            return None
        game = await self.unpack(stored.snapshot, stored.pack)
        if game.count != stored.records:
            raise SaveError("records", found=game.count, expected=stored.records)
        return game

    async def unpack(self, saved: bytes, pack: str | None) -> Game:
        """:raises SaveError: it cannot be loaded, or is no position in which anything could be done."""
        found = await self.packs.need(pack or "")
        if found is None:
            raise SaveError("unknown_pack", pack=pack or "")
        try:
            game = load(zlib.decompress(saved), {found.hash: found})
            for seat in range(len(game.state.seats)):
                legal(game, seat)
        except SaveError:
            raise
        except Exception as error:  # whatever a broken position does: this game is set aside, the others go on
            raise SaveError("broken", detail=f"{type(error).__name__}: {error}") from error
        return game

    async def _set_aside(self, stored: StoredGame, reason: str) -> TableState:
        log.error("game set aside", extra={"game": stored.id, "reason": reason})
        await self.store.set_aside(stored.id, reason)
        table = self._put(
            _table_state(replace(stored, aside=reason[:200]), None, await self.store.interactions(stored.id))
        )
        self._tell(Changed(game=table.id, version=table.version, what="set_aside"))
        return table

    # ---- changing ------------------------------------------------------------------------------------------------

    async def add(self, caller: Caller, body: Body, change: TableChange) -> TableState:
        """A new lobby in the caller's channel.

        :raises TableRefusal: ``second_lobby`` or ``running``: the channel has an open table; ``opening_…``: the server
            does not allow it.
        """
        async with self._opening:
            return await self.made_by(caller) or await self._added(caller, body, change)

    async def _added(self, caller: Caller, body: Body, change: TableChange) -> TableState:
        await self._demand_opening(caller)
        draft = GameColumns(caller.guild, caller.channel, True, "lobby", caller.user, encode_body(body))
        try:
            people = [seat.user for seat in body.seats if seat.user is not None]
            game = await self.store.add(draft, self.now(), caller.interaction, people)
        except ChannelTaken as error:
            raise await self.taken(caller.channel) from error
        except KnownInteraction as error:
            raise TableRefusal("busy", game=0) from error
        table = await self.get(game)
        self._index(table)
        self._tell(Changed(game=game, version=table.version, what=change.what, by=caller.user))
        return table

    async def take_over(
        self, caller: Caller, after: TableState, rows: Sequence[StoredRecord], pack: tuple[str, bytes]
    ) -> TableState:
        """A game that comes from elsewhere, as a table in the caller's channel where it is not over. Nothing is left
        behind where that fails. ``pack``: its hash and body.

        :raises TableRefusal: ``second_lobby`` or ``running``: the channel has an open table; ``opening_…``: the server
            does not allow it.
        """
        async with self._opening:
            return await self._taken_over(caller, after, rows, pack)

    async def _taken_over(
        self, caller: Caller, after: TableState, rows: Sequence[StoredRecord], pack: tuple[str, bytes]
    ) -> TableState:
        if after.open:
            await self._demand_opening(caller)
        change = TableChange("imported", caller)
        before = replace(after, stage="lobby", game=None, body=Body())
        after = self._complete(before, after, change)
        write = replace(_change(before, after, change, ()), records=rows)
        try:
            number = await asyncio.shield(self.store.take_over(write, after.opened_at, pack))
        except ChannelTaken as error:
            raise await self.taken(caller.channel) from error
        except KnownInteraction as error:
            raise TableRefusal("busy", game=0) from error
        done = {caller.interaction: (0, after.records)} if caller.interaction is not None else {}
        table = self._put(replace(after, id=number, version=1, done=done))
        self._index(table)
        if write.due:
            self.due_earlier()
        self._tell(_changed(before, table, change))
        return table

    async def _demand_opening(self, caller: Caller) -> None:
        """:raises TableRefusal: ``opening_…``: the server does not let the caller open a game there."""
        open_now = sum(guild == caller.guild for guild, _ in self.places.values())
        demand_opening(await self.store.rules.of(caller.guild), caller, open_now)

    async def made_by(self, caller: Caller) -> TableState | None:
        """The table that this very interaction has made before."""
        game = await self.store.game_of(caller.interaction) if caller.interaction is not None else None
        return await self.get(game) if game is not None else None

    async def taken(self, channel: int) -> TableRefusal:
        """What to say where a channel has an open table."""
        game = self.by_channel.get(channel) or await self.store.last_in(channel)
        lobby = game is not None and (await self.get(game)).stage == "lobby"
        return TableRefusal("second_lobby" if lobby else "running", game=game)

    async def commit(self, before: TableState, after: TableState, change: TableChange) -> TableState:
        """Write a change of a table that is held by :meth:`changing`, and tell everybody. On return it is on the disk.

        :raises TableRefusal: ``channel_taken``: the channel it moves to has an open table; ``aside``.
        :raises OldVersion: another process has changed it.
        :raises KnownInteraction: it has carried this interaction out.
        """
        if before.aside == UNREADABLE and after.open:
            raise TableRefusal("aside", game=before.id, why=UNREADABLE)  # who sits where would be lost
        after = self._complete(before, after, change)
        write = _change(before, after, change, tuple(self._shown.items()))
        if not self.own(before) or not self.own(after):
            write = replace(write, announced=_announced(before, replace(after, version=before.version + 1), change))
        try:
            version = await asyncio.shield(self.store.commit(write))
        except ChannelTaken as error:
            raise TableRefusal("channel_taken", game=self.by_channel.get(after.channel)) from error
        except BaseException:
            self.forget(before.id)  # cancelled or failed half-way: only the disk knows
            raise
        if change.caller is not None and change.caller.interaction is not None:
            after.done[change.caller.interaction] = (after.records - len(change.records), after.records)
        self._is_kept(write.shown)
        table = self._put(replace(after, version=version))
        self._index(table)
        if self.own(table):
            if write.due:
                self.due_earlier()
            self._tell(_changed(before, table, change))
        return table

    def _complete(self, before: TableState, after: TableState, change: TableChange) -> TableState:
        """The table with everything that follows from what was done."""
        stage = stage_after(after.stage, after.game)
        now = self.now()
        by = change.caller.user if change.caller else None
        body = stood_in(after.body, after.game, change.records, by)
        body = called(stepped(body, before.game, after.game, change.records), after.game, stage, now)
        if change.records or change.undone or (stage != before.stage and stage in PLAYED):
            body = msgspec.structs.replace(body, moved=now, idle_told=())
        after = replace(after, stage=stage, body=body, changed_at=now)
        if after.game is None or after.game is before.game:
            return after
        game, data = after.game, dump(after.game, history=False)
        after = replace(after, body=without_old_rollbacks(after.body, game.count))
        if _at_turn_start(game) and len(game.records) > MOST_RECORDS:
            game = load(data, self.packs.known)
        return replace(after, game=game, saved=zlib.compress(data, 1), records=game.count, pack=game.pack.hash)

    async def show_on(self, game: int, message: int | None, shown: Shown | None = None) -> None:
        """Remember the table message, and what it shows."""
        async with self._lock(game):
            told = Changed(game=game, version=0, what="moved", elsewhere=True)
            await self.store.show_on(game, message, shown, msgspec.json.encode(told).decode())
            found = self._cache.get(game)
            if found is not None:
                self._cache[game] = replace(found, message=message)

    def note_shown(self, game: int, shown: Shown) -> None:
        """Remember what a table's message shows by now; it is written with whichever change comes next."""
        self._shown[game] = shown

    async def keep_shown(self) -> None:
        """Write what messages show, at the end of all work."""
        shown = tuple(self._shown.items())
        await self.store.keep_shown(shown)
        self._is_kept(shown)

    def _is_kept(self, shown: Sequence[tuple[int, Shown]]) -> None:
        for game, each in shown:
            if self._shown.get(game) is each:
                del self._shown[game]

    def _index(self, table: TableState) -> None:
        self._indexed += 1
        place = self.places.pop(table.id, None)
        if place is not None and self.by_channel.get(place[1]) == table.id:
            del self.by_channel[place[1]]
        if table.open and self.own(table):
            self.by_channel[table.channel] = table.id
            self.places[table.id] = (table.guild, table.channel)

    def _tell(self, changed: Changed) -> None:
        for listener in self._listeners:
            try:
                listener(changed)
            except Exception:
                log.exception("a listener failed", extra={"game": changed.game, "what": changed.what})


def decode_safely(data: bytes) -> Body:
    """:raises SaveError: it cannot be read."""
    try:
        return decode_body(data)
    except msgspec.MsgspecError as error:
        raise SaveError(UNREADABLE) from error


def read_records(rows: Sequence[StoredRecord]) -> tuple[Record, ...]:
    """The records in what was stored, as the engine made them."""
    return tuple(_record_decoder.decode(row.body) for row in rows)


def read_moves(rows: Sequence[StoredRecord]) -> tuple[Move, ...]:
    """The same with the reasons of computer players."""
    return tuple(_move_decoder.decode(row.body) for row in rows)


def _table_state(stored: StoredGame, game: Game | None, done: dict[int, tuple[int, int]]) -> TableState:
    try:
        body = decode_body(stored.body)
    except msgspec.MsgspecError:
        body = Body()
    return TableState(
        id=stored.id,
        guild=stored.guild,
        channel=stored.channel,
        message=stored.message,
        stage=stored.stage,  # type: ignore[arg-type]  # only this program writes it
        version=stored.version,
        owner=stored.owner,
        body=body,
        game=game,
        saved=stored.snapshot,
        pack=stored.pack,
        records=stored.records,
        aside=stored.aside,
        opened_at=stored.opened_at,
        changed_at=stored.changed_at,
        done=done,
        shown=_shown(stored),
    )


def _shown(stored: StoredGame) -> Shown | None:
    if stored.shown is None:
        return None
    unknown = -1
    turn = unknown if stored.shown_turn is None else stored.shown_turn
    told = unknown if stored.shown_told is None else stored.shown_told
    return Shown(stored.shown, turn, told, stored.shown_before, stored.shown_ping)


def _draft(table: TableState) -> GameColumns:
    return GameColumns(
        guild=table.guild,
        channel=table.channel,
        held=table.open,
        stage=table.stage,
        owner=table.owner,
        body=encode_body(table.body),
        pack=table.pack,
        snapshot=table.saved,
        records=table.records,
        computing=_computing(table),
    )


def _change(before: TableState, after: TableState, change: TableChange, shown: Sequence[tuple[int, Shown]]) -> Change:
    caller = change.caller
    by = caller.user if caller else None
    off, due = notices(before.id, before.body, after.body, after.changed_at, by)
    due += idle_due(before.id, before.stage, after.stage, after.changed_at)
    return Change(
        game=before.id,
        version=before.version,
        draft=_draft(after),
        at=after.changed_at,
        records=_rows(change, after.changed_at),
        turn=_turn(before, after),
        interaction=caller.interaction if caller else None,
        drop_from=change.drop_from,
        not_due=off,
        due=[*due, *change.dues],
        acts=[msgspec.json.encode(act) for act in change.acts],
        result=_result(before, after, change),
        clear_aside=before.aside is not None and after.aside is None,
        plan=change.plan,
        people=None if before.concerned == after.concerned else after.concerned,
        shown=shown,
    )


def _keep(tables: OrderedDict[int, TableState], table: TableState) -> None:
    """Keep a table as the one used last, and the last few of the others."""
    tables[table.id] = table
    tables.move_to_end(table.id)
    while len(tables) > KEPT:
        tables.popitem(last=False)


def _computing(table: TableState) -> bool:
    return table.stage == "running" and table.game is not None and next_mover(table.body, table.game) is not None


def _rows(change: TableChange, at: datetime) -> list[StoredRecord]:
    persons = change.persons or (None,) * len(change.records)
    return [
        StoredRecord(record.number, _record_encoder.encode(record), person, at)
        for record, person in zip(change.records, persons, strict=True)
    ]


def _at_turn_start(game: Game) -> bool:
    return bool(game.marks) and game.marks[-1].records == game.count


def _turn(before: TableState, after: TableState) -> tuple[int, bytes] | None:
    """The game at the start of a turn, where the change has led there."""
    if after.game is None or after.game is before.game or after.saved is None or not _at_turn_start(after.game):
        return None
    return after.game.count, after.saved


def _result(before: TableState, after: TableState, change: TableChange) -> NewResult | None:
    if not _just_over(before, after, change) or after.game is None or after.body.practice:
        return None
    return result_of(after.game, after.body.seats, after.owner, after.body.locale)


def _just_over(before: TableState, after: TableState, change: TableChange) -> bool:
    return after.stage == "over" and before.stage != "over" and change.what != "imported"


def _announced(before: TableState, after: TableState, change: TableChange) -> str:
    """What the process is told that looks after the table: no records, which it reads itself."""
    change = replace(change, records=(), undone=())
    return msgspec.json.encode(msgspec.structs.replace(_changed(before, after, change), elsewhere=True)).decode()


def _changed(before: TableState, after: TableState, change: TableChange) -> Changed:
    new_turn = after.game is not None and (
        before.game is None or before.game.state.turn.number != after.game.state.turn.number
    )
    return Changed(
        game=after.id,
        version=after.version,
        what="over" if _just_over(before, after, change) else change.what,
        records=change.records,
        undone=change.undone,
        by=change.caller.user if change.caller else None,
        new_turn=new_turn,
    )
