"""What the bot makes of what is typed: effects in words, and the picture of a component."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from bot.app.own_packs.pack_cells import typed
from bot.app.own_packs.pack_data import Numbered
from bot.app.own_packs.pack_differences import EFFECTS
from bot.app.own_packs.shorthand_parser import NotUnderstood
from bot.engine.components import COMPONENT_LISTS
from bot.engine.effects import Effect, Lasting
from bot.engine.packs import Mistake, field
from bot.engine.packs.reader import MISSING, Reader, plain
from bot.pictures import component
from bot.text.game import effect_words

if TYPE_CHECKING:
    from bot.engine.packs.draft import Draft
    from bot.text import Locale

_READ: Final = (Effect, Lasting)


def is_effects(kind: Any) -> bool:
    """Whether a field holds effects."""
    arguments = get_args(plain(kind))
    return bool(arguments) and plain(arguments[0]) in _READ


def words_of(text: str, kind: Any, locale: Locale) -> str:
    """Effects read back in words; nothing where there are none or they are not understood."""
    if not is_effects(kind):
        return ""
    try:
        value = typed(text, kind, locale)
    except NotUnderstood:
        return ""
    mistakes: list[Mistake] = []
    read = MISSING if value is None else Reader("", mistakes, {}, []).read(Numbered().node(value), kind, ("", "get"))
    if read is MISSING or mistakes:
        return ""
    effects = msgspec.convert(read, plain(kind))
    return effect_words(locale, effects) if all(isinstance(each, EFFECTS) for each in effects) else ""


def picture_of(draft: Draft, place: tuple[str | int, ...], locale: Locale) -> bytes | None:
    """The picture of a component that could be read; None where it could not, or has none."""
    items = dict(draft.items(str(place[0]))) if place and place[0] in COMPONENT_LISTS else {}
    item = items.get((str(place[0]), int(place[1]))) if items else None
    if item is None:
        return None
    shown = item if len(place) == 2 else item.technologies[int(place[3])]
    alone = msgspec.structs.replace(field(), **(dict.fromkeys(COMPONENT_LISTS, ()) | {str(place[0]): (item,)}))
    return component(alone, shown.id, locale, "light").png
