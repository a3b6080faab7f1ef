"""Answering the open decision (001 Turn overview; ruling owed-choices)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Choose, Offer, Refusal
from bot.engine.resolution.pending_decisions import open_decision, reveals_next
from bot.engine.rules.action_rules import ActionRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.actions import Value
    from bot.engine.game import Game
    from bot.engine.resolution.open_decision import OpenDecision
    from bot.engine.state import SeatNumber


def answer_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """The answers to the decision that a seat has open."""
    asked = open_decision(game, seat)
    return offers_for(game, seat, asked) if asked else iter(())


def offers_for(game: Game, seat: SeatNumber, asked: OpenDecision) -> Iterator[Offer]:
    """One offer for each option; for a decision of several options one offer with the least default answer."""
    after = reveals_next(game, seat)
    if asked.most == 1 and asked.least == 1:
        for index, option in enumerate(asked.options):
            yield Offer(Choose(seat=seat, answer=(index,)), barrier=option.barrier or after)
        return
    barrier = after or any(option.barrier for option in asked.options)
    yield Offer(Choose(seat=seat, answer=tuple(range(asked.least))), barrier=barrier)


def check_answer(game: Game, action: Choose) -> Offer | Refusal:
    """The offer for an answer, or why not."""
    refusal = why_not(game, action)
    if refusal is not None:
        return refusal
    asked, after = open_decision(game, action.seat), reveals_next(game, action.seat)
    barrier = after or (asked is not None and any(asked.options[pick].barrier for pick in action.answer))
    return Offer(action, barrier=barrier)


def why_not(game: Game, action: Choose) -> Refusal | None:
    """What is wrong with an answer: each option at most once, as many as the decision allows."""
    asked = open_decision(game, action.seat)
    if asked is None:
        return Refusal(reason="nothing_asked", rule="turn.action_windows")
    picks = action.answer
    if len(set(picks)) != len(picks) or not all(0 <= pick < len(asked.options) for pick in picks):
        values: dict[str, Value] = {"options": len(asked.options), "decision": asked.kind}
        return Refusal(reason="no_such_option", rule=asked.rule, kind="cannot be read", values=values)
    if not asked.least <= len(picks) <= asked.most:
        numbers = {"least": asked.least, "most": asked.most, "given": len(picks)}
        return Refusal(reason="wrong_number", rule=asked.rule, kind="cannot be read", values=dict(numbers))
    return None


def do_answer(game: Game, action: Choose) -> None:
    """Take the task off the stack and carry out what the picked options mean."""
    asked = open_decision(game, action.seat)
    if asked is None:
        raise AssertionError("judged before")
    game.seat(action.seat).stack.pop()
    picked = [asked.options[pick] for pick in action.answer]
    if any(option.kind == "skip" for option in picked) or not picked:
        game.tell("declined", action.seat, what=asked.kind)
    asked.answer(picked)


RULES = (ActionRule("choose", answer_offers, check_answer, do_answer),)
