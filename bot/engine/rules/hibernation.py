"""Hibernating (000 ÜBERWINTERN; 001 Hibernate; ruling turn, ruling hibernation)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Hibernate, Offer, Refusal
from bot.engine.resolution.tasks import HibernationReward, RemoveArtifact
from bot.engine.rules.action_rules import ActionRule
from bot.engine.rules.passive_effects import announce

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.game import Game
    from bot.engine.state import SeatNumber

REMOVING_HIBERNATION = 4
"""The hibernation of a seat that removes a large artifact from the game."""


def hibernate_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """Hibernating, where it is allowed."""
    judged = check_hibernate(game, Hibernate(seat=seat))
    if isinstance(judged, Offer):
        yield judged


def check_hibernate(game: Game, action: Hibernate) -> Offer | Refusal:
    """Hibernation takes the place of both main actions and is always possible before the first (ruling turn)."""
    turn = game.state.turn
    if turn.hibernated:
        return Refusal(reason="hibernated", rule="turn.hibernate_instead")
    if turn.actions:
        return Refusal(reason="actions_taken", rule="turn.hibernate_instead", values={"actions": turn.actions})
    return Offer(action)


def do_hibernate(game: Game, action: Hibernate) -> None:
    """Energy, cards, switch, marker and reward, after the reward the fourth's removal (ruling hibernation settles
    the order)."""
    mine, turn = game.seat(action.seat), game.state.turn
    turn.hibernated = turn.window.main_done = True
    mine.energy += sum(machine.powered for machine in mine.machines)
    mine.machines = [machine.with_energy(powered=False) for machine in mine.machines]
    mine.active += mine.rest
    mine.rest = [played.card for slot in mine.slots for played in slot.cards]
    mine.slots = [slot.without_cards() for slot in mine.slots]
    mine.switch_used = False
    mine.hibernations += 1
    game.tell("hibernated", action.seat, number=mine.hibernations)
    announce(game, action.seat, "hibernated")
    if mine.hibernations == REMOVING_HIBERNATION:
        mine.stack.append(RemoveArtifact())
    for variant in game.variants:
        variant.hibernated(game, action.seat)
    mine.stack.append(HibernationReward(min(mine.hibernations, len(game.pack.board.hibernation))))


RULES = (ActionRule("hibernate", hibernate_offers, check_hibernate, do_hibernate),)
