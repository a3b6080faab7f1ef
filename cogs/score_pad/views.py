"""How score pads look: the board that all see, and one player's sheet that one person sees; and the controls on them.

Custom ids: ``tally:<what>:<number>[:<seat>…]``; forms come back under ``tally:sent:…`` (see ``form_handlers``).
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, Self, cast

import discord
import msgspec
from discord import ui

from bot.app.score_pad import (
    FORMS,
    STEPS,
    Form,
    OpenedPad,
    PadUser,
    ScorePad,
    Setup,
    check_delete,
    is_at_table,
    may_delete,
    may_fill,
    seats_to_ask,
    ties,
    total,
)
from bot.text import Locale, t, tn
from cogs.core.escaping import escaped
from cogs.core.localization import private_locale, public_locale
from cogs.core.persistent_ui import ACCENT, Panel, PersistentButton, edit_in_place, reply_privately, text_panel
from cogs.core.public_messages import delete_message
from cogs.core.services import BotClient, Interaction
from cogs.rules.rule_button import RuleButton
from cogs.score_pad import pad_message_updates
from cogs.score_pad.details_wording import details_texts
from cogs.score_pad.form_opening import (
    CARD,
    DETAILS,
    drafted,
    next_form,
    own_draft,
    send_card,
    send_details,
    send_form,
    send_steps,
)
from cogs.score_pad.forms import setup_form
from cogs.score_pad.pad_access import explained, in_language, named_user, pads_of, place_of, read_pad, who_is
from cogs.score_pad.pictures import private_tally, public_tally
from cogs.score_pad.wording import (
    doubts_text,
    edits_texts,
    measure_text,
    rank_lines,
    sheet_text,
    shown_name,
    table_text,
    ties_text,
    title,
)

LONGEST_LABEL: Final = 30
RULES: Final = (("score.list", "tally.rule.list"), ("score.artifact_card", "tally.rule.artifacts"))
PRIMARY, QUIET, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.secondary, discord.ButtonStyle.danger


# ------------------------------------------------------------------------------------------------------------ controls
class OpenSeat(PersistentButton, template=r"tally:seat:(?P<number>\d+):(?P<seat>\d)"):
    """A player's name on the board: their next form for who may fill it in, else their lines."""

    @classmethod
    def of(cls, opened: OpenedPad, seat: int) -> Self:
        """The button for a player of a score pad."""
        sheet, name = opened.pad.sheets[seat], opened.pad.players[seat].name[:LONGEST_LABEL]
        counted = "" if opened.pad.closed or sheet.complete else f" {sheet.forms_done}/{len(FORMS)}"
        style = QUIET if opened.pad.closed or sheet.complete else PRIMARY
        return cls(ui.Button(label=name + counted, custom_id=f"tally:seat:{opened.id}:{seat}", style=style))

    async def used(self, interaction: Interaction) -> None:
        """Show the player's entries."""
        opened, seat = await opened_by(self, interaction), int(self.state["seat"])
        form = next_form(opened.pad, seat)
        if opened.pad.closed is None and form and may_fill(opened.pad, seat, who_is(interaction)):
            await send_form(interaction, opened, seat, form, origin="board")
            return
        if opened.pad.closed is None:
            await show_in_place(interaction, opened)
        await reply_privately(interaction, await own_sheet(interaction, opened, seat))


class OpenForm(
    PersistentButton,
    template=r"tally:form:(?P<number>\d+):(?P<seat>\d):(?P<form>points|cards|artifacts|whole):(?P<how>open|mend)",
):
    """Opens one of a player's three forms."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedPad, seat: int, form: Form, *, first: bool) -> Self:
        """The button for a form of a player."""
        how = "mend" if opened.pad.closed else "open"
        done = opened.pad.sheets[seat].done(form)
        label = ("✓ " if done else "") + t(locale, f"tally.form.{form}")
        custom_id = f"tally:form:{opened.id}:{seat}:{form}:{how}"
        return cls(ui.Button(label=label, custom_id=custom_id, style=PRIMARY if first else QUIET))

    async def used(self, interaction: Interaction) -> None:
        """Open the form."""
        opened, form = await opened_by(self, interaction), cast("Form", self.state["form"])
        mending = self.state["how"] == "mend" or opened.pad.closed is not None
        await send_form(interaction, opened, int(self.state["seat"]), form, origin="sheet", mending=mending)


class OpenCard(PersistentButton, template=r"tally:card:(?P<number>\d+):(?P<seat>\d)"):
    """Asks by menus what a player's artifact card counts, so that its form needs only numbers."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedPad, seat: int) -> Self:
        """The button for a player of an open score pad."""
        label, custom_id = t(locale, "tally.card"), f"tally:card:{opened.id}:{seat}"
        return cls(ui.Button(label=label, custom_id=custom_id, style=QUIET))

    async def used(self, interaction: Interaction) -> None:
        """Open the form."""
        await send_card(interaction, await opened_by(self, interaction), int(self.state["seat"]))


class ClosePad(PersistentButton, template=r"tally:close:(?P<number>\d+)(?P<sure>:sure)?"):
    """Makes the score pad a result; asks before where something is missing."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedPad, *, sure: bool = False) -> Self:
        """The button for a score pad."""
        label = t(locale, "tally.close.anyway" if sure else "tally.close")
        style = DANGER if sure else (QUIET if opened.pad.missing else PRIMARY)
        return cls(ui.Button(label=label, custom_id=f"tally:close:{opened.id}{':sure' if sure else ''}", style=style))

    async def used(self, interaction: Interaction) -> None:
        """Close the score pad; if something is missing, ask first."""
        opened = await opened_by(self, interaction)
        sure = "sure" in self.state
        if opened.pad.missing and not sure and is_at_table(opened.pad, who_is(interaction)):
            await reply_privately(interaction, missing_panel(private_locale(interaction), opened))
            return
        with explained():
            opened = await pads_of(interaction).close(
                opened.id, place_of(interaction), who_is(interaction), incomplete=sure
            )
        if sure:
            await edit_in_place(
                interaction, text_panel(t(private_locale(interaction), "tally.closed", number=opened.id))
            )
            refresh(interaction, opened)
        else:
            await show_in_place(interaction, opened)


class BreakTie(PersistentButton, template=r"tally:steps:(?P<number>\d+)"):
    """Asks for the steps on the machine tracks."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedPad) -> Self:
        """The button for a score pad."""
        return cls(ui.Button(label=t(locale, "tally.break_tie"), custom_id=f"tally:steps:{opened.id}", style=PRIMARY))

    async def used(self, interaction: Interaction) -> None:
        """Open the form for the steps on the machine tracks."""
        await send_steps(interaction, await opened_by(self, interaction), {})


class FillAgain(PersistentButton, template=r"tally:again:(?P<draft>\d+)"):
    """Opens a form again with what was typed."""

    @classmethod
    def of(cls, locale: Locale, draft: int, key: str = "tally.again") -> Self:
        """The button for what was typed."""
        return cls(ui.Button(label=t(locale, key), custom_id=f"tally:again:{draft}", style=PRIMARY))

    async def used(self, interaction: Interaction) -> None:
        """Open the form again, filled in as it was typed."""
        draft = await own_draft(interaction, int(self.state["draft"]))
        if draft.pad is None:
            setup = msgspec.json.decode(draft.body, type=Setup)
            await interaction.response.send_modal(setup_form(private_locale(interaction), setup, SETUP))
            return
        with explained():
            opened = await pads_of(interaction).find(draft.pad, place_of(interaction))
        typed = msgspec.json.decode(draft.body, type=dict[str, str])
        what = drafted(draft.form)
        if what.form == STEPS:
            await send_steps(interaction, opened, typed, what.base)
            return
        if what.form == DETAILS:
            await send_details(interaction, opened, typed, what.base)
            return
        if what.form == CARD:
            await send_card(interaction, opened, what.seat, typed)
            return
        mending, form = opened.pad.closed is not None, cast("Form", what.form)
        await send_form(
            interaction, opened, what.seat, form, origin="sheet", mending=mending, filled=typed, base=what.base
        )


class DeletePad(PersistentButton, template=r"tally:delete:(?P<number>\d+)(?P<sure>:sure)?"):
    """Forgets a score pad or result for good, after asking."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedPad, *, sure: bool = False) -> Self:
        """The button for a score pad."""
        label = t(locale, "tally.delete.sure" if sure else "tally.delete")
        return cls(ui.Button(label=label, custom_id=f"tally:delete:{opened.id}{':sure' if sure else ''}", style=DANGER))

    async def used(self, interaction: Interaction) -> None:
        """Delete the score pad for good."""
        opened, locale = await opened_by(self, interaction), private_locale(interaction)
        if "sure" not in self.state:
            await edit_in_place(interaction, delete_panel(interaction, opened))
            return
        with explained():
            await pads_of(interaction).delete(opened.id, place_of(interaction), who_is(interaction))
        if photo := opened.stored.photo:
            await delete_message(interaction.client, photo.channel, photo.message)
        await edit_in_place(interaction, text_panel(t(locale, "tally.deleted", number=opened.id)))
        if may_edit(interaction):
            public = text_panel(t(opened.pad.locale, "tally.deleted", number=opened.id))
            await pad_message_updates.show_last(interaction.client, opened, public)


class ShowBoard(PersistentButton, template=r"tally:all:(?P<number>\d+)"):
    """Posts a result into the channel."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedPad) -> Self:
        """The button for a score pad."""
        return cls(ui.Button(label=t(locale, "rule.show_to_all"), custom_id=f"tally:all:{opened.id}", style=PRIMARY))

    async def used(self, interaction: Interaction) -> None:
        """Show the whole score pad."""
        await post(interaction, await opened_by(self, interaction))


class SamePeople(PersistentButton, template=r"tally:same:(?P<number>\d+)"):
    """Starts a score pad with the people of a result."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedPad) -> Self:
        """The button for a result."""
        return cls(ui.Button(label=t(locale, "tally.same_people"), custom_id=f"tally:same:{opened.id}", style=QUIET))

    async def used(self, interaction: Interaction) -> None:
        """Start the new score pad in the channel."""
        opened, channel = await opened_by(self, interaction), interaction.channel_id or place_of(interaction)
        place, who, locale = place_of(interaction), who_is(interaction), public_locale(interaction)
        with explained():
            started = await pads_of(interaction).start_same(opened.id, place, channel, who, locale)
        await post(interaction, started)


class OpenDetails(PersistentButton, template=r"tally:details:(?P<number>\d+)"):
    """Opens the form for the details of a result."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedPad) -> Self:
        """The button for a result."""
        return cls(ui.Button(label=t(locale, "tally.details"), custom_id=f"tally:details:{opened.id}", style=QUIET))

    async def used(self, interaction: Interaction) -> None:
        """Open the form."""
        await send_details(interaction, await opened_by(self, interaction))


CONTROLS: Final = (
    OpenSeat,
    OpenForm,
    OpenCard,
    ClosePad,
    BreakTie,
    FillAgain,
    DeletePad,
    ShowBoard,
    SamePeople,
    OpenDetails,
)
SETUP: Final = "tally:setup"


# -------------------------------------------------------------------------------------------------------------- panels
def board_panel(opened: OpenedPad, locale: Locale | None = None) -> Panel:
    """The score pad as everybody at the table sees it; ``locale``: not in its own language but in this one."""
    pad = opened.pad
    locale = locale or pad.locale
    panel = Panel()
    texts = _closed_texts(locale, opened) if pad.closed else _open_texts(locale, opened)
    panel.add_item(ui.Container(*map(ui.TextDisplay, texts), accent_colour=ACCENT))
    panel.add_item(ui.ActionRow(*(OpenSeat.of(opened, seat) for seat in range(len(pad.players)))))
    if controls := list(_board_controls(locale, opened)):
        panel.add_item(ui.ActionRow(*controls))
    return panel


async def own_sheet(interaction: Interaction, opened: OpenedPad, seat: int, note: str = "") -> Panel:
    """One player's lines, as whoever pressed may see and change them."""
    return sheet_panel(interaction, opened, seat, note, await named_user(interaction))


def sheet_panel(
    interaction: Interaction, opened: OpenedPad, seat: int, note: str = "", who: PadUser | None = None
) -> Panel:
    """One player's lines with their formulas; the forms for who may fill them in. ``who`` looks at it: by default the
    person without typed names."""
    locale, pad = private_locale(interaction), opened.pad
    sheet = pad.sheets[seat]
    texts = [f"-# {note}"] if note else []
    texts += [f"### {shown_name(pad, seat)}", sheet_text(locale, sheet, pad.options)]
    texts += edits_texts(locale, pad, seat)
    if sheet.complete and (measured := measure_text(locale, opened)):
        texts.append(measured)
    if warnings := doubts_text(locale, pad):
        texts.append("\n".join(warnings))
    panel = Panel()
    panel.add_item(ui.Container(*map(ui.TextDisplay, texts), accent_colour=ACCENT))
    if may_fill(pad, seat, who or who_is(interaction)):
        first = next_form(pad, seat)
        forms = (OpenForm.of(locale, opened, seat, form, first=form == first) for form in pad.forms)
        card = [OpenCard.of(locale, opened, seat)] if pad.closed is None and not sheet.done("artifacts") else []
        panel.add_item(ui.ActionRow(*forms, *card))
    panel.add_item(ui.ActionRow(*(RuleButton.of(locale, entry, t(locale, key)) for entry, key in RULES)))
    return panel


def result_panel(interaction: Interaction, opened: OpenedPad) -> Panel:
    """A result as one person sees it: with buttons to show it to all and, for who may, to delete it."""
    locale = private_locale(interaction)
    panel = board_panel(opened, locale)
    buttons: list[PersistentButton] = [ShowBoard.of(locale, opened)]
    if may_delete(opened.pad, who_is(interaction)):
        buttons.append(DeletePad.of(locale, opened))
    panel.add_item(ui.ActionRow(*buttons))
    return panel


async def shown_board(interaction: Interaction, opened: OpenedPad) -> Panel:
    """The score pad as everybody sees it, with its picture, as the answer to an interaction."""
    return board_panel(opened).show(await public_tally(interaction.client, opened, interaction))


async def pictured_result(interaction: Interaction, opened: OpenedPad) -> Panel:
    """A result as one person sees it, with its picture."""
    return result_panel(interaction, opened).show(await private_tally(interaction, opened))


def missing_panel(locale: Locale, opened: OpenedPad) -> Panel:
    """What is not filled in yet, and a button to close it all the same."""
    missing = "\n".join(
        "- " + t(locale, "tally.line_of", name=shown_name(opened.pad, seat), what=t(locale, f"tally.form.{form}"))
        for seat, form in opened.pad.missing
    )
    panel = text_panel(t(locale, "tally.close.missing", missing=missing))
    panel.add_item(ui.ActionRow(ClosePad.of(locale, opened, sure=True)))
    return panel


def delete_panel(interaction: Interaction, opened: OpenedPad) -> Panel:
    """Asks whether a score pad is to be forgotten.

    :raises UserError: the person may not.
    """
    with explained():
        check_delete(opened.pad, opened.id, who_is(interaction))
    locale = private_locale(interaction)
    names = ", ".join(shown_name(opened.pad, seat) for seat in range(len(opened.pad.players)))
    panel = text_panel(t(locale, "tally.delete.ask", number=opened.id, names=names))
    panel.add_item(ui.ActionRow(DeletePad.of(locale, opened, sure=True)))
    return panel


def typed_text(locale: Locale, typed: Mapping[str, str], pad: ScorePad | None = None) -> str:
    """What was typed, field by field, so that it can be copied."""

    def label(field: str) -> str:
        if field.isdecimal():
            return shown_name(pad, int(field)) if pad and int(field) < len(pad.players) else field
        return t(locale, f"tally.field.{field}")

    said = [
        "- " + t(locale, "tally.line_of", name=label(field), what=escaped(text, 80))
        for field, text in typed.items()
        if text and text != "0"
    ]
    return "\n".join([t(locale, "tally.typed"), *said]) if said else ""


def _open_texts(locale: Locale, opened: OpenedPad) -> Iterable[str]:
    pad = opened.pad
    yield title(locale, opened)
    if pad.missing:
        yield "\n".join(_progress(locale, pad, seat) for seat in range(len(pad.players)))
        yield f"-# {t(locale, 'tally.how_to_fill')}"
    else:
        yield from _ranking(locale, opened)
        yield f"-# {t(locale, 'tally.all_filled')}"
    yield from _warnings(locale, pad)


def _closed_texts(locale: Locale, opened: OpenedPad) -> Iterable[str]:
    pad, closed_at = opened.pad, opened.stored.closed_at
    yield title(locale, opened)
    yield from _ranking(locale, opened)
    yield table_text(locale, pad)
    yield from details_texts(locale, opened)
    yield from edits_texts(locale, pad)
    yield from _warnings(locale, pad)
    if closed_at and pad.closed:
        name = escaped(pad.closed.name, 40)
        when = f"<t:{int(closed_at.timestamp())}:f>"
        closed = t(locale, "tally.refereed") if pad.game else t(locale, "tally.closed_by", name=name)
        yield f"-# {t(locale, 'tally.how_to_look')}\n-# {closed} · {when}"


def _ranking(locale: Locale, opened: OpenedPad) -> Iterable[str]:
    pad = opened.pad
    yield rank_lines(locale, pad)
    if texts := ties_text(locale, pad):
        yield "\n".join(texts)
    if measured := measure_text(locale, opened):
        yield measured


def _warnings(locale: Locale, pad: ScorePad) -> Iterable[str]:
    if warnings := doubts_text(locale, pad):
        yield "\n".join(warnings)


def _progress(locale: Locale, pad: ScorePad, seat: int) -> str:
    sheet, name = pad.sheets[seat], shown_name(pad, seat)
    if not sheet.forms_done:
        return f"**{name}** – {t(locale, 'tally.progress.none')}"
    points = tn(locale, "tally.points", total(sheet, pad.options))
    if sheet.complete:
        return f"**{name}** – {t(locale, 'tally.progress.all', points=points)}"
    return f"**{name}** – {t(locale, 'tally.progress.some', points=points, done=sheet.forms_done, forms=len(FORMS))}"


def _board_controls(locale: Locale, opened: OpenedPad) -> Iterable[ui.Item[Any]]:
    pad = opened.pad
    if not pad.game and not pad.missing and seats_to_ask(pad):
        yield BreakTie.of(locale, opened)
    if pad.closed is None:
        yield ClosePad.of(locale, opened)
    if not pad.missing and ties(pad):
        yield RuleButton.of(locale, "score.tie", t(locale, "tally.rule.tie"))
    if pad.options.mode == "mautoma":
        yield RuleButton.of(locale, "mautoma.result", t(locale, "tally.rule.scale"))
    if pad.closed and not pad.game:
        yield OpenDetails.of(locale, opened)
        yield SamePeople.of(locale, opened)
    if opened.stored.photo:
        yield ui.Button(label=t(locale, "tally.photo"), custom_id=f"tally:photo:{opened.id}", style=QUIET)


# ------------------------------------------------------------------------------------------------------------- sending
async def opened_by(control: PersistentButton, interaction: Interaction) -> OpenedPad:
    """The score pad that a control belongs to; where its message was left behind, it follows.

    :raises UserError: it is gone.
    """
    with explained():
        opened = await read_pad(interaction, int(control.state["number"]))
    if opened.behind:
        refresh(interaction, opened)
    return opened


async def post(interaction: Interaction, opened: OpenedPad) -> None:
    """Show the score pad to all, and remember the message."""
    panel = await shown_board(interaction, opened)
    sent = await interaction.response.send_message(
        view=panel, allowed_mentions=discord.AllowedMentions.none(), files=panel.files
    )
    message = getattr(sent, "message_id", None)
    if message and interaction.channel_id:
        tallies = interaction.client.services.store.score_pads
        await tallies.show_on(opened.id, interaction.channel_id, message, opened.stored.version)


async def show_in_place(interaction: Interaction, opened: OpenedPad) -> None:
    """Show the score pad on the message that was pressed; where a newer message shows it too, that one follows."""
    try:
        await edit_in_place(interaction, await shown_board(interaction, opened))
    except BaseException:
        refresh(interaction, opened)
        raise
    if interaction.message is not None and interaction.message.id == opened.stored.message:
        pads_of(interaction).note_shown(opened)
    elif opened.behind:
        refresh(interaction, opened)


def refresh(interaction: Interaction, opened: OpenedPad) -> None:
    """Bring the score pad's public message up to date soon, where the bot may."""
    if may_edit(interaction):
        pad_message_updates.refresh(interaction.client, opened, partial(public_board, interaction.client))


async def catch_up(bot: BotClient, behind: Iterable[OpenedPad]) -> None:
    """At a start: bring up to date what an end of the process has left behind, in an even pace. Where the bot is only
    somebody's app, it may not edit."""
    await bot.wait_until_ready()
    for opened in behind:
        if opened.stored.place != opened.stored.channel and bot.get_guild(opened.stored.place) is None:
            continue
        await bot.services.start_pace.turn()
        pad_message_updates.refresh(bot, opened, partial(public_board, bot))


async def public_board(bot: BotClient, opened: OpenedPad) -> Panel:
    """The score pad as its public message shows it, in its own language: who was forgotten has a name there, too."""
    opened = in_language(opened, opened.pad.locale)
    return board_panel(opened).show(await public_tally(bot, opened))


def may_edit(interaction: Interaction) -> bool:
    """Whether the bot itself is here; where it is only somebody's app, it edits a message by that message's buttons."""
    return interaction.is_guild_integration() or interaction.context.dm_channel
