"""``python -m bot simulate``: whole games of computer players, with a summary and everything that was wrong."""

import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path
from statistics import mean, median, quantiles
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import msgspec
import typer

from bot.cli.exit_handling import Page, stop
from bot.cli.pack_command import good_pack
from bot.exits import Exit

if TYPE_CHECKING:
    from rich.table import Table

    from bot.engine.components import Pack
    from bot.engine.state import Options, Setup
    from bot.simulation.simulated_games import Played
    from bot.simulation.tournament import Standing

ANY = "any"
RANDOM = "random"
ENOUGH: Final = 20
"""Values from which on there are percentiles: the lowest twentieth of fewer is less than one value."""
NONE: Final = "–"


Games = Annotated[int, typer.Option(min=1, help="Number of games to play.")]
Players = Annotated[
    int | None,
    typer.Option(
        min=1, max=4, help="Seats per table. Default: 2, 3 and 4 in turn, as the options allow; 1 in a solo game."
    ),
]
Seed = Annotated[int, typer.Option(min=0, max=2**62, help="Seed of the first game; each further game adds 1.")]
Jobs = Annotated[int, typer.Option(min=0, max=64, help="Number of processes. 0: as many as there are processors.")]
OptionNames = Annotated[
    str,
    typer.Option(
        help="'any' mixes all options. Or a list such as artifact_card=common,draft,long_game; or mautoma or solo."
    ),
]
Policies = Annotated[
    str,
    typer.Option(
        help="Who plays: random, or planner:easy, planner:casual, planner:steady, planner:normal, planner:hard. With "
        "several, separated by commas, each deal is played once in every order of seats."
    ),
]
TribeNames = Annotated[
    str, typer.Option(help="The tribe ids of the seats, separated by commas. Default: drawn at random.")
]
Every = Annotated[
    int | None,
    typer.Option(
        min=0,
        help="Check the position after every so many actions; saving and undo a seventh as often. 0: never. "
        "Default: 1 with random players, otherwise 0.",
    ),
]
Standings = Annotated[
    bool, typer.Option(help="Print the standings even with one policy. With several policies they are always printed.")
]
LogFile = Annotated[Path | None, typer.Option(help="Write a readable log of the first game to this file.")]
Resume = Annotated[
    bool, typer.Option(help="Go on where an earlier run with the same settings and the same --json file was stopped.")
]
JsonFile = Annotated[Path | None, typer.Option(help="Write one JSON object per game to this file.")]
PackPath = Annotated[
    Path | None,
    typer.Option(help="A pack of your own: a directory, a ZIP archive or a YAML file. Default: the one with the bot."),
]
ReportFile = Annotated[
    Path | None,
    typer.Option(help="Write a report about the pack to this file: one HTML page with figures, plots and suspicions."),
]


def simulate(
    games: Games = 100,
    players: Players = None,
    seed: Seed = 1,
    jobs: Jobs = 1,
    options: OptionNames = "",
    policy: Policies = RANDOM,
    tribes: TribeNames = "",
    every: Every = None,
    tournament: Standings = False,
    log: LogFile = None,
    json: JsonFile = None,
    resume: Resume = False,
    pack: PackPath = None,
    report: ReportFile = None,
) -> None:
    """Play whole games between computer players and sum them up. Exit status 1 if a check failed."""
    if pack:
        good_pack(pack)
    chosen = None if options == ANY else parse_options(options)
    policies, peoples = _policies(policy), tuple(filter(None, (part.strip() for part in tribes.split(","))))
    checks = every if every is not None else int(set(policies) == {RANDOM})
    jobs_to_do = _jobs(games, players, seed, chosen, policies, peoples, checks, pack)
    if report:
        _begin_report(report)
        jobs_to_do = [job._replace(used=True) for job in jobs_to_do]
    if json and not resume:
        json.write_bytes(b"")
    if log:
        log.write_text("\n".join(_log(jobs_to_do[0])) + "\n", encoding="utf-8")
    before = _before(jobs_to_do, json) if resume else []
    over = {_game_of(result) for result in before}
    left = [job for job in jobs_to_do if _game_to_be(job) not in over]
    results = [*before, *_kept(_all(left, jobs or usable_processors()), json)]
    print_summary(results)
    if tournament or len(set(policies)) > 1:
        print_standings(results)
    if report:
        _write_report(report, pack, results)
    if any(result.broken for result in results):
        raise typer.Exit(1)


def _begin_report(file: Path) -> None:
    """Whether the file can be written is known before the games are played. One that is there stays until then."""
    there = file.exists()
    try:
        file.open("ab").close()
    except OSError as error:
        stop(f"{file}: {error.strerror}.", Exit.FAILED)
    if not there:
        file.unlink()


def _write_report(file: Path, path: Path | None, results: list["Played"]) -> None:
    from bot.simulation.pack_report import pack_report

    abyss = any(result.options.abyss for result in results)
    file.write_bytes(pack_report(_pack(path, abyss), results))
    typer.echo(f"{file}: the report, a page to open in a browser.")


def _kept(results: Iterable["Played"], file: Path | None) -> Iterator["Played"]:
    """Every game is written as soon as it is over: a run that is stopped leaves what it has."""
    if file is None:
        yield from results
        return
    with file.open("ab") as out:
        for result in results:
            out.write(msgspec.json.encode(result) + b"\n")
            out.flush()
            yield result


def _before(jobs_to_do: list["Job"], file: Path | None) -> list["Played"]:
    """The games that an earlier run has written to the file, which then holds these alone: a line that was being
    written when the run was stopped is left out, and for a report a game that does not say what it used."""
    from bot.simulation.simulated_games import Played

    if file is None:
        raise typer.BadParameter("goes with --json, which holds the games so far", param_hint="--resume")
    wanted, found = {_game_to_be(job) for job in jobs_to_do}, list[Played]()
    packs = {_pack_of(job).hash for job in jobs_to_do} | {""}
    used = any(job.used for job in jobs_to_do)
    for number, line in enumerate(file.read_bytes().splitlines() if file.exists() else (), 1):
        try:
            result = msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError:
            continue
        if _game_of(result) not in wanted or result.pack not in packs:
            raise typer.BadParameter(f"line {number} of {file} is a game of other settings", param_hint="--resume")
        if result.used or not used:
            found.append(result)
    whole = file.with_name(file.name + ".part")
    whole.write_bytes(b"".join(msgspec.json.encode(result) + b"\n" for result in found))
    whole.replace(file)
    return found


def _game_of(result: "Played") -> tuple[object, ...]:
    """What tells a game from the others of a run."""
    return result.seed, result.seats, tuple(result.policies) or (RANDOM,) * result.seats, result.options


def _game_to_be(job: "Job") -> tuple[object, ...]:
    return job.seed, job.seats, job.policies, _options_of(job)


def usable_processors() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Job(NamedTuple):
    """One game to be played: the setup, without options a mixture by the seed; who sits where; how often to check; the
    pack, where it is not the shipped one; whether it must be told what was used of it."""

    seats: int
    seed: int
    options: "Options | None"
    policies: tuple[str, ...]
    tribes: tuple[str, ...]
    every: int
    pack: Path | None = None
    used: bool = False


@cache
def _pack(path: Path | None, abyss: bool) -> "Pack":
    """The pack that was named, or the shipped one, with or without the expansion; read once in each process."""
    from bot.engine.state import Options
    from bot.simulation.simulated_games import pack_for

    return pack_for(Options(abyss=abyss), good_pack(path) if path else None)


def _pack_of(job: Job) -> "Pack":
    return _pack(job.pack, _options_of(job).abyss)


def _policies(text: str) -> tuple[str, ...]:
    from bot.players.policies import UnknownPolicy, parse_policies

    try:
        return parse_policies(text)
    except UnknownPolicy as unknown:
        raise typer.BadParameter(str(unknown), param_hint="--policy") from None


def _jobs(
    games: int, players: int | None, seed: int, options: "Options | None", policies: tuple[str, ...],
    tribes: tuple[str, ...], every: int, pack: Path | None = None,
) -> list[Job]:  # fmt: skip
    """The games in order. With several policies one deal is played in every order of seats before the next."""
    found: list[Job] = []
    deal = 0
    while len(found) < games:
        seats = _seats(players, options, deal, pack)
        people = _tribes(tribes, seats, pack)
        found.extend(Job(seats, seed + deal, options, row, people, every, pack) for row in _seatings(policies, seats))
        deal += 1
    return found[:games]


def _seatings(policies: tuple[str, ...], seats: int) -> list[tuple[str, ...]]:
    from bot.simulation.tournament import seatings

    try:
        return seatings(policies, seats)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--policy") from None


def _tribes(tribes: tuple[str, ...], seats: int, pack: Path | None) -> tuple[str, ...]:
    known = [tribe.id for tribe in _pack(pack, abyss=False).tribes]
    if tribes and (len(tribes) != seats or len(set(tribes)) < seats or not set(tribes) <= set(known)):
        found = ",".join(tribes)
        raise typer.BadParameter(f"found {found}, expected {seats} of {', '.join(known)}", param_hint="--tribes")
    return tribes


def _seats(players: int | None, options: "Options | None", number: int, pack: Path | None) -> int:
    alone = options is not None and options.alone != "no"
    if players is not None and alone != (players == 1):
        raise typer.BadParameter("1 seat goes with mautoma or solo, and these with 1", param_hint="--players")
    wanted = [1] if alone else [players] if players else [2, 3, 4]
    fitting = [seats for seats in wanted if options is None or _why_not(seats, options, pack) is None]
    if options is not None and not fitting:
        raise typer.BadParameter(str(_why_not(wanted[0], options, pack)), param_hint="--options")
    return fitting[number % len(fitting)]


def _why_not(seats: int, options: "Options", path: Path | None) -> str | None:
    """Why a game of so many cannot be set up with these options, in words."""
    from bot.engine import why_not_laid
    from bot.engine.geometry import make_board
    from bot.simulation.simulated_games import setup_for
    from bot.text.game import Table, refuse

    pack = _pack(path, options.abyss)
    refusal = why_not_laid(setup_for(pack, seats, 0, options), pack)
    return refuse("en", refusal, Table(pack, make_board(pack.board), ())) if refusal is not None else None


def parse_options(text: str) -> "Options":
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


def _play(job: Job) -> "Played":
    from bot.simulation.simulated_games import play, play_random

    if set(job.policies) == {RANDOM} and not job.tribes and not job.used:
        return play_random(_pack_of(job), job.seats, job.seed, _options_of(job), every=job.every)
    return play(_pack_of(job), _setup(job), job.policies, every=job.every)


def _options_of(job: Job) -> "Options":
    """The options of a game, as a save holds them. Those that come to another process have words of their own, which
    msgspec does not take for the defaults: each save would differ from the one written after loading it."""
    from bot.simulation.simulated_games import options_for

    if job.options is None:
        return options_for(job.seed, job.seats)
    return msgspec.msgpack.decode(msgspec.msgpack.encode(job.options), type=type(job.options))


def _setup(job: Job) -> "Setup":
    from bot.engine.state import SeatSetup
    from bot.simulation.simulated_games import setup_for

    setup = setup_for(_pack_of(job), job.seats, job.seed, _options_of(job))
    if not job.tribes:
        return setup
    return msgspec.structs.replace(setup, seats=tuple(SeatSetup(tribe) for tribe in job.tribes))


def _log(job: Job) -> Iterator[str]:
    from bot.engine import new_game, view
    from bot.engine.debug.transcript import played
    from bot.players import player_for

    players = [player_for(policy, job.seed + 1 + seat) for seat, policy in enumerate(job.policies)]
    game = new_game(_setup(job), _pack_of(job))
    return played(game, lambda game, seat, offers: players[seat].choose(view(game, seat), offers))


def _begin() -> None:
    """Run once in each process: it ends with Ctrl-C, and with the process that started it."""
    from bot.child_process import end_with_parent

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_parent()


def _all(jobs_to_do: list[Job], jobs: int) -> Iterator["Played"]:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if jobs == 1:
        yield from track(map(_play, jobs_to_do), "Playing", total=len(jobs_to_do), console=console)
        return
    if not jobs_to_do:
        return
    workers = min(jobs, len(jobs_to_do))
    with ProcessPoolExecutor(workers, initializer=_begin) as pool:
        found = pool.map(_play, jobs_to_do, chunksize=max(1, len(jobs_to_do) // (jobs * 8)))
        try:
            yield from track(found, "Playing", total=len(jobs_to_do), console=console)
        except BrokenProcessPool:
            stop("A process was ended while it played, perhaps for want of memory. Try fewer --jobs.", Exit.FAILED)


# ---- the summary -------------------------------------------------------------------------------------------------


def print_summary(results: list["Played"]) -> None:
    """Print the figures of some games, and what was wrong with them."""
    page = Page()
    page.print(_overview(results))
    page.print(_lines(results))
    if len(results) < ENOUGH:
        page.say(f"{NONE}: fewer than {ENOUGH} values, too few for percentiles.")
    for result in results:
        for text in result.broken[:3]:
            page.say(f"broken: seed {result.seed}, {result.seats} seats, {result.options}: {text}")


def _overview(results: list["Played"]) -> "Table":
    from rich.table import Table

    table = Table("what", title=f"{len(results)} game{'s' if len(results) > 1 else ''}", title_justify="left")
    for heading in ("mean", "5 %", "median", "95 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    winners = [max(result.totals) for result in results if result.totals]
    for name, values in (
        ("actions a game", [result.steps for result in results]),
        ("turns a seat", [result.turns / result.seats for result in results]),
        ("points of the winner", winners),
        ("points of all", [total for result in results for total in result.totals]),
    ):
        table.add_row(name, *spread(values))
    steps, seconds = sum(result.steps for result in results), sum(result.seconds for result in results)
    table.add_row("actions a second", f"{steps / seconds:,.0f}" if seconds else "")
    table.add_row("games ended", f"{sum(result.ended for result in results)}")
    table.add_row("games broken", f"{sum(bool(result.broken) for result in results)}")
    return table


def print_standings(results: list["Played"]) -> None:
    """Print how each policy did."""
    from bot.simulation.tournament import standings

    found = standings(results)
    Page().print(_won(found))
    Page().print(_thought(found))


def _won(found: list["Standing"]) -> "Table":
    """Two tables of few columns: names and numbers are whole on 80 columns."""
    from rich.table import Table

    table = Table("player", title="games won; fair: what equal players would win", title_justify="left")
    for heading in ("games", "wins", "share", "95 %", "fair", "points"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in found:
        interval = f"{each.low:.1%}–{each.high:.1%}"
        row = (f"{each.games}", f"{each.wins:g}", f"{each.share:.1%}", interval, f"{each.fair / each.games:.0%}")
        table.add_row(each.policy, *row, f"{each.points:.1f}")
    return table


def _thought(found: list["Standing"]) -> "Table":
    from rich.table import Table

    table = Table("player", title="thinking, milliseconds a turn", title_justify="left")
    for heading in ("mean", "most"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in found:
        table.add_row(each.policy, f"{each.turn * 1e3:,.1f}", f"{each.slowest * 1e3:,.0f}")
    return table


def spread(values: Iterable[float]) -> list[str]:
    """Mean, 5 %, median and 95 %. Percentiles of few values would lie outside of them, so that there are none."""
    found = sorted(values)
    middle = f"{mean(found):.1f}" if found else NONE
    if len(found) < ENOUGH:
        return [middle, NONE, f"{median(found):.1f}" if len(found) > 1 else NONE, NONE]
    cuts = quantiles(found, n=20)
    return [middle, f"{cuts[0]:.1f}", f"{cuts[9]:.1f}", f"{cuts[18]:.1f}"]


def _lines(results: list["Played"]) -> "Table":
    from rich.table import Table

    table = Table("line", title="points by line, a seat", title_justify="left")
    for heading in ("mean", "5 %", "median", "95 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    sheets = [lines for result in results for lines in result.lines]
    for key in dict.fromkeys(key for lines in sheets for key in lines):
        table.add_row(key.replace("_", " "), *spread(lines.get(key, 0) for lines in sheets))
    return table
