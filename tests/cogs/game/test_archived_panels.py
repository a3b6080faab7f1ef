"""Games in the archive, and what a server allows: panels in three languages within Discord's limits."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from bot.app.tables import Seat
from bot.app.tables.own_games import MOST_ARCHIVED, OwnTables
from bot.app.tables.server_games import ACTIVITIES, ServerGame
from bot.store.server_rules import ServerRules
from bot.text import LOCALES, Locale
from cogs.core.persistent_ui import Panel
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.archived_panel import archived_panel
from cogs.game.views.own_games_panel import own_games_panel
from cogs.game.views.server_games_panel import ON_PAGE, server_games_list, server_games_panel
from tests.cogs.game.test_inspect_panels import LONG, components, games, look_at, mistakes
from tests.cogs.game.test_own_games_panel import FINISHED, ME, OTHERS, WAITING, table
from tests.cogs.game.test_own_panel import said

ARCHIVED = tuple(table(200 + number, "archived") for number in range(MOST_ARCHIVED))
BIG = 2**62
MANY = tuple(range(BIG, BIG + 25))


def controls(panel: Panel) -> dict[str, dict[str, Any]]:
    rows = [part for each in components(panel) for part in (each, *each.get("components", ()))]
    inner = [part for row in rows for part in row.get("components", ())]
    return {part["custom_id"]: part for part in inner if "custom_id" in part}


def archived(locale: Locale) -> TableSnapshot:
    found = look_at(next(games(4, 3)), locale, None)
    return replace(found, status=msgspec.structs.replace(found.status, stage="archived"), controls=None)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_message_of_an_archived_game_has_the_way_back(locale: Locale) -> None:
    panel = archived_panel(archived(locale))
    assert mistakes(panel) == []
    assert "📦" in said(panel)
    assert controls(panel)[f"table:unarchive:{2**31}"]["label"]
    assert not [each for each in controls(panel) if each.startswith("table:do")]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_person_s_list_has_the_archive_on_its_last_page(locale: Locale) -> None:
    found = OwnTables((*WAITING, *OTHERS), FINISHED, ARCHIVED)
    places = {each.status.game: "W" * 90 for each in (*found.open, *found.finished, *found.archived)}
    first, last = (own_games_panel(locale, ME, found, places, page) for page in (0, 9))
    assert mistakes(first) == mistakes(last) == []
    assert "games:bringback" not in controls(first)
    offered = [option["value"] for option in controls(last)["games:bringback"]["options"]]
    assert offered == [str(each.status.game) for each in ARCHIVED]
    assert all(f"/{each.status.channel}/" in said(last) for each in ARCHIVED)
    alone = own_games_panel(locale, ME, OwnTables((), (), ARCHIVED[:1]), {})
    assert mistakes(alone) == []
    assert "games:bringback" in controls(alone)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("rules", [ServerRules(), ServerRules(MANY, 7, MANY[:20], MANY[20:])])
def test_what_a_server_allows(locale: Locale, rules: ServerRules) -> None:
    panel = server_games_panel(locale, rules, [], saved=True)
    assert mistakes(panel) == []
    chosen = controls(panel)
    assert [each["id"] for each in chosen["settings:games:channels"].get("default_values", [])] == list(rules.channels)
    barred = chosen["settings:games:barred"].get("default_values", [])
    assert [(each["id"], each["type"]) for each in barred] == [
        *((role, "role") for role in rules.roles),
        *((person, "user") for person in rules.people),
    ]
    [most] = [each["value"] for each in chosen["settings:games:most"]["options"] if each.get("default")]
    assert most == str(rules.most or 0)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_list_of_a_server_s_games_fits_its_pages(locale: Locale) -> None:
    seats = (*(Seat(user=number, name=LONG) for number in range(3)), Seat(computer="easy"))
    at = datetime(2026, 3, 1, tzinfo=UTC)
    found = [
        ServerGame(2**40 + number, BIG - 1, BIG + number, BIG - 2, ACTIVITIES[number * 4 // 30], at, seats)
        for number in range(30)
    ]
    shown = []
    for page in range(3):
        panel = server_games_list(locale, found, page)
        assert mistakes(panel) == []
        assert "settings:games:list" in "".join(controls(panel))
        shown += [each.game for each in found if f"/{each.channel}/" in said(panel)]
    assert shown == [each.game for each in found]
    assert len(found) > ON_PAGE
    empty = server_games_list(locale, [], 0)
    assert mistakes(empty) == []
    assert list(controls(empty)) == ["settings:games:show"]
