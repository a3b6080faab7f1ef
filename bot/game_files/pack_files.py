"""A pack as somebody sends it: a ZIP archive of its YAML files, or all of it in one YAML file. Nothing of it is ever
written to a disk, and nothing is unpacked beyond what a pack may hold."""

from __future__ import annotations

import stat
import zipfile
import zlib
from io import BytesIO
from pathlib import PurePosixPath
from typing import Final

import msgspec

from bot.engine.components import Pack
from bot.engine.packs import Mistake, PackMistakes, ReadPack, Untranslated, pack_of_files, pack_of_one
from bot.engine.packs.draft import FILES
from bot.engine.packs.sources import LARGEST_FILE, printable

LARGEST: Final = 2 * 1024 * 1024
"""Bytes of a file that is read at all; the shipped pack has 60,000, unpacked."""
MOST_ENTRIES: Final = 200
"""Files and folders in an archive."""
MOST_TOLD: Final = 200
"""Mistakes that are handed back; nobody reads more at once."""
ARCHIVE: Final = b"PK"
"""What every ZIP archive begins with."""
LITTER: Final = ("__MACOSX",)
"""Folders that systems put into archives by themselves."""
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED: Final = 0x1
"""The flag of an entry that needs a password."""
_encoder = msgspec.msgpack.Encoder()


class PackRequest(msgspec.Struct, frozen=True, kw_only=True, tag="Pack"):
    """A file that is to be read as a pack, and what it is called."""

    data: bytes
    name: str = "pack.yaml"


class PackTaken(msgspec.Struct, frozen=True, kw_only=True, tag="PackTaken"):
    """A pack without a mistake: the pack (MessagePack), and its warnings."""

    body: bytes
    warnings: tuple[Untranslated, ...] = ()


class PackRefused(msgspec.Struct, frozen=True, kw_only=True, tag="PackRefused"):
    """What is wrong with a file; ``more`` mistakes are not listed."""

    mistakes: tuple[Mistake, ...]
    more: int = 0


def read_pack_file(data: bytes, name: str) -> ReadPack:
    """The pack in a file. ``name`` is what mistakes call it.

    :raises PackMistakes: with file, line, what was found and what was expected.
    """
    label = printable(name) or "pack.yaml"
    if len(data) > LARGEST:
        raise PackMistakes([Mistake(label, 1, f"{len(data)} bytes", f"at most {LARGEST}")])
    if data.startswith(ARCHIVE):
        return pack_of_files(_unpacked(data, label))
    return pack_of_one(label, data)


def answer_of(request: PackRequest) -> PackTaken | PackRefused:
    """What becomes of a file."""
    try:
        found = read_pack_file(request.data, request.name)
    except PackMistakes as refused:
        told = tuple(refused.mistakes[:MOST_TOLD])
        return PackRefused(mistakes=told, more=len(refused.mistakes) - len(told))
    return PackTaken(body=_encoder.encode(found.pack), warnings=found.warnings)


def pack_from(taken: PackTaken) -> Pack:
    """The pack that came out of a file."""
    return msgspec.msgpack.decode(taken.body, type=Pack)


# ---- archives ----------------------------------------------------------------------------------------------------


def _unpacked(data: bytes, label: str) -> dict[str, bytes]:
    """The YAML files of an archive, by name.

    :raises PackMistakes: it is damaged, or holds what no pack holds.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = _entries(archive, label)
            return {name: _content(archive, entry, name) for name, entry in entries.items()}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        if isinstance(error, PackMistakes):
            raise
        raise PackMistakes([Mistake(label, 1, "a damaged archive", "a ZIP archive that can be unpacked")]) from error


def _entries(archive: zipfile.ZipFile, label: str) -> dict[str, zipfile.ZipInfo]:
    """The entries that are read: YAML files at the top, or in the one folder that holds the pack."""
    listed = archive.infolist()
    if len(listed) > MOST_ENTRIES:
        raise PackMistakes([Mistake(label, 1, f"{len(listed)} files", f"at most {MOST_ENTRIES}")])
    mistakes: list[Mistake] = []
    found: dict[PurePosixPath, zipfile.ZipInfo] = {}
    for entry in listed:
        path = PurePosixPath(entry.filename)
        refused = refusal_of_entry(entry, path, found)
        if refused is not None:
            mistakes.append(Mistake(printable(entry.filename) or label, 1, *refused))
        elif not _is_litter(path, entry) and path.suffix in (".yaml", ".yml"):
            found[path] = entry
    if mistakes:
        raise PackMistakes(sorted(mistakes))
    return _in_one_folder(found, label)


def refusal_of_entry(
    entry: zipfile.ZipInfo, path: PurePosixPath, found: dict[PurePosixPath, zipfile.ZipInfo]
) -> tuple[str, str] | None:
    """What is found and expected where an entry has no place in a pack's archive."""
    if path.is_absolute() or ".." in path.parts or "\\" in entry.orig_filename or ":" in entry.filename:
        return "a path out of the archive", "a file name, in one folder at most"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "a link", "a file"
    if entry.flag_bits & ENCRYPTED:
        return "a file with a password", "one without"
    if entry.compress_type not in METHODS:
        return f"the compression method {entry.compress_type}", "the usual one (deflate), or none"
    if path in found:
        return "this file twice", "it once"
    return None


def _is_litter(path: PurePosixPath, entry: zipfile.ZipInfo) -> bool:
    return entry.is_dir() or path.parts[0] in LITTER or path.name.startswith(".")


def _in_one_folder(found: dict[PurePosixPath, zipfile.ZipInfo], label: str) -> dict[str, zipfile.ZipInfo]:
    folders = {path.parent for path in found}
    if not found:
        expected = "the files of a pack: " + ", ".join(FILES)
        raise PackMistakes([Mistake(label, 1, "an archive without YAML files", expected)])
    if len(folders) > 1:
        names = ", ".join(sorted(printable(str(folder)) for folder in folders)[:5])
        raise PackMistakes([Mistake(label, 1, f"YAML files in several folders ({names})", "all in one")])
    return {path.name: entry for path, entry in found.items()}


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> bytes:
    """One byte more than a file may have is read at most: what the archive says of its size is not believed."""
    with archive.open(entry) as stream:
        content = stream.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise PackMistakes([Mistake(printable(name), 1, f"more than {LARGEST_FILE} bytes", "a smaller file")])
    return content
