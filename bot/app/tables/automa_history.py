"""Playing alone at the bot's table: the Mautoma's turns found in a game's records, each with what it went by."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from bot.engine import View
from bot.engine.actions import Event, Record
from bot.engine.solo_components import Area, CircleField, MautomaBoard, MautomaState
from bot.engine.variants.mautoma.event_log import Choice, ItsTurn, as_it_was, its_turn


@dataclass(frozen=True)
class PastTurn:
    """A turn of the Mautoma with the number of the record that tells of it, those of its turns before and after, and
    every event since."""

    record: int
    turn: ItsTurn
    later: tuple[Event, ...]
    before: int | None
    after: int | None

    def map_at(self, seen: View, choice: Choice) -> View:
        """The map as it was when it made a choice, as somebody sees it who sees this now."""
        return as_it_was(seen, [*self.turn.events[choice.at :], *self.later])

    def marker(self, seen: View) -> int:
        """On which field (from 0) its energy marker stood during the turn, after the card's steps."""
        kept, board = seen.state.variant, seen.pack.mautoma
        assert isinstance(kept, MautomaState)
        assert board is not None, "a game with the Mautoma is set up with a pack that has its board"
        since = sum(cast("int", event.values["steps"]) for event in self.later if event.key == "mautoma_card")
        return (kept.marker - since) % len(board.circle)

    def field(self, seen: View) -> CircleField:
        """The field of the circle on which its energy marker stood."""
        return board_of(seen).circle[self.marker(seen)]

    def area(self, seen: View) -> Area:
        """What the area outside that field replaces."""
        return board_of(seen).areas[self.field(seen).area - 1]


def board_of(seen: View) -> MautomaBoard:
    """The pack's Mautoma board."""
    board = seen.pack.mautoma
    assert board is not None, "a game with the Mautoma is set up with a pack that has its board"
    return board


def effective_records(records: Iterable[Record]) -> list[Record]:
    """The records that stand: those that were undone, and the undoing, left out."""
    found = list(records)
    undone = {number for record in found for number in record.undid}
    return [record for record in found if record.number not in undone and not record.undid]


def find_turn(records: Sequence[Record], seen: View, number: int | None = None) -> PastTurn | None:
    """The Mautoma's turn in the record of that number, by default its last turn; None if there is none.

    :param records: those of the whole game that stand, in order.
    """
    its = [at for at, record in enumerate(records) if any(event.key == "mautoma_turn" for event in record.events)]
    chosen = [place for place, at in enumerate(its) if number in (None, records[at].number)]
    if not chosen:
        return None
    place = chosen[-1]
    at = its[place]
    turn = its_turn(records[at].events, seen.pack, seen.board)
    assert turn is not None
    return PastTurn(
        record=records[at].number,
        turn=turn,
        later=tuple(event for record in records[at + 1 :] for event in record.events),
        before=records[its[place - 1]].number if place else None,
        after=records[its[place + 1]].number if place + 1 < len(its) else None,
    )
