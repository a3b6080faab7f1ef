"""``/about``: what the bot is, which version, and what it may do here."""

from datetime import UTC, date, datetime, time

import discord
from discord import ui
from discord.ext import commands

from bot.text import Locale, joined, t, tn
from cogs.core.command_texts import CommandTexts
from cogs.core.discord_permissions import lacking, named
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import ACCENT, Panel, reply_privately
from cogs.core.services import BotClient, Interaction
from cogs.general.help_cog import OpenHelp

TEXTS = CommandTexts("command")


class About(commands.Cog):
    """What the bot says of itself."""

    FAMILY = "bot"

    @TEXTS.command("about")
    async def about(self, interaction: Interaction) -> None:
        """Show what the bot is."""
        await reply_privately(interaction, about_panel(interaction, private_locale(interaction)))


def about_panel(interaction: Interaction, locale: Locale) -> Panel:
    """What the bot is, its version, since when it runs, on how many servers, and which permissions it lacks here."""
    services = interaction.client.services
    paragraphs = [
        t(locale, "about.what"),
        t(locale, "about.unofficial"),
        t(
            locale,
            "about.facts",
            version=services.version,
            started=discord.utils.format_dt(services.started_at, "R"),
            servers=tn(locale, "about.servers", len(interaction.client.guilds)),
        ),
        t(locale, "about.reference", day=_day(services.reference.edition)),
    ]
    if services.reference.words_only:
        paragraphs.append(t(locale, "about.words_only"))
    if services.practice:
        paragraphs.append(t(locale, "about.practice"))
    if (
        interaction.guild_id
        and (missing := lacking(interaction.app_permissions))
        and interaction.is_guild_integration()
    ):
        paragraphs.append(t(locale, "about.lacking", permissions=joined(locale, named(locale, missing))))
    panel = Panel()
    panel.add_item(ui.Container(*map(ui.TextDisplay, paragraphs), accent_colour=ACCENT))
    panel.add_item(ui.ActionRow(OpenHelp.button(locale)))
    return panel


def _day(day: date) -> str:
    """A day as Discord writes it for whoever reads; noon, so that it is the same day everywhere."""
    return discord.utils.format_dt(datetime.combine(day, time(12), UTC), "D")


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    await bot.add_cog(About())
