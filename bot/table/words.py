"""Sentences of the table: why not and what to do instead, and notices."""

from bot.table.authority import Role
from bot.table.model import Notice, TableRefusal
from bot.text import Locale, either, t, tn


def refused(locale: Locale, refusal: TableRefusal) -> str:
    """Why the table refuses, with the numbers, and what to do. Names in it are as given: escape them before.

    :raises MissingText: no catalogue knows the reason.
    """
    values: dict[str, object] = dict(refusal.values)
    if refusal.reason == "not_allowed":
        return _not_allowed(locale, values)
    return t(locale, f"table.refusal.{refusal.reason}", **values)


def _not_allowed(locale: Locale, values: dict[str, object]) -> str:
    roles = [Role(code) for code in str(values["who"]).split()]
    names = either(locale, [t(locale, f"table.role.{role.value}") for role in roles])
    owner = values["owner"] if Role.OWNER in roles else ""
    if owner:
        return t(locale, "table.refusal.not_allowed.owner", who=names, owner=owner)
    return t(locale, "table.refusal.not_allowed.who", who=names)


def notice_text(locale: Locale, notice: Notice, person: str) -> str:
    """What a person is told; ``person``: how they are addressed, such as a mention."""
    key = f"table.notice.{'last_turn' if notice.last else notice.kind}"
    if notice.hours:
        return tn(locale, f"{key}.again", notice.hours, person=person, game=notice.game)
    return t(locale, f"{key}.first", person=person, game=notice.game)
