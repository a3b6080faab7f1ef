"""What has to be true of a pack as a whole. Each check looks at what could be read and notes what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.packs.checks import (
    abyss_parts,
    cards,
    component_counts,
    endless_effects,
    identity,
    main_board,
    player_board,
    solo_parts,
    tribes,
)

if TYPE_CHECKING:
    from bot.engine.packs.draft import Draft


def check(draft: Draft) -> None:
    """Run all checks."""
    for module in (
        component_counts,
        identity,
        main_board,
        player_board,
        cards,
        tribes,
        solo_parts,
        abyss_parts,
        endless_effects,
    ):
        module.check(draft)
