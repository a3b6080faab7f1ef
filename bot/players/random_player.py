"""The random player: any offer, any answer, from a generator of its own."""

from __future__ import annotations

import msgspec

from bot.engine import View, random_numbers
from bot.engine.actions import Action, Choose, Decision, Offer
from bot.players.base import Thought, must_move


class RandomPlayer:
    """Takes one of its offers at random, and of several things a random allowed number of random ones."""

    def __init__(self, seed: int) -> None:
        self._chance = random_numbers.seeded(seed)

    def choose(self, seen: View, offers: list[Offer]) -> Action:
        """A random action among the offers.

        :raises CannotMove: where there are none.
        """
        must_move(seen, offers)
        return self.pick(offers, seen.decision)

    def think(self, seen: View, offers: list[Offer]) -> Thought:
        """The same; it has no reasons."""
        return Thought(self.choose(seen, offers))

    def pick(self, offers: list[Offer], asked: Decision | None) -> Action:
        """The same without a view, for the big runs, which look at nothing."""
        action = offers[self._below(len(offers))].action
        if isinstance(action, Choose) and asked is not None:
            return self._answer(action, asked)
        return action

    def _answer(self, action: Choose, asked: Decision) -> Action:
        if asked.least == asked.most == 1:
            return action
        number = asked.least + self._below(asked.most - asked.least + 1)
        self._chance, order = random_numbers.shuffled(self._chance, list(range(len(asked.options))))
        return msgspec.structs.replace(action, answer=tuple(order[:number]))

    def _below(self, bound: int) -> int:
        self._chance, number = random_numbers.below(self._chance, bound)
        return number
