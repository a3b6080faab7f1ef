"""``/show``: the map, players' boards, the market and the log of a game; and single components, anywhere."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.app.tables import TableRefusal
from bot.engine.components import Pack
from bot.engine.geometry import make_board
from bot.engine.packs import field_with_expansion
from bot.pictures import SECTORS
from bot.text import t
from bot.text.game import Table
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, private_locale
from cogs.core.services import BotClient, Interaction
from cogs.game.handlers.follow_buttons import CONTROLS as FOLLOWING
from cogs.game.handlers.follow_buttons import show_following
from cogs.game.handlers.history_buttons import CONTROLS as HISTORY
from cogs.game.handlers.history_buttons import show_news, show_step
from cogs.game.handlers.inspect_buttons import show_component, show_log, show_market, show_seat, show_tile
from cogs.game.input.parsing import (
    PICKED,
    choices,
    component_choices,
    component_typed,
    place_typed,
    seat_typed,
    space_typed,
)
from cogs.game.publishing.deferred_picture import show as show_picture
from cogs.game.publishing.table_pictures import board_picture
from cogs.game.snapshot import TableSnapshot, not_playing, shut, snapshot_for
from cogs.game.table_access import answer, explained, game_here, tables_of, visible_game
from cogs.game.views.inspect_panels import board_panel
from cogs.game.views.player_sheet import TABS

FORM_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"show.map.{form}"), value=form) for form in ("chart", "list", "tiles")
]
TAB_CHOICES: Final = [app_commands.Choice(name=Localized(f"show.tab.{tab}"), value=tab) for tab in TABS]
KINDS: Final[Mapping[str, Callable[[Pack], Mapping[str, Any]]]] = {
    "card": lambda pack: pack.citizen,
    "machine": lambda pack: pack.machine,
    "tribe": lambda pack: pack.tribe,
    "technology": lambda pack: pack.technology,
    "artifact": lambda pack: pack.artifact_card,
}
"""The components that can be looked up by name."""
ANY: Final = (
    "citizen",
    "machine",
    "technology",
    "tribe",
    "artifact_card",
    "large_location",
    "journey",
    "lake",
    "module",
    "crate",
)
"""The kinds that ``/show component`` finds, those with names of their own first."""

TEXTS: Final = CommandTexts("show.command", "show.option")


class Show(
    commands.GroupCog,
    group_name=Localized("show.command.show.name"),
    group_description=Localized("show.command.show.description"),
):
    """Looking at the table."""

    FAMILY = "game"

    def __init__(self) -> None:
        assert self.app_command is not None, "a group cog has a command"
        for kind in KINDS:
            self.app_command.add_command(_component_command(kind, KINDS[kind]))
        self.app_command.add_command(_component_command("component", _any_component))

    @TEXTS.command("board", "form", area="picture.option.area")
    @app_commands.choices(form=FORM_CHOICES)
    async def board(self, interaction: Interaction, form: str = "chart", area: str | None = None) -> None:
        """Show the map or a part of it."""
        async with explained(interaction):
            found = await _table_here(interaction)
            part = area_typed(found, area)
            if form == "chart":
                await show_picture(
                    interaction, board_picture(interaction, found, part), lambda p: board_panel(found, picture=p)
                )
            else:
                await answer(interaction, board_panel(found, form))

    @board.autocomplete("area")
    async def areas(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The parts of the map, for the option."""
        locale = private_locale(interaction)
        return choices([(t(locale, f"picture.area.{sector}"), PICKED + sector) for sector in SECTORS], typed)

    @TEXTS.command("news", "game")
    async def news(self, interaction: Interaction, game: int | None = None) -> None:
        """Show what has happened since the person's last turn."""
        async with explained(interaction):
            await show_news(interaction, await _meant(interaction, game))

    @TEXTS.command("replay", "game", "turn")
    async def replay(
        self, interaction: Interaction, game: int | None = None, turn: app_commands.Range[int, 0] | None = None
    ) -> None:
        """Show a game step by step."""
        async with explained(interaction):
            await show_step(interaction, await _meant(interaction, game), turn=turn)

    @news.autocomplete("game")
    @replay.autocomplete("game")
    async def games(self, interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        """The person's tables, for the option."""
        found = await tables_of(interaction.client).own_games.of(interaction.user.id)
        games = [each.status.game for each in (*found.open, *found.finished) if each.status.turn]
        return [app_commands.Choice(name=str(game), value=game) for game in games if str(typed) in str(game)][:25]

    @TEXTS.command("follow", "game")
    async def follow(self, interaction: Interaction, game: int | None = None) -> None:
        """Let the person choose when they are told of a game."""
        async with explained(interaction):
            await show_following(interaction, await _meant(interaction, game))

    @TEXTS.command("me", "page")
    @app_commands.choices(page=TAB_CHOICES)
    async def me(self, interaction: Interaction, page: str = "overview") -> None:
        """Show the person's own board."""
        async with explained(interaction):
            found = await _table_here(interaction)
            if found.seat is None:
                raise not_playing(found)
            await show_seat(interaction, found, found.seat, page)

    @TEXTS.command("player", "player", "page")
    @app_commands.choices(page=TAB_CHOICES)
    async def player(self, interaction: Interaction, player: str, page: str = "overview") -> None:
        """Show a player's board."""
        async with explained(interaction):
            found = await _table_here(interaction)
            await show_seat(interaction, found, seat_typed(found.table.names, player), page)

    @player.autocomplete("player")
    async def players(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The players, for the option."""
        try:
            found = await _table_here(interaction)
        except TableRefusal:
            return []
        return choices([(name, str(seat + 1)) for seat, name in enumerate(found.table.names)], typed)

    @TEXTS.command("market")
    async def market(self, interaction: Interaction) -> None:
        """Show the display."""
        async with explained(interaction):
            await show_market(interaction, await _table_here(interaction))

    @TEXTS.command("log")
    async def log(self, interaction: Interaction) -> None:
        """Show what has happened."""
        async with explained(interaction):
            await show_log(interaction, (await _table_here(interaction)).game)

    @TEXTS.command("tile", tile="turn.option.tile")
    async def tile(self, interaction: Interaction, tile: str) -> None:
        """Show an area tile."""
        async with explained(interaction):
            found = await _table_here(interaction)
            place = place_typed(found.table.board, tile)
            await show_tile(interaction, found, place)


async def _meant(interaction: Interaction, game: int | None) -> int:
    """The table of that number, else that of this channel, open or the last one.

    :raises TableRefusal: there is none, or the person cannot see it.
    """
    if game is None:
        return await tables_of(interaction.client).last_in(interaction.channel_id or 0)
    return await visible_game(interaction, game)


async def _table_here(interaction: Interaction) -> TableSnapshot:
    """The table of this channel, open or the last one.

    :raises TableRefusal: there is none, or it has not begun.
    """
    game = await tables_of(interaction.client).last_in(interaction.channel_id or 0)
    found = await snapshot_for(interaction, game)
    if found.view is None:
        raise shut(found)
    return found


def area_typed(found: TableSnapshot, typed: str | None) -> str | None:
    """A part of the map: one picked or typed by name, else round a space.

    :raises UserError: it is neither.
    """
    if typed is None or not typed.strip():
        return None
    wanted = typed.strip().removeprefix(PICKED).casefold()
    for sector in SECTORS:
        if wanted in (sector, t(found.locale, f"picture.area.{sector}").casefold()):
            return sector
    return found.table.board.labels[space_typed(found.table.board, typed)]


# ---- components --------------------------------------------------------------------------------------------------


def _any_component(pack: Pack) -> list[str]:
    return [component for kind in ANY for component in getattr(pack, kind)]


def _component_command(kind: str, candidates: Callable[[Pack], Iterable[str]]) -> app_commands.Command[Any, ..., Any]:
    async def show(interaction: Interaction, name: str) -> None:
        locale, table = private_locale(interaction), await _any_table(interaction)
        found = component_typed(table, candidates(table.pack), name, kind)
        await show_component(interaction, locale, table, found)

    app_commands.rename(name=Localized(f"show.option.{kind}.name"))(show)
    app_commands.describe(name=Localized(f"show.option.{kind}.description"))(show)
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=Localized(f"show.command.{kind}.name"),
        description=Localized(f"show.command.{kind}.description"),
        callback=show,
    )

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        locale, table = private_locale(interaction), await _any_table(interaction)
        return component_choices(locale, table, candidates(table.pack), typed)

    command.autocomplete("name")(complete)
    return command


async def _any_table(interaction: Interaction) -> Table:
    """The table here, else the pack that comes with the bot."""
    try:
        found = await snapshot_for(interaction, game_here(interaction))
    except TableRefusal:
        pack = field_with_expansion()
        return Table(pack, make_board(pack.board), ())
    return found.table


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(*HISTORY, *FOLLOWING)
    await bot.add_cog(Show())
