"""Exploring, populating and building (000 ERKUNDEN, BEVÖLKERN, BAUEN; 001 Explore, Populate, Build, Paying for
range)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.engine.actions import Build, Explore, Offer, Populate, RangeUse, Refusal, Value
from bot.engine.effects import Size, TakeCard
from bot.engine.resolution.interpreter import settle
from bot.engine.resolution.reveal_lookahead import Outcome, first_of, quiet, reveals
from bot.engine.resolution.tasks import Bonuses, Do, Flip, Source
from bot.engine.resources import NOTHING, Amounts, missing, one, payment_for
from bot.engine.rules import mutations
from bot.engine.rules.action_rules import ActionRule
from bot.engine.rules.building_bonuses import surroundings
from bot.engine.rules.map_range import free_range, has_pieces, in_reach, range_to
from bot.engine.rules.passive_effects import announce, discount_for, effects_at
from bot.engine.state import Building

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.actions import Action
    from bot.engine.components import Back, Technology
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, Space

SIZES: tuple[Size, Size] = ("small", "large")
LOCATION_TERRAINS = ("city", "large")


class _Price(NamedTuple):
    """What an action costs in all, how it is paid by default, and what was taken off."""

    total: Amounts
    payment: Amounts
    off: Amounts


def _price(owned: Amounts, cost: Amounts, off: Amounts, food: int, books: int = 0) -> _Price | None:
    """The price with the food for the way and extra books; None where it cannot be paid."""
    total = Amounts(
        cost.gear - off.gear, cost.book - off.book + books, cost.food - off.food + food, cost.crystal - off.crystal
    )
    payment = payment_for(total, owned)
    return _Price(total, payment, off) if payment is not None else None


def _offer(
    action: Action, way: RangeUse | None, price: _Price, barrier: bool, books_to: tuple[SeatNumber, ...] = ()
) -> Offer:
    total, payment, off = price
    return Offer(action, total, payment, way, len(books_to), off, barrier, NOTHING, books_to)


def _no_way(game: Game, seat: SeatNumber, **target: Value) -> Refusal:
    """No way leads there; without a piece on the map range counts from the starting space, and that is said."""
    if has_pieces(game, seat):
        return Refusal(reason="no_way", rule="range.blocked", values=target)
    return Refusal(reason="no_way", rule="range.starting_space", values={**target, "from": "start"})


def _too_expensive(
    game: Game,
    seat: SeatNumber,
    rule: str,
    way: RangeUse,
    total: Amounts,
    books_to: tuple[SeatNumber, ...] = (),
) -> Refusal:
    lack = missing(total, game.seat(seat).owned)
    values: dict[str, Value] = {f"cost_{kind}": amount for kind, amount in total.items()}
    values |= {f"lack_{kind}": amount for kind, amount in lack.items()}
    values |= {"lack": lack.total, "range_food": way.food, "distance": way.distance} | books_told(books_to)
    return Refusal(reason="too_expensive", rule=rule, values=values)


# ---- exploring ---------------------------------------------------------------------------------------------------


def explore_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """All tiles that can be reached and paid for. Those with the same back cost the same but for the way."""
    free, places, tiles = free_range(game, seat, "explore"), game.state.places, game.pack.tile
    known: dict[tuple[Back, int], tuple[_Price | None, Outcome]] = {}
    for place, spaces, distance in in_reach(game, seat, "explore", _unexplored):
        key = back, food = tiles[places[place].tile].back, distance - free if distance > free else 0
        if key not in known:
            known[key] = _explore_price(game, seat, back, food), _first_after(game, seat, back)
        price, first = known[key]
        if price is not None:
            action, way = Explore(seat=seat, place=place), range_to(game, seat, spaces, free)
            yield _offer(action, way, price, _explore_reveals(game, action, price, first))


def _unexplored(game: Game, seat: SeatNumber) -> Iterator[tuple[int, tuple[Space, ...]]]:
    for place, lying in enumerate(game.state.places):
        if not lying.revealed:
            yield place, game.board.spaces_of[place]


def _explore_price(game: Game, seat: SeatNumber, back: Back, food: int) -> _Price | None:
    return _price(game.seat(seat).owned, back.cost, discount_for(game, seat, "explore", back.cost), food)


def _first_after(game: Game, seat: SeatNumber, back: Back) -> Outcome:
    """What exploring a tile brings first: bonuses of the score track come first, then the card is chosen, then the tile
    is flipped."""
    before = game.seat(seat).points
    points = back.points if game.pooling is None else 0
    passed = range(before + 1, min(before + points, mutations.SCORE_BONUS_END) + 1)
    bonuses = game.pack.board.score_bonuses
    effects = [effect for space in passed for effect in bonuses.get(space, ())]
    return first_of(game, [*effects, TakeCard()] if back.card else effects)


def _explore_reveals(game: Game, action: Explore, price: _Price, first: Outcome) -> bool:
    """Whether exploring reveals something before anybody is asked. What it comes to is tried out on a copy where it is
    not plain."""
    if first != "unclear":
        return first != "asks"
    twin = game.copy()
    twin.revealed = False
    mutations.pay(twin, action.seat, price.payment)
    do_explore(twin, action)
    settle(twin)
    return twin.revealed


def check_explore(game: Game, action: Explore) -> Offer | Refusal:
    """The offer for exploring a tile, or why not."""
    if not 0 <= action.place < len(game.state.places):
        return Refusal(
            reason="no_such_place", rule="explore.which_tiles", kind="cannot be read", values={"place": action.place}
        )
    lying = game.state.places[action.place]
    if lying.revealed:
        return _lies_open(game, action.place)
    way = range_to(game, action.seat, game.board.spaces_of[action.place], free_range(game, action.seat, "explore"))
    if way is None:
        return _no_way(game, action.seat, place=action.place)
    back = game.pack.tile[lying.tile].back
    price = _explore_price(game, action.seat, back, way.food)
    if price is None:
        total = back.cost - discount_for(game, action.seat, "explore", back.cost) + Amounts(food=way.food)
        return _too_expensive(game, action.seat, "explore.cost", way, total)
    return _offer(action, way, price, _explore_reveals(game, action, price, _first_after(game, action.seat, back)))


def _lies_open(game: Game, place: int) -> Refusal:
    """Tiles of the area are explored once; large locations, starting tiles and the abyss lie open from the start."""
    kind = game.board.places[place].kind
    if game.state.places[place].tile in game.pack.lake:
        return Refusal(reason="lake_explored", rule="lake.tile", values={"place": place})
    if kind == "area":
        return Refusal(reason="already_explored", rule="explore.which_tiles", values={"place": place})
    return Refusal(reason="never_hidden", rule="explore.which_tiles", values={"place": place, "kind": kind})


def do_explore(game: Game, action: Explore) -> None:
    """Steps 3 to 5 of 000 ERKUNDEN: points, a card, then the tile is flipped and laid."""
    back = game.pack.tile[game.state.places[action.place].tile].back
    source = Source("place", game.board.places[action.place].id)
    stack = game.seat(action.seat).stack
    game.tell("explored", action.seat, place=action.place)
    announce(game, action.seat, "explored")
    stack.append(Flip(action.place))
    if back.card:
        stack.append(Do(TakeCard(), source))
    mutations.gain_points(game, action.seat, back.points, source)


# ---- populating --------------------------------------------------------------------------------------------------


def open_technologies(game: Game, seat: SeatNumber) -> list[Technology]:
    """The technologies whose figure may be used: the bottom one first, then what is linked to an unlocked one (000;
    001)."""
    mine = game.seat(seat)
    return [
        technology
        for technology in game.pack.tribe[mine.tribe].technologies
        if technology.id not in mine.technologies
        and (
            (not technology.links and not mine.technologies)
            or any(link in mine.technologies for link in technology.links)
        )
    ]


def locations(game: Game) -> list[Space]:
    """All revealed locations: cities by their space, large locations by their first."""
    spaces = [
        space
        for space, printed in enumerate(game.prints)
        if printed is not None and printed.terrain in LOCATION_TERRAINS
    ]
    return list(dict.fromkeys(found for space in spaces if (found := game.location_at(space)) is not None))


def populate_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """All locations in reach with all figures that may be used and paid for."""
    figures = list(_affordable_figures(game, seat))
    if not figures:
        return
    free, owned, known = free_range(game, seat, "populate"), game.seat(seat).owned, {}
    for location, spaces, distance in in_reach(game, seat, "populate", _open_locations):
        others, food = others_at(game, seat, location), distance - free if distance > free else 0
        for technology, cost, off, barrier in figures:
            key = technology, food, len(others)
            if key not in known:
                known[key] = _price(owned, cost, off, food, len(others))
            price = known[key]
            if price is not None:
                action = Populate(seat=seat, location=location, technology=technology)
                yield _offer(action, range_to(game, seat, spaces, free), price, barrier, others)


def _open_locations(game: Game, seat: SeatNumber) -> Iterator[tuple[int, tuple[Space, ...]]]:
    """The locations where the seat has no figure."""
    for location in locations(game):
        if seat not in game.state.figures.get(location, ()):
            yield location, game.spaces_of_location(location)


class _Figure(NamedTuple):
    """What placing a technology's figure costs and whether it reveals something, the same in every location."""

    technology: str
    cost: Amounts
    off: Amounts
    barrier: bool


def _affordable_figures(game: Game, seat: SeatNumber) -> Iterator[_Figure]:
    """The figures that may be used and could be paid for in the nearest location with nobody else there."""
    owned = game.seat(seat).owned
    for technology in open_technologies(game, seat):
        figure = _figure(game, seat, technology)
        if payment_for(figure.cost - figure.off, owned) is not None:
            yield figure


def _figure(game: Game, seat: SeatNumber, technology: Technology) -> _Figure:
    cost = one("book", technology.books)
    added = effects_at(game, seat, "populated")
    barrier = bool(added) or not quiet(game, seat, (technology.at_once,))
    barrier = barrier and reveals(game, seat, [*technology.at_once, *added])
    return _Figure(technology.id, cost, discount_for(game, seat, "populate", cost), barrier)


def others_at(game: Game, seat: SeatNumber, location: Space) -> tuple[SeatNumber, ...]:
    """Whoever is already there: each gets one book, which discounts do not touch (000 BEVÖLKERN 04). An automated
    opponent's goes to the supply (002 Bevölkerungsaktion)."""
    present = game.state.figures.get(location, ())
    return tuple([other for other in present if other != seat]) if present else ()


def books_told(books_to: tuple[SeatNumber, ...]) -> dict[str, Value]:
    """How many of the books in a cost go to others, and to whom (their numbers), for refusals."""
    return {"extra_books": len(books_to), "to": ",".join(map(str, books_to))} if books_to else {}


def check_populate(game: Game, action: Populate) -> Offer | Refusal:
    """The offer for populating a location with a figure, or why not."""
    location = action.location
    if not 0 <= location < len(game.prints):
        return Refusal(reason="no_such_space", rule="populate.where", kind="cannot be read", values={"space": location})
    if game.prints[location] is None:
        return Refusal(reason="not_explored", rule="populate.where", values={"space": location})
    named = game.location_at(location)
    if named is None:
        return Refusal(reason="not_a_location", rule="populate.where", values={"space": location})
    if named != location:
        values: dict[str, Value] = {"space": location, "named": named}
        return Refusal(reason="location_named", rule="populate.where", kind="cannot be read", values=values)
    if action.seat in game.state.figures.get(location, ()):
        return Refusal(reason="already_there", rule="populate.same_place_twice", values={"space": location})
    refusal = _figure_refusal(game, action.seat, action.technology)
    if refusal:
        return refusal
    way = range_to(game, action.seat, game.spaces_of_location(location), free_range(game, action.seat, "populate"))
    if way is None:
        return _no_way(game, action.seat, space=location)
    figure = _figure(game, action.seat, game.pack.technology[action.technology])
    others = others_at(game, action.seat, location)
    price = _price(game.seat(action.seat).owned, figure.cost, figure.off, way.food, len(others))
    if price is None:
        total = figure.cost - figure.off + Amounts(book=len(others), food=way.food)
        return _too_expensive(game, action.seat, "populate.cost", way, total, others)
    return _offer(action, way, price, figure.barrier, others)


def _figure_refusal(game: Game, seat: SeatNumber, technology: str) -> Refusal | None:
    mine = game.seat(seat)
    own = {found.id for found in game.pack.tribe[mine.tribe].technologies}
    if technology not in own:
        return Refusal(
            reason="no_such_technology",
            rule="populate.technologies",
            kind="cannot be read",
            values={"technology": technology},
        )
    if technology in mine.technologies:
        return Refusal(reason="figure_used", rule="populate.figures_left", values={"technology": technology})
    if technology not in {found.id for found in open_technologies(game, seat)}:
        rule = "populate.next_figures" if mine.technologies else "populate.first_figure"
        reason = "figure_not_linked" if mine.technologies else "first_figure"
        return Refusal(reason=reason, rule=rule, values={"technology": technology})
    return None


def do_populate(game: Game, action: Populate) -> None:
    """The figure goes to the location; players there get their book; the technology is unlocked."""
    technology = game.pack.technology[action.technology]
    present = game.state.figures.setdefault(action.location, [])
    game.tell("populated", action.seat, space=action.location, technology=technology.id)
    for other in filter(game.is_seat, present):
        mutations.gain(game, other, one("book"), Source("rule", "populate.extra_books"))
    present.append(action.seat)
    unlock_technology(game, action.seat, technology)
    pay_markers(game, action.seat, action.location, one("book", technology.books))


def unlock_technology(game: Game, seat: SeatNumber, technology: Technology) -> None:
    """A figure stands on a location: its technology is the seat's, and what it does at once comes."""
    announce(game, seat, "populated")
    game.seat(seat).technologies.append(technology.id)
    game.moved()
    if technology.machine:
        mutations.install_machine(game, seat, technology.id, technology.id)
    mutations.push(game, seat, technology.at_once, Source("technology", technology.id))


# ---- building ----------------------------------------------------------------------------------------------------


def build_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """All empty deserts in reach with both sizes, where they can be paid for."""
    costs = list(_affordable_sizes(game, seat))
    if not costs:
        return
    free, owned, known = free_range(game, seat, "build"), game.seat(seat).owned, {}
    for space, spaces, distance in in_reach(game, seat, "build", _free_deserts):
        food = distance - free if distance > free else 0
        for size, cost, off in costs:
            if (size, food) not in known:
                known[size, food] = _price(owned, cost, off, food)
            price = known[size, food]
            if price is not None:
                action = Build(seat=seat, space=space, size=size)
                yield _offer(action, range_to(game, seat, spaces, free), price, _build_reveals(game, action))


def _free_deserts(game: Game, seat: SeatNumber) -> Iterator[tuple[int, tuple[Space, ...]]]:
    for space, printed in enumerate(game.prints):
        if printed is not None and printed.terrain == "desert" and space not in game.state.buildings:
            yield space, (space,)


def _affordable_sizes(game: Game, seat: SeatNumber) -> Iterator[tuple[Size, Amounts, Amounts]]:
    """The sizes left that can be paid for beside own pieces, with their cost and what is taken off; an empty payment is
    a payment too."""
    mine = game.seat(seat)
    for size in SIZES:
        if mine.buildings_left[size]:
            cost = game.pack.supply.building_cost[size]
            off = discount_for(game, seat, "build", cost)
            if payment_for(cost - off, mine.owned) is not None:
                yield size, cost, off


def _build_reveals(game: Game, action: Build) -> bool:
    near = surroundings(game, action.space)
    taken = game.seat(action.seat).waters
    plain = near.large if action.size == "large" else near.small
    printed = [bonus for water, bonus in near.waters if water not in taken]
    added = effects_at(game, action.seat, "built", size=action.size)
    if not added and quiet(game, action.seat, printed) and quiet(game, action.seat, (plain,)):
        return False
    return reveals(game, action.seat, [*plain, *(effect for effects in printed for effect in effects), *added])


def check_build(game: Game, action: Build) -> Offer | Refusal:
    """The offer for a building on a space, or why not."""
    if not 0 <= action.space < len(game.prints):
        return Refusal(
            reason="no_such_space", rule="build.where", kind="cannot be read", values={"space": action.space}
        )
    if game.prints[action.space] is None:
        return Refusal(reason="not_explored", rule="build.where", values={"space": action.space})
    if game.terrain(action.space) != "desert":
        terrain = game.terrain(action.space)
        return Refusal(reason="not_a_desert", rule="build.where", values={"space": action.space, "terrain": terrain})
    if action.space in game.state.buildings:
        return Refusal(reason="space_taken", rule="build.on_other_building", values={"space": action.space})
    if not game.seat(action.seat).buildings_left.get(action.size):
        return Refusal(reason="no_building_left", rule="build.how_many", values={"size": action.size})
    way = range_to(game, action.seat, (action.space,), free_range(game, action.seat, "build"))
    if way is None:
        return _no_way(game, action.seat, space=action.space)
    cost = game.pack.supply.building_cost[action.size]
    off = discount_for(game, action.seat, "build", cost)
    price = _price(game.seat(action.seat).owned, cost, off, way.food)
    if price is None:
        return _too_expensive(game, action.seat, "build.cost", way, cost - off + Amounts(food=way.food))
    return _offer(action, way, price, _build_reveals(game, action))


def do_build(game: Game, action: Build) -> None:
    """The building goes to the desert and brings its bonuses."""
    mine = game.seat(action.seat)
    mine.buildings_left[action.size] -= 1
    game.state.buildings[action.space] = Building(action.seat, action.size)
    game.moved()
    game.tell("built", action.seat, space=action.space, size=action.size)
    announce(game, action.seat, "built", size=action.size)
    mine.stack.append(Bonuses(action.space))
    pay_markers(game, action.seat, action.space, game.pack.supply.building_cost[action.size])


def pay_markers(game: Game, seat: SeatNumber, space: Space, cost: Amounts) -> None:
    """A tribe's marker on the map earns its owner what the piece that another places on it costs (002 SONDERREGELN;
    facts 8)."""
    for owner, marked in game.state.markers.items():
        if owner != seat and marked == space:
            mutations.gain(game, owner, cost, Source("rule", "tribe.marker_on_map"))


RULES = (
    ActionRule("explore", explore_offers, check_explore, do_explore),
    ActionRule("populate", populate_offers, check_populate, do_populate),
    ActionRule("build", build_offers, check_build, do_build),
)
