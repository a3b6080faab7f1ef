"""The practice channel: try the bot, demonstrate it and test it without Discord. It knows nothing about the bot."""

from bot.practice.practice_channel import Practice
from bot.practice.server import PortInUse

__all__ = ["PortInUse", "Practice"]
