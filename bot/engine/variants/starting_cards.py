"""Starting cards: the sets A–D, or a draft for up to three seats (facts 3.4; 002 SPIELVORBEREITUNG)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bot.engine.actions import Option
from bot.engine.game import Variant
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.task_decisions import asks
from bot.engine.resolution.tasks import ChooseActive, Draft, Source

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.resolution.tasks import Task
    from bot.engine.state import SeatNumber, SeatState

SETS = ("A", "B", "C", "D")
DRAWN, KEPT, CARDS = 5, 2, 6
ACTIVE = 3


class StartingCards(Variant):
    """How the six starting cards come to the seats, three of them active."""

    def __init__(self, way: Literal["sets", "draft"]) -> None:
        self.way = way

    def set_up(self, game: Game) -> None:
        """Deal the sets, or begin the draft with the first seat (facts 3.4)."""
        if self.way == "sets":
            _deal_sets(game)
        else:
            game.state.starting_deck = game.shuffle([card.id for card in game.pack.citizens if card.set])
            _draw(game, 0)

    def reorder(self, game: Game) -> None:
        """While a draft is under way nobody has seen another's cards, and all are dealt anew; then they are public."""
        state = game.state
        drafted = _drafted(game)
        state.starting_deck = game.shuffle(state.starting_deck + drafted)
        if drafted:
            for mine in state.seats:
                _deal_again(mine, state.starting_deck)


def _drafted(game: Game) -> list[str]:
    """The starting cards that the draft under way has brought to the seats; none where it is over."""
    seats = game.state.seats
    if not any(isinstance(task, Draft | ChooseActive) for mine in seats for task in mine.stack):
        return []
    offered = [card for mine in seats for task in mine.stack if isinstance(task, Draft) for card in task.cards]
    return sum([mine.active + mine.rest for mine in seats], offered)


def _deal_again(mine: SeatState, pile: list[str]) -> None:
    mine.active = [pile.pop() for _ in mine.active]
    mine.rest = [pile.pop() for _ in mine.rest]
    stack: list[Task] = []
    for task in mine.stack:
        if isinstance(task, Draft):
            stack.append(Draft(tuple(pile.pop() for _ in task.cards)))
        else:
            stack.append(ChooseActive(tuple(mine.active)) if isinstance(task, ChooseActive) else task)
    mine.stack = stack


def _deal_sets(game: Game) -> None:
    wanted = {seat.set for seat in game.setup.seats}
    free = game.shuffle([letter for letter in SETS if letter not in wanted])
    for mine, seat in zip(game.state.seats, game.setup.seats, strict=True):
        letter = seat.set or free.pop()
        cards = [card for card in game.pack.citizens if card.set == letter]
        mine.active = [card.id for card in cards if card.active]
        mine.rest = [card.id for card in cards if not card.active]


def _draw(game: Game, seat: SeatNumber) -> None:
    """The next five cards for a seat, or its choice of active cards, then the next seat's draft."""
    state = game.state
    mine = state.seats[seat]
    if len(mine.active) < CARDS:
        cards = tuple(state.starting_deck.pop() for _ in range(DRAWN))
        mine.stack.append(Draft(cards))
        return
    mine.stack.insert(0, ChooseActive(tuple(mine.active)))
    if seat + 1 < len(state.seats):
        _draw(game, seat + 1)


@asks(Draft)
def _draft(game: Game, seat: SeatNumber, task: Draft) -> OpenDecision:
    def answer(picked: list[Option]) -> None:
        state, kept = game.state, [str(option.id) for option in picked]
        game.seat(seat).active += kept
        state.starting_deck = game.shuffle(state.starting_deck + [card for card in task.cards if card not in kept])
        game.revealed = True
        game.whisper("drafted", seat, dict(zip(("first", "second"), kept, strict=True)))
        _draw(game, seat)

    options = tuple(Option("active_card", card, 0, True) for card in task.cards)
    source = Source("rule", "setup.draft")
    return OpenDecision("draft", "setup.draft", options, answer, source, least=KEPT, most=KEPT, interruptible=False)


@asks(ChooseActive)
def _choose_active(game: Game, seat: SeatNumber, task: ChooseActive) -> OpenDecision:
    def answer(picked: list[Option]) -> None:
        mine, kept = game.seat(seat), [str(option.id) for option in picked]
        mine.active = kept
        mine.rest = [card for card in task.cards if card not in kept]
        game.tell("starting_cards", seat)

    options = tuple(Option("active_card", card) for card in task.cards)
    source = Source("rule", "setup.player")
    return OpenDecision("active_cards", "setup.player", options, answer, source, ACTIVE, ACTIVE, interruptible=False)
