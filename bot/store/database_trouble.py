"""What is wrong with a database, for the host."""

from __future__ import annotations

from typing import Final, NamedTuple


class Trouble(NamedTuple):
    """What is wrong and what helps, each a part of a sentence. ``held``: another program has the database open;
    ``passes``: it may pass without the host, so another try helps."""

    wrong: str
    helps: str
    held: bool = False
    passes: bool = False


HELD: Final = Trouble("another program holds it", "wait for that program, or stop it", held=True, passes=True)
