"""``python -m bot setup``: asks for what the bot needs, writes ``.env``, and prints the invite link."""

import asyncio
import os
import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from bot.cli.exit_handling import stop
from bot.exits import Exit
from bot.settings import ENV_FILE

if TYPE_CHECKING:
    from cogs.core.account_check import Account

WELCOME: Final = """This writes {file}, the settings of your bot. Enter keeps what stands in brackets.

The token comes from https://discord.com/developers/applications: make an application, open Bot, press Reset Token.
Leave the Privileged Gateway Intents off. Without a token the bot opens the practice channel on this machine."""

PLAIN: Final = re.compile(r"[\w./:~@+-]*")
"""A value that needs no quotes in ``.env``."""


def setup() -> None:
    """Ask for the token and the data folder, write .env, and print the link that invites the bot."""
    if ENV_FILE.exists() and not typer.confirm(f"{ENV_FILE} exists. Write it anew? A copy is kept as {_kept()}."):
        stop(f"{ENV_FILE} was left as it is.", Exit.FAILED)
    typer.echo(WELCOME.format(file=ENV_FILE))
    token, account = _asked_token()
    folder = typer.prompt("Folder for database and backups", default="var").strip()
    _write({"DISCORD_TOKEN": token, "DATA_DIR": folder})
    typer.echo(f"{ENV_FILE} is written. Only your user may read it.")
    if account is not None:
        typer.echo(f"Invite the bot with this link:\n{account.invite}")
    typer.echo("Start the bot with: make run, or python -m bot run")


def _asked_token() -> "tuple[str, Account | None]":
    """Asked again until Discord knows it, it is left out, or Discord cannot be asked."""
    from cogs.core.account_check import DiscordAway, TokenRefused, check_account

    while token := typer.prompt("Token", default="", show_default=False, hide_input=True).strip():
        try:
            account = asyncio.run(check_account(token))
        except TokenRefused:
            typer.echo("Discord does not know this token. Copy it again, or press Enter to go on without one.")
        except DiscordAway as away:
            typer.echo(f"Discord cannot be asked now ({away}). Check the token later with: python -m bot doctor")
            return token, None
        else:
            typer.echo(f"This is the token of {account.name}.")
            return token, account
    return "", None


def _write(values: dict[str, str]) -> None:
    """The example with these values filled in, readable for nobody else."""
    text = example()
    for name, value in values.items():
        text = _with_value(text, name, value)
    if ENV_FILE.exists():
        ENV_FILE.replace(_kept())
    handle = os.open(ENV_FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(text)


def _with_value(text: str, name: str, value: str) -> str:
    """The text with one setting filled in; quoted where a blank or # would end the value."""
    line = f"{name}={value}" if PLAIN.fullmatch(value) else f"{name}='{value}'"
    return re.sub(rf"^{name}=.*$", lambda _: line, text, count=1, flags=re.M)


def example() -> str:
    """The text of ``.env.example``, from the checkout or from the installed package."""
    beside = Path(__file__).parents[2] / ".env.example"
    source = beside if beside.is_file() else files("bot") / "env.example"
    return source.read_text("utf-8")


def _kept() -> Path:
    return ENV_FILE.with_name(f"{ENV_FILE.name}.before")
