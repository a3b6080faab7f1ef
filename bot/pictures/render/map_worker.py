"""What the process that draws the maps of table messages runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.child_process import end_with_parent
from bot.engine.packs import field
from bot.engine.view_codec import decode_view, learn_pack
from bot.free_memory import give_back, share_heaps
from bot.pictures.table_map import table_map

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.components import Pack
    from bot.pictures.picture import Picture
    from bot.pictures.themes import ThemeName
    from bot.text.locale import Locale

TIDY_EVERY: Final = 12
"""How many maps are drawn before free memory is given back to the system."""
_packs: dict[str, Pack] = {}
_drawn = 0


def begin() -> None:
    """Run once in the process: its pack is read, and it does not outlive the bot."""
    end_with_parent()
    share_heaps()
    pack = field()
    _packs[pack.hash] = pack


def ready() -> None:
    """Nothing: its answer says that the process has begun."""


def draw(view: bytes, pack: bytes | None, locale: Locale, theme: ThemeName, names: Sequence[str]) -> Picture | None:
    """The map of a table message (see :func:`bot.pictures.table_map.table_map`); None where the pack of the view is not
    known here.

    :param view: as :func:`bot.engine.view_codec.encode_view` gives it.
    :param pack: learned first, where one is sent along.
    """
    global _drawn
    if pack is not None:
        learn_pack(pack, _packs)
    try:
        seen, _ = decode_view(view, _packs)
    except KeyError:
        return None
    picture = table_map(seen, locale, theme, names=names).picture()
    _drawn += 1
    if _drawn % TIDY_EVERY == 0:
        give_back()
    return picture
