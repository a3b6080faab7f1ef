"""A finished turn in a few short lines: one for each main action with its gains, one for whatever else came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bot.engine.actions import TURN_ACTIONS, Build, Choose, Explore, PlayCard, Populate, UseSwitch
from bot.engine.resources import RESOURCES
from bot.engine.variants.mautoma.event_log import CHOSEN
from bot.engine.views import events_for
from bot.text.catalogue import t
from bot.text.game.emoji import counted
from bot.text.game.names import component_name, pair, place_label, seat_name, space_label
from bot.text.truncate import fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.engine.actions import Event, Record
    from bot.engine.state import SeatNumber
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

FIRST_TURN: Final = 1
MOST_LINES: Final = 3
LONGEST_LINE: Final = 220
BALANCE: Final = ("points", *RESOURCES)
"""What is told as the difference that an action made: points at once and resources."""
PIECES: Final = {
    "machine": "machine",
    "card_taken": "card",
    "card_drawn": "card",
    "module_taken": "module",
    "crate_taken": "crate",
    "artifact": "artifact",
    "small_artifact": "small_artifact",
}
"""What an event brings one of, as a symbol's name."""
ORDER: Final = (*BALANCE, "energy", "forest", "mountain", "field", *dict.fromkeys(PIECES.values()))


@dataclass
class Deed:
    """A main action or hibernation with what it brought: ``got`` by the names of symbols, what was paid taken off."""

    record: Record | None = None
    got: dict[str, int] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        """Reckon an event in."""
        for thing, number in gains_of(event):
            self.got[thing] = self.got.get(thing, 0) + number


@dataclass
class TurnTold:
    """A turn read off its records. ``seat``: whose turn, None for the Mautoma's; ``number``: 0 before the first turn.
    ``others``: what other seats got by it; ``others`` of a Mautoma's turn hold everybody."""

    number: int = 0
    seat: SeatNumber | None = None
    deeds: list[Deed] = field(default_factory=list)
    its: list[Event] = field(default_factory=list)
    others: dict[SeatNumber, Deed] = field(default_factory=dict)
    ended_by: SeatNumber | None = None


# ---- reading -----------------------------------------------------------------------------------------------------


def gains_of(event: Event) -> Iterator[tuple[str, int]]:
    """What an event gives to its seat (or takes, below 0), by the names of symbols."""
    values = event.values
    if event.key in ("gained", "paid", "lost"):
        sign = 1 if event.key == "gained" else -1
        yield from ((thing, sign * _int(values.get(thing))) for thing in RESOURCES if values.get(thing))
    elif event.key == "converted":
        yield from (("crystal", -1), (str(values["to"]), 1))
    elif event.key in ("points", "energy"):
        yield event.key, _int(values["points" if event.key == "points" else "n"])
    elif event.key == "energy_back":
        yield "energy", 1
    elif event.key == "advanced":
        yield str(values["track"]), _int(values["steps"])
    elif event.key in PIECES:
        yield PIECES[event.key], 1


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def turns_told(records: Iterable[Record]) -> list[TurnTold]:
    """The turns that records tell of, as everybody may know them. A turn begins with its announcement, so the first one
    may lack its beginning. Free actions belong to the main action in whose half of the turn they were taken."""
    reader = _Reader()
    for record in records:
        reader.read(record)
    return reader.turns


class _Reader:
    def __init__(self) -> None:
        self.turns = [TurnTold()]
        self.whole = False
        """Whether the game is told from its beginning."""
        self.before: Deed | None = None
        """What the half of the turn has brought before its main action."""

    def read(self, record: Record) -> None:
        turn = self.turns[-1]
        self.whole = self.whole or not record.number
        if self.whole and not turn.number and not isinstance(record.action, Choose | None):
            turn.number, turn.seat = FIRST_TURN, record.seat  # nothing was to be chosen before it
        if turn.seat == record.seat and turn.number:
            self._act(turn, record)
        for event in events_for(record, None):
            self._happen(event)

    def _act(self, turn: TurnTold, record: Record) -> None:
        if isinstance(record.action, TURN_ACTIONS):
            deed = self.before or Deed()
            deed.record, self.before = record, None
            turn.deeds.append(deed)

    def _happen(self, event: Event) -> None:
        turn = self.turns[-1]
        if event.key in ("turn", "mautoma_turn"):
            self._settle(turn)
            self.turns.append(TurnTold(_int(event.values["number"]), event.seat))
        elif event.key == "action_ended":
            self.before = Deed()
        elif event.key == "end_triggered":
            turn.ended_by = event.seat
        elif event.seat is None:
            turn.its.append(event)
        elif event.seat == turn.seat:
            self._running(turn).add(event)
        else:
            turn.others.setdefault(event.seat, Deed()).add(event)

    def _running(self, turn: TurnTold) -> Deed:
        if self.before is None and not turn.deeds:
            self.before = Deed()
        return self.before or turn.deeds[-1]

    def _settle(self, turn: TurnTold) -> None:
        """Free actions after the last main action are told with it."""
        if self.before is not None and turn.deeds:
            last = turn.deeds[-1]
            for thing, number in self.before.got.items():
                last.got[thing] = last.got.get(thing, 0) + number
        self.before = None


# ---- saying ------------------------------------------------------------------------------------------------------


def lines_of(locale: Locale, table: Table, turn: TurnTold, reasons: Mapping[int, str]) -> list[str]:
    """A turn's lines: each main action with its gains, then what else came of it."""
    lines = [_deed_line(locale, table, deed, reasons) for deed in turn.deeds if deed.record is not None]
    lines += _automa_line(locale, table, turn)
    lines += _others_line(locale, table, turn)
    return [fit(line, LONGEST_LINE) for line in lines]


def gains_words(got: Mapping[str, int]) -> str:
    """``+1⭐ +2📘 −1🍖``: what was gained, then what it cost."""
    plus = [f"+{counted(got[thing], thing)}" for thing in ORDER if got.get(thing, 0) > 0]
    minus = [f"−{counted(-got[thing], thing)}" for thing in ORDER if got.get(thing, 0) < 0]
    return " ".join(plus + minus)


def _deed_line(locale: Locale, table: Table, deed: Deed, reasons: Mapping[int, str]) -> str:
    assert deed.record is not None, "only what was done is told"
    what = " ".join(filter(None, [_deed_words(locale, table, deed.record), reasons.get(deed.record.number)]))
    return pair(locale, what, gains_words(deed.got))


def _deed_words(locale: Locale, table: Table, record: Record) -> str:
    action, name = record.action, seat_name(locale, table, record.seat)
    if isinstance(action, PlayCard):
        return t(locale, "summary.play", name=name, card=component_name(locale, table, action.card))
    if isinstance(action, UseSwitch):
        if action.copy is None:
            return t(locale, "summary.switch", name=name)
        return t(locale, "summary.copy", name=name, card=component_name(locale, table, action.copy))
    if isinstance(action, Explore):
        return t(locale, "summary.explore", name=name, place=place_label(table, action.place))
    if isinstance(action, Populate):
        space = space_label(table, action.location)
        technology = component_name(locale, table, action.technology)
        return t(locale, "summary.populate", name=name, space=space, technology=technology)
    if isinstance(action, Build):
        return t(locale, f"summary.build.{action.size}", name=name, space=space_label(table, action.space))
    return t(locale, "summary.hibernate", name=name)


def _others_line(locale: Locale, table: Table, turn: TurnTold) -> Iterator[str]:
    """Who triggered the end, and what others got, in one line."""
    parts = []
    if turn.ended_by is not None:
        parts.append(t(locale, "summary.end", name=seat_name(locale, table, turn.ended_by)))
    for seat, deed in sorted(turn.others.items()):
        if gains := gains_words(deed.got):
            parts.append(pair(locale, seat_name(locale, table, seat), gains))
    if parts:
        yield " · ".join(parts)


# ---- the Mautoma -------------------------------------------------------------------------------------------------


def _automa_line(locale: Locale, table: Table, turn: TurnTold) -> Iterator[str]:
    """What the Mautoma did, each deed with what decided, in one line."""
    deeds = [_automa_deed(locale, table, event) for event in turn.its if event.key in _AUTOMA]
    if deeds:
        yield t(locale, "summary.mautoma", deeds=" · ".join(deeds))


def _automa_deed(locale: Locale, table: Table, event: Event) -> str:
    values = event.values
    if event.key == "mautoma_skipped":
        return t(locale, f"summary.mautoma.skipped.{values['what']}")
    if event.key == "mautoma_hibernated":
        return t(locale, "summary.mautoma.hibernated", number=values["number"])
    what = CHOSEN[event.key]
    explored = what == "explore"
    label = place_label(table, values["place"]) if explored else space_label(table, values["space"])
    return t(locale, f"summary.mautoma.{what}", space=label, why=_automa_reason(locale, event, what))


def _automa_reason(locale: Locale, event: Event, what: str) -> str:
    """The only one that it could choose, the best one, or the first of several in the order of its search."""
    found, equal = _int(event.values["candidates"]), _int(event.values["equal"])
    if found == 1:
        return t(locale, f"summary.why.only.{what}")
    if equal == 1:
        return t(locale, f"summary.why.best.{what}", n=found)
    return t(locale, f"summary.why.first.{what}", n=equal)


_AUTOMA: Final = frozenset({*CHOSEN, "mautoma_skipped", "mautoma_hibernated"})
