"""``python -m bot pack``: component packs on the command line, for tables that write their own."""

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.exit_handling import Page, stop
from bot.exits import Exit

if TYPE_CHECKING:
    from bot.engine.components import Pack
    from bot.engine.packs import PackMistakes, ReadPack
    from bot.text import Locale

_HELP = "Component packs: what is printed on tiles, cards and boards. docs/develop/packs.md tells how to write one."
SHIPPED = "field"
"""How the pack that comes with the bot is called on the command line."""
commands = typer.Typer(no_args_is_help=True, help=_HELP)


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
        _print_mistakes(refused)
        raise typer.Exit(1) from None
    for warning in found.warnings:
        typer.echo(f"note: {warning}")
    _print_summary(found.pack)


@commands.command()
def new(
    directory: Annotated[
        Path, typer.Argument(help="Where the pack is written; it must not be there yet.", show_default=False)
    ],
    pack: Annotated[str, typer.Option("--id", help="The pack's identifier: small letters, digits and _.")] = "my_box",
    name: Annotated[str, typer.Option(help="The pack's name.")] = "My Box",
    empty: Annotated[bool, typer.Option("--empty", help="Only the counts of the box, to be filled in.")] = False,
    language: Annotated[str, typer.Option(help="With --empty, the language of the names: en, de or fr.")] = "en",
) -> None:
    """Write a new pack: a copy of the shipped one, or an empty frame in which every component has its line."""
    from bot.app.own_packs.pack_frame import copied, emptied
    from bot.engine.packs.bounds import text_expected

    if (expected := text_expected("id", pack) or text_expected("name", name)) is not None:
        raise typer.BadParameter(f"found {pack!r} and {name!r}, expected {expected}")
    texts = emptied(pack, name, _locale(language)) if empty else copied(pack, name)
    try:
        directory.mkdir(parents=True)
        for file, text in texts.items():
            (directory / file).write_text(text, "utf-8")
    except FileExistsError:
        stop(f"{directory} is there already. Nothing was written; name a directory that is not.", Exit.FAILED)
    except OSError as error:
        stop(f"{directory}: {error.strerror}.", Exit.FAILED)
    typer.echo(f"{directory}: {len(texts)} files. Next: python -m bot pack check {directory}")


@commands.command()
def diff(
    before: Annotated[
        Path, typer.Argument(help="A pack: a directory, a ZIP archive or a YAML file.", show_default=False)
    ],
    after: Annotated[Path, typer.Argument(help="The pack to compare it with.", show_default=False)],
    language: Annotated[str, typer.Option(help="The language of names and effects: en, de or fr.")] = "en",
) -> None:
    """Say in words what differs between two packs. Ends with status 0 where nothing does, else with 1."""
    from bot.app.own_packs.pack_differences import differences

    locale = _locale(language)
    first, second = good_pack(before), good_pack(after)
    lines = differences(first, second, locale)
    for line in lines:
        typer.echo(line)
    if lines:
        raise typer.Exit(1)
    typer.echo(f"No difference: both have the hash {_hashes(first)}.")


@commands.command()
def edit(
    directory: Annotated[Path, typer.Argument(help="The directory of the pack.", show_default=False)],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0 for any free one.")] = 0,
    phone: Annotated[
        bool, typer.Option("--phone", help="For a phone in the same network, too, by a link that works once.")
    ] = False,
    host: Annotated[
        str, typer.Option(help="With --phone, this machine's address in the network, where the one found is wrong.")
    ] = "",
) -> None:
    """Open a page on this machine in which a pack is written. Every change is saved at once. Ctrl-C stops it."""
    import asyncio
    import contextlib

    from bot.engine.packs import PackMistakes

    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_edit(directory, port, _phone_address(host) if phone or host else None))
    except PackMistakes as refused:
        _print_mistakes(refused)
        raise typer.Exit(1) from None
    except OSError as error:
        stop(f"{error.strerror or error}. Another port: --port 0.", Exit.PORT_IN_USE)


def _phone_address(host: str) -> str:
    from bot.pack_editor.phone_access import own_address

    found = host or own_address()
    if found is None:
        stop(
            "This machine is in no network that a phone could reach it by. Connect it, or leave --phone out.",
            Exit.FAILED,
        )
    return found


async def _edit(directory: Path, port: int, phone_address: str | None) -> None:
    import asyncio

    from bot.pack_editor.page_server import PackPage
    from bot.pack_editor.phone_access import PhoneAccess

    phones = PhoneAccess(phone_address) if phone_address else None
    page = PackPage(directory, phones)
    try:
        typer.echo(f"{directory} is open at {await page.start(port)}  (Ctrl-C stops it)")
        if phones:
            page.phone_opened = lambda: _print_link(phones.link(page.port), "A phone has opened it. For another one:")
            _print_link(phones.link(page.port), "On a phone in the same network, once:")
        await asyncio.Event().wait()
    finally:
        await page.stop()


def _print_link(link: str, heading: str) -> None:
    from bot.pack_editor.phone_access import qr_code

    typer.echo(f"{heading} {link}")
    if sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf"):
        typer.echo(qr_code(link))


@commands.command()
def export(
    directory: Annotated[Path, typer.Argument(help="The directory of the pack.", show_default=False)],
    file: Annotated[
        Path, typer.Argument(help="The file to write: .xlsx, .ods, or .zip with CSV files.", show_default=False)
    ],
    language: Annotated[str, typer.Option(help="The language of effects and choices: en, de or fr.")] = "en",
) -> None:
    """Write a pack as a spreadsheet: a sheet for each kind of component, a row for each component."""
    from bot.app.own_packs.pack_data import read_data
    from bot.app.own_packs.pack_spreadsheets import KINDS, exported
    from bot.engine.packs import PackMistakes

    locale = _locale(language)
    if file.suffix not in KINDS:
        raise typer.BadParameter(f"found {file.suffix or file.name!r}, expected one of {', '.join(KINDS)}")
    try:
        file.write_bytes(exported(read_data(directory), locale, file.suffix))
    except PackMistakes as refused:
        _print_mistakes(refused)
        raise typer.Exit(1) from None
    except OSError as error:
        stop(f"{file}: {error.strerror}.", Exit.FAILED)
    typer.echo(f"{file}: next, fill it in, then python -m bot pack import {file} {directory}")


@commands.command("import")
def import_(
    file: Annotated[
        Path, typer.Argument(help="A spreadsheet (.xlsx, .ods, .csv, or .zip with CSV files).", show_default=False)
    ],
    directory: Annotated[
        Path, typer.Argument(help="Where the pack is written. Sheets left out stay as they are.", show_default=False)
    ],
    language: Annotated[str, typer.Option(help="The language of abbreviations: en, de or fr.")] = "en",
) -> None:
    """Take a spreadsheet over as a pack. Lists what was not understood: sheet, row, column, found and expected."""
    from bot.app.own_packs.pack_spreadsheets import FileRefused, take_over
    from bot.engine.packs import PackMistakes
    from bot.game_files.pack_files import LARGEST

    locale = _locale(language)
    try:
        with file.open("rb") as stream:
            found = take_over(stream.read(LARGEST + 1), file.name, directory, locale)
    except FileRefused as refused:
        for mistake in refused.mistakes:
            typer.echo(str(mistake))
        stop(f"{file.name} was refused; nothing was written.", Exit.FAILED)
    except PackMistakes as broken:
        _print_mistakes(broken)
        raise typer.Exit(1) from None
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}.", Exit.FAILED)
    for line in (*found.not_understood, *found.mistakes):
        typer.echo(str(line))
    left = len(found.not_understood), len(found.mistakes)
    typer.echo(f"{directory}: written. {left[0]} cells were not understood; the check found {left[1]} mistakes.")
    if any(left):
        raise typer.Exit(1)


@commands.command()
def pictures(
    path: Annotated[
        Path, typer.Argument(help="The pack: a directory, a ZIP archive or a YAML file.", show_default=False)
    ],
    folder: Annotated[Path, typer.Option("--to", help="The folder for the pages.")] = Path("pack_pictures"),
    language: Annotated[str, typer.Option(help="The language of the words: en, de or fr.")] = "en",
) -> None:
    """Draw every component on pages to hold beside the box. It takes a minute."""
    from bot.pictures.component_pages import component_pages

    locale, pack = _locale(language), good_pack(path)
    number = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(component_pages(pack, locale), 1):  # noqa: B007, kept for the sentence below
            (folder / page.name).write_bytes(page.png)
    except OSError as error:
        stop(f"{folder}: {error.strerror}.", Exit.FAILED)
    typer.echo(f"{folder}: {number} pages.")


@commands.command("try")
def try_(
    path: Annotated[
        Path, typer.Argument(help="The pack: a directory, a ZIP archive or a YAML file.", show_default=False)
    ],
    games: Annotated[int, typer.Option(min=0, help="Quick games that are played first; 0 for none.")] = 100,
    policy: Annotated[str, typer.Option(help="Who plays them: random, or planner:easy, which is slower.")] = "random",
    channel: Annotated[bool, typer.Option(help="Open the practice channel with the pack afterwards.")] = True,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the practice page; 0 for any free one.")] = 0,
) -> None:
    """Try a pack: quick games and what is suspicious in them, then the practice channel where it is offered."""
    pack = good_pack(path)
    if games:
        _print_trial(pack, games, policy)
    if channel:
        raise typer.Exit(_practice_with(path, port))


def _print_trial(pack: "Pack", games: int, policy: str) -> None:
    from bot.simulation.pack_trial import trial

    found = trial(pack, games, policy)
    turns, totals = sorted(found.turns), sorted(found.totals)
    typer.echo(
        f"{found.games} games by {policy}: {turns[len(turns) // 2]} turns a seat (median, {turns[0]} to {turns[-1]}), "
        f"{totals[len(totals) // 2]} points ({totals[0]} to {totals[-1]})."
    )
    for seed in found.endless:
        typer.echo(f"endless? The game of seed {seed} did not end, or took very long.")
    for line in (*found.broken, *found.dear):
        typer.echo(f"suspicious: {line}")
    for kind, names in found.never.items():
        typer.echo(f"never taken: {kind}: {', '.join(names)}")
    if not found.suspicious:
        typer.echo("Nothing is suspicious.")


def _practice_with(path: Path, port: int) -> int:
    """Run the practice channel with a data folder of its own, where the pack is offered; its exit status."""
    with tempfile.TemporaryDirectory(prefix="revive-pack-") as data:
        offered = Path(data) / "packs"
        offered.mkdir()
        if is_shipped(path):
            offered.rmdir()
        elif path.is_dir():
            shutil.copytree(path, offered / path.resolve().name)
        else:
            shutil.copy(path, offered / path.name)
        command = [sys.executable, "-m", "bot", "practice", "--port", str(port)]
        try:
            return subprocess.run(
                command, env=os.environ | {"DATA_DIR": data, "DATABASE_URL": ""}, check=False
            ).returncode
        except KeyboardInterrupt:
            return 0


def _locale(language: str) -> "Locale":
    from bot.text import LOCALES

    found = next((locale for locale in LOCALES if locale == language), None)
    if found is None:
        raise typer.BadParameter(f"found {language!r}, expected one of {', '.join(LOCALES)}", param_hint="--language")
    return found


def good_pack(path: Path) -> "Pack":
    """The pack that the user named, or an end with its mistakes."""
    from bot.engine.packs import PackMistakes

    try:
        return opened(path).pack
    except PackMistakes as refused:
        _print_mistakes(refused)
    raise typer.Exit(1)


def opened(path: Path) -> "ReadPack":
    """The pack in a directory, a ZIP archive or a YAML file; ``field`` is the shipped one where nothing else is called
    so.

    :raises PackMistakes: with every mistake.
    """
    from bot.engine.packs import Mistake, PackMistakes, open_pack
    from bot.game_files.pack_files import LARGEST, read_pack_file

    if is_shipped(path):
        return open_pack(files("rules_data") / "packs" / SHIPPED)
    if not path.is_file():
        return open_pack(path)
    try:
        with path.open("rb") as stream:
            return read_pack_file(stream.read(LARGEST + 1), path.name)
    except OSError as error:
        raise PackMistakes([Mistake(path.name, 1, error.strerror or "nothing", "a file that can be read")]) from error


def is_shipped(path: Path) -> bool:
    """Whether the pack that comes with the bot is meant."""
    return str(path) == SHIPPED and not path.exists()


def _hashes(pack: "Pack") -> str:
    """The hash by which games remember a pack, and the one with the expansion where it has one."""
    return pack.hash if pack.abyss is None else f"{pack.base.hash}, with the expansion {pack.hash}"


def _print_mistakes(refused: "PackMistakes") -> None:
    for mistake in refused.mistakes:
        typer.echo(str(mistake))
    number = len(refused.mistakes)
    typer.echo(f"{number} mistake{'s' if number > 1 else ''}; the pack was not loaded.", err=True)


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
    console.print(f"No mistakes. Games remember the pack by its hash, {_hashes(pack)}.", highlight=False)


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
