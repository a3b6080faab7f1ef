"""Which language is spoken where, and localised names of commands."""

import discord
from discord import app_commands

from bot.store import Preferences, Scope
from bot.text import DEFAULT, Locale, as_locale, t
from cogs.core.services import BotClient, Interaction


class Localized(app_commands.locale_str):
    """A name or description of a command, option or choice, by its key. Discord shows it in each person's language.

    Keys: ``<domain>.command.<name>.name`` and so on; the domain is the catalogue's file.
    """

    def __init__(self, key: str, /) -> None:
        super().__init__(t(DEFAULT, key), key=key)


class CommandTranslator(app_commands.Translator):
    """Gives Discord the other languages of a :class:`Localized`. English variants need none: English is the default."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in one of Discord's languages; None for English and for languages that the bot does not speak."""
        language = as_locale(locale)
        if language is None or language == DEFAULT or not isinstance(string, Localized):
            return None
        return t(language, string.extras["key"])


class UserError(app_commands.AppCommandError):
    """What was asked cannot be done, and the text says why. Raised by cogs, shown privately by the error handler."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values

    def text(self, locale: Locale) -> str:
        """The sentence in a language."""
        return t(locale, self.key, **self.values)


def public_locale(interaction: Interaction) -> Locale:
    """The language of messages that everybody sees: as set for thread, channel or server, as Discord has it for the
    server, else English.

    Outside servers there is no public, so the person's language is taken.
    """
    if interaction.guild_id is None:
        return private_locale(interaction)
    return _of_place(interaction) or DEFAULT


def private_locale(interaction: Interaction) -> Locale:
    """The language of messages that one person sees: what they have set, their client's language, else as in public."""
    return (
        _preferences(interaction).language(Scope.PERSON, interaction.user.id)
        or as_locale(interaction.locale)
        or _of_place(interaction)
        or DEFAULT
    )


def language_of_place(bot: BotClient, channel: discord.abc.GuildChannel | discord.Thread) -> Locale:
    """The language of messages that everybody sees in a channel of a server, without an interaction."""
    preferences, guild = bot.services.store.preferences, channel.guild
    return _set_for(preferences, channel, channel.id, guild.id) or as_locale(guild.preferred_locale) or DEFAULT


def language_of_server(bot: BotClient, guild: discord.Guild, channel: int) -> Locale:
    """The same of a channel that the client does not hold, such as an archived thread."""
    chosen = _set_for(bot.services.store.preferences, None, channel, guild.id)
    return chosen or as_locale(guild.preferred_locale) or DEFAULT


def _of_place(interaction: Interaction) -> Locale | None:
    preferences = _preferences(interaction)
    chosen = _set_for(preferences, interaction.channel, interaction.channel_id, interaction.guild_id)
    return chosen or as_locale(interaction.guild_locale)


def _set_for(preferences: Preferences, place: object, channel: int | None, guild: int | None) -> Locale | None:
    parent = place.parent_id if isinstance(place, discord.Thread) else None
    return (
        preferences.language(Scope.CHANNEL, channel)
        or preferences.language(Scope.CHANNEL, parent)
        or preferences.language(Scope.SERVER, guild)
    )


def _preferences(interaction: Interaction) -> Preferences:
    return interaction.client.services.store.preferences
