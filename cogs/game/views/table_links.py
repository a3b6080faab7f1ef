"""Links to tables: they lead there from every server and from direct messages."""

from typing import Any

from discord import ui

from bot.app.tables import Status


def table_url(status: Status) -> str:
    """The address of a table's message; of its channel where it has none yet."""
    channel = f"https://discord.com/channels/{status.guild}/{status.channel}"
    return channel if status.message is None else f"{channel}/{status.message}"


def table_link(status: Status, label: str) -> ui.Button[Any]:
    """A button that leads to a table."""
    return ui.Button(label=label, url=table_url(status))
