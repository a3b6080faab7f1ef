"""The values of *Call of the Abyss*: exchanges, journeys, lakes, and all of it in a position. Games without
the expansion have none of it."""

from __future__ import annotations

from bot.engine.components import Journey
from bot.engine.effects import Effect, Size
from bot.engine.resolution.tasks import SettleGains
from bot.engine.rules.mutations import SCORE_BONUS_END
from bot.engine.state import Space
from bot.engine.variants.abyss.devotion import RATE, reached
from bot.engine.variants.abyss.journey_cards import counted, level_of
from bot.engine.variants.abyss.lakes import DEVOTION, laid, shore, sizes_at
from bot.engine.variants.abyss.state_access import parts_of, seat_of
from bot.players.valuation.devotion_values import devotion_point, scyphoz, still_early
from bot.players.valuation.later_effects import later_value
from bot.players.valuation.valuation_state import ValuationState

STILL_TO_DO = 0.9
"""What a journey that can be resolved is worth beside one that has been, in the last turn in which it can be."""


def rewards(state: ValuationState, points: int, devotion: int) -> float:
    """The bonuses of both tracks that so much leads to."""
    effects: tuple[Effect, ...] = tuple(reached(state.game, state.seat, points, devotion))
    return later_value(state, effects)


def exchanged(state: ValuationState, task: SettleGains, got: str | None, number: int) -> float:
    """What an exchange leaves, with the bonuses it leads to."""
    points, devotion = task.points, task.devotion
    if got == "devotion":
        points, devotion = points - RATE * number, devotion + number
    elif got == "points":
        points, devotion = points + number, devotion - RATE * number
    on_track = min(points, max(0, SCORE_BONUS_END - state.mine.points))
    share = state.weights.score_bonus * min(1.0, 0.2 + state.left / 5)
    near = devotion * (devotion_point(state) - state.weights.point)
    return points + devotion + on_track * share + near + rewards(state, points, devotion)


# ---- journeys ----------------------------------------------------------------------------------------------------


def journey_value(state: ValuationState, journey: Journey) -> float:
    """The devotion that an open journey is expected to bring by the end. It brings some only if an own turn is left in
    which it can be resolved: this one or a later one (001 Journey Cards)."""
    later = min(1.0, state.left) * _by_the_end(state, journey)
    if state.game.active != state.seat or state.game.state.phase != "play":
        return later
    level = level_of(state.game, state.seat, journey)
    return max(later, STILL_TO_DO * level.devotion) if level else later


def _by_the_end(state: ValuationState, journey: Journey) -> float:
    number, best = counted(state.game, state.seat, journey), 0.0
    for level in journey.levels:
        lacks = max(0, level.reach - number) / level.reach
        chance = 1.0 if not lacks else max(0.0, 1.0 - lacks / max(0.01, state.weights.abyss.growth * state.left))
        best = max(best, level.devotion * chance)
    return best


def resolving(state: ValuationState, journey: Journey) -> float:
    """Resolving it now, beside keeping it for a higher level."""
    level = level_of(state.game, state.seat, journey)
    if level is None:
        return 0.0
    return devotion_point(state) * level.devotion + state.weights.abyss.resolve - journey_value(state, journey)


# ---- lakes -------------------------------------------------------------------------------------------------------


def lake_rewards(state: ValuationState) -> tuple[Effect, ...]:
    """What the lakes give the seat when it hibernates."""
    found: list[Effect] = []
    for place in laid(state.game) if state.game.pooling is not None else ():
        lake, sizes = state.pack.lake[state.game.state.places[place].tile], sizes_at(state.game, state.seat, place)
        found += (*(lake.small if "small" in sizes else ()), *(lake.large if "large" in sizes else ()))
    return tuple(found)


def building_at_lakes(state: ValuationState) -> dict[Space, float]:
    """What the lakes add to a building on each space beside them, for the size that the seat has none of there yet: the
    devotion at once, and the rewards of the hibernations to come. A large one counts less by what it costs more."""
    found: dict[Space, float] = {}
    for place in laid(state.game) if state.game.pooling is not None else ():
        value = max((_at_lake(state, place, size) for size in _lacking(state, place)), default=0.0)
        for space in shore(state.game, place) if value > 0 else ():
            found[space] = found.get(space, 0.0) + value
    return found


def lakes_served(state: ValuationState) -> tuple[tuple[Size, ...], ...]:
    """The sizes that could still bring something at each lake: all of the seat's that this value depends on."""
    return tuple(_lacking(state, place) for place in laid(state.game)) if state.game.pooling is not None else ()


def _lacking(state: ValuationState, place: int) -> tuple[Size, ...]:
    there = sizes_at(state.game, state.seat, place)
    return tuple(size for size in DEVOTION if size not in there and state.mine.buildings_left[size])


def _at_lake(state: ValuationState, place: int, size: Size) -> float:
    base, lake, costs = (
        state.base,
        state.pack.lake[state.game.state.places[place].tile],
        state.pack.supply.building_cost,
    )
    each = later_value(base, lake.small if size == "small" else lake.large)
    share = min(cost.total for cost in costs.values()) / costs[size].total
    return share * (DEVOTION[size] * devotion_point(base) + base.cycles * each)


# ---- the whole position ------------------------------------------------------------------------------------------


def position_value(state: ValuationState) -> float:
    """Everything of the expansion that a seat has."""
    game = state.game
    if game.pooling is None:
        return 0.0
    mine, parts = seat_of(game, state.seat), parts_of(game)
    coming = mine.points_to_come + mine.devotion_to_come
    ahead = [space - mine.devotion for space in parts.devotion if space > mine.devotion]
    weights = state.weights.abyss
    close = max(0.0, 1 - min(ahead) / weights.between) if ahead else 0.0
    near = weights.near * scyphoz(state) * close * still_early(state)
    return (
        mine.devotion
        + coming
        + near
        + rewards(state, mine.points_to_come, mine.devotion_to_come)
        + sum(journey_value(state, state.pack.journey[journey]) for journey in mine.journeys)
        + sum(
            state.pack.large_location[location].points
            for variant in game.variants
            for location in variant.locations_apart(game, state.seat)
        )
        + state.cycles * later_value(state, lake_rewards(state))
    )
