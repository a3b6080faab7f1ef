"""Citizens and modules (facts 4.3 and 4.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.components import Citizen
    from bot.engine.packs.draft import Draft
    from bot.engine.packs.reader import Path

MOST_COLOURS = 2


def check(draft: Draft) -> None:
    """Note what contradicts itself on cards and modules."""
    for path, card in draft.items("citizens"):
        _citizen(draft, path, card)
    for path, module in draft.items("modules"):
        colours = module.colours
        if len(colours) > MOST_COLOURS:
            draft.wrong((*path, "colours"), f"{len(colours)} colours", "1 or 2")
        if len(set(colours)) < len(colours):
            draft.wrong((*path, "colours"), "the same colour twice", "different colours")


def _citizen(draft: Draft, path: Path, card: Citizen) -> None:
    if card.active and card.set is None:
        draft.wrong((*path, "active"), "active on a card of no starting set", "it on starting cards only")
    if card.campaign and card.set is not None:
        draft.wrong((*path, "campaign"), "a campaign card in a starting set", "one of both")
