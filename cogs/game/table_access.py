"""Between Discord and the tables: who somebody is, the one object all tables live in, and controls whose refusals are
explained in private."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Final

import discord
import msgspec

from bot.app.tables import Caller, Status, TableRefusal, Tables
from bot.engine.actions import Refused
from cogs.core.localization import UserError, private_locale
from cogs.core.persistent_ui import (
    Panel,
    PersistentButton,
    PersistentSelect,
    edit_in_place,
    is_private,
    reply_privately,
)
from cogs.core.services import BotClient, Interaction
from cogs.game.plan_mode import as_asked

REMEMBERED: Final = 5000
"""People in channels whose last interaction is remembered."""


def tables_of(bot: BotClient) -> Tables:
    """The tables of a client."""
    return bot.services.tables


def caller_of(interaction: Interaction) -> Caller:
    """The person; who may manage messages, the channel or the server looks after the place.

    :raises UserError: outside servers there are no tables.
    """
    if interaction.guild_id is None or interaction.channel_id is None:
        raise UserError("game.only_in_servers")
    granted = interaction.permissions
    return Caller(
        user=interaction.user.id,
        name=interaction.user.display_name,
        channel=interaction.channel_id,
        guild=interaction.guild_id,
        interaction=interaction.id,
        moderator=granted.manage_messages or granted.manage_channels or granted.manage_guild,
        manager=granted.manage_guild,
        parent=getattr(interaction.channel, "parent_id", None),
        roles=_roles(interaction.user),
    )


def _roles(user: discord.User | discord.Member) -> tuple[int, ...]:
    return tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()


def uncounted(caller: Caller) -> Caller:
    """The same person, for what follows from an interaction that has been counted already."""
    return msgspec.structs.replace(caller, interaction=None)


def game_here(interaction: Interaction, game: int | None = None) -> int:
    """The table meant: the one named, else the open one of the channel.

    :raises TableRefusal: ``no_game_here``.
    """
    return game if game is not None else tables_of(interaction.client).here(interaction.channel_id or 0)


async def visible_game(interaction: Interaction, game: int) -> int:
    """The number of a table that was named, once it is sure that the person plays there or sees its channel.

    :raises TableRefusal: ``no_such_game``: for them there is none.
    """
    status, user = await tables_of(interaction.client).status(game), interaction.user
    mine = user.id == status.owner or any(user.id in (seat.user, seat.kept_for) for seat in status.seats)
    if not mine and not sees_channel(interaction, status):
        raise TableRefusal("no_such_game", game=game)
    return game


def sees_channel(interaction: Interaction, status: Status) -> bool:
    """Whether the person sees a table's channel on the server that they are on now."""
    if status.guild != interaction.guild_id or status.channel == interaction.channel_id:
        return status.guild == interaction.guild_id
    user = interaction.user
    return isinstance(user, discord.Member) and member_sees(interaction.client, user, status.channel)


def member_sees(bot: BotClient, member: discord.Member, channel: int) -> bool:
    """Whether somebody sees a channel of the server on which they are."""
    place = bot.get_channel(channel)
    if isinstance(place, discord.abc.GuildChannel | discord.Thread):
        return place.permissions_for(member).view_channel
    return False


async def answer(interaction: Interaction, panel: Panel) -> None:
    """Show something to one person: in place where the message is theirs alone, else as a private message."""
    panel = as_asked(interaction, panel, private_locale(interaction))
    pressed = interaction.type is discord.InteractionType.component
    await (edit_in_place if pressed and is_private(interaction) else reply_privately)(interaction, panel)


def begun(interaction: Interaction) -> None:
    """Remember that somebody has done something: what was to follow an earlier answer of theirs here comes too late."""
    newest = interaction.client.services.newest
    newest[_where(interaction)] = interaction.id
    newest.move_to_end(_where(interaction))
    if len(newest) > REMEMBERED:
        newest.popitem(last=False)


def is_newest(interaction: Interaction) -> bool:
    """Whether the person has done nothing more in the channel since."""
    return interaction.client.services.newest.get(_where(interaction)) == interaction.id


def _where(interaction: Interaction) -> tuple[int, int | None]:
    return interaction.user.id, interaction.channel_id


class RefusedAtTable(Exception):
    """What a table or the rules refuse, with what the answer needs: the game, where one is known, and the group of the
    action that was wanted."""

    def __init__(self, refusal: TableRefusal | Refused, game: int | None, group: str | None) -> None:
        super().__init__(str(refusal))
        self.refusal, self.game, self.group = refusal, game, group


@asynccontextmanager
async def explained(interaction: Interaction, game: int | None = None, group: str | None = None) -> AsyncIterator[None]:
    """Let what a table or the rules refuse be told in private: why, the rule, what would work, fresh controls.

    The client's error handler tells it, so that nothing has to be known here of how a refusal looks.
    """
    begun(interaction)
    messages = interaction.client.services.table_messages
    with messages.pressed_own(interaction, game) if messages is not None else nullcontext():
        try:
            yield
        except (TableRefusal, Refused) as refused:
            await interaction.client.failed(interaction, RefusedAtTable(refused, game, group))


async def _redraw_leftover(interaction: Interaction, game: int) -> None:
    messages = interaction.client.services.table_messages
    if messages is not None and interaction.message is not None and not interaction.message.flags.ephemeral:
        await messages.redraw_leftover(interaction, game)


class TableButton(PersistentButton, template=r"(?!)"):
    """A button of a table, whose number is the group ``game`` of its custom id."""

    @property
    def game(self) -> int:
        """The number of the game."""
        return int(self.state["game"])

    async def used(self, interaction: Interaction) -> None:
        """Do what the button is for; a refusal is told privately."""
        await _redraw_leftover(interaction, self.game)
        async with explained(interaction, self.game):
            await self.pressed(interaction)
        tables_of(interaction.client).pressed(self.game)

    async def pressed(self, interaction: Interaction) -> None:
        """What happens on a click; refusals may go through."""
        raise NotImplementedError


class TableSelect(PersistentSelect, template=r"(?!)"):
    """A menu of a table, whose number is the group ``game`` of its custom id."""

    @property
    def game(self) -> int:
        """The number of the game."""
        return int(self.state["game"])

    async def used(self, interaction: Interaction) -> None:
        """Do what the menu is for; a refusal is told privately."""
        await _redraw_leftover(interaction, self.game)
        async with explained(interaction, self.game):
            await self.picked(interaction)
        tables_of(interaction.client).pressed(self.game)

    async def picked(self, interaction: Interaction) -> None:
        """What happens on a choice; refusals may go through."""
        raise NotImplementedError
