"""Games that began under older rulings go on under the present ones (design 2, Old games; ``Game.RULES_VERSION``).

Nothing here decides a rule: a position saved before is brought into the shape that the present rulings work on, and the
next record says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Choose, Event
from bot.engine.artifacts import claim
from bot.engine.game import RULES_VERSION
from bot.engine.tasks import Surplus

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.actions import Record
    from bot.engine.game import Game


def bring_up(game: Game, since: Iterable[Record]) -> None:
    """What a seat owed when a game was saved is owed now: its answers come first, its artifacts are reserved.

    ``since``: the records of the turn under way.
    """
    state = game.state
    if state.rules >= RULES_VERSION:
        return
    game.events = []
    if state.phase == "play":
        state.turn.owing = _owes(game, since)
    if state.phase != "setup":
        for seat in game.clockwise(game.active):
            claim(game, seat)
    game.news = (Event("rules_changed", None, {"began": state.began, "now": RULES_VERSION}), *game.events)
    game.events = []


def _owes(game: Game, since: Iterable[Record]) -> bool:
    """Whether what the active seat is asked comes from before its turn: nothing but answers has been given in it."""
    stack = game.seat(game.active).stack
    answers = all(record.seat != game.active or isinstance(record.action, Choose | None) for record in since)
    return bool(stack) and (answers or any(isinstance(task, Surplus) for task in stack))


def news(game: Game) -> list[Event]:
    """What the first record under the present rulings begins with; nothing in a game that began under them."""
    told, game.news = list(game.news), ()
    game.state.rules = RULES_VERSION
    return told


def went_alike(then: Record, now: Record) -> bool:
    """Whether an action had the effects that it had when it was played, apart from what older rulings did not tell."""
    return _told(then) == _told(now)


def _told(record: Record) -> list[tuple[object, ...]]:
    return [
        (event.key, event.seat, {name: value for name, value in event.values.items() if name != "left"}, event.secret)
        for event in record.events
        if event.key not in _NEW
    ]


_NEW = ("rules_changed", "artifact_reserved", "end_triggered", "forced")
