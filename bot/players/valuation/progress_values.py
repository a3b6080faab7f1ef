"""The value of markers on the progress track, and of the tribe ability's discs."""

from __future__ import annotations

from bot.engine.effects import Effect, TakeArtifact
from bot.players.valuation.artifact_values import artifact_later, count_values
from bot.players.valuation.valuation_state import ValuationState, once


@once
def marker(state: ValuationState) -> float:
    """The next marker on the progress track."""
    return markers(state, 1)


def markers(state: ValuationState, number: int) -> float:
    """The next so many markers on the progress track: their bonuses, and how the track looks with them."""
    spaces, at = state.pack.player_board.progress, state.mine.progress
    there = min(len(spaces) - 1, at + number)
    bonuses = sum(_bonus(state, space.get) for space in spaces[at:there])
    counted = count_values(state).get("progress_markers", 0.0) * (there - at)
    return bonuses + progress_at(state, there) - progress_at(state, at) + counted


@once
def marker_on_average(state: ValuationState) -> float:
    """One of the markers that are still expected."""
    more = max(1, round(_markers_coming(state)))
    return markers(state, more) / more


def _markers_coming(state: ValuationState) -> float:
    return state.left * state.weights.counts["progress_markers"]


def progress_at(state: ValuationState, at: int) -> float:
    """The progress track with so many markers: its points at the count that is expected then, and the bonuses that are
    near."""
    key = at, artifact_later(state)
    found = state.progress_cache.get(key)
    if found is None:
        found = state.progress_cache[key] = _progress_at(state, at)
    return found


def _progress_at(state: ValuationState, at: int) -> float:
    spaces = state.pack.player_board.progress
    reach = min(len(spaces) - 1.0, at + _markers_coming(state))
    low = int(reach)
    high = min(low + 1, len(spaces) - 1)
    points = spaces[low].points + (reach - low) * (spaces[high].points - spaces[low].points)
    return points + _near_bonuses(state, at)


def _near_bonuses(state: ValuationState, at: int) -> float:
    """The bonuses of the next spaces of the progress track, felt before they are reached."""
    spaces, weights = state.pack.player_board.progress, state.weights
    growth = weights.progress.growth * state.left / (state.left + weights.fade.ahead)
    near = enumerate(spaces[at : at + weights.progress.seen], 1)
    return sum(_bonus(state, space.get) * growth**ahead for ahead, space in near if space.get)


def _bonus(state: ValuationState, effects: tuple[Effect, ...]) -> float:
    weights = state.weights.progress
    other = weights.bonus * min(1.0, weights.bonus_least + state.left / state.weights.fade.progress_bonus)
    return sum(artifact_later(state) if isinstance(effect, TakeArtifact) else other for effect in effects)


@once
def disc(state: ValuationState) -> float:
    """The disc of the tribe ability, while there is one left."""
    return marker(state) + count_values(state).get("discs", 0.0) if state.mine.discs else 0.0


def disc_later(state: ValuationState) -> float:
    """A disc at some later time."""
    return marker_on_average(state) + count_values(state).get("discs", 0.0) if state.mine.discs else 0.0
