"""Icons as masks of any size. One image holds all of them at a large size; each is scaled once for every size that is
used.

The names are those of ``bot.text.game.SYMBOLS``, so that pictures, buttons and texts show the same things.
"""

from __future__ import annotations

import io
import json
import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from PIL import Image

from bot.text.game.effect_symbols import ANY_BASIC
from bot.text.game.emoji import SYMBOLS

SIDE: Final = 192
COLUMNS: Final = 10
_ALIKE: Final = {"populate": "figure", "play": "card", "take_gains": "devotion"}
"""Names that share the symbol of another name."""
_SELECTOR: Final = "\ufe0f"
_ANY: Final = "\ue000"
"""Stands for one basic resource of the player's choice."""
_EXTRA: Final = {"→": "arrow", "←": "arrow_back", _ANY: "any_basic"}
ANY_PARTS: Final = (("gear", 0.0, -0.24), ("book", -0.25, 0.22), ("food", 0.25, 0.22))
"""The icon of any basic resource combines all three; these are their centres for an icon of size 1."""
_ANY_TEXT: Final = f"×({ANY_BASIC})".replace(_SELECTOR, "")


@cache
def _atlas() -> dict[str, Image.Image]:
    folder = files("rules_data") / "pictures"
    names = json.loads((folder / "icons.json").read_text("utf-8"))
    sheet = Image.open(io.BytesIO((folder / "icons.png").read_bytes())).convert("L")
    return {
        name: sheet.crop(
            (SIDE * (n % COLUMNS), SIDE * (n // COLUMNS), SIDE * (n % COLUMNS + 1), SIDE * (n // COLUMNS + 1))
        )
        for n, name in enumerate(names)
    }


def known(name: str) -> bool:
    """Whether there is an icon of this name."""
    return icon_of(name) in _atlas()


def icon_of(name: str) -> str:
    """The name of the icon that is drawn for a name; several may share one."""
    return _ALIKE.get(name, name)


def icons_by_sign() -> dict[str, str]:
    """The icon of each sign; the signs without the character that asks for a coloured form."""
    return {sign.replace(_SELECTOR, ""): icon_of(name) for name, sign in SYMBOLS.items()}


@lru_cache(maxsize=2048)
def icon_mask(name: str, size: int) -> Image.Image:
    """An icon as a square mask of ``size`` pixels; a plain dot where there is none of this name."""
    found = _atlas().get(icon_of(name)) or _atlas()["mark"]
    return found.resize((size, size), Image.Resampling.LANCZOS, reducing_gap=3.0)


def _by_symbol() -> dict[str, str]:
    found = {symbol.replace(_SELECTOR, ""): name for name, symbol in reversed(tuple(SYMBOLS.items()))}
    return found | _EXTRA


_NAMES: Final = _by_symbol()
_SYMBOL: Final = re.compile("(" + "|".join(map(re.escape, sorted(_NAMES, key=len, reverse=True))) + ")")
_LONE_ONE: Final = re.compile(r"(?<![\d+−≤×.])1(?=(?:" + "|".join(map(re.escape, _NAMES)) + r"))")


@lru_cache(maxsize=4096)
def parts_of(text: str) -> tuple[tuple[bool, str], ...]:
    """The parts of a text with symbols: (True, icon name) or (False, words). The number 1 before a symbol is left out,
    except before points."""
    plain = text.replace(_SELECTOR, "").replace(_ANY_TEXT, _ANY)
    plain = _LONE_ONE.sub(lambda found: "1" if text_after(found) == "points" else "", plain)
    return tuple((part in _NAMES, _NAMES.get(part, part)) for part in _SYMBOL.split(plain) if part)


def text_after(found: re.Match[str]) -> str:
    """The name of the symbol that follows a match."""
    after = _SYMBOL.match(found.string, found.end())
    return _NAMES[after[1]] if after else ""
