"""REST API v10: the routes that this bot uses, with the checks of Discord."""

from bot.practice.rest import (
    channel_routes,
    command_routes,
    emoji_routes,
    interaction_routes,
    member_routes,
    thread_routes,
    webhook_routes,
)
from bot.practice.rest.service import Rest

__all__ = [
    "Rest",
    "channel_routes",
    "command_routes",
    "emoji_routes",
    "interaction_routes",
    "member_routes",
    "thread_routes",
    "webhook_routes",
]
