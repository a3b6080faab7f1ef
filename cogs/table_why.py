"""Why computer players did what they did, beside what is told of it."""

from collections.abc import Sequence
from typing import Final

from bot.engine.actions import MAIN_ACTIONS, Hibernate, Record
from bot.players.telling import reason_words
from bot.table import Move
from cogs.table_look import Look

EXPLAINED: Final = (*MAIN_ACTIONS, Hibernate)
"""Moves that are told with their reason; it would be noise beside the others."""


def with_reason(found: Look, record: Record, told: Sequence[str]) -> list[str]:
    """What is told of a record, the reason behind its first sentence."""
    if not told or not isinstance(record, Move) or record.why is None or not isinstance(record.action, EXPLAINED):
        return list(told)
    try:
        return [f"{told[0]} – {reason_words(found.locale, found.table, record.why)}", *told[1:]]
    except KeyError:  # kept by another version, for whose reason there is no sentence any more
        return list(told)
