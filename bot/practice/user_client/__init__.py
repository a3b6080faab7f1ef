"""What people can do in their Discord clients, and what a client does not let them do."""

from bot.practice.user_client.client_errors import ClientError
from bot.practice.user_client.user_actions import Client

__all__ = ["Client", "ClientError"]
