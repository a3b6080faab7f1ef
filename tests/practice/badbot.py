"""A bot that does one wrong thing per sub-command."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from typing import Any

import discord
from discord import app_commands

Interaction = discord.Interaction[Any]

intents = discord.Intents.default()
intents.message_content = bool(os.environ.get("BAD_INTENTS"))
client = discord.Client(intents=intents)
tree = app_commands.CommandTree(client)
bad = app_commands.Group(name="bad", description="wrong things")
tree.add_command(bad)


@bad.command(description="x")
async def silent(interaction: Interaction) -> None:
    """No answer at all."""


@bad.command(description="x")
async def late(interaction: Interaction) -> None:
    await asyncio.sleep(1.3)
    await interaction.response.send_message("too late")


@bad.command(description="x")
async def blocking(interaction: Interaction) -> None:
    time.sleep(1.2)  # noqa: ASYNC251 - this is the mistake
    await interaction.response.send_message("nothing else could happen meanwhile")


@bad.command(description="x")
async def twice(interaction: Interaction) -> None:
    await interaction.response.send_message("one")
    interaction.response._response_type = None
    await interaction.response.send_message("two")


@bad.command(description="x")
async def early(interaction: Interaction) -> None:
    try:
        await interaction.followup.send("first")
    finally:
        await interaction.response.send_message("ok")


@bad.command(description="x")
async def crash(interaction: Interaction) -> None:
    raise RuntimeError("boom")


@bad.command(description="x")
async def too_long(interaction: Interaction) -> None:
    await interaction.response.send_message("x" * 2001)


@bad.command(description="x")
async def empty(interaction: Interaction) -> None:
    await interaction.response.send_message("   ")


@bad.command(description="x")
async def leak(interaction: Interaction) -> None:
    await interaction.response.defer()
    await interaction.followup.send("my secret", ephemeral=True)


@bad.command(description="x")
async def fetch_private(interaction: Interaction) -> None:
    await interaction.response.send_message("hidden", ephemeral=True)
    message = await interaction.original_response()
    assert isinstance(interaction.channel, discord.TextChannel)
    await interaction.channel.fetch_message(message.id)


@bad.command(description="x")
async def forgot_file(interaction: Interaction) -> None:
    embed = discord.Embed(title="x").set_image(url="attachment://nope.png")
    await interaction.response.send_message(embed=embed)


@bad.command(description="x")
async def outside(interaction: Interaction) -> None:
    with contextlib.suppress(OSError):
        await asyncio.get_running_loop().getaddrinfo("example.invalid", 80, type=socket.SOCK_STREAM)
    await interaction.response.send_message("went out")


@client.event
async def setup_hook() -> None:
    await tree.sync()


if __name__ == "__main__":
    client.run(os.environ["DISCORD_TOKEN"])
