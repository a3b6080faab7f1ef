"""The Discord clients of people: what they can do, and what a client prevents."""

from bot.practice.user_client.client_errors import ClientError
from bot.practice.user_client.user_actions import Client

__all__ = ["Client", "ClientError"]
