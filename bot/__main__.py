"""The command line: ``python -m bot``."""

import asyncio
import gc
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import (
    ask_command,
    backup_command,
    data_command,
    doctor_command,
    games_command,
    pack_command,
    restore_command,
    results_command,
    setup_command,
    simulate_command,
    smoke_command,
    think_command,
)
from bot.cli.exit_handling import CommandGroup, stop
from bot.exits import CannotRun, Exit
from bot.settings import Settings, read_settings
from bot.version import program_version

if TYPE_CHECKING:
    from bot.cli.run_command import Start
    from bot.practice import PortInUse

app = typer.Typer(
    name="revive-referee",
    cls=CommandGroup,
    no_args_is_help=True,
    rich_markup_mode="rich",
    add_completion=False,
    pretty_exceptions_enable=False,
    help="""A Discord bot for the board game Revive: rules in German, French and English. Unofficial.

Start with [bold]python -m bot run[/bold]. Without a token it opens the practice channel: a page in your browser where
the real bot answers. With DISCORD_TOKEN set, in the environment or in .env, the same command goes to Discord.

Settings are explained in .env.example; docs/host/hosting.md explains how to connect a server.""",
    epilog="Examples: python -m bot run · python -m bot run --port 8500 · python -m bot ask how far can I explore",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"revive-referee {program_version()}")
        raise typer.Exit


Port = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="Port of the practice page; 0 for any free port. Default: PRACTICE_PORT."),
]
Sync = Annotated[bool, typer.Option("--sync", help="Send the commands to Discord even if they have not changed.")]


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """What every sub-command shares."""


@app.command()
def run(port: Port = None, sync: Sync = False) -> None:
    """Start the bot, on Discord if DISCORD_TOKEN is set, otherwise on the practice channel. Ctrl-C stops it."""
    settings = _settings()
    if settings.discord_token is None:
        _practise(settings, port)
    else:
        from bot.cli.run_command import Start

        _serve(Start(settings, settings.discord_token.get_secret_value(), sync_always=sync))


@app.command()
def practice(port: Port = None) -> None:
    """Start the practice channel, even if a token is set: a small Discord on this machine, in your browser."""
    _practise(_settings(), port)


@app.command()
def bench(
    tables: Annotated[list[str] | None, typer.Argument(help="The tables to print. Default: all.")] = None,
) -> None:
    """Measure how fast each part of the bot is, and print a table for each."""
    from bot.cli.bench_command import print_tables

    print_tables(tables or [])


app.command()(ask_command.ask)
app.command()(backup_command.backup)
app.command()(restore_command.restore)
app.command()(doctor_command.doctor)
app.command()(setup_command.setup)
app.command()(smoke_command.smoke)
app.command()(think_command.think)
app.add_typer(games_command.app, name="games")
app.add_typer(data_command.app, name="data")
app.add_typer(results_command.app, name="results")
app.command()(simulate_command.simulate)
app.add_typer(pack_command.commands, name="pack")


def main() -> None:
    """The console script."""
    app()


def _settings() -> Settings:
    from bot.logs import set_up_logs
    from bot.text import be_strict

    gc.disable()  # until everything is imported and read: a tenth of the start
    settings = read_settings()
    set_up_logs(settings.log_level, settings.log_format, settings.secrets)
    be_strict(settings.strict_texts)
    return settings


def _serve(start: "Start") -> None:
    from bot.cli.run_command import serve

    asyncio.run(serve(start))


def _practise(settings: Settings, port: int | None) -> None:
    from bot.practice import PortInUse

    wanted = settings.practice_port if port is None else port
    try:
        asyncio.run(_practice_and_bot(settings, wanted))
    except PortInUse as taken:
        if not _other_port_accepted(taken):
            stop(_taken(taken), Exit.PORT_IN_USE)
        _practise(settings, taken.free_port)


async def _practice_and_bot(settings: Settings, port: int) -> None:
    from bot.cli.run_command import Start, serve
    from bot.practice import Practice

    channel = Practice(port=port)
    try:
        await channel.start()
    except PermissionError:
        raise CannotRun(
            Exit.PORT_IN_USE, f"Port {port} may not be used by your user. Take one from 1024 on, or 0 for any free one."
        ) from None
    channel.redirect()
    typer.echo(f"The practice channel is at {channel.url}  (Ctrl-C stops it)")
    try:
        await serve(Start(settings, channel.token, practice=True, sync_always=True, clock=channel.clock))
    finally:
        await channel.stop()


def _other_port_accepted(taken: "PortInUse") -> bool:
    """Ask, where somebody is there to be asked."""
    if not sys.stdin.isatty():
        return False
    return typer.confirm(
        f"Port {taken.port} is in use, perhaps by another bot. Use {taken.free_port} instead?", default=True
    )


def _taken(taken: "PortInUse") -> str:
    return (
        f"Port {taken.port} is in use, perhaps by another bot. Port {taken.free_port} is free: "
        f"python -m bot practice --port {taken.free_port}, or PRACTICE_PORT={taken.free_port} in .env."
    )


if __name__ == "__main__":
    main()
