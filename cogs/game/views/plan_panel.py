"""A planned turn on the own panel: its steps, the one that has changed and why, and the ways to play, mend or discard
it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables.turn_plans import Changed, PlannedStep, TurnPlan
from bot.engine.actions import Choose, EndTurn, Event, Offer, Refusal
from bot.text import t, tn
from bot.text.game import fit, offer_label, option_label, refuse, tell
from bot.text.game.emoji import sign
from bot.text.game.turn_summary import gains_of, gains_words
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.message_layout import panel_of
from cogs.game.views.table_buttons import PRIMARY, QUIET, turn_button

LONGEST: Final = 110
"""Characters of a step."""


# ---- on the plan -------------------------------------------------------------------------------------------------


def plan_texts(found: TableSnapshot, plan: TurnPlan) -> Iterator[str]:
    """What is planned, step by step, and what has become of it since."""
    shown = [line for number, step in enumerate(plan.steps) if (line := _step_line(found, plan, number, step))]
    yield "\n".join(shown) if shown else t(found.locale, "plan.empty")
    if plan.changed is not None:
        yield changed_text(found, plan)
    elif plan.whole:
        ends = _ends_turn(plan.steps[-1])
        yield f"-# {t(found.locale, 'plan.whole.turn' if ends else 'plan.whole.reveals')}"


def _ends_turn(step: PlannedStep) -> bool:
    return isinstance(step.action, EndTurn)


def _step_line(found: TableSnapshot, plan: TurnPlan, number: int, step: PlannedStep) -> str:
    if step.alone:
        return ""
    changed = plan.changed is not None and plan.changed.step == number
    later = plan.changed is not None and number > plan.changed.step
    mark = "⚠️" if changed else "▫️" if later else "✅"
    reveals = f" · {t(found.locale, 'decision.note.barrier')}" if step.reveals and not _ends_turn(step) else ""
    return f"{mark} {number_of(plan.steps, number)}. {fit(step_words(found, step), LONGEST)}{reveals}"


def number_of(steps: Sequence[PlannedStep], index: int) -> int:
    """A step's number as people count: what follows by itself has none."""
    return sum(not step.alone for step in steps[: index + 1])


def step_words(found: TableSnapshot, step: PlannedStep) -> str:
    """What a step does, and what it was to bring."""
    got = _got(found, step.events)
    if isinstance(step.action, Choose) and step.asked is not None:
        options = [step.asked.options[pick] for pick in step.action.answer]
        words = ", ".join(option_label(found.locale, step.asked, option, found.table) for option in options)
        words = f"{sign('decision')} {words or t(found.locale, 'decision.option.skip')}"
    else:
        words = offer_label(found.locale, Offer(step.action, step.cost, step.payment), found.table)
    return f"{words} · {got}" if got else words


def _got(found: TableSnapshot, events: Sequence[Event]) -> str:
    sums: dict[str, int] = {}
    for event in events:
        if event.seat == found.seat:
            for thing, number in gains_of(event):
                sums[thing] = sums.get(thing, 0) + number
    return gains_words(sums)


def changed_text(found: TableSnapshot, plan: TurnPlan) -> str:
    """Which step has changed, and why."""
    changed = plan.changed
    assert changed is not None, "only a plan that has changed is told of"
    number = number_of(plan.steps, changed.step)
    return f"⚠️ {t(found.locale, 'plan.changed', number=number, why=_why(found, plan, changed))}"


def _why(found: TableSnapshot, plan: TurnPlan, changed: Changed) -> str:
    if isinstance(changed.why, Refusal):
        return refuse(found.locale, changed.why, found.table)
    if changed.why != "effects":
        return t(found.locale, f"plan.why.{changed.why}")
    then, now = _got(found, plan.steps[changed.step].events), _got(found, changed.now)
    if then != now:
        return t(found.locale, "plan.why.effects", then=then or "0", now=now or "0")
    told = next((words for event in changed.now if (words := tell(found.locale, event, found.table))), "")
    return t(found.locale, "plan.why.other", now=told)


def plan_row(found: TableSnapshot, plan: TurnPlan) -> Iterator[ui.Item[Any]]:
    """The ways on from a plan: play it or its first steps, leave a changed step out, discard it, back to the table."""
    if plan.ready:
        yield from play_buttons(found, plan)
    if plan.changed is not None:
        number = number_of(plan.steps, plan.changed.step)
        label = t(found.locale, "plan.without", number=number)
        custom_id = ids.plan_without(found.game, plan.changed.step, len(plan.steps))
        yield ui.Button(label=label, custom_id=custom_id, style=QUIET)
    if plan.steps and found.planning:
        yield ui.Button(label=t(found.locale, "plan.drop"), custom_id=ids.plan_drop(found.game), style=QUIET)


# ---- on the own panel --------------------------------------------------------------------------------------------


def plan_button(found: TableSnapshot) -> ui.Button[Any]:
    """Leads to the person's plan."""
    label = tn(found.locale, "plan.open", found.planned) if found.planned else t(found.locale, "plan.begin")
    return ui.Button(label=label, emoji=sign("plan"), custom_id=ids.plan(found.game), style=QUIET)


def standing_plan_text(found: TableSnapshot, plan: TurnPlan) -> str:
    """On the person's turn: that their plan can be played, or which step has changed."""
    if plan.changed is not None:
        return changed_text(found, plan)
    return f"{sign('plan')} {tn(found.locale, 'plan.stands', number_of(plan.steps, len(plan.steps) - 1))}"


def play_buttons(found: TableSnapshot, plan: TurnPlan) -> Iterator[ui.Button[Any]]:
    """Plays the plan; of one with a changed step what comes before that."""
    steps = len(plan.steps) if plan.changed is None else plan.changed.step
    token = found.status.tokens[plan.seat]
    if not steps:
        return
    label = t(found.locale, "plan.play")
    if plan.changed is not None:
        label = tn(found.locale, "plan.play_first", number_of(plan.steps, steps - 1))
    custom_id = ids.plan_play(found.game, token, steps)
    yield ui.Button(label=label, emoji=sign("plan"), custom_id=custom_id, style=PRIMARY)


def discarded_panel(found: TableSnapshot) -> Panel:
    """That the plan is gone."""
    again: ui.Button[Any] = ui.Button(
        label=t(found.locale, "plan.begin"), emoji=sign("plan"), custom_id=ids.plan(found.game), style=QUIET
    )
    return panel_of([t(found.locale, "plan.dropped")], [again, turn_button(found, discord.ButtonStyle.secondary)])
