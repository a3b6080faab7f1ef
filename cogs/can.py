"""``/can``: whether an action is possible: yes with its cost, or no with the numbers, the rule and what would work."""

from discord.ext import commands

from bot.engine.actions import Refusal
from bot.text import t
from bot.text.telling import offer_label, offer_note
from cogs.citation import Cite
from cogs.services import House, Interaction
from cogs.speech import Said
from cogs.table_commands import Reader, action_commands
from cogs.table_controls import DoMove
from cogs.table_groups import RULES
from cogs.table_layout import panel_of
from cogs.table_link import answer, explained, tables_of
from cogs.table_refusal import refusal_panel
from cogs.table_turn import OpenTurn
from cogs.turn import paid, playing


class Can(
    commands.GroupCog,
    group_name=Said("can.command.can.name"),
    group_description=Said("can.command.can.description"),
):
    """Asking before acting."""

    FAMILY = "game"

    def __init__(self) -> None:
        assert self.app_command is not None, "a group cog has a command"
        for command in action_commands("can", ask):
            self.app_command.add_command(command)


async def ask(interaction: Interaction, group: str, read: Reader, payment: str | None) -> None:
    """Say whether the action is possible, and let it be done at once."""
    async with explained(interaction):
        found, controls = await playing(interaction)
        action = await paid(interaction, found, read(found), payment)
        judged = await tables_of(interaction.client).play.judge(found.game, interaction.user.id, action)
        if isinstance(judged, Refusal):
            await answer(interaction, refusal_panel(found, judged, group))
            return
        note = offer_note(found.locale, judged, found.table, 600)
        texts = [f"✅ **{t(found.locale, 'can.yes')}** {offer_label(found.locale, judged, found.table)}", note]
        do_it = DoMove.of(controls, judged.action, t(found.locale, "can.do_it"))
        rules = [Cite.of(found.locale, RULES[group])] if group in RULES else []
        await answer(interaction, panel_of(texts, [do_it, *rules, OpenTurn.of(found)]))


async def setup(bot: House) -> None:
    await bot.add_cog(Can())
