"""A game that is archived: on its message, and in the list of a person's tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.app.tables.own_games import OwnTable
from bot.text import Locale, t
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.message_layout import panel_of
from cogs.game.views.table_buttons import PRIMARY, board_button, log_button, score_button
from cogs.game.views.table_links import table_url


def archived_panel(found: TableSnapshot) -> Panel:
    """The game for everybody, with the way back."""
    title = f"## {t(found.locale, 'turn.title', game=found.game, turn=found.status.turn)}"
    label, custom_id = t(found.locale, "game.bring_back"), ids.bring_back(found.game)
    back: ui.Button[Any] = ui.Button(label=label, custom_id=custom_id, style=PRIMARY)
    looks = [score_button(found), log_button(found), board_button(found, "list")] if found.view is not None else []
    return panel_of([title, t(found.locale, "turn.stage.archived", game=found.game)], [back, *looks])


def archived_lines(locale: Locale, archived: Sequence[OwnTable], places: Mapping[int, str]) -> Iterator[str]:
    """A person's archived games with links."""
    for each in archived:
        link = f"[{t(locale, 'games.named', game=each.status.game)}]({table_url(each.status)})"
        at = t(locale, "games.at", turn=each.status.turn)
        yield f"- {' · '.join(filter(None, [link, at, places.get(each.status.game, '')]))}"


def archived_menu(locale: Locale, archived: Sequence[OwnTable]) -> ui.Select[Any]:
    """An archived game, to bring it back."""
    options = [
        discord.SelectOption(label=t(locale, "games.named", game=each.status.game), value=str(each.status.game))
        for each in archived
    ]
    return ui.Select(custom_id=ids.own_games_archived(), placeholder=t(locale, "games.bring_back"), options=options)
