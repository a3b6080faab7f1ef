"""Tables that look for players: the list in ``/games``, and the call to a role."""

from collections.abc import Iterator, Mapping, Sequence

from bot.app.tables import Status
from bot.app.tables.lobby import most_seats
from bot.text import Locale, as_locale, endonym, t
from cogs.core.persistent_ui import Panel
from cogs.game.views.message_layout import panel_of
from cogs.game.views.table_links import table_link, table_url


def looking_lines(locale: Locale, found: Sequence[Status], places: Mapping[int, str]) -> Iterator[str]:
    """Each table with its place, free seats and what it says of itself."""
    for status in found:
        link = f"[{t(locale, 'games.named', game=status.game)}]({table_url(status)})"
        yield f"- {' · '.join(filter(None, [link, places.get(status.game, ''), about_lobby(locale, status)]))}"


def about_lobby(locale: Locale, status: Status) -> str:
    """The seats, the pace, the language, and whether newcomers are welcome."""
    seats = t(locale, "games.seats", taken=len(status.seats), most=most_seats(status.options))
    language = as_locale(status.locale)
    parts = [seats, t(locale, f"pace.name.{status.pace}"), endonym(language) if language else ""]
    parts += [t(locale, "game.option.newcomers")] if status.newcomers else []
    return " · ".join(filter(None, parts))


def call_panel(locale: Locale, status: Status, role: int) -> Panel:
    """That a table looks for players, for those who have the role."""
    words = t(locale, "games.call", role=f"<@&{role}>", game=status.game, about=about_lobby(locale, status))
    return panel_of([words], [table_link(status, t(locale, "games.to_lobby"))])
