"""Writes docs/licences.md: every package of the lock files with the licence that its own metadata names."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "licences.md"
HEAD = """# Licences

Revive Referee is under the MIT licence (LICENSE). It ships no text, picture or other work of the game's publisher: the
rules are told in our own words, and the component packs are our own.

The packages below are installed from the lock files, not shipped in this repository. Each licence is the one that the
package's own metadata names. `make licences` writes this page anew.
"""
KNOWN = re.compile(r"License :: (?:OSI Approved :: )?(.+)")
FULL_TEXTS = {
    "Permission is hereby granted, free of charge": "MIT",
    "Apache License": "Apache-2.0",
    "Redistribution and use": "BSD",
    "Mozilla Public License": "MPL-2.0",
}
"""Phrases that identify a licence where the metadata contain its whole text."""

ELSEWHERE = {"audioop-lts": "PSF-2.0", "colorama": "BSD-3-Clause"}
"""Packages for other systems and Python versions, which are not installed here."""


SHIPPED = """## Shipped in this repository

Each with its licence beside it in `rules_data/pictures/fonts`, or named in the file. All other icons are our own.

| what | for | licence |
|---|---|---|
| Roboto Condensed, Medium and Bold | letters in pictures | OFL-1.1 |
| DejaVu Sans Condensed Bold | arrows, Hebrew and Arabic in pictures | Bitstream Vera and public domain |
| Noto Emoji Medium | emoji in names in pictures | OFL-1.1 |
| Droid Sans Fallback | Chinese, Japanese and Korean in names in pictures | Apache-2.0 |
| Material Design Icons (Pictogrammers), the files in `icons` that say so | icons in pictures | Apache-2.0 |
"""


def packages(lock: Path) -> list[str]:
    """The names of the packages in a lock file, sorted."""
    return sorted(set(re.findall(r"^([A-Za-z0-9._-]+)==", lock.read_text("utf-8"), re.M)), key=str.lower)


def licence(package: Distribution) -> str:
    """The licence according to the metadata: an expression, else classifiers, else the first words of the text."""
    meta = package.metadata
    if expression := meta.get_all("License-Expression"):
        return str(expression[0])
    classifiers = [found[1] for value in meta.get_all("Classifier") or () if (found := KNOWN.match(value))]
    if classifiers:
        return " / ".join(classifiers)
    text = "".join(meta.get_all("License") or ())
    if text and len(text) < 60:
        return text.strip()
    return _of_text(text + "".join(_licence_files(package)))


def _of_text(text: str) -> str:
    return next((name for words, name in FULL_TEXTS.items() if words in text), "not named")


def _licence_files(package: Distribution) -> Iterator[str]:
    for file in package.files or ():
        if re.search(r"licen[cs]e|copying", file.name, re.I) and "dist-info" in str(file):
            yield file.read_text("utf-8")


def rows(names: list[str]) -> Iterator[str]:
    """One line of a table for each package."""
    for name in names:
        try:
            found = distribution(name)
        except PackageNotFoundError:
            yield f"| {name} | {ELSEWHERE[name]} |"
        else:
            yield f"| {name} | {licence(found)} |"


def page() -> str:
    """The page."""
    run = packages(ROOT / "requirements.lock")
    dev = [name for name in packages(ROOT / "requirements-dev.lock") if name not in run]
    table = "| package | licence |\n|---|---|\n"
    return (
        f"{HEAD}\n{SHIPPED}\n## To run\n\n{table}"
        + "\n".join(rows(run))
        + f"\n\n## To test\n\n{table}"
        + "\n".join(rows(dev))
        + "\n"
    )


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
    sys.stdout.write(f"{TARGET.relative_to(ROOT)} written\n")
