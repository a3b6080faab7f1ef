"""Games as files: out of a table, and in as one.

Only what was agreed on and done is taken over at an import. It is played again in a process of its own
(``bot.game_files``), so that no file can bring in what the rules forbid, or keep the bot from answering others.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import cast

import msgspec

from bot.app.tables.model import Caller, Exported, Reason, Seat, Stage, Status, TableRefusal
from bot.app.tables.pack_registry import packed
from bot.app.tables.table_permissions import Operation, Role, may, roles_of
from bot.app.tables.table_repository import TableRepository, read_records
from bot.app.tables.table_state import Body, Shuffle, TableState, new_salt
from bot.app.tables.upload_cooldown import LOOKED_AT, REPLAYED, TOO_HEAVY, Allowance
from bot.engine import Game, load, record_for
from bot.engine.actions import Record
from bot.engine.serialization import rules_of
from bot.engine.state import Setup
from bot.game_files.file_format import FORMAT, KIND, PackName
from bot.game_files.file_replay import ReplayedGame
from bot.game_files.reader_process import FileProcess
from bot.store.stored_games import StoredRecord


class GameDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A whole file, in the order in which it is written (``bot.game_files.file_format.GameFile`` reads it).
    ``shown``: the hash that was shown at the start."""

    kind: str = KIND
    format: int = FORMAT
    rules: int
    began: int
    full: bool
    practice: bool
    pack: PackName
    stage: str
    salt: str
    shown: str
    setup: Setup
    seats: tuple[Seat, ...]
    records: tuple[Record, ...]


class Files:
    """Export and import."""

    def __init__(self, repository: TableRepository, seeds: Callable[[], int], wake: Callable[[int], None]) -> None:
        """``seeds`` gives the seeds of reorderings; ``wake`` tells computer players that it may be their move."""
        self._repository = repository
        self._seeds = seeds
        self._wake = wake
        self._process = FileProcess()
        self._allowance = Allowance(repository.now)

    # ---- out -----------------------------------------------------------------------------------------------------

    async def export(self, caller: Caller, game: int) -> Exported:
        """The public part while the game runs, or can be taken up again after it was ended early; everything once it is
        over (everything at once for the host).

        :raises TableRefusal: ``no_such_game``, ``not_running`` (a lobby), ``trial_no_file`` (a trial table).
        """
        table = await self._repository.get(game)
        started = table.started_game()
        if table.body.trial is not None:
            raise TableRefusal("trial_no_file", game=game)
        full = table.stage in ("over", "ended") or may(Operation.EXPORT_ALL, roles_of(caller, table) & {Role.HOST})
        rows = await self._repository.store.records(game)
        return Exported(f"revive-{game}.json", await asyncio.to_thread(_written, table, started, rows, full), full)

    # ---- in ------------------------------------------------------------------------------------------------------

    async def import_(self, caller: Caller, data: bytes, locale: str = "en") -> Status:
        """Take a full export over into the caller's channel; the caller becomes its owner. A game that is not over
        becomes a practice table: everything undrawn is reordered, and its result does not count. For the host it goes
        on unchanged.

        :raises TableRefusal: ``import_large``, ``import_broken``, ``import_foreign``, ``import_newer``,
            ``import_pack``, ``import_public``, ``import_heavy``, ``import_busy``, ``import_again`` (enough for
            now); ``running`` or ``second_lobby``: the channel has an open table.
        """
        if (made := await self._repository.made_by(caller)) is not None:
            return made.status()
        if caller.channel in self._repository.by_channel:
            raise await self._repository.taken(caller.channel)
        taken = await self._read(caller, data)
        table = await self._repository.take_over(caller, *await self._table(caller, taken, locale))
        self._wake(table.id)
        return table.status()

    async def _read(self, caller: Caller, data: bytes) -> ReplayedGame:
        """:raises TableRefusal: why the file is not taken over."""
        spent = None if caller.host else self._allowance.spend(caller.user)
        seed = None if caller.host else self._seeds()
        found = await self._process.read(data, seed, partial(self._repository.packs.body_in, caller.guild))
        if isinstance(found, ReplayedGame):
            return found
        if spent is not None:
            spent.cost = TOO_HEAVY if found.reason == "import_heavy" else REPLAYED if found.replayed else LOOKED_AT
        raise TableRefusal(cast("Reason", found.reason), **found.values)

    async def _table(
        self, caller: Caller, taken: ReplayedGame, locale: str
    ) -> tuple[TableState, list[StoredRecord], tuple[str, bytes]]:
        pack = await self._repository.packs.need_in(caller.guild, taken.pack)
        if pack is None:
            raise TableRefusal("import_pack", pack=taken.pack, version="")
        game = await asyncio.to_thread(load, taken.saved, {pack.hash: pack})
        now = self._repository.now()
        salt = new_salt() if taken.reordered else taken.salt
        body = Body(
            seats=_seats(caller, taken, game),
            options=taken.options,
            locale=locale,
            practice=taken.practice,
            shuffle=Shuffle(taken.seed, salt) if salt else None,
        )
        rows = [StoredRecord(number, record, None, now) for number, record in enumerate(taken.records)]
        return _table_state(caller, taken, game, body, now), rows, await asyncio.to_thread(packed, pack)


def _table_state(caller: Caller, taken: ReplayedGame, game: Game, body: Body, now: datetime) -> TableState:
    stage: Stage = "over" if taken.over else "running"
    return TableState(
        id=0,
        guild=caller.guild,
        channel=caller.channel,
        message=None,
        stage=stage,
        version=0,
        owner=caller.user if not caller.host else next(seat.user for seat in body.seats if seat.user is not None),
        body=body,
        game=game,
        saved=None,
        pack=taken.pack,
        records=game.count,
        aside=None,
        opened_at=now,
        changed_at=now,
        done={},
    )


def _seats(caller: Caller, taken: ReplayedGame, game: Game) -> tuple[Seat, ...]:
    """Who sits there: computer players and the caller. A file can name anybody, so the others' seats are kept for them
    until they sit down themselves; the host's word is enough."""
    seats = []
    for seat, mine in zip(taken.seats, game.state.seats, strict=True):
        sits = seat.user is None or seat.user == caller.user or caller.host
        user, kept_for = (seat.user, None) if sits else (None, seat.user)
        name = caller.name if user == caller.user else seat.name
        seats.append(Seat(user=user, name=name, computer=seat.computer, tribe=mine.tribe, kept_for=kept_for))
    return tuple(seats)


def _out(seat: Seat) -> Seat:
    """A seat as it is written: one that is kept belongs to whom it is kept for."""
    return msgspec.structs.replace(seat, user=seat.user or seat.kept_for, kept_for=None)


def _written(table: TableState, started: Game, rows: Sequence[StoredRecord], full: bool) -> bytes:
    """The file. It takes a while, and is made in a thread."""
    records, shuffle = read_records(rows), table.body.shuffle
    setup = started.setup if full else msgspec.structs.replace(started.setup, seed=0)
    file = GameDocument(
        rules=rules_of(started),
        began=started.state.began,
        full=full,
        practice=table.body.practice,
        pack=PackName(started.pack.id, started.pack.version, started.pack.hash),
        stage=table.stage,
        salt=shuffle.salt if shuffle and full else "",
        shown=shuffle.hash if shuffle else "",
        setup=setup,
        seats=tuple(_out(seat) for seat in table.body.seats),
        records=records if full else tuple(record_for(record, None) for record in records),
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=1)
