"""Why computer players did what they did, beside what is told of it."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.app.tables import Move
from bot.engine.actions import MAIN_ACTIONS, Hibernate, Record
from bot.players.reason_wording import reason_words, short_reason
from bot.text import t
from cogs.game.snapshot import TableSnapshot

EXPLAINED: Final = (*MAIN_ACTIONS, Hibernate)
"""Moves that are told with their reason; it would be noise beside the others."""


def with_reason(found: TableSnapshot, record: Record, told: Sequence[str], at: int = 0) -> list[str]:
    """What is told of a record, the reason behind the sentence at ``at``, and that another player stood in."""
    told = _with_stand_in(found, record, told, at)
    if not told or not isinstance(record, Move) or record.why is None or not isinstance(record.action, EXPLAINED):
        return list(told)
    try:
        reason = reason_words(found.locale, found.table, record.why)
    except KeyError:  # kept by another version, for whose reason there is no sentence any more
        return list(told)
    return [f"{text} – {reason}" if index == at else text for index, text in enumerate(told)]


def _with_stand_in(found: TableSnapshot, record: Record, told: Sequence[str], at: int) -> Sequence[str]:
    if not isinstance(record, Move) or record.stand_in is None:
        return told
    note = t(found.locale, "game.stand_in.log")
    return [f"{text} ({note})" if index == at else text for index, text in enumerate(told)]


def short_reasons(found: TableSnapshot, records: Iterable[Record]) -> dict[int, str]:
    """Why computer players did what they did, by record, as phrases for lines that tell of a whole turn."""
    phrases = {}
    for record in records:
        if isinstance(record, Move) and record.why is not None and isinstance(record.action, EXPLAINED):
            try:
                phrases[record.number] = short_reason(found.locale, found.table, record.why)
            except KeyError:  # as above
                continue
    return phrases
