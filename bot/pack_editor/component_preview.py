"""What the bot makes of what is typed: effects in words, and the picture of a component."""

from __future__ import annotations

from functools import lru_cache
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
from bot.pictures.component_pages import EXPANSION
from bot.text.game import effect_words

if TYPE_CHECKING:
    from bot.engine.components import AbyssParts
    from bot.engine.packs.draft import Draft
    from bot.text import Locale

ABYSS: Final = "abyss"
"""The field of *Call of the Abyss*, whose parts are read as a whole."""
_READ: Final = (Effect, Lasting)


def is_effects(kind: Any) -> bool:
    """Whether a field holds effects."""
    arguments = get_args(plain(kind))
    return bool(arguments) and plain(arguments[0]) in _READ


@lru_cache(maxsize=8192)
def words_of(text: str, kind: Any, locale: Locale) -> str:
    """Effects read back in words; nothing where there are none or they are not understood."""
    if not text or not is_effects(kind):
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
    if place and place[0] == ABYSS:
        return _expansion_picture(draft, place, locale)
    items = dict(draft.items(str(place[0]))) if place and place[0] in COMPONENT_LISTS else {}
    item = items.get((str(place[0]), int(place[1]))) if items else None
    if item is None:
        return None
    shown = item if len(place) == 2 else item.technologies[int(place[3])]
    alone = msgspec.structs.replace(field(), **(dict.fromkeys(COMPONENT_LISTS, ()) | {str(place[0]): (item,)}))
    return component(alone, shown.id, locale, "light").png


def _expansion_picture(draft: Draft, place: tuple[str | int, ...], locale: Locale) -> bytes | None:
    """The same for a card or lake of *Call of the Abyss*, while there is no mistake in any part of it."""
    parts: AbyssParts | None = draft.get(ABYSS)
    if parts is None or place[1] not in EXPANSION:
        return None
    item = getattr(parts, str(place[1]))[int(place[2])]
    alone = msgspec.structs.replace(field(), **dict.fromkeys(COMPONENT_LISTS, ()), abyss=parts)
    return component(alone, item.id, locale, "light").png
