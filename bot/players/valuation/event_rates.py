"""How often a turn something happens to a seat that technologies wait for: as often as in played games, the more so the
more it has done of it already."""

from __future__ import annotations

from bot.engine.effects import Countable, Moment, TakeCrate
from bot.engine.rules.counting import count
from bot.players.valuation.valuation_state import ValuationState, once

USUAL: dict[Moment, float] = {
    "played": 0.5, "switched": 0.1, "explored": 0.33, "populated": 0.27, "built": 0.3, "hibernated": 0.25,
    "crate_opened": 0.2,
}  # fmt: skip
COUNTED: dict[Moment, Countable] = {
    "populated": "technologies",
    "built": "buildings",
    "hibernated": "hibernations",
    "crate_opened": "crates",
}
KNOWN = 4
"""Own turns that have to be played until what a seat does weighs as much as what is usual."""
USES = 0.28
"""Uses of machines a turn for each energy."""


@once
def event_rates(state: ValuationState) -> dict[Moment, float]:
    """How often each event comes in one of the seat's turns to come."""
    turns = state.game.state.turn.number / len(state.game.state.seats)
    found = {event: _blended(state, event, usual, turns) for event, usual in USUAL.items()}
    energy = state.energy_owned + state.left / 2 * state.weights.counts["energy"]
    return found | {"machine_used": USES * energy}


def _blended(state: ValuationState, event: Moment, usual: float, turns: float) -> float:
    if event == "crate_opened":
        crates = sum(effect.n for effect in state.pack.tribe[state.mine.tribe].ability if isinstance(effect, TakeCrate))
        usual += crates * state.weights.counts["discs"]
    counted = COUNTED.get(event)
    if counted is None:
        return usual
    return (KNOWN * usual + count(state.game, state.seat, counted)) / (KNOWN + turns)
