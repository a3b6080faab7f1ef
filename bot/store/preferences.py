"""What people, channels and servers have set. Read from memory, so that an answer never waits for the disk."""

from enum import StrEnum

from sqlmodel import select

from bot.store.database import Database
from bot.store.tables import PreferenceRow, now
from bot.text import Locale, as_locale


class Scope(StrEnum):
    """Whose setting it is; the id beside it is Discord's for that person, channel (or thread) or server."""

    PERSON = "person"
    CHANNEL = "channel"
    SERVER = "server"


class Preferences:
    """All preferences, held in memory and written through."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._languages: dict[tuple[Scope, int], Locale] = {}

    async def load(self) -> None:
        """Read everything anew, for instance what another process has written."""
        async with self._database.reading() as session:
            rows = (await session.exec(select(PreferenceRow))).all()
        self._languages = {
            (Scope(row.scope), row.owner): language for row in rows if (language := as_locale(row.language)) is not None
        }

    def language(self, scope: Scope, owner: int | None) -> Locale | None:
        """The language set there; None where none is, or where there is no such owner (a message outside servers)."""
        return None if owner is None else self._languages.get((scope, owner))

    async def set_language(self, scope: Scope, owner: int, language: Locale | None) -> None:
        """Set the language, or with None take the setting back. On return it is on the disk."""
        async with self._database.writing() as session:
            row = PreferenceRow(scope=scope, owner=owner, language=language, changed_at=now())
            await session.merge(row)
        if language is None:
            self._languages.pop((scope, owner), None)
        else:
            self._languages[scope, owner] = language
