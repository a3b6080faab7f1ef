"""Effects that would set each other off without end, or could be repeated for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bot.engine.components import AbyssParts, Trade
from bot.engine.effects import (
    Advance,
    ByHand,
    Choice,
    DiscardCards,
    Each,
    Effect,
    Fill,
    Gain,
    GainAny,
    Pay,
    ReturnEnergy,
    TribeAbility,
    WaterAgain,
    When,
)
from bot.engine.resources import BASIC_LIMIT

if TYPE_CHECKING:
    from bot.engine.packs.draft import Draft
    from bot.engine.packs.reader import Path

DEEPEST = 3
FOR_MACHINES = (ReturnEnergy, DiscardCards)
"""What a machine could use itself again by: a discarded card may return energy."""
MOST_OUTCOMES = 4
Found = Iterator[tuple["Path", Effect]]
Lists = Iterator[tuple["Path", tuple[Effect, ...]]]


def check(draft: Draft) -> None:
    """Note every effect that stands where it could go on for ever."""
    for path, effects in (*base_effects(draft), *abyss_effects(draft.get("abyss"))):
        _depth(draft, path, effects)
    _score_track(draft)
    for path, space in draft.items("progress"):
        _forbid(
            draft,
            walk((*path, "get"), space.get),
            (TribeAbility, DiscardCards),
            "a progress bonus",
            "it would place markers itself",
        )
    for field in ("tiles", "start_tiles"):
        for path, tile in draft.items(field):
            for number, printed in enumerate(tile.spaces):
                found = walk((*path, "spaces", number, "bonus"), printed.bonus)
                kinds = (TribeAbility, WaterAgain, ReturnEnergy, DiscardCards)
                _forbid(draft, found, kinds, "a water bonus", "it could bring itself again")
    for field in ("machines", "printed_machines"):
        for path, machine in draft.items(field):
            _forbid(draft, walk((*path, "get"), machine.get), FOR_MACHINES, "a machine", "it would pay for itself")
    _tribes(draft)


def _score_track(draft: Draft) -> None:
    for space, effects in (draft.get("score_bonuses") or {}).items():
        found = list(walk(("score_bonuses", space), effects))
        _forbid(draft, iter(found), (TribeAbility, DiscardCards), "a score track bonus", "it could give points")
        for path, effect in found:
            points = effect.points if isinstance(effect, Gain) else effect.get.points if isinstance(effect, Each) else 0
            if points:
                draft.wrong(path, "points in a score track bonus", "none there: they would set off the next bonus")


def _tribes(draft: Draft) -> None:
    for path, tribe in draft.items("tribes"):
        ability, kinds = walk((*path, "ability"), tribe.ability), (TribeAbility, ReturnEnergy, DiscardCards)
        _forbid(draft, ability, kinds, "a tribe's ability", "it could bring itself again")
        _lasting(draft, (*path, "lasting"), tribe.lasting)
        for number, technology in enumerate(tribe.technologies):
            where = (*path, "technologies", number)
            machine = walk((*where, "machine"), technology.machine)
            _forbid(draft, machine, FOR_MACHINES, "a machine", "it would pay for itself")
            _lasting(draft, (*where, "lasting"), technology.lasting)
            if technology.trade:
                _trade(draft, (*where, "trade"), technology.trade)


def _lasting(draft: Draft, path: Path, lasting: Iterable[object]) -> None:
    for number, one in enumerate(lasting):
        if isinstance(one, When):
            found = walk((*path, number, "get"), one.get)
            kinds = FOR_MACHINES if one.moment in ("machine_used", "crate_opened") else (DiscardCards,)
            _forbid(draft, found, kinds, f"what {one.moment} sets off", "it could bring itself again")


def _trade(draft: Draft, path: Path, trade: Trade) -> None:
    """A trade without ``once`` must cost more than it can give, else it could be made for ever."""
    if not trade.cost:
        draft.wrong((*path, "cost"), "a trade that costs nothing", "at least one resource")
    if trade.once:
        return
    repeated = [type(effect).__struct_config__.tag for _, effect in walk((*path, "get"), trade.get) if _unclear(effect)]
    for word in repeated:
        draft.wrong((*path, "get"), f"{word} in a trade as often as wanted", "once: true")
    gained = most_resources(trade.get)
    if not repeated and trade.cost and gained >= trade.cost.total:
        found = f"{gained} resources or steps for {trade.cost.total} in a trade as often as wanted"
        draft.wrong(path, found, "fewer than it costs, or once: true")


def _unclear(effect: Effect) -> bool:
    """Whether what an effect brings cannot be told from the effect alone."""
    return isinstance(effect, TribeAbility | WaterAgain | ReturnEnergy | DiscardCards | Each | ByHand)


def most_resources(effects: Iterable[Effect]) -> int:
    """The most resources effects can bring; a step counts as one, for beyond its track's end it is one."""
    return sum(_most(effect) for effect in effects)


def _most(effect: Effect) -> int:
    if isinstance(effect, Gain):
        return effect.amounts.total
    if isinstance(effect, GainAny):
        return effect.n
    if isinstance(effect, Fill):
        return BASIC_LIMIT
    if isinstance(effect, Advance):
        return effect.steps
    if isinstance(effect, Choice):
        return max(most_resources(option) for option in effect.of)
    if isinstance(effect, Pay):
        return max(0, most_resources(effect.get) - effect.cost.total)
    return 0


# ---- walking through effects -------------------------------------------------------------------------------------


def _forbid(draft: Draft, found: Found, kinds: tuple[type, ...], where: str, why: str) -> None:
    for path, effect in found:
        if isinstance(effect, kinds):
            draft.wrong(path, f"{type(effect).__struct_config__.tag} in {where}", f"none there: {why}")


def walk(path: Path, effects: Iterable[Effect]) -> Found:
    """Effects with all that they hold, each with where it stands."""
    for number, effect in enumerate(effects):
        where = (*path, number)
        yield where, effect
        if isinstance(effect, Choice):
            for option, held in enumerate(effect.of):
                yield from walk((*where, "of", option), held)
        elif isinstance(effect, Pay):
            yield from walk((*where, "get"), effect.get)
        elif isinstance(effect, ByHand):
            for line, bounded in enumerate(effect.brings):
                yield from walk((*where, "brings", line, "get"), bounded.get)


def _by_hand(draft: Draft, path: Path, effect: ByHand) -> None:
    """Every outcome is asked for, so there are only a few; a computer player takes none more often than it may."""
    if len(effect.brings) > MOST_OUTCOMES:
        draft.wrong((*path, "brings"), f"{len(effect.brings)} outcomes", f"at most {MOST_OUTCOMES}")
    for line, bounded in enumerate(effect.brings):
        where = (*path, "brings", line)
        if bounded.usual is not None and bounded.usual > bounded.most:
            draft.wrong(
                (*where, "usual"), f"{bounded.usual} times usually", f"at most {bounded.most}, as often as it may be"
            )
        for at, inner in walk((*where, "get"), bounded.get):
            if isinstance(inner, ByHand):
                draft.wrong(at, "by_hand in by_hand", "words of the vocabulary there")


def _depth(draft: Draft, path: Path, effects: Iterable[Effect], depth: int = 1) -> None:
    for number, effect in enumerate(effects):
        where = (*path, number)
        inner = (
            [((*where, "of", option), held) for option, held in enumerate(effect.of)]
            if isinstance(effect, Choice)
            else []
        )
        if isinstance(effect, Pay):
            inner = [((*where, "get"), effect.get)]
            if not effect.cost:
                draft.wrong((*where, "cost"), "a payment of nothing", "at least one resource")
        if isinstance(effect, ByHand):
            _by_hand(draft, where, effect)
            inner = [((*where, "brings", line, "get"), bounded.get) for line, bounded in enumerate(effect.brings)]
        for held_at, held in inner:
            if depth == DEEPEST:
                draft.wrong(held_at, f"more than {DEEPEST} effects in each other", "fewer")
            else:
                _depth(draft, held_at, held, depth + 1)


def base_effects(draft: Draft) -> Lists:
    """Every list of effects of the pack but for the expansion."""
    for field in ("machines", "printed_machines", "modules", "crates", "progress"):
        for path, item in draft.items(field):
            yield (*path, "get"), item.get
    for path, row in draft.items("hibernation"):
        yield path, row
    for space, effects in (draft.get("score_bonuses") or {}).items():
        yield ("score_bonuses", space), effects
    for path, card in draft.items("citizens"):
        yield (*path, "top", "get"), card.top.get
        yield (*path, "bottom", "get"), card.bottom.get
    for field in ("tiles", "start_tiles"):
        for path, tile in draft.items(field):
            for number, printed in enumerate(tile.spaces):
                yield (*path, "spaces", number, "bonus"), printed.bonus
    yield from _of_tribes(draft)


def abyss_effects(parts: AbyssParts | None) -> Lists:
    """Every list of effects of the expansion."""
    if parts is None:
        return
    for space, effects in parts.devotion.items():
        yield ("abyss", "devotion", space), effects
    for number, card in enumerate(parts.scyphoz):
        for half in ("top", "bottom"):
            yield ("abyss", "scyphoz", number, half, "get"), getattr(card, half).get
    for number, lake in enumerate(parts.lakes):
        for size in ("small", "large"):
            yield ("abyss", "lakes", number, size), getattr(lake, size)


def _of_tribes(draft: Draft) -> Lists:
    for path, tribe in draft.items("tribes"):
        yield (*path, "ability"), tribe.ability
        yield from _of_lasting((*path, "lasting"), tribe.lasting)
        for number, technology in enumerate(tribe.technologies):
            where = (*path, "technologies", number)
            yield (*where, "at_once"), technology.at_once
            yield (*where, "machine"), technology.machine
            yield from _of_lasting((*where, "lasting"), technology.lasting)
            if technology.trade:
                yield (*where, "trade", "get"), technology.trade.get


def _of_lasting(path: Path, lasting: Iterable[object]) -> Lists:
    for number, one in enumerate(lasting):
        if isinstance(one, When):
            yield (*path, number, "get"), one.get
