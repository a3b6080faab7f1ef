"""What a sensible player does not do: waste a marker, convert for nothing, hibernate with nothing to get back."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine import Game, apply, decision, legal, view
from bot.engine.actions import Build, Convert, Decision, EndTurn, Hibernate, Option, PlayCard, Populate
from bot.engine.effects import ARTIFACT_COLOURS, Advance, Gain, RangeBonus
from bot.engine.resolution.tasks import Source
from bot.engine.resources import Amounts
from bot.engine.rules.map_range import reach
from bot.engine.state import Installed, Options, Slot
from bot.engine.variants.abyss.state_access import kept_of, seat_of
from bot.players import LEVELS, Level, Planner
from bot.players.planner_weights import weights
from bot.players.valuation.expansion_values import journey_value
from bot.players.valuation.later_effects import later_value
from bot.players.valuation.map_markers import benefit_to_others, marker_on_map, marker_value
from bot.players.valuation.offer_values import appraise, hibernation_penalty
from bot.players.valuation.option_values import answer, option_values
from bot.players.valuation.position_value import evaluate
from bot.players.valuation.valuation import Valuation
from tests.players.table import advance, laid, to_move


def begun() -> Game:
    """The first turn of a game of two."""
    game = laid(4, 2)
    while game.state.phase != "play":
        advance(game, 1)
    return game


def city_of(game: Game) -> int:
    return next(space for space, printed in enumerate(game.prints) if printed and printed.terrain == "city")


def test_a_marker_lies_where_others_can_still_come() -> None:
    game = laid(3, 3)
    city = city_of(game)
    game.state.figures[city] = []
    empty = marker_value(Valuation(game, 0, weights()), city)
    assert 0 < empty <= weights().markers.city
    game.state.figures[city] = [1]
    assert 0 < marker_value(Valuation(game, 0, weights()), city) < empty
    game.state.figures[city] = [1, 2]
    assert marker_value(Valuation(game, 0, weights()), city) == 0


def test_a_marker_lies_where_others_are_near() -> None:
    """Of cities that are open to all the one to which their way is shortest."""
    game = advance(laid(3, 2), 150)
    game.state.figures.clear()
    game.changed()
    steps = reach(game, 1).steps
    seen = ((space, printed) for space, printed in enumerate(game.prints) if steps[space] > 0)
    cities = [space for space, printed in seen if printed and printed.terrain == "city"]
    near, far = (pick(cities, key=lambda space: steps[space]) for pick in (min, max))
    assert steps[far] > steps[near]
    valuation = Valuation(game, 0, weights())
    assert marker_value(valuation, near) > marker_value(valuation, far) > 0


def test_a_module_suits_the_cards_at_hand() -> None:
    game = begun()
    seat = to_move(game)
    mine = game.seat(seat)
    reds = [card.id for card in game.pack.citizens if card.colour == "red"][:5]
    mine.active, mine.rest = reds, []
    valuation = Valuation(game, seat, weights())
    assert valuation.colour_shares == {"red": 3.0, "green": 0.0, "blue": 0.0}
    red, blue = (
        next(module for module in game.pack.modules if module.colours == (colour,)) for colour in ("red", "blue")
    )
    alike = msgspec.structs.replace(blue, get=red.get)
    assert valuation.module_value(red) > valuation.module_value(alike)


def test_what_is_in_plenty_is_worth_less_later() -> None:
    """A machine for gears is worth more to who has none."""
    game = begun()
    seat = to_move(game)
    mine = game.seat(seat)
    values = []
    for gears in (0, 5):
        mine.owned = Amounts(gear=gears)
        values.append(Valuation(game, seat, weights()).later((Gain(gear=2),)))
    assert values[0] > values[1] > 0


def test_a_module_that_works_at_once_is_preferred() -> None:
    """While there is a free place with a symbol what the module gives at once is counted."""
    game = begun()
    seat = to_move(game)
    module = next(module for module in game.pack.modules if module.id == "x_red_1")
    options = (Option(kind="module", id=module.id),)
    asked = Decision(
        seat=seat, kind="module", rule="module.take", options=options, least=1, most=1, source=Source("card", "")
    )
    valuation = Valuation(game, seat, weights())
    (open_,) = option_values(valuation, asked)
    game.seat(seat).slots = [
        Slot(tuple(module.id if symbol else None for symbol in printed.modules))
        for printed in game.pack.player_board.slots
    ]
    (full,) = option_values(valuation, asked)
    assert open_ > full == valuation.module_value(module)


def test_a_position_counts_its_marker() -> None:
    game = laid(3, 2)
    city = city_of(game)
    game.state.figures[city] = []
    without = evaluate(Valuation(game, 0, weights()))
    game.state.markers[0] = city
    assert marker_on_map(Valuation(game, 0, weights())) > 0
    assert evaluate(Valuation(game, 0, weights())) > without


def test_crystals_are_converted_only_where_they_are_too_many() -> None:
    game = begun()
    seat = to_move(game)
    for crystals, converts in ((3, False), (4, True)):
        owned = game.seat(seat).owned
        game.seat(seat).owned = owned.plus("crystal", crystals - owned.crystal)
        game.changed()
        offers = legal(game, seat)
        assert any(isinstance(offer.action, Convert) for offer in offers)
        chosen = Planner("easy").choose(view(game, seat), offers)
        assert isinstance(chosen, Convert) == converts


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("resting", [0, 4])
def test_cards_at_hand_are_played_before_hibernating(level: Level, resting: int) -> None:
    game = begun()
    seat = to_move(game)
    mine, cards = game.seat(seat), list(game.pack.citizen)
    mine.switch_used, mine.owned = True, Amounts()
    mine.active, mine.rest = cards[:4], cards[4 : 4 + resting]
    mine.slots = [slot.without_cards() for slot in mine.slots]
    game.changed()
    offers = legal(game, seat)
    assert {type(offer.action) for offer in offers} == {PlayCard, Hibernate}
    assert isinstance(Planner(level).choose(view(game, seat), offers), PlayCard)


def test_hibernating_waits_until_there_is_much_to_get_back() -> None:
    game = begun()
    seat = to_move(game)
    mine = game.seat(seat)
    mine.switch_used, mine.rest, mine.active = False, [], list(game.pack.citizen)[:4]
    mine.slots = [slot.without_cards() for slot in mine.slots]
    offer = next(offer for offer in legal(game, seat) if isinstance(offer.action, Hibernate))
    early, _ = appraise(Valuation(game, seat, weights()), offer)
    assert hibernation_penalty(Valuation(game, seat, weights())) == weights().haste * weights().offers.enough
    mine.rest = list(mine.active)
    assert hibernation_penalty(Valuation(game, seat, weights())) == weights().haste * weights().offers.enough, (
        "there is enough to play as it is"
    )
    mine.rest, mine.active = mine.rest[:3], []
    assert hibernation_penalty(Valuation(game, seat, weights())) == weights().haste * (weights().offers.enough - 3)
    later, _ = appraise(Valuation(game, seat, weights()), offer)
    assert later > early


def test_what_others_get_by_it_is_counted() -> None:
    """A book for each figure at a location, and what the piece costs for each marker of others."""
    game = begun()
    seat, other, city = to_move(game), 1 - to_move(game), city_of(game)
    technology = game.pack.tribe[game.seat(seat).tribe].technologies[0]
    populate = Populate(seat=seat, location=city, technology=technology.id)
    build = Build(seat=seat, space=city, size="large")
    valuation = Valuation(game, seat, weights())
    game.state.figures[city] = []
    assert (
        benefit_to_others(valuation, populate)
        == benefit_to_others(valuation, build)
        == benefit_to_others(valuation, EndTurn(seat=seat))
        == 0
    )
    game.state.figures[city] = [other]
    assert benefit_to_others(valuation, populate) == weights().gift
    game.state.markers = {other: city, seat: city}
    assert benefit_to_others(valuation, populate) == pytest.approx(weights().gift * (1 + technology.books))
    assert benefit_to_others(valuation, build) == pytest.approx(
        weights().gift * game.pack.supply.building_cost["large"].total
    )


def test_a_reward_in_hand_is_worth_more_than_one_before_the_eyes() -> None:
    """Else a player stays a step before its rewards."""
    game = begun()
    seat = to_move(game)
    mine, links = game.seat(seat), {reward.id: reward.links for reward in game.pack.player_board.rewards}
    reward = next(each for each in game.pack.player_board.rewards if each.machine)
    for link in links[reward.id]:
        mine.track[link.track] = link.space - 1
    root = Valuation(game, seat, weights())
    before = evaluate(root)
    for link in links[reward.id]:
        mine.track[link.track] = link.space
    mine.unlocked.append(reward.id)
    mine.progress += 1
    mine.machines.append(Installed(reward.machine or ""))
    assert evaluate(Valuation(game, seat, weights(), like=root)) > before + 1


def test_what_does_no_harm_is_taken() -> None:
    """In the last turn a card is worth nothing; it is taken all the same."""
    game = begun()
    seat = to_move(game)
    valuation = Valuation(game, seat, weights(), left=0.0)
    card = Option("card", game.state.display[0])
    rule, source = "card.gain", Source("rule", "card.gain")
    asked = Decision(seat=seat, kind="card", options=(card, Option("skip")), source=source, rule=rule)
    assert answer(valuation, asked).answer == (0,)


def test_what_grows_is_not_taken_too_soon() -> None:
    """Family Tree gives a point for each marker, at most nine."""
    game = begun()
    seat = to_move(game)
    tree = game.pack.technology["root_6"]
    early = Valuation(game, seat, weights()).too_soon(tree)
    game.seat(seat).progress = 9
    assert early > 2
    assert Valuation(game, seat, weights()).too_soon(tree) == 0
    assert Valuation(game, seat, weights()).too_soon(game.pack.technology["root_5"]) == 0


def with_tribe(tribe: str) -> tuple[Game, int]:
    """A game in which a tribe plays, and its seat."""
    games = (laid(seed, 4) for seed in range(20))
    game = next(game for game in games if tribe in [mine.tribe for mine in game.state.seats])
    return game, next(seat for seat, mine in enumerate(game.state.seats) if mine.tribe == tribe)


def test_how_often_something_happens_is_asked_of_the_seat() -> None:
    """Who gets crates by the tribe's ability, or has opened many, expects more of what comes with each."""
    game, keeper = with_tribe("cache")
    other = next(seat for seat in range(4) if seat != keeper)
    assert (
        Valuation(game, keeper, weights()).event_rates["crate_opened"]
        > Valuation(game, other, weights()).event_rates["crate_opened"]
    )
    game.state.turn.number = 24
    few = Valuation(game, other, weights()).event_rates
    game.seat(other).crates_taken, game.seat(other).energy = 5, 6
    many = Valuation(game, other, weights()).event_rates
    assert many["crate_opened"] > 2 * few["crate_opened"]
    assert many["machine_used"] > few["machine_used"]
    assert many["built"] == few["built"]


def test_the_last_artifact_of_a_colour_is_not_hoped_for_twice() -> None:
    """Rewards in sight get what is there one after the other, so that taking the best one does not spoil the others."""
    game = begun()
    seat = to_move(game)
    valuation = Valuation(game, seat, weights())
    assert valuation.artifact_later <= valuation.artifact
    best = max(ARTIFACT_COLOURS, key=lambda colour: valuation.artifact_colours[colour])
    for colour in game.state.artifacts:
        game.state.artifacts[colour] = 1
    scarce = Valuation(game, seat, weights())
    assert min(scarce.artifact_colours.values()) < scarce.artifact_later < scarce.artifact_colours[best]
    for colour in game.state.artifacts:
        game.state.artifacts[colour] = 4 * (colour == best)
    plenty = Valuation(game, seat, weights())
    assert plenty.artifact_later == pytest.approx(plenty.artifact)


def test_hopes_go_to_colours_that_are_left() -> None:
    game = begun()
    seat = to_move(game)
    valuation = Valuation(game, seat, weights())
    best = max(ARTIFACT_COLOURS, key=lambda colour: valuation.artifact_colours[colour])
    others = [colour for colour in game.state.artifacts if colour != best]
    before = sum(valuation.expected_artifacts(colour) for colour in others)
    game.state.artifacts[best] = 0
    after = Valuation(game, seat, weights(), left=valuation.left)
    assert after.expected_artifacts(best) == 0
    assert sum(after.expected_artifacts(colour) for colour in others) > before


def test_the_marker_that_comes_next_counts_as_it_is() -> None:
    """What opens a reward is worth more when its marker gets a bonus than right after that, not the same on average."""
    game = begun()
    mine, spaces = game.seat(0), game.pack.player_board.progress
    mine.track["forest"] = 1
    due = max(at for at, space in enumerate(spaces[:12]) if space.get)

    def values(at: int) -> tuple[float, float]:
        mine.progress = at
        game.changed()
        valuation = Valuation(game, 0, weights())
        return valuation.markers(1), valuation.steps(1, 0, 0)

    (marker, steps), (later_marker, later_steps) = values(due), values(due + 1)
    assert marker > later_marker + 1
    assert steps - later_steps > 0.8 * (marker - later_marker)


def test_a_range_for_this_window_is_worth_nothing_after_it() -> None:
    game = begun()
    turn = game.state.turn

    def ranged(spaces: int, actions: int) -> float:
        turn.window.range, turn.actions = spaces, actions
        game.changed()
        return evaluate(Valuation(game, 0, weights()))

    assert ranged(3, 0) > ranged(0, 0)
    assert ranged(3, 2) == ranged(0, 2)


def test_a_crate_that_helps_an_action_waits_for_one() -> None:
    game = begun()
    valuation = Valuation(game, 0, weights())
    helping = next(crate for crate in game.pack.crates if any(isinstance(each, RangeBonus) for each in crate.get))
    resources = next(crate for crate in game.pack.crates if all(isinstance(each, Gain) for each in crate.get))
    assert valuation.kept_crate(helping) > valuation.later(helping.get)
    assert valuation.kept_crate(resources) < valuation.later(resources.get)


def test_steps_beyond_a_track_count_as_resources() -> None:
    game = begun()
    steps = (Advance(track="forest", steps=2),)
    early = later_value(Valuation(game, 0, weights()), steps)
    game.seat(0).track["forest"] = game.pack.player_board.tracks["forest"].spaces - 1
    game.changed()
    valuation = Valuation(game, 0, weights())
    assert later_value(valuation, steps) == valuation.unit_values.step + valuation.unit_values.basic < early


# ---- the expansion -----------------------------------------------------------------------------------------------


def with_journey(*, last: bool) -> Game:
    """Seat 0 has done its main actions and can resolve a journey for 12 devotion; ``last``: in its last turn."""
    game = laid(5, 2, Options(artifact_card="deal", abyss=True))
    kept, mine = kept_of(game), seat_of(game, 0)
    mine.journeys, mine.resolved = ["j_last_vial"], ["j_salt_road", "j_moss_gate", "j_star_chart"]
    gone = {*mine.journeys, *mine.resolved}
    everything = [name for name in (*kept.journey_display, *kept.journey_deck) if name not in gone]
    kept.journey_display, kept.journey_deck = everything[:3], everything[3:]
    turn = game.state.turn
    turn.actions = game.actions_a_turn
    turn.window.main_done = True
    if last:
        game.state.end_by, game.state.end_how, game.state.last_round = 1, "artifact", True
        game.state.artifacts = dict.fromkeys(game.state.artifacts, 0)
    game.changed()
    return game


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_journey_is_resolved_in_the_last_turn_at_the_latest(level: Level) -> None:
    """Reference journey.unresolved: it brings nothing after the end."""
    game, player = with_journey(last=True), Planner(level)
    for _ in range(40):
        if game.state.phase == "over" or game.active != 0:
            break
        apply(game, player.choose(view(game, 0), legal(game, 0)))
    assert "j_last_vial" in seat_of(game, 0).resolved


def test_a_journey_that_is_left_over_is_worth_nothing() -> None:
    """Nor does it look like something that will come; before, it is worth its devotion."""
    game = with_journey(last=True)
    journey = game.pack.journey["j_last_vial"]
    assert 0 < journey_value(Valuation(game, 0, weights()), journey) < journey.levels[-1].devotion
    game.state.phase = "closing"
    game.changed()
    assert journey_value(Valuation(game, 0, weights()), journey) == 0
    assert decision(game, 0) is None
    early = with_journey(last=False)
    assert journey_value(Valuation(early, 0, weights()), journey) == journey.levels[-1].devotion
