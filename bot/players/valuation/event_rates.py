"""How often a turn something happens to a seat that technologies wait for: as often as in played games, the more so the
more it has done of it already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.effects import Countable, Moment, TakeCrate
from bot.engine.rules.counting import count

if TYPE_CHECKING:
    from bot.players.valuation.valuation import Valuation

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


def rates(worth: Valuation) -> dict[Moment, float]:
    """Of each moment how often it comes in one of the seat's turns to come."""
    turns = worth.game.state.turn.number / len(worth.game.state.seats)
    found = {moment: _blended(worth, moment, usual, turns) for moment, usual in USUAL.items()}
    energy = worth.energy_owned + worth.left / 2 * worth.weights.counts["energy"]
    return found | {"machine_used": USES * energy}


def _blended(worth: Valuation, moment: Moment, usual: float, turns: float) -> float:
    if moment == "crate_opened":
        crates = sum(effect.n for effect in worth.pack.tribe[worth.mine.tribe].ability if isinstance(effect, TakeCrate))
        usual += crates * worth.weights.counts["discs"]
    counted = COUNTED.get(moment)
    if counted is None:
        return usual
    return (KNOWN * usual + count(worth.game, worth.seat, counted)) / (KNOWN + turns)
