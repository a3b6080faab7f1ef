"""The practice channel: try the bot, show it and test it without Discord. It knows nothing of the bot itself."""

from .channel import Practice
from .stage import PortInUse

__all__ = ["PortInUse", "Practice"]
