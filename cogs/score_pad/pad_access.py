"""Between Discord and the score pads' desk: who somebody is, which place this is, and refusals in words."""

from collections.abc import Iterator
from contextlib import contextmanager

import discord
import msgspec

from bot.app.score_pad import OpenedPad, PadRefusal, PadUser, Player, ScorePads
from bot.app.tables import Named
from bot.app.tables.wording import named_words
from bot.text import Locale
from cogs.core.escaping import escaped
from cogs.core.localization import UserError, private_locale
from cogs.core.services import Interaction


def pads_of(interaction: Interaction) -> ScorePads:
    """The score pads of all places."""
    return ScorePads(interaction.client.services.store.score_pads)


def who_is(interaction: Interaction) -> PadUser:
    """The person; who may manage messages or the server looks after the place."""
    granted = interaction.permissions
    moderator = interaction.guild_id is not None and (granted.manage_messages or granted.manage_guild)
    return PadUser(interaction.user.id, interaction.user.display_name, moderator)


async def named_user(interaction: Interaction) -> PadUser:
    """The person with the typed names that are theirs here."""
    who, claims = who_is(interaction), interaction.client.services.store.name_claims
    return msgspec.structs.replace(who, names=await claims.names_of(place_of(interaction), who.person))


async def read_pad(interaction: Interaction, number: int) -> OpenedPad:
    """A score pad of this place, to be shown to the person.

    :raises PadRefusal: there is none of that number.
    """
    return in_language(await pads_of(interaction).find(number, place_of(interaction)), private_locale(interaction))


async def read_results(interaction: Interaction, most: int | None = None, first: int = 0) -> list[OpenedPad]:
    """The results of this place, to be shown to the person, that which was played last first."""
    found = await pads_of(interaction).results(place_of(interaction), most, first)
    return [in_language(opened, private_locale(interaction)) for opened in found]


def in_language(opened: OpenedPad, locale: Locale) -> OpenedPad:
    """The pad with its computer players, and those without a name, named in a language. In a refereed game the computer
    players are those without id."""
    pad = opened.pad
    players = tuple(
        player if player.name and (player.person is not None or not pad.game) else _renamed(locale, seat, player)
        for seat, player in enumerate(pad.players)
    )
    return msgspec.structs.replace(opened, pad=msgspec.structs.replace(pad, players=players))


def _renamed(locale: Locale, seat: int, player: Player) -> Player:
    named = Named(seat, player.name, computer=bool(player.name or player.computer))
    return msgspec.structs.replace(player, name=named_words(locale, named))


def player_of(user: discord.User | discord.Member) -> Player:
    """A Discord user as a player."""
    return Player(user.display_name, user.id)


def place_of(interaction: Interaction) -> int:
    """Where results are kept together: the server, else the channel."""
    return interaction.guild_id or interaction.channel_id or interaction.user.id


@contextmanager
def explained() -> Iterator[None]:
    """Turn a refusal of the score pads into an error with a sentence.

    :raises UserError: the service refused.
    """
    try:
        yield
    except PadRefusal as refused:
        raise declined(refused) from refused


def declined(refused: PadRefusal) -> UserError:
    """A refusal as an error with a sentence."""
    values = {key: escaped(value, 60) if isinstance(value, str) else value for key, value in refused.values.items()}
    return UserError(f"tally.refused.{refused.why}", **values)
