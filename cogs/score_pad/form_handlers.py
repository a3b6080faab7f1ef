"""Handles the sent forms of score pads. Mistakes are listed, with a button that opens the form again as typed.

Custom ids: ``tally:sent:<number>:<seat>:<form>:<how>:<origin>[:<revision>]``, ``tally:setup``,
``tally:sentsteps:<number>[:<revision>]``, ``tally:sentdetails:<number>:<changes>``,
``tally:sentcard:<number>:<seat>``; ``tally:mine:<draft>``, ``tally:theirs:<number>:<seat>`` where two have changed one
field.
"""

import re
from collections import deque
from collections.abc import Awaitable, Mapping
from typing import Any, Final, Self, cast

import msgspec
from discord import ui

from bot.app.score_pad import (
    STEPS,
    EditConflict,
    Form,
    Mistake,
    OpenedPad,
    PadRefusal,
    ScorePad,
    Setup,
    UnreadableForm,
    may_fill,
    written,
)
from bot.text import Locale, t
from cogs.core.escaping import escaped
from cogs.core.localization import private_locale, public_locale
from cogs.core.persistent_ui import ACCENT, Panel, PersistentButton, edit_in_place, reply_privately, text_panel
from cogs.core.services import Interaction
from cogs.score_pad.form_opening import CARD, DETAILS, Drafted, drafted, own_draft
from cogs.score_pad.forms import details_in, setup_in, typed_in
from cogs.score_pad.pad_access import declined, explained, in_language, named_user, pads_of, place_of, who_is
from cogs.score_pad.views import (
    PRIMARY,
    QUIET,
    SETUP,
    FillAgain,
    may_edit,
    opened_by,
    own_sheet,
    pictured_result,
    post,
    refresh,
    show_in_place,
    typed_text,
)
from cogs.score_pad.wording import contest_text

SENT: Final = re.compile(
    r"tally:sent:(?P<number>\d+):(?P<seat>\d):(?P<form>points|cards|artifacts|whole):(?P<how>open|mend)"
    r":(?P<origin>board|sheet|command)(?::(?P<base>\d+))?"
)
_STARTED: Final[deque[int]] = deque(maxlen=500)
SENT_DETAILS: Final = re.compile(r"tally:sentdetails:(?P<number>\d+):(?P<base>\d+)")
SENT_CARD: Final = re.compile(r"tally:sentcard:(?P<number>\d+):(?P<seat>\d)")
SENT_STEPS: Final = re.compile(r"tally:sentsteps:(?P<number>\d+)(?::(?P<base>\d+))?")


class TakeMine(PersistentButton, template=r"tally:mine:(?P<draft>\d+)"):
    """Writes what the person typed where somebody else has changed the same fields."""

    @classmethod
    def of(cls, locale: Locale, draft: int) -> Self:
        """The button for what was typed."""
        return cls(ui.Button(label=t(locale, "tally.contest.mine"), custom_id=f"tally:mine:{draft}", style=PRIMARY))

    async def used(self, interaction: Interaction) -> None:
        """Write what was typed over the other person's entries."""
        draft = await own_draft(interaction, int(self.state["draft"]))
        what, typed = drafted(draft.form), msgspec.json.decode(draft.body, type=dict[str, str])
        number = draft.pad or 0
        if what.form == STEPS:
            await _take_steps(interaction, number, what, typed)
            return
        with explained():
            mending = (await pads_of(interaction).find(number, place_of(interaction))).pad.closed is not None
        await _take_entries(interaction, number, what, typed, "sheet", mending=mending)


class KeepTheirs(PersistentButton, template=r"tally:theirs:(?P<number>\d+):(?P<seat>\d)"):
    """Leaves the other person's entries as they are."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedPad, seat: int) -> Self:
        """The button for a player of a score pad."""
        label, custom_id = t(locale, "tally.contest.theirs"), f"tally:theirs:{opened.id}:{seat}"
        return cls(ui.Button(label=label, custom_id=custom_id, style=QUIET))

    async def used(self, interaction: Interaction) -> None:
        """Show the entries as they are."""
        opened = await opened_by(self, interaction)
        note = t(private_locale(interaction), "tally.contest.kept")
        await edit_in_place(interaction, await own_sheet(interaction, opened, int(self.state["seat"]), note))


CONTROLS: Final = (TakeMine, KeepTheirs)


async def take_in(interaction: Interaction, custom_id: str) -> bool:
    """Handle a form; False where it is none of a score pad's."""
    if match := SENT.fullmatch(custom_id):
        what = Drafted(match["form"], int(match["seat"]), int(match["base"] or 0))
        await _take_entries(
            interaction,
            int(match["number"]),
            what,
            typed_in(interaction),
            match["origin"],
            mending=match["how"] == "mend",
        )
    elif match := SENT_STEPS.fullmatch(custom_id):
        what = Drafted(STEPS, 0, int(match["base"] or 0))
        await _take_steps(interaction, int(match["number"]), what, typed_in(interaction))
    elif match := SENT_DETAILS.fullmatch(custom_id):
        await _take_details(interaction, int(match["number"]), int(match["base"]), details_in(interaction))
    elif match := SENT_CARD.fullmatch(custom_id):
        await _take_card(interaction, int(match["number"]), int(match["seat"]), details_in(interaction))
    elif custom_id == SETUP:
        await start(interaction, setup_in(interaction))
    else:
        return False
    return True


async def start(interaction: Interaction, setup: Setup) -> None:
    """Start a score pad, or say why not and offer the form as it was filled in."""
    if not _first_time(interaction):
        return
    channel = interaction.channel_id or place_of(interaction)
    try:
        opened = await pads_of(interaction).start(
            place_of(interaction), channel, who_is(interaction), public_locale(interaction), setup
        )
    except PadRefusal as refused:
        locale, tallies = private_locale(interaction), interaction.client.services.store.score_pads
        draft = await tallies.keep_draft(interaction.user.id, None, "setup", msgspec.json.encode(setup))
        await reply_privately(interaction, _again_panel(locale, declined(refused).text(locale), draft))
        return
    await post(interaction, opened)


def _first_time(interaction: Interaction) -> bool:
    """False for an interaction that Discord brings once more: it must not start a second tally."""
    if interaction.id in _STARTED:
        return False
    _STARTED.append(interaction.id)
    return True


async def _take_entries(
    interaction: Interaction, number: int, what: Drafted, typed: Mapping[str, str], origin: str, *, mending: bool
) -> None:
    pads, place, who = pads_of(interaction), place_of(interaction), await named_user(interaction)
    form = cast("Form", what.form)
    filled = pads.fill(number, place, who, what.seat, form, typed, mending=mending, base=what.base)
    if opened := await _opened(interaction, number, what, typed, filled):
        await _show(interaction, opened, what.seat, origin)


async def _take_steps(interaction: Interaction, number: int, what: Drafted, typed: Mapping[str, str]) -> None:
    pads, place, who = pads_of(interaction), place_of(interaction), who_is(interaction)
    broken = pads.break_tie(number, place, who, typed, what.base)
    if opened := await _opened(interaction, number, what, typed, broken):
        await _show_steps(interaction, opened)


async def _take_details(interaction: Interaction, number: int, base: int, typed: Mapping[str, str]) -> None:
    change = pads_of(interaction).set_details(number, place_of(interaction), who_is(interaction), typed, base)
    opened = await _opened(interaction, number, Drafted(DETAILS, 0, base), typed, change)
    if opened is None:
        return
    if _is_on(interaction, opened):
        await show_in_place(interaction, opened)
        return
    message: Any = interaction.message
    if message is not None and message.flags.ephemeral:
        shown = in_language(opened, private_locale(interaction))
        await edit_in_place(interaction, await pictured_result(interaction, shown))
    else:
        await reply_privately(interaction, text_panel(t(private_locale(interaction), "tally.saved")))
    refresh(interaction, opened)


async def _take_card(interaction: Interaction, number: int, seat: int, typed: Mapping[str, str]) -> None:
    who, note = await named_user(interaction), t(private_locale(interaction), "tally.saved.card")
    change = pads_of(interaction).set_card(number, place_of(interaction), who, seat, typed)
    if opened := await _opened(interaction, number, Drafted(CARD, seat, 0), typed, change):
        await _answer(interaction, await own_sheet(interaction, opened, seat, note))


async def _opened(
    interaction: Interaction, number: int, what: Drafted, typed: Mapping[str, str], change: Awaitable[OpenedPad]
) -> OpenedPad | None:
    """The pad after the change; None where the person was told why their form was not taken over."""
    try:
        return await change
    except UnreadableForm as unreadable:
        await _tell_mistakes(interaction, number, what, typed, unreadable.mistakes)
    except EditConflict as conflicts:
        await _tell_contest(interaction, what, typed, conflicts)
    except PadRefusal as refused:
        await _tell_refusal(interaction, number, what, typed, refused)
    return None


async def _show_steps(interaction: Interaction, opened: OpenedPad) -> None:
    locale = private_locale(interaction)
    if _is_on(interaction, opened):
        await show_in_place(interaction, opened)
    else:
        await _answer(interaction, text_panel(t(locale, "tally.steps_taken")))
        refresh(interaction, opened)


async def _show(interaction: Interaction, opened: OpenedPad, seat: int, origin: str) -> None:
    """The person's sheet as it is now, and the board with it."""
    follows = origin == "board" or may_edit(interaction)
    note = t(private_locale(interaction), "tally.saved" if follows else "tally.saved.press")
    sheet = await own_sheet(interaction, opened, seat, note)
    if origin == "board" and interaction.message:
        await show_in_place(interaction, opened)
        await reply_privately(interaction, sheet)
        return
    await _answer(interaction, sheet)
    refresh(interaction, opened)


async def _tell_contest(
    interaction: Interaction, what: Drafted, typed: Mapping[str, str], conflicts: EditConflict
) -> None:
    """What two have changed, for the second to decide; everything else is written already."""
    locale, opened = private_locale(interaction), conflicts.opened
    mine = {contest.field: typed.get(contest.field, "") for contest in conflicts.conflicts}
    if what.form == STEPS:
        mine = {str(contest.seat): typed.get(str(contest.seat), "") for contest in conflicts.conflicts}
        filled = mine
    else:
        filled = written(opened.pad.sheets[what.seat], cast("Form", what.form), locale, opened.pad.options) | mine
    draft = await _keep(interaction, opened.id, what._replace(base=opened.pad.revision), filled)
    lines = (contest_text(locale, opened.pad, contest, typed) for contest in conflicts.conflicts)
    panel = text_panel("\n".join([t(locale, "tally.contest"), *lines]))
    seat = conflicts.conflicts[0].seat
    panel.add_item(ui.ActionRow(TakeMine.of(locale, draft), KeepTheirs.of(locale, opened, seat)))
    await _answer(interaction, panel)
    refresh(interaction, opened)


async def _tell_mistakes(
    interaction: Interaction, number: int, what: Drafted, typed: Mapping[str, str], mistakes: list[Mistake]
) -> None:
    locale = private_locale(interaction)
    pad = (await pads_of(interaction).find(number, place_of(interaction))).pad
    said = [_mistake(locale, pad, mistake) for mistake in mistakes]
    text = "\n".join([t(locale, "tally.mistakes"), *said])
    draft = await _keep(interaction, number, what, typed)
    await _answer(interaction, _again_panel(locale, text, draft))


async def _tell_refusal(
    interaction: Interaction, number: int, what: Drafted, typed: Mapping[str, str], refused: PadRefusal
) -> None:
    """Why not, with what was typed; the form again where the person may still mend the result."""
    locale, pad = private_locale(interaction), None
    panel = text_panel(declined(refused).text(locale))
    if what.form == CARD:
        await _answer(interaction, panel)
        return
    if refused.why != "gone":
        pad = (await pads_of(interaction).find(number, place_of(interaction))).pad
    if kept := typed_text(locale, typed, pad):
        panel.add_item(ui.Container(ui.TextDisplay(kept), accent_colour=ACCENT))
    if refused.why == "closed" and pad and may_fill(pad, what.seat, await named_user(interaction)):
        draft = await _keep(interaction, number, what, typed)
        panel.add_item(ui.ActionRow(FillAgain.of(locale, draft, "tally.again.result")))
    await _answer(interaction, panel)


async def _keep(interaction: Interaction, number: int, what: Drafted, typed: Mapping[str, str]) -> int:
    tallies = interaction.client.services.store.score_pads
    return await tallies.keep_draft(interaction.user.id, number, str(what), msgspec.json.encode(typed))


def _mistake(locale: Locale, pad: ScorePad, mistake: Mistake) -> str:
    if mistake.field.isdecimal():
        field = escaped(pad.players[int(mistake.field)].name, 40)
    else:
        field = t(locale, f"tally.field.{mistake.field}")
    why = t(locale, f"tally.mistake.{mistake.reason}")
    key = "tally.mistake" if mistake.typed else "tally.mistake.nothing"
    return "- " + t(locale, key, field=field, typed=escaped(mistake.typed, 60), why=why)


def _again_panel(locale: Locale, text: str, draft: int) -> Panel:
    panel = text_panel(text)
    panel.add_item(ui.ActionRow(FillAgain.of(locale, draft)))
    return panel


def _is_on(interaction: Interaction, opened: OpenedPad) -> bool:
    """Whether the form was opened from the score pad's public message."""
    return interaction.message is not None and interaction.message.id == opened.stored.message


async def _answer(interaction: Interaction, panel: Panel) -> None:
    """In place where the form was opened from a message of the person's own, else anew; always private."""
    message: Any = interaction.message
    if message is not None and message.flags.ephemeral:
        await edit_in_place(interaction, panel)
    else:
        await reply_privately(interaction, panel)
