"""A small file beside the database that says what was last known of it: so that a lost file or log is noticed.

It is written after the database, never before: what it says was on the disk. It has a fixed size and is overwritten in
place, which works on a full disk too.
"""

import logging
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec

from bot.store.errors import StoreProblem

log = logging.getLogger(__name__)

State = Literal["in use", "cleanly closed"]
SIZE: Final = 512
"""Bytes of the file: one sector, so that it is old or new but never half of each."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What is noted: ``schema`` is the revision of the tables, ``highest_game`` the highest number ever given to a
    game, ``changes`` the number of transactions stored so far."""

    state: State
    schema: str
    highest_game: int
    changes: int


class Marker:
    """The marker of one database."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f"{database.name}-marker")
        self._notes: Notes | None = None

    def read(self) -> Notes | None:
        """What is noted; None where nothing is, or nothing that can be read."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Notes)
        except (OSError, msgspec.DecodeError, UnicodeError):
            return None

    def begin(self, notes: Notes) -> None:
        """The database is open from now on.

        :raises StoreProblem: the marker cannot be written, so that the database could not be either.
        """
        try:
            self._write(notes)
        except OSError as error:
            raise StoreProblem(
                f"{self.path}: cannot be written ({error.strerror}); make room on the disk, or let the bot's user "
                "write to this folder."
            ) from None

    def note(self, changes: int, highest_game: int) -> None:
        """Another transaction is stored. A failure only makes the marker say less than there is."""
        if self._notes is not None and changes > self._notes.changes:
            self._try(Notes("in use", self._notes.schema, max(highest_game, self._notes.highest_game), changes))

    def end(self) -> None:
        """Nobody uses the database any more."""
        if self._notes is not None:
            latest = max(self.read() or self._notes, self._notes, key=lambda notes: notes.changes)
            self._try(Notes("cleanly closed", latest.schema, latest.highest_game, latest.changes))
            self._notes = None

    def _try(self, notes: Notes) -> None:
        try:
            self._write(notes)
        except OSError as error:
            log.warning("the database's marker was not written", extra={"reason": error.strerror})

    def _write(self, notes: Notes) -> None:
        file = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o644)
        try:
            os.write(file, msgspec.json.encode(asdict(notes)).ljust(SIZE - 1) + b"\n")
        finally:
            os.close(file)
        self._notes = notes
