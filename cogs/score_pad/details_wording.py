"""The details of a result in words, and in the fields of their form."""

from datetime import UTC, date, datetime, time

from bot.app.score_pad import DETAIL_FIELDS, LONGEST_NOTE, LONGEST_PLACE, Details, DetailsEdit, OpenedPad, day_played
from bot.text import Locale, joined, t
from cogs.core.escaping import escaped
from cogs.score_pad.wording import NOTHING, field_name, shown_name

LONGEST_OLD = 30
"""Characters of an old place or note in the line that tells of a change."""


def details_texts(locale: Locale, opened: OpenedPad) -> list[str]:
    """What a result tells besides points, and the last change of it, as one text; none where nothing is told."""
    pad = opened.pad
    details, lines = pad.details, []
    if facts := _facts(locale, opened):
        lines.append(" · ".join(facts))
    if details.note:
        lines.append(t(locale, "tally.told.note", note=escaped(details.note, LONGEST_NOTE)))
    told = [edit for edit in pad.details_edits if edit.was != Details()]
    if told:
        lines.append(_edit_text(locale, opened, told[-1]))
    return ["\n".join(lines)] if lines else []


def details_filled(locale: Locale, opened: OpenedPad) -> dict[str, str]:
    """The fields of the form as they are now; the day is the usual one where none is told."""
    details, closed_at = opened.pad.details, opened.stored.closed_at
    day = day_played(opened.pad, closed_at) if closed_at else None
    starter = "" if details.starter is None else str(details.starter)
    same = {"place": details.place, "note": details.note, "parts": " ".join(details.parts), "starter": starter}
    return {"played": day_written(locale, day) if day else "", **same}


def day_written(locale: Locale, day: date) -> str:
    """A day as one would type it."""
    return t(locale, "tally.day", day=f"{day.day:02}", month=f"{day.month:02}", year=day.year)


def _facts(locale: Locale, opened: OpenedPad) -> list[str]:
    details, facts = opened.pad.details, []
    if details.played:
        moment = int(datetime.combine(details.played, time(12), UTC).timestamp())
        facts.append(t(locale, "tally.told.played", day=f"<t:{moment}:D>"))
    if details.place:
        facts.append(t(locale, "tally.told.place", place=escaped(details.place, LONGEST_PLACE)))
    if details.starter is not None:
        facts.append(t(locale, "tally.told.starter", name=shown_name(opened.pad, details.starter)))
    if details.parts:
        facts.append(t(locale, "tally.told.parts", parts=_value(locale, opened, details, "parts")))
    return facts


def _edit_text(locale: Locale, opened: OpenedPad, edit: DetailsEdit) -> str:
    """``✏️ Kim changed the details on <when>: Place Kitchen → Garden``."""
    number = opened.pad.details_edits.index(edit) + 1
    later = opened.pad.details_edits[number:]
    after = later[0].was if later else opened.pad.details
    changed = [field for field in DETAIL_FIELDS if getattr(edit.was, field) != getattr(after, field)]
    what = ", ".join(
        f"{field_name(locale, field)} " + " → ".join(_value(locale, opened, each, field) for each in (edit.was, after))
        for field in changed
    )
    who = escaped(edit.name, 40) or t(locale, "tally.somebody")
    return t(locale, "tally.edit.details", who=who, when=f"<t:{int(edit.at.timestamp())}:f>", what=what)


def _value(locale: Locale, opened: OpenedPad, details: Details, field: str) -> str:
    match field:
        case "played":
            closed_at = opened.stored.closed_at
            day = details.played or (closed_at.date() if closed_at else None)
            return day_written(locale, day) if day else NOTHING
        case "parts":
            return joined(locale, [t(locale, f"tally.part.{part}") for part in details.parts]) or NOTHING
        case "starter":
            return NOTHING if details.starter is None else shown_name(opened.pad, details.starter)
    return escaped(getattr(details, field), LONGEST_OLD) or NOTHING
