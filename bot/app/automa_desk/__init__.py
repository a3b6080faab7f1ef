"""The Mautoma beside a real box: a desk keeps its deck, marker and rounds and says what to do; the map is the player's.

desks = MautomaDesks(store.automa_desks)
opened = await desks.new(person, 4)
opened = await desks.turn(opened.id, person)
opened.step.card, opened.step.tie
"""

from bot.app.automa_desk.model import Desk, Step, step_of
from bot.app.automa_desk.parsing import ENTRIES, Entry, UnreadableBoard, arrows, read_board, written
from bot.app.automa_desk.service import MOST_POINTS, AutomaDesks, DeskRefusal, Keeping, OpenedDesk, own_board

__all__ = [
    "ENTRIES",
    "MOST_POINTS",
    "AutomaDesks",
    "Desk",
    "DeskRefusal",
    "Entry",
    "Keeping",
    "OpenedDesk",
    "Step",
    "UnreadableBoard",
    "arrows",
    "own_board",
    "read_board",
    "step_of",
    "written",
]
