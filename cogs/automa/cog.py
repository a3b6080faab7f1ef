"""``/mautoma``: the Mautoma beside a real box: its deck, marker and hibernations, told step by step."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.automa_desk import MOST_POINTS, AutomaDesks, OpenedDesk, own_board
from bot.app.tables import TableRefusal
from bot.engine.solo_components import MautomaBoard
from bot.engine.variants.mautoma.cards import ROUNDS
from bot.text import t
from bot.text.game.automa_text import colour_words, segment_words
from cogs.automa.views import CONTROLS, board_form, catch_up, declining, desks_of, drawn_desk, keeping, take_in
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, private_locale
from cogs.core.message_edit_rate import finish
from cogs.core.persistent_ui import reply_privately
from cogs.core.services import BotClient, Interaction
from cogs.game.handlers.automa_buttons import show_turn
from cogs.game.snapshot import snapshot_for
from cogs.game.table_access import explained, game_here
from cogs.rules.rule_button import RuleButton

MOST_CHOICES = 25
MOST_FIELDS = 24
ITS_TURNS = ROUNDS - 1


TEXTS = CommandTexts("mautoma.command")


class AutomaCog(
    commands.GroupCog,
    group_name=Localized("mautoma.command.mautoma.name"),
    group_description=Localized("mautoma.command.mautoma.description"),
):
    """The desk beside a real box."""

    FAMILY = "scores"

    def __init__(self, bot: BotClient) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Bring messages up to date that the process before has left behind. discord.py calls this."""
        behind = await AutomaDesks(self.bot.services.store.automa_desks).behind()
        self.catching_up = asyncio.create_task(catch_up(self.bot, behind), name="desks-catch-up")

    async def cog_unload(self) -> None:
        """Stop that, and store what messages show. discord.py calls this."""
        await finish(self.catching_up)
        await self.bot.services.edits.close()
        await self.bot.services.store.automa_desks.shown.keep()

    @TEXTS.command("new", "field")
    async def new(self, interaction: Interaction, field: app_commands.Range[int, 1, MOST_FIELDS]) -> None:
        """Open a desk."""
        with declining():
            opened = await desks_of(interaction).new(
                interaction.user.id,
                field,
                await _board_here(interaction),
                channel=interaction.channel_id,
                locale=private_locale(interaction),
            )
        await post(interaction, opened)

    @TEXTS.command("turn", "desk")
    async def turn(self, interaction: Interaction, desk: int | None = None) -> None:
        """Let the Mautoma take its next turn."""
        number = await _number(interaction, desk)
        with declining():
            opened = await desks_of(interaction).turn(number, interaction.user.id)
        await post(interaction, opened)

    @TEXTS.command("undo", "desk")
    async def undo(self, interaction: Interaction, desk: int | None = None) -> None:
        """Take the Mautoma's last turn back."""
        number = await _number(interaction, desk)
        with declining():
            opened = await desks_of(interaction).undo(number, interaction.user.id)
        await post(interaction, opened)

    @TEXTS.command("status", "desk")
    async def status(self, interaction: Interaction, desk: int | None = None) -> None:
        """Show a desk."""
        await reply_privately(interaction, await drawn_desk(interaction, await _chosen(interaction, desk)))

    @TEXTS.command("board", "desk")
    async def settings(self, interaction: Interaction, desk: int | None = None) -> None:
        """Open the form of the printed board."""
        opened = await _chosen(interaction, desk)
        await interaction.response.send_modal(board_form(private_locale(interaction), opened))

    @TEXTS.command("end", "points", "desk")
    async def end(
        self,
        interaction: Interaction,
        points: app_commands.Range[int, 0, MOST_POINTS] | None = None,
        desk: int | None = None,
    ) -> None:
        """Close a desk, with the person's points where they give them."""
        number = await _number(interaction, desk)
        with declining():
            opened = await desks_of(interaction).end(number, interaction.user.id, points, keeping(interaction))
        await post(interaction, opened)

    @TEXTS.command("why", turn="its_turn")
    async def why(self, interaction: Interaction, turn: app_commands.Range[int, 1, ITS_TURNS] | None = None) -> None:
        """Explain a turn of the Mautoma at the table in this channel."""
        async with explained(interaction):
            await show_turn(interaction, turn)

    @new.autocomplete("field")
    async def fields(self, interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        """The fields of the circle, for the option."""
        locale, found = private_locale(interaction), []
        for number, field in enumerate((await _board_here(interaction)).circle, 1):
            colour, segment = colour_words(locale, field.colour), segment_words(locale, field.segment)
            name = t(locale, "decision.option.field", n=number, colour=colour, segment=segment)
            if str(typed).casefold() in name.casefold():
                found.append(app_commands.Choice(name=name[:100], value=number))
        return found[:MOST_CHOICES]

    @turn.autocomplete("desk")
    @undo.autocomplete("desk")
    @status.autocomplete("desk")
    @settings.autocomplete("desk")
    @end.autocomplete("desk")
    async def desks(self, interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        """The person's open desks, for the option."""
        locale, found = private_locale(interaction), []
        for opened in await desks_of(interaction).open_of(interaction.user.id):
            name = t(locale, "mautoma.desk.choice", desk=opened.id, round=opened.step.round)
            if str(typed).casefold() in name.casefold():
                found.append(app_commands.Choice(name=name[:100], value=opened.id))
        return found[:MOST_CHOICES]


async def _board_here(interaction: Interaction) -> MautomaBoard:
    """The Mautoma's board of the pack of the table in this channel; without either, of the bot's own pack."""
    try:
        found = await snapshot_for(interaction, game_here(interaction))
    except TableRefusal:
        return own_board()
    return found.pack.mautoma or own_board()


async def post(interaction: Interaction, opened: OpenedDesk) -> None:
    """Show the desk where it was asked for, and remember the message."""
    panel, nobody = await drawn_desk(interaction, opened), discord.AllowedMentions.none()
    sent = await interaction.response.send_message(view=panel, allowed_mentions=nobody, files=panel.files)
    if sent.message_id and interaction.channel_id:
        await desks_of(interaction).show_on(opened, interaction.channel_id, sent.message_id)


async def _chosen(interaction: Interaction, number: int | None) -> OpenedDesk:
    """The desk of that number, else the person's newest open one.

    :raises UserError: there is none.
    """
    desks, person = desks_of(interaction), interaction.user.id
    with declining():
        return await (desks.newest(person) if number is None else desks.find(number, person))


async def _number(interaction: Interaction, number: int | None) -> int:
    return (await _chosen(interaction, number)).id


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(*CONTROLS, RuleButton)
    bot.add_form_handler(take_in)
    await bot.add_cog(AutomaCog(bot))
