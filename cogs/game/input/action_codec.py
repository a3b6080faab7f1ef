"""Moves as short texts: in custom ids, menu values and completions, read back exactly after any restart.

``k:card:slot:half`` play (``half`` with the first letter of a colour: as that colour) · ``s:resource`` switch ·
``c:card`` copy · ``j:journey`` take a journey · ``x:place`` explore · ``p:space:technology`` populate ·
``b:space:size`` build · ``h`` hibernate · ``m:machine`` · ``o:crate`` open · ``v:resource`` convert ·
``t:technology`` trade · ``r:journey`` resolve · ``g`` take what is to come · ``a`` end the action · ``e`` end the turn
· ``d:0.2`` answer a decision, ``d:1:0.2`` that and what is asked next. A payment of one's own follows as ``!gbfc``, a
character for each resource: 0 to 9, then a to z.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from bot.engine.actions import (
    Action,
    Build,
    Choose,
    Convert,
    EndAction,
    EndTurn,
    Explore,
    Hibernate,
    OpenCrate,
    PlayCard,
    Populate,
    ResolveJourney,
    TakeGains,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.effects import COLOURS, Colour
from bot.engine.resources import Amounts
from cogs.game.input.payments import payment_code, payment_of

MOVE: Final = r"[a-z](?::[a-z0-9_.]*){0,3}(?:![0-9a-z]{4})?"
"""What a written move looks like."""
LONGEST: Final = 60
"""Characters of the longest move, with identifiers of a pack of at most 32."""

_Writer = Callable[[Any], tuple[object, ...]]
_Reader = Callable[..., Any]

_WRITERS: dict[type, tuple[str, _Writer]] = {
    PlayCard: ("k", lambda a: (a.card, a.slot, a.half[0] + (a.colour or "")[:1])),
    Explore: ("x", lambda a: (a.place,)),
    Populate: ("p", lambda a: (a.location, a.technology)),
    Build: ("b", lambda a: (a.space, a.size[0])),
    Hibernate: ("h", lambda a: ()),
    UseMachine: ("m", lambda a: (a.machine,)),
    OpenCrate: ("o", lambda a: (a.crate,)),
    Convert: ("v", lambda a: (a.to,)),
    TradeAction: ("t", lambda a: (a.technology,)),
    ResolveJourney: ("r", lambda a: (a.journey,)),
    TakeGains: ("g", lambda a: ()),
    EndAction: ("a", lambda a: ()),
    EndTurn: ("e", lambda a: ()),
    Choose: ("d", lambda a: (".".join(map(str, a.answer)),)),
}
_COLOURS: dict[str, Colour] = {colour[0]: colour for colour in COLOURS}
_READERS: dict[str, _Reader] = {
    "k": lambda seat, card, slot, half: PlayCard(
        seat=seat,
        card=card,
        slot=int(slot),
        half="top" if half[0] == "t" else "bottom",
        colour=_COLOURS[half[1]] if len(half) > 1 else None,
    ),
    "s": lambda seat, resource: UseSwitch(seat=seat, resource=resource),
    "c": lambda seat, card: UseSwitch(seat=seat, copy=card),
    "x": lambda seat, place: Explore(seat=seat, place=int(place)),
    "p": lambda seat, space, technology: Populate(seat=seat, location=int(space), technology=technology),
    "b": lambda seat, space, size: Build(seat=seat, space=int(space), size="small" if size == "s" else "large"),
    "h": lambda seat: Hibernate(seat=seat),
    "m": lambda seat, machine: UseMachine(seat=seat, machine=machine),
    "o": lambda seat, crate: OpenCrate(seat=seat, crate=crate),
    "v": lambda seat, resource: Convert(seat=seat, to=resource),
    "t": lambda seat, technology: TradeAction(seat=seat, technology=technology),
    "j": lambda seat, journey: UseSwitch(seat=seat, journey=journey),
    "r": lambda seat, journey: ResolveJourney(seat=seat, journey=journey),
    "g": lambda seat: TakeGains(seat=seat),
    "a": lambda seat: EndAction(seat=seat),
    "e": lambda seat: EndTurn(seat=seat),
    "d": lambda seat, answer: Choose(seat=seat, answer=tuple(map(int, answer.split("."))) if answer else ()),
}


class UnreadableMove(ValueError):
    """A text that is no move."""


def written(action: Action) -> str:
    """The move as a text; whose it is, is not in it."""
    letter, fields = _parts(action)
    paid = f"!{payment_code(action.payment)}" if action.payment is not None else ""
    return ":".join([letter, *map(str, fields)]) + paid


def written_answers(answers: Sequence[Choose]) -> str:
    """Answers to decisions that follow each other, as one move."""
    return ":".join(["d", *(".".join(map(str, each.answer)) for each in answers)])


def read_answers(seat: int, text: str) -> tuple[Choose, ...]:
    """The answers of a seat that a text stands for; none where it is no answer.

    :raises UnreadableMove: an answer is none.
    """
    letter, *answers = text.split(":")
    if letter != "d" or not answers:
        return ()
    found = tuple(read(seat, f"d:{answer}") for answer in answers)
    return tuple(each for each in found if isinstance(each, Choose))


def _parts(action: Action) -> tuple[str, tuple[object, ...]]:
    if isinstance(action, UseSwitch):
        if action.journey is not None:
            return "j", (action.journey,)
        return ("c", (action.copy,)) if action.copy is not None else ("s", (action.resource,))
    letter, fields = _WRITERS[type(action)]
    return letter, fields(action)


def read(seat: int, text: str) -> Action:
    """The move of a seat that a text stands for.

    :raises UnreadableMove: it stands for none.
    """
    move, _, paid = text.partition("!")
    letter, *fields = move.split(":")
    try:
        action: Action = _READERS[letter](seat, *fields)
        return paying(action, payment_of(paid)) if paid else action
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableMove(text) from error


def paying(action: Action, payment: Amounts | None) -> Action:
    """The same move with a payment of one's own; None: the default."""
    return msgspec.structs.replace(action, payment=payment)
