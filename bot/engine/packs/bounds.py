"""Which numbers and texts a pack may hold. What is not named here lies between 0 and ``MOST``."""

from __future__ import annotations

import re

from bot.engine import components, effects
from bot.engine.resources import Amounts

MOST = 99
COORDINATE = 40

Bounds = tuple[int, int]

NUMBERS: dict[tuple[type, str], Bounds] = {
    **{(Amounts, resource): (0, 9) for resource in ("gear", "book", "food", "crystal")},
    **{(effects.Gain, resource): (1, 9) for resource in ("gear", "book", "food", "crystal", "energy")},
    (effects.Gain, "points"): (1, 30),
    (effects.GainAny, "n"): (1, 6),
    (effects.Advance, "steps"): (1, 9),
    (effects.TakeCard, "n"): (1, 4),
    (effects.TakeModule, "n"): (1, 4),
    (effects.TakeCrate, "n"): (1, 6),
    (effects.ReturnEnergy, "n"): (1, 7),
    (effects.RangeBonus, "n"): (1, 9),
    (effects.Discount, "n"): (1, 6),
    (effects.Wake, "n"): (1, 9),
    (effects.DiscardCards, "n"): (1, 9),
    (effects.Each, "most"): (1, 20),
    (effects.PlaceMarker, "within"): (0, 9),
    (effects.BoundedOutcome, "most"): (1, 9),
    (effects.BoundedOutcome, "usual"): (0, 9),
    (effects.ByHand, "worth"): (0, 30),
    (effects.LastingRange, "n"): (1, 9),
    (effects.LastingDiscount, "n"): (1, 6),
    (components.SpacePrint, "crystals"): (0, 3),
    (components.Back, "points"): (0, 20),
    (components.LargeLocation, "points"): (0, 30),
    (components.ArtifactLine, "points"): (1, 9),
    (components.Technology, "row"): (1, 3),
    (components.Technology, "books"): (0, 6),
    (components.Technology, "points"): (0, 30),
    (components.Tribe, "tokens"): (1, 20),
    (components.Link, "space"): (1, 30),
    (components.MachineTrack, "spaces"): (5, 30),
    (components.StartResources, "energy"): (0, 7),
    (components.Supply, "vast_crystals"): (0, 25),
    (effects.Gain, "devotion"): (1, 30),
    (components.JourneyLevel, "reach"): (1, 60),
    (components.JourneyLevel, "devotion"): (1, 30),
}
KEYS: dict[str, Bounds] = {"score_bonuses": (1, 50), "artifacts_by_seats": (1, 4), "devotion": (1, 60)}
"""Mappings whose keys are numbers: a bonus lies on spaces 1 to 50, a reward for devotion on 1 to 60, a table has one to
four seats."""

LONGEST_LIST = 200
MOST_EFFECTS = 6
LONGEST_NAME = 48
LONGEST_SENTENCE = 200
_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
_ID_EXPECTED = "an identifier: a small letter, then at most 31 small letters, digits and _"
_IDS = frozenset({"id", "links", "machine"})


def text_expected(field: str, text: str, most: int = LONGEST_NAME) -> str | None:
    """What is expected of the text in a field: an identifier, or one line of at most ``most`` characters; None where it
    is good."""
    if field in _IDS:
        return None if _ID.fullmatch(text) else _ID_EXPECTED
    if not text.strip() or text != text.strip():
        return "a name without blanks at its ends"
    if len(text) > most:
        return f"at most {most} characters"
    return None if text.isprintable() else "visible characters"
