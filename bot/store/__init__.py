"""What is kept: tables, migrations, and one repository per subject. SQLite by default; nobody outside knows."""

from bot.store.automa_desks import AutomaDeskRepository, DeskChange, StoredDesk
from bot.store.errors import NewerDatabase, NotStored, StoreProblem
from bot.store.games import GameRepository
from bot.store.preferences import (
    MESSAGE_MODES,
    THEMES,
    MessageMode,
    Preferences,
    Scope,
    Theme,
    as_message_mode,
    as_theme,
)
from bot.store.score_pads import FormDraft, ScorePadChange, ScorePadRepository, StoredScorePad
from bot.store.search_feedback import Miss, SearchFeedback, Votes
from bot.store.store import Store

__all__ = [
    "MESSAGE_MODES",
    "THEMES",
    "AutomaDeskRepository",
    "DeskChange",
    "FormDraft",
    "GameRepository",
    "MessageMode",
    "Miss",
    "NewerDatabase",
    "NotStored",
    "Preferences",
    "Scope",
    "ScorePadChange",
    "ScorePadRepository",
    "SearchFeedback",
    "Store",
    "StoreProblem",
    "StoredDesk",
    "StoredScorePad",
    "Theme",
    "Votes",
    "as_message_mode",
    "as_theme",
]
