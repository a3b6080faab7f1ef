"""Carrying a person's move out, and what they are shown then."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import msgspec

from bot.app.tables import Caller, TableRefusal, Tables
from bot.engine.actions import Action, Choose, EndAction, EndTurn, Record, Refused
from bot.text import t
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import with_deferral
from cogs.core.services import Interaction
from cogs.game.input.action_codec import UnreadableMove, read, read_answers
from cogs.game.publishing.coached_snapshot import coached
from cogs.game.publishing.deferred_picture import show
from cogs.game.publishing.delivery_problems import troubles
from cogs.game.publishing.message_updates import messages_of
from cogs.game.publishing.table_pictures import own_picture
from cogs.game.publishing.ways_on import with_ways_on
from cogs.game.snapshot import TableSnapshot, describe_records, snapshot_for
from cogs.game.table_access import answer, caller_of, tables_of, uncounted
from cogs.game.views.news_panel import news_lines
from cogs.game.views.recent_events import beginning
from cogs.game.views.turn_panel import asks_before, closing_panel, turn_panel


async def carry_out(interaction: Interaction, game: int, token: str, move: str) -> None:
    """Carry a written move out and show what came of it and what may be done next.

    :raises TableRefusal: the table says no (such as an old button).
    :raises Refused: the rules say no.
    """
    status = await tables_of(interaction.client).status(game)
    seat = status.seat_of(interaction.user.id) or 0
    try:
        answers = read_answers(seat, move)
        action = answers[0] if answers else read(seat, move)
    except UnreadableMove:
        raise TableRefusal("stale") from None
    await act(interaction, game, token, action, *answers[1:])


async def act(interaction: Interaction, game: int, token: str, action: Action, *then: Choose) -> None:
    """The same for an action, and answers to what is asked right after it."""
    tables, caller = tables_of(interaction.client), caller_of(interaction)
    before = await _before_end(interaction, game) if isinstance(action, EndTurn) else None
    acted = await with_deferral(interaction, tables.play.act(caller, token, action, *then))
    follows = not acted.again and acted.status.stage == "running"
    records = [*acted.records, *(await _next_window(tables, caller, game) if follows else ())]
    locale = private_locale(interaction)
    first = [t(locale, "turn.always.used")] if acted.standing else []
    if any(isinstance(record.action, EndTurn) for record in records[1:]):
        first.append(t(locale, "turn.always.ended"))
    await show_result(interaction, game, list(records), first=first, before=before)


async def _before_end(interaction: Interaction, game: int) -> TableSnapshot | None:
    """In a first game the table before a turn ends: what the turn has missed is told afterwards."""
    status = await tables_of(interaction.client).status(game)
    return await snapshot_for(interaction, game) if status.first_game and status.stage == "running" else None


async def close(interaction: Interaction, found: TableSnapshot, token: str, kind: type[EndAction | EndTurn]) -> None:
    """End the first action or the turn, or ask before (:func:`asks_before`).

    :raises TableRefusal: the table says no.
    :raises Refused: the rules say no.
    """
    offers = found.controls.offers if found.controls else ()
    offer = next((offer for offer in offers if isinstance(offer.action, kind)), None)
    confirm = (await tables_of(interaction.client).settings(interaction.user.id)).confirm_end
    if offer is not None and found.controls is not None and asks_before(found, offer, confirm=confirm):
        await answer(interaction, closing_panel(found, found.controls, offer))
    else:
        await act(interaction, found.game, token, kind(seat=found.seat or 0))


async def take_back(interaction: Interaction, game: int, token: str | None) -> None:
    """Undo the person's last action, and with it the end of the first action that followed by itself.

    :raises Refused: there is nothing to take back, or a barrier stands before it.
    """
    tables, caller = tables_of(interaction.client), caller_of(interaction)
    acted = await with_deferral(interaction, tables.play.undo(caller, game, token))
    undone = list(acted.undone)
    if not acted.again and undone and isinstance(undone[-1].action, EndAction):
        with suppress(TableRefusal, Refused):  # the table has changed meanwhile: what is taken back is told
            if (await tables.play.offers(game, caller.user)).may_undo:
                undone += (await tables.play.undo(uncounted(caller), game)).undone
    await show_result(interaction, game, undone, taken_back=True)


async def show_result(
    interaction: Interaction,
    game: int,
    records: list[Record],
    *,
    first: Sequence[str] = (),
    taken_back: bool = False,
    before: TableSnapshot | None = None,
) -> None:
    """What came of records, and the person's controls now; ``first``: what else is to be said; ``before``: the table
    before the turn ended."""
    seen = await with_ways_on(interaction, await snapshot_for(interaction, game))
    begun = not taken_back and any(event.key == "turn" for record in records for event in record.events)
    found = await coached(interaction, seen, opened=begun, before=before)
    lines = [
        *first,
        *(f"-# {line}" for line in _told(found, _worth_telling(records), taken_back=taken_back)),
        *troubles(interaction, found.status, found.locale),
    ]
    panel = partial(turn_panel, found, lines, taken_back=taken_back)
    await show(interaction, own_picture(interaction, found), lambda picture: panel().show(picture))
    messages_of(interaction.client).own_panels.watch(interaction, found)


def _told(found: TableSnapshot, records: list[Record], *, taken_back: bool) -> list[str]:
    """What came of records: of the reader's own turn in sentences, of turns of others after it in their short lines."""
    end = next((n for n, record in enumerate(records) if isinstance(record.action, EndTurn)), None)
    if end is None or taken_back or found.status.stage != "running":
        return describe_records(found, records)
    last = records[end]
    later = beginning(last)
    own = msgspec.structs.replace(last, events=tuple(event for event in last.events if event not in later))
    return [*describe_records(found, [*records[:end], own]), *news_lines(found, records[end:], last.number)]


def _worth_telling(records: list[Record]) -> list[Record]:
    """The records without the end of the first action that followed by itself: the heading says it."""
    return [record for record in records if not isinstance(record.action, EndAction)] or records


async def _next_window(tables: Tables, caller: Caller, game: int) -> tuple[Record, ...]:
    """Go on to the second main action by itself where nothing would be lost: free actions are the same there. Where
    the table has changed meanwhile, nothing: what was done is done, and is told."""
    with suppress(TableRefusal, Refused):
        controls = await tables.play.offers(game, caller.user)
        closing = [offer for offer in controls.offers if isinstance(offer.action, EndAction)]
        if closing and not closing[0].loses and controls.decision is None:
            return (await tables.play.act(uncounted(caller), controls.token, closing[0].action)).records
    return ()
