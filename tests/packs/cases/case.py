"""What a case of a mistake is."""

from typing import NamedTuple


class Case(NamedTuple):
    """``old``, a regular expression, is replaced once by ``new`` in ``file``. The mistake is in the line where the
    replacement begins, or in the line that ``at`` (a regular expression) finds in the edited file."""

    name: str
    file: str
    old: str
    new: str
    found: str
    expected: str
    at: str = ""


WORDS = (
    "gain, gain_any, advance, choose, pay, tribe_ability, take_card, take_module, take_machine, take_crate, "
    "take_artifact, return_energy, range, discount, any_colour, reset_switch, wake, clear_slot, fill, "
    "discard_cards, each, water_again, "
    "place_marker, take_scyphoz, populate_apart, by_hand"
)
TERRAIN = "forest, mountain, field, desert, city, water, crystal"
SEGMENTS = "top_right, bottom_right, bottom_left, top_left"
ONE_OF = "exactly one of at_once, lasting, trade, machine"
