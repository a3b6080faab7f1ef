"""Addresses of places on Discord: they lead there from every server and from direct messages."""


def message_url(guild: int | None, channel: int, message: int | None = None) -> str:
    """The address of a message; of its channel where none is given. ``guild``: None for direct messages."""
    place = f"https://discord.com/channels/{guild or '@me'}/{channel}"
    return f"{place}/{message}" if message else place
