"""Previews that wait for somebody to agree. They are in memory alone, so that nothing is left behind of a file that
nobody wanted; after a restart, or when they have waited too long, the file is sent again."""

import secrets
import time
from collections import OrderedDict
from typing import Final

import msgspec

from bot.app.result_files.result_file_process import ResultFiles
from bot.app.result_files.result_import import ImportPreview

LONGEST_WAIT: Final = 15 * 60
"""Seconds: so long Discord lets a private message be changed."""
MOST: Final = 16
"""Previews at once; the oldest goes first."""


class PendingImport(msgspec.Struct, frozen=True):
    """A preview, of whose file, and for which place."""

    preview: ImportPreview
    person: int
    place: int
    since: float


class PendingImports:
    """The previews of a running bot, and the process that reads its files."""

    def __init__(self) -> None:
        self.files = ResultFiles()
        self._waiting: OrderedDict[str, PendingImport] = OrderedDict()

    def add(self, preview: ImportPreview, person: int, place: int) -> str:
        """Let a preview wait; what it is found by. Of one person in one place only the newest waits."""
        same = [key for key, each in self._waiting.items() if (each.person, each.place) == (person, place)]
        for key in same:
            del self._waiting[key]
        key = secrets.token_hex(4)
        self._waiting[key] = PendingImport(preview, person, place, time.monotonic())
        while len(self._waiting) > MOST:
            self._waiting.popitem(last=False)
        return key

    def take(self, key: str, person: int, place: int) -> ImportPreview | None:
        """The preview, which then waits no longer; None where it does not wait for this person here (any more)."""
        found = self._waiting.get(key)
        if found is None or (found.person, found.place) != (person, place):
            return None
        del self._waiting[key]
        return found.preview if time.monotonic() - found.since <= LONGEST_WAIT else None
