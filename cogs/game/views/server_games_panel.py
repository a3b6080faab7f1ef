"""What a server allows, with menus to change it, and the list of its games with links."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables.server_games import ACTIVITIES, Activity, ServerGame
from bot.app.tables.wording import moment
from bot.store.server_rules import ServerRules
from bot.text import Locale, joined, t
from cogs.core.discord_links import message_url
from cogs.core.persistent_ui import Panel
from cogs.game.snapshot import seat_name
from cogs.game.views.message_layout import page_of, panel_of
from cogs.game.views.table_buttons import QUIET

LIMITS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100)
"""Numbers of games at once that are on offer."""
MOST_CHOSEN: Final = 25
"""Channels, or roles and people, that can be chosen; Discord allows no more."""
MOST_NAMED: Final = 25
ON_PAGE: Final = 12
"""Games of a page of the list."""
PLACES: Final = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice)
"""Kinds of channels in which games can be."""


def server_games_panel(
    locale: Locale, rules: ServerRules, found: Sequence[ServerGame], *, saved: bool = False
) -> Panel:
    """What is allowed, and the menus.

    :param found: the games of the server.
    :param saved: it was just changed.
    """
    texts = [f"### {t(locale, 'settings.games.title')}"]
    texts += [t(locale, "settings.saved.server")] if saved else []
    count = {activity: sum(each.activity == activity for each in found) for activity in ACTIVITIES}
    lines = [*_rules_lines(locale, rules), t(locale, "settings.games.count", **count)]
    texts += ["\n".join(lines), f"-# {t(locale, 'settings.games.about')}"]
    row = [_list_button(locale, 0, t(locale, "settings.games.list"))]
    return panel_of(texts, [_channels(locale, rules)], [_most(locale, rules)], [_barred(locale, rules)], row)


def _rules_lines(locale: Locale, rules: ServerRules) -> Iterator[str]:
    if rules.channels:
        channels = joined(locale, [f"<#{channel}>" for channel in rules.channels[:MOST_NAMED]])
        yield t(locale, "settings.games.channels", channels=channels)
    else:
        yield t(locale, "settings.games.channels.all")
    most = rules.most
    yield t(locale, "settings.games.most", most=most) if most is not None else t(locale, "settings.games.most.any")
    barred = [*(f"<@&{role}>" for role in rules.roles), *(f"<@{person}>" for person in rules.people)]
    if barred:
        yield t(locale, "settings.games.barred", who=joined(locale, barred[:MOST_NAMED]))
    else:
        yield t(locale, "settings.games.barred.nobody")


def _channels(locale: Locale, rules: ServerRules) -> ui.Item[Any]:
    kind = discord.SelectDefaultValueType.channel
    chosen = [discord.SelectDefaultValue(id=each, type=kind) for each in rules.channels]
    return ui.ChannelSelect(
        custom_id="settings:games:channels",
        placeholder=t(locale, "settings.games.pick.channels"),
        channel_types=list(PLACES),
        min_values=0,
        max_values=MOST_CHOSEN,
        default_values=chosen[:MOST_CHOSEN],
    )


def _most(locale: Locale, rules: ServerRules) -> ui.Item[Any]:
    limits = sorted({*LIMITS, *([rules.most] if rules.most is not None else [])})
    named = [(t(locale, "settings.games.option.any"), 0)]
    named += [(t(locale, "settings.games.option.most", most=most), most) for most in limits]
    options = [
        discord.SelectOption(label=label, value=str(most), default=most == (rules.most or 0)) for label, most in named
    ]
    placeholder = t(locale, "settings.games.pick.most")
    return ui.Select(custom_id="settings:games:most", placeholder=placeholder, options=options)


def _barred(locale: Locale, rules: ServerRules) -> ui.Item[Any]:
    role, user = discord.SelectDefaultValueType.role, discord.SelectDefaultValueType.user
    chosen = [discord.SelectDefaultValue(id=each, type=role) for each in rules.roles]
    chosen += [discord.SelectDefaultValue(id=each, type=user) for each in rules.people]
    return ui.MentionableSelect(
        custom_id="settings:games:barred",
        placeholder=t(locale, "settings.games.pick.barred"),
        min_values=0,
        max_values=MOST_CHOSEN,
        default_values=chosen[:MOST_CHOSEN],
    )


def _list_button(locale: Locale, page: int, label: str, to: str = "") -> ui.Button[Any]:
    return ui.Button(label=label, custom_id=f"settings:games:list:{page}{to}", style=QUIET)


def server_games_list(locale: Locale, found: Sequence[ServerGame], page: int) -> Panel:
    """A page of the games of a server, by what is going on in them."""
    shown, page, of = page_of(found, page, ON_PAGE)
    texts = [f"### {t(locale, 'settings.games.title')}"]
    texts += (
        [_group(locale, activity, shown) for activity in ACTIVITIES] if shown else [t(locale, "settings.games.none")]
    )
    row: list[ui.Item[Any]] = []
    row += [_list_button(locale, page - 1, t(locale, "games.before"), "b")] if page > 0 else []
    row += [_list_button(locale, page + 1, t(locale, "games.further"), "f")] if page + 1 < of else []
    back = ui.Button[Any](label=t(locale, "settings.games.back"), custom_id="settings:games:show", style=QUIET)
    return panel_of(texts, [*row, back])


def _group(locale: Locale, activity: Activity, shown: Sequence[ServerGame]) -> str:
    lines = [_line(locale, each) for each in shown if each.activity == activity]
    return "\n".join([f"**{t(locale, f'settings.games.activity.{activity}')}**", *lines]) if lines else ""


def _line(locale: Locale, each: ServerGame) -> str:
    """The game with its link, place, last move and people."""
    url = message_url(each.guild, each.channel, each.message)
    parts = [f"[{t(locale, 'games.named', game=each.game)}]({url})", f"<#{each.channel}>"]
    parts += [t(locale, "settings.games.moved", at=moment(each.moved, "R"))] if each.moved is not None else []
    parts += [joined(locale, [seat_name(locale, seat, number) for number, seat in enumerate(each.seats)])]
    return f"- {' · '.join(filter(None, parts))}"
