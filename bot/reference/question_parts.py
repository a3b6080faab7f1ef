"""The questions inside a longer text: two at once, or one in a paragraph."""

import re
from typing import Final

SHORTEST: Final = 4
"""Words of a question that is searched by itself; "why?" means nothing without what stands around it, nor does "how
many small" in "how many small and how many large buildings"."""
MOST: Final = 3

_SENTENCE: Final = re.compile(r"[^.!?…;]+[.!?…;]*")
_ASKING: Final = (
    r"what|how|when|where|who|why|which|was|wie|wieviele?|wann|wo|woher|wohin|wer|wem|wen|warum|wieso|weshalb|wozu|"
    r"wofür|welche[nmrs]?|combien|comment|quand|où|qui|que|quoi|quel(?:le)?s?|pourquoi|est-ce|qu'est-ce|c'est quoi"
)
"""How an open question begins in any of the three languages."""
_INVERTED: Final = (
    r"can|could|may|must|do|does|did|is|are|am|will|should|has|have|isn't|aren't|can't|don't|doesn't|"
    r"darf|dürfen|darfst|kann|können|kannst|muss|müssen|gibt|gilt|gelten|zählt|zählen|bekommt?|bekomme|kriegt?|kriege|"
    r"ist|sind|hat|habe?|haben|geht|soll(?:te)?|peut|peux|puis|dois|doit|faut|a-t|y a|ya|ai-je|est-il|sont|ne peut|"
    r"(?:je|on) (?:peux|peut|dois|doit|a le droit)|j'ai le droit"
)
"""How a question that is answered by yes or no begins."""
_BEGINS: Final = re.compile(rf"(?:(?:und|and|et|but|aber|mais|so|also|alors) )?(?:{_ASKING}|{_INVERTED})\b", re.I)
_ENDS: Final = re.compile(
    r"\b(?:or not|oder nicht|ou pas|ou non|oder|right|correct|richtig|korrekt|non|hein|combien|comment|quand|quoi)\W*$",
    re.I,
)
_JOINED: Final = re.compile(rf",?\s+(?:und|and|et|plus|außerdem|sowie)\s+(?=(?:{_ASKING}|{_INVERTED})\b)", re.I)


def questions_in(text: str) -> list[str]:
    """The questions of a text that can be answered one by one, at most :data:`MOST`: sentences that end with a question
    mark, and the parts of a sentence that joins two questions. Those that are too short are left out."""
    marked = [sentence for sentence in sentences(text) if sentence.endswith("?")]
    found = [part for sentence in marked or sentences(text) for part in _apart(sentence, marked=bool(marked))]
    return found[:MOST]


def asked_in(text: str) -> str:
    """What a paragraph asks: its sentences that end with a question mark, else those that begin or end as a question
    does. Empty where no sentence asks anything."""
    found = sentences(text)
    marked = [sentence for sentence in found if sentence.endswith("?")]
    return " ".join(marked or [one for one in found if _BEGINS.match(one) or _ENDS.search(one)])


def sentences(text: str) -> list[str]:
    """The sentences of a text, with the marks that end them."""
    return [sentence.strip() for sentence in _SENTENCE.findall(text) if sentence.strip()]


def _apart(sentence: str, *, marked: bool) -> list[str]:
    parts = _JOINED.split(sentence)
    if len(parts) > 1 and _BEGINS.match(parts[0]) and all(len(part.split()) >= SHORTEST for part in parts):
        return parts
    return [sentence] if marked and len(sentence.split()) >= SHORTEST else []
