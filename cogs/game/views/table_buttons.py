"""The buttons and menus that several panels share. They only carry custom ids; what they do is in the handlers."""

from typing import Any, Final

import discord
from discord import ui

from bot.app.tables import Controls
from bot.engine.actions import Action, tag_of
from bot.engine.resources import NOTHING
from bot.text import t
from bot.text.game import amounts_symbols
from bot.text.game.emoji import sign
from cogs.game import ids
from cogs.game.input.action_codec import written
from cogs.game.snapshot import TableSnapshot

PRIMARY, QUIET = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
LONGEST_LABEL: Final = 80
LONGEST_PLACEHOLDER: Final = 150


# ---- actions -----------------------------------------------------------------------------------------------------


def move_button(controls: Controls, action: Action, label: str, style: discord.ButtonStyle = PRIMARY) -> ui.Button[Any]:
    """Carries one action out."""
    return ui.Button(label=label, custom_id=ids.move(controls.game, controls.token, written(action)), style=style)


def move_menu(controls: Controls, part: str, placeholder: str, options: list[discord.SelectOption]) -> ui.Select[Any]:
    """A menu of actions; ``part`` tells menus of one message apart."""
    custom_id = ids.move_menu(controls.game, controls.token, part)
    return ui.Select(custom_id=custom_id, placeholder=placeholder[:LONGEST_PLACEHOLDER], options=options)


def several_menu(
    controls: Controls, placeholder: str, options: list[discord.SelectOption], least: int, most: int
) -> ui.Select[Any]:
    """A menu of which several are picked: together they are one answer."""
    return ui.Select(
        custom_id=ids.several(controls.game, controls.token),
        placeholder=placeholder[:LONGEST_PLACEHOLDER],
        options=options,
        min_values=least,
        max_values=min(most, len(options)),
    )


def undo_button(found: TableSnapshot, controls: Controls) -> ui.Button[Any]:
    """Takes the last action back; disabled where that is not possible."""
    return ui.Button(
        label=t(found.locale, "turn.undo"),
        emoji=sign("undo"),
        custom_id=ids.undo(found.game, controls.token),
        style=QUIET,
        disabled=not controls.may_undo,
    )


def close_button(found: TableSnapshot, controls: Controls, what: str) -> ui.Button[Any]:
    """Ends the first ``action`` or the ``turn``; it says what would be lost by that."""
    label = t(found.locale, f"turn.group.end_{what}")
    lost = next((offer.loses for offer in controls.offers if tag_of(offer.action) == f"end_{what}"), NOTHING)
    if lost:
        label = t(found.locale, "turn.close.button", label=label, amounts=amounts_symbols(lost))
    return ui.Button(
        label=label[:LONGEST_LABEL],
        emoji=None if what == "action" and not lost else sign(f"end_{what}"),
        custom_id=ids.close(found.game, controls.token, what),
        style=discord.ButtonStyle.success,
    )


# ---- the own panel -----------------------------------------------------------------------------------------------


def turn_button(found: TableSnapshot, style: discord.ButtonStyle = QUIET) -> ui.Button[Any]:
    """Opens the person's own panel."""
    label = t(found.locale, "turn.open")
    return ui.Button(label=label, emoji=sign("turn"), custom_id=ids.turn(found.game), style=style)


def turn_page_button(found: TableSnapshot, label: str, page: int) -> ui.Button[Any]:
    """Another page of a long menu of answers."""
    return ui.Button(label=label, custom_id=ids.turn(found.game, page), style=QUIET)


def group_button(
    found: TableSnapshot, group: str, style: discord.ButtonStyle = QUIET, *, label: str | None = None
) -> ui.Button[Any]:
    """The targets of one kind of action."""
    label, custom_id = label or t(found.locale, f"turn.group.{group}"), ids.group(found.game, group, 0, 0)
    return ui.Button(label=label[:LONGEST_LABEL], emoji=sign(group), custom_id=custom_id, style=style)


def group_page_button(
    found: TableSnapshot, group: str, page: int, crystals: int, label: str, to: str
) -> ui.Button[Any]:
    """Another page of the targets, or another way to pay; ``to`` tells buttons of one message apart."""
    custom_id = ids.group(found.game, group, page, crystals, to)
    return ui.Button(label=label[:LONGEST_LABEL], custom_id=custom_id, style=QUIET)


def all_offers_button(found: TableSnapshot, page: int = 0, label: str | None = None) -> ui.Button[Any]:
    """Everything that the person may do, with costs and reasons."""
    emoji = None if label else sign("question")
    label = label or t(found.locale, "turn.all")
    return ui.Button(label=label, emoji=emoji, custom_id=ids.all_offers(found.game, page), style=QUIET)


# ---- looking -----------------------------------------------------------------------------------------------------


def look_button(found: TableSnapshot) -> ui.Button[Any]:
    """Where everything stands: map, market, boards, score."""
    label = t(found.locale, "show.look")
    return ui.Button(label=label, emoji=sign("map"), custom_id=ids.overview(found.game), style=QUIET)


def board_button(
    found: TableSnapshot, form: str = "chart", page: int = 0, *, label: str | None = None, to: str = ""
) -> ui.Button[Any]:
    """The map: as a chart, as a list to be read aloud, or its unexplored tiles."""
    emoji = None if label else sign("map" if form == "chart" else "list")
    label = label or t(found.locale, f"show.map.{form}")
    return ui.Button(label=label, emoji=emoji, custom_id=ids.board(found.game, form, page, to), style=QUIET)


def own_board_button(found: TableSnapshot) -> ui.Button[Any]:
    """The board of whoever presses it."""
    label = t(found.locale, "show.own_board")
    return ui.Button(label=label, emoji=sign("seat"), custom_id=ids.own_board(found.game), style=QUIET)


def market_button(found: TableSnapshot) -> ui.Button[Any]:
    """Cards, modules, machines and artifacts on display."""
    label = t(found.locale, "show.market")
    return ui.Button(label=label, emoji=sign("market"), custom_id=ids.market(found.game), style=QUIET)


def score_button(found: TableSnapshot) -> ui.Button[Any]:
    """The score as if the game ended now."""
    label = t(found.locale, "score_now.open")
    return ui.Button(label=label, emoji=sign("score"), custom_id=ids.score(found.game), style=QUIET)


def news_button(found: TableSnapshot, page: int = 0, label: str | None = None) -> ui.Button[Any]:
    """What has happened since the person's last turn, the newest page first."""
    emoji = None if label else sign("news")
    label = label or t(found.locale, "show.news")
    return ui.Button(label=label, emoji=emoji, custom_id=ids.news(found.game, page), style=QUIET)


def replay_button(found: TableSnapshot) -> ui.Button[Any]:
    """The game step by step, from its beginning."""
    label = t(found.locale, "show.replay")
    return ui.Button(label=label, emoji=sign("replay"), custom_id=ids.replay(found.game, 0), style=QUIET)


def review_button(found: TableSnapshot) -> ui.Button[Any]:
    """Where whoever presses it lost points, in a game that is over."""
    label = t(found.locale, "review.button")
    return ui.Button(label=label, emoji=sign("advice"), custom_id=ids.review(found.game), style=QUIET)


def follow_button(found: TableSnapshot) -> ui.Button[Any]:
    """Lets somebody who does not play be told of the game."""
    label = t(found.locale, "follow.open")
    return ui.Button(label=label, emoji="🔔", custom_id=ids.follow(found.game), style=QUIET)


def log_button(found: TableSnapshot, page: int = 0, label: str | None = None) -> ui.Button[Any]:
    """What has happened, the newest page first."""
    emoji = None if label else sign("log")
    label = label or t(found.locale, "show.log")
    return ui.Button(label=label, emoji=emoji, custom_id=ids.log(found.game, page), style=QUIET)
