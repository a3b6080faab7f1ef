"""What is stored of a person: shown to them, and forgotten when they ask for it."""

from bot.app.privacy.personal_data import PersonalData

__all__ = ["PersonalData"]
