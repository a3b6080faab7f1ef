"""``/show``: the map, players' boards, the market and the log of a game; and single components, anywhere."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.app.tables import TableRefusal
from bot.engine.components import Pack
from bot.engine.geometry import make_board
from bot.engine.packs import field
from bot.pictures import SECTORS
from bot.text import Locale, t, tn
from bot.text.board import tiles_listing
from bot.text.game import Table, component_name, component_words, effect_words, technology_words
from bot.text.game.effects import print_words
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, private_locale
from cogs.core.services import BotClient, Interaction
from cogs.game.handlers.inspect_buttons import show_log, show_market, show_seat
from cogs.game.input.parsing import PICKED, choices, component_typed, place_typed, seat_typed, space_typed
from cogs.game.publishing.deferred_picture import show as show_picture
from cogs.game.publishing.table_pictures import board_picture, component_picture, tile_picture
from cogs.game.snapshot import TableSnapshot, not_playing, shut, snapshot_for
from cogs.game.table_access import answer, explained, game_here, tables_of
from cogs.game.views.emoji import sign
from cogs.game.views.inspect_panels import board_panel
from cogs.game.views.message_layout import panel_of
from cogs.game.views.player_sheet import TABS
from cogs.rules.rule_button import RuleButton

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
ENTRIES: Final = {
    "card": "card.play",
    "machine": "machine.use",
    "tribe": "populate.technologies",
    "technology": "populate.technologies",
    "artifact": "score.artifact_card",
}

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
            self.app_command.add_command(_component_command(kind))

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
            texts = list(_tile_texts(found, place))
            await show_picture(interaction, tile_picture(interaction, found, place), lambda p: panel_of(texts).show(p))


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


def _tile_texts(found: TableSnapshot, place: int) -> Iterator[str]:
    """What a tile costs and gives while it lies face down, else what each of its spaces shows."""
    board = found.table.board
    label = board.labels[min(board.spaces_of[place])]
    yield f"### {t(found.locale, 'thing.tile', label=label)}"
    if place in found.seen.backs:
        order = sorted(found.seen.backs, key=lambda other: min(board.spaces_of[other]))
        yield tiles_listing(found.locale, found.table)[order.index(place)]
        return
    for space in sorted(board.spaces_of[place]):
        words = print_words(found.locale, found.seen.prints[space])
        yield f"**{board.labels[space]}** {words}"


# ---- components --------------------------------------------------------------------------------------------------


def _component_command(kind: str) -> app_commands.Command[Any, ..., Any]:
    async def show(interaction: Interaction, name: str) -> None:
        locale, table = private_locale(interaction), await _any_table(interaction)
        found = component_typed(table, KINDS[kind](table.pack), name, kind)
        texts = list(_component_texts(locale, table, kind, found))
        drawing = component_picture(interaction, table, found, locale)
        await show_picture(
            interaction, drawing, lambda picture: panel_of(texts, [RuleButton.of(locale, ENTRIES[kind])]).show(picture)
        )

    app_commands.rename(name=Localized(f"show.option.{kind}.name"))(show)
    app_commands.describe(name=Localized(f"show.option.{kind}.description"))(show)
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=Localized(f"show.command.{kind}.name"),
        description=Localized(f"show.command.{kind}.description"),
        callback=show,
    )

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        locale, table = private_locale(interaction), await _any_table(interaction)
        pairs = [(component_name(locale, table, each), PICKED + each) for each in KINDS[kind](table.pack)]
        return choices(sorted(pairs), typed)

    command.autocomplete("name")(complete)
    return command


async def _any_table(interaction: Interaction) -> Table:
    """The table here, else the pack that comes with the bot."""
    try:
        found = await snapshot_for(interaction, game_here(interaction))
    except TableRefusal:
        pack = field()
        return Table(pack, make_board(pack.board), ())
    return found.table


def _component_texts(locale: Locale, table: Table, kind: str, name: str) -> Iterator[str]:
    yield f"### {sign(kind if kind != 'tribe' else 'tribe_ability')} {component_name(locale, table, name)}"
    if kind != "tribe":
        yield component_words(locale, table, name)
        return
    tribe = table.pack.tribe[name]
    yield t(locale, "show.tribe.ability", ability=effect_words(locale, tribe.ability))
    if tribe.lasting:
        yield t(locale, "show.sheet.always", effects=effect_words(locale, tribe.lasting))
    yield "\n".join(
        t(
            locale,
            "show.sheet.technology",
            mark="▫️",
            technology=component_name(locale, table, technology.id),
            row=technology.row,
            books=tn(locale, "thing.book", technology.books),
            words=technology_words(locale, technology),
        )
        for technology in tribe.technologies
    )


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    await bot.add_cog(Show())
