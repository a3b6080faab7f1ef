"""Games as files: JSON that says what was agreed on and what was done.

Only those actions are taken over at an import, and played again, so that no file can bring in what the rules forbid.
"""

import asyncio
from dataclasses import replace
from typing import Final

import msgspec

from bot.engine import RULES_VERSION, Game, record_for, replay
from bot.engine.actions import Record
from bot.engine.components import Pack
from bot.engine.state import Setup
from bot.table.authority import Deed, Role, may, roles_of
from bot.table.hall import Hall, Step, read_records
from bot.table.live import Body, Live
from bot.table.model import Caller, Exported, Seat, Status, TableRefusal

KIND: Final = "revive-referee game"
FORMAT: Final = 1
LARGEST: Final = 8 * 1024 * 1024
"""Bytes of a file."""
MOST_RECORDS: Final = 20_000


class PackName(msgspec.Struct, frozen=True):
    """Which pack was played with."""

    id: str
    version: str
    hash: str


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What every file of every version begins with. ``full`` is false for the public part of a running game; ``began``
    is the version of the rules that the game began with (None: that of the file, which was before they were kept)."""

    kind: str
    format: int
    rules: int
    full: bool
    pack: PackName
    began: int | None = None


class GameFile(Head, frozen=True, kw_only=True):
    """A whole file."""

    stage: str
    setup: Setup
    seats: tuple[Seat, ...]
    records: tuple[Record, ...]


_head_decoder = msgspec.json.Decoder(Head)
_decoder = msgspec.json.Decoder(GameFile)


class Files:
    """Export and import."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def export(self, caller: Caller, game: int) -> Exported:
        """The public part while the game runs, everything once it is over (everything at once for the host).

        :raises TableRefusal: ``no_such_game``, ``not_running`` (a lobby).
        """
        live = await self._hall.live(game)
        laid = live.laid()
        full = live.stage in ("over", "ended") or may(Deed.EXPORT_ALL, roles_of(caller, live) & {Role.HOST})
        records = read_records(await self._hall.store.records(game))
        file = GameFile(
            kind=KIND,
            format=FORMAT,
            rules=RULES_VERSION,
            began=laid.state.began,
            full=full,
            pack=PackName(laid.pack.id, laid.pack.version, laid.pack.hash),
            stage=live.stage,
            setup=laid.setup if full else msgspec.structs.replace(laid.setup, seed=0),
            seats=live.body.seats,
            records=records if full else tuple(record_for(record, None) for record in records),
        )
        data = msgspec.json.format(msgspec.json.encode(file), indent=1)
        return Exported(f"revive-{game}.json", data, full)

    async def import_(self, caller: Caller, data: bytes, locale: str = "en") -> Status:
        """Take a full export over: it is played again from its start, so that nothing impossible comes in. A game that
        is not over goes on in the caller's channel; the caller becomes its owner.

        :raises TableRefusal: ``import_large``, ``import_broken``, ``import_foreign``, ``import_newer``,
            ``import_pack``, ``import_public``; ``running`` or ``second_lobby``: the channel has an open table.
        """
        if (made := await self._hall.made_by(caller)) is not None:
            return made.status()
        file = read_file(data)
        pack = await self._hall.packs.need(file.pack.hash)
        if pack is None:
            raise TableRefusal("import_pack", pack=file.pack.id[:40], version=file.pack.version[:20])
        game = await asyncio.to_thread(replayed, file, pack)
        if caller.channel in self._hall.by_channel:
            raise await self._hall.taken(caller.channel)
        body = Body(seats=_seats(file, game), options=file.setup.options, locale=locale)
        opened = await self._hall.add(caller, body, Step("lobby", caller))
        await self._hall.packs.keep(pack)
        async with self._hall.changing(opened.id) as live:
            step = Step("imported", _once(caller), records=tuple(game.records))
            return (await self._hall.commit(live, _filled(live, game), step)).status()


def _once(caller: Caller) -> Caller:
    """The caller without the interaction, which the opening of the table has taken."""
    return msgspec.structs.replace(caller, interaction=None)


def _filled(live: Live, game: Game) -> Live:
    """A game that was broken off goes on too: that is what its file is for."""
    return replace(live, stage="over" if game.state.phase == "over" else "running", game=game)


def _seats(file: GameFile, game: Game) -> tuple[Seat, ...]:
    return tuple(
        Seat(user=seat.user, name=seat.name[:80], computer=seat.computer, tribe=mine.tribe)
        for seat, mine in zip(file.seats, game.state.seats, strict=True)
    )


def read_file(data: bytes) -> GameFile:
    """:raises TableRefusal: ``import_large``, ``import_broken``, ``import_foreign``, ``import_newer``,
    ``import_public``."""
    if len(data) > LARGEST:
        raise TableRefusal("import_large", most=LARGEST // 1024 // 1024)
    head = _head(data)
    if head.format > FORMAT or head.rules > RULES_VERSION:
        raise TableRefusal("import_newer", format=head.format, rules=head.rules)
    if not head.full:
        raise TableRefusal("import_public")
    try:
        file = _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise TableRefusal("import_broken") from error
    if len(file.seats) != len(file.setup.seats) or len(file.records) > MOST_RECORDS:
        raise TableRefusal("import_broken")
    return file


def _head(data: bytes) -> Head:
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise TableRefusal("import_broken") from error
    if not isinstance(found, dict) or found.get("kind") != KIND:
        raise TableRefusal("import_foreign")
    try:
        return _head_decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise TableRefusal("import_broken") from error


def replayed(file: GameFile, pack: Pack) -> Game:
    """The game that the setup and the actions of a file give; one of older rulings as far as the present ones give the
    same, which its log says.

    :raises TableRefusal: ``import_broken``: they are not possible by the rules.
    """
    people = [seat.user for seat in file.seats if seat.user is not None]
    if not people or len(set(people)) != len(people):
        raise TableRefusal("import_broken")
    try:
        return replay(file.setup, pack, file.records, file.rules if file.began is None else file.began).game
    except Exception as error:  # Refused where the rules forbid it; a hostile file may break anything else
        raise TableRefusal("import_broken") from error
