"""Advice in words that somebody who plays for the first time understands: at most two sentences a move."""

from __future__ import annotations

from typing import Final

from bot.engine.actions import Action, Build, Choose, Convert, EndAction, EndTurn, Explore, Hibernate
from bot.players.advice import AdvisedMove
from bot.players.base import Reason
from bot.players.reason_wording import COUNTING, reason_values
from bot.text import Locale, t, tn
from bot.text.game import BRIEF, Table, action_words, capital, gain_words

LONGEST_GAIN: Final = 120
"""Characters of what a move brings; longer ones are left to the panel of its targets."""
UNSAID: Final = (Choose, Convert, EndAction, EndTurn, Explore, Hibernate)
"""Actions whose reason says already what they bring."""


COMPARING: Final = frozenset(
    {
        "artifact_card",
        "artifact_colour",
        "best",
        "least_wanted",
        "new_card",
        "new_machine",
        "new_module",
        "nothing_better",
        "orientation",
        "row",
        "space",
        "starting_cards",
    }
)
"""Reasons that call a move the best: they are not said of the others."""


def advised_words(locale: Locale, table: Table, move: AdvisedMove, *, best: bool = True) -> str:
    """What to do and what it brings, then why and what it leads to: ``Play Gear Smith into slot 1: 2 gears. That pays
    for building; then: build a small building on H4.``"""
    words = _move(locale, table, move.action)
    if not best and move.reason.key in COMPARING:
        return words
    return f"{words} {_because(locale, table, move)}"


def _move(locale: Locale, table: Table, action: Action) -> str:
    words = capital(action_words(locale, action, table))
    gain = "" if isinstance(action, UNSAID) else gain_words(locale, action, table, BRIEF)
    if not gain or len(gain) > LONGEST_GAIN:
        return t(locale, "advice.move.plain", action=words)
    return t(locale, "advice.move", action=words, gain=gain)


def _because(locale: Locale, table: Table, move: AdvisedMove) -> str:
    why = capital(_why(locale, table, move.reason))
    if move.next_main is None:
        return t(locale, "advice.because", why=why)
    return t(locale, "advice.because.next", why=why, action=_inside(locale, table, move.next_main))


def _inside(locale: Locale, table: Table, action: Action) -> str:
    """An action in the middle of a sentence: without its capital, unless that is a German noun's or a name's."""
    words = action_words(locale, action, table)
    return words if locale == "de" and not isinstance(action, Build) else words[:1].lower() + words[1:]


def _why(locale: Locale, table: Table, reason: Reason) -> str:
    if reason.key == "explore" and not reason.values["n"]:
        return t(locale, "advice.explore.no_points")
    if reason.key in COUNTING:
        return tn(locale, f"advice.why.{reason.key}", int(reason.values["n"] or 0))
    return t(locale, f"advice.why.{reason.key}", **reason_values(locale, table, reason))


def worth_words(locale: Locale, worth: float | None) -> str:
    """What the best move is worth, in whole points, since it is a guess; empty where that cannot be told."""
    if worth is None:
        return ""
    points = round(worth)
    return tn(locale, "advice.worth", points) if points > 0 else t(locale, "advice.worth.little")


def behind_words(locale: Locale, behind: float) -> str:
    """How much less another move is worth, in whole points."""
    points = round(behind)
    return tn(locale, "advice.behind", points) if points else t(locale, "advice.behind.none")
