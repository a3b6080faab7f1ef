"""Figures of results in words: short lines for a phone, numbers first; small numbers say that they are small."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from bot.app.results import UNKNOWN_COMPUTER
from bot.store.result_statistics import Tally
from bot.store.seasons import StoredSeason
from bot.text import Locale, t, tn
from bot.text.formatting import number
from cogs.core.escaping import escaped
from cogs.results.statistics_view import StatisticsView, seconds

FEW: Final = 5
"""Fewer games than this say little, and the line says so."""
LONGEST_NAME: Final = 32
LONGEST_COMPONENT: Final = 100
"""With the name of its pack."""
NO_BREAK: Final = "\u00a0"
POINT: Final = f"{NO_BREAK}· "
"""Between two figures of a line; it does not begin a line."""


def one_place(locale: Locale, value: float) -> str:
    """A number with one decimal place, where it has any."""
    return number(locale, value, 1)


def whole(locale: Locale, value: float) -> str:
    """An average of points, without decimal places."""
    return number(locale, round(value))


def shown(name: str) -> str:
    """A person's name so that it neither formats nor pings."""
    return escaped(name, LONGEST_NAME)


def component(name: str) -> str:
    """The name of a tribe or an artifact card, likewise."""
    return escaped(name, LONGEST_COMPONENT)


def kept(words: str) -> str:
    """Words that stay together on one line."""
    return words.replace(" ", NO_BREAK)


def won_words(locale: Locale, tally: Tally) -> str:
    """``14.5 of 32 won (expected 10.4)``."""
    values = {"wins": one_place(locale, tally.wins), "games": tally.games}
    return t(locale, "results.won", expected=one_place(locale, tally.expected), **values)


def short_won(locale: Locale, tally: Tally) -> str:
    """``14.5 of 32 (10.4)``; what the numbers are is said once, by ``results.key``."""
    values = {"wins": one_place(locale, tally.wins), "games": tally.games}
    return kept(t(locale, "results.won_short", expected=one_place(locale, tally.expected), **values))


def few_words(locale: Locale, games: int) -> str:
    """A remark where there are few games; else nothing."""
    return f"{POINT}{kept(t(locale, 'results.few'))}" if games < FEW else ""


def few_note(locale: Locale, texts: Iterable[str]) -> list[str]:
    """What the remark means, in a small line, where one of the texts makes it; else nothing."""
    remark = few_words(locale, 0)
    return [f"-# {t(locale, 'results.few.note', most=FEW)}"] if any(remark in text for text in texts) else []


def tally_line(locale: Locale, tally: Tally) -> str:
    """``14.5 of 32 (10.4) · ⌀ 87``, and a remark where that is little."""
    average = kept(t(locale, "results.average", points=whole(locale, tally.average)))
    return f"{short_won(locale, tally)}{POINT}{average}{few_words(locale, tally.games)}"


def alone_line(locale: Locale, tally: Tally) -> str:
    """``12 games · ⌀ 118 · best 140``."""
    average = kept(t(locale, "results.average", points=whole(locale, tally.average)))
    best = kept(t(locale, "results.best", points=tally.best))
    return POINT.join((kept(tn(locale, "results.games", tally.games)), average, best)) + few_words(locale, tally.games)


def ago(played: int) -> str:
    """How long ago, as Discord writes it."""
    return f"<t:{played}:R>"


def computer_words(locale: Locale, strength: str) -> str:
    """The strength of computer players."""
    key = "results.computer.unknown" if strength == UNKNOWN_COMPUTER else f"game.strength.{strength}"
    return t(locale, key)


def season_line(locale: Locale, season: StoredSeason, day: date) -> str:
    """``**Winter** 01.11.2025 – 31.01.2026 · running``."""
    state = "over" if season.until < day else "running" if season.begin <= day else "coming"
    days = " – ".join(f"<t:{seconds(each)}:d>" for each in (season.begin, season.until))
    return f"**{shown(season.name)}** {days}{POINT}{kept(t(locale, f'results.season.{state}'))}"


def filter_words(locale: Locale, view: StatisticsView, beside: str = "", tribe: str = "") -> str:
    """Which results count; empty where all do. ``beside``: the name of whoever was at the table; ``tribe``: that of the
    tribe."""
    found = []
    if view.since:
        found.append(t(locale, "results.filter.since", day=f"<t:{seconds(view.since)}:d>"))
    if view.until:
        found.append(t(locale, "results.filter.until", day=f"<t:{seconds(view.until)}:d>"))
    if view.seats:
        found.append(tn(locale, "results.filter.seats", view.seats))
    for name in ("expansion", "refereed", "computers"):
        wanted = getattr(view, name)
        if wanted is not None:
            found.append(t(locale, f"results.filter.{name}.{'yes' if wanted else 'no'}"))
    if view.tribe:
        found.append(t(locale, "results.filter.as_tribe", tribe=component(tribe)))
    if view.beside:
        found.append(t(locale, "results.filter.beside", name=shown(beside)))
    if view.everywhere:
        found.append(t(locale, "results.filter.everywhere"))
    return POINT.join(found)
