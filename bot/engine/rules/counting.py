"""Counting what artifact cards and effects count (001 Artifacts and Artifact cards)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine.effects import Countable
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, SeatState

_OWN: dict[str, Callable[[SeatState], int]] = {
    "energy": lambda mine: mine.energy + sum(machine.powered for machine in mine.machines),
    "crates": lambda mine: mine.crates_taken,
    "machines": lambda mine: len(mine.machines),
    "modules": lambda mine: sum(module is not None for slot in mine.slots for module in slot.modules),
    "technologies": lambda mine: len(mine.technologies),
    "cards_gained": lambda mine: len(mine.gained_cards),
    "progress_markers": lambda mine: mine.progress,
    "hibernations": lambda mine: mine.hibernations,
    "track_steps": lambda mine: sum(mine.track.values()),
    "waters": lambda mine: len(mine.waters),
    "artifacts": lambda mine: sum(mine.artifacts.values()),
}


def count(game: Game, seat: SeatNumber, of: Countable) -> int:
    """How many of something a seat has now."""
    mine = game.seat(seat)
    if of in _OWN:
        return _OWN[of](mine)
    if of == "discs":
        return game.pack.supply.discs - mine.discs
    if of == "large_locations":
        on_map = sum(
            seat in seats and game.terrain(location) == "large" for location, seats in game.state.figures.items()
        )
        return on_map + sum(len(variant.locations_apart(game, seat)) for variant in game.variants)
    sizes = [building.size for building in game.state.buildings.values() if building.seat == seat]
    return len(sizes) if of == "buildings" else sizes.count("small" if of == "small_buildings" else "large")
