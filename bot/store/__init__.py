"""What is kept: tables, migrations, and one repository per subject. SQLite by default; nobody outside knows."""

from bot.store.automa_desks import DeskChange, Desks, StoredDesk
from bot.store.errors import NewerDatabase, NotStored, StoreProblem
from bot.store.games import Games
from bot.store.preferences import THEMES, Preferences, Scope, Theme, as_theme
from bot.store.score_pads import Draft, StoredTally, Tallies, TallyChange
from bot.store.search_feedback import Miss, Questions, Votes
from bot.store.store import Store

__all__ = [
    "THEMES",
    "DeskChange",
    "Desks",
    "Draft",
    "Games",
    "Miss",
    "NewerDatabase",
    "NotStored",
    "Preferences",
    "Questions",
    "Scope",
    "Store",
    "StoreProblem",
    "StoredDesk",
    "StoredTally",
    "Tallies",
    "TallyChange",
    "Theme",
    "Votes",
    "as_theme",
]
