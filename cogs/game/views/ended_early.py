"""Breaking a game off: asked before, with what becomes of it; and the game while that can be taken back."""

from typing import Any

import discord
from discord import ui

from bot.text import Locale, t
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.ending_notice import ending_lines
from cogs.game.views.inspect_panels import ballot_words
from cogs.game.views.message_layout import panel_of
from cogs.game.views.table_buttons import PRIMARY, QUIET, board_button, log_button, score_button


def ask_panel(locale: Locale, game: int, *, alone: bool) -> Panel:
    """Asks whether the game is to be ended early, and says what becomes of it. ``alone``: the person may decide it."""
    texts = [f"### {t(locale, 'game.end.ask', game=game)}", t(locale, "game.end.about")]
    label, style = t(locale, "game.end.yes" if alone else "game.end.vote"), discord.ButtonStyle.danger
    yes: ui.Button[Any] = ui.Button(label=label, custom_id=ids.break_off(game), style=style)
    no: ui.Button[Any] = ui.Button(label=t(locale, "game.end.no"), custom_id=ids.play_on(game), style=QUIET)
    return panel_of(texts, [yes, no])


def ending_panel(found: TableSnapshot) -> Panel:
    """A game that was ended early, while that can be taken back, for everybody."""
    title = f"## {t(found.locale, 'turn.title', game=found.game, turn=found.status.turn)}"
    looks = [score_button(found), log_button(found), board_button(found, "list")] if found.view is not None else []
    votes = [ballot_words(found.locale, each, found.status) for each in found.status.ballots]
    return panel_of([title, *ending_lines(found), *votes], _decisions(found), looks)


def _decisions(found: TableSnapshot) -> list[ui.Item[Any]]:
    """Take the game up again, or agree that it is over."""
    label = t(found.locale, "game.end.take_back")
    back: ui.Button[Any] = ui.Button(label=label, custom_id=ids.resume(found.game), style=PRIMARY)
    label = t(found.locale, "game.end.confirm")
    return [back, ui.Button[Any](label=label, custom_id=ids.confirm_end(found.game), style=QUIET)]
