"""What people can do in their Discord clients, and what a client does not let them do."""

from .actions import Client
from .refusal import ClientError

__all__ = ["Client", "ClientError"]
