"""The large location beside the devotion track, populated free of charge (001 Devotion Points; ruling
separate-location)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Option
from bot.engine.effects import PopulateApart
from bot.engine.resolution.effect_decisions import decides
from bot.engine.resolution.open_decision import SKIP, OpenDecision
from bot.engine.resolution.reveal_lookahead import reveals
from bot.engine.rules.map_actions import open_technologies, unlock_technology
from bot.engine.rules.passive_effects import effects_at
from bot.engine.variants.abyss.state_access import kept_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.abyss_state import AbyssState
    from bot.engine.game import Game
    from bot.engine.resolution.tasks import Do
    from bot.engine.state import SeatNumber


def draw(game: Game, kept: AbyssState) -> None:
    """The large location that lies in no corner; of several by lot."""
    laid = {lying.tile for lying in game.state.places}
    kept.location = game.shuffle([tile.id for tile in game.pack.large_locations if tile.id not in laid])[0]


@decides(PopulateApart)
def _populate(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    """Which figure goes there; nothing is paid, whoever is there (ruling separate-location)."""
    added = effects_at(game, seat, "populated")
    kept = kept_of(game)
    figures = () if seat in kept.figures else tuple(open_technologies(game, seat))
    options = tuple(Option("figure", each.id, 0, reveals(game, seat, [*each.at_once, *added])) for each in figures)

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "skip":
            return
        technology = game.pack.technology[str(picked[0].id)]
        kept_of(game).figures.append(seat)
        game.tell("populated_apart", seat, location=kept.location, technology=technology.id)
        unlock_technology(game, seat, technology)

    return OpenDecision("figure", "devotion.free_population", (*options, SKIP), answer, task.source)


def problems(game: Game) -> Iterator[tuple[str, str]]:
    """It is none of the large locations on the map, and nobody is there twice."""
    kept = kept_of(game)
    if kept.location not in game.pack.large_location or any(lying.tile == kept.location for lying in game.state.places):
        yield "location_apart", kept.location
    if len(set(kept.figures)) < len(kept.figures):
        yield "location_apart", f"figures of {kept.figures}"
