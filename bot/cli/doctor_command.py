"""``python -m bot doctor``: what is well, what is not, and what to do about it."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import typer

from bot.cli.exit_handling import Page
from bot.cli.host_checks import Finding, Level, check_host
from bot.exits import Exit
from bot.settings import Settings, WrongSetting, read_settings

if TYPE_CHECKING:
    from cogs.core.account_check import Account

SIGNS: Final[dict[Level, str]] = {"ok": "ok", "warning": "look", "failed": "FAILED"}
CLOCK_SECONDS: Final = 30
"""By how much this machine's clock may differ from Discord's: buttons and times told are off by as much."""
FEW_SESSIONS: Final = 50
"""Of Discord's 1,000 starts a day; fewer left mean that the bot starts again and again."""


def doctor() -> None:
    """Check settings, database, disk, clock, search model, pictures and Discord. The bot may be running."""
    worst = 0
    page = Page()
    for finding in _findings():
        page.say(f"{SIGNS[finding.level]:>6}  {finding.what}: {finding.text}")
        worst = max(worst, finding.level == "failed")
    raise typer.Exit(Exit.FAILED if worst else Exit.STOPPED)


def _findings() -> Iterator[Finding]:
    try:
        settings = read_settings()
    except WrongSetting as problem:
        yield Finding("failed", "settings", str(problem))
        return
    yield Finding("ok", "settings", "every line of .env can be read")
    yield from check_host(settings)
    yield from _check_discord(settings)


def _check_discord(settings: Settings) -> Iterator[Finding]:
    from cogs.core.account_check import DiscordAway, TokenRefused, check_account

    if settings.discord_token is None:
        yield Finding("ok", "Discord", "DISCORD_TOKEN is empty: the bot opens the practice channel on this machine")
        return
    try:
        account = asyncio.run(check_account(settings.discord_token.get_secret_value()))
    except TokenRefused:
        yield Finding("failed", "token", "Discord refuses it; copy it anew from the developer portal")
    except DiscordAway as away:
        yield Finding("failed", "Discord", f"cannot be asked ({away}); check the network and try again")
    else:
        yield from _told(account)


def _told(account: "Account") -> Iterator[Finding]:
    yield Finding("ok", "token", f"belongs to {account.name}; invite link: {account.invite}")
    if abs(account.seconds_ahead) > CLOCK_SECONDS:
        off = f"{account.seconds_ahead:+.0f} seconds from Discord's; let the system set the clock (NTP)"
        yield Finding("warning", "clock", off)
    if account.sessions_left < FEW_SESSIONS:
        left = f"{account.sessions_left} starts are left today; the log says why the bot starts so often"
        yield Finding("warning", "starts", left)
    if not account.servers:
        yield Finding("warning", "servers", "the bot is on none; open the invite link")
    lacking = [server for server in account.servers if server.missing]
    for server in lacking:
        missing = ", ".join(server.missing)
        yield Finding("warning", "permissions", f"{server.name}: missing {missing}; allow them to the bot's role there")
    if account.servers and not lacking:
        yield Finding("ok", "permissions", f"complete on all {len(account.servers)} servers")
