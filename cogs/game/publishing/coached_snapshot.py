"""What is said beside a snapshot in a first game: what is new, what would be good, what the last turn has missed."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.app.tables import TableRefusal
from bot.app.tables.first_game_lessons import Coaching, Missed, missed_in, muted, next_lesson, turn_begins
from bot.app.tables.hints import Hints
from bot.engine.actions import EndTurn
from bot.players.advice import AdvisedMove
from cogs.core.services import Interaction
from cogs.game.snapshot import TableSnapshot
from cogs.game.table_access import tables_of

AT_ONCE: Final = 0.1
"""Seconds that the panel waits for advice; later the button brings it."""


async def coached(
    interaction: Interaction,
    found: TableSnapshot,
    *,
    opened: bool,
    before: TableSnapshot | None = None,
    patience: float = AT_ONCE,
) -> TableSnapshot:
    """The snapshot with what is said beside it in a first game: when the panel is opened, when something is asked for
    the first time, and after the end of the turn.

    :param before: the table before the turn was ended.
    :param patience: seconds that the panel waits for advice.
    """
    if not found.status.first_game or found.view is None or found.seat is None or found.status.stage != "running":
        return found
    preferences = interaction.client.services.store.preferences
    known, controls = preferences.explained(interaction.user.id), found.controls
    missed = _missed(before) if before is not None and muted("missed") not in known else None
    begins = opened and controls is not None and controls.decision is None and turn_begins(found.seen)
    advice = await _advice(interaction, found, patience) if begins and muted("advice") not in known else None
    lesson = None
    if controls is not None and controls.offers and muted("lesson") not in known and (opened or controls.decision):
        advised = advice.action if advice else None
        lesson = next_lesson(found.seen, controls.offers, controls.decision, advised, known)
    if lesson is not None:
        await preferences.set_explained(interaction.user.id, known | {lesson.kind})
    return replace(found, coaching=Coaching(lesson, advice, missed))


def _missed(before: TableSnapshot) -> Missed | None:
    offers = before.controls.offers if before.controls else ()
    ending = next((offer for offer in offers if isinstance(offer.action, EndTurn)), None)
    return missed_in(before.seen, offers, ending, before.main_actions) if before.view is not None else None


async def _best(hints: Hints, game: int, user: int) -> AdvisedMove | None:
    """The best move; None where the table gives no advice now."""
    with suppress(TableRefusal):
        return (await hints.advice(game, user)).best
    return None


async def _advice(interaction: Interaction, found: TableSnapshot, patience: float) -> AdvisedMove | None:
    """The best move, where it is known at once. It is worked out in any case, so that the button has it ready."""
    task = asyncio.ensure_future(_best(tables_of(interaction.client).hints, found.game, interaction.user.id))
    done, _ = await asyncio.wait({task}, timeout=patience)
    return task.result() if done else None
