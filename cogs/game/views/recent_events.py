"""What has happened, in a message that everybody sees: too long, it loses small change first and main actions last, and
the turn with which it begins is told from its beginning."""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import dropwhile
from typing import Final, NamedTuple

from bot.engine.actions import EndTurn, Event, Record
from bot.engine.variants.mautoma.event_log import its_events
from bot.engine.views import events_for
from bot.text.game import tell
from bot.text.game.turn_summary import lines_of, turns_told
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.computer_reasons import short_reasons, with_reason
from cogs.game.views.message_layout import MORE, cut


class Weight(IntEnum):
    """What is left out first has the smallest."""

    SMALL = 0
    MIDDLE = 1
    MAIN = 2


MAIN_KEYS: Final = frozenset(
    {"turn", "played", "switch", "copied", "copied_shown", "explored", "populated", "built", "hibernated"}
    | {"end_triggered", "over", "mautoma_turn", "mautoma_card", "mautoma_explored", "mautoma_populated"}
    | {"mautoma_built", "mautoma_hibernated", "mautoma_ended", "mautoma_result", "solo_ended", "solo_result"}
)
"""Turns, main actions and hibernation, the end."""
SMALL_KEYS: Final = frozenset(
    {"gained", "paid", "lost", "converted", "points", "energy", "energy_back", "advanced", "track_end", "progress"}
    | {"nothing_left", "nothing_counted", "range_bonus", "discount", "any_colour", "forced", "declined"}
    | {"flipped", "laid", "module_placed", "switch_reset", "card_woken", "slot_cleared", "action_ended", "replaced"}
    | {"card_discarded"}
)
"""What comes along with an action, and can be seen on the boards."""


GAP: Final = f" {MORE}"


class Told(NamedTuple):
    """A sentence about an event."""

    text: str
    weight: Weight = Weight.MAIN
    turn: int = 0
    """The turn that begins with it; 0 where none does."""


def told_events(found: TableSnapshot, record: Record, events: Iterable[Event]) -> Iterator[Told]:
    """The sentences about events of a record, a computer player's reason behind what it did."""
    table = found.table
    pairs = [(event, text) for event in events if (text := tell(found.locale, event, table)) is not None]
    weights = [weight_of(event) for event, _ in pairs]
    texts = with_reason(found, record, [text for _, text in pairs], _first_main(weights))
    for (event, _), weight, text in zip(pairs, weights, texts, strict=True):
        yield Told(text, weight, int(event.values["number"] or 0) if event.key == "turn" else 0)


def told_records(found: TableSnapshot, records: Iterable[Record]) -> Iterator[Told]:
    """The sentences about records, as everybody may know them."""
    for record in records:
        yield from told_events(found, record, events_for(record, None))


def weight_of(event: Event) -> Weight:
    """How much an event counts."""
    if event.key in MAIN_KEYS:
        return Weight.MAIN
    return Weight.SMALL if event.key in SMALL_KEYS else Weight.MIDDLE


def _first_main(weights: Sequence[Weight]) -> int:
    return weights.index(Weight.MAIN) if Weight.MAIN in weights else 0


def since_last_turn(found: TableSnapshot, records: Sequence[Record]) -> list[Told]:
    """What happened since the last turn of whoever is on turn, from the beginning of the turn after it."""
    own = (record.number for record in records if record.seat == found.status.active)
    ends = {record.number for record in records if isinstance(record.action, EndTurn)}
    return since_record(found, records, max((number for number in own if number in ends), default=-1))


def since_record(found: TableSnapshot, records: Sequence[Record], number: int) -> list[Told]:
    """What happened after the record of that number (-1: all that is known), from the beginning of its turn on."""
    before = [record for record in records if record.number <= number and beginning(record)]
    head = told_events(found, before[-1], beginning(before[-1])) if before else ()
    lines = [*head, *told_records(found, (record for record in records if record.number > number))]
    known = bool(before) or not records or not records[0].number
    return lines if known else list(dropwhile(lambda line: not line.turn, lines)) or lines


def turn_lines_since(
    found: TableSnapshot, records: Sequence[Record], number: int = -1, *, reasons: bool = True
) -> list[str]:
    """What happened after the record of that number (-1: all that is known) in at most three lines for each turn; the
    turn that began with that record is told from its beginning.

    :param reasons: with those of computer players.
    """
    begins = [record for record in records if record.number <= number and beginning(record)][-1:]
    told = turns_told([*begins, *(record for record in records if record.number > number)])
    why = short_reasons(found, records) if reasons else {}
    kept = [turn for turn in told[len(turns_told(begins)) - 1 :] if turn.number]
    return [line for turn in kept for line in lines_of(found.locale, found.table, turn, why)]


def beginning(record: Record) -> Sequence[Event]:
    """What of a record belongs to the turn that begins with it: the Mautoma's turn, and whose turn comes."""
    return its_events(record.events) or [event for event in record.events if event.key == "turn"]


# ---- in so many characters ---------------------------------------------------------------------------------------


def shortened(lines: Sequence[Told], most: int) -> str:
    """A list in at most ``most`` characters. Small change goes first, the oldest before the newest, then what else is
    no main action, then whole turns from the oldest on; an ellipsis stands where something is left out."""
    first = _first(lines, most)
    kept, head = lines[first:], [MORE] if first else []
    out = _left_out(kept, most - len(head) * (len(MORE) + 1))
    shown = [_written(line) + (GAP if index + 1 in out else "") for index, line in enumerate(kept) if index not in out]
    return cut("\n".join([*head, *shown]), most)


def first_turn(lines: Sequence[Told], most: int) -> int:
    """The turn with which :func:`shortened` begins."""
    return lines[_first(lines, most)].turn or 1 if lines else 1


def _written(line: Told) -> str:
    return f"- {line.text}"


def _left_out(lines: Sequence[Told], most: int) -> set[int]:
    """The lines that go although their turn is told."""
    over = sum(len(_written(line)) + 1 for line in lines) - most
    out: set[int] = set()
    for weight in (Weight.SMALL, Weight.MIDDLE):
        for index, line in enumerate(lines):
            if over > 0 and line.weight is weight:
                out.add(index)
                over -= len(_written(line)) + 1 - len(GAP)
    return out


def _first(lines: Sequence[Told], most: int) -> int:
    """The line with which the list begins: the first, else the oldest turn from whose beginning all main actions fit,
    else the last turn that has any."""
    begins = [0, *(index for index in range(1, len(lines) - 1) if lines[index].turn)]
    for first in begins:
        kept = [len(_written(line)) + 1 + len(GAP) for line in lines[first:] if line.weight is Weight.MAIN]
        if sum(kept) + len(MORE) + 1 <= most:
            return first
    return begins[-1]
