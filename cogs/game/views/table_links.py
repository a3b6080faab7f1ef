"""Links to tables: they lead there from every server and from direct messages."""

from typing import Any

from discord import ui

from bot.app.tables import Status
from cogs.core.discord_links import message_url


def table_url(status: Status) -> str:
    """The address of a table's message; of its channel where it has none yet."""
    return message_url(status.guild, status.channel, status.message)


def table_link(status: Status, label: str) -> ui.Button[Any]:
    """A button that leads to a table."""
    return ui.Button(label=label, url=table_url(status))
