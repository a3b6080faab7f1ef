"""Tribes and their trees of technologies (facts 4.8, 4.11 and 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.components import Technology, Tribe
from bot.engine.effects import FifthSlot

if TYPE_CHECKING:
    from bot.engine.packs.draft import Draft
    from bot.engine.packs.reader import Path

ROWS = (1, 2, 2, 2, 3, 3, 3)
BOOKS = {1: 2, 2: 3, 3: 4}
MIDDLE = 2
"""The place in the list of the middle technology of row two, which opens the right card slot."""
KINDS = ("at_once", "lasting", "trade", "machine")


def check(draft: Draft) -> None:
    """Note every technology that cannot be unlocked, or does not what technologies do."""
    for path, tribe in draft.items("tribes"):
        rows = tuple(technology.row for technology in tribe.technologies)
        if rows != ROWS:
            found = ", ".join(map(str, rows))
            draft.wrong((*path, "technologies"), f"technologies in the rows {found}", ", ".join(map(str, ROWS)))
        _links(draft, path, tribe)
        _reachable(draft, path, tribe)
        for number, technology in enumerate(tribe.technologies):
            where = (*path, "technologies", number)
            _books(draft, where, technology)
            _kind(draft, where, technology, middle=number == MIDDLE)
        if any(isinstance(lasting, FifthSlot) for lasting in tribe.lasting):
            draft.wrong((*path, "lasting"), "fifth_slot on a tribe", "it on the middle technology of row 2")


def _books(draft: Draft, path: Path, technology: Technology) -> None:
    expected = BOOKS.get(technology.row)
    if expected is not None and technology.books != expected:
        draft.wrong((*path, "books"), f"{technology.books} books in row {technology.row}", str(expected))


def _links(draft: Draft, path: Path, tribe: Tribe) -> None:
    own = {technology.id: technology for technology in tribe.technologies}
    for number, technology in enumerate(tribe.technologies):
        where = (*path, "technologies", number)
        if (technology.row == 1) == bool(technology.links):
            found = f"{len(technology.links)} links in row {technology.row}"
            draft.wrong((*where, "links"), found, "no links in row 1, at least one above it")
        for place, link in enumerate(technology.links):
            if link not in own:
                expected = "one of the tribe's: " + ", ".join(own)
                draft.wrong((*where, "links", place), f"the unknown technology {link!r}", expected)
            elif link == technology.id:
                draft.wrong((*where, "links", place), "a link to itself", "another technology")


def _reachable(draft: Draft, path: Path, tribe: Tribe) -> None:
    unlocked = {technology.id for technology in tribe.technologies if technology.row == 1}
    for _ in tribe.technologies:
        unlocked |= {one.id for one in tribe.technologies if unlocked.intersection(one.links)}
    for number, technology in enumerate(tribe.technologies):
        if technology.id not in unlocked:
            where = (*path, "technologies", number)
            draft.wrong(where, f"{technology.id!r}, to which no links lead from the bottom", "links that lead to it")


def _kind(draft: Draft, path: Path, technology: Technology, *, middle: bool) -> None:
    given = [kind for kind in KINDS if getattr(technology, kind)]
    opens = any(isinstance(lasting, FifthSlot) for lasting in technology.lasting)
    if opens != middle:
        found = "fifth_slot here" if opens else "no fifth_slot here"
        draft.wrong((*path, "lasting"), found, "it on the middle technology of row 2 alone")
    if opens and len(technology.lasting) == 1:
        given.remove("lasting")
    if len(given) > 1 or not (given or opens):
        draft.wrong(path, " and ".join(given) or "a technology that does nothing", "exactly one of " + ", ".join(KINDS))
