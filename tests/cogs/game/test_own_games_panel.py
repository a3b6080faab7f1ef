"""The list of a person's tables: in three languages within Discord's limits, harmless, each table with its link."""

from dataclasses import replace
from datetime import UTC, datetime

import msgspec
import pytest

from bot.app.tables import Ballot, Seat, Stage, Status
from bot.app.tables.own_games import Ask, OwnTable, OwnTables
from bot.engine.state import Options
from bot.text import LOCALES, Locale
from cogs.game.views.own_games_panel import ON_PAGE, own_games_panel
from tests.cogs.game.test_inspect_panels import LONG, components, mistakes
from tests.cogs.game.test_own_panel import said

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ME = 7


def table(game: int, stage: Stage = "running", *asks: Ask, name: str = LONG) -> OwnTable:
    seats = (Seat(user=ME, name=name), *(Seat(user=number, name=name) for number in (8, 9)), Seat(computer="easy"))
    ballots = (Ballot("pause", (8,), 2, NOW),) if "vote" in asks else ()
    status = Status(
        game=game,
        guild=2**62,
        channel=2**62 + game,
        message=2**62 + 1,
        stage=stage,
        owner=ME,
        locale="en",
        seats=seats,
        options=Options(),
        version=1,
        active=0 if "turn" in asks else 1,
        turn=12,
        ballots=ballots,
        opened=NOW,
        changed=NOW,
    )
    return OwnTable(status, asks, NOW, "track" if "decision" in asks else None)


WAITING: tuple[OwnTable, ...] = (table(1, "running", "turn", "vote"), table(2, "running", "decision"))
STAGES: tuple[Stage, ...] = ("lobby", "running", "paused", "ending", "running", "running", "lobby", "paused")
OTHERS = tuple(table(10 + number, stage) for number, stage in enumerate(STAGES))
FINISHED: tuple[OwnTable, ...] = (table(90, "over"), table(91, "ended"))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("page", [0, 1, 7])
def test_long_lists_fit_into_pages(locale: Locale, page: int) -> None:
    found = OwnTables((*WAITING, *OTHERS), FINISHED)
    places = {each.status.game: "W" * 90 for each in (*found.open, *found.finished)}
    panel = own_games_panel(locale, ME, found, places, page)
    assert mistakes(panel) == []
    shown = said(panel)
    first = min(page, 1) * ON_PAGE  # there is no page behind the second
    wanted = [*found.open[first : first + ON_PAGE], *(FINISHED if first else ())]
    linked = [each for each in (*found.open, *FINISHED) if f"/{each.status.channel}/" in shown]
    assert linked == wanted
    assert "<@1100000000000001000>" not in shown


@pytest.mark.parametrize("locale", LOCALES)
def test_what_waits_says_so_and_the_next_is_one_press_away(locale: Locale) -> None:
    panel = own_games_panel(locale, ME, OwnTables((*WAITING, *OTHERS)), {})
    [link] = [part["url"] for row in components(panel)[1:] for part in row["components"] if "url" in part]
    assert link.endswith(f"/{WAITING[0].status.channel}/{WAITING[0].status.message}")
    assert said(panel).count("🔔") == 2
    quiet = own_games_panel(locale, ME, OwnTables(OTHERS), {})
    assert not [part for row in components(quiet)[1:] for part in row["components"] if "url" in part]


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (0, {"en": "being set up", "de": "wird vorbereitet", "fr": "en préparation"}),
        (12, {"en": "still has to be chosen", "de": "es ist noch etwas zu wählen", "fr": "il reste un choix"}),
    ],
)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_game_in_which_nobody_is_on_turn(locale: Locale, turn: int, told: dict[str, str]) -> None:
    each = table(1)
    status = msgspec.structs.replace(each.status, active=None, turn=turn)
    assert told[locale] in said(own_games_panel(locale, ME, OwnTables((replace(each, status=status),)), {}))


@pytest.mark.parametrize("locale", LOCALES)
def test_nobody_s_list_says_how_to_begin(locale: Locale) -> None:
    panel = own_games_panel(locale, ME, OwnTables(()), {})
    assert mistakes(panel) == []
    assert {"en": "/help", "de": "/hilfe", "fr": "/aide"}[locale] in said(panel)
