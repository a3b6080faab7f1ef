"""Packs as owners of a box would send them: the shipped pack with another identifier and something changed."""

import io
import zipfile
from collections.abc import Mapping

from bot.engine.packs.draft import FILES
from tests.packs.conftest import FIELD


def own_files(pack: str = "my_box", version: str = "1", **changes: tuple[str, str]) -> dict[str, bytes]:
    """The files of a pack of one's own. ``changes``: by file without its ending, what is replaced by what."""
    texts = {name: (FIELD / name).read_text("utf-8") for name in FILES}
    lines = texts["pack.yaml"].splitlines()
    texts["pack.yaml"] = "\n".join(_head(line, pack, version) for line in lines)
    for file, (old, new) in changes.items():
        assert old in texts[f"{file}.yaml"], "the edit finds nothing in the shipped pack"
        texts[f"{file}.yaml"] = texts[f"{file}.yaml"].replace(old, new)
    return {name: text.encode() for name, text in texts.items()}


def _head(line: str, pack: str, version: str) -> str:
    if line.startswith("id:"):
        return f"id: {pack}"
    if line.startswith("name:"):
        return "name: {en: My Box, de: Meine Schachtel, fr: Ma boîte}"
    return f'version: "{version}"' if line.startswith("version:") else line


def zipped(files: Mapping[str, bytes], folder: str = "") -> bytes:
    """Files as a ZIP archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(folder + name, content)
    return out.getvalue()


def own_zip(pack: str = "my_box", version: str = "1", **changes: tuple[str, str]) -> bytes:
    """:func:`own_files` as a ZIP archive."""
    return zipped(own_files(pack, version, **changes))


SENTENCE = {"en": "Swap a crate.", "de": "Tausche eine Kiste.", "fr": "Échange une caisse."}
BY_HAND = (
    "{by_hand: {text: {en: Swap a crate., de: Tausche eine Kiste., fr: Échange une caisse.}, "
    "brings: [{get: [take_crate], most: 2}, {get: [{gain: {gear: 1}}]}], worth: 2}}"
)


def changed_files(pack: str, changes: int, by_hand: int = 0) -> dict[str, bytes]:
    """A pack in which so many components (modules and crates) give something else than in the shipped one; the first
    of each kind, ``by_hand`` in all, what no word says."""
    files = own_files(pack)
    left = changes
    for name in ("modules.yaml", "crates.yaml"):
        lines = files[name].decode().splitlines()
        for number, line in enumerate(lines):
            if left and "- {id: " in line:
                gives = BY_HAND if changes - left < by_hand else f"{{gain: {{{RESOURCES[left % 3]}: 2}}}}"
                lines[number] = f"{line[: line.index('get:')]}get: [{gives}]}}"
                left -= 1
        files[name] = "\n".join(lines).encode()
    assert not left, "so many modules and crates there are not"
    return files


RESOURCES = ("gear", "book", "food")
