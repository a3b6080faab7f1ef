"""What ``python -m bot doctor`` checks on this machine. Nothing is changed, and the bot may be running."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from bot.settings import Settings

Level = Literal["ok", "warning", "failed"]
LEAST_DISK: Final = 200 * 2**20
"""Bytes without which the database may soon not be written."""
LITTLE_DISK: Final = 2**30
FIRST_DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock before this day is wrong: the program is younger."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor: what was looked at, how it is, and what to do where it is not well."""

    level: Level
    what: str
    text: str


def check_host(settings: Settings) -> Iterator[Finding]:
    """Every check of this machine, in the order in which a host would mend things."""
    yield from check_folder(settings.data_dir)
    yield from check_database(settings)
    yield from check_packs(settings.data_dir / "packs")
    yield check_clock(datetime.now(UTC))
    yield from check_reports(settings)
    yield check_model()
    yield check_pictures()
    yield from check_thinkers(settings)


def check_folder(folder: Path) -> Iterator[Finding]:
    """Whether DATA_DIR can be written, and how much room there is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-"):
            pass
    except OSError as error:
        yield Finding("failed", "data folder", f"{folder}: {error.strerror}; set DATA_DIR to one the bot may write to")
        return
    yield Finding("ok", "data folder", f"{folder.resolve()} can be written")
    free = shutil.disk_usage(folder).free
    level: Level = "failed" if free < LEAST_DISK else "warning" if free < LITTLE_DISK else "ok"
    yield Finding(level, "disk", f"{free / 2**30:.1f} GB free" + ("" if level == "ok" else "; make room on the disk"))


def check_database(settings: Settings) -> Iterator[Finding]:
    """Whether the database can be opened, its revision, and how old the newest copy is."""
    from bot.store import StoreProblem
    from bot.store.database import file_at
    from bot.store.migrate import REVISIONS
    from bot.store.restore_backup import contents

    try:
        file = file_at(settings.database)
        if file is None:
            yield Finding("ok", "database", asyncio.run(_look_at_server(settings.database)))
            return
        if not file.exists():
            yield Finding("ok", "database", f"{file} does not exist yet; the first start makes it")
            return
        found = contents(file, in_use=True)
    except StoreProblem as problem:
        yield Finding("failed", "database", str(problem))
        return
    later = "" if found.revision == REVISIONS[-1] else "; the next start copies it and brings it up to date"
    yield Finding("ok", "database", f"{file}: undamaged, {found.games} games, revision {found.revision}{later}")
    yield check_backups(file, settings, datetime.now(UTC))


async def _look_at_server(address: str) -> str:
    """What is to be said of a database that is no file. :raises StoreProblem: it cannot be used."""
    from bot.store.database import connect
    from bot.store.migrate import REVISIONS, revision_of

    database = connect(address)
    try:
        found = await database.read(lambda connection: revision_of(connection, database.name))
    finally:
        await database.close()
    if found is None:
        return f"{database.name} has no tables yet; the first start makes them"
    later = "" if found == REVISIONS[-1] else "; the next start brings it up to date: make a copy first (pg_dump)"
    return f"{database.name} answers, revision {found}{later}"


def check_backups(file: Path, settings: Settings, now: datetime) -> Finding:
    """How old the newest copy is."""
    from bot.store.backup_files import backups_of

    made = backups_of(file)
    if not made:
        advice = "the running bot makes the first at once" if settings.backup_hours else "set BACKUP_HOURS"
        return Finding("warning", "backups", f"there is none; {advice}, or run python -m bot backup")
    age = now - made[0].made_at
    told = f"{len(made)} copies, the newest from {made[0].made_at:%Y-%m-%d %H:%M} UTC"
    if settings.backup_hours and age > 2 * timedelta(hours=settings.backup_hours):
        return Finding("warning", "backups", f"{told}; is the bot running? Its log says why none was made")
    return Finding("ok", "backups", told)


def check_packs(folder: Path) -> Iterator[Finding]:
    """The host's own component packs, where there are any."""
    from bot.app.tables.host_packs import pack_files, read_host_pack
    from bot.engine.packs import PackMistakes

    for path in pack_files(folder):
        try:
            pack = read_host_pack(path)
        except PackMistakes as refused:
            more = f" and {len(refused.mistakes) - 1} more" if len(refused.mistakes) > 1 else ""
            yield Finding("warning", "pack", f"{path}: {refused.mistakes[0]}{more}; it is not offered")
        else:
            yield Finding("ok", "pack", f"{path}: {pack.id} {pack.version}")


def check_clock(now: datetime) -> Finding:
    """Whether this machine's clock can be right at all."""
    if now < FIRST_DAY:
        return Finding("failed", "clock", f"it says {now:%Y-%m-%d}; set the clock, or let the system set it (NTP)")
    return Finding("ok", "clock", f"{now:%Y-%m-%d %H:%M} UTC")


def check_reports(settings: Settings) -> Iterator[Finding]:
    """Where mistakes are told, if anywhere."""
    from bot.cli.error_reports import can_report

    if settings.sentry_dsn is None:
        return
    host = urlsplit(settings.sentry_dsn.get_secret_value()).hostname
    if can_report():
        yield Finding("ok", "error reports", f"go to {host}, without contents")
    else:
        yield Finding(
            "failed", "error reports", "the package sentry-sdk is missing; install it, or leave SENTRY_DSN out"
        )


def check_model() -> Finding:
    """Whether questions are also searched by meaning."""
    from bot.reference.encoder import encoder

    if encoder() is None:
        return Finding(
            "warning",
            "search model",
            "it cannot run here (no AVX2, no wheel, or switched off); questions are searched by words only",
        )
    return Finding("ok", "search model", "runs")


def check_pictures() -> Finding:
    """Whether a picture with text can be drawn: Pillow and the fonts in it."""
    from bot.pictures.render.text_rendering import lettering

    try:
        lettering("Revive", 20)
    except OSError as error:
        return Finding("failed", "pictures", f"text cannot be drawn ({error}); install the bot anew")
    return Finding("ok", "pictures", "text can be drawn")


def check_thinkers(settings: Settings) -> Iterator[Finding]:
    """Whether anybody thinks for the computer players, where others are to do so."""
    if settings.thinkers != "remote":
        return
    from bot.cli.remote_thinkers import NEEDS_SERVER, check_package
    from bot.settings import WrongSetting
    from bot.store import StoreProblem

    try:
        check_package()
        if not settings.is_on_server:
            raise WrongSetting(f"THINKERS: remote {NEEDS_SERVER}")
        yield asyncio.run(_look_at_thinkers(settings.database))
    except (WrongSetting, StoreProblem) as problem:
        yield Finding("failed", "thinkers", str(problem))


async def _look_at_thinkers(address: str) -> Finding:
    """:raises StoreProblem: the database cannot be asked."""
    from bot.store.database import connect
    from bot.store.database_errors import reading_of
    from bot.store.thought_queue import VERSION, thinkers

    database = connect(address)
    try:
        with reading_of(database.name):
            ours, others = await thinkers(database)
    finally:
        await database.close()
    if ours:
        return Finding("ok", "thinkers", f"python -m bot think runs with version {VERSION}")
    if others:
        return Finding("warning", "thinkers", f"none has version {VERSION}; update those of python -m bot think")
    return Finding("warning", "thinkers", "none runs; start python -m bot think, or the easy player moves instead")
