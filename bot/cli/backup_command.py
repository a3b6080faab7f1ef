"""``python -m bot backup``: a complete copy of the database, also while the bot runs."""

import asyncio
from pathlib import Path

import typer

from bot.cli.exit_handling import stop
from bot.exits import Exit


def backup() -> None:
    """Write a complete, consistent copy of the database to backups/ beside it. The bot may be running."""
    copy = asyncio.run(_back_up())
    if copy is None:
        stop("The database is in memory, there is nothing to copy. Set DATABASE_URL or DATA_DIR.", Exit.DATABASE)
    typer.echo(f"{copy}: {copy.stat().st_size} bytes")


async def _back_up() -> Path | None:
    from bot.settings import read_settings
    from bot.store import Store

    async with await Store.open(read_settings().database) as store:
        return await store.back_up()
