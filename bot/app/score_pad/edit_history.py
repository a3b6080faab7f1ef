"""What a score pad was before each change, and what two people who change one seat come to: everybody's own changes are
written, and where both have changed one field, the second is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from bot.app.score_pad.model import Artifacts, Edit, ScorePad, Sheet
from bot.app.score_pad.parsing import as_written, fields_of, read_fields, tidy
from bot.engine.effects import ARTIFACT_COLOURS
from bot.text import LOCALES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.app.score_pad.model import Form
    from bot.app.score_pad.parsing import Field, Typed
    from bot.text import Locale

EDITS_KEPT: Final = 100
"""Changes of an open pad that are remembered; the oldest go first."""
MOST_EDITS: Final = 100
"""Changes of a result, all of which are kept: then no more are taken."""
STEPS: Final = "steps"
"""The field of an edit for the steps on the machine tracks."""


class FieldConflict(msgspec.Struct, frozen=True):
    """A field that somebody else has changed since the form was opened: who did, and the seat."""

    seat: int
    field: str
    name: str


class Merged(msgspec.Struct, frozen=True):
    """What is to be written, by field, and what the second person is asked."""

    entries: dict[str, Any]
    conflicts: tuple[FieldConflict, ...]


def sheet_at(pad: ScorePad, seat: int, revision: int) -> Sheet:
    """A seat's entries as they were; empty ones where nobody remembers, so that every difference is asked about."""
    if pad.edits and revision < pad.edits[0].number - 1:
        return Sheet()
    later = (edit.was for edit in pad.edits if edit.number > revision and edit.seat == seat)
    return next(later, pad.sheets[seat])


def sheet_after(pad: ScorePad, edit: Edit) -> Sheet:
    """The seat's entries after a change."""
    return sheet_at(pad, edit.seat, edit.number)


def edits_of_result(pad: ScorePad, seat: int | None = None) -> list[Edit]:
    """The changes since the score pad became a result, oldest first; ``seat``: only those of one player."""
    return [edit for edit in pad.edits if edit.result and seat in (None, edit.seat)]


def merged(pad: ScorePad, seat: int, form: Form, typed: Typed, defaults: tuple[Artifacts, ...], base: int) -> Merged:
    """What a form comes to that was opened on the score pad's revision ``base``.

    :raises UnreadableForm: some fields cannot be read.
    """
    read = read_fields(form, typed, pad.options, defaults)
    before, now = sheet_at(pad, seat, base), pad.sheets[seat]
    entries: dict[str, Any] = {}
    conflicts = []
    for field in fields_of(form, pad.options):
        mine, theirs = read[field], value_of(now, field)
        if _untouched(before, field, tidy(typed.get(field, "")), mine):
            entries[field] = mine if theirs is None else theirs
        elif theirs in (mine, value_of(before, field)):
            entries[field] = mine
        else:
            entries[field] = theirs
            conflicts.append(FieldConflict(seat, field, _who_changed(pad, seat, field, base)))
    return Merged(entries, tuple(conflicts))


def merged_steps(
    pad: ScorePad, steps: Mapping[int, int], base: int
) -> tuple[dict[int, int], tuple[FieldConflict, ...]]:
    """The same for the steps on the machine tracks: what is to be written by seat, and what is asked."""
    written, conflicts = {}, []
    for seat, mine in steps.items():
        before, theirs = sheet_at(pad, seat, base).track_steps, pad.sheets[seat].track_steps
        if theirs in (mine, before):
            written[seat] = mine
        elif mine != before:
            conflicts.append(FieldConflict(seat, STEPS, _who_changed(pad, seat, STEPS, base)))
    return written, tuple(conflicts)


def value_of(sheet: Sheet, field: str) -> Any:
    """A field's entry; None where nothing has been entered."""
    if field in ARTIFACT_COLOURS:
        return sheet.artifacts[ARTIFACT_COLOURS.index(field)] if sheet.artifacts else None
    return sheet.track_steps if field == STEPS else getattr(sheet, field)


def field_written(sheet: Sheet, field: str, locale: Locale) -> str:
    """A field's entry as one would type it; nothing where there is none."""
    if field == STEPS:
        return "" if sheet.track_steps is None else str(sheet.track_steps)
    return "" if value_of(sheet, field) is None else as_written(sheet, cast("Field", field), locale)


def with_fields(sheet: Sheet, entries: Mapping[str, Any]) -> Sheet:
    """The sheet with some fields entered."""
    plain = {"track_steps" if field == STEPS else field: entry for field, entry in entries.items()}
    if colours := {colour: plain.pop(colour) for colour in ARTIFACT_COLOURS if colour in plain}:
        plain["artifacts"] = tuple(colours.get(colour, sheet.of_colour(colour)) for colour in ARTIFACT_COLOURS)
    return msgspec.structs.replace(sheet, **plain)


def changed_fields(before: Sheet, after: Sheet, fields: Iterable[str]) -> tuple[str, ...]:
    """Those of the fields whose entry has become another."""
    return tuple(field for field in fields if value_of(before, field) != value_of(after, field))


def remembered(pad: ScorePad, edit: Edit) -> tuple[Edit, ...]:
    """The edits with one more; of an open pad only the newest are kept, of a result all."""
    of_pad = [each for each in pad.edits if not each.result]
    dropped = max(0, len(of_pad) + (not edit.result) - EDITS_KEPT)
    return (*pad.edits[dropped:], edit)


def _untouched(before: Sheet, field: Field, text: str, mine: object) -> bool:
    """Whether the person has left the field as the form showed it, in whichever language it did."""
    was = value_of(before, field)
    if was is None:
        return not text or (field == "small" and mine == 0)  # the menu begins at 0
    return mine == was or text in {as_written(before, field, locale) for locale in LOCALES}


def _who_changed(pad: ScorePad, seat: int, field: str, base: int) -> str:
    """Who was the last to change a field since then."""
    late = (edit for edit in reversed(pad.edits) if edit.seat == seat and edit.number > base and field in edit.fields)
    found = next(late, None)
    return found.name if found else ""
