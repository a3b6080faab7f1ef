"""How often a turn something happens to a seat that technologies wait for: as often as in played games, the more so the
more it has done of it already."""

from __future__ import annotations

from bot.engine.effects import Countable, Moment, TakeCrate
from bot.engine.rules.counting import count
from bot.players.valuation.valuation_state import ValuationState, once

COUNTED: dict[Moment, Countable] = {
    "populated": "technologies",
    "built": "buildings",
    "hibernated": "hibernations",
    "crate_opened": "crates",
}


@once
def event_rates(state: ValuationState) -> dict[Moment, float]:
    """How often each event comes in one of the seat's turns to come."""
    turns = state.game.state.turn.number / len(state.game.state.seats)
    found = {event: _blended(state, event, usual, turns) for event, usual in state.weights.events.items()}
    energy = state.energy_owned + state.left / 2 * state.weights.counts["energy"]
    return found | {"machine_used": state.weights.technologies.uses * energy}


def _blended(state: ValuationState, event: Moment, usual: float, turns: float) -> float:
    if event == "crate_opened":
        crates = sum(effect.n for effect in state.pack.tribe[state.mine.tribe].ability if isinstance(effect, TakeCrate))
        usual += crates * state.weights.counts["discs"]
    counted = COUNTED.get(event)
    if counted is None:
        return usual
    known = state.weights.technologies.known
    return (known * usual + count(state.game, state.seat, counted)) / (known + turns)
