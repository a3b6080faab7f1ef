"""The packs of whoever runs the bot: every directory, ZIP archive and YAML file in ``DATA_DIR/packs``. All servers are
offered them."""

import logging
from pathlib import Path
from typing import Final

from bot.engine.components import Pack
from bot.engine.packs import Mistake, PackMistakes, field_with_expansion, open_pack
from bot.game_files.pack_files import LARGEST, read_pack_file

log = logging.getLogger(__name__)

FILES: Final = (".zip", ".yaml", ".yml")
MOST_PACKS: Final = 9
"""So many are offered beside the shipped one and a server's own: a menu has 25 lines."""
MOST_TOLD: Final = 5
"""Mistakes of one pack that the log tells."""


def packs_for_all(folder: Path) -> list[Pack]:
    """The shipped pack, and those of the folder in the order of their names. What cannot be played with is logged and
    left out, so that one mistake does not keep the bot from starting."""
    packs = [field_with_expansion()]
    for path in pack_files(folder):
        pack = _read(path)
        if pack is None:
            continue
        if pack.id in {each.id for each in packs}:
            log.error("a pack was left out: its identifier is taken", extra={"file": str(path), "pack": pack.id})
        elif len(packs) > MOST_PACKS:
            log.error("a pack was left out: there are too many", extra={"file": str(path), "most": MOST_PACKS})
        else:
            packs.append(pack)
            log.info("a pack is offered", extra={"file": str(path), "pack": pack.id, "version": pack.version})
    return packs


def pack_files(folder: Path) -> list[Path]:
    """What in the folder may be a pack, in the order of names."""
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith(".") and _is_pack(path))
    except FileNotFoundError:
        return []
    except OSError as error:
        log.exception("the folder of packs cannot be read", extra={"file": str(folder), "why": error.strerror})
        return []


def _is_pack(path: Path) -> bool:
    return path.is_dir() or path.suffix in FILES


def _read(path: Path) -> Pack | None:
    try:
        return read_host_pack(path)
    except PackMistakes as refused:
        told = [str(mistake) for mistake in refused.mistakes[:MOST_TOLD]]
        log.error("a pack has mistakes", extra={"file": str(path), "mistakes": told, "of": len(refused.mistakes)})
    return None


def read_host_pack(path: Path) -> Pack:
    """The pack of a directory or file.

    :raises PackMistakes: it cannot be played with, or not be read.
    """
    return open_pack(path).pack if path.is_dir() else _read_file(path)


def _read_file(path: Path) -> Pack:
    try:
        with path.open("rb") as stream:
            return read_pack_file(stream.read(LARGEST + 1), path.name).pack
    except OSError as error:
        raise PackMistakes([Mistake(path.name, 1, error.strerror or "nothing", "a file that can be read")]) from error
