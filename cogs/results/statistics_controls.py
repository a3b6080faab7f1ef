"""The buttons and menus of statistics. Which page they lead to is in their custom ids."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, Final

import discord
import msgspec
from discord import ui

from bot.text import Locale, t
from cogs.results.statistics_view import ORDERS, YES_NO, StatisticsView, day_of, number, short

MOST_OPTIONS: Final = 25
LONGEST_LABEL: Final = 80
ALL: Final = "all"
SINCE: Final = ("30", "90", "365", "year")
"""Days back that a menu offers, and the year so far."""
Option = tuple[str, str]
"""Label and value."""


def page_button(label: str, view: StatisticsView, *, again: int = 0, first: bool = False) -> ui.Button[Any]:
    """The button to a page; ``again``: told apart from another button to the same page on one panel."""
    style = discord.ButtonStyle.primary if first else discord.ButtonStyle.secondary
    custom_id = f"results:at:{view}{f':{again}' if again else ''}"
    return ui.Button(label=label[:LONGEST_LABEL], custom_id=custom_id, style=style)


def menu_of(
    what: str, view: StatisticsView, placeholder: str, options: Iterable[Option], chosen: str = ""
) -> ui.Select[Any]:
    """A menu of a page; ``chosen``: the value that is chosen now."""
    found = [discord.SelectOption(label=label[:100], value=value, default=value == chosen) for label, value in options]
    custom_id = f"results:choose:{what}:{view}"
    return ui.Select(custom_id=custom_id, placeholder=placeholder[:150], options=found[:MOST_OPTIONS])


def chosen_in(view: StatisticsView, what: str, value: str, day: date) -> StatisticsView:
    """The page after a choice in one of its menus.

    :raises ValueError: no menu has this value; so does KeyError.
    """
    if what == "person":
        return view.to("person", person=number(value))
    if what == "other":
        return view.to("versus", other=number(value))
    if what == "page":
        return _page(view, value)
    if what == "season":
        begin, until = value.split("-")
        seen = msgspec.structs.replace(view.unfiltered(), since=day_of(begin), until=day_of(until), order="share")
        return seen.to("players", person=0)
    if what == "since":
        return msgspec.structs.replace(view, since=_since(value, day), until=None)
    fields: dict[str, object] = {}
    if what in ("expansion", "refereed", "computers"):
        fields[what] = None if value == ALL else YES_NO[value]
    elif what == "seats":
        fields[what] = None if value == ALL else number(value)
    elif what == "tribe":
        fields[what] = "" if value == ALL else value
    elif what == "beside":
        fields[what] = 0 if value == ALL else number(value)
    else:
        fields["order"] = next(order for order in ORDERS if order == value)
    return msgspec.structs.replace(view, **fields)


def _page(view: StatisticsView, value: str) -> StatisticsView:
    return StatisticsView.read(f"{value}:{short(view.person)}:{short(view.other)}::{str(view).split(':')[4]}")


def _since(value: str, day: date) -> date | None:
    if value == ALL:
        return None
    return date(day.year, 1, 1) if value == "year" else day - timedelta(days=int(value))


def filter_menus(
    locale: Locale, view: StatisticsView, day: date, tribes: Iterable[Option], people: Iterable[Option]
) -> Iterable[ui.Select[Any]]:
    """The menus of the filter, one for each thing; ``day``: the present one."""

    def menu(what: str, options: Iterable[Option], chosen: object) -> ui.Select[Any]:
        everything = (t(locale, f"results.filter.{what}.all"), ALL)
        value = str(chosen) if chosen else ALL
        return menu_of(what, view, t(locale, f"results.filter.{what}.all"), [everything, *options], value)

    yes_no = {True: "y", False: "n", None: ""}
    yield menu("since", [(t(locale, f"results.filter.since.{days}"), days) for days in SINCE], _since_value(view, day))
    yield menu("seats", [(t(locale, f"results.filter.seats.{n}"), str(n)) for n in (2, 3, 4)], view.seats)
    for what in ("refereed", "expansion", "computers"):
        options = [(t(locale, f"results.filter.{what}.yes"), "y"), (t(locale, f"results.filter.{what}.no"), "n")]
        yield menu(what, options, yes_no[getattr(view, what)])
    if tribes := list(tribes):
        yield menu("tribe", tribes, view.tribe)
    if people := list(people):
        yield menu("beside", people, short(view.beside))
    orders = [(t(locale, f"results.order.{order}"), order) for order in ORDERS]
    yield menu_of("order", view, t(locale, "results.order"), orders, view.order)


def _since_value(view: StatisticsView, day: date) -> str:
    if view.since is None:
        return ""
    return next((value for value in SINCE if _since(value, day) == view.since), "")
