"""Artifact cards: choose one of two, one dealt, or one for all (facts 3.4, 6; 001 Artifacts and Artifact cards)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bot.engine.actions import Option
from bot.engine.game import Variant
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.task_decisions import asks
from bot.engine.resolution.tasks import ChooseArtifactCard, Source

if TYPE_CHECKING:
    from bot.engine.components import ArtifactCard
    from bot.engine.game import Game
    from bot.engine.resolution.tasks import Task
    from bot.engine.state import SeatNumber


class ArtifactCards(Variant):
    """How artifact cards come to the seats."""

    def __init__(self, way: Literal["choose", "deal", "common"]) -> None:
        self.way = way

    def set_up(self, game: Game) -> None:
        """Shuffle the cards, then lay one for all, deal one to each seat, or two to choose from."""
        state = game.state
        state.artifact_deck = game.shuffle([card.id for card in game.pack.artifact_cards])
        if self.way == "common":
            state.common_card = state.artifact_deck.pop()
            return
        for mine in state.seats:
            if self.way == "deal":
                mine.artifact_cards = [state.artifact_deck.pop()]
            else:
                cards = (state.artifact_deck.pop(), state.artifact_deck.pop())
                mine.stack.insert(0, ChooseArtifactCard(cards))

    def reorder(self, game: Game) -> None:
        """The pile, the cards held and those offered are dealt anew."""
        state = game.state
        held = [card for mine in state.seats for card in mine.artifact_cards]
        offered = [card for mine in state.seats for task in mine.stack for card in _cards(task)]
        state.artifact_deck = game.shuffle(state.artifact_deck + held + offered)
        for mine in state.seats:
            mine.artifact_cards = [state.artifact_deck.pop() for _ in mine.artifact_cards]
            mine.stack = [
                ChooseArtifactCard(tuple(state.artifact_deck.pop() for _ in task.cards))
                if isinstance(task, ChooseArtifactCard)
                else task
                for task in mine.stack
            ]

    def scored_card(self, game: Game, seat: SeatNumber) -> ArtifactCard | None:
        """The common card, where one is laid for all."""
        return game.pack.artifact_card[game.state.common_card] if game.state.common_card else None


def _cards(task: Task) -> tuple[str, ...]:
    return task.cards if isinstance(task, ChooseArtifactCard) else ()


@asks(ChooseArtifactCard)
def _choose(game: Game, seat: SeatNumber, task: ChooseArtifactCard) -> OpenDecision:
    def answer(picked: list[Option]) -> None:
        kept = str(picked[0].id)
        game.seat(seat).artifact_cards = [kept]
        game.state.artifact_deck[:0] = [card for card in task.cards if card != kept]
        game.whisper("artifact_card_kept", seat, {"card": kept})

    options = tuple(Option("artifact_card", card) for card in task.cards)
    source = Source("rule", "artifact.card_choose")
    return OpenDecision("artifact_card", "artifact.card_choose", options, answer, source, interruptible=False)
