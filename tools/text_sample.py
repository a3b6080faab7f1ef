"""Draws texts at random for readers: ``python -m tools.text_sample FOLDER`` writes one file for each language.

The same seed draws the same texts as long as none is added or removed.
"""

import random
import re
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

import typer

from bot.reference.load import book
from bot.text import LOCALES, Locale
from bot.text.catalogue_files import merged_catalogue, sources_of

SEED: Final = "2026-11-24"
PLACEHOLDER: Final = re.compile(r"\{[^}]*\}")
READABLE: Final = re.compile(r"[^\W\d_]{3}")
"""What a message must have besides its placeholders, so that there is something to read."""


def sampled(locale: Locale, messages: int, entries: int, seed: str = SEED) -> list[tuple[str, str]]:
    """The keys and texts that are drawn for a language: first messages, then entries of the reference."""
    rng = random.Random(f"{seed} {locale}")
    said, known = _messages(locale), _entries(locale)
    chosen = rng.sample(sorted(said), messages), rng.sample(sorted(known), entries)
    return [(key, said[key]) for key in chosen[0]] + [(key, known[key]) for key in chosen[1]]


def _messages(locale: Locale) -> dict[str, str]:
    found = {}
    for message in merged_catalogue(locale, sources_of(files("rules_data") / "text" / locale)):
        forms = (message.string,) if isinstance(message.string, str) else message.string or ()
        if message.id and any(READABLE.search(PLACEHOLDER.sub("", form)) for form in forms):
            found[message.id if isinstance(message.id, str) else message.id[0]] = "\n".join(forms)
    return found


def _entries(locale: Locale) -> dict[str, str]:
    return {
        name: "\n".join((f"**{words.title}**", words.answer, words.rule, words.example))
        for name, words in ((name, entry.words(locale)) for name, entry in book().entries.items())
    }


def main(
    folder: Path,
    messages: Annotated[int, typer.Option(help="How many messages.")] = 200,
    entries: Annotated[int, typer.Option(help="How many entries of the reference.")] = 100,
    seed: str = SEED,
) -> None:
    """Write a file of texts for each language into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for locale in LOCALES:
        texts = sampled(locale, messages, entries, seed)
        numbered = (f"[{number}] {key}\n{text}\n" for number, (key, text) in enumerate(texts, 1))
        (folder / f"{locale}.txt").write_text("\n".join(numbered), "utf-8")


if __name__ == "__main__":
    typer.run(main)
