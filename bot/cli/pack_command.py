"""``python -m bot pack``: component packs on the command line, for tables that write their own."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.exit_handling import Page

if TYPE_CHECKING:
    from bot.engine.components import Pack
    from bot.engine.packs import ReadPack

_HELP = "Component packs: what is printed on tiles, cards and boards. docs/develop/packs.md tells how to write one."
commands = typer.Typer(no_args_is_help=True, help=_HELP)


@commands.callback(help=_HELP)
def _group() -> None:
    """Keeps ``check`` a command of the group, although it is the only one."""


@commands.command()
def check(
    path: Annotated[
        Path, typer.Argument(help="The pack: a directory, a ZIP archive or a YAML file.", show_default=False)
    ],
) -> None:
    """Check a pack. Lists every mistake as file:line: found …, expected …; if there is none, what the pack contains."""
    from bot.engine.packs import PackMistakes

    try:
        found = opened(path)
    except PackMistakes as refused:
        for mistake in refused.mistakes:
            typer.echo(str(mistake))
        number = len(refused.mistakes)
        typer.echo(f"{number} mistake{'s' if number > 1 else ''}; the pack was not loaded.", err=True)
        raise typer.Exit(1) from None
    for warning in found.warnings:
        typer.echo(f"note: {warning}")
    _print_summary(found.pack)


def opened(path: Path) -> "ReadPack":
    """The pack in a directory, a ZIP archive or a YAML file.

    :raises PackMistakes: with every mistake.
    """
    from bot.engine.packs import Mistake, PackMistakes, open_pack
    from bot.game_files.pack_files import LARGEST, read_pack_file

    if not path.is_file():
        return open_pack(path)
    try:
        with path.open("rb") as stream:
            return read_pack_file(stream.read(LARGEST + 1), path.name)
    except OSError as error:
        raise PackMistakes([Mistake(path.name, 1, error.strerror or "nothing", "a file that can be read")]) from error


def _print_summary(pack: "Pack") -> None:
    from rich.table import Table

    table = Table()
    table.add_column("what")
    table.add_column("how many", justify="right")
    for what, number in _counts(pack):
        table.add_row(what, str(number))
    console = Page()
    title = f"{pack.id} {pack.version}: {pack.name.en} · {pack.name.de} · {pack.name.fr}"
    console.print(title, markup=False, highlight=False)
    console.print(table)
    console.print(f"No mistakes. Games remember the pack by its hash, {pack.hash}.", highlight=False)


def _counts(pack: "Pack") -> list[tuple[str, int]]:
    citizens = pack.citizens
    return [
        ("spaces of the board", sum(len(place.spaces) for place in pack.board.places)),
        ("area tiles", sum(not tile.vast for tile in pack.tiles)),
        ("vast crystals", sum(tile.vast for tile in pack.tiles)),
        ("start tiles", len(pack.start_tiles)),
        ("large locations", len(pack.large_locations)),
        ("citizens", sum(card.set is None and not card.campaign for card in citizens)),
        ("starting citizens", sum(card.set is not None for card in citizens)),
        ("campaign citizens", sum(card.campaign for card in citizens)),
        ("slot modules", len(pack.modules)),
        ("machines", len(pack.machines)),
        ("printed machines", len(pack.printed_machines)),
        ("crates", len(pack.crates)),
        ("artifact cards", len(pack.artifact_cards)),
        ("tribes", len(pack.tribes)),
        ("technologies", sum(len(tribe.technologies) for tribe in pack.tribes)),
    ]
