"""Why a database cannot be used. The text of each is for the host: what was found and how to go on."""


class StoreProblem(Exception):
    """The database cannot be opened."""


class NewerDatabase(StoreProblem):
    """The database was last used by a newer version of the program; it was not touched."""
