"""``python -m bot backup``: a complete copy of the database, also while the bot runs."""

import asyncio
from pathlib import Path

import typer

from bot.exits import Exit


def backup() -> None:
    """Copy the database, complete and consistent, into backups/ beside it. The bot may run meanwhile."""
    from bot.settings import WrongSetting
    from bot.store import StoreProblem

    try:
        copy = asyncio.run(_back_up())
    except WrongSetting as mistake:
        typer.echo(str(mistake), err=True)
        raise typer.Exit(Exit.WRONG_SETTING) from None
    except StoreProblem as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(Exit.DATABASE) from None
    if copy is None:
        typer.echo("The database is in memory, there is nothing to copy. Set DATABASE_URL or DATA_DIR.", err=True)
        raise typer.Exit(Exit.DATABASE)
    typer.echo(f"{copy}: {copy.stat().st_size} bytes")


async def _back_up() -> Path | None:
    from bot.settings import read_settings
    from bot.store import Store

    async with await Store.open(read_settings().database) as store:
        return await store.back_up()
