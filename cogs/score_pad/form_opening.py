"""Opens the forms of a score pad: for whom, and with what in them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.app.score_pad import (
    STEPS,
    Form,
    OpenedPad,
    ScorePad,
    card_known,
    card_written,
    check_card,
    check_typed,
    is_at_table,
    may_fill,
    seats_to_ask,
    written,
)
from bot.store.score_pads import FormDraft
from cogs.core.localization import UserError, private_locale
from cogs.core.services import Interaction
from cogs.score_pad.details_wording import details_filled
from cogs.score_pad.forms import card_form, details_form, entry_form, steps_form
from cogs.score_pad.pad_access import explained, named_user, who_is

CARD: Final = "card"
"""The form of a draft of what an artifact card counts."""
DETAILS: Final = "details"
"""The form of a draft of the details."""


async def send_form(
    interaction: Interaction,
    opened: OpenedPad,
    seat: int,
    form: Form,
    *,
    origin: str,
    mending: bool = False,
    filled: Mapping[str, str] | None = None,
    base: int | None = None,
) -> None:
    """Open a form, with ``filled`` or else what is entered already. ``origin``: board, sheet or command; ``base``: the
    tally's revision that ``filled`` was typed on.

    :raises UserError: the person may not fill it in, there is no such seat, or it is a game's result.
    """
    with explained():
        check_typed(opened.pad, opened.id)
    if seat >= len(opened.pad.players) or not may_fill(opened.pad, seat, await named_user(interaction)):
        raise UserError("tally.refused.not_at_table")
    locale, form = private_locale(interaction), form if form in opened.pad.forms else opened.pad.forms[0]
    if filled is None:
        filled = written(opened.pad.sheets[seat], form, locale, opened.pad.options)
    base = opened.pad.revision if base is None else base
    custom_id = f"tally:sent:{opened.id}:{seat}:{form}:{'mend' if mending else 'open'}:{origin}:{base}"
    await interaction.response.send_modal(entry_form(locale, opened, seat, form, filled, custom_id))


async def send_card(
    interaction: Interaction, opened: OpenedPad, seat: int, filled: Mapping[str, str] | None = None
) -> None:
    """Open the form for what a player's artifact card counts, with ``filled`` or else what is known.

    :raises UserError: the person may not, the pad is closed, or the numbers are entered already.
    """
    with explained():
        check_card(opened.pad, opened.id, seat, await named_user(interaction))
    known = card_written(card_known(opened.pad, seat)) if filled is None else filled
    form = card_form(private_locale(interaction), opened.pad, seat, known, f"tally:sentcard:{opened.id}:{seat}")
    await interaction.response.send_modal(form)


async def send_steps(
    interaction: Interaction, opened: OpenedPad, filled: Mapping[str, str], base: int | None = None
) -> None:
    """Open the form for the steps on the machine tracks; ``base`` as for :func:`send_form`.

    :raises UserError: the person is not at the table, no tie needs them, or it is a game's result.
    """
    with explained():
        check_typed(opened.pad, opened.id)
    if not is_at_table(opened.pad, who_is(interaction)):
        raise UserError("tally.refused.not_at_table")
    seats = [int(seat) for seat in filled] or seats_to_ask(opened.pad)
    if not seats:
        raise UserError("tally.refused.no_tie")
    custom_id = f"tally:sentsteps:{opened.id}:{opened.pad.revision if base is None else base}"
    form = steps_form(private_locale(interaction), opened.pad, seats, filled, custom_id)
    await interaction.response.send_modal(form)


async def send_details(
    interaction: Interaction, opened: OpenedPad, filled: Mapping[str, str] | None = None, base: int | None = None
) -> None:
    """Open the form for the details of a result, with ``filled`` or else what is told already; ``base``: how often they
    had been changed when ``filled`` was typed.

    :raises UserError: the person is not at the table, it is a game's result, or still open.
    """
    with explained():
        check_typed(opened.pad, opened.id)
    if not is_at_table(opened.pad, who_is(interaction)):
        raise UserError("tally.refused.not_at_table")
    if opened.pad.closed is None:
        raise UserError("tally.refused.still_open", number=opened.id)
    locale, base = private_locale(interaction), len(opened.pad.details_edits) if base is None else base
    known = details_filled(locale, opened) if filled is None else filled
    form = details_form(locale, opened, known, f"tally:sentdetails:{opened.id}:{base}")
    await interaction.response.send_modal(form)


async def own_draft(interaction: Interaction, number: int) -> FormDraft:
    """What the person typed once.

    :raises UserError: it is no longer kept, or another's.
    """
    draft = await interaction.client.services.store.score_pads.draft(number)
    if draft is None or draft.person != interaction.user.id:
        raise UserError("tally.refused.draft_gone")
    return draft


class Drafted(NamedTuple):
    """Which form a draft is of: one of the three of a seat, the steps, or the details; ``base``: the revision it was
    opened on."""

    form: str
    seat: int
    base: int

    def __str__(self) -> str:
        return f"{self.form}:{self.base}" if self.form in (STEPS, DETAILS) else f"{self.seat}:{self.form}:{self.base}"


def drafted(kept: str) -> Drafted:
    """What a draft was kept under; before forms knew their revision, it was not said (``0:points``, ``steps``)."""
    first, *rest = kept.split(":")
    if first in (STEPS, DETAILS):
        return Drafted(first, 0, int(rest[0]) if rest else 0)
    return Drafted(rest[0], int(first), int(rest[1]) if len(rest) > 1 else 0)


def next_form(pad: ScorePad, seat: int) -> Form | None:
    """The first form of a player that is not filled in; None where all are."""
    return next((form for form in pad.forms if not pad.sheets[seat].done(form)), None)
