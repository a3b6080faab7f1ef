"""The buttons by which anybody catches up: the digest since their last turn, and a game step by step."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

import discord

from bot.app.tables import TableRefusal
from bot.app.tables.game_history import Step
from bot.engine.api import effective
from cogs.core.persistent_ui import Panel, with_deferral
from cogs.core.services import Interaction
from cogs.game.publishing.deferred_picture import show
from cogs.game.publishing.table_pictures import map_picture
from cogs.game.snapshot import TableSnapshot, snapshot_for
from cogs.game.table_access import TableButton, TableSelect, answer, begun, is_newest, tables_of
from cogs.game.views.news_panel import news_panel
from cogs.game.views.replay_panel import at_step, replay_panel

log = logging.getLogger(__name__)

Reply: TypeAlias = Callable[[Interaction, Panel], Awaitable[None]]
"""How a person is answered."""
PAUSE: Final = 2.5
"""Seconds that a step stands where the game is played through."""
LONGEST_FILM: Final = 240
"""Steps that are played through at a stretch: a private message can be edited for a quarter of an hour."""


class OpenNews(TableButton, template=r"table:news:(?P<game>\d+):(?P<page>\d+)"):
    """What has happened since the person's last turn."""

    async def pressed(self, interaction: Interaction) -> None:
        await show_news(interaction, self.game, int(self.state["page"]))


class OpenReplay(TableButton, template=r"table:replay:(?P<game>\d+):(?P<step>\d+)(?P<to>:[a-z]+)?"):
    """A step of the game."""

    async def pressed(self, interaction: Interaction) -> None:
        await show_step(interaction, self.game, step=int(self.state["step"]))


class ReplayAfter(TableButton, template=r"table:since:(?P<game>\d+):(?P<record>\d+)"):
    """The first step after so many records."""

    async def pressed(self, interaction: Interaction) -> None:
        history = await tables_of(interaction.client).histories.course(self.game)
        records = int(self.state["record"])
        steps = (step for step, moment in enumerate(history.moments) if moment.records > records)
        await show_step(interaction, self.game, step=next(steps, len(history.moments) - 1))


class PickTurn(TableSelect, template=r"table:turns:(?P<game>\d+)"):
    """A turn of the game."""

    async def picked(self, interaction: Interaction) -> None:
        await show_step(interaction, self.game, step=int(self.chosen[0]))


class PlayThrough(TableButton, template=r"table:film:(?P<game>\d+):(?P<step>\d+)"):
    """Goes on from a step by itself, until somebody does something else, or to the end."""

    async def pressed(self, interaction: Interaction) -> None:
        first = int(self.state["step"]) + 1
        last = await show_step(interaction, self.game, step=first, running=True)
        begun(interaction)
        for number in range(first + 1, min(last, first + LONGEST_FILM) + 1):
            await asyncio.sleep(PAUSE)
            if not is_newest(interaction) or not await _go_on(interaction, self.game, number, last):
                return


CONTROLS: Final = (OpenNews, OpenReplay, ReplayAfter, PickTurn, PlayThrough)


async def show_news(interaction: Interaction, game: int, page: int = 0, *, reply: Reply = answer) -> None:
    """What has happened since the person's last turn, for them alone.

    :raises TableRefusal: nothing has been laid yet.
    """
    found = await snapshot_for(interaction, game)
    found.seen  # noqa: B018 - refuses a table that has nothing to tell
    logged = await tables_of(interaction.client).play.log(game, interaction.user.id, 0)
    records = effective([line.record for line in logged])
    here = interaction.guild_id == found.status.guild
    await reply(interaction, news_panel(found, records, page, here=here))


async def show_step(
    interaction: Interaction, game: int, *, step: int | None = None, turn: int | None = None, running: bool = False
) -> int:
    """A step of the game as the person may see it, with the map; the number of the last one.

    :raises TableRefusal: nothing has been laid yet, or it cannot be played again.
    """
    then, found = await _at(interaction, game, step, turn)
    going = running and found.step < found.of
    panel = partial(replay_panel, then, found, running=going)
    await show(interaction, map_picture(interaction, then), lambda picture: panel(picture))
    return found.of


async def _at(
    interaction: Interaction, game: int, step: int | None, turn: int | None = None
) -> tuple[TableSnapshot, Step]:
    found = await snapshot_for(interaction, game)
    histories = tables_of(interaction.client).histories
    shown = await with_deferral(interaction, histories.step(game, interaction.user.id, step, turn))
    return at_step(found, shown), shown


async def _go_on(interaction: Interaction, game: int, number: int, last: int) -> bool:
    """Show the next step in place; False where the message is gone."""
    try:
        then, found = await _at(interaction, game, number)
        panel = replay_panel(then, found, await map_picture(interaction, then), running=number < last)
        if is_newest(interaction):
            await interaction.edit_original_response(view=panel, attachments=panel.files)
    except (discord.HTTPException, TableRefusal) as error:
        log.info("a replay has stopped", extra={"game": game, "reason": str(error)})
        return False
    return True
