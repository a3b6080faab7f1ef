"""What is kept: tables, migrations, and one repository per subject. SQLite by default; nobody outside knows."""

from bot.store.preferences import Preferences, Scope
from bot.store.problems import NewerDatabase, StoreProblem
from bot.store.questions import Miss, Questions, Votes
from bot.store.store import Store

__all__ = ["Miss", "NewerDatabase", "Preferences", "Questions", "Scope", "Store", "StoreProblem", "Votes"]
