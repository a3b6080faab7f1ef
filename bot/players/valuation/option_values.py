"""How a decision is answered: the value of each option, and how many are taken."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.actions import Choose, Decision, Option
from bot.engine.components import ArtifactCard, SpacePrint
from bot.engine.effects import TRACKS, ByHand, Choice, Countable, Pay
from bot.engine.resolution.tasks import Do, EnterByHand, PlaceModule, Sequence, SettleGains
from bot.engine.resources import one
from bot.engine.rules.building_bonuses import water_print
from bot.engine.rules.free_actions import machine_effects
from bot.engine.rules.passive_effects import fifth_slot_open
from bot.engine.rules.score_values import SMALL_POINTS
from bot.players.valuation.devotion_values import population_apart
from bot.players.valuation.effect_totals import EffectTotals
from bot.players.valuation.effects import add_effects, discarded
from bot.players.valuation.expansion_values import exchanged
from bot.players.valuation.map_markers import marker_value
from bot.players.valuation.offer_values import effects_value
from bot.players.valuation.valuation import Valuation


def answer(valuation: Valuation, asked: Decision) -> Choose:
    """The answer that seems best."""
    if asked.kind == "resource":
        return Choose(seat=asked.seat, answer=_resources(valuation, asked))
    values = option_values(valuation, asked)
    order = sorted(range(len(values)), key=lambda index: -values[index])
    number = asked.least
    while number < asked.most and number < len(order) and values[order[number]] > valuation.weights.options.skip:
        number += 1
    return Choose(seat=asked.seat, answer=tuple(order[:number]))


def option_values(valuation: Valuation, asked: Decision) -> list[float]:
    """The value of each option of a decision, in points."""
    return [_VALUES[option.kind](valuation, option, asked) for option in asked.options]


def _resources(valuation: Valuation, asked: Decision) -> tuple[int, ...]:
    """One resource after the other, whichever is worth most then."""
    taken: list[int] = []
    totals = EffectTotals()
    for _ in range(asked.least):
        left = [index for index in range(len(asked.options)) if index not in taken]

        def value_of(index: int) -> float:
            tried = totals.copy()
            tried.add(one(asked.options[index].id))
            return valuation.settle(tried)

        best = max(left, key=value_of)
        taken.append(best)
        totals.add(one(asked.options[best].id))
    return tuple(taken)


# ---- options -----------------------------------------------------------------------------------------------------


def _effects(valuation: Valuation, option: Option, asked: Decision) -> float:
    task = valuation.mine.stack[-1] if valuation.mine.stack else None
    if isinstance(task, Do) and isinstance(task.effect, Choice):
        return effects_value(valuation, task.effect.of[option.number])
    return 0.0


def _pay(valuation: Valuation, option: Option, asked: Decision) -> float:
    task = valuation.mine.stack[-1] if valuation.mine.stack else None
    if not isinstance(task, Do) or not isinstance(task.effect, Pay):
        return 0.0
    totals = EffectTotals()
    totals.add(task.effect.cost, -1)
    add_effects(valuation, totals, task.effect.get)
    return valuation.settle(totals) - valuation.weights.options.payment


def _track(valuation: Valuation, option: Option, asked: Decision) -> float:
    task = valuation.mine.stack[-1] if valuation.mine.stack else None
    number = getattr(task.effect, "steps", 1) if isinstance(task, Do) else 1
    return valuation.steps(*(number * (track == option.id) for track in TRACKS))


def _card(valuation: Valuation, option: Option, asked: Decision) -> float:
    if asked.kind == "exchange":
        return valuation.best_card * valuation.weights.options.exchanged - valuation.gained_card(str(option.id))
    return valuation.gained_card(str(option.id))


def _deck(valuation: Valuation, option: Option, asked: Decision) -> float:
    """A card nobody knows: an average one."""
    shown = [valuation.gained_card(card) for card in valuation.game.state.display]
    return sum(shown) / len(shown) if shown else valuation.weights.options.unseen_card


def _module(valuation: Valuation, option: Option, asked: Decision) -> float:
    module = valuation.pack.module[str(option.id)]
    if asked.kind == "exchange":
        return -valuation.module_value(module)
    return valuation.module_value(module) + (effects_value(valuation, module.get) if _symbol_free(valuation) else 0.0)


def _symbol_free(valuation: Valuation) -> bool:
    """Whether there is a free place where a module works at once."""
    slots = zip(valuation.mine.slots, valuation.pack.player_board.slots, strict=True)
    return any(
        symbol and module is None
        for slot, printed in slots
        for module, symbol in zip(slot.modules, printed.modules, strict=True)
    )


def _machine(valuation: Valuation, option: Option, asked: Decision) -> float:
    if asked.kind == "exchange":
        return -valuation.machine_value(str(option.id))
    last_use = (
        effects_value(valuation, machine_effects(valuation.game, str(option.id))) if _last_use(valuation) else 0.0
    )
    return valuation.machine_value(str(option.id)) + last_use


def _last_use(valuation: Valuation) -> bool:
    """Whether a machine is used now or never."""
    return valuation.left == 0 and valuation.mine.energy > 0


def _place(valuation: Valuation, option: Option, asked: Decision) -> float:
    """Where a module goes: on an activation symbol, in a slot of its colours, not on another module."""
    task, slot = valuation.mine.stack[-1], valuation.mine.slots[int(option.id or 0)]
    if not isinstance(task, PlaceModule):
        return 0.0
    module, there = valuation.pack.module[task.module], slot.modules[option.number]
    weights = valuation.weights.options
    printed = valuation.pack.player_board.slots[int(option.id or 0)].modules[option.number]
    value = effects_value(valuation, module.get) if printed and there is None else 0.0
    if there is not None:
        value -= weights.covered + valuation.module_value(valuation.pack.module[there])
    if int(option.id or 0) == len(valuation.mine.slots) - 1 and not fifth_slot_open(valuation.game, valuation.seat):
        value -= weights.right_slot * (valuation.module_value(module) - valuation.count_values.get("modules", 0.0))
    mates = [name for name in slot.modules if name is not None]
    shared = sum(bool(set(valuation.pack.module[name].colours) & set(module.colours)) for name in mates)
    return value + weights.shared_colour * valuation.cycles * (2 * shared - len(mates))


def _orientation(valuation: Valuation, option: Option, asked: Decision) -> float:
    """How a tile lies: what own buildings beside it get, and what deserts on it would see of its own."""
    game, place = valuation.game, int(option.id or 0)
    order = game.board.orientations[place][option.number]
    tile = valuation.pack.tile.get(game.state.places[place].tile)
    if tile is None or not tile.spaces:
        return 0.0
    value = 0.0
    for space, index in zip(game.board.spaces_of[place], order, strict=True):
        printed = tile.spaces[index]
        for near in game.board.adjacent[space]:
            building = game.state.buildings.get(near)
            if building is not None:
                gain = _print_value(valuation, printed, 2 if building.size == "large" else 1)
                value += gain if building.seat == valuation.seat else -valuation.weights.options.others_building * gain
            elif printed.terrain == "desert" and (seen := game.prints[near]) is not None:
                value += valuation.weights.options.desert_view * _print_value(valuation, seen, 1)
    return value


def _print_value(valuation: Valuation, printed: SpacePrint, times: int) -> float:
    if printed.terrain in TRACKS:
        return times * valuation.steps(*(int(track == printed.terrain) for track in TRACKS))
    if printed.terrain == "water":
        return valuation.later(printed.bonus)
    return float(printed.crystals * times * valuation.weights.crystal_space)


def _row(valuation: Valuation, option: Option, asked: Decision) -> float:
    return effects_value(valuation, valuation.pack.board.hibernation[option.number - 1])


def _artifact(valuation: Valuation, option: Option, asked: Decision) -> float:
    """The one whose line pays best; of those to be removed the one that helps least here."""
    value = valuation.artifact_colours.get(str(option.id), 0.0)
    return -value if asked.kind == "remove_artifact" else value + valuation.ending


def _space(valuation: Valuation, option: Option, asked: Decision) -> float:
    space = int(option.id or 0)
    if asked.kind == "water":
        return effects_value(valuation, water_print(valuation.game, space))
    return marker_value(valuation, space)


def _group(valuation: Valuation, option: Option, asked: Decision) -> float:
    """What gives something for good goes first, so that what follows can use it; what is paid goes last."""
    task = valuation.mine.stack[-1] if valuation.mine.stack else None
    if not isinstance(task, Sequence):
        return 0.0
    effects = [do.effect for do in task.groups[option.number]]
    return -1.0 if any(isinstance(effect, Pay) for effect in effects) else 0.1


def _convert(valuation: Valuation, option: Option, asked: Decision) -> float:
    totals = EffectTotals()
    totals.add(one(option.id))
    return valuation.weights.options.convert + valuation.settle(totals)


def _woken(valuation: Valuation, option: Option, asked: Decision) -> float:
    return valuation.better_half(valuation.pack.citizen[str(option.id)])


def _active_card(valuation: Valuation, option: Option, asked: Decision) -> float:
    if asked.kind == "discard":
        return discarded(valuation, str(option.id))
    if asked.kind == "journey_price":
        return -valuation.better_half(valuation.pack.citizen[str(option.id)])
    return valuation.better_half(valuation.pack.citizen[str(option.id)])


def _filled(valuation: Valuation, option: Option, asked: Decision) -> float:
    totals = EffectTotals()
    setattr(totals, str(option.id), option.number)
    return valuation.settle(totals)


def _artifact_card(valuation: Valuation, option: Option, asked: Decision) -> float:
    return card_value(valuation, valuation.pack.artifact_card[str(option.id)])


def card_value(valuation: Valuation, card: ArtifactCard) -> float:
    """An artifact card at the start: its lines by what is expected by the end, the best one most."""
    weights = valuation.weights.options
    lines = sorted((line.points * _expected(valuation, line.of) for line in card.lines.values()), reverse=True)
    return valuation.weights.preference(card.id) * sum(
        value * (weights.best_line if rank == 0 else weights.other_line) for rank, value in enumerate(lines)
    )


def _expected(valuation: Valuation, of: Countable) -> float:
    return valuation.weights.counts[of] * valuation.weights.length


def _installed(valuation: Valuation, option: Option, asked: Decision) -> float:
    return valuation.later(machine_effects(valuation.game, str(option.id)))


def _slot(valuation: Valuation, option: Option, asked: Decision) -> float:
    """A slot to be cleared: the fuller the better, while there are cards to play into it."""
    weights = valuation.weights.options
    return weights.cleared_card * option.number + weights.cleared * bool(valuation.mine.active)


def _field(valuation: Valuation, option: Option, asked: Decision) -> float:
    """Where the Mautoma's marker begins: on a colour that this seat wants least."""
    return -valuation.artifact_colours.get(str(option.id), 0.0)


def _gains(valuation: Valuation, option: Option, asked: Decision) -> float:
    task = valuation.mine.stack[-1] if valuation.mine.stack else None
    got = None if option.id is None else str(option.id)
    return exchanged(valuation, task, got, option.number) if isinstance(task, SettleGains) else 0.0


def _figure(valuation: Valuation, option: Option, asked: Decision) -> float:
    technology = valuation.pack.technology[str(option.id)]
    return (
        population_apart(valuation)
        + valuation.technology_value(technology)
        + effects_value(valuation, technology.at_once)
    )


def _times(valuation: Valuation, option: Option, asked: Decision) -> float:
    """As often as the pack says: a computer player cannot read the sentence."""
    task = valuation.mine.stack[-1] if valuation.mine.stack else None
    effect = task.effect if isinstance(task, Do | EnterByHand) else None
    line = option.id if isinstance(option.id, int) else 0
    return -abs(option.number - effect.brings[line].by_computers) if isinstance(effect, ByHand) else 0.0


def _nothing(valuation: Valuation, option: Option, asked: Decision) -> float:
    return 0.0


_VALUES: dict[str, Callable[[Valuation, Option, Decision], float]] = {
    "skip": lambda valuation, option, asked: valuation.weights.options.skip,
    "effects": _effects,
    "pay": _pay,
    "resource": _nothing,
    "filled": _filled,
    "track": _track,
    "card": _card,
    "deck": _deck,
    "module": _module,
    "machine": _machine,
    "slot": _slot,
    "place": _place,
    "orientation": _orientation,
    "row": _row,
    "artifact": _artifact,
    "space": _space,
    "group": _group,
    "convert": _convert,
    "lose": _nothing,
    "rest_card": _woken,
    "active_card": _active_card,
    "artifact_card": _artifact_card,
    "small_artifact": lambda valuation, option, asked: SMALL_POINTS + valuation.ending,
    "installed": _installed,
    "field": _field,
    "gains": _gains,
    "figure": _figure,
    "times": _times,
    "agree": lambda valuation, option, asked: 1.0,
    "disagree": lambda valuation, option, asked: -1.0,
    "abstain": lambda valuation, option, asked: 2.0,
}
