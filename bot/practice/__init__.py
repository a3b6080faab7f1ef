"""The practice channel: try the bot, show it and test it without Discord. It knows nothing of the bot itself."""

from bot.practice.practice_channel import Practice
from bot.practice.server import PortInUse

__all__ = ["PortInUse", "Practice"]
