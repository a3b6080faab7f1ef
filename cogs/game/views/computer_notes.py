"""What people at a table should know of how its computer players moved: in place of whom the easy player did, and for
whom the table waited long."""

from collections.abc import Iterator, Sequence

from bot.app.tables import Move
from bot.engine.actions import EndTurn, Record
from bot.text import joined, t
from cogs.game.snapshot import TableSnapshot


def computer_notes(found: TableSnapshot, records: Sequence[Record]) -> list[str]:
    """The notes on what happened since the last turn of whoever is on turn."""
    ended = (each.number for each in records if each.seat == found.status.active and isinstance(each.action, EndTurn))
    last = max(ended, default=-1)
    moves = [record for record in records if isinstance(record, Move) and record.number > last]
    return [*_stand_ins(found, moves), *_long_waits(found, moves)]


def _stand_ins(found: TableSnapshot, moves: Sequence[Move]) -> Iterator[str]:
    for why in ("busy", "slow", "failed"):
        if seats := sorted({move.seat for move in moves if move.stand_in == why}):
            players = joined(found.locale, [found.table.names[seat] for seat in seats])
            yield t(found.locale, f"game.stand_in.{why}", players=players)


def _long_waits(found: TableSnapshot, moves: Sequence[Move]) -> Iterator[str]:
    longest = max(moves, key=lambda move: move.waited, default=None)
    if longest is not None and longest.waited:
        name = found.table.names[longest.seat]
        yield t(found.locale, "game.waited", player=name, seconds=longest.waited)
