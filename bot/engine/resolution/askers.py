"""What turns a task on a seat's stack into a decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bot.engine.resolution.open_decision import OpenDecision

if TYPE_CHECKING:
    from bot.engine.game import Game

Asker = Callable[["Game", int, Any], OpenDecision | None]
"""Gives the decision that a seat's task asks for now; None where the task runs by itself."""
