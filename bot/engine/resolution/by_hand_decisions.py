"""Sentences on components that no word of the vocabulary says (docs/develop/packs.md, By hand).

The seat enters what came of it, how often for each bounded outcome. Where there are other seats, one of them confirms
it before it happens, and its turn goes on meanwhile; who does not agree gives the entry back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.engine.actions import Option
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.reveal_lookahead import reveals
from bot.engine.resolution.tasks import ConfirmByHand, Do, EnterByHand, Source
from bot.engine.rules import mutations
from bot.engine.state import HandEntries, HandEntry

if TYPE_CHECKING:
    from bot.engine.actions import Value
    from bot.engine.effects import ByHand
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, State


def enter_outcome(game: Game, seat: SeatNumber, task: Do | EnterByHand) -> OpenDecision:
    """How often the next bounded outcome of the sentence comes."""
    effect: ByHand = task.effect  # type: ignore[assignment]
    times = task.times if isinstance(task, EnterByHand) else ()
    line = len(times)
    last, alone = line + 1 == len(effect.brings), len(game.state.seats) == 1

    def barrier(n: int) -> bool:
        return last and alone and reveals(game, seat, effect.outcome((*times, n)))

    def answer(picked: list[Option]) -> None:
        entered = (*times, picked[0].number)
        if last:
            _entered(game, seat, effect, task.source, entered)
        else:
            game.seat(seat).stack.append(EnterByHand(effect, task.source, entered))

    options = tuple(Option("times", line, n, barrier(n)) for n in range(effect.brings[line].most + 1))
    return OpenDecision("by_hand", "overview.by_hand", options, answer, task.source)


def _entered(game: Game, seat: SeatNumber, effect: ByHand, source: Source, times: tuple[int, ...]) -> None:
    """What was entered happens at once where it is nothing or nobody else is there; else the others are asked."""
    if not any(times):
        game.tell("by_hand_nothing", seat, kind=source.kind, source=source.id)
        return
    entries = _entries(game)
    entries.count += 1
    others = game.clockwise(seat)[1:]
    entry = HandEntry(number=entries.count, seat=seat, effect=effect, source=source, times=times, asked=others)
    game.tell("by_hand_entered", seat, kind=source.kind, source=source.id)
    if not others:
        _happens(game, entry)
        return
    entries.waiting.append(entry)
    for other in others:
        game.seat(other).stack.append(ConfirmByHand(entry.number))


def entered_by_hand(state: State) -> list[int]:
    """How often each seat has entered something by hand that was confirmed; empty where nobody has."""
    return [] if state.by_hand is msgspec.UNSET else state.by_hand.confirmed


def _entries(game: Game) -> HandEntries:
    if game.state.by_hand is msgspec.UNSET:
        game.state.by_hand = HandEntries([0] * len(game.state.seats))
    return game.state.by_hand


def _happens(game: Game, entry: HandEntry) -> None:
    _entries(game).confirmed[entry.seat] += 1
    mutations.push(game, entry.seat, entry.effect.outcome(entry.times), entry.source)


def confirm_outcome(game: Game, seat: SeatNumber, task: ConfirmByHand) -> OpenDecision | None:
    """Whether a seat agrees to what another one has entered; None once somebody has answered."""
    entry = next((each for each in _entries(game).waiting if each.number == task.entry), None)
    if entry is None:
        return None
    kinds = ("agree", "disagree", "abstain") if len(entry.asked) > 1 else ("agree", "disagree")
    options = tuple(Option(kind, None, entry.number, barrier=True) for kind in kinds)  # type: ignore[arg-type]
    return OpenDecision(
        "confirm_by_hand",
        "overview.by_hand",
        options,
        lambda picked: _confirmed(game, seat, entry, picked[0].kind),
        entry.source,
    )


def _confirmed(game: Game, seat: SeatNumber, entry: HandEntry, answer: str) -> None:
    """Another seat's answer is a barrier: what it has agreed to, or not, cannot be taken back."""
    game.revealed = True
    values: dict[str, Value] = {"other": entry.seat, "kind": entry.source.kind, "source": entry.source.id}
    if answer == "abstain":
        entry.asked.remove(seat)
        game.tell("by_hand_left", seat, **values)
        return
    _entries(game).waiting.remove(entry)
    game.tell("by_hand_confirmed" if answer == "agree" else "by_hand_refused", seat, **values)
    if answer == "agree":
        _happens(game, entry)
    else:
        game.seat(entry.seat).stack.append(EnterByHand(entry.effect, entry.source))
