"""Standing answers: what a person always answers to a kind of decision that is mostly trivial."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.app.tables.model import Seat
from bot.engine import Game, decision, legal
from bot.engine.actions import Choose, Decision, EndTurn, Offer, Option
from bot.engine.api import effective
from bot.engine.state import SeatNumber

ANSWERS: Final[dict[str, tuple[str, ...]]] = {
    "surplus": ("lose", "gear", "book", "food"),
    "resource": ("gear", "book", "food"),
    "track": ("forest", "mountain", "field"),
    "pay": ("pay", "skip"),
    "card": ("skip",),
    "module": ("skip",),
    "machine": ("skip",),
    "water": ("skip",),
    "wake": ("skip",),
    "discard": ("skip",),
    "return_energy": ("skip",),
    "settle_gains": ("gains",),
    "end_turn": ("alone",),
}
"""Kinds of decisions and the answers that can stand for each: a resource (of surplus crystals: turn them into it while
there is room, then lose the rest), a track, ``pay``, ``skip`` (decline), ``lose``, or ``gains`` (take them without an
exchange, the first of the answers). ``end_turn`` is no question: ``alone`` ends a turn where nothing else is left."""


def standing_answer(game: Game, seat: SeatNumber, settled: Seat) -> Choose | None:
    """The seat's answer to its open decision where it has settled on one and that is possible now."""
    asked = decision(game, seat) if settled.standing else None
    wish = settled.standing.get(asked.kind) if asked else None
    if asked is None or wish is None:
        return None
    picks = _picks(asked, wish)
    return Choose(seat=seat, answer=picks) if picks is not None else None


def ends_alone(game: Game, seat: SeatNumber, settled: Seat) -> EndTurn | None:
    """The end of the seat's turn where it has settled on that and has nothing else left."""
    if settled.standing.get("end_turn") is None or game.state.phase != "play" or game.active != seat:
        return None
    return only_the_end(legal(game, seat)) if decision(game, seat) is None else None


def only_the_end(offers: Sequence[Offer]) -> EndTurn | None:
    """The end of a turn where nothing else can be done and nothing is lost by it; None elsewhere."""
    if len(offers) != 1 or offers[0].loses or not isinstance(offers[0].action, EndTurn):
        return None
    return offers[0].action


def wishes(asked: Decision) -> tuple[str, ...]:
    """The standing answers that could be settled on for good where this is asked: those that answer it now."""
    return tuple(wish for wish in ANSWERS.get(asked.kind, ()) if _picks(asked, wish) is not None)


def _picks(asked: Decision, wish: str) -> tuple[int, ...] | None:
    found = tuple(_matching(asked.options, wish))
    if asked.kind == "surplus" and not found:
        found = tuple(_matching(asked.options, "lose"))
    if wish == "skip" and not found and asked.least == 0:
        return ()
    return found[: asked.most] if len(found) >= max(asked.least, 1) else None


def _matching(options: tuple[Option, ...], wish: str) -> Iterator[int]:
    return (number for number, option in enumerate(options) if wish in (option.id, option.kind))


def turn_is_fresh(game: Game) -> bool:
    """Whether the active seat has done nothing yet in its turn: only then do absent players' standing answers and
    computer players' decisions come in, because an answer of another seat cannot be undone past."""
    since = game.marks[-1].records if game.marks else 0
    return not any(record.seat == game.active for record in effective(game.records, since))
