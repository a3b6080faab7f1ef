"""How the reference does in use: questions without an answer, and votes on answers. Nobody's name is kept."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Integer, cast, func
from sqlmodel import col, select

from bot.store.database import Database
from bot.store.sql.preference_tables import MissRow, VoteRow
from bot.text import Locale, as_locale

LONGEST = 300
"""Characters of a question that are kept."""


@dataclass(frozen=True, slots=True)
class Miss:
    """One question that found no answer."""

    question: str
    language: Locale
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class Votes:
    """How many said that an entry answered their question, and how many that it did not."""

    entry: str
    helpful: int
    unhelpful: int


class SearchFeedback:
    """What is remembered of questions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record_miss(self, question: str, language: Locale) -> None:
        """Remember a question without an answer; only its first 300 characters."""
        async with self._database.writing() as session:
            session.add(MissRow(question=question[:LONGEST], language=language))

    async def record_vote(self, entry: str, helpful: bool, language: Locale, question: str | None = None) -> None:
        """Remember whether the entry (its id) answered the question."""
        kept = None if question is None else question[:LONGEST]
        async with self._database.writing() as session:
            session.add(VoteRow(entry=entry, helpful=helpful, language=language, question=kept))

    async def misses(self, limit: int = 100) -> list[Miss]:
        """The latest questions without an answer, newest first."""
        newest = select(MissRow).order_by(col(MissRow.id).desc()).limit(limit)
        async with self._database.reading() as session:
            rows = (await session.exec(newest)).all()
        return [Miss(row.question, as_locale(row.language) or "en", row.asked_at) for row in rows]

    async def votes(self) -> list[Votes]:
        """The count of votes of every entry that has any, by its id."""
        yes = func.sum(cast(VoteRow.helpful, Integer))
        counts = select(VoteRow.entry, yes, func.count()).group_by(VoteRow.entry).order_by(VoteRow.entry)
        async with self._database.reading() as session:
            rows = (await session.exec(counts)).all()
        return [Votes(entry, helpful, total - helpful) for entry, helpful, total in rows]
