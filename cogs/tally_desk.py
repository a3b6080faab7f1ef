"""Between Discord and the score pads' desk: who somebody is, which place this is, and refusals in words."""

from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.table.tally import Desk, Player, Refused, Who
from cogs.rules_panels import escaped
from cogs.services import Interaction
from cogs.speech import Declined


def desk_of(interaction: Interaction) -> Desk:
    return Desk(interaction.client.services.store.tallies)


def who_is(interaction: Interaction) -> Who:
    """The person; who may manage messages or the server looks after the place."""
    granted = interaction.permissions
    moderator = interaction.guild_id is not None and (granted.manage_messages or granted.manage_guild)
    return Who(interaction.user.id, interaction.user.display_name, moderator)


def player_of(user: discord.User | discord.Member) -> Player:
    return Player(user.display_name, user.id)


def place_of(interaction: Interaction) -> int:
    """Where results are kept together: the server, else the channel."""
    return interaction.guild_id or interaction.channel_id or interaction.user.id


@contextmanager
def explained() -> Iterator[None]:
    """Let the desk's refusals be told like every other.

    :raises Declined: the desk refused.
    """
    try:
        yield
    except Refused as refused:
        raise declined(refused) from refused


def declined(refused: Refused) -> Declined:
    values = {key: escaped(value, 60) if isinstance(value, str) else value for key, value in refused.values.items()}
    return Declined(f"tally.refused.{refused.why}", **values)
