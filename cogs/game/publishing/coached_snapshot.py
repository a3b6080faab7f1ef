"""What is said beside a snapshot in a first game: what is new, what would be good, what the last turn has missed."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.app.tables import TableRefusal
from bot.app.tables.first_game_lessons import (
    Coaching,
    Lesson,
    Missed,
    missed_in,
    muted,
    next_lessons,
    turn_begins,
)
from bot.app.tables.hints import Hints
from bot.engine.actions import Action, Choose, EndTurn
from bot.players.advice import AdvisedMove
from cogs.core.services import Interaction
from cogs.game.publishing.ways_on import with_ways_on
from cogs.game.snapshot import TableSnapshot, snapshot_for
from cogs.game.table_access import tables_of

AT_ONCE: Final = 0.1
"""Seconds that the panel waits for advice; later the button brings it."""


async def opened_snapshot(interaction: Interaction, game: int, patience: float | None = None) -> TableSnapshot:
    """What a person's own panel shows when it is opened; ``patience``: see :func:`coached`."""
    seen = await with_ways_on(interaction, await snapshot_for(interaction, game))
    return await coached(interaction, seen, opened=True, patience=patience)


async def coached(
    interaction: Interaction,
    found: TableSnapshot,
    *,
    opened: bool,
    before: TableSnapshot | None = None,
    patience: float | None = None,
) -> TableSnapshot:
    """The snapshot with what is said beside it in a first game.

    :param opened: the panel was opened or shows a new turn: if that begins, it begins with advice. What is asked always
        has its best answer marked.
    :param before: the table before the turn was ended.
    :param patience: seconds that the panel waits for advice; ``AT_ONCE`` where nothing is said.
    """
    if not found.status.first_game or found.view is None or found.seat is None or found.status.stage != "running":
        return found
    preferences = interaction.client.services.store.preferences
    known, controls = preferences.explained(interaction.user.id), found.controls
    missed = _missed(before) if before is not None and muted("missed") not in known else None
    asked = controls.decision if controls is not None else None
    begins = opened and controls is not None and asked is None and turn_begins(found.seen)
    wanted = (begins or asked is not None) and muted("advice") not in known
    best = await _advice(interaction, found, AT_ONCE if patience is None else patience) if wanted else None
    advice = best if asked is None else None
    lessons = await _lessons(interaction, found, advice)
    picks = _picks(best.action) if best is not None and asked is not None else ()
    answer = picks[0] if len(picks) == 1 else None
    return replace(found, coaching=Coaching(lessons, advice, answer, missed, picks if answer is None else ()))


def _picks(action: Action) -> tuple[int, ...]:
    """The numbers of the answers that an action gives."""
    return action.answer if isinstance(action, Choose) else ()


async def _lessons(interaction: Interaction, found: TableSnapshot, advice: AdvisedMove | None) -> tuple[Lesson, ...]:
    """What is new to the person in this position. It counts as explained from now on, but as long as nothing happens
    it is said again: panels are opened anew, and those that waited may never be looked at."""
    preferences, controls, user = interaction.client.services.store.preferences, found.controls, interaction.user.id
    known = preferences.explained(user)  # as it is now: the advice may have taken a while
    if controls is None or not controls.offers or muted("lesson") in known:
        return ()
    told, version = tables_of(interaction.client).lessons_told, found.status.version
    if (again := told.again(found.game, user, version)) is not None:
        return again
    lessons = next_lessons(found.seen, controls.offers, controls.decision, advice.action if advice else None, known)
    told.keep(found.game, user, version, lessons)
    if lessons:
        await preferences.add_explained(user, [lesson.kind for lesson in lessons])
    return lessons


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
