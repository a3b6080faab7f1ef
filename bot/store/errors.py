"""Why a database cannot be used. The text of each is for the host: what was found and how to go on."""

from bot.exits import CannotRun, Exit


class StoreProblem(CannotRun):
    """The database cannot be opened, or not be read. ``status``: that of a start which ends for this reason."""

    def __init__(self, sentence: str, status: Exit = Exit.DATABASE) -> None:
        super().__init__(status, sentence)


class NewerDatabase(StoreProblem):
    """The database was last used by a newer version of the program; it was not touched."""


class NotStored(StoreProblem):
    """A change could not be written; nothing of it is stored, and it may be tried again."""


class DatabaseBusy(NotStored):
    """Another program holds the database."""
