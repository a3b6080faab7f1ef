"""The modules of rules a table can agree on (facts 6): which setup brings which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.variants.abyss import Abyss
from bot.engine.variants.advanced_switch import AdvancedSwitch
from bot.engine.variants.artifact_cards import ArtifactCards
from bot.engine.variants.campaign import CampaignCitizens, VastCrystals
from bot.engine.variants.long_game import LongGame
from bot.engine.variants.mautoma import Mautoma
from bot.engine.variants.solo import Solo
from bot.engine.variants.starting_cards import StartingCards

if TYPE_CHECKING:
    from bot.engine.game import Variant
    from bot.engine.state import Setup


def variants_of(setup: Setup) -> tuple[Variant, ...]:
    """The variants of a setup, in the order in which they lay the table."""
    options = setup.options
    found: list[Variant] = [StartingCards(options.starting_cards), ArtifactCards(options.artifact_card)]
    if options.advanced_switch and options.alone == "no":
        found.append(AdvancedSwitch())
    if options.vast_crystals:
        found.append(VastCrystals())
    if options.campaign_citizens:
        found.append(CampaignCitizens())
    if options.long_game:
        found.append(LongGame())
    if options.alone == "mautoma":
        found.append(Mautoma())
    elif options.alone == "solo":
        found.append(Solo())
    if options.abyss:
        found.append(Abyss())
    return tuple(found)
