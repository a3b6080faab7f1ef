"""Games that began under older rulings go on under the present ones (ruling old-games; ``RULES_VERSION``).

Nothing here decides a rule: a position saved before is brought into the shape that the present rulings work on, and the
next record says so.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.engine.actions import Choose, Convert, Event
from bot.engine.game import RULES_VERSION
from bot.engine.resolution.tasks import Surplus
from bot.engine.rules.artifacts import claim

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
        game.news = (_changed(game),) if state.told < RULES_VERSION else ()
        return
    state.rules = RULES_VERSION
    game.events = []
    if state.phase == "play":
        state.turn.owing = _owes(game, since)
    if state.phase != "setup":
        for seat in game.clockwise(game.active):
            claim(game, seat)
    game.news = (_changed(game), *game.events)
    game.events = []


def play_on(game: Game) -> None:
    """A game of older rulings that was replayed under the present ones: its next record says so."""
    game.state.told = game.state.began
    game.news = (_changed(game),)


def _changed(game: Game) -> Event:
    return Event("rules_changed", None, {"began": game.state.began, "now": RULES_VERSION})


def has_changed(records: Iterable[Record]) -> bool:
    """Whether a game's log says that it goes by the present rulings."""
    return any(event.key in ("rules_changed", "rules_differ") for record in records for event in record.events)


def _owes(game: Game, since: Iterable[Record]) -> bool:
    """Whether the active seat's open decision comes from before its turn: so far it has done nothing but answer."""
    stack = game.seat(game.active).stack
    answers = all(record.seat != game.active or isinstance(record.action, Choose | Convert | None) for record in since)
    return bool(stack) and (answers or any(isinstance(task, Surplus) for task in stack))


def news(game: Game) -> list[Event]:
    """What the first record under the present rulings begins with; nothing in a game that began under them."""
    told, game.news = list(game.news), ()
    game.state.told = RULES_VERSION
    return told


def went_alike(then: Record, now: Record, ahead: Counter[Told] | None = None) -> bool:
    """Whether an action had the effects that it had when it was played, apart from what older rulings did not tell.

    ``ahead`` counts what was told earlier than then, since gains come at once now; it is brought up to date.
    """
    told, due = _told(now) + (ahead or Counter()), _told(then)
    if then.undid != now.undid or due - told or (ahead is None and told - due):
        return False
    if ahead is not None:
        ahead.clear()
        ahead.update(told - due)
    return True


Told = tuple[object, ...]


def _told(record: Record) -> Counter[Told]:
    return Counter(
        (event.key, event.seat, *sorted({**event.values, **event.secret}.items() - _left(event)))
        for event in map(_as_told_then, record.events)
        if event.key not in _NEW
    )


def _as_told_then(event: Event) -> Event:
    """A copied citizen that leaves the display was told as a replacement; with an empty deck it stayed, which is
    different indeed."""
    if event.key != "shown_discarded" or event.values["by"] is None:
        return event
    return Event("replaced", None, {"thing": event.values["card"], "by": event.values["by"]})


def _left(event: Event) -> set[tuple[str, object]]:
    """The present rulings count differently how many artifacts are left."""
    return {(name, value) for name, value in event.values.items() if name == "left"}


_NEW = ("rules_changed", "artifact_reserved", "end_triggered", "forced")
