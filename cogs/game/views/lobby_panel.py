"""The lobby as everybody sees it until somebody starts: who plays, and what was chosen."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables import FEWEST, MOST, Chosen
from bot.app.tables.lobby import most_seats, obstacle
from bot.text import Locale, t, tn
from bot.text.game import component_name, refuse
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.automa_panel import assumed
from cogs.game.views.computer_strength import strength_words
from cogs.game.views.message_layout import panel_of
from cogs.game.views.pace_lines import agree_row, pace_line, pace_texts
from cogs.game.views.pack_panels import pack_lines
from cogs.game.views.table_buttons import PRIMARY, QUIET
from cogs.game.views.thread_names import in_thread_panel

BETWEEN: Final = " · "
SHORT: Final = 70
"""Characters of the options that were changed, at most: two lines on a phone."""
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


def value_words(locale: Locale, name: str, value: str | bool) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return t(locale, "game.option.on" if value else "game.option.off")
    return t(locale, f"game.option.{name}.{value}")


def about_words(locale: Locale, name: str, value: str | bool) -> str:
    """What an option is about, in a line; of playing alone, what each way is."""
    return t(locale, f"game.option.alone.{value}.about" if name == "alone" else f"game.option.{name}.about")


# ---- the panel ---------------------------------------------------------------------------------------------------


def lobby_panel(found: TableSnapshot, options: Sequence[Chosen] = ()) -> Panel:
    """The lobby as everybody sees it, on one screen of a phone: who sits, what was chosen, and the buttons to join and
    start. What can be chosen is behind a button of its own (:mod:`cogs.game.views.lobby_options_panel`)."""
    if (closed := closed_lobby_panel(found)) is not None:
        return closed
    title = "\n".join([f"## {t(found.locale, 'game.lobby.title', game=found.game)}", *pack_lines(found)])
    who = "\n".join([*_seats(found), f"-# {_how(found)}"])
    texts = [title, who, "\n".join(_chosen(found, options)), *_alone(found), *_obstacle(found)]
    choosing = [options_button(found.locale, found.game), _first_game(found)]
    return panel_of(texts, _sitting_down(found), _beginning(found), choosing, agree_row(found))


def closed_lobby_panel(found: TableSnapshot) -> Panel | None:
    """What became of the lobby; None while it is open."""
    if found.status.home is not None and found.status.stage == "running":
        return in_thread_panel(found.locale, found.game, found.status.channel)
    if found.status.stage != "lobby":
        return panel_of([t(found.locale, f"game.lobby.{found.status.stage}", game=found.game)])
    return None


def _chosen(found: TableSnapshot, options: Sequence[Chosen]) -> Iterator[str]:
    """What is not as in every lobby, in short lines; whoever has to agree to the pace can read what follows from it."""
    locale = found.locale
    if names := [_short(locale, each) for each in options if each.changed]:
        shown = [name for n, name in enumerate(names) if n == 0 or len(BETWEEN.join(names[: n + 1])) <= SHORT]
        more = [f"+{len(names) - len(shown)}"] if len(shown) < len(names) else []
        yield f"-# ⚙️ {BETWEEN.join([*shown, *more])}"
    if found.status.undecided:
        yield from pace_texts(found)
    elif found.status.pace != "none":
        yield f"-# {pace_line(found)}"


def _short(locale: Locale, option: Chosen) -> str:
    """An option that was changed: the name of what was switched on, else with its value."""
    return t(locale, f"game.option.{option.name}") if option.value is True else setting(locale, option)


def setting(locale: Locale, option: Chosen, value: str | bool | None = None) -> str:
    """An option with its present value, or with another one."""
    words = value_words(locale, option.name, option.value if value is None else value)
    return t(locale, "show.named", name=t(locale, f"game.option.{option.name}"), words=words)


def _first_game(found: TableSnapshot) -> ui.Button[Any]:
    """Whoever has never played should not have to look for it: the option that lets the game explain itself."""
    first = found.status.first_game
    return ui.Button(
        label=t(found.locale, "game.first_game.off" if first else "game.option.first_game"),
        emoji=sign("lesson"),
        custom_id=ids.lobby("first", found.game),
        style=QUIET if first else PRIMARY,
    )


def _beginning(found: TableSnapshot) -> list[ui.Item[Any]]:
    """Start can always be pressed: where the seats do not fit the game, it says what would work."""
    return [
        _button(found, "start", discord.ButtonStyle.success),
        _button(found, "cancel", QUIET),
    ]


def options_button(locale: Locale, game: int) -> ui.Button[Any]:
    """Opens what can be chosen, for whoever presses it."""
    custom_id = ids.lobby("options", game)
    return ui.Button(label=t(locale, "game.lobby.options"), emoji="⚙️", custom_id=custom_id, style=QUIET)


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
    """Who sits where; the tribe where one was chosen, all others are drawn by lot."""
    locale = found.locale
    for number, seat in enumerate(found.status.seats):
        parts = [f"**{found.table.names[number]}**"]
        if seat.tribe:
            parts.append(component_name(locale, found.table, seat.tribe))
        if seat.computer is not None:
            parts.append(f"🤖 {strength_words(locale, seat.computer)}")
        if seat.user == found.status.owner:
            parts.append(f"👑 {t(locale, 'game.owner')}")
        yield f"{number + 1}. {BETWEEN.join(parts)}"
    for number in range(len(found.status.seats), most_seats(found.status.options)):
        yield f"{number + 1}. {t(locale, 'game.free_seat')}"
