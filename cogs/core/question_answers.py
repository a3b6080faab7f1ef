"""What a feature can add to the answer of a rules question: the running game's own answer, or a component."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui


@dataclass(frozen=True)
class QuestionAnswer:
    """``text``: what is so at the asker's table; ``rule``: the entry that it follows from, if one is known better than
    by searching; ``buttons``: what can be done about it."""

    text: str
    rule: str | None = None
    buttons: Sequence[ui.Item[Any]] = ()
