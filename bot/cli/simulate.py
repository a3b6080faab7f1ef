"""``python -m bot simulate``: whole games of computer players, with a summary and everything that was wrong."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean, quantiles
from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec
import typer

if TYPE_CHECKING:
    from rich.table import Table

    from bot.engine.state import Options
    from bot.players.arena import Played

ANY = "any"


def simulate(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    players: Annotated[
        int | None, typer.Option(min=1, max=4, help="Seats at each table; none: 2, 3 and 4 in turn, 1 alone.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first game; the next ones count on.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to play in.")] = 1,
    options: Annotated[
        str, typer.Option(help="'any' mixes all options; or e.g. artifact_card=common,draft,long_game; mautoma, solo.")
    ] = "",
    every: Annotated[
        int,
        typer.Option(
            min=0, help="Check the position after every so many actions, its save and undo seven times rarer."
        ),
    ] = 1,
    log: Annotated[Path | None, typer.Option(help="Write the first game as a readable log to this file.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write one JSON object a game to this file.")] = None,
) -> None:
    """Play whole games with random players and sum them up; exit status 1 where anything was broken."""
    chosen = None if options == ANY else _options(options)
    jobs_to_do = [(_seats(players, chosen, number), seed + number, chosen, every) for number in range(games)]
    if log:
        log.write_text("\n".join(_log(*jobs_to_do[0][:3])) + "\n", encoding="utf-8")
    results = list(_all(jobs_to_do, jobs))
    if json:
        json.write_bytes(b"".join(msgspec.json.encode(result) + b"\n" for result in results))
    _print(results)
    if any(result.broken for result in results):
        raise typer.Exit(1)


Job: TypeAlias = "tuple[int, int, Options | None, int]"


def _seats(players: int | None, options: "Options | None", number: int) -> int:
    alone = options is not None and options.alone != "no"
    if players is not None and alone != (players == 1):
        raise typer.BadParameter("1 seat goes with mautoma or solo, and these with 1", param_hint="--players")
    return 1 if alone else players or 2 + number % 3


def _options(text: str) -> "Options":
    """Options by name: ``name`` switches one on, ``name=value`` sets it, ``draft`` is the draft of starting cards,
    ``mautoma`` and ``solo`` are the ways of playing alone."""
    from bot.engine.state import Options

    values: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        if name == "draft":
            values["starting_cards"] = "draft"
        elif name in ("mautoma", "solo"):
            values["alone"] = name
        else:
            values[name] = value if value and value not in ("on", "off") else value != "off"
    unknown = sorted(values.keys() - set(Options.__struct_fields__))
    if unknown:
        known = ", ".join((*Options.__struct_fields__, "draft", "mautoma", "solo", ANY))
        raise typer.BadParameter(f"found {unknown[0]!r}, expected {known}", param_hint="--options")
    try:
        return msgspec.convert(values, Options)
    except msgspec.ValidationError as error:
        raise typer.BadParameter(str(error), param_hint="--options") from None


def _play(job: "Job") -> "Played":
    from bot.engine.packs import field
    from bot.players.arena import options_for, play_random

    seats, seed, options, every = job
    return play_random(field(), seats, seed, options or options_for(seed, seats), every=every)


def _log(seats: int, seed: int, options: "Options | None") -> Iterator[str]:
    from bot.engine import new_game
    from bot.engine.chronicle import played
    from bot.engine.doors import decision
    from bot.engine.packs import field
    from bot.players import RandomPlayer
    from bot.players.arena import options_for, setup_for

    player = RandomPlayer(seed + 1)
    game = new_game(setup_for(field(), seats, seed, options or options_for(seed, seats)), field())
    return played(game, lambda game, seat, offers: player.pick(offers, decision(game, seat)))


def _all(jobs_to_do: "list[Job]", jobs: int) -> Iterator["Played"]:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if jobs == 1:
        yield from track(map(_play, jobs_to_do), "Playing", total=len(jobs_to_do), console=console)
        return
    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(_play, jobs_to_do, chunksize=max(1, len(jobs_to_do) // (jobs * 8)))
        yield from track(found, "Playing", total=len(jobs_to_do), console=console)


# ---- the summary -------------------------------------------------------------------------------------------------


def _print(results: list["Played"]) -> None:
    from rich.console import Console

    console = Console()
    console.print(_overview(results))
    console.print(_lines(results))
    for result in results:
        for text in result.broken[:3]:
            console.print(f"[red]broken[/red] seed {result.seed}, {result.seats} seats, {result.options}: {text}")


def _overview(results: list["Played"]) -> "Table":
    from rich.table import Table

    table = Table(title=f"{len(results)} games", title_justify="left")
    for heading in ("what", "mean", "5 %", "median", "95 %"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    winners = [max(result.totals) for result in results if result.totals]
    for name, values in (
        ("actions a game", [result.steps for result in results]),
        ("turns a seat", [result.turns / result.seats for result in results]),
        ("points of the winner", winners),
        ("points of all", [total for result in results for total in result.totals]),
    ):
        table.add_row(name, *_spread(values))
    steps, seconds = sum(result.steps for result in results), sum(result.seconds for result in results)
    table.add_row("actions a second", f"{steps / seconds:,.0f}" if seconds else "")
    table.add_row("games ended", f"{sum(result.ended for result in results)}")
    table.add_row("games broken", f"{sum(bool(result.broken) for result in results)}")
    return table


def _spread(values: Iterable[float]) -> list[str]:
    found = sorted(values)
    if len(found) < 2:
        return [f"{value:.1f}" for value in found]
    cuts = quantiles(found, n=20)
    return [f"{mean(found):.1f}", f"{cuts[0]:.1f}", f"{cuts[9]:.1f}", f"{cuts[18]:.1f}"]


def _lines(results: list["Played"]) -> "Table":
    from rich.table import Table

    table = Table(title="points by line, a seat", title_justify="left")
    for heading in ("line", "mean", "5 %", "median", "95 %"):
        table.add_column(heading, justify="left" if heading == "line" else "right")
    sheets = [lines for result in results for lines in result.lines]
    for key in dict.fromkeys(key for lines in sheets for key in lines):
        table.add_row(key, *_spread(lines.get(key, 0) for lines in sheets))
    return table
