"""Names of things on the table: players, components, spaces, tiles, slots, amounts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.engine.resources import RESOURCES, Amounts
from bot.engine.solo_components import MautomaState
from bot.text.catalogue import t, tn
from bot.text.formatting import joined
from bot.text.truncate import fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.engine.components import Component, Link
    from bot.engine.translated import Words
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

HIDDEN = "?"
MAUTOMA = "Mautoma"
"""Its name in every language."""
LONGEST_UNKNOWN = 40
_TYPED_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_UNREADABLE = re.compile(r"[^\w .:-]|_")


def in_language(locale: Locale, name: Words) -> str:
    """A component's name in a language. Apostrophes are set as in all other texts, however the pack writes them: names
    are part of its hash, by which games that have begun find it again."""
    return _TYPED_APOSTROPHE.sub("’", str(getattr(name, locale)))


# ---- amounts -----------------------------------------------------------------------------------------------------


def amount(locale: Locale, thing: str, number: int) -> str:
    """``2 gears``: an amount of a resource, of points or energy."""
    return tn(locale, f"thing.{thing}", number)


def parts(locale: Locale, amounts: Amounts | Mapping[str, object]) -> list[str]:
    """Each amount that is not 0, in the fixed order gear, book, food, crystal. Other entries of a mapping are
    ignored."""
    found = dict(amounts.items())
    return [amount(locale, kind, number) for kind in RESOURCES if isinstance(number := found.get(kind), int) and number]


def amounts_words(locale: Locale, amounts: Amounts | Mapping[str, object]) -> str:
    """``2 gears and 1 crystal``."""
    return joined(locale, parts(locale, amounts)) or t(locale, "thing.nothing")


def sum_words(locale: Locale, amounts: Amounts) -> str:
    """``2 gears + 1 crystal``, for short places."""
    return " + ".join(parts(locale, amounts))


def with_prefix(values: Mapping[str, object], prefix: str) -> dict[str, object]:
    """The values whose names begin with a prefix, under the rest of their names."""
    return {name.removeprefix(prefix): value for name, value in values.items() if name.startswith(prefix)}


def pair(locale: Locale, name: str, about: str) -> str:
    """``name: about``, with the language's colon; the name alone where nothing is known about it."""
    return t(locale, "thing.pair", name=name, about=about) if about else name


# ---- players and components --------------------------------------------------------------------------------------


def seat_name(locale: Locale, table: Table, seat: object) -> str:
    """The name of the player in a seat. The number after the last seat is the Mautoma where it plays."""
    if isinstance(seat, int) and 0 <= seat < len(table.names):
        return table.names[seat]
    if table.seen is not None and isinstance(table.seen.state.variant, MautomaState) and seat == len(table.names):
        return MAUTOMA
    return t(locale, "thing.seat", n=unknown(seat + 1 if isinstance(seat, int) else seat))


def component_name(locale: Locale, table: Table, component: object) -> str:
    """The name of the component with this identifier: a card, machine, technology, tribe or another one."""
    found = _named(table, str(component))
    if found is not None:
        return in_language(locale, found.name)
    if component in table.pack.module:
        return module_name(locale, table, str(component))
    if component in table.pack.crate:
        return t(locale, "thing.crate")
    return t(locale, "thing.hidden") if component == HIDDEN else t(locale, "thing.unknown", text=unknown(component))


def _named(table: Table, component: str) -> Component | None:
    pack = table.pack
    kinds: tuple[Mapping[str, Component], ...] = (
        pack.citizen,
        pack.machine,
        pack.technology,
        pack.tribe,
        pack.artifact_card,
        pack.large_location,
        pack.journey,
        pack.lake,
    )
    return next((kind[component] for kind in kinds if component in kind), None)


def module_name(locale: Locale, table: Table, module: str) -> str:
    """Modules have no names; a module is called by its colours."""
    colours = "/".join(t(locale, f"thing.colour.{colour}") for colour in table.pack.module[module].colours)
    return t(locale, "thing.module_name", colours=colours)


def unknown(text: object) -> str:
    """Text from outside, sanitized: short, one line, without formatting characters."""
    shown = str(text) if isinstance(text, str) or (isinstance(text, int) and abs(text) < 10**9) else HIDDEN
    return fit(_UNREADABLE.sub(" ", shown).strip() or HIDDEN, LONGEST_UNKNOWN)


# ---- the map -----------------------------------------------------------------------------------------------------


def space_label(table: Table, space: object) -> str:
    """``B7``."""
    labels = table.board.labels
    return labels[space] if isinstance(space, int) and 0 <= space < len(labels) else HIDDEN


def place_label(table: Table, place: object) -> str:
    """A tile is called by its first space in reading order."""
    places = table.board.spaces_of
    return space_label(table, min(places[place])) if isinstance(place, int) and 0 <= place < len(places) else HIDDEN


def place_with_id(table: Table, identifier: str) -> int | None:
    """The index of the place with an identifier."""
    return next((index for index, place in enumerate(table.board.places) if place.id == identifier), None)


def space_words(locale: Locale, table: Table, space: object) -> str:
    """``B7 (desert)`` where the reader's view knows the terrain, else ``B7``; a large location has its name."""
    label = space_label(table, space)
    if table.seen is None or not isinstance(space, int) or label == HIDDEN:
        return label
    printed = table.seen.prints[space]
    if printed is None:
        return label
    tile = table.seen.state.places[table.board.place_of[space]].tile
    if printed.terrain == "large" and tile in table.pack.large_location:
        return f"{component_name(locale, table, tile)} ({label})"
    return f"{label} ({t(locale, f'thing.terrain.{printed.terrain}')})"


def labels_between(table: Table) -> tuple[str, str]:
    """The first and the last label of the map."""
    return table.board.labels[0], table.board.labels[-1]


def books_words(locale: Locale, table: Table, books_to: Sequence[int]) -> str:
    """How many books go to players who are already there: ``2 of the books to Ben and Cleo, 1 each``. The book of the
    Mautoma goes to the supply."""
    names = [table.names[seat] for seat in books_to if 0 <= seat < len(table.names)]
    if len(names) < len(books_to):
        names.append(t(locale, "offer.note.extra_books.supply"))
    return tn(locale, "offer.note.extra_books", len(books_to), who=joined(locale, names))


# ---- the player board --------------------------------------------------------------------------------------------


def slot_label(locale: Locale, table: Table, slot: object) -> str:
    """``slot 1 (top)``."""
    slots = table.pack.player_board.slots
    if not isinstance(slot, int) or not 0 <= slot < len(slots):
        return HIDDEN
    return t(locale, f"thing.slot.{slots[slot].side}", n=slot + 1)


def link_words(locale: Locale, links: Iterable[Link]) -> str:
    """``forest 3 + field 2``: spaces of machine tracks."""
    return " + ".join(f"{t(locale, f'thing.terrain.{link.track}')} {link.space}" for link in links)


def reward_words(locale: Locale, table: Table, reward: object) -> str:
    """The spaces of machine tracks that open a reward space."""
    found = table.pack.reward.get(str(reward))
    return link_words(locale, found.links) if found else unknown(reward)


# ---- where something comes from ----------------------------------------------------------------------------------

_RULES = {
    "switch.basic": "switch",
    "resource.crystal": "crystal",
    "populate.extra_books": "extra_book",
    "tribe.marker_on_map": "marker",
}
_NUMBERED = ("hibernation", "score_track", "progress", "devotion_track")
_LABELLED = ("building", "water")
_COMPONENTS = ("citizen", "module", "machine", "crate", "technology", "tribe", "artifact_card", "journey", "lake")


def source_words(locale: Locale, table: Table, kind: object, identifier: object) -> str:
    """The source of a gain in a word or two; empty where naming it would add nothing."""
    if kind in _COMPONENTS:
        return component_name(locale, table, identifier)
    if kind in _LABELLED:
        return t(locale, f"thing.source.{kind}", label=identifier)
    if kind in _NUMBERED:
        return t(locale, f"thing.source.{kind}", n=identifier)
    if kind == "reward":
        return t(locale, "thing.source.reward", links=reward_words(locale, table, identifier))
    if kind == "place":
        return t(locale, "thing.tile", label=place_label(table, place_with_id(table, str(identifier))))
    if kind == "rule" and identifier in _RULES:
        return t(locale, f"thing.source.{_RULES[str(identifier)]}")
    return ""
