"""The value of steps on the machine tracks, and of the reward spaces that they lead to."""

from __future__ import annotations

from bot.engine.effects import TRACKS, Track
from bot.engine.rules.score_values import CARD_POINTS
from bot.players.valuation.artifact_values import artifact_later, count_values
from bot.players.valuation.card_values import cards_of
from bot.players.valuation.machine_values import machine_value
from bot.players.valuation.progress_values import marker_on_average, markers
from bot.players.valuation.resource_values import fresh
from bot.players.valuation.valuation_state import ValuationState, once


def reward_values(state: ValuationState) -> dict[str, float]:
    """The value of each reward space when it is unlocked, its progress marker included, as in the first position of the
    turn. Many are in reach at once: their markers get the bonuses of the progress track one after the other."""
    return _reward_values(state.base)


@once
def _reward_values(state: ValuationState) -> dict[str, float]:
    each = marker_on_average(state)
    return {reward.id: _reward(state, reward.id) + each for reward in state.pack.player_board.rewards}


def _reward(state: ValuationState, reward_id: str) -> float:
    reward = state.pack.reward[reward_id]
    if reward.machine:
        return machine_value(state, reward.machine)
    if reward.market:
        shown = sorted((machine_value(state, name) for name in state.game.state.market[reward.market]), reverse=True)
        return sum(shown[:2]) / len(shown[:2]) if shown else 0.0
    if reward.cards:
        return CARD_POINTS * cards_of(state, reward.cards)
    return artifact_later(state)


def track_potential(state: ValuationState, forest: int, mountain: int, field: int) -> float:
    """The rewards that positions on the machine tracks have opened since, or bring near."""
    return _ahead(state, (forest, mountain, field))[0]


def _ahead(state: ValuationState, at: tuple[int, int, int]) -> tuple[float, int]:
    """The same, and how many of those rewards are opened."""
    key = at, tuple(state.mine.unlocked)
    found = state.track_cache.get(key)
    if found is None:
        found = state.track_cache[key] = _potential(state, dict(zip(TRACKS, at, strict=True)))
    return found


def _potential(state: ValuationState, at: dict[Track, int]) -> tuple[float, int]:
    growth, rewards = state.weights.growth * state.left / (state.left + state.weights.fade.ahead), reward_values(state)
    unlocked, total, opened = state.mine.unlocked, 0.0, 0
    for reward, links in state.pack.links:
        if reward not in unlocked:
            missing = 0
            for track, space in links:
                if space > at[track]:
                    missing += space - at[track]
            total += rewards[reward] * growth**missing
            opened += not missing
    return total + count_values(state.base).get("track_steps", 0.0) * sum(at.values()), opened


def steps(state: ValuationState, forest: int, mountain: int, field: int) -> float:
    """So many steps on the tracks; beyond a track's end each is a resource. The markers of what is opened go where the
    progress track is now."""
    wanted = forest, mountain, field
    found = state.step_cache.get(wanted)
    if found is None:
        found = state.step_cache[wanted] = _steps(state, forest, mountain, field)
    return found


def _steps(state: ValuationState, forest: int, mountain: int, field: int) -> float:
    here, tracks = state.mine.track, state.pack.player_board.tracks
    beyond = 0
    there = {"forest": here["forest"] + forest, "mountain": here["mountain"] + mountain, "field": here["field"] + field}
    for track in TRACKS:
        end = tracks[track].spaces
        if there[track] > end:
            beyond += there[track] - end
            there[track] = end
    ahead, opened = _ahead(state, (there["forest"], there["mountain"], there["field"]))
    gained = ahead - _potential_here(state)
    if opened:
        gained += markers(state, opened) - opened * marker_on_average(state.base)
    return gained + beyond * state.weights.beyond_track * fresh(state) if beyond else gained


@once
def _potential_here(state: ValuationState) -> float:
    here = state.mine.track
    return track_potential(state, here["forest"], here["mountain"], here["field"])


@once
def single_steps(state: ValuationState) -> dict[str, float]:
    """One step on each machine track."""
    return {track: steps(state, *(int(track == other) for other in TRACKS)) for track in TRACKS}
