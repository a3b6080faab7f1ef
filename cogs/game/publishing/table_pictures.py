"""The pictures of a table, drawn as a reader may see it, for panels and for messages that everybody sees."""

from collections.abc import Sequence

from bot.engine.actions import Offer, PlayCard
from bot.engine.effects import MapAction
from bot.engine.packs import field
from bot.pictures import Agreed, Numbered, Overlay, Picture, Sitting, ThemeName, reach_overlay
from bot.text import Locale
from bot.text.game import Table
from cogs.core.picture_delivery import PUBLIC_PATIENCE, for_person, in_time, may_attach, renderer_of
from cogs.core.services import BotClient, Interaction
from cogs.core.theme_choice import private_theme, public_theme
from cogs.game.snapshot import TableSnapshot, plain_names
from cogs.game.table_access import tables_of
from cogs.game.views.picture_subjects import asked_components, asked_tile, targets_of


async def warm_up(bot: BotClient) -> None:
    """Make what all boards share while nobody waits for one."""
    await renderer_of(bot).warm_up(field())


async def public_board(bot: BotClient, found: TableSnapshot) -> Picture | None:
    """The map for a table's message."""
    if found.view is None or not may_attach(bot, found.status.channel):
        return None
    theme = _public_theme(bot, found)
    work = renderer_of(bot).table_map(found.view, found.locale, theme, names=plain_names(found))
    return await in_time(work, PUBLIC_PATIENCE)


async def public_score(bot: BotClient, found: TableSnapshot) -> Picture | None:
    """The final score for a table's message."""
    if found.view is None or not may_attach(bot, found.status.channel):
        return None
    theme = _public_theme(bot, found)
    history = await tables_of(bot).score_histories.of(found.game)
    work = renderer_of(bot).score_sheet(found.view, found.locale, theme, names=plain_names(found), history=history)
    return await in_time(work, PUBLIC_PATIENCE)


def _public_theme(bot: BotClient, found: TableSnapshot) -> ThemeName:
    return public_theme(bot, found.status.channel, found.status.guild)


async def lobby_picture(
    interaction: Interaction, found: TableSnapshot, agreed: Sequence[Agreed], seats: int
) -> Picture | None:
    """The lobby with all its options for one person; ``seats``: how many there are."""
    sitting = [Sitting(name, seat.tribe) for name, seat in zip(plain_names(found), found.status.seats, strict=True)]
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    return await for_person(interaction, renderer.lobby(found.pack, sitting, agreed, found.locale, theme, seats=seats))


async def board_picture(
    interaction: Interaction, found: TableSnapshot, area: str | None = None, overlay: Overlay | None = None
) -> Picture | None:
    """The board, or a part of it, with something laid over it."""
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    work = renderer.board(found.seen, found.locale, theme, names=plain_names(found), area=area, overlay=overlay)
    return await for_person(interaction, work)


async def map_picture(interaction: Interaction, found: TableSnapshot) -> Picture | None:
    """The map as the table's message shows it, for one person."""
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    return await for_person(interaction, renderer.table_map(found.seen, found.locale, theme, names=plain_names(found)))


async def tile_picture(interaction: Interaction, found: TableSnapshot, place: int) -> Picture | None:
    """The part of the map round a tile, with a line round the tile."""
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    area = found.table.board.labels[min(found.table.board.spaces_of[place])]
    work = renderer.board(found.seen, found.locale, theme, names=plain_names(found), area=area, mark=place)
    return await for_person(interaction, work)


async def range_picture(
    interaction: Interaction,
    found: TableSnapshot,
    seat: int | None,
    action: MapAction,
    *,
    food: int | None = None,
    target: int | None = None,
) -> Picture | None:
    """How far a seat reaches with so much food, or the way to a space."""
    overlay = reach_overlay(found.seen, seat, action, target)
    if food is not None:
        near = {space: cost for space, cost in overlay.costs.items() if cost.food <= food}
        overlay = Overlay(near, overlay.origins)
    return await board_picture(interaction, found, overlay=overlay)


async def targets_picture(interaction: Interaction, found: TableSnapshot, offers: list[Offer]) -> Picture | None:
    """What an action can be done with: the part of the map with its targets and what each costs in all, or the hand and
    the slots for playing a card; None for others."""
    if found.seat is not None and any(isinstance(offer.action, PlayCard) for offer in offers):
        return await seat_picture(interaction, found, found.seat, "cards")
    overlay = targets_of(found, offers)
    if overlay is None:
        return None
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    work = renderer.targets_map(found.seen, found.locale, overlay, theme, names=plain_names(found))
    return await for_person(interaction, work)


async def seat_picture(interaction: Interaction, found: TableSnapshot, seat: int, tab: str) -> Picture | None:
    """A page of a player's board."""
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    work = renderer.player_board(found.seen, seat, found.locale, theme, names=plain_names(found), area=tab)
    return await for_person(interaction, work)


async def market_picture(interaction: Interaction, found: TableSnapshot) -> Picture | None:
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    return await for_person(interaction, renderer.market(found.seen, found.locale, theme))


async def score_picture(interaction: Interaction, found: TableSnapshot) -> Picture | None:
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    history = await tables_of(interaction.client).score_histories.of(found.game)
    work = renderer.score_sheet(found.seen, found.locale, theme, names=plain_names(found), history=history)
    return await for_person(interaction, work)


async def component_picture(interaction: Interaction, table: Table, name: str, locale: Locale) -> Picture | None:
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    return await for_person(interaction, renderer.component(table.pack, name, locale, theme))


async def components_picture(
    interaction: Interaction, found: TableSnapshot, shown: Sequence[Numbered]
) -> Picture | None:
    """Several components with their numbers; None where there is none."""
    if not shown:
        return None
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    return await for_person(interaction, renderer.choice(found.table, shown, found.locale, theme))


async def own_picture(interaction: Interaction, found: TableSnapshot) -> Picture | None:
    """What belongs to somebody's own panel. After the end it tells the score in words: everybody's message has the
    picture."""
    over = found.status.stage == "over" and found.view is not None
    return None if over else await decision_picture(interaction, found)


async def decision_picture(interaction: Interaction, found: TableSnapshot) -> Picture | None:
    """What the person is to choose from: ways to lay a tile, or components with their numbers."""
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    if (tile := asked_tile(found)) is not None:
        work = renderer.orientation_choice(found.seen, tile.place, tile.orientations, found.locale, theme)
        return await for_person(interaction, work)
    if options := asked_components(found):
        return await for_person(interaction, renderer.choice(found.table, options, found.locale, theme))
    return None
