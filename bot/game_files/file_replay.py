"""Playing a file again from its setup, so that nothing comes in that the rules forbid."""

from collections.abc import Mapping

import msgspec

from bot.engine import Game, decision, dump, legal, reorder, replay, score, view
from bot.engine.components import Pack
from bot.engine.state import Options
from bot.game_files.file_format import FileRefusal, FileSeat, GameFile, clean_name, read_file

_encoder = msgspec.msgpack.Encoder()


class ReadRequest(msgspec.Struct, frozen=True, kw_only=True, tag="Game"):
    """What is to be done with a file. ``pack``: the pack (MessagePack) that was asked for; ``reseed``: a game that is
    not over is reordered from this seed, None: it is taken over unchanged."""

    data: bytes
    pack: bytes | None = None
    reseed: int | None = None


class ReplayedGame(msgspec.Struct, frozen=True, kw_only=True, tag="Taken"):
    """A game as it comes out of a file. ``saved``: the game of ``bot.engine.dump`` without its history; ``records``:
    each as MessagePack; ``reordered``: it was not over, and everything undrawn lies in another order now."""

    saved: bytes
    pack: str
    records: tuple[bytes, ...]
    seats: tuple[FileSeat, ...]
    options: Options
    over: bool
    reordered: bool
    practice: bool
    seed: int
    salt: str


class Declined(msgspec.Struct, frozen=True, kw_only=True, tag="Declined"):
    """Why not: the reason and values of a :class:`FileRefusal`. ``replayed``: it was found out by playing it."""

    reason: str
    values: dict[str, str | int] = {}
    replayed: bool = False


class PackNeeded(msgspec.Struct, frozen=True, kw_only=True, tag="PackNeeded"):
    """The file is of a pack that is not known here: send it along."""

    hash: str
    id: str
    version: str


Outcome = ReplayedGame | Declined | PackNeeded


def read_game(order: ReadRequest, packs: Mapping[str, Pack]) -> Outcome:
    """What becomes of a file."""
    try:
        file = read_file(order.data)
        pack = packs.get(file.pack.hash)
        if pack is None:
            return PackNeeded(hash=file.pack.hash, id=file.pack.id, version=file.pack.version)
    except FileRefusal as refusal:
        return Declined(reason=refusal.reason, values=refusal.values)
    try:
        return _taken(file, replayed(file, pack), order.reseed)
    except FileRefusal as refusal:
        return Declined(reason=refusal.reason, values=refusal.values, replayed=True)


def _taken(file: GameFile, game: Game, reseed: int | None) -> ReplayedGame:
    over = game.state.phase == "over"
    reordered = reseed is not None and not over
    if reseed is not None and not over:
        reorder(game, reseed)
    check_position(game)
    seeds = [record.reseed for record in game.records if record.reseed is not None]
    return ReplayedGame(
        saved=dump(game, history=False),
        pack=game.pack.hash,
        records=tuple(_encoder.encode(record) for record in game.records),
        seats=tuple(msgspec.structs.replace(seat, name=clean_name(seat.name)) for seat in file.seats),
        options=game.setup.options,
        over=over,
        reordered=reordered,
        practice=file.practice or reordered,
        seed=seeds[-1] if seeds else game.setup.seed,
        salt=file.salt,
    )


def check_position(game: Game) -> None:
    """Ask a position everything that a table asks of it: what fails here fails before anything is stored."""
    for seat in range(len(game.state.seats)):
        legal(game, seat)
        decision(game, seat)
        view(game, seat)
    score(view(game, None))


def replayed(file: GameFile, pack: Pack) -> Game:
    """The game that the setup and the actions of a file give; one of older rulings as far as the present ones give the
    same, which its log says.

    :raises FileRefusal: ``import_broken``: they are not possible by the rules.
    """
    began = file.rules if file.began is None else file.began
    try:
        return replay(file.setup.setup(), pack, (record.record() for record in file.records), began).game
    except (MemoryError, FileRefusal):
        raise
    except Exception as error:  # Refused where the rules forbid it; a hostile file may break anything else
        raise FileRefusal("import_broken") from error
