"""Games: one transaction for everything that an action changes. What a game says is bytes to this part; only what it is
found by is in columns of its own."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from bot.store.announcements import About, announce
from bot.store.database import Database
from bot.store.due_notices import DueNotices, TableHead, due_columns
from bot.store.game_followers import GameFollowers
from bot.store.kept_plans import TurnPlans, write_plan
from bot.store.postgresql import lock_games
from bot.store.server_rules import ServerRulesStore
from bot.store.shards import Shards
from bot.store.sql.game_tables import (
    GameActRow,
    GameDueRow,
    GameFollowerRow,
    GameInteractionRow,
    GamePersonRow,
    GamePlanRow,
    GameRecordRow,
    GameResultRow,
    GameRow,
    GameTurnRow,
    PackRow,
)
from bot.store.sql.preference_tables import TIMES_OF_RESULT, TallyRow
from bot.store.stored_games import (
    Change,
    ChannelTaken,
    GameColumns,
    KnownInteraction,
    NewResult,
    OldVersion,
    OpenGame,
    Shown,
    StoreConflict,
    StoredAct,
    StoredGame,
    StoredRecord,
    StoredResult,
)

T = TypeVar("T")
SHOWN = ("lobby", "running", "paused", "ending", "over")
"""Stages in which a table has a message in any case."""
FINAL = ("over", "ended", "expired")
"""Stages after which nothing goes on."""
TURNS_KEPT = 6
"""Starts of turns of one game that are kept; older ones go."""


_HISTORY = (GameRecordRow, GameTurnRow, GameInteractionRow, GameDueRow)


class GameRepository:
    """The games of all places."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.dues = DueNotices(database)
        self.plans = TurnPlans(database)
        self.followers = GameFollowers(database)
        self.rules = ServerRulesStore(database)

    @property
    def shards(self) -> Shards:
        """The servers that this process looks after."""
        return self._database.shards

    # ---- reading -------------------------------------------------------------------------------------------------

    async def open_tables(self) -> list[OpenGame]:
        """Every open table of the servers that are looked after here, oldest first. Reads columns only: thousands take
        milliseconds."""
        columns = (col(GameRow.id), col(GameRow.guild), col(GameRow.channel), col(GameRow.computing))
        chosen = select(*columns).where(col(GameRow.holds).is_not(None), *self._mine()).order_by(col(GameRow.id))
        return [OpenGame(*row) for row in await self._rows(chosen)]

    async def behind(self, since: datetime) -> list[int]:
        """The tables, changed ``since`` then, whose message is missing or may show an older state: running ones first,
        the one that changed last before the others."""
        there = col(GameRow.message).is_not(None)
        untrue = col(GameRow.shown).is_(None) | (col(GameRow.shown) < col(GameRow.version))
        old = there & (untrue | col(GameRow.shown_before).is_not(None))
        missing = col(GameRow.message).is_(None) & col(GameRow.stage).in_(SHOWN)
        recent = (col(GameRow.changed_at) >= since, col(GameRow.aside).is_(None), *self._mine())
        order = ((col(GameRow.stage) == "running").desc(), col(GameRow.changed_at).desc(), col(GameRow.id))
        return [
            row[0] for row in await self._rows(select(col(GameRow.id)).where(*recent, old | missing).order_by(*order))
        ]

    async def get(self, game: int) -> StoredGame | None:
        """The game; None where there is none of that number."""
        rows = await self._rows(select(*_STORED).where(col(GameRow.id) == game))
        return StoredGame(*rows[0]) if rows else None

    async def last_in(self, channel: int) -> int | None:
        """The newest table of a channel, open or not."""
        chosen = select(func.max(col(GameRow.id))).where(col(GameRow.channel) == channel)
        found: int | None = (await self._rows(chosen))[0][0]
        return found

    async def listed(self, stage: str | None = None, limit: int = 1000) -> list[StoredGame]:
        """Games for a list, newest first, without their snapshots."""
        names = [name for name in _NAMES if name not in ("snapshot", "body")]
        chosen = select(*(getattr(GameRow, name) for name in names)).order_by(col(GameRow.id).desc()).limit(limit)
        if stage is not None:
            chosen = chosen.where(col(GameRow.stage) == stage)
        return [
            StoredGame(**dict(zip(names, row, strict=True)), body=b"", snapshot=None)
            for row in await self._rows(chosen)
        ]

    async def of_person(self, person: int, stages: Sequence[str], limit: int = 200) -> dict[int, int]:
        """A person's tables in those stages and their versions, the one that changed last first."""
        mine = col(GamePersonRow.game) == col(GameRow.id)
        chosen = (
            select(col(GameRow.id), col(GameRow.version))
            .join(GamePersonRow, mine)
            .where(col(GamePersonRow.person) == person, col(GameRow.stage).in_(stages))
        )
        order = (col(GameRow.changed_at).desc(), col(GameRow.id).desc())
        return {row[0]: row[1] for row in await self._rows(chosen.order_by(*order).limit(limit))}

    async def of_server(self, guild: int | None, stages: Sequence[str], limit: int = 500) -> list[TableHead]:
        """A server's tables in those stages (None: those of all), the one that changed last first."""
        columns = tuple(getattr(GameRow, each.name) for each in fields(TableHead))
        here = (*((col(GameRow.guild) == guild,) if guild is not None else ()), col(GameRow.stage).in_(stages))
        chosen = select(*columns).where(*here).order_by(col(GameRow.changed_at).desc(), col(GameRow.id).desc())
        return [TableHead(*row) for row in await self._rows(chosen.limit(limit))]

    async def records(self, game: int, since: int = 0, before: int | None = None) -> list[StoredRecord]:
        """The records from number ``since`` on, to before ``before``."""
        chosen = (
            select(
                col(GameRecordRow.number),
                col(GameRecordRow.body),
                col(GameRecordRow.person),
                col(GameRecordRow.happened_at),
            )
            .where(col(GameRecordRow.game) == game, col(GameRecordRow.number) >= since)
            .order_by(col(GameRecordRow.number))
        )
        if before is not None:
            chosen = chosen.where(col(GameRecordRow.number) < before)
        return [StoredRecord(*row) for row in await self._rows(chosen)]

    async def acts(self, game: int) -> list[StoredAct]:
        """What was done by or for people who were absent, oldest first."""
        chosen = select(*_ACT).where(col(GameActRow.game) == game).order_by(col(GameActRow.id))
        return [StoredAct(*row) for row in await self._rows(chosen)]

    async def last_record_by(self, game: int, person: int) -> int | None:
        """The number of the last record that a person caused."""
        mine = (col(GameRecordRow.game) == game, col(GameRecordRow.person) == person)
        found: int | None = (await self._rows(select(func.max(col(GameRecordRow.number))).where(*mine)))[0][0]
        return found

    async def turns(self, game: int) -> list[tuple[int, bytes]]:
        """The kept starts of turns, newest first: how many records there were, and the game."""
        chosen = select(col(GameTurnRow.records), col(GameTurnRow.snapshot)).where(col(GameTurnRow.game) == game)
        return [(row[0], row[1]) for row in await self._rows(chosen.order_by(col(GameTurnRow.records).desc()))]

    async def interactions(self, game: int) -> dict[int, tuple[int, int]]:
        """The interactions that changed a game, with the records that came of each."""
        columns = (col(GameInteractionRow.id), col(GameInteractionRow.first), col(GameInteractionRow.after))
        chosen = select(*columns).where(col(GameInteractionRow.game) == game)
        return {row[0]: (row[1], row[2]) for row in await self._rows(chosen)}

    async def game_of(self, interaction: int) -> int | None:
        """The game that an interaction changed or made."""
        chosen = select(col(GameInteractionRow.game)).where(col(GameInteractionRow.id) == interaction)
        rows = await self._rows(chosen)
        return rows[0][0] if rows else None

    async def idle_lobbies(self, before: datetime) -> list[int]:
        """Lobbies of the servers that are looked after here in which nothing has happened since ``before``."""
        idle = (col(GameRow.stage) == "lobby", col(GameRow.changed_at) < before, *self._mine())
        chosen = select(col(GameRow.id)).where(*idle)
        return [row[0] for row in await self._rows(chosen)]

    async def in_stage(self, stage: str) -> list[int]:
        """The games in a stage, of the servers that are looked after here, oldest first."""
        chosen = select(col(GameRow.id)).where(col(GameRow.stage) == stage, *self._mine()).order_by(col(GameRow.id))
        return [row[0] for row in await self._rows(chosen)]

    def _mine(self) -> tuple[ColumnElement[bool], ...]:
        return self.shards.where(col(GameRow.guild))

    async def result(self, game: int) -> StoredResult | None:
        """The final score of a game."""
        rows = await self._rows(select(*_RESULT).where(col(GameResultRow.game) == game))
        return StoredResult(*rows[0]) if rows else None

    async def results(self, guild: int, limit: int = 50, offset: int = 0) -> list[StoredResult]:
        """The final scores of a server, newest first."""
        chosen = select(*_RESULT).where(col(GameResultRow.guild) == guild)
        ordered = chosen.order_by(col(GameResultRow.ended_at).desc(), col(GameResultRow.game).desc())
        return [StoredResult(*row) for row in await self._rows(ordered.limit(limit).offset(offset))]

    # ---- writing -------------------------------------------------------------------------------------------------

    async def add(
        self, draft: GameColumns, at: datetime, interaction: int | None = None, people: Sequence[int] = ()
    ) -> int:
        """Keep a new table with the people who play there; its number.

        :raises ChannelTaken: its channel has an open table.
        :raises KnownInteraction: this interaction has made one before.
        """

        def write(connection: Connection) -> int:
            values = _columns(draft) | {"version": 1, "opened_at": at, "changed_at": at}
            made = connection.execute(insert(GameRow).values(values).returning(col(GameRow.id)))
            game = int(made.scalar_one() or 0)
            _seat_people(connection, game, people)
            if interaction is not None:
                _note(connection, interaction, game, 0, 0)
            return game

        return await self._write(write)

    async def take_over(self, change: Change, opened: datetime, pack: tuple[str, bytes]) -> int:
        """Keep a game that comes from elsewhere with everything of it, and its pack (hash and body): all or nothing.
        Its number; that of ``change`` does not matter.

        :raises ChannelTaken: its channel has an open table.
        :raises KnownInteraction: this interaction has made one before.
        """

        def write(connection: Connection) -> int:
            values = _columns(change.draft) | {"version": 1, "opened_at": opened, "changed_at": change.at}
            made = connection.execute(insert(GameRow).values(values).returning(col(GameRow.id)))
            game = int(made.scalar_one() or 0)
            _write_parts(connection, replace(change, game=game, due=[replace(due, game=game) for due in change.due]))
            if not connection.execute(select(col(PackRow.hash)).where(col(PackRow.hash) == pack[0])).first():
                connection.execute(insert(PackRow).values(hash=pack[0], body=pack[1]))
            return game

        return await self._write(write)

    async def commit(self, change: Change) -> int:
        """Write a change; the new version. On return it is on the disk.

        :raises OldVersion: the game has another version by now.
        :raises ChannelTaken: the channel it moves to has an open table.
        :raises KnownInteraction: this interaction has been carried out before.
        """
        await self._write(lambda connection: _write_change(connection, change), alone=False)
        return change.version + 1

    async def show_on(
        self, game: int, message: int | None, shown: Shown | None = None, announced: str | None = None
    ) -> None:
        """Remember the message on which a table is shown, and what it shows. ``announced``: what the process that looks
        after the game is told, where that is another."""
        values = {"message": message} | (_shown_columns(shown) if shown is not None else {})
        changed = update(GameRow).where(col(GameRow.id) == game).values(values).returning(col(GameRow.guild))

        def write(connection: Connection) -> None:
            guild = connection.execute(changed).scalar()
            if announced is not None and guild is not None and not self.shards.own(guild):
                announce(connection, About.GAMES, announced)

        await self._write(write)

    async def keep_shown(self, shown: Sequence[tuple[int, Shown]]) -> None:
        """Keep what messages show."""
        if shown:
            await self._write(lambda connection: _write_all_shown(connection, shown))

    async def set_aside(self, game: int, reason: str) -> None:
        """Mark a game that cannot be loaded; everything else of it stays as it is."""
        await self._run(update(GameRow).where(col(GameRow.id) == game).values(aside=reason[:200]))

    async def delete(self, game: int) -> None:
        """Forget a game and everything of it but its result."""
        parts = (*_HISTORY, GameActRow, GamePersonRow, GamePlanRow, GameFollowerRow)
        gone = [delete(row).where(col(row.game) == game) for row in parts]
        await self._run(*gone, delete(GameRow).where(col(GameRow.id) == game))

    async def _run(self, *statements: Executable) -> None:
        def write(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self._write(write)

    # ---- packs ---------------------------------------------------------------------------------------------------

    async def pack(self, digest: str) -> bytes | None:
        """A pack as it was kept."""
        rows = await self._rows(select(col(PackRow.body)).where(col(PackRow.hash) == digest))
        return rows[0][0] if rows else None

    async def keep_pack(self, digest: str, body: bytes) -> None:
        """Keep a pack; nothing happens where it is kept already."""
        if await self.pack(digest) is None:
            with suppress(StoreConflict):  # somebody else has kept it meanwhile
                await self._run(insert(PackRow).values(hash=digest, body=body))

    async def _rows(self, chosen: Executable) -> list[tuple[Any, ...]]:
        return await self._database.read(lambda connection: [tuple(row) for row in connection.execute(chosen)])

    async def _write(self, work: Callable[[Connection], T], *, alone: bool = True) -> T:
        """A transaction in which the database's own refusals become this part's."""
        try:
            return await self._database.write(work, alone=alone)
        except IntegrityError as error:
            raise _conflict(error) from None


# ---- columns -----------------------------------------------------------------------------------------------------

_NAMES = tuple(each.name for each in fields(StoredGame))
_STORED = tuple(getattr(GameRow, name) for name in _NAMES)
_ACT = tuple(getattr(GameActRow, each.name) for each in fields(StoredAct))
_RESULT = tuple(getattr(GameResultRow, each.name) for each in fields(StoredResult))


def _columns(draft: GameColumns) -> dict[str, Any]:
    values = {each.name: getattr(draft, each.name) for each in fields(draft) if each.name != "held"}
    return values | {"holds": draft.channel if draft.held else None}


def _shown_columns(shown: Shown) -> dict[str, Any]:
    names = ("shown", "shown_turn", "shown_told", "shown_before", "shown_ping")
    return dict(zip(names, (shown.version, shown.turn, shown.told, shown.before, shown.ping), strict=True))


def _conflict(error: IntegrityError) -> StoreConflict:
    """Which uniqueness was broken: SQLite names the column, PostgreSQL the constraint."""
    text = str(error.orig)
    if "holds" in text:
        return ChannelTaken(text)
    return KnownInteraction(text) if "game_interactions" in text else OldVersion(text)


# ---- one change --------------------------------------------------------------------------------------------------


def _write_change(connection: Connection, change: Change) -> None:
    lock_games(connection, (change.game, *(game for game, _ in change.shown)))
    _update_game(connection, change)
    _write_parts(connection, change)
    if change.announced is not None:
        announce(connection, About.GAMES, change.announced)


def _write_parts(connection: Connection, change: Change) -> None:
    """Everything of a change but the game's own row."""
    _write_history(connection, change)
    _write_dues(connection, change)
    if change.acts:
        _write_acts(connection, change)
    _write_shown(connection, change.shown)
    if change.people is not None:
        connection.execute(delete(GamePersonRow).where(col(GamePersonRow.game) == change.game))
        _seat_people(connection, change.game, change.people)
    _write_plans(connection, change)
    if change.interaction is not None:
        first = change.draft.records - len(change.records)
        _note(connection, change.interaction, change.game, first, change.draft.records)
    if change.result is not None:
        _write_result(connection, change, change.result)


_UPDATE = update(GameRow).where(
    col(GameRow.id) == bindparam("of_game"), col(GameRow.version) == bindparam("of_version")
)
_NOT_DUE = delete(GameDueRow).where(
    col(GameDueRow.game) == bindparam("of_game"), col(GameDueRow.seat) == bindparam("of_seat")
)
_NOT_DUE_OF_KIND = _NOT_DUE.where(col(GameDueRow.kind) == bindparam("of_kind"))
_NOTE = insert(GameInteractionRow)
"""Made once: making such a statement takes longer than carrying it out, and each press needs them."""


def _update_game(connection: Connection, change: Change) -> None:
    values = _columns(change.draft) | {"version": change.version + 1, "changed_at": change.at}
    if change.clear_aside:
        values["aside"] = None
    done = connection.execute(_UPDATE, values | {"of_game": change.game, "of_version": change.version})
    if done.rowcount != 1:
        raise OldVersion(f"game {change.game} is no longer at version {change.version}")


def _write_all_shown(connection: Connection, shown: Sequence[tuple[int, Shown]]) -> None:
    lock_games(connection, (game for game, _ in shown))
    _write_shown(connection, shown)


def _write_shown(connection: Connection, shown: Sequence[tuple[int, Shown]]) -> None:
    for game, each in shown:
        connection.execute(update(GameRow).where(col(GameRow.id) == game).values(_shown_columns(each)))


def _write_history(connection: Connection, change: Change) -> None:
    if change.drop_from is not None:
        _forget(connection, change.game, change.drop_from)
    if change.records:
        rows = [
            {
                "game": change.game,
                "number": record.number,
                "body": record.body,
                "person": record.person,
                "happened_at": record.happened_at,
            }
            for record in change.records
        ]
        connection.execute(insert(GameRecordRow), rows)
    if change.turn is not None:
        _keep_turn(connection, change.game, *change.turn)
    if change.draft.stage in FINAL:
        connection.execute(delete(GameTurnRow).where(col(GameTurnRow.game) == change.game))


def _forget(connection: Connection, game: int, number: int) -> None:
    records = (col(GameRecordRow.game) == game, col(GameRecordRow.number) >= number)
    turns = (col(GameTurnRow.game) == game, col(GameTurnRow.records) > number)
    connection.execute(delete(GameRecordRow).where(*records))
    connection.execute(delete(GameTurnRow).where(*turns))


def _keep_turn(connection: Connection, game: int, records: int, snapshot: bytes) -> None:
    here = col(GameTurnRow.game) == game
    old = select(col(GameTurnRow.records)).where(here).order_by(col(GameTurnRow.records).desc()).offset(TURNS_KEPT - 1)
    connection.execute(delete(GameTurnRow).where(here, col(GameTurnRow.records) == records))
    connection.execute(delete(GameTurnRow).where(here, col(GameTurnRow.records).in_(old)))
    connection.execute(insert(GameTurnRow).values(game=game, records=records, snapshot=snapshot))


def _write_acts(connection: Connection, change: Change) -> None:
    place = {"game": change.game, "record": change.draft.records, "happened_at": change.at}
    connection.execute(insert(GameActRow), [place | {"body": body} for body in change.acts])


def _write_dues(connection: Connection, change: Change) -> None:
    for seat, kind in change.not_due:
        whose = {"of_game": change.game, "of_seat": seat}
        if kind is None:
            connection.execute(_NOT_DUE, whose)
        else:
            connection.execute(_NOT_DUE_OF_KIND, whose | {"of_kind": kind})
    if change.due:
        connection.execute(insert(GameDueRow), [due_columns(due) for due in change.due])


def _write_plans(connection: Connection, change: Change) -> None:
    """A plan that was played; plans of those who play no longer, and of games that are over for good, go."""
    if change.plan is not None:
        write_plan(connection, change.game, *change.plan, change.at)
    here = col(GamePlanRow.game) == change.game
    if change.draft.stage in FINAL:
        connection.execute(delete(GamePlanRow).where(here))
    elif change.people is not None:
        connection.execute(delete(GamePlanRow).where(here, col(GamePlanRow.person).not_in(change.people)))


def _seat_people(connection: Connection, game: int, people: Sequence[int]) -> None:
    if people:
        connection.execute(insert(GamePersonRow), [{"game": game, "person": person} for person in people])


def _note(connection: Connection, interaction: int, game: int, first: int, after: int) -> None:
    connection.execute(_NOTE, {"id": interaction, "game": game, "first": first, "after": after})


def _write_result(connection: Connection, change: Change, result: NewResult) -> None:
    tally = _write_tally(connection, change, result.tally) if result.tally is not None else None
    place = {"guild": change.draft.guild, "channel": change.draft.channel}
    kept = {"game": change.game, "body": result.body, "ended_at": change.at, "tally": tally}
    connection.execute(insert(GameResultRow).values(place | kept))


def _write_tally(connection: Connection, change: Change, body: bytes) -> int:
    place = {"place": change.draft.guild, "channel": change.draft.channel}
    values = place | dict.fromkeys(TIMES_OF_RESULT, change.at) | {"body": body}
    made = connection.execute(insert(TallyRow).values(values).returning(col(TallyRow.id)))
    return int(made.scalar_one() or 0)
