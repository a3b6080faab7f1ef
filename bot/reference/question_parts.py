"""The questions inside a longer text: two at once, or one at the end of a paragraph."""

import re
from typing import Final

_QUESTION: Final = re.compile(r"[^.!?…]+\?")
SHORTEST: Final = 4
"""Words of a question that is searched by itself; "why?" means nothing without what stands around it."""
MOST: Final = 3


def questions_in(text: str) -> list[str]:
    """The sentences of a text that end with a question mark, at most :data:`MOST`, without those that are too short."""
    found = [sentence.strip() for sentence in _QUESTION.findall(text)]
    return [sentence for sentence in found if len(sentence.split()) >= SHORTEST][:MOST]
