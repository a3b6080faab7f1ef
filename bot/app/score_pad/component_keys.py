"""How results name a tribe or an artifact card: by its identifier where it is of the bot's own pack, else by the pack's
and its own, ``my_box/tide``. So components of two packs are never taken for one."""

import re
from typing import Final

from bot.engine.packs import field

SEPARATOR: Final = "/"
LONGEST_KEY: Final = 64
"""What a column of the index holds."""
_IDENTIFIER: Final = r"[a-z0-9_]{1,32}"
_KEY: Final = re.compile(rf"(?:{_IDENTIFIER}{SEPARATOR})?{_IDENTIFIER}")


def component_key(pack: str, component: str) -> str:
    """What results call a component of a pack; nothing where there is none. Where both identifiers are as long as they
    can be, the pack's loses its last character."""
    if not component or pack == field().id:
        return component
    return f"{pack[: LONGEST_KEY - len(component) - 1]}{SEPARATOR}{component}"


def is_component_key(text: str) -> bool:
    """Whether results can call a component that."""
    return len(text) <= LONGEST_KEY and _KEY.fullmatch(text) is not None


def pack_of_key(key: str) -> tuple[str, str]:
    """The identifiers of pack and component; that of the pack is empty for the bot's own, and in older results."""
    pack, _, component = key.rpartition(SEPARATOR)
    return pack, component
