"""One case for each kind of mistake: an edit of the shipped pack, and the line, found and expected it must give."""

from tests.packs.cases.alone import ALONE
from tests.packs.cases.board import BOARD
from tests.packs.cases.box import BOX
from tests.packs.cases.cards_and_tribes import CARDS_AND_TRIBES
from tests.packs.cases.case import Case
from tests.packs.cases.endless import ENDLESS
from tests.packs.cases.expansion import EXPANSION
from tests.packs.cases.player_board import PLAYER_BOARD
from tests.packs.cases.reading import READING

__all__ = ["CASES", "Case"]

CASES = (*READING, *BOX, *BOARD, *PLAYER_BOARD, *CARDS_AND_TRIBES, *ENDLESS, *ALONE, *EXPANSION)
