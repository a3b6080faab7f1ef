"""What is kept: tables, migrations, and one repository per subject. SQLite by default; nobody outside knows."""

from bot.store.games import Games
from bot.store.preferences import Preferences, Scope
from bot.store.problems import NewerDatabase, StoreProblem
from bot.store.questions import Miss, Questions, Votes
from bot.store.store import Store
from bot.store.tallies import Draft, StoredTally, Tallies, TallyChange

__all__ = [
    "Draft",
    "Games",
    "Miss",
    "NewerDatabase",
    "Preferences",
    "Questions",
    "Scope",
    "Store",
    "StoreProblem",
    "StoredTally",
    "Tallies",
    "TallyChange",
    "Votes",
]
