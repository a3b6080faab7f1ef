"""What a list of effects would bring a seat, added up before it is priced."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.engine.effects import Track
from bot.engine.resources import Amounts


@dataclass(slots=True)
class EffectTotals:
    """Resources (what is paid counts negative), points at once, energy, steps, and what is priced already: ``flat``
    in points, with the share that comes from artifacts, from cards and machines (``engine``) and from technologies."""

    gear: int = 0
    book: int = 0
    food: int = 0
    crystal: int = 0
    points: int = 0
    energy: int = 0
    steps: dict[Track, int] = field(default_factory=lambda: {"forest": 0, "mountain": 0, "field": 0})
    flat: float = 0.0
    artifacts: float = 0.0
    engine: float = 0.0
    technology: float = 0.0

    def add(self, amounts: Amounts, sign: int = 1) -> None:
        """More resources, or fewer."""
        self.gear += sign * amounts.gear
        self.book += sign * amounts.book
        self.food += sign * amounts.food
        self.crystal += sign * amounts.crystal

    def copy(self) -> EffectTotals:
        return replace(self, steps=dict(self.steps))
