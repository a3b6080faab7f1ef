"""Who may make and remove seasons."""

from cogs.core.localization import UserError
from cogs.core.services import Interaction
from cogs.score_pad.pad_access import who_is


def may_manage(interaction: Interaction) -> bool:
    """On a server those who look after it; elsewhere everybody."""
    return interaction.guild_id is None or who_is(interaction).moderator


def check_manage(interaction: Interaction) -> None:
    """:raises UserError: they may not."""
    if not may_manage(interaction):
        raise UserError("results.season.refused.not_you")
