"""``python -m bot restore``: list the copies of the database, and put one in its place."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.exit_handling import Page, stop
from bot.exits import Exit


def restore(
    copy: Annotated[
        str | None,
        typer.Argument(help="The copy: a file, its name in backups/, or 'newest'. Default: list what there is."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before the database is replaced.")] = False,
) -> None:
    """Put a copy from backups/ in the place of the database. Stop the bot first; what was there is kept."""
    from bot.settings import read_settings
    from bot.store.database import file_at

    database = file_at(read_settings().database)
    if database is None:
        stop("The database is no file of this machine; restore it with its own tools (pg_restore).", Exit.DATABASE)
    if copy is None:
        _print_copies(database)
    else:
        _restore(database, _named(database, copy), yes)


def _print_copies(database: Path) -> None:
    from bot.store.backup_files import backups_of

    page = Page()  # no table: it would cut the names, which are to be copied
    for backup in backups_of(database):
        page.say(f"{backup.path.name}  {backup.made_at:%Y-%m-%d %H:%M} UTC  {_megabytes(backup.size)}")
    typer.echo("Put one back with: python -m bot restore NAME, or python -m bot restore newest")


def _named(database: Path, name: str) -> Path:
    """A path as it is, or the name of a copy in the folder."""
    from bot.store.backup_files import backups_of, folder_of

    if name == "newest":
        found = backups_of(database)
        if not found:
            stop(f"{folder_of(database)}: there is no copy.", Exit.DATABASE)
        return found[0].path
    beside = folder_of(database) / name
    return beside if beside.is_file() else Path(name)


def _restore(database: Path, copy: Path, yes: bool) -> None:
    from bot.store.restore_backup import contents, restore

    found = contents(copy)
    changed = f", last change {found.newest_change}" if found.newest_change else ""
    typer.echo(f"{copy}: {found.games} games{changed}, tables of revision {found.revision}.")
    if not yes and not typer.confirm(f"Put it in the place of {database}?"):
        stop("Nothing was changed.", Exit.FAILED)
    replaced = restore(database, copy, datetime.now(UTC))
    typer.echo(f"{database} is now this copy. Start the bot; it brings the tables up to date if they are older.")
    if replaced is not None:
        typer.echo(f"What was there before is kept as {replaced}.")


def _megabytes(size: int) -> str:
    return f"{size / 2**20:.1f} MB"
