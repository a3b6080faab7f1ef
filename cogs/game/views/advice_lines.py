"""What a first game says on the reader's own panel: something new with its rule, the best move, what the last turn
missed, and at the end what decided the game. At most two sentences each, with a button that ends it."""

from collections.abc import Iterator
from typing import Any, Final

from discord import ui

from bot.app.tables.first_game_lessons import GOAL, Lesson, Missed, deciding
from bot.players.advice import AdvisedMove
from bot.players.advice_wording import advised_words
from bot.text import t, tn
from bot.text.game import amounts_words, component_name
from bot.text.game.emoji import sign
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.advice_panel import advice_buttons
from cogs.game.views.table_buttons import QUIET, move_button
from cogs.rules.rule_button import RuleButton

COUNTING: Final = ("aim_machine", "end")
"""Lessons whose sentences depend on their number ``n``."""


def coaching_lines(found: TableSnapshot) -> Iterator[str]:
    """What is said beside the game, if anything."""
    coaching = found.coaching
    if coaching.missed is not None:
        yield f"{sign('advice')} {_missed(found, coaching.missed)}"
    yield from (f"{sign('lesson')} {_lesson(found, lesson)}" for lesson in coaching.lessons)
    if coaching.advice is not None:
        yield f"{sign('advice')} {advised_words(found.locale, found.table, coaching.advice)}"


def _lesson(found: TableSnapshot, lesson: Lesson) -> str:
    key = f"advice.lesson.{lesson.kind}"
    if lesson.kind in COUNTING:
        return tn(found.locale, key, int(lesson.values["n"] or 0))
    return t(found.locale, key)


def _missed(found: TableSnapshot, missed: Missed) -> str:
    key = f"advice.missed.{missed.kind}"
    if missed.kind == "machine":
        return t(found.locale, key, machine=component_name(found.locale, found.table, missed.machine))
    if missed.kind == "lost":
        return t(found.locale, key, amounts=amounts_words(found.locale, missed.amounts))
    return t(found.locale, key)


def guiding_row(found: TableSnapshot) -> list[ui.Item[Any]]:
    """What helps to decide in a first game, above the actions: a button that does what is advised, and hints."""
    hints = advice_buttons(found) if found.status.first_game else ()
    advice = found.coaching.advice
    return [*(_follow(found, advice) if advice is not None else ()), *hints]


def explaining_row(found: TableSnapshot) -> list[ui.Item[Any]]:
    """Below the actions, so that they are seen first: the rules of what is new, and for each sort of thing that is said
    a button for no more of it."""
    coaching, row = found.coaching, list[ui.Item[Any]]()
    if coaching.lessons:
        row += [*(_rule(found, lesson) for lesson in coaching.lessons), _no_more(found, "lesson")]
    row += [_no_more(found, "advice")] if coaching.advice is not None else []
    return [*row, _no_more(found, "missed")] if coaching.missed is not None else row


def _rule(found: TableSnapshot, lesson: Lesson) -> ui.Item[Any]:
    title = t(found.locale, "score_now.rule") if lesson.kind == GOAL else None
    return RuleButton.of(found.locale, lesson.rule, title)


def _follow(found: TableSnapshot, advice: AdvisedMove) -> Iterator[ui.Item[Any]]:
    """Does what is advised, unless that would reveal something."""
    offers = found.controls.offers if found.controls else ()
    offer = next((offer for offer in offers if offer.action == advice.action), None)
    if found.controls is not None and offer is not None and not offer.barrier:
        button = move_button(found.controls, advice.action, t(found.locale, "advice.follow"))
        button.emoji = sign("advice")
        yield button


def _no_more(found: TableSnapshot, sort: str) -> ui.Button[Any]:
    label = t(found.locale, f"advice.no_more.{sort}")
    return ui.Button(label=label, custom_id=ids.no_more(found.game, sort), style=QUIET)


def decided_lines(found: TableSnapshot) -> Iterator[str]:
    """After a first game, for those who played: by how much it was won, and the lines of the score that decided it."""
    if not found.status.first_game or found.seat is None or not found.status.sheets:
        return
    decided = deciding(found.status.sheets, found.seat)
    if decided is None or decided.points <= 0:
        return
    line = t(found.locale, f"advice.score.{decided.line}")
    names = found.table.names
    if decided.other is None:
        yield f"{sign('advice')} {tn(found.locale, 'advice.decided.alone', decided.points, line=line)}"
        return
    who = {"first": names[decided.seat], "second": names[decided.other]}
    ending = "level" if not decided.margin else "won" if decided.seat == found.seat else "lost"
    margin = tn(found.locale, f"advice.margin.{ending}", decided.margin, **who)
    if decided.return_points:
        back = {"back": decided.return_points, "return_line": t(found.locale, f"advice.score.{decided.return_line}")}
        why = tn(found.locale, "advice.decided.both", decided.points, line=line, **who, **back)
    else:
        why = tn(found.locale, "advice.decided", decided.points, line=line, **who)
    yield f"{sign('advice')} {margin} {why}"
