"""Reading what people type: spaces, tiles, cards and machines by label, name in any language, or what was completed."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from discord import app_commands

from bot.engine.actions import Decision
from bot.engine.geometry import Board
from bot.engine.resources import Amounts
from bot.text import LOCALES, Locale
from bot.text.game import CHOICE, Table, capital, component_name, fit, option_label
from bot.text.game.component_text import component_brief
from bot.text.game.names import pair
from cogs.core.escaping import escaped
from cogs.core.localization import UserError
from cogs.game.input.payments import payment_of

PICKED: Final = "="
"""Before the id of a completion that was picked, so that it is not taken for a name."""
MOST: Final = 25
LONGEST: Final = 40
LONGEST_NUMBER: Final = 9
"""Digits."""


def space_typed(board: Board, typed: str) -> int:
    """The space of a label such as ``B7``.

    :raises UserError: there is none of that label.
    """
    space = board.space_named(typed.strip().partition(" ")[0])
    if space is None:
        raise UserError(
            "turn.unknown.space", typed=escaped(typed, LONGEST), first=board.labels[0], last=board.labels[-1]
        )
    return space


def place_typed(board: Board, typed: str) -> int:
    """The place that a label lies on: any space of a tile names it.

    :raises UserError: there is none of that label.
    """
    return board.place_of[space_typed(board, typed)]


def component_typed(table: Table, candidates: Iterable[str], typed: str, kind: str) -> str:
    """The component meant, among candidates first by id, then by its name in any language, then by a part of it.

    :raises UserError: none is meant, or several are.
    """
    ids = list(dict.fromkeys(candidates))
    wanted = _plain(typed.strip().removeprefix(PICKED))
    if wanted in ids:
        return wanted
    names = {each: {_plain(component_name(locale, table, each)) for locale in LOCALES} for each in ids}
    exact = [each for each, known in names.items() if wanted in known]
    near = exact or [each for each, known in names.items() if wanted and any(wanted in name for name in known)]
    if len(near) != 1:
        problem = "several" if near else kind
        raise UserError(f"turn.unknown.{problem}", typed=escaped(typed, LONGEST))
    return near[0]


def _plain(text: str) -> str:
    """A text as it is compared with what was typed: small letters, and the apostrophe of keyboards."""
    return text.casefold().replace("’", "'")


def payment_typed(typed: str | None) -> Amounts | int | None:
    """A payment that was completed (its code), a number of crystals, or None for the usual one.

    :raises UserError: it is neither.
    """
    if typed is None or not typed.strip():
        return None
    if typed.startswith(PICKED):
        with suppress(ValueError):
            return payment_of(typed.strip().removeprefix(PICKED))
    number = typed.split()[0]
    if _is_number(number):
        return int(number)
    raise UserError("turn.unknown.payment", typed=escaped(typed, LONGEST))


def _is_number(typed: str) -> bool:
    """Whether it is a number of a size that can be meant."""
    return typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_NUMBER


def answer_typed(locale: Locale, table: Table, decision: Decision, typed: str) -> tuple[int, ...]:
    """The answers meant: what was completed, their numbers from 1, or a part of one answer's name.

    :raises UserError: none is meant, or several are.
    """
    parts = [part.strip() for part in typed.removeprefix(PICKED).split(",") if part.strip()]
    if typed.startswith(PICKED) and all(map(_is_number, parts)):
        return tuple(int(part) for part in parts)
    if parts and all(map(_is_number, parts)):
        return tuple(int(part) - 1 for part in parts)
    labels = [_plain(option_label(locale, decision, option, table)) for option in decision.options]
    near = [index for index, label in enumerate(labels) if _plain(typed.strip()) in label]
    if len(near) != 1:
        raise UserError("turn.unknown.several" if near else "turn.unknown.answer", typed=escaped(typed, LONGEST))
    return (near[0],)


def choices(pairs: Sequence[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Completions from names and values: those that contain what was typed, the first ones first."""
    wanted = _plain(typed.strip())
    found = [(name, value) for name, value in pairs if wanted in _plain(name) or wanted == value.casefold()]
    return [app_commands.Choice(name=fit(name, CHOICE), value=value) for name, value in found[:MOST]]


def component_choices(
    locale: Locale, table: Table, candidates: Iterable[str], typed: str
) -> list[app_commands.Choice[str]]:
    """Completions of components: those of whose name in any language a part was typed, named in the reader's; a
    component without a name of its own is told apart by what it does."""
    wanted = _plain(typed.strip())
    found = []
    for each in dict.fromkeys(candidates):
        names = {other: component_name(other, table, each) for other in LOCALES}
        if wanted == each or any(wanted in _plain(name) for name in names.values()):
            nameless = each in table.pack.module or each in table.pack.crate
            about = component_brief(locale, table, each) if nameless else ""
            found.append((capital(pair(locale, names[locale], about)), PICKED + each))
    found.sort()
    return [app_commands.Choice(name=fit(name, CHOICE), value=value) for name, value in found[:MOST]]


def seat_typed(names: Sequence[str], typed: str) -> int:
    """The seat of a number from 1, or of a player's name or a part of it.

    :raises UserError: there is none, or several are meant.
    """
    known = [name.casefold() for name in names]
    wanted = typed.strip().casefold()
    if _is_number(wanted) and 1 <= int(wanted) <= len(known):
        return int(wanted) - 1
    near = [seat for seat, name in enumerate(known) if wanted and wanted in name]
    if len(near) != 1:
        raise UserError("turn.unknown.player", names=", ".join(names))
    return near[0]
