"""What a marker on the map is worth, whose owner gets what others pay for a figure or building there; and what a move
gives to others."""

from __future__ import annotations

from bot.engine.actions import Action, Build, Populate
from bot.engine.rules.map_range import free_range, reach
from bot.engine.state import SeatNumber
from bot.players.valuation.valuation import Valuation


def marker_value(valuation: Valuation, space: int) -> float:
    """A marker pays where others want to go and still can: deserts with much beside them, cities without their
    figures."""
    game, weights = valuation.game, valuation.weights.markers
    if space in game.state.buildings:
        return 0.0
    if game.terrain(space) != "city":
        seen = [game.prints[near] for near in game.board.adjacent[space]]
        giving = sum(printed is not None and printed.terrain not in ("desert", "city") for printed in seen)
        return weights.beside * giving
    others = [seat for seat in range(len(game.state.seats)) if seat != valuation.seat]
    open_to = sum(_drawn(valuation, seat, space) for seat in others) / len(others) if others else 0.0
    own = weights.own_figure if valuation.seat in game.state.figures.get(space, ()) else 1.0
    return weights.city * open_to * own


def _drawn(valuation: Valuation, seat: SeatNumber, city: int) -> float:
    """How much a city draws another: not at all where its figure stands already, less the longer its way is."""
    if seat in valuation.game.state.figures.get(city, ()):
        return 0.0
    steps = reach(valuation.game, seat).steps[city]
    away = steps - 1 - free_range(valuation.game, seat, "populate")
    return 0.0 if steps < 0 else 1 / (1 + valuation.weights.markers.far * max(0, away))


def marker_on_map(valuation: Valuation) -> float:
    """The same for where the seat's own marker lies, while there are turns left in which it may pay."""
    space = valuation.game.state.markers.get(valuation.seat)
    if space is None:
        return 0.0
    state = valuation.game.state
    seen = sum(lying.revealed for lying in state.places)
    key = ("marker", space, seen, tuple(state.figures.get(space, ())), space in state.buildings)
    if key not in valuation.prospects:
        valuation.prospects[key] = marker_value(valuation, space)
    return valuation.prospects[key] * min(1.0, valuation.left / valuation.weights.fade.marker)


def benefit_to_others(valuation: Valuation, action: Action) -> float:
    """What is lost by what others get: a book for their figures at a location, what a figure or building costs for
    their marker."""
    pack, state = valuation.pack, valuation.game.state
    given = 0
    if isinstance(action, Populate):
        space, number = action.location, pack.technology[action.technology].books
        given = len(state.figures.get(space, ()))
    elif isinstance(action, Build):
        space, number = action.space, pack.supply.building_cost[action.size].total
    else:
        return 0.0
    given += number * sum(marked == space and owner != valuation.seat for owner, marked in state.markers.items())
    return given * valuation.weights.gift * min(1.0, valuation.left / valuation.weights.fade.gift)
