"""The buttons by which anybody looks at a table: the map, players' boards, the market, the log, the score."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from bot.reference.rule_entries import TILE_ENTRIES
from bot.text import Locale
from bot.text.game import Table
from cogs.core.localization import UserError
from cogs.core.persistent_ui import Panel, reply_privately
from cogs.core.services import Interaction
from cogs.core.symbols_legend import symbols_panel
from cogs.game.handlers.history_buttons import show_news
from cogs.game.handlers.turn_buttons import show_all
from cogs.game.publishing.deferred_picture import show
from cogs.game.publishing.table_pictures import (
    board_picture,
    component_picture,
    market_picture,
    score_picture,
    seat_picture,
    tile_picture,
)
from cogs.game.snapshot import TableSnapshot, snapshot_for
from cogs.game.table_access import TableButton, TableSelect, answer, tables_of
from cogs.game.views.component_panel import (
    ALL,
    BOARD,
    NEWS,
    SIGNS,
    component_panel,
    entries_of,
    kind_of,
    place_of,
    tile_panel,
)
from cogs.game.views.inspect_panels import board_panel, log_panel, look_panel, market_panel, score_panel, seat_panel
from cogs.game.views.late_panel import act_line

Reply = Callable[[Interaction, Panel], Awaitable[None]]
"""How a person is answered: in place, or beside what they pressed."""


class OpenBoard(
    TableButton, template=r"table:map:(?P<game>\d+):(?P<form>chart|list|tiles):(?P<page>\d+)(?P<to>[a-z]*)"
):
    """The map: as a chart, as a list to be read aloud, or its unexplored tiles."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show the map."""
        found, form = await snapshot_for(interaction, self.game), self.state["form"]
        if form != "chart":
            await answer(interaction, board_panel(found, form, int(self.state["page"])))
            return
        await show(interaction, board_picture(interaction, found), lambda picture: board_panel(found, picture=picture))


class OpenOverview(TableButton, template=r"table:overview:(?P<game>\d+)"):
    """Where everything stands, and the ways to look at it closer."""

    async def pressed(self, interaction: Interaction) -> None:
        await answer(interaction, look_panel(await snapshot_for(interaction, self.game)))


class OpenSeat(TableButton, template=r"table:seat:(?P<game>\d+):(?P<seat>\d):(?P<tab>[a-z]+)(?P<to>:[a-z])?"):
    """A player's board."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show the player's board."""
        found = await snapshot_for(interaction, self.game)
        await show_seat(interaction, found, int(self.state["seat"]), self.state["tab"])


class OwnBoard(TableButton, template=r"table:own:(?P<game>\d+)"):
    """The board of whoever presses it."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show the person's own board, or the first player's to whoever does not play."""
        found = await snapshot_for(interaction, self.game)
        await show_seat(interaction, found, found.seat or 0)


class OpenMarket(TableButton, template=r"table:market:(?P<game>\d+)"):
    """Cards, modules, machines and artifacts on display."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show the display."""
        await show_market(interaction, await snapshot_for(interaction, self.game))


class OpenScore(TableButton, template=r"table:score:(?P<game>\d+)"):
    """The score as if the game ended now."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show the score."""
        await show_score(interaction, await snapshot_for(interaction, self.game))


class OpenLog(TableButton, template=r"table:log:(?P<game>\d+):(?P<page>\d+)"):
    """What has happened, the newest page first."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show the page of the log."""
        await show_log(interaction, self.game, int(self.state["page"]))


class LookAt(TableSelect, template=r"table:look:(?P<game>\d+):(?P<part>\d)"):
    """One of the components that a panel names, or a tile: beside the panel, so that it stays. On the own panel also
    everything that can be done, and what the signs mean."""

    async def picked(self, interaction: Interaction) -> None:
        """Show what was picked."""
        found, value = await snapshot_for(interaction, self.game), self.chosen[0]
        if value == ALL:
            await show_all(interaction, found)
            return
        if value == NEWS:
            await show_news(interaction, self.game, reply=reply_privately)
            return
        if value == BOARD:
            await show_seat(interaction, found, found.seat or 0)
            return
        if value == SIGNS:
            await reply_privately(interaction, symbols_panel(found.locale))
            return
        place = place_of(found, value)
        if place is not None:
            await show_tile(interaction, found, place, reply_privately)
        elif kind_of(found.pack, value):
            await show_component(interaction, found.locale, found.table, value, reply_privately)
        else:
            raise UserError("error.old_control")


CONTROLS: Final = (OpenOverview, OpenBoard, OpenSeat, OwnBoard, OpenMarket, OpenScore, OpenLog, LookAt)


async def show_seat(interaction: Interaction, found: TableSnapshot, seat: int, tab: str = "overview") -> None:
    """A page of a player's board, with its picture."""
    seat = seat if seat < len(found.status.seats) else 0
    drawing = seat_picture(interaction, found, seat, tab)
    await show(interaction, drawing, lambda picture: seat_panel(found, seat, tab, picture))


async def show_market(interaction: Interaction, found: TableSnapshot) -> None:
    """What lies on display, with its picture."""
    await show(interaction, market_picture(interaction, found), lambda picture: market_panel(found).show(picture))


async def show_log(interaction: Interaction, game: int, page: int = 0) -> None:
    """The log as the person may read it."""
    found = await snapshot_for(interaction, game)
    logged = await tables_of(interaction.client).play.log(game, interaction.user.id, 0)
    acts = await tables_of(interaction.client).absence.acts(game)
    told = [(each.record, act_line(found.locale, each)) for each in acts]
    await answer(interaction, log_panel(found, logged, page, told))


async def show_score(interaction: Interaction, found: TableSnapshot) -> None:
    """The score, with its picture."""
    await show(interaction, score_picture(interaction, found), lambda picture: score_panel(found, picture))


async def show_component(
    interaction: Interaction, locale: Locale, table: Table, component: str, reply: Reply = answer
) -> None:
    """A component with its picture and the rules about it."""
    titles = titles_of(interaction, locale, entries_of(table.pack, component))
    drawing = component_picture(interaction, table, component, locale)
    await show(interaction, drawing, lambda p: component_panel(locale, table, component, titles).show(p), reply)


async def show_tile(interaction: Interaction, found: TableSnapshot, place: int, reply: Reply = answer) -> None:
    """A tile with its picture and the rules about it."""
    titles = titles_of(interaction, found.locale, TILE_ENTRIES)
    drawing = tile_picture(interaction, found, place)
    await show(interaction, drawing, lambda p: tile_panel(found, place, titles).show(p), reply)


def titles_of(interaction: Interaction, locale: Locale, entries: Iterable[str]) -> dict[str, str]:
    """The titles of entries in the reader's language."""
    reference = interaction.client.services.reference
    found = {name: reference.entry(name) for name in entries}
    return {name: entry.words(locale).title for name, entry in found.items() if entry is not None}
