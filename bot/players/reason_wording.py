"""A planner's reasons and strengths in words."""

from __future__ import annotations

from typing import Final

from bot.players.base import Reason
from bot.text import Locale, joined, t, tn
from bot.text.game import Table, capital
from bot.text.game.event_values import worded

COUNTING: Final = ("explore", "last_turn", "large_location", "points", "steps")
"""Reasons whose sentence depends on their number ``n``."""


def reason_words(locale: Locale, table: Table, reason: Reason) -> str:
    """Why a player chose what it chose: a short sentence."""
    if reason.key == "explore" and not reason.values["n"]:
        return t(locale, "players.explore.no_points")
    if reason.key in COUNTING:
        return tn(locale, f"players.counting.{reason.key}", int(reason.values["n"] or 0))
    return capital(t(locale, f"players.reason.{reason.key}", **reason_values(locale, table, reason)))


def reason_values(locale: Locale, table: Table, reason: Reason) -> dict[str, object]:
    """The values of a reason's sentence in words."""
    if reason.key == "hibernate":
        return _brought_back(locale, reason)
    values = worded(locale, table, reason.values)
    if reason.key == "artifact_counts":
        number = tn(locale, f"thing.count.{reason.values['of']}", int(reason.values["n"] or 0))
        return {"colour": values["colour"], "counted": number}
    return values


SELF_EVIDENT: Final = frozenset({"technology"})
"""Reasons that what was done already names."""


def short_reason(locale: Locale, table: Table, reason: Reason) -> str:
    """The reason for a main action or hibernation as a phrase behind what was done: ``for 3 points``; empty where
    nothing is to be added.

    :raises MissingText: it is no reason for one of these.
    """
    if reason.key in SELF_EVIDENT:
        return ""
    if reason.key == "explore" and not reason.values["n"]:
        return t(locale, "summary.explore.no_points")
    if reason.key in COUNTING:
        return tn(locale, f"summary.counting.{reason.key}", int(reason.values["n"] or 0))
    if reason.key == "hibernate":
        return t(locale, "summary.reason.hibernate", **_brought_back(locale, reason))
    return t(locale, f"summary.reason.{reason.key}", **worded(locale, table, reason.values))


def _brought_back(locale: Locale, reason: Reason) -> dict[str, object]:
    cards, energy = int(reason.values["cards"] or 0), int(reason.values["energy"] or 0)
    parts = [tn(locale, "thing.energy", energy)] if energy else []
    if cards or not energy:
        parts.insert(0, tn(locale, "players.counting.cards", cards))
    return {"back": joined(locale, parts)}


def policy_about(locale: Locale, policy: str) -> str:
    """What it is like to play against it, in a sentence."""
    return t(locale, f"players.about.{policy.replace(':', '_')}")
