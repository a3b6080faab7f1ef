"""``/settings``: language and pictures for a person, a channel or a server, and what is in force."""

from typing import Any, Final, Self, assert_never

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.store import THEMES, Scope, Theme, as_message_mode, as_theme
from bot.text import LOCALES, Locale, as_locale, endonym, t
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, UserError, private_locale, public_locale
from cogs.core.message_mode import USUAL, set_mode
from cogs.core.persistent_ui import ACCENT, Panel, PersistentSelect, edit_in_place, reply_privately, with_deferral
from cogs.core.services import BotClient, Interaction
from cogs.core.theme_choice import private_theme, public_theme
from cogs.general.hours_settings import (
    away_choices,
    day_choices,
    set_away,
    set_hours,
    time_choices,
    zone_choices,
)
from cogs.general.message_mode_settings import MODE_CHOICES, set_message_mode
from cogs.general.notice_settings import (
    WHEN_CHOICES,
    WHERE_CHOICES,
    set_confirmation,
    set_explanations,
    set_notices,
)
from cogs.general.photos_settings import set_photos
from cogs.general.players_role_settings import set_players_role
from cogs.general.server_games_settings import CONTROLS, show_server_games

AUTOMATIC: Final = "auto"
LANGUAGE_CHOICES: Final = [
    *(app_commands.Choice(name=endonym(locale), value=str(locale)) for locale in LOCALES),
    app_commands.Choice(name=Localized("command.settings.language.automatic"), value=AUTOMATIC),
]
THEME_CHOICES: Final = [
    *(app_commands.Choice(name=Localized(f"command.settings.theme.{theme}"), value=theme) for theme in THEMES),
    app_commands.Choice(name=Localized("command.settings.language.automatic"), value=AUTOMATIC),
]
SCOPE_CHOICES: Final = [
    app_commands.Choice(name=Localized("command.settings.scope.person"), value=Scope.PERSON.value),
    app_commands.Choice(name=Localized("command.settings.scope.channel"), value=Scope.CHANNEL.value),
    app_commands.Choice(name=Localized("command.settings.scope.server"), value=Scope.SERVER.value),
]


TEXTS = CommandTexts("command.settings")
GAME_TEXTS = CommandTexts("game.settings")
PACE_TEXTS = CommandTexts("pace.command", "pace.field")
EVENING, MORNING = 20, 6
"""Hours with which the times on offer begin."""


class Settings(
    commands.GroupCog,
    group_name=Localized("command.settings.name"),
    group_description=Localized("command.settings.description"),
):
    """What people, channels and servers can set."""

    FAMILY = "bot"

    @TEXTS.command("language", language="command.settings.language.language", scope="command.settings.language.scope")
    @app_commands.choices(language=LANGUAGE_CHOICES, scope=SCOPE_CHOICES)
    async def language(self, interaction: Interaction, language: str, scope: str = Scope.PERSON.value) -> None:
        """Set the language of a person, channel or server."""
        where = Scope(scope)
        await set_language(interaction, where, as_locale(language))
        await reply_privately(interaction, settings_panel(interaction, saved=where))

    @TEXTS.command(
        "theme",
        theme="command.settings.theme.theme",
        scope=("command.settings.language.scope", "command.settings.theme.scope"),
    )
    @app_commands.choices(theme=THEME_CHOICES, scope=SCOPE_CHOICES)
    async def theme(self, interaction: Interaction, theme: str, scope: str = Scope.PERSON.value) -> None:
        """Set how pictures look for a person, channel or server."""
        where = Scope(scope)
        await set_theme(interaction, where, as_theme(theme))
        await reply_privately(interaction, settings_panel(interaction, saved=where))

    @TEXTS.command("messages", mode="command.settings.messages.mode")
    @app_commands.choices(mode=MODE_CHOICES)
    async def messages(self, interaction: Interaction, mode: str) -> None:
        """Set how much tables say in this channel."""
        _check(interaction, Scope.CHANNEL)
        await set_message_mode(interaction, as_message_mode(mode) or USUAL)

    @TEXTS.command("players", role="command.settings.players.role")
    async def players(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Set which role is told of tables here that look for players."""
        _check(interaction, Scope.SERVER)
        await set_players_role(interaction, role)

    @TEXTS.command("photos", allow="command.settings.photos.allow")
    async def photos(self, interaction: Interaction, allow: bool) -> None:
        """Set whether photos of tables may be posted with results here."""
        _check(interaction, Scope.SERVER)
        await set_photos(interaction, allow)

    @TEXTS.command("games")
    async def games(self, interaction: Interaction) -> None:
        """Show and set where games may be opened on this server, how many at once, and who may not."""
        _check(interaction, Scope.SERVER)
        await show_server_games(interaction)

    @TEXTS.command("show")
    async def show(self, interaction: Interaction) -> None:
        """Show what is set."""
        await reply_privately(interaction, settings_panel(interaction))

    @GAME_TEXTS.command("notices", "when", "where")
    @app_commands.choices(when=WHEN_CHOICES, where=WHERE_CHOICES)
    async def notices(self, interaction: Interaction, when: str, where: str | None = None) -> None:
        """Set when and where the person is told that a table waits for them."""
        await set_notices(interaction, when, where)

    @GAME_TEXTS.command("confirm", "ask")
    async def confirm(self, interaction: Interaction, ask: bool) -> None:
        """Set whether the person is asked before a turn ends."""
        await set_confirmation(interaction, ask)

    @GAME_TEXTS.command("explanations", "explain")
    async def explanations(self, interaction: Interaction, explain: bool) -> None:
        """Set whether first games explain themselves to the person."""
        await set_explanations(interaction, explain)

    @PACE_TEXTS.command("hours", "zone", "days", "show", begin="from", end="to")
    async def hours(
        self,
        interaction: Interaction,
        zone: str,
        begin: str | None = None,
        end: str | None = None,
        days: str | None = None,
        show: bool | None = None,
    ) -> None:
        """Set when the person does not want to be disturbed."""
        await set_hours(interaction, zone, begin, end, days, show)

    @hours.autocomplete("zone")
    async def zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Cities of time zones, for the option."""
        return zone_choices(interaction, typed)

    @hours.autocomplete("begin")
    async def begins(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Times in the evening, for the option."""
        return time_choices(typed, EVENING)

    @hours.autocomplete("end")
    async def ends(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Times in the morning, for the option."""
        return time_choices(typed, MORNING)

    @hours.autocomplete("days")
    async def weekdays(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Days of the week, for the option."""
        return day_choices(interaction, typed)

    @PACE_TEXTS.command("away", "until")
    async def away(self, interaction: Interaction, until: str | None = None) -> None:
        """Set the end of the person's holidays, or end them."""
        await set_away(interaction, until)

    @away.autocomplete("until")
    async def untils(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Days to come, for the option."""
        return await away_choices(interaction, typed)


class PickLanguage(PersistentSelect, template=r"settings:language:(?P<scope>person|channel|server)"):
    """The menu of languages for one scope."""

    @classmethod
    def of(cls, locale: Locale, scope: Scope, current: Locale | None) -> Self:
        """The menu for one scope, with the present language chosen."""
        options = [_option(endonym(each), each, each == current) for each in LOCALES]
        options.append(_option(t(locale, f"settings.automatic.{scope}"), AUTOMATIC, current is None))
        return cls(ui.Select(custom_id=f"settings:language:{scope}", options=options))

    async def used(self, interaction: Interaction) -> None:
        """Set the chosen language."""
        scope = Scope(self.state["scope"])
        await set_language(interaction, scope, as_locale(self.chosen[0]))
        await edit_in_place(interaction, settings_panel(interaction, saved=scope))


class PickTheme(PersistentSelect, template=r"settings:theme:(?P<scope>person|channel|server)"):
    """The menu of dark and light for one scope."""

    @classmethod
    def of(cls, locale: Locale, scope: Scope, current: Theme | None) -> Self:
        """The menu for one scope, with the present theme chosen."""
        options = [_option(t(locale, f"settings.theme.{each}"), each, each == current) for each in THEMES]
        options.append(_option(t(locale, f"settings.theme.automatic.{scope}"), AUTOMATIC, current is None))
        return cls(ui.Select(custom_id=f"settings:theme:{scope}", options=options))

    async def used(self, interaction: Interaction) -> None:
        """Set the chosen theme."""
        scope = Scope(self.state["scope"])
        await set_theme(interaction, scope, as_theme(self.chosen[0]))
        await edit_in_place(interaction, settings_panel(interaction, saved=scope))


async def set_language(interaction: Interaction, scope: Scope, language: Locale | None) -> None:
    """Set the language there; on return it is stored.

    :raises UserError: there is no such place here, or the person may not set it for others.
    """
    _check(interaction, scope)
    preferences = interaction.client.services.store.preferences
    await with_deferral(interaction, preferences.set_language(scope, owner(interaction, scope), language))


async def set_theme(interaction: Interaction, scope: Scope, theme: Theme | None) -> None:
    """Set how pictures look there; on return it is stored.

    :raises UserError: there is no such place here, or the person may not set it for others.
    """
    _check(interaction, scope)
    preferences = interaction.client.services.store.preferences
    await with_deferral(interaction, preferences.set_theme(scope, owner(interaction, scope), theme))


def _check(interaction: Interaction, scope: Scope) -> None:
    if scope is not Scope.PERSON and interaction.guild_id is None:
        raise UserError("settings.not_here")
    if not may_set(interaction, scope):
        raise UserError(f"settings.may_not.{scope}")


def may_set(interaction: Interaction, scope: Scope) -> bool:
    """Whether the person may set something there: everybody for themselves, who manages a place for the place."""
    granted = interaction.permissions
    match scope:
        case Scope.PERSON:
            return True
        case Scope.CHANNEL:
            return interaction.guild_id is not None and (granted.manage_channels or _may_manage_thread(interaction))
        case Scope.SERVER:
            return interaction.guild_id is not None and granted.manage_guild
    assert_never(scope)


def owner(interaction: Interaction, scope: Scope) -> int:
    """Discord's id of whom a setting is for."""
    match scope:
        case Scope.PERSON:
            return interaction.user.id
        case Scope.CHANNEL:
            return interaction.channel_id or 0
        case Scope.SERVER:
            return interaction.guild_id or 0
    assert_never(scope)


def settings_panel(interaction: Interaction, saved: Scope | None = None) -> Panel:
    """What is set for person, channel and server, each with a menu to change it for those who may."""
    locale = private_locale(interaction)
    container: ui.Container[Any] = ui.Container(accent_colour=ACCENT)
    container.add_item(ui.TextDisplay(_introduction(interaction, locale, saved)))
    for scope in Scope if interaction.guild_id else (Scope.PERSON,):
        _add_setting(container, interaction, locale, scope)
    panel = Panel()
    panel.add_item(container)
    return panel


def _introduction(interaction: Interaction, locale: Locale, saved: Scope | None) -> str:
    lines = [t(locale, "settings.title")]
    if saved:
        lines.append(t(locale, f"settings.saved.{saved}"))
    own = t(locale, f"settings.theme.now.{private_theme(interaction)}")
    lines.append(t(locale, "settings.private_now", language=endonym(locale), theme=own))
    if interaction.guild_id:
        shown = public_theme(interaction.client, interaction.channel_id, interaction.guild_id)
        theme = t(locale, f"settings.theme.now.{shown}")
        lines.append(t(locale, "settings.public_now", language=endonym(public_locale(interaction)), theme=theme))
        mode = set_mode(interaction.client, interaction.channel_id)
        lines.append(t(locale, f"settings.messages.{mode or 'usual'}"))
        if interaction.client.services.store.preferences.photos(interaction.guild_id):
            lines.append(t(locale, "settings.photos.on"))
    return "\n".join(lines)


def _add_setting(container: ui.Container[Any], interaction: Interaction, locale: Locale, scope: Scope) -> None:
    preferences = interaction.client.services.store.preferences
    current = preferences.language(scope, owner(interaction, scope))
    theme = preferences.theme(scope, owner(interaction, scope))
    container.add_item(ui.Separator())
    if may_set(interaction, scope):
        container.add_item(ui.TextDisplay(t(locale, f"settings.menu.{scope}")))
        container.add_item(ui.ActionRow(PickLanguage.of(locale, scope, current)))
        container.add_item(ui.ActionRow(PickTheme.of(locale, scope, theme)))
    else:
        shown = endonym(current) if current else t(locale, f"settings.automatic.{scope}")
        look = t(locale, f"settings.theme.{theme}" if theme else f"settings.theme.automatic.{scope}")
        container.add_item(ui.TextDisplay(t(locale, f"settings.line.{scope}", language=shown, theme=look)))


def _may_manage_thread(interaction: Interaction) -> bool:
    return isinstance(interaction.channel, discord.Thread) and interaction.permissions.manage_threads


def _option(label: str, value: str, chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(label=label, value=value, default=chosen)


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(PickLanguage, PickTheme, *CONTROLS)
    await bot.add_cog(Settings())
