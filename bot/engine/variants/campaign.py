"""Elements of the campaign that the documents describe: vast crystals and more citizens (001 Explore, Build; facts 2,
6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.game import Variant

if TYPE_CHECKING:
    from bot.engine.components import Citizen, Tile
    from bot.engine.game import Game


class VastCrystals(Variant):
    """Vast crystals take the places of as many area tiles, by lot. Each is one big space: no way through, no card, no
    terrain."""

    def tiles(self, game: Game, tiles: list[Tile]) -> list[Tile]:
        """The vast crystals take the place of as many area tiles, which stay in the box."""
        vast = [tile for tile in game.pack.tiles if tile.vast][: game.pack.supply.vast_crystals]
        kept = game.shuffle([tile.id for tile in tiles])[len(vast) :]
        return [tile for tile in tiles if tile.id in kept] + vast


class CampaignCitizens(Variant):
    """The campaign's citizens are shuffled into the deck."""

    def citizens(self, game: Game, cards: list[Citizen]) -> list[Citizen]:
        """The campaign's citizens join the others."""
        return cards + [card for card in game.pack.citizens if card.campaign]
