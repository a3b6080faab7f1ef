"""Rules questions in a channel where a game runs: what a person may do with a space is answered by the engine for their
seat, what a component does by the component. Everybody is told only what their own view holds."""

from typing import Any, Final

from discord import ui

from bot.app.tables import TableRefusal
from bot.engine.actions import Action, Offer, Refusal, tag_of
from bot.engine.geometry import make_board
from bot.reference.rule_entries import ACTION_ENTRIES
from bot.text import Locale, t
from bot.text.game import Table, component_name, component_words, offer_label, offer_note, refuse
from cogs.core.localization import UserError
from cogs.core.question_answers import QuestionAnswer
from cogs.core.services import Interaction
from cogs.game.input.question_reading import action_asked, component_asked
from cogs.game.snapshot import TableSnapshot, public_snapshot
from cogs.game.table_access import game_here, tables_of
from cogs.game.views.table_buttons import move_button

LONGEST_NOTE: Final = 600
"""Characters."""


async def answer_from_table(interaction: Interaction, question: str, locale: Locale) -> QuestionAnswer | None:
    """What the channel's game knows of a question; None where it is about rules alone."""
    found = await _snapshot(interaction, locale)
    runs = found is not None and found.view is not None and found.status.stage == "running"
    action = action_asked(found, question) if found is not None and runs else None
    if found is not None and action is not None:
        return await _judged(interaction, found, action)
    table = found.table if found is not None else _without_game(interaction)
    component = component_asked(table, question)
    if component is None or not (words := component_words(locale, table, component)):
        return None
    return QuestionAnswer(f"**{component_name(locale, table, component)}**\n{words}")


async def _snapshot(interaction: Interaction, locale: Locale) -> TableSnapshot | None:
    """The channel's table as the person sees it, a lobby with the pack that it has chosen; None where there is none."""
    tables = tables_of(interaction.client)
    try:
        return await public_snapshot(tables, game_here(interaction), interaction.user.id, locale)
    except (TableRefusal, UserError):
        return None


async def _judged(interaction: Interaction, found: TableSnapshot, action: Action) -> QuestionAnswer:
    play, user = tables_of(interaction.client).play, interaction.user.id
    now, judged = await play.judge(found.game, user, action), await play.judge_besides(found.game, user, action)
    group = tag_of(action)
    if isinstance(judged, Refusal):
        return QuestionAnswer(f"❌ {refuse(found.locale, judged, found.table)}", judged.rule)
    note = offer_note(found.locale, judged, found.table, LONGEST_NOTE)
    text = f"✅ **{t(found.locale, 'can.possible')}** {offer_label(found.locale, judged, found.table)}\n{note}".rstrip()
    return QuestionAnswer(text, ACTION_ENTRIES[group], _do_it(found, now))


def _do_it(found: TableSnapshot, now: Offer | Refusal) -> list[ui.Item[Any]]:
    if isinstance(now, Refusal) or found.controls is None:
        return []
    return [move_button(found.controls, now.action, t(found.locale, "can.do_it"))]


def _without_game(interaction: Interaction) -> Table:
    pack = tables_of(interaction.client).repository.packs.first
    return Table(pack, make_board(pack.board), ())
