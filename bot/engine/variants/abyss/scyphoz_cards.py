"""Scyphoz cards: two are drawn, one is kept (001 Devotion Points, Scyphoz Cards; ruling scyphoz)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.actions import Option
from bot.engine.effects import TakeScyphoz
from bot.engine.resolution.interpreter import carries_out
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.task_decisions import asks
from bot.engine.resolution.tasks import ChooseScyphoz, Source
from bot.engine.variants.abyss.state_access import kept_of, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.game import Game
    from bot.engine.state import SeatNumber

DRAWN: Final = 2


@carries_out(TakeScyphoz)
def _draw(game: Game, seat: SeatNumber, effect: TakeScyphoz, source: Source) -> None:
    """Two cards that only the seat sees; a single one left is taken, without any there is nothing."""
    deck = kept_of(game).scyphoz_deck
    if not deck:
        game.tell("nothing_left", seat, what="scyphoz")
        return
    game.revealed = True
    cards = tuple(deck.pop() for _ in range(min(DRAWN, len(deck))))
    if len(cards) == 1:
        _keep(game, seat, cards[0])
        return
    game.whisper("scyphoz_drawn", seat, {"first": cards[0], "second": cards[1]})
    game.seat(seat).stack.append(ChooseScyphoz(cards, source))


@asks(ChooseScyphoz)
def _choose(game: Game, seat: SeatNumber, task: ChooseScyphoz) -> OpenDecision:
    def answer(picked: list[Option]) -> None:
        kept = str(picked[0].id)
        kept_of(game).scyphoz_deck[:0] = [card for card in task.cards if card != kept]
        _keep(game, seat, kept)

    options = tuple(Option("card", card) for card in task.cards)
    return OpenDecision("scyphoz", "scyphoz.gain", options, answer, task.source)


def _keep(game: Game, seat: SeatNumber, card: str) -> None:
    """A gained card: face up in the active area, to be played at once."""
    mine = game.seat(seat)
    mine.active.append(card)
    mine.gained_cards.append(card)
    game.tell("scyphoz_kept", seat, card=card)


def held(game: Game, seat: SeatNumber) -> list[str]:
    """The scyphoz cards of a seat, wherever they lie."""
    mine, parts = game.seat(seat), parts_of(game)
    own = {*mine.active, *mine.rest, *(played.card for slot in mine.slots for played in slot.cards)}
    return [card.id for card in parts.scyphoz if card.id in own]


def _looked_at(game: Game) -> list[ChooseScyphoz]:
    return [task for mine in game.state.seats for task in mine.stack if isinstance(task, ChooseScyphoz)]


def reorder(game: Game) -> None:
    """The pile in a new order; who is choosing chooses from two new cards."""
    kept = kept_of(game)
    offered = [card for task in _looked_at(game) for card in task.cards]
    kept.scyphoz_deck = game.shuffle(kept.scyphoz_deck + offered)
    for mine in game.state.seats:
        mine.stack = [
            ChooseScyphoz(tuple(kept.scyphoz_deck.pop() for _ in task.cards), task.source)
            if isinstance(task, ChooseScyphoz)
            else task
            for task in mine.stack
        ]


def problems(game: Game) -> Iterator[tuple[str, str]]:
    """Each card is in exactly one place."""
    found = [*kept_of(game).scyphoz_deck, *(card for task in _looked_at(game) for card in task.cards)]
    for mine in game.state.seats:
        found += [*mine.active, *mine.rest, *(played.card for slot in mine.slots for played in slot.cards)]
    found += game.state.removed
    own = {card.id for card in parts_of(game).scyphoz}
    if sorted(card for card in found if card in own) != sorted(own):
        yield "scyphoz", f"{sorted(card for card in found if card in own)}"
