"""``/rule``, ``/ask``, a mention with a question, and "Look up the rule" on a message: the reference in Discord."""

import asyncio
import logging
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.reference import Choice, Reference, SearchResult, Verdict
from bot.store import Scope, StoreProblem
from bot.text import DEFAULT, LOCALES, Locale, as_locale, endonym, t
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, private_locale
from cogs.core.persistent_ui import reply_privately, with_deferral
from cogs.core.question_answers import QuestionAnswer
from cogs.core.services import BotClient, Interaction
from cogs.rules.views import CONTROLS, TERM, Page, finding_panel, show, told_panel

log = logging.getLogger(__name__)

UNHURRIED: Final = 10.0
"""Seconds after the start at which the indexes of the search are built; a question before that waits for its own."""
PICKED: Final = "rule="
"""Before the id of a choice that was picked, so that it is not taken for a question."""
LANGUAGES: Final = [app_commands.Choice(name=endonym(locale), value=locale) for locale in LOCALES]


TEXTS = CommandTexts("rule.command")


class Rules(commands.Cog):
    """Looking rules up."""

    FAMILY = "rules"

    def __init__(self, bot: BotClient) -> None:
        self.bot = bot
        self.menu = app_commands.ContextMenu(name=Localized("rule.command.look_up.name"), callback=self.look_up)

    async def cog_load(self) -> None:
        """Add the message menu to the command tree, and get the search ready in the background."""
        self.bot.tree.add_command(self.menu)
        self.warming = asyncio.create_task(self._warm(), name="search")

    async def cog_unload(self) -> None:
        """Remove the message menu from the command tree."""
        self.warming.cancel()
        self.bot.tree.remove_command(self.menu.name, type=self.menu.type)

    async def _warm(self) -> None:
        await asyncio.sleep(UNHURRIED)
        await asyncio.to_thread(self.bot.services.reference.warm)

    @TEXTS.command("rule", topic="rule.command.rule.topic")
    async def rule(self, interaction: Interaction, topic: str) -> None:
        """Show the entry that was picked, else answer what was typed."""
        locale = private_locale(interaction)
        name = _picked(interaction.client.services.reference, topic, locale)
        if name is None:
            await answer(interaction, topic, locale)
        else:
            await show(interaction, Page(name, locale))

    @rule.autocomplete("topic")
    async def topics(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Entries and terms that fit what is typed, for the option."""
        locale = private_locale(interaction)
        choices = await interaction.client.services.reference.suggest(typed, locale)
        return [app_commands.Choice(name=_label(choice, locale), value=PICKED + _name(choice)) for choice in choices]

    @TEXTS.command("ask", question="rule.command.ask.question", language="rule.command.ask.language")
    @app_commands.choices(language=LANGUAGES)
    async def ask(self, interaction: Interaction, question: str, language: str | None = None) -> None:
        """Answer a question from the reference, in the language that was chosen, else in the question's own."""
        chosen = as_locale(language)
        await answer(interaction, question, chosen or private_locale(interaction), as_asked=chosen is None)

    async def look_up(self, interaction: Interaction, message: discord.Message) -> None:
        """Answer a message as a question, from its menu."""
        await answer(interaction, message.content, private_locale(interaction))

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer a question that mentions the bot, or that is written to it in private."""
        me = self.bot.user
        if me is None or message.author.bot or not _meant_for(me, message):
            return
        services = self.bot.services
        finding = await services.reference.ask(message.content, _message_locale(self.bot, message))
        locale = _message_locale(self.bot, message) or finding.locale
        panel = finding_panel(services.reference, finding, locale, public=message.guild is not None)
        try:
            await message.reply(view=panel, mention_author=False, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            log.warning("a mention could not be answered", extra={"channel": message.channel.id, "reason": error.text})
        await _remember(self.bot, finding)


async def answer(interaction: Interaction, question: str, locale: Locale, *, as_asked: bool = False) -> None:
    """Answer a question privately, in ``locale``; what the rules do not cover is remembered without the asker.

    :param as_asked: answer in the language of the question, where it is clearly another one.
    """
    reference = interaction.client.services.reference
    finding, told = await with_deferral(interaction, _ask(interaction, question, locale))
    if told is None:
        spoken = finding.locale if as_asked else locale
        await reply_privately(interaction, finding_panel(reference, finding, spoken))
        await _remember(interaction.client, finding)
    else:
        await reply_privately(interaction, told_panel(reference, finding, told, locale))


async def _ask(interaction: Interaction, question: str, locale: Locale) -> tuple[SearchResult, QuestionAnswer | None]:
    """What the reference finds, and what else is known of the question where it is asked."""
    services = interaction.client.services
    finding = await services.reference.ask(question, locale)
    for answerer in services.question_answerers:
        if told := await answerer(interaction, question, locale):
            return finding, told
    return finding, None


async def _remember(bot: BotClient, finding: SearchResult) -> None:
    """Keep a question without an answer. It was answered already, so that nobody is told where that fails."""
    if finding.verdict is Verdict.REFUSE:
        try:
            await bot.services.store.search_feedback.record_miss(finding.question, finding.locale)
        except StoreProblem as problem:
            log.warning("a question was not kept", extra={"problem": str(problem)})


def _picked(reference: Reference, topic: str, locale: Locale) -> str | None:
    """The page that was picked from the completion, or is called just like what was typed; None for a question."""
    if topic.startswith(PICKED):
        return topic.removeprefix(PICKED)
    choice = reference.exactly(topic, locale)
    return _name(choice) if choice else None


def _name(choice: Choice) -> str:
    return (TERM if choice.is_term else "") + choice.id


def _label(choice: Choice, locale: Locale) -> str:
    return t(locale, "rule.term.choice", term=choice.title) if choice.is_term else choice.title


def _meant_for(me: discord.ClientUser, message: discord.Message) -> bool:
    """A mention in the text; the silent one of a reply is small talk more often than a question."""
    return message.guild is None or f"<@{me.id}>" in message.content or f"<@!{me.id}>" in message.content


def _message_locale(bot: BotClient, message: discord.Message) -> Locale | None:
    """The language of the place where all read the answer; in private messages the person's, if it is known."""
    preferences = bot.services.store.preferences
    if message.guild is None:
        return preferences.language(Scope.PERSON, message.author.id)
    parent = message.channel.parent_id if isinstance(message.channel, discord.Thread) else None
    return (
        preferences.language(Scope.CHANNEL, message.channel.id)
        or preferences.language(Scope.CHANNEL, parent)
        or preferences.language(Scope.SERVER, message.guild.id)
        or as_locale(message.guild.preferred_locale)
        or DEFAULT
    )


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(*CONTROLS)
    await bot.add_cog(Rules(bot))
