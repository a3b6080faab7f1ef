"""Sets of questions with the entries that answer them, for calibration and measurement.

They lie beside the tests, in ``<language>_<part>.yaml``. The search learns from all of them; a set that is to measure
it is sealed before the search changes, asked once, and learned from afterwards.
"""

from pathlib import Path
from typing import Annotated, Final, Literal, get_args

import msgspec
import yaml

from bot.text import LOCALES, Locale

FOLDER: Final = Path("tests/reference/questions")

Part = Literal[
    "calibration",
    "report",
    "second",
    "train",
    "unseen",
    "sealed",
    "fifth",
    "sixth",
    "seventh",
    "documents",
    "reworded",
    "ninth",
    "stories",
    "tenth",
    "neighbours",
    "eleventh",
    "facts",
    "blind",
    "voices",
    "sentences",
    "twelfth",
    "near",
    "limits",
    "thirteenth",
    "fourteenth",
    "consequences",
]

KNOWN: Final[tuple[Part, ...]] = ("calibration", "report", "second", "unseen")
"""Parts on which weights and thresholds are learned."""

TRAIN: Final[Part] = "train"
"""Questions of most entries, from which all classes are learned."""

DOCUMENTS: Final[Part] = "documents"
"""Every fact of the documents and what they leave open; new entries learn from it what they do not mean."""

REWORDED: Final[Part] = "reworded"
"""Facts of the documents in other words than the entries."""

NEWER: Final[tuple[Part, ...]] = tuple(part for part in get_args(Part) if part not in (*KNOWN, TRAIN))
"""Parts from which the later parts of the classes by spelling are learned, too."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question as a player types it. No ``ids``: the rules do not cover it."""

    q: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
    ids: tuple[str, ...] = ()
    """The entries that answer it, best first."""
    kind: Literal["", "near", "far", "told"] = ""
    """For a question that is not covered: about the game (near) or about something else (far), or its entry says that
    the documents do not tell it (told)."""


class Labelled(msgspec.Struct, frozen=True):
    """A question with its language."""

    locale: Locale
    text: str
    ids: tuple[str, ...]
    kind: str

    @property
    def covered(self) -> bool:
        """Whether the rules cover the question."""
        return bool(self.ids)


def read(*parts: Part, folder: Path = FOLDER) -> list[Labelled]:
    """All questions of some parts, language after language.

    :raises OSError: a file is not there; run it from the project's folder.
    :raises msgspec.ValidationError: a question is malformed.
    """
    return [
        Labelled(locale, question.q, question.ids, question.kind)
        for part in parts
        for locale in LOCALES
        for question in _file(folder / f"{locale}_{part}.yaml")
    ]


def _file(path: Path) -> list[Question]:
    return msgspec.convert(yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader), list[Question])
