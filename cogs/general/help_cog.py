"""``/help``: what to try first, what the signs mean, and every command, in the person's language, from the command tree
itself."""

from collections.abc import Sequence
from typing import Any, Final, Self

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.text import DEFAULT, Locale, as_locale, t
from bot.text.game.symbol_legend import PAGES, legend_page
from cogs.core.command_index import CommandIndex, Entry
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import UserError, private_locale
from cogs.core.persistent_ui import ACCENT, Panel, PersistentButton, PersistentSelect, edit_in_place, reply_privately
from cogs.core.services import BotClient, Interaction
from cogs.core.symbols_legend import SYMBOLS

START: Final = "start"
FIRST_GAME: Final = "first_game"
FIRST_STEPS: Final = (("ask",), ("rule",), ("game", "new"), ("tally", "new"), ("settings", "language"))
"""The commands a newcomer should try, in this order; those that this bot does not have are left out."""
SYMBOLS_ALOUD: Final = "symbols_aloud"
"""What the signs mean, for screen readers."""
FIRST_GAME_COMMANDS: Final = {
    "new": ("game", "new"),
    "hint": ("turn", "hint"),
    "settings": ("settings", "explanations"),
}
"""The commands that the page of the first game names."""
PER_PAGE: Final = 8
MOST_CHOICES: Final = 25


TEXTS = CommandTexts("command")


class Help(commands.Cog):
    """Finding one's way."""

    FAMILY = "bot"

    @TEXTS.command("help", topic="command.help.topic")
    async def help(self, interaction: Interaction, topic: str = START) -> None:
        """Show a page of the help."""
        command_index = interaction.client.command_index
        if (found := find_topic(command_index, topic)) is None:
            raise UserError("help.no_such_topic", topic=discord.utils.escape_markdown(topic[:50]))
        await reply_privately(interaction, help_panel(interaction, found))

    @help.autocomplete("topic")
    async def topics(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The topics, for the option."""
        locale = private_locale(interaction)
        named = [(topic_title(locale, topic), topic) for topic in topics(interaction.client.command_index)]
        found = [pair for pair in named if typed.casefold() in pair[0].casefold()]
        return [app_commands.Choice(name=title, value=topic) for title, topic in found[:MOST_CHOICES]]


class OpenHelp(PersistentButton, template=r"help:open:(?P<topic>\w+):(?P<page>\d+)(?P<new>:new)?"):
    """Opens a page of the help: in place, or with ``new`` as a message of its own."""

    @classmethod
    def button(cls, locale: Locale) -> Self:
        """The button for other messages."""
        label = t(locale, "help.open")
        return cls(ui.Button(label=label, custom_id=f"help:open:{START}:0:new", style=discord.ButtonStyle.secondary))

    @classmethod
    def turn(cls, label: str, topic: str, page: int) -> Self:
        """The button that turns to a page in place."""
        return cls(ui.Button(label=label, custom_id=f"help:open:{topic}:{page}"))

    async def used(self, interaction: Interaction) -> None:
        """Show the page."""
        topic = find_topic(interaction.client.command_index, self.state["topic"]) or START
        panel = help_panel(interaction, topic, int(self.state["page"]))
        await (reply_privately if "new" in self.state else edit_in_place)(interaction, panel)


class PickTopic(PersistentSelect, template=r"help:pick"):
    """The menu of topics."""

    @classmethod
    def among(cls, locale: Locale, shown: str, command_index: CommandIndex) -> Self:
        """The menu of all topics, with the present one chosen."""
        options = [
            discord.SelectOption(label=topic_title(locale, topic), value=topic, default=topic == shown)
            for topic in topics(command_index)
        ]
        return cls(ui.Select(custom_id="help:pick", placeholder=t(locale, "help.pick"), options=options))

    async def used(self, interaction: Interaction) -> None:
        """Show the first page of the chosen topic."""
        topic = find_topic(interaction.client.command_index, self.chosen[0]) or START
        await edit_in_place(interaction, help_panel(interaction, topic))


def topics(command_index: CommandIndex) -> list[str]:
    """First steps, the first game, the signs, then the families of commands."""
    return [START, FIRST_GAME, SYMBOLS, SYMBOLS_ALOUD, *command_index.families()]


def find_topic(command_index: CommandIndex, typed: str) -> str | None:
    """The topic by its id or by its title in any language."""
    wanted = typed.strip().casefold().replace("_", " ")
    for topic in topics(command_index):
        titles = [topic_title(locale, topic).casefold() for locale in ("de", "fr", "en")]
        if wanted in (topic.replace("_", " "), *titles):
            return topic
    return None


def topic_title(locale: Locale, topic: str) -> str:
    """The title of a topic in a language."""
    return t(locale, f"help.family.{topic}.title")


def help_panel(interaction: Interaction, topic: str, page: int = 0) -> Panel:
    """One page of the help. Commands are named as the person's client shows them, whatever language they have set."""
    locale, typed_in = private_locale(interaction), as_locale(interaction.locale) or DEFAULT
    command_index = interaction.client.command_index
    last = _last_page(command_index, topic)
    page = min(page, last)
    panel = Panel()
    text = [_heading(locale, topic), *_paragraphs(command_index, topic, page, locale, typed_in)]
    panel.add_item(ui.Container(*map(ui.TextDisplay, text), accent_colour=ACCENT))
    panel.add_item(ui.ActionRow(PickTopic.among(locale, topic, command_index)))
    if last:
        panel.add_item(_pager(locale, topic, page, last))
    return panel


def _last_page(command_index: CommandIndex, topic: str) -> int:
    if topic in (SYMBOLS, SYMBOLS_ALOUD):
        return len(PAGES) - 1
    return max(0, (len(command_index.of_family(topic)) - 1) // PER_PAGE)


def _paragraphs(command_index: CommandIndex, topic: str, page: int, locale: Locale, typed_in: Locale) -> list[str]:
    if topic == START:
        return first_steps(command_index, locale, typed_in)
    if topic == FIRST_GAME:
        return first_game(command_index, locale, typed_in)
    if topic in (SYMBOLS, SYMBOLS_ALOUD):
        return legend_page(locale, page, aloud=topic == SYMBOLS_ALOUD)
    return listing(command_index.of_family(topic), page, locale, typed_in)


def first_steps(command_index: CommandIndex, locale: Locale, typed_in: Locale) -> list[str]:
    """The paragraphs of the start page: the commands to begin with."""
    known = [entry for path in FIRST_STEPS if (entry := command_index.find(*path))]
    steps = [
        f"{i}. " + t(locale, _step_key(entry), command=f"`{entry.typed(typed_in)}`") for i, entry in enumerate(known, 1)
    ]
    return [t(locale, "help.welcome"), "\n".join(steps), t(locale, "help.private")]


def first_game(command_index: CommandIndex, locale: Locale, typed_in: Locale) -> list[str]:
    """How a first game is opened, what it explains, and how to end that."""
    named = {name: command_index.find(*path) for name, path in FIRST_GAME_COMMANDS.items()}
    commands = {name: f"`{entry.typed(typed_in)}`" for name, entry in named.items() if entry}
    return [t(locale, f"help.first_game.{part}", **commands) for part in ("open", "play", "end")]


def listing(entries: Sequence[Entry], page: int, locale: Locale, typed_in: Locale) -> list[str]:
    """The paragraphs of one page of commands."""
    shown = entries[page * PER_PAGE : (page + 1) * PER_PAGE]
    return ["\n".join(line for entry in shown for line in _lines(entry, locale, typed_in))]


def _lines(entry: Entry, locale: Locale, typed_in: Locale) -> list[str]:
    note = f" ({t(locale, 'help.servers_only')})" if entry.servers_only else ""
    options = [f"  - `{o.name[typed_in]}` {o.description[locale]}" for o in entry.options]
    return [f"- `{entry.usage(typed_in)}`{note}\n  {entry.description[locale]}", *options]


def _step_key(entry: Entry) -> str:
    return f"help.first.{'_'.join(name[DEFAULT] for name in entry.path)}"


def _heading(locale: Locale, topic: str) -> str:
    return f"## {topic_title(locale, topic)}"


def _pager(locale: Locale, topic: str, page: int, last: int) -> ui.ActionRow[Any]:
    row: ui.ActionRow[Any] = ui.ActionRow()
    if page > 0:
        row.add_item(OpenHelp.turn(t(locale, "help.back"), topic, page - 1))
    if page < last:
        row.add_item(OpenHelp.turn(t(locale, "help.forward"), topic, page + 1))
    return row


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(OpenHelp, PickTopic)
    await bot.add_cog(Help())
