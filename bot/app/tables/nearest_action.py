"""What comes nearest where nothing of a kind can be done: the one that lacks least, and what it lacks."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from bot.engine import Game, explain
from bot.engine.actions import (
    Action,
    Build,
    Convert,
    Explore,
    Hibernate,
    OpenCrate,
    PlayCard,
    Populate,
    Refusal,
    ResolveJourney,
    TakeGains,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.rules.cards import halves_of
from bot.engine.rules.map_actions import SIZES, locations, open_technologies
from bot.engine.state import SeatNumber
from bot.engine.variants.abyss.state_access import seat_of


class Nearest(NamedTuple):
    """An action that is not possible, and why not."""

    action: Action
    refusal: Refusal


def nearest(game: Game, seat: SeatNumber, kind: type) -> Nearest | None:
    """The action of a kind that a seat comes nearest to; None where one is possible, or there is none at all to try."""
    best: tuple[tuple[int, int, int], Nearest] | None = None
    for action in _TRIED[kind](game, seat):
        refusal = explain(game, action)
        if refusal is None:
            return None
        rank = _rank(refusal)
        if best is None or rank < best[0]:
            best = rank, Nearest(action, refusal)
        if refusal.reason in ALL_ALIKE:
            break
    return best[1] if best is not None else None


ALL_ALIKE: Final = frozenset(
    {"answer_first", "owed_first", "hibernated", "no_actions_left", "action_done", "not_your_turn"}
)
"""Reasons that are those of all main actions, whatever their target."""


def _rank(refusal: Refusal) -> tuple[int, int, int]:
    """What lacks little comes before what lacks much, and both before what cannot be had with resources."""
    if refusal.reason == "too_expensive":
        lack, cost = refusal.values["lack"], sum(_costs(refusal))
        return 0, lack if isinstance(lack, int) else 0, cost
    return (2 if refusal.reason == "machine_powered" else 1), 0, 0


def _costs(refusal: Refusal) -> Iterator[int]:
    return (value for name, value in refusal.values.items() if name.startswith("cost_") and isinstance(value, int))


# ---- what there is to try ----------------------------------------------------------------------------------------


def _plays(game: Game, seat: SeatNumber) -> Iterator[Action]:
    mine = game.seat(seat)
    for card in mine.active or mine.rest[:1]:
        for slot in range(len(mine.slots)):
            yield PlayCard(seat=seat, card=card, slot=slot, half=halves_of(game, slot)[0])


def _explorations(game: Game, seat: SeatNumber) -> Iterator[Action]:
    return (Explore(seat=seat, place=place) for place, lying in enumerate(game.state.places) if not lying.revealed)


def _settlements(game: Game, seat: SeatNumber) -> Iterator[Action]:
    free = [location for location in locations(game) if seat not in game.state.figures.get(location, ())]
    for location in free:
        for technology in open_technologies(game, seat):
            yield Populate(seat=seat, location=location, technology=technology.id)


def _buildings(game: Game, seat: SeatNumber) -> Iterator[Action]:
    for space, printed in enumerate(game.prints):
        if printed is not None and printed.terrain == "desert" and space not in game.state.buildings:
            yield from (Build(seat=seat, space=space, size=size) for size in SIZES)


def _machines(game: Game, seat: SeatNumber) -> Iterator[Action]:
    return (UseMachine(seat=seat, machine=machine.machine) for machine in game.seat(seat).machines)


def _trades(game: Game, seat: SeatNumber) -> Iterator[Action]:
    for technology in game.seat(seat).technologies:
        if game.pack.technology[technology].trade is not None:
            yield TradeAction(seat=seat, technology=technology)


def _journeys(game: Game, seat: SeatNumber) -> Iterator[Action]:
    mine = seat_of(game, seat) if game.pooling is not None else None
    for journey in (*mine.journeys, *mine.resolved) if mine else ():
        yield ResolveJourney(seat=seat, journey=journey)


def _gains(game: Game, seat: SeatNumber) -> Iterator[Action]:
    if game.pooling is not None:
        yield TakeGains(seat=seat)


_TRIED: Final[dict[type, Callable[[Game, SeatNumber], Iterator[Action]]]] = {
    PlayCard: _plays,
    UseSwitch: lambda game, seat: iter([UseSwitch(seat=seat, resource="gear")]),
    Explore: _explorations,
    Populate: _settlements,
    Build: _buildings,
    Hibernate: lambda game, seat: iter([Hibernate(seat=seat)]),
    UseMachine: _machines,
    OpenCrate: lambda game, seat: (OpenCrate(seat=seat, crate=crate) for crate in game.seat(seat).crates),
    Convert: lambda game, seat: iter([Convert(seat=seat, to="gear")]),
    TradeAction: _trades,
    ResolveJourney: _journeys,
    TakeGains: _gains,
}
KINDS: Final = tuple(_TRIED)
"""The kinds of actions that are looked at: everything but answers and endings."""
