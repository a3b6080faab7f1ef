"""``python -m bot games``: the stored games on the command line, for whoever runs the bot."""

import asyncio
from contextlib import asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from bot.cli.exit_handling import Page, stop
from bot.exits import Exit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from bot.app.tables import Caller, Status, Tables
    from bot.store.stored_games import StoredGame

app = typer.Typer(no_args_is_help=True, help="List, show, check and repair stored games. The bot may be running.")

STAGES = ("lobby", "running", "paused", "over", "ending", "ended", "expired", "archived")
LARGEST = 2**63 - 1
"""The largest number that a game can have."""
Number = Annotated[int, typer.Argument(help="The game's number.", min=1, max=LARGEST)]
OneOrAll = Annotated[int | None, typer.Argument(help="The game's number. Default: all games.", min=1, max=LARGEST)]
T = TypeVar("T")


class Language(StrEnum):
    """The language of a table."""

    EN = "en"
    DE = "de"
    FR = "fr"


@app.command("list")
def list_(
    stage: Annotated[str | None, typer.Option(help=f"Only games in this stage: {', '.join(STAGES)}.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=LARGEST, help="List at most so many games.")] = 50,
) -> None:
    """List games, newest first."""
    if stage is not None and stage not in STAGES:
        raise typer.BadParameter(f"found {stage!r}, expected one of {', '.join(STAGES)}", param_hint="--stage")
    from rich.markup import escape
    from rich.table import Table

    found = _with_tables(lambda tables: tables.repository.store.listed(stage, limit))
    table = Table("game", "stage", "records", "channel", "last change", "aside")
    for game in found:
        moment = f"{game.changed_at:%Y-%m-%d %H:%M}"
        aside = escape(game.aside or "")
        table.add_row(str(game.id), game.stage, str(game.records), str(game.channel), moment, aside)
    Page().print(table)


@app.command()
def show(game: Number) -> None:
    """Show one game: who plays, how far it is, and whether it was set aside."""
    status = _with_tables(lambda tables: tables.status(game))
    for line in _told(status):
        typer.echo(line)


def _told(status: "Status") -> list[str]:
    seats = [f"  seat {number}: {seat.name} ({seat.tribe})" for number, seat in enumerate(status.seats)]
    turn = f"turn {status.turn} of seat {status.active}" if status.active is not None else "nobody's turn"
    lines = [f"game {status.game}: {status.stage}, version {status.version}, {turn}", *seats]
    lines += [f"  waiting: seat {seat} for {kind}" for seat, kind in status.waiting.items()]
    lines += [f"  score: seat {sheet.seat} has {sheet.total}, rank {sheet.rank}" for sheet in status.sheets]
    return [*lines, f"  set aside: {status.aside}"] if status.aside else lines


@app.command()
def check(game: OneOrAll = None) -> None:
    """Check that games can be loaded, and that replaying their records gives the stored position. Changes nothing."""
    wrong = _with_tables(lambda tables: _check(tables, game))
    raise typer.Exit(Exit.FAILED if wrong else Exit.STOPPED)


async def _check(tables: "Tables", wanted: int | None) -> int:
    from bot.app.tables.integrity_check import inspect_game

    store, wrong, seen = tables.repository.store, 0, 0
    numbers = [wanted] if wanted is not None else [each.id for each in await store.listed(limit=1_000_000)]
    for number in numbers:
        stored = await _stored(tables, number)
        seen += 1
        found = await inspect_game(tables.repository, stored)
        wrong += len(found.problems)
        for line in (*found.problems, *(f"note: {note}" for note in found.notes)):
            typer.echo(f"game {number}: {line}")
    typer.echo(f"{seen} games looked at, {wrong} problems")
    return wrong


async def _stored(tables: "Tables", number: int) -> "StoredGame":
    from bot.app.tables import TableRefusal

    stored = await tables.repository.store.get(number)
    if stored is None:
        raise TableRefusal("no_such_game", game=number)
    return stored


@app.command()
def rollback(game: Number) -> None:
    """Set a game back to the start of the latest turn that can be read. Everything after it is lost."""
    status = _with_tables(lambda tables: tables.administration.repair(_host(), game, roll_back=True))
    typer.echo(f"game {game} stands at the start of turn {status.turn}")


@app.command()
def release(game: Number) -> None:
    """Bring a game back that was set aside, once its problem is fixed."""
    _with_tables(lambda tables: tables.administration.repair(_host(), game))
    typer.echo(f"game {game} is in again")


@app.command()
def export(
    game: Number,
    file: Annotated[
        Path | None, typer.Argument(help="The file to write. Default: the name of an export in Discord.")
    ] = None,
) -> None:
    """Write a game, hidden information included, to a file that can be imported."""
    exported = _with_tables(lambda tables: tables.files.export(_host(), game))
    target = file or Path(exported.name)
    try:
        target.write_bytes(exported.data)
    except OSError as error:
        stop(f"{target}: cannot be written ({error.strerror}); name another file", Exit.FAILED)
    typer.echo(f"{target}: {len(exported.data)} bytes")


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A full export.", exists=True, dir_okay=False, readable=True)],
    channel: Annotated[int, typer.Option(min=1, max=LARGEST, help="The channel's id, as Discord copies it.")],
    guild: Annotated[int, typer.Option(min=1, max=LARGEST, help="The server's id.")],
    language: Annotated[Language, typer.Option(help="The language of the table.")] = Language.EN,
) -> None:
    """Import a game into a channel unchanged: players keep their seats, nothing is reshuffled, its result counts.

    Stop the bot before, or start it again afterwards: it learns of new tables at its start.
    """
    data = _read(file)
    caller = _host(channel, guild)
    status = _with_tables(lambda tables: tables.files.import_(caller, data, language.value))
    typer.echo(f"game {status.game} goes on in channel {status.channel}")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A full export.", exists=True, dir_okay=False, readable=True)],
    shown: Annotated[str | None, typer.Option(help="The hash that was shown when the game began.")] = None,
) -> None:
    """Replay an export, and check that it is the game that was shown: shuffled once, before its first turn.

    Needs no database.
    """
    from bot.game_files.verify import verified

    verdict = verified(_read(file), shown)
    for line in verdict.lines:
        typer.echo(line)
    raise typer.Exit(Exit.STOPPED if verdict.right else Exit.FAILED)


def _read(file: Path) -> bytes:
    """What is in a file; of one that is too large as much as shows that it is."""
    from bot.game_files.file_format import LARGEST as LARGEST_FILE

    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST_FILE + 1)
    except OSError as error:
        stop(f"{file}: cannot be read ({error.strerror}); name another file", Exit.FAILED)


def _host(channel: int = 0, guild: int = 0) -> "Caller":
    from bot.app.tables import Caller

    return Caller(user=0, name="host", channel=channel, guild=guild, host=True)


def _with_tables(work: "Callable[[Tables], Awaitable[T]]") -> T:
    """What ``work`` gives; a refusal is one sentence and an exit status."""
    from bot.app.tables import TableRefusal
    from bot.app.tables.wording import refused

    try:
        return asyncio.run(_work(work))
    except TableRefusal as refusal:
        stop(refused("en", refusal), Exit.FAILED)


async def _work(work: "Callable[[Tables], Awaitable[T]]") -> T:
    async with _tables() as tables:
        return await work(tables)


@asynccontextmanager
async def _tables() -> "AsyncIterator[Tables]":
    from bot.app.tables import Tables
    from bot.engine.packs import field_with_expansion
    from bot.settings import read_settings
    from bot.store import Store
    from bot.store.shards import GUEST

    async with await Store.open(read_settings().database, GUEST) as store:
        tables = Tables(store.games, [field_with_expansion()], server_packs=store.server_packs)
        try:
            yield tables
        finally:
            await tables.computers.stop()
