"""``python -m bot results``: the results of a server as a file, for whoever runs the bot."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from bot.cli.exit_handling import stop
from bot.exits import Exit

if TYPE_CHECKING:
    from bot.app.result_files import Kind, ResultsFile

app = typer.Typer(no_args_is_help=True, help="Results of games. The bot may be running.")

ENDINGS = (".csv", ".json")
File = Annotated[Path, typer.Argument(help="The file to write; its ending says how: .csv or .json.", dir_okay=False)]
Place = Annotated[
    int | None, typer.Option(min=1, max=2**63 - 1, help="The server's id. Needed where several have results.")
]


@app.callback()
def group() -> None:
    """Keeps ``export`` a command of its own."""


@app.command()
def export(file: File, place: Place = None) -> None:
    """Write all results of a server, as /results export does. More than 5,000 are spread over several files."""
    if file.suffix not in ENDINGS:
        raise typer.BadParameter(f"found {file.name!r}, expected an ending of {' or '.join(ENDINGS)}")
    kind = cast("Kind", file.suffix.removeprefix("."))
    places, written = asyncio.run(_exported(kind, place))
    if not written:
        listed = ", ".join(map(str, places)) or "none"
        stop(f"No results to write. Places with results: {listed}. Name one with --place.", Exit.FAILED)
    for number, each in enumerate(written, 1):
        path = file if number == 1 else file.with_stem(f"{file.stem}-{number}")
        with path.open("xb") as out:
            out.write(each.data)
        typer.echo(f"{path}: {each.results} results")


async def _exported(kind: "Kind", place: int | None) -> tuple[list[int], "list[ResultsFile]"]:
    """The places that have results, and the files of the one that is meant."""
    from bot.app.result_files import results_files
    from bot.settings import read_settings
    from bot.store import Store

    async with await Store.open(read_settings().database) as store:
        places = await store.score_pads.places()
        meant = place if place is not None or len(places) != 1 else places[0]
        return places, await results_files(store, meant, kind, "en") if meant is not None else []
