"""Where the label of a button may be broken into lines: never between a number and its sign."""

import re
from collections.abc import Iterable
from typing import Any, Final

BUTTON: Final = 2
"""The type of a button."""
MOST_LABEL: Final = 80
"""Characters of a label (Discord)."""
_NO_BREAK_SPACE: Final = "\u00a0"
_WORD_JOINER: Final = "\u2060"
_PARTED: Final = re.compile(r"(?<=\d)( ?)(?=[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff])")


def kept_together(label: str) -> str:
    """The label with each number held to the sign that follows it; as it is where that would make it too long."""
    joined = _PARTED.sub(lambda found: _NO_BREAK_SPACE if found[1] else _WORD_JOINER, label)
    return joined if len(joined) <= MOST_LABEL else label


def keep_labels_together(components: Iterable[dict[str, Any]]) -> None:
    """The same for all buttons of a message, in place."""
    for component in components:
        if component["type"] == BUTTON and component.get("label"):
            component["label"] = kept_together(component["label"])
        keep_labels_together(component.get("components") or ())
        if accessory := component.get("accessory"):
            keep_labels_together([accessory])
