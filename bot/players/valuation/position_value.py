"""What a whole position is worth to a seat: the points it has, and what it will make of the rest."""

from __future__ import annotations

from bot.engine import Game
from bot.engine.effects import ARTIFACT_COLOURS, COLOURS, TRACKS
from bot.engine.rules.map_range import free_range, lasting_range, reach
from bot.engine.rules.mutations import SCORE_BONUS_END
from bot.engine.rules.passive_effects import fifth_slot_open
from bot.engine.rules.score_values import CARD_POINTS, END_TILE_POINTS, SMALL_POINTS
from bot.engine.rules.scoring import sheets
from bot.engine.state import Slot
from bot.players.valuation.map_markers import marker_on_map
from bot.players.valuation.valuation import SLOTS, Valuation


def evaluate(worth: Valuation) -> float:
    """Points that a seat can expect at the end, as far as this position says; at the end of a game its score."""
    if worth.game.state.phase == "over":
        return float(sheets(worth.game)[worth.seat].total)
    return (
        _points(worth)
        + worth.store
        + worth.track_potential(*(worth.mine.track[track] for track in TRACKS))
        + worth.progress_at(worth.mine.progress)
        + _technologies(worth)
        + _scored(worth)
        + _artifact_card(worth)
        + worth.machinery.worth
        + _modules(worth)
        + _cards(worth)
        + _crates(worth)
        + _prospects(worth)
        + marker_on_map(worth)
        + worth.weights.action * worth.actions_left
    )


def _points(worth: Valuation) -> float:
    """Points made, and how far the marker has come towards the track's bonuses."""
    on_track = min(SCORE_BONUS_END, worth.mine.points)
    return worth.mine.points + on_track * worth.weights.score_bonus * min(1.0, 0.2 + worth.left / 5)


def _technologies(worth: Valuation) -> float:
    found = [worth.pack.technology[technology] for technology in worth.mine.technologies]
    return sum(technology.points + worth.keeps_giving(technology) for technology in found) + worth.open_links()


def _scored(worth: Valuation) -> float:
    """Large locations, cards of unlocked colours, tiles."""
    mine, game = worth.mine, worth.game
    total: float = END_TILE_POINTS * mine.end_tile + SMALL_POINTS * mine.small_artifacts
    for location, seats in game.state.figures.items():
        if worth.seat in seats and game.terrain(location) == "large":
            total += worth.pack.large_location[game.state.places[game.board.place_of[location]].tile].points
    for reward in mine.unlocked:
        colour = worth.pack.reward[reward].cards
        if colour:
            total += CARD_POINTS * worth.cards_of(colour)
    return total


def _artifact_card(worth: Valuation) -> float:
    """(artifacts + 1) × count × points for each colour, both as they are expected at the end."""
    if worth.card is None:
        return 0.0
    total = 0.0
    for colour in ARTIFACT_COLOURS:
        if colour in worth.card.lines:
            times = 1 + worth.mine.artifacts[colour] + worth.expected_artifacts(colour)
            total += times * worth.line(colour)
    return total


def _modules(worth: Valuation) -> float:
    """A slot's modules of one colour work together; the right slot counts once it is open."""
    total = 0.0
    for number, slot in enumerate(worth.mine.slots):
        share = 1.0 if number < SLOTS or fifth_slot_open(worth.game, worth.seat) else 0.25 * min(1.0, worth.left / 8)
        total += share * _slot(worth, slot)
    return total * worth.cycles * worth.weights.module_cycle


def _slot(worth: Valuation, slot: Slot) -> float:
    best = rest = 0.0
    modules = [worth.pack.module[name] for name in slot.modules if name is not None]
    for colour in COLOURS if modules else ():
        value = worth.often[colour] * sum(worth.later(module.get) for module in modules if colour in module.colours)
        best, rest = max(best, value), rest + value
    return 0.7 * best + 0.1 * rest


def _cards(worth: Valuation) -> float:
    """Cards that can be played before the next hibernation, and all of them in the cycles to come."""
    mine, weights = worth.mine, worth.weights
    slots = SLOTS + fifth_slot_open(worth.game, worth.seat)
    free = sum(_open(worth, slot) for slot in mine.slots[:slots])
    active = sorted((worth.half(worth.pack.citizen[card]) for card in mine.active), reverse=True)
    others = [*mine.rest, *(played.card for slot in mine.slots for played in slot.cards)]
    every = sorted([*active, *(worth.half(worth.pack.citizen[card]) for card in others)], reverse=True)
    alive = min(1.0, worth.left / 2)
    ready = alive * weights.card_ready * (sum(active[:free]) + weights.card_spare * sum(active[free:]))
    asleep = 0.03 * alive * len(mine.rest) + weights.hibernate_switch * 0.6 * alive * (not mine.switch_used)
    often = weights.card_cycle
    again = sum(value * often[min(rank, len(often) - 1)] for rank, value in enumerate(every))
    return ready + asleep + worth.cycles * again


def _open(worth: Valuation, slot: Slot) -> bool:
    return all(worth.pack.citizen[played.card].half(played.half).slot for played in slot.cards)


def _crates(worth: Valuation) -> float:
    held = [worth.pack.crate[crate] for crate in worth.mine.crates if crate in worth.pack.crate]
    return sum(worth.kept_crate(crate) for crate in held)


# ---- the map -----------------------------------------------------------------------------------------------------


def _prospects(worth: Valuation) -> float:
    """What lies within reach for the next turns: the best deserts to build on, cities, tiles to explore."""
    alive = min(1.0, worth.left / 4)
    if not alive:
        return 0.0
    key = _map_of(worth)
    found = worth.prospects.get(key)
    if found is None:
        found = worth.prospects[key] = _looked_up(worth)
    return alive * found


def _map_of(worth: Valuation) -> tuple[object, ...]:
    """All that prospects depend on: what lies on the map and who stands there, waters taken, range."""
    state = worth.game.state
    lying = tuple([(place.revealed, place.orientation) for place in state.places])
    figures = tuple([(location, worth.seat in seats) for location, seats in state.figures.items()])
    return (
        lying,
        tuple(state.buildings),
        figures,
        tuple(sorted(worth.mine.waters)),
        _free(worth),
    )


def _looked_up(worth: Valuation) -> float:
    ways, game = reach(worth.game, worth.seat), worth.game
    free = _free(worth)
    deserts = sorted(_deserts(worth, game, ways.steps, free), reverse=True)[:3]
    places = sum(_near(ways.steps, spaces) <= free + 2 for spaces in _targets(worth, game))
    tiles = sum(
        _near(ways.steps, game.board.spaces_of[place]) <= free + 2
        for place, lying in enumerate(game.state.places)
        if not lying.revealed
    )
    weights = worth.weights
    near = sum(value * share for value, share in zip(deserts, (0.5, 0.3, 0.2), strict=False))
    return weights.near_desert * near + weights.near_city * min(3, places) + weights.near_tile * min(4, tiles)


def _free(worth: Valuation) -> int:
    """Spaces free of food; a range for this window counts no longer where no main action can follow."""
    ranged = free_range if worth.actions_left else lasting_range
    return ranged(worth.game, worth.seat, "build")


def _deserts(worth: Valuation, game: Game, steps: list[int], free: int) -> list[float]:
    """What building on each free desert in reach would bring, less its way."""
    buildings, waters, found = game.state.buildings, worth.mine.waters, []
    for space, printed in enumerate(game.prints):
        if printed is None or printed.terrain != "desert" or space in buildings or steps[space] < 0:
            continue
        away = max(0, steps[space] - 1 - free)
        if away > 3:
            continue
        value = -0.9 * away
        for near in game.board.adjacent[space]:
            seen = game.prints[near]
            if seen is None:
                value += 0.5
            elif seen.terrain in TRACKS:
                value += worth.base.step_worth[seen.terrain]
            elif seen.terrain == "water":
                value += worth.later(seen.bonus) if near not in waters else 0.0
            else:
                value += 1.3 * seen.crystals
        found.append(value)
    return found


def _targets(worth: Valuation, game: Game) -> list[tuple[int, ...]]:
    """The locations where the seat has no figure yet."""
    figures = game.state.figures
    found: list[tuple[int, ...]] = []
    for space, printed in enumerate(game.prints):
        if printed is None or printed.terrain not in ("city", "large"):
            continue
        location = game.location_at(space)
        if location == space and worth.seat not in figures.get(space, ()):
            found.append(game.spaces_of_location(space))
    return found


def _near(steps: list[int], spaces: tuple[int, ...]) -> int:
    """Steps to the nearest of some spaces; many where none can be reached."""
    return min((steps[space] for space in spaces if steps[space] >= 0), default=99)
