"""Everything that somebody may do now, in groups with costs and reasons; and of what cannot be done what comes nearest,
with what it lacks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from bot.app.tables.nearest_action import ALL_ALIKE, Nearest
from bot.engine.actions import Offer
from bot.engine.resources import RESOURCES
from bot.text import joined, t, tn
from bot.text.game import offer_label, offer_words, refuse
from bot.text.game.emoji import sign
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.decision_panel import asked_text
from cogs.game.views.offer_groups import CLOSING, group_of_type, groups_in, in_group

Reasons: TypeAlias = Mapping[type, Nearest]
"""Of each kind of action that has no offer, what comes nearest."""


def all_lines(found: TableSnapshot, reasons: Reasons) -> Iterator[str]:
    """All offers by group, the closing ones last; a group that has none says why."""
    locale, controls = found.locale, found.controls
    if controls is not None and controls.decision is not None:
        yield asked_text(found, controls.decision)
    offers = controls.offers if controls is not None else ()
    by_group = {group_of_type(kind): near for kind, near in reasons.items()}
    groups = groups_in(found.table)
    barred = [group for group in groups if group in by_group and by_group[group].refusal.reason in ALL_ALIKE]
    for group in groups:
        here = in_group(offers, group)
        if here:
            yield _heading(found, group)
            yield from (f"- {offer_words(locale, offer, found.table)}" for offer in here)
        elif group not in barred:
            yield _heading(found, group)
            yield f"- {why_nothing(found, group, by_group.get(group))}"
    yield from _barred(found, barred, by_group)
    for group in CLOSING:
        yield from (f"**{sign(group)} {offer_words(locale, offer, found.table)}**" for offer in in_group(offers, group))


def _heading(found: TableSnapshot, *groups: str) -> str:
    return "**" + " · ".join(f"{sign(group)} {t(found.locale, f'turn.group.{group}')}" for group in groups) + "**"


def _barred(found: TableSnapshot, groups: Sequence[str], by_group: Mapping[str, Nearest]) -> Iterator[str]:
    """The groups that are shut whatever their targets, those with the same reason together."""
    while groups:
        words = why_nothing(found, groups[0], by_group[groups[0]])
        alike = [group for group in groups if why_nothing(found, group, by_group[group]) == words]
        groups = [group for group in groups if group not in alike]
        yield _heading(found, *alike)
        yield f"- {words}"


def why_nothing(found: TableSnapshot, group: str, near: Nearest | None) -> str:
    """Why nothing of a group is possible: with the numbers of what comes nearest, where there is any."""
    locale = found.locale
    if near is None:
        return t(locale, f"turn.nothing.{group}")
    why = refuse(locale, near.refusal, found.table)
    if near.refusal.reason != "too_expensive":
        return why
    target = offer_label(locale, Offer(near.action), found.table)
    return t(locale, "turn.nearest", target=target, why=why, have=_have(found, near))


def _have(found: TableSnapshot, near: Nearest) -> str:
    """What the reader has of what it costs, and their crystals."""
    owned = found.seen.state.seats[found.seat or 0].owned
    wanted = [kind for kind in RESOURCES if near.refusal.values.get(f"cost_{kind}") or kind == "crystal"]
    return joined(found.locale, [tn(found.locale, f"thing.{kind}", owned.get(kind)) for kind in wanted])
