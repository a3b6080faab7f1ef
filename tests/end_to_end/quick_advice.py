"""Thinking processes that look less far for advice: whole games are full of it. Tests read there that it stands where
it should; how good it is, those of the players say."""

from typing import Final

from bot.players import advice
from bot.players.strengths import Effort
from bot.players.workers import worker

EFFORT: Final = Effort(width=1, mains=2, frees=1, options=2, evaluations=4, changes=2)


def hurry() -> None:
    """Let the bot of this process start such processes."""
    vars(worker)["begin"] = begin


def begin() -> None:
    """Run once in each process, as by the bot."""
    vars(advice)["EFFORT"] = EFFORT
    worker.begin()
