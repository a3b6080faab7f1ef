"""Free actions of the own turn: machines, crates, crystals, trade actions (000 SPIELABLAUF; 001 Turn overview)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from bot.engine.actions import Convert, Offer, OpenCrate, Refusal, TradeAction, UseMachine
from bot.engine.resolution.reveal_lookahead import quiet, reveals
from bot.engine.resolution.tasks import Source
from bot.engine.resources import BASICS, missing, one, payment_for
from bot.engine.rules import mutations
from bot.engine.rules.action_rules import ActionRule
from bot.engine.rules.passive_effects import announce, effects_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.components import Trade
    from bot.engine.effects import Effect
    from bot.engine.game import Game
    from bot.engine.state import Installed, SeatNumber

CRYSTAL: Final = one("crystal")


def machine_effects(game: Game, machine: str) -> tuple[Effect, ...]:
    """What a machine does, be it from the market, printed, or a technology."""
    found = game.pack.machine.get(machine)
    return found.get if found else game.pack.technology[machine].machine


def may_bring_more(game: Game, seat: SeatNumber) -> bool:
    """Whether a machine, a crate or a trade can still be used: at any point of the own turn (001 Turn overview).

    A crate counts whatever is in it, since nobody but its owner knows.
    """
    ways = (machine_offers, crate_offers, trade_offers)
    return _in_play(game, seat) and any(next(offers(game, seat), None) is not None for offers in ways)


def may_use_machine(game: Game, seat: SeatNumber) -> bool:
    """Whether a machine can still be used, at any point of the own turn."""
    return _in_play(game, seat) and next(machine_offers(game, seat), None) is not None


def _in_play(game: Game, seat: SeatNumber) -> bool:
    turn = game.state.turn
    return game.state.phase == "play" and game.in_turn(seat) and turn.closing is msgspec.UNSET


# ---- machines ----------------------------------------------------------------------------------------------------


def machine_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """All own machines without energy on them, while there is energy."""
    mine = game.seat(seat)
    if mine.energy:
        for machine in mine.machines:
            if not machine.powered:
                yield _machine_offer(game, UseMachine(seat=seat, machine=machine.machine))


def _machine_offer(game: Game, action: UseMachine) -> Offer:
    printed, added = machine_effects(game, action.machine), effects_at(game, action.seat, "machine_used")
    if not added and quiet(game, action.seat, (printed,)):
        return Offer(action)
    return Offer(action, barrier=reveals(game, action.seat, [*printed, *added]))


def _owned_machine(game: Game, action: UseMachine) -> Installed | None:
    return next((found for found in game.seat(action.seat).machines if found.machine == action.machine), None)


def check_machine(game: Game, action: UseMachine) -> Offer | Refusal:
    """The offer for using a machine, or why not."""
    machine = _owned_machine(game, action)
    if machine is None:
        return Refusal(reason="machine_not_owned", rule="machine.unlock", values={"machine": action.machine})
    if machine.powered:
        return Refusal(reason="machine_powered", rule="machine.twice", values={"machine": action.machine})
    if not game.seat(action.seat).energy:
        return Refusal(reason="no_energy", rule="machine.use", values={"machine": action.machine})
    return _machine_offer(game, action)


def do_machine(game: Game, action: UseMachine) -> None:
    """An energy token on the machine, which stays there until hibernation or an effect returns it."""
    machine = _owned_machine(game, action)
    if machine is None:
        raise AssertionError("judged before")
    mine = game.seat(action.seat)
    mine.machines[mine.machines.index(machine)] = machine.with_energy(powered=True)
    mine.energy -= 1
    game.tell("machine_used", action.seat, machine=action.machine)
    announce(game, action.seat, "machine_used")
    mutations.push(game, action.seat, machine_effects(game, action.machine), Source("machine", action.machine))


# ---- crates ------------------------------------------------------------------------------------------------------


def crate_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """All own crates."""
    for crate in game.seat(seat).crates:
        yield _crate_offer(game, OpenCrate(seat=seat, crate=crate))


def _crate_offer(game: Game, action: OpenCrate) -> Offer:
    printed, added = game.pack.crate[action.crate].get, effects_at(game, action.seat, "crate_opened")
    if not added and quiet(game, action.seat, (printed,)):
        return Offer(action)
    effects = [*printed, *added]
    return Offer(action, barrier=reveals(game, action.seat, effects))


def check_crate(game: Game, action: OpenCrate) -> Offer | Refusal:
    """The offer for opening a crate, or why not."""
    if action.crate not in game.seat(action.seat).crates:
        values = {"held": len(game.seat(action.seat).crates)}
        return Refusal(reason="crate_not_held", rule="crate.open", values=dict(values))
    return _crate_offer(game, action)


def do_crate(game: Game, action: OpenCrate) -> None:
    """The crate is opened, seen by all, and leaves the game."""
    game.seat(action.seat).crates.remove(action.crate)
    mutations.remove(game, action.crate)
    game.tell("crate_opened", action.seat, crate=action.crate)
    announce(game, action.seat, "crate_opened")
    mutations.push(game, action.seat, game.pack.crate[action.crate].get, Source("crate", action.crate))


# ---- crystals ----------------------------------------------------------------------------------------------------


def convert_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """One crystal to each basic resource."""
    if game.seat(seat).owned.crystal:
        for kind in BASICS:
            yield Offer(Convert(seat=seat, to=kind), CRYSTAL, CRYSTAL)


def check_convert(game: Game, action: Convert) -> Offer | Refusal:
    """The offer for converting a crystal, or why not."""
    if action.to not in BASICS:
        return Refusal(
            reason="no_such_resource", rule="resource.crystal", kind="cannot be read", values={"resource": action.to}
        )
    if not game.seat(action.seat).owned.crystal:
        return Refusal(reason="no_crystal", rule="resource.crystal")
    return Offer(action, CRYSTAL, CRYSTAL)


def do_convert(game: Game, action: Convert) -> None:
    """The crystal itself was paid; the resource comes."""
    mutations.gain(game, action.seat, one(action.to), Source("rule", "resource.crystal"))


# ---- trade actions -----------------------------------------------------------------------------------------------


def trade_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """The trade actions of own technologies that can be paid for."""
    mine = game.seat(seat)
    for technology in mine.technologies:
        trade = game.pack.technology[technology].trade
        if trade is None or payment_for(trade.cost, mine.owned) is None:
            continue
        judged = check_trade(game, TradeAction(seat=seat, technology=technology))
        if isinstance(judged, Offer):
            yield judged


def check_trade(game: Game, action: TradeAction) -> Offer | Refusal:
    """The offer for a trade action, or why not; as often as it can be paid unless it says once (ruling
    technologies)."""
    mine = game.seat(action.seat)
    trade: Trade | None = None
    if action.technology in mine.technologies:
        trade = game.pack.technology[action.technology].trade
    if trade is None:
        values = {"technology": action.technology}
        return Refusal(reason="no_trade", rule="technology.trade", values=dict(values))
    if trade.once and action.technology in game.state.turn.trades:
        return Refusal(reason="trade_once", rule="technology.trade", values={"technology": action.technology})
    payment = payment_for(trade.cost, mine.owned)
    if payment is None:
        lack = missing(trade.cost, mine.owned)
        costs = {f"cost_{kind}": amount for kind, amount in trade.cost.items()}
        lacks = {f"lack_{kind}": amount for kind, amount in lack.items()}
        return Refusal(reason="too_expensive", rule="technology.trade", values={**costs, **lacks, "lack": lack.total})
    barrier = not quiet(game, action.seat, (trade.get,)) and reveals(game, action.seat, trade.get)
    return Offer(action, trade.cost, payment, barrier=barrier)


def do_trade(game: Game, action: TradeAction) -> None:
    """The trade was paid; its effects come."""
    trade = game.pack.technology[action.technology].trade
    if trade is None:
        raise AssertionError("judged before")
    game.state.turn.trades.append(action.technology)
    game.tell("traded", action.seat, technology=action.technology)
    mutations.push(game, action.seat, trade.get, Source("technology", action.technology))


RULES = (
    ActionRule("machine", machine_offers, check_machine, do_machine),
    ActionRule("crate", crate_offers, check_crate, do_crate),
    ActionRule("convert", convert_offers, check_convert, do_convert),
    ActionRule("trade", trade_offers, check_trade, do_trade),
)
