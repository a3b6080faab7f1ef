"""What people, channels and servers have set. Read from memory, so that an answer never waits for the disk."""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Literal, TypeVar, get_args

from sqlmodel import select

from bot.store.announcements import About, announce
from bot.store.database import Database
from bot.store.sql.preference_tables import PreferenceRow
from bot.text import Locale, as_locale

Theme = Literal["dark", "light"]
"""How pictures look."""
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
MessageMode = Literal["brief", "full", "silent"]
"""How much a table says in a channel: a few lines for each turn, everything, or one message that is replaced."""
MESSAGE_MODES: Final[tuple[MessageMode, ...]] = get_args(MessageMode)
K = TypeVar("K")
T = TypeVar("T")


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
        self._themes: dict[tuple[Scope, int], Theme] = {}
        self._explained: dict[tuple[Scope, int], frozenset[str]] = {}
        self._message_modes: dict[int, MessageMode] = {}
        self._clients: dict[int, Locale] = {}
        self._players_roles: dict[int, int] = {}
        self._photos: dict[int, bool] = {}
        self._reading = asyncio.Lock()
        """Held while something is written or read anew, so that memory never goes back to what was before."""

    async def load(self) -> None:
        """Read everything anew, for instance what another process has written."""
        async with self._reading:
            await self._load()

    async def load_one(self, scope: Scope, owner: int) -> None:
        """Read anew what one person, channel or server has set, after another process has changed it."""
        async with self._reading:
            async with self._database.reading() as session:
                row = await session.get(PreferenceRow, (scope.value, owner))
            self._take(scope, owner, row or PreferenceRow(scope=scope, owner=owner))

    def _take(self, scope: Scope, owner: int, row: PreferenceRow) -> None:
        _put(self._languages, (scope, owner), as_locale(row.language))
        _put(self._themes, (scope, owner), as_theme(row.theme))
        _put(self._explained, (scope, owner), frozenset(row.explained.split(",")) if row.explained else None)
        if scope == Scope.PERSON:
            _put(self._clients, owner, as_locale(row.client))
        if scope == Scope.CHANNEL:
            _put(self._message_modes, owner, as_message_mode(row.messages))
        if scope == Scope.SERVER:
            _put(self._players_roles, owner, row.players_role)
            _put(self._photos, owner, row.photos)

    async def _load(self) -> None:
        async with self._database.reading() as session:
            rows = (await session.exec(select(PreferenceRow))).all()
        self._languages = {
            (Scope(row.scope), row.owner): language for row in rows if (language := as_locale(row.language)) is not None
        }
        self._themes = {
            (Scope(row.scope), row.owner): theme for row in rows if (theme := as_theme(row.theme)) is not None
        }
        clients = {row.owner: as_locale(row.client) for row in rows if row.scope == Scope.PERSON and row.client}
        self._clients = {person: language for person, language in clients.items() if language is not None}
        modes = {row.owner: as_message_mode(row.messages) for row in rows if row.scope == Scope.CHANNEL}
        self._message_modes = {channel: mode for channel, mode in modes.items() if mode is not None}

        self._players_roles = {row.owner: row.players_role for row in rows if row.players_role is not None}
        self._photos = {row.owner: row.photos for row in rows if row.photos is not None}
        self._explained = {
            (Scope(row.scope), row.owner): frozenset(row.explained.split(",")) for row in rows if row.explained
        }

    def explained(self, person: int) -> frozenset[str]:
        """What has been explained to a person, and what they want to hear no more of."""
        return self._explained.get((Scope.PERSON, person), frozenset())

    async def set_explained(self, person: int, kinds: frozenset[str]) -> None:
        """Remember what has been explained to a person, instead of what was. On return it is on the disk."""
        await self._write(Scope.PERSON, person, explained=",".join(sorted(kinds)) or None)
        _put(self._explained, (Scope.PERSON, person), kinds or None)

    async def add_explained(self, person: int, kinds: Iterable[str]) -> None:
        """Remember some more. It counts at once, so that two at the same time add up; on return it is on the disk."""
        known = self.explained(person).union(kinds)
        _put(self._explained, (Scope.PERSON, person), known or None)
        await self._write(Scope.PERSON, person, explained=",".join(sorted(known)) or None)
        _put(self._explained, (Scope.PERSON, person), known or None)

    def language(self, scope: Scope, owner: int | None) -> Locale | None:
        """The language set there; None where none is, or where there is no such owner (a message outside servers)."""
        return None if owner is None else self._languages.get((scope, owner))

    def told_in(self, person: int) -> Locale | None:
        """The language in which a person is told what nobody has asked for: what they have set, else their client's as
        they last used it; None where neither is known."""
        return self._languages.get((Scope.PERSON, person)) or self._clients.get(person)

    async def note_client(self, person: int, language: Locale) -> None:
        """Remember the language of a person's client. Where it is new, it is on the disk on return."""
        if self._clients.get(person) != language:
            self._clients[person] = language
            await self._write(Scope.PERSON, person, client=language)

    def theme(self, scope: Scope, owner: int | None) -> Theme | None:
        """How pictures look there; None where nothing is set, or where there is no such owner."""
        return None if owner is None else self._themes.get((scope, owner))

    def message_mode(self, channel: int | None) -> MessageMode | None:
        """How much tables say in a channel or thread; None where nothing is set."""
        return None if channel is None else self._message_modes.get(channel)

    def players_role(self, server: int) -> int | None:
        """The role that is told of a server's tables that look for players."""
        return self._players_roles.get(server)

    async def set_players_role(self, server: int, role: int | None) -> None:
        """Set it, or with None tell nobody. On return it is on the disk."""
        await self._write(Scope.SERVER, server, players_role=role)
        _put(self._players_roles, server, role)

    def photos(self, server: int) -> bool:
        """Whether photos of tables may be posted with results of a server; not unless it was set."""
        return self._photos.get(server, False)

    async def set_photos(self, server: int, allowed: bool) -> None:
        """Set whether they may. On return it is on the disk."""
        await self._write(Scope.SERVER, server, photos=allowed or None)
        _put(self._photos, server, allowed or None)

    async def claim_call(self, server: int, at: datetime, between: timedelta) -> bool:
        """Note that a server's role is about to be told. False: it was told less than ``between`` ago."""
        async with self._database.writing() as session:
            row = await session.get(PreferenceRow, (Scope.SERVER.value, server))
            if row is None or (row.players_told_at is not None and at - row.players_told_at < between):
                return False
            row.players_told_at = at
            session.add(row)
        return True

    async def set_language(self, scope: Scope, owner: int, language: Locale | None) -> None:
        """Set the language, or with None take the setting back. On return it is on the disk."""
        await self._write(scope, owner, language=language)
        _put(self._languages, (scope, owner), language)

    async def set_theme(self, scope: Scope, owner: int, theme: Theme | None) -> None:
        """Set how pictures look, or with None take the setting back. On return it is on the disk."""
        await self._write(scope, owner, theme=theme)
        _put(self._themes, (scope, owner), theme)

    async def set_message_mode(self, channel: int, mode: MessageMode | None) -> None:
        """Set how much tables say in a channel, or with None take the setting back. On return it is on the disk."""
        await self._write(Scope.CHANNEL, channel, messages=mode)
        _put(self._message_modes, channel, mode)

    async def _write(self, scope: Scope, owner: int, **changes: str | int | None) -> None:
        """Change some columns of a row, and leave the others as they are."""
        async with self._reading, self._database.writing() as session:
            row = await session.get(PreferenceRow, (scope.value, owner)) or PreferenceRow(scope=scope, owner=owner)
            for column, value in changes.items():
                setattr(row, column, value)
            row.changed_at = self._database.now()
            session.add(row)
            told = f"{scope}:{owner}"
            await (await session.connection()).run_sync(announce, About.PREFERENCES, told)


def as_theme(name: str | None) -> Theme | None:
    """The theme of that name; None where there is none."""
    return next((theme for theme in THEMES if theme == name), None)


def as_message_mode(name: str | None) -> MessageMode | None:
    """The mode of that name; None where there is none."""
    return next((mode for mode in MESSAGE_MODES if mode == name), None)


def _put(held: dict[K, T], key: K, value: T | None) -> None:
    if value is None:
        held.pop(key, None)
    else:
        held[key] = value
