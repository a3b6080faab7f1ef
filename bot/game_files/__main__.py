"""``python -m bot.game_files``: reads an order from its input, and writes what became of it to its output.

A process of its own for one file, with limits on time and memory that it sets itself before it reads anything.
"""

import sys

import msgspec

from bot.engine.components import Pack
from bot.engine.packs import Mistake, field, field_with_expansion
from bot.game_files.file_replay import Declined, Outcome, ReadRequest, read_game
from bot.game_files.pack_files import PackRefused, PackRequest, PackTaken, answer_of
from bot.game_files.process_limits import limit

TOO_HEAVY = Mistake("pack.yaml", 1, "what takes more memory than a file may", "a pack")


def outcome(data: bytes) -> Outcome | PackTaken | PackRefused:
    """What becomes of an order (MessagePack)."""
    order = msgspec.msgpack.decode(data, type=ReadRequest | PackRequest)
    return _pack(order) if isinstance(order, PackRequest) else _game(order)


def _pack(order: PackRequest) -> PackTaken | PackRefused:
    try:
        return answer_of(order)
    except MemoryError:
        return PackRefused(mistakes=(TOO_HEAVY,))


def _game(order: ReadRequest) -> Outcome:
    packs = [field(), field_with_expansion()] if order.pack is None else [msgspec.msgpack.decode(order.pack, type=Pack)]
    try:
        return read_game(order, {pack.hash: pack for pack in packs})
    except MemoryError:
        return Declined(reason="import_heavy", replayed=True)


if __name__ == "__main__":
    limit()
    sys.stdout.buffer.write(msgspec.msgpack.encode(outcome(sys.stdin.buffer.read())))
