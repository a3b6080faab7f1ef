"""Single values of a pack as texts, and texts as values: what stands in a cell of a spreadsheet or a field of a form.

The kinds of values come from the types of ``bot.engine.components``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

from bot.app.own_packs.pack_frame import flow
from bot.app.own_packs.shorthand_parser import NotUnderstood, amounts_typed, effects_typed, lasting_typed
from bot.app.own_packs.shorthand_words import said, value_meant
from bot.app.own_packs.shorthand_writer import amounts_written, effects_written, lasting_written
from bot.engine import effects
from bot.engine.packs.reader import plain
from bot.engine.resources import Amounts

if TYPE_CHECKING:
    from bot.text import Locale

_NUMBER: Final = re.compile(r"[-−]?\d{1,9}")


def is_value(kind: Any) -> bool:
    """Whether a type is written in one cell."""
    kind = plain(kind)
    if kind in (int, bool, str, Amounts) or get_origin(kind) is Literal:
        return True
    if get_origin(kind) is not tuple:
        return False
    of = plain(get_args(kind)[0])
    return of in (effects.Effect, effects.Lasting) or (of is not Amounts and is_value(of))


def choices(kind: Any, locale: Locale) -> list[str]:
    """The texts that a cell can hold, where there are only a few."""
    kind = plain(kind)
    if kind is bool:
        return [said(locale, "true"), said(locale, "false")]
    return [said(locale, str(each)) for each in get_args(kind)] if get_origin(kind) is Literal else []


# ---- written ---------------------------------------------------------------------------------------------------------


def written(value: Any, kind: Any, locale: Locale) -> str:
    """A value as text; nothing where there is none."""
    kind = plain(kind)
    if value is None:
        return ""
    if isinstance(value, str) and get_origin(kind) is not Literal:
        return value
    if kind is Amounts:
        return amounts_written(value, locale)
    if isinstance(value, bool):
        return said(locale, "true" if value else "false")
    if get_origin(kind) is tuple and isinstance(value, list):
        return _list_written(value, plain(get_args(kind)[0]), locale)
    if isinstance(value, dict | list):
        return flow(value)
    return said(locale, str(value)) if get_origin(kind) is Literal else str(value)


def _list_written(value: list[Any], of: Any, locale: Locale) -> str:
    if of == effects.Effect:
        return effects_written(value, locale)
    if of == effects.Lasting:
        return lasting_written(value, locale)
    if get_origin(of) is tuple:
        return "; ".join(" ".join(map(str, each)) if isinstance(each, list) else str(each) for each in value)
    return ", ".join(written(each, of, locale) for each in value)


# ---- typed -----------------------------------------------------------------------------------------------------------


def typed(text: str, kind: Any, locale: Locale) -> Any:
    """The value that a text says; None where it says none.

    :raises NotUnderstood: with what was found and expected.
    """
    kind, text = plain(kind), text.strip()
    if not text:
        return None
    if kind is Amounts:
        return amounts_typed(text, locale)
    if get_origin(kind) is tuple:
        return _list_typed(text, plain(get_args(kind)[0]), locale)
    return _single(text, kind, locale)


def _list_typed(text: str, of: Any, locale: Locale) -> Any:
    if of == effects.Effect:
        return effects_typed(text, locale)
    if of == effects.Lasting:
        return lasting_typed(text, locale)
    if get_origin(of) is tuple:
        return [[_single(each, int, locale) for each in part.split()] for part in text.split(";")]
    return [_single(part.strip(), of, locale) for part in text.split(",")]


def _single(text: str, kind: Any, locale: Locale) -> Any:
    if kind is int:
        if not _NUMBER.fullmatch(text):
            raise NotUnderstood(repr(text[:40]), "a whole number")
        return int(text.replace("−", "-"))
    if kind is bool:
        meant = value_meant(locale, ("true", "false"), text)
        if meant is None:
            raise NotUnderstood(repr(text[:40]), " or ".join(choices(bool, locale)))
        return meant == "true"
    if get_origin(kind) is Literal:
        meant = value_meant(locale, map(str, get_args(kind)), text)
        if meant is None:
            raise NotUnderstood(repr(text[:40]), "one of " + ", ".join(choices(kind, locale)))
        return meant
    return text
