"""Pictures for panels: what a reader sees is drawn for them by the client's renderer, or there is none where that takes
too long. A picture never fails or holds up what it belongs to."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Final

import discord

from bot.engine.actions import Build, Explore, Offer, Populate
from bot.engine.effects import MapAction
from bot.engine.packs import field
from bot.pictures import Agreed, Overlay, Picture, Renderer, Sitting, ThemeName, offers_overlay, reach_overlay
from bot.text import Locale
from bot.text.game import Table
from cogs.core.services import BotClient, Interaction
from cogs.core.theme_choice import private_theme, public_theme
from cogs.game.snapshot import LONGEST_NAME, TableSnapshot
from cogs.game.table_access import tables_of

PATIENCE: Final = 1.0
"""Seconds that a person's answer waits for its picture; it goes out without one after that."""
PUBLIC_PATIENCE: Final = 5.0
"""Seconds that a table's message waits for its picture."""
PARTS: Final[Mapping[str, str | None]] = {"overview": None, "cards": "cards", "tracks": "tracks", "tribe": "tribe"}
"""The part of a player's board for each page of it in words."""


def renderer_of(bot: BotClient) -> Renderer:
    """What draws the pictures of a client."""
    return bot.services.pictures


async def warm_up(bot: BotClient) -> None:
    """Make what all boards share while nobody waits for one."""
    await renderer_of(bot).warm_up(field())


def names_of(found: TableSnapshot) -> tuple[str, ...]:
    """The players as they are called, nothing escaped: pictures do not format."""
    table = found.table
    return tuple(
        table.names[number] if seat.computer is not None else seat.name[:LONGEST_NAME]
        for number, seat in enumerate(found.status.seats)
    )


# ---- who gets them -----------------------------------------------------------------------------------------------


def may_attach(bot: BotClient, channel: int) -> bool:
    """Whether the bot may attach files in a channel; where that is not known it is tried."""
    place = bot.get_channel(channel)
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread) or place.guild.me is None:
        return True
    return place.permissions_for(place.guild.me).attach_files


async def _in_time(work: Coroutine[Any, Any, Picture | None], seconds: float = PATIENCE) -> Picture | None:
    """A picture, or None where it takes too long; it is drawn on for whoever asks next."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    return task.result() if done else None


async def for_channel(
    bot: BotClient, channel: int, work: Coroutine[Any, Any, Picture | None], seconds: float = PUBLIC_PATIENCE
) -> Picture | None:
    """A picture for a message that everybody sees; None where it takes too long or files may not be attached."""
    if not may_attach(bot, channel):
        work.close()
        return None
    return await _in_time(work, seconds)


async def for_person(interaction: Interaction, work: Coroutine[Any, Any, Picture | None]) -> Picture | None:
    """A picture for one person's answer; None where it takes too long or files may not be attached."""
    if not interaction.app_permissions.attach_files:
        work.close()
        return None
    return await _in_time(work)


# ---- pictures ----------------------------------------------------------------------------------------------------


async def public_board(bot: BotClient, found: TableSnapshot) -> Picture | None:
    """The board for a table's message."""
    if found.view is None or not may_attach(bot, found.status.channel):
        return None
    theme = _public_theme(bot, found)
    work = renderer_of(bot).board(found.view, found.locale, theme, names=names_of(found), waits=True)
    return await _in_time(work, PUBLIC_PATIENCE)


async def public_score(bot: BotClient, found: TableSnapshot) -> Picture | None:
    """The final score for a table's message."""
    if found.view is None or not may_attach(bot, found.status.channel):
        return None
    theme = _public_theme(bot, found)
    history = await tables_of(bot).score_histories.of(found.game)
    work = renderer_of(bot).score_sheet(found.view, found.locale, theme, names=names_of(found), history=history)
    return await _in_time(work, PUBLIC_PATIENCE)


def _public_theme(bot: BotClient, found: TableSnapshot) -> ThemeName:
    return public_theme(bot, found.status.channel, found.status.guild)


async def public_lobby(bot: BotClient, found: TableSnapshot, agreed: Sequence[Agreed], seats: int) -> Picture | None:
    """The lobby for its message; ``seats``: how many there are."""
    if not may_attach(bot, found.status.channel):
        return None
    sitting = [Sitting(name, seat.tribe) for name, seat in zip(names_of(found), found.status.seats, strict=True)]
    work = renderer_of(bot).lobby(found.pack, sitting, agreed, found.locale, _public_theme(bot, found), seats=seats)
    return await _in_time(work)


async def board_picture(
    interaction: Interaction, found: TableSnapshot, area: str | None = None, overlay: Overlay | None = None
) -> Picture | None:
    """The board, or a part of it, with something laid over it."""
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    work = renderer.board(found.seen, found.locale, theme, names=names_of(found), area=area, overlay=overlay)
    return await for_person(interaction, work)


async def tile_picture(interaction: Interaction, found: TableSnapshot, place: int) -> Picture | None:
    """The part of the map round a tile, with a line round the tile."""
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    area = found.table.board.labels[min(found.table.board.spaces_of[place])]
    work = renderer.board(found.seen, found.locale, theme, names=names_of(found), area=area, mark=place)
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
    """The board with what each target of an action costs in all; None for actions that are not on the map."""
    targets = [(space, offer) for offer in offers for space in _spaces(found.table, offer)]
    if found.view is None or not targets:
        return None
    return await board_picture(interaction, found, overlay=offers_overlay(targets))


def _spaces(table: Table, offer: Offer) -> tuple[int, ...]:
    action = offer.action
    if isinstance(action, Explore):
        return table.board.spaces_of[action.place]
    if isinstance(action, Populate):
        return (action.location,)
    return (action.space,) if isinstance(action, Build) else ()


async def seat_picture(interaction: Interaction, found: TableSnapshot, seat: int, tab: str) -> Picture | None:
    """A page of a player's board."""
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    work = renderer.player_board(found.seen, seat, found.locale, theme, names=names_of(found), area=PARTS.get(tab))
    return await for_person(interaction, work)


async def market_picture(interaction: Interaction, found: TableSnapshot) -> Picture | None:
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    return await for_person(interaction, renderer.market(found.seen, found.locale, theme))


async def score_picture(interaction: Interaction, found: TableSnapshot) -> Picture | None:
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    history = await tables_of(interaction.client).score_histories.of(found.game)
    work = renderer.score_sheet(found.seen, found.locale, theme, names=names_of(found), history=history)
    return await for_person(interaction, work)


async def component_picture(interaction: Interaction, table: Table, name: str, locale: Locale) -> Picture | None:
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    return await for_person(interaction, renderer.component(table.pack, name, locale, theme))


async def own_picture(interaction: Interaction, found: TableSnapshot) -> Picture | None:
    """What belongs to somebody's own panel: after the end the final score."""
    if found.status.stage == "over" and found.view is not None:
        return await score_picture(interaction, found)
    return await decision_picture(interaction, found)


async def decision_picture(interaction: Interaction, found: TableSnapshot) -> Picture | None:
    """Ways to lay a tile, where that is what the person is asked."""
    asked = found.controls.decision if found.controls else None
    if found.view is None or asked is None or asked.kind != "orientation" or asked.seat != found.seat:
        return None
    place, ways = asked.options[0].id, tuple(option.number for option in asked.options)
    if not isinstance(place, int):
        return None
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    work = renderer.orientation_choice(found.view, place, ways, found.locale, theme)
    return await for_person(interaction, work)
