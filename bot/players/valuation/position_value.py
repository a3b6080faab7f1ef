"""What a whole position is worth to a seat: the points it has, and what it will make of the rest."""

from __future__ import annotations

from msgspec import UNSET

from bot.engine import Game
from bot.engine.effects import ARTIFACT_COLOURS, COLOURS, TRACKS
from bot.engine.rules.map_range import free_range, lasting_range, reach
from bot.engine.rules.mutations import SCORE_BONUS_END
from bot.engine.rules.passive_effects import fifth_slot_open
from bot.engine.rules.score_values import CARD_POINTS, END_TILE_POINTS, SMALL_POINTS
from bot.engine.rules.scoring import sheets
from bot.engine.state import Slot
from bot.players.valuation import expansion_values
from bot.players.valuation.effect_totals import score_bonus_share
from bot.players.valuation.map_markers import marker_on_map
from bot.players.valuation.valuation import Valuation
from bot.players.valuation.valuation_state import SLOTS, kept_by, once


@once
def evaluate(valuation: Valuation) -> float:
    """Points that a seat can expect at the end, as far as this position says; at the end of a game its score."""
    if valuation.game.state.phase == "over":
        return float(sheets(valuation.game)[valuation.seat].total)
    cards, modules = _cards_and_modules(valuation)
    return (
        _points(valuation)
        + valuation.store
        + valuation.track_potential(*(valuation.mine.track[track] for track in TRACKS))
        + valuation.progress_at(valuation.mine.progress)
        + _technologies(valuation)
        + _scored(valuation)
        + _artifact_card(valuation)
        + valuation.machinery.total
        + modules
        + cards
        + _crates(valuation)
        + _prospects(valuation)
        + marker_on_map(valuation)
        + expansion_values.position_value(valuation)
        + _entered_by_hand(valuation)
        + valuation.weights.action * valuation.actions_left
    )


def _points(valuation: Valuation) -> float:
    """Points made, and how far the marker has come towards the track's bonuses."""
    on_track = min(SCORE_BONUS_END, valuation.mine.points)
    return valuation.mine.points + on_track * valuation.weights.score_bonus * score_bonus_share(valuation)


def _entered_by_hand(valuation: Valuation) -> float:
    """What the seat has entered and nobody has confirmed yet, as the pack values it."""
    entries = valuation.game.state.by_hand
    waiting = () if entries is UNSET else entries.waiting
    return sum(entry.effect.worth for entry in waiting if entry.seat == valuation.seat)


@kept_by(lambda valuation: tuple(valuation.mine.technologies))
def _technologies(valuation: Valuation) -> float:
    found = [valuation.pack.technology[technology] for technology in valuation.mine.technologies]
    return sum(technology.points + valuation.keeps_giving(technology) for technology in found) + valuation.open_links()


def _scored(valuation: Valuation) -> float:
    """Large locations, cards of unlocked colours, tiles."""
    mine, game = valuation.mine, valuation.game
    total: float = END_TILE_POINTS * mine.end_tile + SMALL_POINTS * mine.small_artifacts
    for location, seats in game.state.figures.items():
        if valuation.seat in seats and game.terrain(location) == "large":
            total += valuation.pack.large_location[game.state.places[game.board.place_of[location]].tile].points
    for reward in mine.unlocked:
        colour = valuation.pack.reward[reward].cards
        if colour:
            total += CARD_POINTS * valuation.cards_of(colour)
    return total


def _artifact_card(valuation: Valuation) -> float:
    """(artifacts + 1) × count × points for each colour, both as they are expected at the end."""
    if valuation.card is None:
        return 0.0
    total = 0.0
    for colour in ARTIFACT_COLOURS:
        if colour in valuation.card.lines:
            times = 1 + valuation.mine.artifacts[colour] + valuation.expected_artifacts(colour)
            total += times * valuation.line_value(colour)
    return total


def _own_cards(valuation: Valuation) -> object:
    """All that the values of the seat's cards and modules depend on."""
    mine, right_slot = valuation.mine, fifth_slot_open(valuation.game, valuation.seat)
    return tuple(mine.active), tuple(mine.rest), tuple(mine.slots), mine.switch_used, right_slot


@kept_by(_own_cards)
def _cards_and_modules(valuation: Valuation) -> tuple[float, float]:
    return _cards(valuation), _modules(valuation)


def _modules(valuation: Valuation) -> float:
    """A slot's modules of one colour work together; the right slot counts once it is open."""
    total, weights = 0.0, valuation.weights
    for number, slot in enumerate(valuation.mine.slots):
        share = (
            1.0
            if number < SLOTS or fifth_slot_open(valuation.game, valuation.seat)
            else weights.position.right_slot * min(1.0, valuation.left / weights.fade.right_slot)
        )
        total += share * _slot(valuation, slot)
    return total * valuation.cycles * weights.module_cycle


def _slot(valuation: Valuation, slot: Slot) -> float:
    best = rest = 0.0
    modules = [valuation.pack.module[name] for name in slot.modules if name is not None]
    for colour in COLOURS if modules else ():
        value = valuation.colour_shares[colour] * sum(
            valuation.later(module.get) for module in modules if colour in module.colours
        )
        best, rest = max(best, value), rest + value
    weights = valuation.weights.position
    return weights.best_colour * best + weights.every_colour * rest


def _cards(valuation: Valuation) -> float:
    """Cards that can be played before the next hibernation, and all of them in the cycles to come."""
    mine, weights = valuation.mine, valuation.weights
    slots = SLOTS + fifth_slot_open(valuation.game, valuation.seat)
    free = sum(_open(valuation, slot) for slot in mine.slots[:slots])
    active = sorted((valuation.better_half(valuation.pack.citizen[card]) for card in mine.active), reverse=True)
    others = [*mine.rest, *(played.card for slot in mine.slots for played in slot.cards)]
    every = sorted([*active, *(valuation.better_half(valuation.pack.citizen[card]) for card in others)], reverse=True)
    alive = min(1.0, valuation.left / weights.fade.card)
    ready = alive * weights.card_ready * (sum(active[:free]) + weights.card_spare * sum(active[free:]))
    switch = weights.hibernate_switch * weights.switch_ready * alive * (not mine.switch_used)
    asleep = weights.position.resting_card * alive * len(mine.rest) + switch
    often = weights.card_cycle
    again = sum(value * often[min(rank, len(often) - 1)] for rank, value in enumerate(every))
    return ready + asleep + valuation.cycles * again


def _open(valuation: Valuation, slot: Slot) -> bool:
    return all(valuation.pack.citizen[played.card].half(played.half).slot for played in slot.cards)


@kept_by(lambda valuation: (tuple(valuation.mine.crates), tuple(valuation.mine.technologies)))
def _crates(valuation: Valuation) -> float:
    held = [valuation.pack.crate[crate] for crate in valuation.mine.crates if crate in valuation.pack.crate]
    return sum(valuation.kept_crate(crate) for crate in held)


# ---- the map -----------------------------------------------------------------------------------------------------


def _prospects(valuation: Valuation) -> float:
    """What lies within reach for the next turns: the best deserts to build on, cities, tiles to explore."""
    alive = min(1.0, valuation.left / valuation.weights.fade.prospects)
    if not alive:
        return 0.0
    key = _map_of(valuation)
    found = valuation.prospects.get(key)
    if found is None:
        found = valuation.prospects[key] = _looked_up(valuation)
    return alive * found


def _map_of(valuation: Valuation) -> tuple[object, ...]:
    """All that prospects depend on: what lies on the map and who stands there, waters taken, lakes, range."""
    state = valuation.game.state
    lying = tuple([(place.revealed, place.orientation) for place in state.places])
    figures = tuple([(location, valuation.seat in seats) for location, seats in state.figures.items()])
    return (
        lying,
        tuple(state.buildings),
        figures,
        tuple(sorted(valuation.mine.waters)),
        expansion_values.lakes_served(valuation),
        _free(valuation),
    )


def _looked_up(valuation: Valuation) -> float:
    ways, game = reach(valuation.game, valuation.seat), valuation.game
    free, weights = _free(valuation), valuation.weights
    within, shares = free + weights.prospects.beyond, weights.prospects.deserts
    deserts = sorted(_deserts(valuation, game, ways.steps, free), reverse=True)[: len(shares)]
    places = sum(_near(ways.steps, spaces) <= within for spaces in _targets(valuation, game))
    tiles = sum(
        _near(ways.steps, game.board.spaces_of[place]) <= within
        for place, lying in enumerate(game.state.places)
        if not lying.revealed
    )
    near = sum(value * share for value, share in zip(deserts, shares, strict=False))
    cities, unexplored = min(weights.prospects.most_cities, places), min(weights.prospects.most_tiles, tiles)
    return weights.near_desert * near + weights.near_city * cities + weights.near_tile * unexplored


def _free(valuation: Valuation) -> int:
    """Spaces free of food; a range for this window counts no longer where no main action can follow."""
    ranged = free_range if valuation.actions_left else lasting_range
    return ranged(valuation.game, valuation.seat, "build")


def _deserts(valuation: Valuation, game: Game, steps: list[int], free: int) -> list[float]:
    """What building on each free desert in reach would bring, less its way."""
    buildings, waters, found = game.state.buildings, valuation.mine.waters, []
    weights, lakes = valuation.weights, expansion_values.building_at_lakes(valuation)
    for space, printed in enumerate(game.prints):
        if printed is None or printed.terrain != "desert" or space in buildings or steps[space] < 0:
            continue
        away = max(0, steps[space] - 1 - free)
        if away > weights.prospects.farthest:
            continue
        value = lakes.get(space, 0.0) - weights.prospects.food * away
        for near in game.board.adjacent[space]:
            seen = game.prints[near]
            if seen is None:
                value += weights.prospects.unknown
            elif seen.terrain in TRACKS:
                value += valuation.single_steps[seen.terrain]
            elif seen.terrain == "water":
                value += valuation.later(seen.bonus) if near not in waters else 0.0
            else:
                value += weights.crystal_space * seen.crystals
        found.append(value)
    return found


def _targets(valuation: Valuation, game: Game) -> list[tuple[int, ...]]:
    """The locations where the seat has no figure yet."""
    figures = game.state.figures
    found: list[tuple[int, ...]] = []
    for space, printed in enumerate(game.prints):
        if printed is None or printed.terrain not in ("city", "large"):
            continue
        location = game.location_at(space)
        if location == space and valuation.seat not in figures.get(space, ()):
            found.append(game.spaces_of_location(space))
    return found


def _near(steps: list[int], spaces: tuple[int, ...]) -> int:
    """Steps to the nearest of some spaces; many where none can be reached."""
    return min((steps[space] for space in spaces if steps[space] >= 0), default=99)
