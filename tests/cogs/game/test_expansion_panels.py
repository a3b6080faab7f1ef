"""What the panels of a table say of *Call of the Abyss*: devotion, what is to come, journeys, lakes, the separate large
location; and nothing of it where it is not played."""

from collections.abc import Iterator
from typing import Literal

import pytest

from bot.app.tables import Chosen, Seat, Status
from bot.engine import Game, new_game
from bot.engine.actions import Build, ResolveJourney, TakeGains, UseSwitch
from bot.engine.packs import field_with_expansion
from bot.engine.state import Options, SeatSetup, Setup
from bot.engine.variants.abyss.lakes import shore
from bot.engine.variants.abyss.state_access import kept_of
from bot.text import LOCALES, Locale, t, tn
from bot.text.board import listing
from bot.text.game import component_name, gain_words, symbol
from bot.text.game.expansion_text import devotion_lines, journey_lines, seat_lines
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.component_panel import on_board
from cogs.game.views.inspect_panels import chart_texts, market_panel, seat_panel
from cogs.game.views.lobby_options_panel import lobby_options_panel
from cogs.game.views.lobby_panel import lobby_panel
from cogs.game.views.turn_panel import turn_panel
from tests.cogs.game.test_inspect_panels import NOW, games, look_at, words
from tests.rules.expansion_lab import LAKE, position


def own_turn() -> Game:
    """Seat 0 has 5 devotion, 2 points and 1 devotion to come, and two journeys: one fulfilled, one not."""
    own = {"journeys": ("j_buildings", "j_machines"), "resolved": ("j_flasks",)}
    found = position().expansion(0, devotion=5, points_to_come=2, devotion_to_come=1, **own)
    kept = kept_of(found.game)
    kept.journey_display, kept.journey_deck = ["j_technologies"], ["j_modules", "j_hibernations"]
    near = min(deserts(found.game))
    found.building(found.game.board.labels[near], 0, "small")
    return found.turn(0).build()


def deserts(game: Game) -> list[int]:
    """Those beside the lake."""
    return [space for space in sorted(shore(game, lake_of(game))) if game.terrain(space) == "desert"]


def lake_of(game: Game) -> int:
    return next(number for number, place in enumerate(game.board.places) if place.id == LAKE)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_own_panel_tells_devotion_journeys_and_what_is_to_come(locale: Locale) -> None:
    game = own_turn()
    found = look_at(game, locale, 0)
    lines = [*devotion_lines(locale, found.table, 0), *journey_lines(locale, found.table, 0)]
    assert len(lines) == 4
    text = words(turn_panel(found))
    assert all(line in text for line in lines)
    assert f"{symbol('devotion')}5" in text
    assert tn(locale, "thing.devotion", 5) in lines[0]
    assert " 6" in lines[0], "the next reward"
    assert tn(locale, "thing.points", 2) in lines[1]
    assert tn(locale, "thing.devotion", 3) in lines[2], "its first level is fulfilled"
    assert component_name(locale, found.table, "j_buildings") in lines[2]


@pytest.mark.parametrize("locale", LOCALES)
def test_offers_say_what_they_bring(locale: Locale) -> None:
    game = own_turn()
    table = look_at(game, locale, 0).table
    resolving = gain_words(locale, ResolveJourney(seat=0, journey="j_buildings"), table)
    assert resolving == tn(locale, "thing.devotion", 3)
    taking = gain_words(locale, TakeGains(seat=0), table)
    assert tn(locale, "thing.points", 2) in taking
    assert tn(locale, "thing.devotion", 1) in taking
    journey = gain_words(locale, UseSwitch(seat=0, journey="j_technologies"), table)
    assert t(locale, "thing.colour.green") in journey
    near = next(space for space in deserts(game) if space not in game.state.buildings)
    beside = Build(seat=0, space=near, size="large")
    assert tn(locale, "thing.devotion", 3) in gain_words(locale, beside, table)
    again = Build(seat=0, space=near, size="small")
    assert tn(locale, "thing.devotion", 1) not in gain_words(locale, again, table)


@pytest.mark.parametrize("locale", LOCALES)
def test_boards_market_and_map_show_everything(locale: Locale) -> None:
    game = own_turn()
    kept_of(game).figures = [1]
    found = look_at(game, locale, 1)
    board = words(seat_panel(found, 0))
    assert all(line in board for line in seat_lines(locale, found.table, 0))
    assert set(on_board(found, 0, "overview")) >= {"j_buildings", "j_machines", "j_flasks"}
    market = words(market_panel(found))
    apart = component_name(locale, found.table, kept_of(game).location)
    for name in ("j_technologies", "l_one"):
        assert component_name(locale, found.table, name) in market
    for text in (market, "\n".join(chart_texts(found)), "\n".join(listing(locale, found.table))):
        assert f"{apart}, " in text
        assert found.table.names[1] in text
    label = game.board.labels[min(game.board.spaces_of[lake_of(game)])]
    assert f"**{label}**" in "\n".join(listing(locale, found.table))


def without() -> Iterator[Game]:
    yield next(iter(games(2, 5)))
    options = Options(artifact_card="deal")
    setup = Setup(seats=(SeatSetup(),) * 2, pack=field_with_expansion().hash, seed=1, options=options)
    yield new_game(setup, field_with_expansion())


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_of_it_where_it_is_not_played(locale: Locale) -> None:
    """With a pack without the parts, and with one that has them."""
    for game in without():
        found = look_at(game, locale, 0)
        assert not [*seat_lines(locale, found.table, 0)]
        text = words(turn_panel(found)) + words(market_panel(found)) + words(seat_panel(found, 0))
        assert symbol("devotion") not in text
        assert symbol("journey") not in text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("alone", ["mautoma", "solo"])
def test_the_lobby_says_that_it_is_not_played_alone(locale: Locale, alone: Literal["mautoma", "solo"]) -> None:
    """Ruling abyss-alone: said before anybody presses Start, with its own reason."""
    for abyss in (True, False):
        options = Options(alone=alone, abyss=abyss)
        status = Status(
            game=1,
            guild=1,
            channel=2,
            message=3,
            stage="lobby",
            owner=10,
            locale=locale,
            seats=(Seat(user=10, name="Kim"),),
            options=options,
            version=1,
            tokens=(),
            active=None,
            turn=0,
            waiting={},
            opened=NOW,
            changed=NOW,
            sheets=(),
        )
        chosen = [Chosen("abyss", (True, False), abyss), Chosen("alone", ("no", "mautoma", "solo"), alone)]
        found = TableSnapshot(locale, status, None, None, field_with_expansion(), None, None)
        assert (t(locale, "refusal.abyss_alone") in words(lobby_panel(found, chosen))) is abyss
        assert t(locale, f"game.option.alone.{alone}.about") in words(lobby_options_panel(found, chosen, []))
