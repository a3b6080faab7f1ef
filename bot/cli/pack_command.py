"""``python -m bot pack``: component packs on the command line, for tables that write their own."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.exit_handling import Page

if TYPE_CHECKING:
    from bot.engine.components import Pack

_HELP = "Component packs: what is printed on tiles, cards and boards. docs/develop/packs.md tells how to write one."
commands = typer.Typer(no_args_is_help=True, help=_HELP)


@commands.callback(help=_HELP)
def _group() -> None:
    """Keeps ``check`` a command of the group, although it is the only one."""


@commands.command()
def check(
    directory: Annotated[Path, typer.Argument(help="The directory of the pack.", show_default=False)],
) -> None:
    """Check a pack. Lists every mistake as file:line: found …, expected …; if there is none, what the pack contains."""
    from bot.engine.packs import PackMistakes, load_pack

    try:
        pack = load_pack(directory)
    except PackMistakes as refused:
        for mistake in refused.mistakes:
            typer.echo(str(mistake))
        number = len(refused.mistakes)
        typer.echo(f"{number} mistake{'s' if number > 1 else ''}; the pack was not loaded.", err=True)
        raise typer.Exit(1) from None
    _print_summary(pack)


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
