"""The strength of a computer player that somebody chose, which may be “like me”."""

from typing import Final, cast

from bot.app.results import matched_strength
from bot.app.tables import Strength
from cogs.core.services import Interaction
from cogs.game.table_access import caller_of

LIKE_ME: Final = "like_me"
"""As strong as whoever chooses it; the table keeps the strength that this comes to."""


async def chosen_strength(interaction: Interaction, typed: str) -> Strength:
    """The strength that a choice stands for. What is no strength is refused by the table.

    :raises UserError: outside servers there are no tables.
    """
    if typed != LIKE_ME:
        return cast("Strength", typed)
    caller = caller_of(interaction)
    return await matched_strength(interaction.client.services.store, caller.guild, caller.user)
