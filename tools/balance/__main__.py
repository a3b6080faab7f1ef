"""The command line: ``python -m tools.balance``."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from bot.cli.simulate_command import parse_options
from bot.engine.components import Pack
from bot.engine.packs import field, field_with_expansion, load_pack
from bot.simulation.recorded_games import Games, read
from tools import page_parts
from tools.balance import components, document, tables, trial

app = typer.Typer(no_args_is_help=True, add_completion=False, help="How a pack plays.")
Files = Annotated[list[Path], typer.Argument(help="Files that simulate --json or the command play wrote.")]
PackFolder = Annotated[Path | None, typer.Option(help="A pack in a directory; none: the one that comes with the bot.")]


@app.command()
def play(
    json: Annotated[Path, typer.Argument(help="Where the games go, one JSON object a line.")],
    pack: PackFolder = None,
    players: Annotated[int, typer.Option(min=2, max=4)] = 3,
    games: Annotated[int, typer.Option(min=1)] = 300,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first game.")] = 1,
    policy: Annotated[str, typer.Option(help="Who plays all seats.")] = "planner:easy",
    options: Annotated[str, typer.Option(help="As simulate's.")] = "",
    jobs: Annotated[int, typer.Option(min=1)] = 1,
) -> None:
    """Play games with a pack from a directory, to try a change."""
    folder = pack or document.ROOT / "rules_data" / "packs" / "field"
    seeds = range(seed, seed + games)
    found = trial.games(folder, players, policy, seeds, options=parse_options(options), jobs=jobs)
    json.write_bytes(b"".join(msgspec.json.encode(game) + b"\n" for game in found))


@app.command("tables")
def show(files: Files, pack: PackFolder = None) -> None:
    """Print the tables of games, and what is beyond the bars."""
    games = read(files)
    typer.echo(tables.all_tables(games, _pack_of(games, pack)))


@app.command()
def plots(
    files: Files,
    into: Annotated[Path | None, typer.Option(help="The folder of the pictures; none: a new one of today.")] = None,
    before: Annotated[list[Path] | None, typer.Option(help="Games to draw as outlines, for comparison.")] = None,
    pack: PackFolder = None,
) -> None:
    """Draw the plots of games."""
    from tools.balance.plots import write

    folder = into or document.PICTURES / _today()
    games = read(files)
    for path in write(games, read(before or []), _pack_of(games, pack), folder):
        typer.echo(path)


@app.command()
def page(files: Annotated[list[Path] | None, typer.Argument(help="Games whose figures are appended.")] = None) -> None:
    """Write the components in docs/develop/field.md and append the figures of games to the measurements."""
    text = document.PAGE.read_text("utf-8")
    document.PAGE.write_text(page_parts.replaced(text, "components", components.pages(field_with_expansion())), "utf-8")
    if files:
        kept = document.MEASUREMENTS.read_text("utf-8")
        games = read(files)
        figures = tables.all_tables(games, _pack_of(games, None))
        document.MEASUREMENTS.write_text(page_parts.appended(kept, _today(), figures), "utf-8")


def _pack_of(games: Games, folder: Path | None) -> Pack:
    """The pack in a directory, or the shipped one, or that with the expansion if a game had it."""
    if folder:
        return load_pack(folder)
    return field_with_expansion() if any(game.options.abyss for game in games) else field()


def _today() -> str:
    return str(datetime.now(UTC).date())


if __name__ == "__main__":
    app()
