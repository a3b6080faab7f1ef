"""``python -m bot smoke``: what a real Discord does differently from the loopback that the bot was developed with."""

import asyncio
from typing import Annotated

import typer

from bot.cli.exit_handling import Page, stop
from bot.exits import Exit


def smoke(
    channel: Annotated[int, typer.Option(help="The number of a channel on a test server that the bot may write in.")],
    hour: Annotated[bool, typer.Option("--hour", help="Also edit a message that is an hour old.")] = False,
) -> None:
    """Try Discord's limits on a test server, and print what differs from docs/develop/discord-assumptions.md."""
    from bot.settings import read_settings

    token = read_settings().discord_token
    if token is None:
        stop("DISCORD_TOKEN is empty; smoke needs the token of a bot on a test server.", Exit.WRONG_SETTING)
    differing = asyncio.run(_print_seen(token.get_secret_value(), channel, hour))
    raise typer.Exit(Exit.FAILED if differing else Exit.STOPPED)


async def _print_seen(token: str, channel: int, hour: bool) -> int:
    from cogs.core.discord_smoke import smoke

    page, differing = Page(), 0
    async for seen in smoke(token, channel, old_edits=hour):
        differing += not seen.holds
        told = "" if seen.holds else f" – expected {seen.expected}"
        page.say(f"{'as assumed' if seen.holds else 'DIFFERS':>10}  {seen.what}: {seen.found}{told}")
    page.say(
        f"{differing} differ."
        if differing
        else "All as assumed. Write today's date into docs/develop/discord-assumptions.md."
    )
    return differing
