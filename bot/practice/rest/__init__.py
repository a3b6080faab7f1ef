"""REST API v10: the addresses that this bot uses, with the checks of the real service."""

from . import channels, commands, interactions, members, threads, webhooks
from .service import Rest

__all__ = ["Rest", "channels", "commands", "interactions", "members", "threads", "webhooks"]
