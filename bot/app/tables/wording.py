"""Sentences of the table: why not and what to do instead, and notices."""

from datetime import datetime
from typing import Final

from bot.app.tables.model import Channels, Named, Notice, TableRefusal, Text
from bot.app.tables.table_permissions import Role
from bot.text import Locale, either, joined, t

MOST_CHANNELS: Final = 10
"""Channels that a sentence names."""


def refused(locale: Locale, refusal: TableRefusal) -> str:
    """Why the table refuses, with the numbers, and what to do. Names in it are as given: escape them before.

    :raises MissingText: no catalogue knows the reason.
    """
    values: dict[str, object] = {name: _said(locale, value) for name, value in refusal.values.items()}
    if refusal.reason == "not_allowed":
        return _not_allowed(locale, values)
    return t(locale, f"table.refusal.{refusal.reason}", **values)


def _said(locale: Locale, value: Text) -> object:
    if isinstance(value, Named):
        return named_words(locale, value)
    if isinstance(value, Channels):
        return either(locale, [f"<#{channel}>" for channel in value.ids[:MOST_CHANNELS]])
    if isinstance(value, tuple):
        return joined(locale, [named_words(locale, each) for each in value])
    return value


def named_words(locale: Locale, seat: Named) -> str:
    """A seat's name: computer players, and people without one, are called by their number."""
    if seat.absent and seat.name:
        return t(locale, "game.fills_in", name=seat.name)
    if seat.computer:
        return t(locale, "game.computer_name", n=seat.number + 1)
    return seat.name or t(locale, "game.nameless", n=seat.number + 1)


def _not_allowed(locale: Locale, values: dict[str, object]) -> str:
    roles = [Role(code) for code in str(values["who"]).split()]
    names = either(locale, [t(locale, f"table.role.{role.value}") for role in roles])
    owner = values["owner"] if Role.OWNER in roles else ""
    if owner:
        return t(locale, "table.refusal.not_allowed.owner", who=names, owner=owner)
    return t(locale, "table.refusal.not_allowed.who", who=names)


def notice_text(locale: Locale, notice: Notice, person: str) -> str:
    """What a person is told; ``person``: how they are addressed, such as a mention."""
    if notice.kind == "nudge" and notice.nudge is not None:
        said = t(locale, f"pace.nudge.{notice.nudge.text}")
        return t(locale, "table.notice.nudge", person=person, game=notice.game, by=notice.nudge.by, said=said)
    if notice.kind in ("late", "stood_in", "filled_in"):
        return t(locale, f"table.notice.{notice.kind}", person=person, game=notice.game)
    if notice.kind == "idle":
        until = moment(notice.since, "D")
        return t(locale, "table.notice.idle", person=person, game=notice.game, until=until)
    key = f"table.notice.{'last_turn' if notice.last else notice.kind}"
    if notice.minutes:
        return t(locale, f"{key}.again", person=person, game=notice.game, since=moment(notice.since, "R"))
    return t(locale, f"{key}.first", person=person, game=notice.game)


def moment(at: datetime, style: str) -> str:
    """A time that Discord shows to every reader in their zone and language: ``R`` relative, ``f`` date and time, ``t``
    time, ``D`` date."""
    return f"<t:{int(at.timestamp())}:{style}>"
