"""What people type into the fields, read: forgiving in form, strict in number. All mistakes of a form are found at
once, so that nobody is sent back twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from bot.app.score_pad.countables import THINGS, name_of, thing_called
from bot.app.score_pad.model import Artifacts, Form, Leftover, Options, Sheet
from bot.engine.effects import ARTIFACT_COLOURS
from bot.engine.rules import score_values

if TYPE_CHECKING:
    from bot.text import Locale

MOST: Final = 999
"""The greatest number, and the most points of a line, that any game could need."""
EACH: Final = "each"
"""The field for the points that an artifact card gives for each thing."""
LONGEST_NAME: Final = 24
"""Characters of a name for what an artifact card counts."""

Field = Literal[
    "track",
    "progress",
    "technologies",
    "locations",
    "devotion",
    "cards",
    "scyphoz",
    "leftover",
    "small",
    "end_tile",
    "yellow",
    "white",
    "violet",
    "whole",
]
Reason = Literal[
    "empty",
    "no_number",
    "negative",
    "too_large",
    "one_number",
    "leftover_count",
    "artifact_count",
    "too_many_points",
    "each_count",
    "no_day",
    "future_day",
    "early_day",
]
Typed = Mapping[str, str]
"""What was typed, by field; a field that is left out was left empty."""

FIELDS: Final[dict[Form, tuple[Field, ...]]] = {
    "points": ("track", "progress", "technologies", "locations", "devotion"),
    "cards": ("cards", "scyphoz", "leftover", "small", "end_tile"),
    "artifacts": ("yellow", "white", "violet"),
    "whole": ("whole",),
}
NEEDED: Final[frozenset[Field]] = frozenset({"track", "progress", "whole"})
"""Fields that may not be left empty: nobody ends without a place on these tracks, so nothing there is a slip."""


class Mistake(msgspec.Struct, frozen=True):
    """A field that could not be read, why, and what was typed."""

    field: str
    reason: Reason
    typed: str


class UnreadableForm(Exception):
    """Some fields of a form could not be read; nothing of it was taken over."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__(", ".join(f"{mistake.field}: {mistake.reason}" for mistake in mistakes))
        self.mistakes = mistakes


class _Wrong(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


def fields_of(form: Form, options: Options) -> tuple[Field, ...]:
    """The fields that a form has in this game: devotion and scyphoz cards with the expansion only, no end tile against
    the Mautoma."""
    left_out = {"devotion", "scyphoz"} if not options.expansion else set()
    left_out |= {"end_tile"} if options.mode == "mautoma" else set()
    return tuple(field for field in FIELDS[form] if field not in left_out)


def read_form(form: Form, typed: Typed, options: Options, defaults: tuple[Artifacts, ...] = ()) -> dict[str, Any]:
    """The entries of a sheet that a form gives; otherwise as :func:`read_fields`."""
    read = read_fields(form, typed, options, defaults)
    if form == "artifacts":
        return {"artifacts": tuple(read[colour] for colour in ARTIFACT_COLOURS)}
    return read


def read_fields(form: Form, typed: Typed, options: Options, defaults: tuple[Artifacts, ...] = ()) -> dict[str, Any]:
    """The entries that a form gives, field by field.

    :param defaults: per colour, what a common artifact card counts and its points, where somebody has said so.
    :raises UnreadableForm: one or more fields cannot be read.
    """
    read: dict[str, Any] = {}
    mistakes = []
    for field in fields_of(form, options):
        text = tidy(typed.get(field, ""))
        try:
            read[field] = _read(field, text, defaults)
        except _Wrong as wrong:
            mistakes.append(Mistake(field, wrong.reason, text))
    if mistakes:
        raise UnreadableForm(mistakes)
    return read


def read_card(typed: Typed) -> tuple[Artifacts, ...]:
    """What an artifact card counts, by colour, and the points for each: ``1 1 2``, or one number for all colours.

    :raises UnreadableForm: the points cannot be read.
    """
    text = tidy(typed.get(EACH, ""))
    try:
        points = _numbers(text) or (1,)
        if len(points) not in (1, len(ARTIFACT_COLOURS)):
            raise _Wrong("each_count")
    except _Wrong as wrong:
        raise UnreadableForm([Mistake(EACH, wrong.reason, text)]) from None
    points = points if len(points) > 1 else points * len(ARTIFACT_COLOURS)
    chosen = [next((thing for thing in THINGS if thing == typed.get(colour)), None) for colour in ARTIFACT_COLOURS]
    return tuple(Artifacts(each=each, of=of) for each, of in zip(points, chosen, strict=True))


def card_written(card: tuple[Artifacts, ...]) -> dict[str, str]:
    """The same as the fields of its form say it."""
    counted = {colour: entry.of or "" for colour, entry in zip(ARTIFACT_COLOURS, card, strict=False)}
    return counted | {EACH: " ".join(str(entry.each) for entry in card)}


def read_steps(typed: Typed) -> dict[int, int]:
    """Steps on the machine tracks, by seat; empty fields are left out.

    :raises UnreadableForm: one or more fields cannot be read.
    """
    steps, mistakes = {}, []
    for field, text in typed.items():
        try:
            if tidy(text):
                steps[int(field)] = _number(tidy(text))
        except _Wrong as wrong:
            mistakes.append(Mistake(field, wrong.reason, tidy(text)))
    if mistakes:
        raise UnreadableForm(mistakes)
    return steps


def written(sheet: Sheet, form: Form, locale: Locale, options: Options) -> dict[str, str]:
    """The entries of a form as one would type them, for filling it in anew."""
    if not sheet.done(form):
        return {}
    return {field: as_written(sheet, field, locale) for field in fields_of(form, options)}


def tidy(text: str) -> str:
    """One line, plain digits and signs."""
    plain = unicodedata.normalize("NFKC", text).replace("\u2212", "-").replace("\u2013", "-").replace("\u2014", "-")
    return " ".join(plain.split())


def folded(name: str) -> str:
    """A name as names are compared: without capitals and extra spaces."""
    return tidy(name).casefold()


def _read(field: Field, text: str, defaults: tuple[Artifacts, ...]) -> object:
    if not text and field in NEEDED:
        raise _Wrong("empty")
    if field in ARTIFACT_COLOURS:
        at = ARTIFACT_COLOURS.index(field)
        return _artifacts(text, defaults[at] if defaults else Artifacts())
    return _READERS[field](text)


def _number(text: str) -> int:
    """One number, or a sum such as ``12+5``; nothing typed is 0."""
    if not text:
        return 0
    parts = [part.strip() for part in text.split("+")]
    if len(_plain_numbers(text)) > len(parts):
        raise _Wrong("one_number")
    return _checked(sum(_whole(part) for part in parts))


def _whole(part: str) -> int:
    if re.fullmatch(r"-\s*\d+", part):
        raise _Wrong("negative")
    if not re.fullmatch(r"\d+", part):
        raise _Wrong("no_number")
    return _checked(int(part[:12]) if len(part) <= 12 else MOST + 1)


def _checked(number: int) -> int:
    if number > MOST:
        raise _Wrong("too_large")
    return number


def _plain_numbers(text: str) -> list[str]:
    return text.split() if re.fullmatch(r"[\d\s]+", text) else []


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers with anything usual between them: ``7 5``, ``7+5``, ``7, 5``, ``7 / 5``; a lone dash is none."""
    parts = [part for part in re.split(r"[\s,;+/·|]+", text) if part and part != "-"]
    return tuple(_whole(part) for part in parts)


def _leftover(text: str) -> Leftover:
    """One number for all kinds together, or four: gears, books, food, crystals."""
    leftover = Leftover.counted(_numbers(text))
    if leftover is None:
        raise _Wrong("leftover_count")
    return leftover


def _artifacts(text: str, default: Artifacts) -> Artifacts:
    """``3 6 1 energy`` or ``3 artifacts, 6 energy, 1 point``: large artifacts, how many counted, points each (else as
    on the common card, else 1), and perhaps a word for what is counted."""
    if not text:
        return msgspec.structs.replace(default, artifacts=0, counted=0)
    if re.search(r"(?<!\d)-\s*\d", text):
        raise _Wrong("negative")
    found = list(re.finditer(r"\d+", text))
    if not found:
        raise _Wrong("no_number")
    if len(found) not in (2, 3) or re.search(r"\d[.,^]\d", text):
        raise _Wrong("artifact_count")
    numbers = [_whole(each.group()) for each in found]
    each = numbers[2] if len(numbers) > 2 else default.each
    if score_values.artifact_points(numbers[0], numbers[1], each) > MOST:
        raise _Wrong("too_many_points")
    word = _word(text, found)
    of = thing_called(word) if word else None
    called = word if word and not of else ""
    if not word:
        of, called = default.of, default.called
    return Artifacts(numbers[0], numbers[1], each, of, called)


def _word(text: str, numbers: list[re.Match[str]]) -> str:
    """What stands behind the second number, else behind the last one."""
    middle = text[numbers[1].end() : numbers[2].start()] if len(numbers) > 2 else text[numbers[1].end() :]
    for part in (middle, text[numbers[-1].end() :]):
        word = re.sub(r"^[\s×x*·,;:./()-]+(?![^\W\d_])|^[\s×*·,;:./()-]+|[\s×*·,;:./()-]+$", "", part).strip()
        if word and word.casefold() != "x":
            return word[:LONGEST_NAME]
    return ""


def as_written(sheet: Sheet, field: Field, locale: Locale) -> str:
    """The entry of one field as one would type it; nothing where there is none."""
    if field in ARTIFACT_COLOURS:
        return _artifacts_written(sheet.of_colour(field), locale)
    value = getattr(sheet, field)
    match value:
        case None:
            return ""
        case bool():
            return "1" if value else ""
        case Leftover():
            return " ".join(map(str, value.kinds or (value.total,)))
        case tuple():
            return " ".join(map(str, value))
    return str(value)


def _artifacts_written(entry: Artifacts, locale: Locale) -> str:
    word = name_of(locale, entry.of) if entry.of else entry.called
    return f"{entry.artifacts} {entry.counted} {entry.each} {word}".strip()


_READERS: Final[dict[Field, Callable[[str], object]]] = {
    "track": _number,
    "progress": _number,
    "technologies": _number,
    "devotion": _number,
    "locations": _numbers,
    "cards": _numbers,
    "scyphoz": _number,
    "leftover": _leftover,
    "small": _number,
    "end_tile": bool,
    "whole": _number,
}
