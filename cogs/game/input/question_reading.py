"""Finding in a question what it is about: a space of the map with a main action, or a component by its name."""

import re
from collections.abc import Iterator
from typing import Final

from bot.engine.actions import Action, Build, Explore, Populate
from bot.engine.geometry import Board
from bot.text import LOCALES, t
from bot.text.game import Table, component_name
from cogs.game.snapshot import TableSnapshot

LABEL: Final = re.compile(r"(?<![\w-])([A-Za-z]\d{1,2})(?!\w)")
SHORTEST_NAME: Final = 4
"""Characters of a name that is looked for in a question; shorter ones are words of their own too often."""
LARGE: Final = "large"


def action_asked(found: TableSnapshot, question: str) -> Action | None:
    """The main action on the map that a seated person asks about; None where no space is named, or several are.

    Without a verb it is what can be done with such a space: a face-down tile is explored, a desert built on, anything
    else populated.
    """
    space = space_asked(found.table.board, question)
    if space is None or found.seat is None:
        return None
    kind = _verb(question) or _usual(found, space)
    if kind == "explore":
        return Explore(seat=found.seat, place=found.table.board.place_of[space])
    if kind == "build":
        return Build(seat=found.seat, space=space, size="large" if _says(question, LARGE) else "small")
    tribe = found.pack.tribe[found.seen.state.seats[found.seat].tribe]
    offers = found.controls.offers if found.controls else ()
    usable = [offer.action.technology for offer in offers if isinstance(offer.action, Populate)]
    return Populate(
        seat=found.seat, location=_location(found, space), technology=(usable or [tribe.technologies[0].id])[0]
    )


def space_asked(board: Board, question: str) -> int | None:
    """The one space of the map that a question names by its label."""
    labels = {label.upper() for label in LABEL.findall(question)}
    spaces = {space for label in labels if (space := board.space_named(label)) is not None}
    return spaces.pop() if len(spaces) == 1 else None


def component_asked(table: Table, question: str) -> str | None:
    """The component that a question names in any language; the longest name where several are named."""
    line = _folded(question)
    inside = [(name, each) for name, each in _names(table) if name in line]
    named = [(len(name), each) for name, each in inside if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line)]
    return max(named)[1] if named else None


def _names(table: Table) -> Iterator[tuple[str, str]]:
    pack = table.pack
    for kind in (pack.citizen, pack.machine, pack.technology, pack.tribe, pack.artifact_card, pack.large_location):
        for each in kind:
            for locale in LOCALES:
                name = _folded(component_name(locale, table, each))
                if len(name) >= SHORTEST_NAME:
                    yield name, each


def _verb(question: str) -> str | None:
    """The main action that a question's words speak of."""
    said = [kind for kind in ("explore", "populate", "build") if _says(question, kind)]
    return said[0] if len(said) == 1 else None


def _says(question: str, what: str) -> bool:
    """Whether a question contains a word that begins as one of the catalogue's, in any language."""
    line = _folded(question)
    stems = {stem.strip() for locale in LOCALES for stem in t(locale, f"can.asked.{what}").split(",")}
    return any(re.search(rf"(?<!\w){re.escape(_folded(stem))}", line) for stem in stems)


def _usual(found: TableSnapshot, space: int) -> str:
    printed = found.seen.prints[space]
    if printed is None:
        return "explore"
    return "build" if printed.terrain == "desert" else "populate"


def _location(found: TableSnapshot, space: int) -> int:
    """A large location is named by its first space."""
    printed, board = found.seen.prints[space], found.table.board
    if printed is not None and printed.terrain == "large":
        return board.spaces_of[board.place_of[space]][0]
    return space


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())
