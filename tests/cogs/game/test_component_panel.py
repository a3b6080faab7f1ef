"""Looking at a component: what it does, where it is as far as the reader may know, its rules; and the menus to it."""

from collections.abc import Iterator
from typing import Any

import pytest
from discord import ui

from bot.engine import Game, decision, legal, view
from bot.engine.actions import Explore, PlayCard, UseMachine
from bot.engine.debug.position_builder import Position
from bot.engine.geometry import make_board
from bot.engine.packs import field_with_expansion
from bot.engine.variants.abyss.state_access import kept_of
from bot.reference import Reference
from bot.reference.rule_entries import ACTION_ENTRIES, COMPONENT_ENTRIES, EFFECT_ENTRIES, TILE_ENTRIES
from bot.text import LOCALES, Locale, t
from bot.text.game import Table, component_name
from bot.text.game.whereabouts import whereabouts
from cogs.core.persistent_ui import Panel
from cogs.game.input.parsing import PICKED, component_choices, component_typed
from cogs.game.views.component_panel import (
    PLACE,
    component_panel,
    entries_of,
    look_menus,
    place_of,
    tile_panel,
)
from cogs.game.views.inspect_panels import market_panel, seat_panel
from cogs.game.views.offer_groups import groups_of, in_group
from cogs.game.views.player_sheet import TABS
from cogs.game.views.target_panel import pick_panel
from cogs.game.views.turn_panel import turn_panel
from tests.cogs.game.test_inspect_panels import games, look_at, mistakes

PACK = field_with_expansion()
EVERYTHING = [component for kind in COMPONENT_ENTRIES for component in getattr(PACK, kind)]
TITLES = dict.fromkeys(("card.play", "card.slots", "card.gain", "card.rest_area"), "W" * 60)


def bare() -> Table:
    return Table(PACK, make_board(PACK.board), ())


def hidden_from(game: Game, seat: int) -> set[str]:
    """What the state holds and the seat may not see."""
    state = game.state
    decks = [state.deck, state.module_deck, state.crates, state.artifact_deck, state.starting_deck]
    others = [mine for number, mine in enumerate(state.seats) if number != seat]
    kept = [*(mine.artifact_cards for mine in others), *(mine.crates for mine in others)]
    tiles = [[lying.tile for lying in state.places if not lying.revealed]]
    tiles += [kept_of(game).scyphoz_deck, kept_of(game).journey_deck]
    return {each for things in (*decks, *state.machine_decks.values(), *kept, *tiles) for each in things}


def looks(panel: Panel) -> set[str]:
    """What the menus of a panel lead to."""
    menus = [child for child in panel.walk_children() if isinstance(child, ui.Select)]
    return {option.value for menu in menus if menu.custom_id.startswith("table:look:") for option in menu.options}


def panels(found: Any) -> Iterator[Panel]:
    yield turn_panel(found)
    yield market_panel(found)
    for group in groups_of(found.controls.offers) if found.controls else ():
        yield pick_panel(found, group)
    for seat in range(len(found.status.seats)):
        yield from (seat_panel(found, seat, tab) for tab in TABS)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_component_can_be_looked_at(locale: Locale) -> None:
    *_, game = games(4, 3, expansion=True)
    table = look_at(game, locale, 0).table
    for component in EVERYTHING:
        for context in (table, bare()):
            panel = component_panel(locale, context, component, TITLES)
            assert mistakes(panel) == []
            text = str(panel.to_components())
            assert component_name(locale, context, component)[1:] in text
            assert "{" not in "".join(whereabouts(locale, context, component))


def test_every_rule_is_in_the_reference() -> None:
    reference = Reference.open(lexical=True, warm=False)
    tables = (ACTION_ENTRIES, EFFECT_ENTRIES, COMPONENT_ENTRIES)
    named = {*(entry for table in tables for entry in table.values()), *TILE_ENTRIES}
    assert [entry for entry in named if reference.entry(entry) is None] == []
    assert all(entries_of(PACK, component) for component in EVERYTHING)
    assert any(len(entries_of(PACK, component)) > 2 for component in PACK.citizen)
    assert entries_of(PACK, "nothing") == []


def test_what_is_hidden_stays_hidden() -> None:
    """Nothing that a seat may not see is told a place, or offered in a menu; its own things are."""
    told = 0
    for game in games(3, 6, expansion=True):
        for seat in range(3):
            found, hidden = look_at(game, "en", seat), hidden_from(game, seat)
            if game.state.phase == "over":
                continue
            for component in hidden:
                assert whereabouts("en", found.table, component) == [t("en", "look.where.unseen")]
            for panel in panels(found):
                assert not looks(panel) & hidden
            for own in (*game.state.seats[seat].artifact_cards, *game.state.seats[seat].crates):
                told += 1
                assert whereabouts("en", found.table, own) == [t("en", "look.where.kept", name=found.table.names[seat])]
    assert told > 10


def test_places_are_those_of_the_view() -> None:
    """Cards in every area, machines, technologies, the display: each is found where the state has it."""
    *_, game = games(3, 9)
    found = look_at(game, "en", 0)
    for seat, mine in enumerate(view(game, 0).state.seats):
        name = found.table.names[seat]
        expected = dict.fromkeys(mine.active, f"In {name}’s active area")
        expected |= dict.fromkeys(mine.rest, f"In {name}’s rest area")
        expected |= {machine.machine: f"Installed by {name}" for machine in mine.machines}
        expected |= dict.fromkeys(mine.technologies, f"{name} has it")
        expected |= {mine.tribe: f"{name}’s tribe"}
        assert len(expected) > 5
        for component, words in expected.items():
            assert any(place.startswith(words) for place in whereabouts("en", found.table, component)), component
    for card in game.state.display:
        assert whereabouts("en", found.table, card) == ["On display"]
    assert whereabouts("en", bare(), game.state.display[0]) == []


@pytest.mark.parametrize(("actions", "by_menu"), [(0, False), (1, True)])
def test_news_and_board_are_one_way_away(actions: int, by_menu: bool) -> None:
    """As buttons when the turn begins, in the menu once there is something done in it."""
    game = Position(PACK).turn(0, actions=actions).build()
    panel = turn_panel(look_at(game, "en", 0))
    shown = str(panel.to_components())
    assert (looks(panel) >= {"all-news", "own-board"}) is by_menu
    assert [way in shown for way in ("table:news:", "table:own:")] == [not by_menu] * 2


def test_everything_that_is_named_can_be_looked_at() -> None:
    """From the panel of targets, one tap; and from the question where a decision names components."""
    asked = offered = 0
    for game in games(2, 4):
        if game.state.phase == "over":
            continue
        for seat in range(2):
            found = look_at(game, "fr", seat)
            question = decision(game, seat)
            named = {option.id for option in question.options if option.id in EVERYTHING} if question else set()
            asked += len(named)
            assert named <= looks(turn_panel(found)), named
            if question or seat != game.active:
                continue
            for group in groups_of(legal(game, seat)):
                for offer in in_group(legal(game, seat), group)[:25]:
                    shown = looks(pick_panel(found, group))
                    match offer.action:
                        case PlayCard(card=named_one) | UseMachine(machine=named_one):
                            offered += 1
                            assert named_one in shown
                        case Explore(place=place):
                            offered += 1
                            assert f"{PLACE}{place}" in shown
    assert asked > 5
    assert offered > 50


@pytest.mark.parametrize("locale", LOCALES)
def test_a_tile_can_be_looked_at(locale: Locale) -> None:
    game = next(iter(games(2, 4)))
    found = look_at(game, locale, 0)
    for place, lying in enumerate(game.state.places):
        panel = tile_panel(found, place, TITLES)
        assert mistakes(panel) == []
        assert lying.revealed or lying.tile not in str(panel.to_components())


def test_only_places_of_the_map_are_places() -> None:
    found = look_at(next(iter(games(2, 4))), "en", 0)
    last = len(found.table.board.spaces_of) - 1
    assert place_of(found, f"{PLACE}{last}") == last
    for value in (f"{PLACE}{last + 1}", PLACE, f"{PLACE}x", f"{PLACE}-1", f"{PLACE}{'9' * 40}", "0", ""):
        assert place_of(found, value) is None


def test_unknown_things_are_left_out_of_a_menu() -> None:
    found = look_at(next(iter(games(2, 4))), "en", 0)
    assert look_menus(found, ["?", "gear", "nothing"]) == []
    (menu,) = look_menus(found, ["?", *EVERYTHING[:3], EVERYTHING[0]])
    assert isinstance(menu, ui.Select)
    assert [option.value for option in menu.options] == EVERYTHING[:3]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("typed_in", LOCALES)
def test_completion_finds_every_component_by_its_name_in_any_language(locale: Locale, typed_in: Locale) -> None:
    table = bare()
    named = [each for each in EVERYTHING if each not in table.pack.crate and each not in table.pack.module]
    for component in named:
        found = component_choices(locale, table, EVERYTHING, component_name(typed_in, table, component).upper())
        assert PICKED + component in [choice.value for choice in found]
        assert component_typed(table, EVERYTHING, PICKED + component, "component") == component
    assert len(component_choices(locale, table, EVERYTHING, "")) == 25
    assert component_choices(locale, table, EVERYTHING, "xyzzy") == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_machine_that_is_still_locked_is_at_its_reward_space(locale: Locale) -> None:
    """It is printed there on every board, so it is in sight."""
    table = look_at(next(iter(games(2, 4))), locale, 0).table
    machines = [reward.machine for reward in table.pack.player_board.rewards if reward.machine]
    assert machines
    for machine in machines:
        assert whereabouts(locale, table, machine) != [t(locale, "look.where.unseen")]
