"""The files behind the catalogues: ``.po`` files as people write them, and one compiled ``.mo`` file a language.

Reading three languages takes half a second from ``.po`` files and a fiftieth of it from ``.mo`` files. The Makefile and
the wheel's build compile them; a compiled file holds a digest of what it was made of and is ignored where that differs.
"""

from __future__ import annotations

import gettext
import io
import struct
from hashlib import sha256
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from babel.messages.catalog import Catalog

VERSION_HEADER: Final = "project-id-version"
"""The header that holds the digest: Babel writes no headers but those of gettext."""
Sources = dict[str, bytes]
"""File names and contents."""


def sources_of(folder: Traversable) -> Sources:
    """The ``.po`` files of a language."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name.endswith(".po")}


def compiled_catalogue(locale: str, sources: Mapping[str, bytes], kept: bytes | None = None) -> bytes:
    """The catalogue of a language as a ``.mo`` file: ``kept``, if it was made of these sources, else made anew.

    :raises ValueError: a key is in two files, or a file cannot be read; the message names the file.
    """
    if kept and _was_made_of(sources, kept):
        return kept
    from babel.messages.mofile import write_mo

    compiled = io.BytesIO()
    write_mo(compiled, merged_catalogue(locale, sources))
    return compiled.getvalue()


def merged_catalogue(locale: str, sources: Mapping[str, bytes]) -> Catalog:
    """All messages of a language that are written and not fuzzy.

    :raises ValueError: see :func:`compiled_catalogue`.
    """
    from babel.messages.catalog import Catalog

    whole = Catalog(locale=locale, version=_digest(sources))
    for name in sorted(sources):
        for message in _read(locale, name, sources[name]):
            if not message.id or not message.string or message.fuzzy:
                continue
            if message.id in whole:
                raise ValueError(f"{locale}/{name}: the key {message.id!r} is in another file too")
            whole[message.id] = message
    return whole


def translations_in(compiled: bytes) -> gettext.GNUTranslations:
    """The messages of a ``.mo`` file, to be looked up."""
    return gettext.GNUTranslations(io.BytesIO(compiled))


def keys_in(compiled: bytes) -> Iterator[str]:
    """The keys of a ``.mo`` file."""
    from babel.messages.mofile import read_mo

    for message in read_mo(io.BytesIO(compiled)):
        if message.id:
            yield message.id if isinstance(message.id, str) else message.id[0]


def write_compiled(root: Path) -> None:
    """Compile every language under ``root``: ``root/de/*.po`` become ``root/de.mo``.

    :raises ValueError: see :func:`compiled_catalogue`.
    """
    for folder in sorted(path for path in root.iterdir() if path.is_dir() and any(path.glob("*.po"))):
        (root / f"{folder.name}.mo").write_bytes(compiled_catalogue(folder.name, sources_of(folder)))


def _read(locale: str, name: str, source: bytes) -> Catalog:
    from babel.messages.pofile import read_po

    try:
        return read_po(io.BytesIO(source), locale=locale, abort_invalid=True)
    except Exception as error:
        raise ValueError(f"{locale}/{name}: {error}") from error


def _was_made_of(sources: Mapping[str, bytes], compiled: bytes) -> bool:
    try:
        return _digest(sources) in translations_in(compiled).info().get(VERSION_HEADER, "")
    except (OSError, UnicodeError, struct.error):  # cut off, or no .mo file
        return False


def _digest(sources: Mapping[str, bytes]) -> str:
    digest = sha256()
    for name in sorted(sources):
        digest.update(b"%s %d\n%s" % (name.encode(), len(sources[name]), sources[name]))
    return digest.hexdigest()
