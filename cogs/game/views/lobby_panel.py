"""The lobby: who plays, with which tribe and options; everything a button or a menu until somebody starts."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables import FEWEST, MOST, Chosen
from bot.app.tables.lobby import most_seats, obstacle
from bot.engine.components import Pack
from bot.text import Locale, t, tn
from bot.text.game import component_name, effect_words, refuse
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import ACCENT, Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot, seat_name
from cogs.game.views.automa_panel import assumed
from cogs.game.views.computer_strength import has_computers, strength_menu, strength_words
from cogs.game.views.message_layout import MOST_CHOICES, MOST_TEXT, add_rows, fitted, panel_of
from cogs.game.views.pace_lines import agree_row, pace_menu, pace_texts
from cogs.game.views.pack_panels import about_pack, pack_menu
from cogs.game.views.table_buttons import PRIMARY, QUIET
from cogs.game.views.thread_names import in_thread_panel

BY_LOT: Final = "lot"
OFFERED: Final = (
    "alone",
    "in_thread",
    "random_seats",
    "hints",
    "first_game",
    "looking",
    "newcomers",
    "artifact_card",
    "starting_cards",
    "advanced_switch",
    "vast_crystals",
    "campaign_citizens",
    "long_game",
    "abyss",
)
"""The options that a lobby offers, each with a line of words."""


def as_value(text: str) -> str | bool:
    """The value of an option as it was written into a menu or typed."""
    return {"on": True, "off": False}.get(text, text)


def _written(value: str | bool) -> str:
    return value if isinstance(value, str) else ("on" if value else "off")


def value_words(locale: Locale, name: str, value: str | bool) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return t(locale, "game.option.on" if value else "game.option.off")
    return t(locale, f"game.option.{name}.{value}")


def about_words(locale: Locale, name: str, value: str | bool) -> str:
    """What an option is about, in a line; of playing alone, what each way is."""
    return t(locale, f"game.option.alone.{value}.about" if name == "alone" else f"game.option.{name}.about")


def _setting(locale: Locale, name: str, value: str | bool) -> str:
    return t(locale, "show.named", name=t(locale, f"game.option.{name}"), words=value_words(locale, name, value))


# ---- the panel ---------------------------------------------------------------------------------------------------


def lobby_panel(
    found: TableSnapshot,
    options: Sequence[Chosen],
    tribes: Sequence[str],
    packs: Sequence[Pack] = (),
    *,
    pictured: bool = False,
) -> Panel:
    """The lobby as everybody sees it: what is agreed on and the menus that change it; below them who sits and the
    buttons to join and start, because Discord shows the end of a new message.

    :param packs: those that it can choose from.
    :param pictured: a picture shows all options; then only what has been changed is told in words.
    """
    locale = found.locale
    if found.status.home is not None and found.status.stage == "running":
        return in_thread_panel(locale, found.game, found.status.channel)
    if found.status.stage != "lobby":
        return panel_of([t(locale, f"game.lobby.{found.status.stage}", game=found.game)])
    agreed = [
        f"## {t(locale, 'game.lobby.title', game=found.game)}\n-# {about_pack(found)}",
        "\n".join(_options(locale, [each for each in options if each.changed or not pictured])),
        "\n".join(pace_texts(found)),
    ]
    who = ["\n".join([*_seats(found), f"-# {_how(found)}"]), *_alone(found), *_obstacle(found)]
    menus: list[list[ui.Item[Any]]] = [[_tribe_menu(found, tribes)], [_option_menu(found, options)]]
    if most_seats(found.status.options) > 1:
        menus.append([pace_menu(found)])
    if len(packs) > 1:
        menus.append([pack_menu(found, packs)])
    if has_computers(found.status):
        menus.append([strength_menu(found)])
    if len(found.status.seats) > 1:
        menus.append([_remove_menu(found)])
    panel = panel_of(fitted(agreed, MOST_TEXT - sum(map(len, who))), *menus)
    panel.add_item(ui.Container(*(ui.TextDisplay[Any](text) for text in who), accent_colour=ACCENT))
    add_rows(panel, _sitting_down(found), [*_beginning(found), *_first_game(found)], agree_row(found))
    return panel


def _first_game(found: TableSnapshot) -> Iterator[ui.Button[Any]]:
    """Whoever has never played should not have to look for it: the option that lets the game explain itself."""
    first = found.status.first_game
    yield ui.Button(
        label=t(found.locale, "game.first_game.off" if first else "game.option.first_game"),
        emoji=sign("lesson"),
        custom_id=ids.lobby("first", found.game),
        style=QUIET if first else PRIMARY,
    )


def _beginning(found: TableSnapshot) -> Iterator[ui.Button[Any]]:
    """Start can always be pressed: where the seats do not fit the game, it says what would work."""
    yield _button(found, "start", discord.ButtonStyle.success)
    yield _button(found, "cancel", QUIET)


def _sitting_down(found: TableSnapshot) -> list[ui.Item[Any]]:
    full = len(found.status.seats) >= most_seats(found.status.options)
    add: ui.Button[Any] = ui.Button(
        label=t(found.locale, "game.computer"),
        emoji="🤖",
        custom_id=ids.lobby("computer", found.game),
        style=QUIET,
        disabled=full,
    )
    return [
        _button(found, "join", PRIMARY, disabled=full),
        _button(found, "leave", QUIET),
        add,
    ]


def _button(found: TableSnapshot, what: str, style: discord.ButtonStyle, *, disabled: bool = False) -> ui.Button[Any]:
    label, custom_id = t(found.locale, f"game.{what}"), ids.lobby(what, found.game)
    return ui.Button(label=label, custom_id=custom_id, style=style, disabled=disabled)


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
            label=_setting(locale, each.name, value)[:100],
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


def _how(found: TableSnapshot) -> str:
    """How many may play, and who starts."""
    if found.status.options.alone == "no":
        return t(found.locale, "game.lobby.how", few=FEWEST, most=MOST)
    return t(found.locale, "mautoma.lobby.one")


def _alone(found: TableSnapshot) -> Iterator[str]:
    """What a game for one has that others have not; and that too many sit here for it."""
    options, seats = found.status.options, len(found.status.seats)
    if options.alone == "mautoma":
        yield f"-# {t(found.locale, 'mautoma.lobby.switch_replaced')}"
    elif options.alone == "solo":
        yield f"⚠️ {assumed(found)}"
    if seats > most_seats(options):
        yield f"⚠️ {tn(found.locale, 'mautoma.lobby.too_many', seats)}"


def _obstacle(found: TableSnapshot) -> Iterator[str]:
    """Why it could not be started as it is; that too many sit here for a game for one is said in its own words."""
    refusal = obstacle(found.status, found.pack)
    if refusal is not None and refusal.reason != "alone_seats":
        yield f"⚠️ {refuse(found.locale, refusal, found.table)}"


def _seats(found: TableSnapshot) -> Iterator[str]:
    for number, seat in enumerate(found.status.seats):
        chosen = (
            component_name(found.locale, found.table, seat.tribe)
            if seat.tribe
            else t(found.locale, "game.tribe.by_lot")
        )
        owner = f" 👑 {t(found.locale, 'game.owner')}" if seat.user == found.status.owner else ""
        strength = f" · 🤖 {strength_words(found.locale, seat.computer)}" if seat.computer is not None else ""
        yield f"{number + 1}. **{found.table.names[number]}** · {chosen}{strength}{owner}"
    for number in range(len(found.status.seats), most_seats(found.status.options)):
        yield f"{number + 1}. {t(found.locale, 'game.free_seat')}"


def _options(locale: Locale, options: Sequence[Chosen]) -> Iterator[str]:
    for each in options:
        yield f"**{_setting(locale, each.name, each.value)}** – {about_words(locale, each.name, each.value)}"
