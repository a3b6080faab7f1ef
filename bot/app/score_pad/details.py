"""The details of a typed result: when and where it was played, a note, parts of the expansion, who began. They are read
from one form. Of two who write at once, each writes what they changed; the history tells what it was before."""

from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bot.app.score_pad.day_parsing import day_typed
from bot.app.score_pad.model import PARTS, Details, DetailsEdit, ScorePad
from bot.app.score_pad.parsing import Mistake, UnreadableForm, tidy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.app.score_pad.parsing import Reason

DETAIL_FIELDS: Final = ("played", "place", "note", "parts", "starter")
LONGEST_PLACE: Final = 60
LONGEST_NOTE: Final = 150
MOST_DETAILS_EDITS: Final = 50
"""Changes of the details that are taken; all of them are kept."""
EARLIEST: Final = date(2022, 1, 1)
"""Revive came out in 2022 (facts 1)."""
CONTROLS: Final = ("Cc", "Cs")
"""Unicode's categories of control characters and of halves of characters."""
AHEAD: Final = timedelta(hours=14)
"""By how much the day begins earlier elsewhere than in UTC."""


def read_details(pad: ScorePad, typed: Mapping[str, str], closed_at: datetime, now: datetime) -> Details:
    """What the form says. The day on which the pad was closed is kept as none: it is the usual one.

    :raises UnreadableForm: the day cannot be read, is still to come, or is before the game came out.
    """
    text = tidy(typed.get("played", ""))
    day = day_typed(text)
    if text and (reason := _wrong_day(day, now)):
        raise UnreadableForm([Mistake("played", reason, text)])
    played = None if day == closed_at.date() else day
    chosen = typed.get("parts", "").split()
    parts = tuple(part for part in PARTS if part in chosen) if pad.options.expansion else ()
    starter = typed.get("starter", "")
    seat = int(starter) if starter.isdecimal() and int(starter) < len(pad.players) else None
    place, note = (one_line(typed.get(field, "")) for field in ("place", "note"))
    return Details(played, place[:LONGEST_PLACE].strip(), note[:LONGEST_NOTE].strip(), parts, seat)


def one_line(text: str) -> str:
    """A place or a note as it is kept: without line breaks and other control characters."""
    plain = "".join(sign if unicodedata.category(sign) not in CONTROLS else " " for sign in text)
    return " ".join(plain.split())


def details_at(pad: ScorePad, revision: int) -> Details:
    """The details after so many changes."""
    return pad.details_edits[revision].was if revision < len(pad.details_edits) else pad.details


def merged_details(pad: ScorePad, mine: Details, base: int) -> Details:
    """The details with what the person has changed since the form was opened, after ``base`` changes."""
    before = details_at(pad, base)
    changed: dict[str, Any] = {
        field: getattr(mine, field) for field in DETAIL_FIELDS if getattr(mine, field) != getattr(before, field)
    }
    return msgspec.structs.replace(pad.details, **changed)


def with_details(pad: ScorePad, details: Details, person: int, name: str, now: datetime) -> ScorePad:
    """The score pad with other details, and what they were remembered; the same one where nothing changes."""
    if details == pad.details:
        return pad
    edits = (*pad.details_edits, DetailsEdit(pad.details, person, name, now))
    return msgspec.structs.replace(pad, details=details, details_edits=edits)


def day_played(pad: ScorePad, closed_at: datetime) -> date:
    """The day on which a result was played: that on which it was closed, in UTC, unless the details say another."""
    return pad.details.played or closed_at.date()


def moment_played(pad: ScorePad, closed_at: datetime) -> datetime:
    """When a result was played, for what is ordered by time: on another day than that of its closing, at noon UTC."""
    if pad.details.played is None:
        return closed_at
    return min(datetime.combine(pad.details.played, time(12), UTC), closed_at)


def _wrong_day(day: date | None, now: datetime) -> Reason | None:
    if day is None:
        return "no_day"
    if day > (now + AHEAD).date():
        return "future_day"
    return "early_day" if day < EARLIEST else None
