"""What can be chosen in a lobby, for whoever has asked for it: the own tribe, options, pace, pack and strengths."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables import Chosen
from bot.app.tables.lobby import most_seats
from bot.engine.components import Pack
from bot.text import Locale, t
from bot.text.game import component_name, effect_words
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot, seat_name
from cogs.game.views.computer_strength import has_computers, strength_menu
from cogs.game.views.lobby_panel import about_words, closed_lobby_panel, setting
from cogs.game.views.message_layout import MOST_CHOICES, panel_of
from cogs.game.views.pace_lines import pace_menu, pace_texts
from cogs.game.views.pack_panels import about_pack, pack_menu

BY_LOT: Final = "lot"


def lobby_options_panel(
    found: TableSnapshot,
    options: Sequence[Chosen],
    tribes: Sequence[str],
    packs: Sequence[Pack] = (),
    *,
    pictured: bool = False,
) -> Panel:
    """What is agreed on, and the menus that change it.

    :param packs: those that it can choose from.
    :param pictured: a picture shows all options; then only what has been changed is told in words.
    """
    if (closed := closed_lobby_panel(found)) is not None:
        return closed
    locale = found.locale
    title = t(locale, "game.lobby.title", game=found.game)
    agreed = [
        f"## {title} · {t(locale, 'game.lobby.options')}\n-# {about_pack(found)}",
        "\n".join(_options(locale, [each for each in options if each.changed or not pictured])),
        "\n".join(pace_texts(found)),
    ]
    return panel_of(agreed, *_menus(found, options, tribes, packs))


def _menus(
    found: TableSnapshot, options: Sequence[Chosen], tribes: Sequence[str], packs: Sequence[Pack]
) -> Iterator[list[ui.Item[Any]]]:
    if found.seat is not None:
        yield [_tribe_menu(found, tribes)]
    yield [_option_menu(found, options)]
    if most_seats(found.status.options) > 1:
        yield [pace_menu(found)]
    if len(packs) > 1:
        yield [pack_menu(found, packs)]
    if has_computers(found.status):
        yield [strength_menu(found)]
    if len(found.status.seats) > 1:
        yield [_remove_menu(found)]


def _tribe_menu(found: TableSnapshot, tribes: Sequence[str]) -> ui.Select[Any]:
    """The tribe of whoever picks."""
    table, locale = found.table, found.locale
    options = [discord.SelectOption(label=t(locale, "game.tribe.by_lot"), value=BY_LOT)]
    for tribe in tribes[: MOST_CHOICES - 1]:
        ability = effect_words(locale, found.pack.tribe[tribe].ability)
        name = component_name(locale, table, tribe)
        options.append(discord.SelectOption(label=name[:100], description=ability[:100] or None, value=tribe))
    placeholder = t(locale, "game.tribe.pick")
    return ui.Select(custom_id=ids.lobby("tribe", found.game), placeholder=placeholder, options=options)


def _option_menu(found: TableSnapshot, options: Sequence[Chosen]) -> ui.Select[Any]:
    """Every option with every value that it does not have now."""
    locale = found.locale
    choices = [
        discord.SelectOption(
            label=setting(locale, each, value)[:100],
            description=about_words(locale, each.name, value)[:100],
            value=f"{each.name}={_written(value)}",
        )
        for each in options
        for value in each.values
        if value != each.value
    ]
    placeholder = t(locale, "game.option.pick")
    custom_id = ids.lobby("option", found.game)
    return ui.Select(custom_id=custom_id, placeholder=placeholder, options=choices[:MOST_CHOICES])


def _remove_menu(found: TableSnapshot) -> ui.Select[Any]:
    """Somebody, or a computer player, who is taken out again."""
    options = [
        discord.SelectOption(label=seat.name[:100] or str(number + 1), value=str(number))
        if seat.computer is None
        else discord.SelectOption(label=seat_name(found.locale, seat, number), value=str(number), emoji="🤖")
        for number, seat in enumerate(found.status.seats)
    ]
    placeholder = t(found.locale, "game.remove.pick")
    return ui.Select(custom_id=ids.lobby("remove", found.game), placeholder=placeholder, options=options)


def _written(value: str | bool) -> str:
    return value if isinstance(value, str) else ("on" if value else "off")


def _options(locale: Locale, options: Sequence[Chosen]) -> Iterator[str]:
    for each in options:
        yield f"**{setting(locale, each)}** – {about_words(locale, each.name, each.value)}"
