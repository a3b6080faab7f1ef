"""``/can``: whether an action is possible: yes with its cost, or no with the numbers, the rule and what would work."""

from collections.abc import Sequence
from typing import Any, Final

from discord import ui
from discord.ext import commands

from bot.engine.actions import Offer, Refusal
from bot.reference.rule_entries import ACTION_ENTRIES
from bot.text import t
from bot.text.game import offer_label, offer_note, refuse
from cogs.core.localization import Localized
from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient, Interaction
from cogs.game.action_commands import Reader, action_commands
from cogs.game.snapshot import TableSnapshot
from cogs.game.table_access import answer, explained, tables_of
from cogs.game.table_answers import answer_from_table
from cogs.game.turn_cog import paid, playing
from cogs.game.views.message_layout import add_rows, panel_of
from cogs.game.views.refusal_panel import refusal_panel
from cogs.game.views.table_buttons import move_button, turn_button
from cogs.game.views.turn_panel import turn_panel
from cogs.rules.rule_button import RuleButton

LONGEST_NOTE: Final = 600


class Can(
    commands.GroupCog,
    group_name=Localized("can.command.can.name"),
    group_description=Localized("can.command.can.description"),
):
    """Asking before acting."""

    FAMILY = "game"

    def __init__(self) -> None:
        assert self.app_command is not None, "a group cog has a command"
        for command in action_commands("can", ask):
            self.app_command.add_command(command)


async def ask(interaction: Interaction, group: str, read: Reader, payment: str | None) -> None:
    """Say whether the action is possible, and let it be done at once. While a decision is open, it is set aside for the
    answer and shown below it."""
    async with explained(interaction):
        found, controls = await playing(interaction)
        play, user = tables_of(interaction.client).play, interaction.user.id
        action = await paid(interaction, found, read(found), payment, besides=True)
        now, judged = await play.judge(found.game, user, action), await play.judge_besides(found.game, user, action)
        do_it = [] if isinstance(now, Refusal) else [move_button(controls, now.action, t(found.locale, "can.do_it"))]
        if controls.decision is not None:
            await answer(interaction, _beside_the_question(found, judged, apart=now != judged, do_it=do_it))
        elif isinstance(judged, Refusal):
            await answer(interaction, refusal_panel(found, judged, group))
        else:
            rules = [RuleButton.of(found.locale, ACTION_ENTRIES[group])] if group in ACTION_ENTRIES else []
            await answer(interaction, panel_of([_yes(found, judged)], [*do_it, *rules, turn_button(found)]))


def _yes(found: TableSnapshot, offer: Offer) -> str:
    """``Yes.`` with the cost."""
    note = offer_note(found.locale, offer, found.table, LONGEST_NOTE)
    return f"✅ **{t(found.locale, 'can.yes')}** {offer_label(found.locale, offer, found.table)}\n{note}".rstrip()


def _beside_the_question(
    found: TableSnapshot, judged: Offer | Refusal, *, apart: bool, do_it: Sequence[ui.Item[Any]]
) -> Panel:
    """The answer, and the open decision with its own controls."""
    said = f"❌ {refuse(found.locale, judged, found.table)}" if isinstance(judged, Refusal) else _yes(found, judged)
    panel = turn_panel(found, [said, *([t(found.locale, "can.besides")] if apart else [])])
    add_rows(panel, do_it)
    return panel


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.services.question_answerers.append(answer_from_table)
    await bot.add_cog(Can())
