"""``python -m bot.game_files``: reads an order from its input, and writes what became of it to its output.

A process of its own for one file, with limits on time and memory that it sets itself before it reads anything.
"""

import sys

import msgspec

from bot.engine.components import Pack
from bot.engine.packs import field
from bot.game_files.file_replay import Declined, Outcome, ReadRequest, read_game
from bot.game_files.process_limits import limit


def outcome(data: bytes) -> Outcome:
    """What becomes of an order (MessagePack)."""
    order = msgspec.msgpack.decode(data, type=ReadRequest)
    packs = [field()] if order.pack is None else [msgspec.msgpack.decode(order.pack, type=Pack)]
    try:
        return read_game(order, {pack.hash: pack for pack in packs})
    except MemoryError:
        return Declined(reason="import_heavy", replayed=True)


if __name__ == "__main__":
    limit()
    sys.stdout.buffer.write(msgspec.msgpack.encode(outcome(sys.stdin.buffer.read())))
