"""Forms of tallies that come back: taken over, or told what is wrong with a button that opens them again as typed.

Custom ids: ``tally:sent:<number>:<seat>:<form>:<how>:<origin>``, ``tally:sentsteps:<number>``, ``tally:setup``.
"""

import re
from collections import deque
from collections.abc import Mapping
from typing import Any, Final, cast

import msgspec
from discord import ui

from bot.table.tally import Form, Mistake, Opened, Refused, Setup, Tally, UnreadableForm, is_at_table
from bot.text import Locale, t
from cogs.controls import ACCENT, Panel, replace, whisper
from cogs.rules_panels import escaped, said_panel
from cogs.services import Interaction
from cogs.speech import private_locale, public_locale
from cogs.tally_desk import declined, desk_of, place_of, who_is
from cogs.tally_forms import setup_in, typed_in
from cogs.tally_panels import (
    SETUP,
    STEPS,
    FillAgain,
    may_edit,
    post,
    refresh,
    sheet_panel,
    shown_board,
    typed_text,
)

SENT: Final = re.compile(
    r"tally:sent:(?P<number>\d+):(?P<seat>\d):(?P<form>points|cards|artifacts):(?P<how>open|mend)"
    r":(?P<origin>board|sheet|command)"
)
_STARTED: Final[deque[int]] = deque(maxlen=500)
SENT_STEPS: Final = re.compile(r"tally:sentsteps:(?P<number>\d+)")


async def take_in(interaction: Interaction, custom_id: str) -> bool:
    """Handle a form; False where it is none of a tally's."""
    if match := SENT.fullmatch(custom_id):
        await _take_entries(interaction, match.groupdict())
    elif match := SENT_STEPS.fullmatch(custom_id):
        await _take_steps(interaction, int(match["number"]))
    elif custom_id == SETUP:
        await start(interaction, setup_in(interaction))
    else:
        return False
    return True


async def start(interaction: Interaction, setup: Setup) -> None:
    """Start a tally, or say why not and offer the form as it was filled in."""
    if not _first_time(interaction):
        return
    channel = interaction.channel_id or place_of(interaction)
    try:
        opened = await desk_of(interaction).start(
            place_of(interaction), channel, who_is(interaction), public_locale(interaction), setup
        )
    except Refused as refused:
        locale, tallies = private_locale(interaction), interaction.client.services.store.tallies
        draft = await tallies.keep_draft(interaction.user.id, None, "setup", msgspec.json.encode(setup))
        await whisper(interaction, _again_panel(locale, declined(refused).text(locale), draft))
        return
    await post(interaction, opened)


def _first_time(interaction: Interaction) -> bool:
    """False for an interaction that Discord brings once more: it must not start a second tally."""
    if interaction.id in _STARTED:
        return False
    _STARTED.append(interaction.id)
    return True


async def _take_entries(interaction: Interaction, sent: Mapping[str, str]) -> None:
    number, seat, form = int(sent["number"]), int(sent["seat"]), cast("Form", sent["form"])
    typed = typed_in(interaction)
    try:
        opened = await desk_of(interaction).fill(
            number, place_of(interaction), who_is(interaction), seat, form, typed, mending=sent["how"] == "mend"
        )
    except UnreadableForm as unreadable:
        await _tell_mistakes(interaction, number, f"{seat}:{form}", typed, unreadable.mistakes)
        return
    except Refused as refused:
        await _tell_refusal(interaction, number, f"{seat}:{form}", typed, refused)
        return
    await _show(interaction, opened, seat, sent["origin"])


async def _take_steps(interaction: Interaction, number: int) -> None:
    typed = typed_in(interaction)
    try:
        opened = await desk_of(interaction).break_tie(number, place_of(interaction), who_is(interaction), typed)
    except UnreadableForm as unreadable:
        await _tell_mistakes(interaction, number, STEPS, typed, unreadable.mistakes)
        return
    except Refused as refused:
        await _tell_refusal(interaction, number, STEPS, typed, refused)
        return
    locale = private_locale(interaction)
    if _is_on(interaction, opened):
        await replace(interaction, await shown_board(interaction, opened))
    else:
        await _answer(interaction, said_panel(t(locale, "tally.steps_taken")))
        refresh(interaction, opened)


async def _show(interaction: Interaction, opened: Opened, seat: int, origin: str) -> None:
    """The person's sheet as it is now, and the board with it."""
    follows = origin == "board" or may_edit(interaction)
    note = t(private_locale(interaction), "tally.saved" if follows else "tally.saved.press")
    sheet = sheet_panel(interaction, opened, seat, note)
    if origin == "board" and interaction.message:
        await replace(interaction, await shown_board(interaction, opened))
        await whisper(interaction, sheet)
        return
    await _answer(interaction, sheet)
    refresh(interaction, opened)


async def _tell_mistakes(
    interaction: Interaction, number: int, form: str, typed: Mapping[str, str], mistakes: list[Mistake]
) -> None:
    locale = private_locale(interaction)
    tally = (await desk_of(interaction).find(number, place_of(interaction))).tally
    said = [_mistake(locale, tally, mistake) for mistake in mistakes]
    text = "\n".join([t(locale, "tally.mistakes"), *said])
    draft = await _keep(interaction, number, form, typed)
    await _answer(interaction, _again_panel(locale, text, draft))


async def _tell_refusal(
    interaction: Interaction, number: int, form: str, typed: Mapping[str, str], refused: Refused
) -> None:
    """Why not, with what was typed; the form again where the person may still mend the result."""
    locale, tally = private_locale(interaction), None
    panel = said_panel(declined(refused).text(locale))
    if refused.why != "gone":
        tally = (await desk_of(interaction).find(number, place_of(interaction))).tally
    if kept := typed_text(locale, typed, tally):
        panel.add_item(ui.Container(ui.TextDisplay(kept), accent_colour=ACCENT))
    if refused.why == "closed" and tally and is_at_table(tally, who_is(interaction)):
        draft = await _keep(interaction, number, form, typed)
        panel.add_item(ui.ActionRow(FillAgain.of(locale, draft, "tally.again.result")))
    await _answer(interaction, panel)


async def _keep(interaction: Interaction, number: int, form: str, typed: Mapping[str, str]) -> int:
    tallies = interaction.client.services.store.tallies
    return await tallies.keep_draft(interaction.user.id, number, form, msgspec.json.encode(typed))


def _mistake(locale: Locale, tally: Tally, mistake: Mistake) -> str:
    if mistake.field.isdecimal():
        field = escaped(tally.players[int(mistake.field)].name, 40)
    else:
        field = t(locale, f"tally.field.{mistake.field}")
    why = t(locale, f"tally.mistake.{mistake.reason}")
    key = "tally.mistake" if mistake.typed else "tally.mistake.nothing"
    return "- " + t(locale, key, field=field, typed=escaped(mistake.typed, 60), why=why)


def _again_panel(locale: Locale, text: str, draft: int) -> Panel:
    panel = said_panel(text)
    panel.add_item(ui.ActionRow(FillAgain.of(locale, draft)))
    return panel


def _is_on(interaction: Interaction, opened: Opened) -> bool:
    """Whether the form was opened from the tally's public message."""
    return interaction.message is not None and interaction.message.id == opened.stored.message


async def _answer(interaction: Interaction, panel: Panel) -> None:
    """In place where the form was opened from a message of the person's own, else anew; always private."""
    message: Any = interaction.message
    if message is not None and message.flags.ephemeral:
        await replace(interaction, panel)
    else:
        await whisper(interaction, panel)
