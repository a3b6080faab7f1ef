"""Games as bytes and back: with the version of the rules and the pack's hash (ruling old-games)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.engine.actions import Record
from bot.engine.api import mark_here, turn_so_far
from bot.engine.components import Pack
from bot.engine.game import EXPANSION_RULES, RULES_VERSION, Game, Mark
from bot.engine.rules_migration import bring_up
from bot.engine.state import Setup, State
from bot.engine.variants import variants_of

FORMAT = 1


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """What is written: ``before`` counts records that are kept elsewhere; ``state`` and snapshots are MessagePack."""

    format: int
    rules: int
    pack: str
    setup: Setup
    state: State
    records: tuple[Record, ...]
    before: int
    marks: tuple[Mark, ...]


class _Head(msgspec.Struct, frozen=True):
    format: int
    rules: int
    pack: str


class SaveError(Exception):
    """A save cannot be loaded; it stays untouched. ``reason`` is a code, ``values`` its numbers."""

    def __init__(self, reason: str, **values: int | str) -> None:
        super().__init__(f"{reason} {values}" if values else reason)
        self.reason = reason
        self.values = values


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Saved)
_head_decoder = msgspec.msgpack.Decoder(_Head)


def dump(game: Game, *, history: bool = True) -> bytes:
    """The game as bytes; without ``history`` only with the records that undo still needs.

    >>> data = dump(game)
    >>> load(data, {pack.hash: pack}).snapshot() == game.snapshot()
    True
    """
    first = game.before if history or not game.marks else max(game.before, game.marks[0].records)
    return _encoder.encode(
        Saved(
            format=FORMAT,
            rules=rules_of(game),
            pack=game.pack.hash,
            setup=game.setup,
            state=game.state,
            records=tuple(game.records[first - game.before :]),
            before=first,
            marks=tuple(game.marks),
        )
    )


def rules_of(game: Game) -> int:
    """The lowest version of the rules that can read the game: what its variants need, no more."""
    return max((variant.rules for variant in game.variants), default=RULES_VERSION)


def load(data: bytes, packs: Mapping[str, Pack]) -> Game:
    """The game of :func:`dump`, with the pack that it was played with among ``packs`` (by hash).

    >>> load(dump(game), {})
    Traceback (most recent call last):
    bot.engine.serialization.SaveError: unknown_pack ...
    >>> load(dump(game), {pack.hash: pack}).active
    0

    :raises SaveError: ``unreadable``, ``newer_format``, ``newer_rules``, ``unknown_pack`` or ``does_not_fit_pack``.
    """
    try:
        saved = _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise _why_not(data) from error
    _check_versions(saved.format, saved.rules)
    pack = packs.get(saved.pack)
    if pack is None:
        raise SaveError("unknown_pack", pack=saved.pack)
    try:
        game = Game(saved.setup, pack, saved.state, variants_of(saved.setup))
    except (KeyError, IndexError) as error:
        raise SaveError("does_not_fit_pack", detail=str(error)) from error
    game.records, game.before, game.marks = list(saved.records), saved.before, list(saved.marks)
    older, done = game.state.rules < RULES_VERSION, turn_so_far(game)
    bring_up(game, done)
    if older and done:
        mark_here(game)
    return game


def _check_versions(format_: int, rules: int) -> None:
    if format_ > FORMAT:
        raise SaveError("newer_format", found=format_, known=FORMAT)
    if rules > EXPANSION_RULES:
        raise SaveError("newer_rules", found=rules, known=EXPANSION_RULES)


def _why_not(data: bytes) -> SaveError:
    """A save of a newer version may have fields nobody knows here: look at its head before calling it broken."""
    try:
        head = _head_decoder.decode(data)
        _check_versions(head.format, head.rules)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return SaveError("unreadable")
    except SaveError as newer:
        return newer
    return SaveError("unreadable")
