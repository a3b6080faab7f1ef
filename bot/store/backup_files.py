"""The copies in ``backups/``: what they are called, which there are, and which are no longer needed."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

SCHEDULED: Final = "scheduled"
"""The label of copies that the bot makes by itself. Only these are ever removed."""
_STAMP: Final = "%Y%m%d-%H%M%S-%f"
_NAME: Final = re.compile(r"(?P<stamp>\d{8}-\d{6}-\d{6})-(?P<label>[a-z0-9-]+)")


@dataclass(frozen=True, slots=True)
class BackupFile:
    """One copy. ``size`` is in bytes; ``label`` says why it was made."""

    path: Path
    made_at: datetime
    label: str
    size: int


def folder_of(database: Path) -> Path:
    """Where copies of ``database`` are kept."""
    return database.parent / "backups"


def backup_path(database: Path, label: str, now: datetime) -> Path:
    """The name of a new copy."""
    return folder_of(database) / f"{database.stem}-{now.astimezone(UTC):{_STAMP}}-{label}{database.suffix}"


def backups_of(database: Path) -> list[BackupFile]:
    """The copies of ``database``, newest first. Other files in the folder are left out."""
    pattern = f"{database.stem}-*{database.suffix}"
    found = [backup for path in folder_of(database).glob(pattern) if (backup := _read_name(database, path))]
    return sorted(found, key=lambda backup: backup.made_at, reverse=True)


def _read_name(database: Path, path: Path) -> BackupFile | None:
    name = _NAME.fullmatch(path.name.removeprefix(f"{database.stem}-").removesuffix(database.suffix))
    if name is None:
        return None
    made_at = datetime.strptime(name["stamp"], _STAMP).replace(tzinfo=UTC)
    return BackupFile(path, made_at, name["label"], path.stat().st_size)


def prune(database: Path, keep: int) -> list[Path]:
    """Remove all but the newest ``keep`` scheduled copies; the paths that are gone."""
    scheduled = [backup.path for backup in backups_of(database) if backup.label == SCHEDULED]
    for path in scheduled[keep:]:
        path.unlink(missing_ok=True)
    return scheduled[keep:]
