"""How a desk looks, and the controls on it.

Custom ids: ``mautoma:<what>:<desk>[:<turn it stood under>]``; forms come back under ``mautoma:sent:…``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Self, cast

import discord
import msgspec
from discord import ui

from bot.app.automa_desk import (
    ENTRIES,
    AutomaDesks,
    DeskRefusal,
    Entry,
    Keeping,
    OpenedDesk,
    UnreadableBoard,
    read_board,
    written,
)
from bot.app.score_pad import total
from bot.app.score_pad.service import decoded
from bot.pictures import Picture, ThemeName
from bot.store import Scope
from bot.text import DEFAULT, Locale, as_locale, t
from bot.text.game.automa_text import CARD_RULES
from cogs.automa.wording import desk_texts
from cogs.core.escaping import escaped
from cogs.core.localization import UserError, private_locale, public_locale
from cogs.core.persistent_ui import ACCENT, Form, Panel, PersistentButton, edit_in_place, reply_privately, text_panel
from cogs.core.picture_delivery import for_channel, for_person, renderer_of
from cogs.core.public_messages import edit_message
from cogs.core.services import BotClient, Interaction
from cogs.core.theme_choice import private_theme, public_theme
from cogs.rules.rule_button import RuleButton
from cogs.score_pad.pad_access import place_of

SENT_POINTS: Final = re.compile(r"mautoma:sent:points:(\d+)")
SENT_BOARD: Final = re.compile(r"mautoma:sent:board:(\d+)")
POINTS_FIELD: Final = "points"
LONGEST_POINTS: Final = 4
LONGEST_ENTRY: Final = 300
PRIMARY, QUIET = discord.ButtonStyle.primary, discord.ButtonStyle.secondary


def desks_of(interaction: Interaction) -> AutomaDesks:
    """The desks of all people."""
    return AutomaDesks(interaction.client.services.store.automa_desks)


def keeping(interaction: Interaction) -> Keeping:
    """Where a desk's points become a result: here, under the person's name."""
    place, channel = place_of(interaction), interaction.channel_id or 0
    return Keeping(place, channel, interaction.user.display_name, public_locale(interaction))


@contextmanager
def declining() -> Iterator[None]:
    """Let the desks' refusals be told like every other.

    :raises UserError: a desk refused.
    """
    try:
        yield
    except DeskRefusal as refused:
        raise UserError(f"mautoma.refused.{refused.why}", **refused.values) from refused


# ---- controls ----------------------------------------------------------------------------------------------------


class TakeTurn(PersistentButton, template=r"mautoma:turn:(?P<desk>\d+):(?P<turn>\d+)"):
    """The Mautoma takes its next turn; pressed twice it shows what the first press brought."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedDesk) -> Self:
        """The button for a desk as it stands."""
        label = t(locale, "mautoma.button.turn", turn=opened.step.turn + 1)
        custom_id = f"mautoma:turn:{opened.id}:{opened.step.turn}"
        return cls(ui.Button(label=label, emoji="🎴", custom_id=custom_id, style=PRIMARY))

    async def used(self, interaction: Interaction) -> None:
        """Take the next turn, and show the desk."""
        number, after = int(self.state["desk"]), int(self.state["turn"])
        await _moved(interaction, number, lambda desks, who: desks.turn(number, who, after))


class UndoTurn(PersistentButton, template=r"mautoma:undo:(?P<desk>\d+):(?P<turn>\d+)"):
    """Takes the Mautoma's last turn back."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedDesk) -> Self:
        """The button for a desk as it stands."""
        custom_id = f"mautoma:undo:{opened.id}:{opened.step.turn}"
        return cls(ui.Button(label=t(locale, "mautoma.button.undo"), emoji="↩️", custom_id=custom_id, style=QUIET))

    async def used(self, interaction: Interaction) -> None:
        """Take the last turn back, and show the desk."""
        number, after = int(self.state["desk"]), int(self.state["turn"])
        await _moved(interaction, number, lambda desks, who: desks.undo(number, who, after))


class EnterPoints(PersistentButton, template=r"mautoma:points:(?P<desk>\d+)"):
    """Asks for the points of the game, for its result."""

    @classmethod
    def of(cls, locale: Locale, opened: OpenedDesk) -> Self:
        """The button for a desk whose last round is over."""
        label = t(locale, "mautoma.button.points")
        return cls(ui.Button(label=label, emoji="🏁", custom_id=f"mautoma:points:{opened.id}", style=PRIMARY))

    async def used(self, interaction: Interaction) -> None:
        """Open the form for the points."""
        opened = await _opened_by(self, interaction)
        await interaction.response.send_modal(points_form(private_locale(interaction), opened))


class OpenBoard(PersistentButton, template=r"mautoma:board:(?P<desk>\d+)"):
    """Opens the form with the printed board."""

    @classmethod
    def of(cls, locale: Locale, number: int) -> Self:
        """The button for the desk of that number."""
        label = t(locale, "mautoma.button.board")
        return cls(ui.Button(label=label, emoji="⚙️", custom_id=f"mautoma:board:{number}", style=QUIET))

    async def used(self, interaction: Interaction) -> None:
        """Open the form of the printed board."""
        opened = await _opened_by(self, interaction)
        await interaction.response.send_modal(board_form(private_locale(interaction), opened))


CONTROLS: Final = (TakeTurn, UndoTurn, EnterPoints, OpenBoard)


async def _moved(interaction: Interaction, number: int, move: Any) -> None:
    """Show the desk after a move in place; a stale button brings the desk up to date and says so privately."""
    desks, locale, stale = desks_of(interaction), private_locale(interaction), False
    with declining():
        try:
            opened = await move(desks, interaction.user.id)
        except DeskRefusal as refused:
            if refused.why not in ("stale", "over", "closed"):
                raise
            opened, stale = await desks.find(number, interaction.user.id), True
    await show_in_place(interaction, opened)
    if stale:
        await reply_privately(interaction, text_panel(t(locale, "mautoma.refused.stale", turn=opened.step.turn)))


async def _opened_by(control: PersistentButton, interaction: Interaction) -> OpenedDesk:
    """The desk that a control belongs to; where its message was left behind, it follows.

    :raises UserError: it is gone or somebody else's.
    """
    with declining():
        opened = await desks_of(interaction).find(int(control.state["desk"]), interaction.user.id)
    if opened.behind:
        refresh(interaction.client, opened)
    return opened


async def show_in_place(interaction: Interaction, opened: OpenedDesk) -> None:
    """Show the desk on the message that was pressed; where a newer message shows it too, that one follows."""
    try:
        await edit_in_place(interaction, await drawn_desk(interaction, opened))
    except BaseException:
        refresh(interaction.client, opened)
        raise
    if interaction.message is not None and interaction.message.id == opened.stored.message:
        desks_of(interaction).note_shown(opened)
    elif opened.behind:
        refresh(interaction.client, opened)


# ---- panels ------------------------------------------------------------------------------------------------------


def desk_panel(locale: Locale, opened: OpenedDesk) -> Panel:
    """A desk as its owner sees it."""
    panel = Panel()
    texts = (ui.TextDisplay[Any](text) for text in desk_texts(locale, opened))
    panel.add_item(ui.Container(*texts, accent_colour=ACCENT))
    if moves := list(_moves(locale, opened)):
        panel.add_item(ui.ActionRow(*moves))
    panel.add_item(ui.ActionRow(*(RuleButton.of(locale, entry, t(locale, key)) for entry, key in _rules(opened))))
    return panel


async def drawn_desk(interaction: Interaction, opened: OpenedDesk) -> Panel:
    """The same with a picture of the Mautoma's board, while the game goes on."""
    opened = await as_corrected(interaction.client, opened)
    panel = desk_panel(private_locale(interaction), opened)
    work = desk_picture(interaction.client, opened, private_locale(interaction), private_theme(interaction))
    return panel.show(await for_person(interaction, work))


async def desk_picture(bot: BotClient, opened: OpenedDesk, locale: Locale, theme: ThemeName) -> Picture | None:
    """The Mautoma's board; None once the game is over."""
    step = opened.step
    if opened.desk.closed or step.kind == "over":
        return None
    hibernates = step.kind == "hibernation"
    return await renderer_of(bot).mautoma_circle(opened.desk.board, step.marker, locale, theme, hibernates=hibernates)


async def as_corrected(bot: BotClient, opened: OpenedDesk) -> OpenedDesk:
    """The desk with the points of its result, which can have been corrected since; without the result if it is gone."""
    if opened.desk.result is None:
        return opened
    stored = await bot.services.store.score_pads.get(opened.desk.result)
    if stored is None:
        return msgspec.structs.replace(opened, desk=msgspec.structs.replace(opened.desk, result=None))
    pad = decoded(stored.body)
    points = total(pad.sheets[0], pad.options)
    return msgspec.structs.replace(opened, desk=msgspec.structs.replace(opened.desk, points=points))


def _moves(locale: Locale, opened: OpenedDesk) -> Iterator[PersistentButton]:
    if opened.desk.closed:
        return
    over = opened.step.kind == "over"
    yield EnterPoints.of(locale, opened) if over else TakeTurn.of(locale, opened)
    if opened.step.turn:
        yield UndoTurn.of(locale, opened)
    else:
        yield OpenBoard.of(locale, opened.id)


def _rules(opened: OpenedDesk) -> Iterable[tuple[str, str]]:
    """The entries behind what the desk says, with the buttons' labels."""
    step = opened.step
    if step.kind == "card" and step.card is not None:
        entries = [(CARD_RULES[step.card.id], "mautoma.rule.card"), ("mautoma.range", "mautoma.rule.range")]
        entries.append(("mautoma.ties", "mautoma.rule.ties"))
        if "build" in (*step.card.does, step.card.instead):
            entries.append(("mautoma.valuation", "mautoma.rule.valuation"))
        return entries
    if step.kind == "hibernation":
        return [
            ("mautoma.its_hibernation", "mautoma.rule.hibernation"),
            ("mautoma.artifact_removed", "mautoma.rule.artifact"),
        ]
    if step.kind == "over":
        return [("mautoma.end", "mautoma.rule.end"), ("mautoma.result", "mautoma.rule.result")]
    return [("mautoma.setup_board", "mautoma.rule.setup"), ("mautoma.your_turn", "mautoma.rule.your_turn")]


# ---- forms -------------------------------------------------------------------------------------------------------


def points_form(locale: Locale, opened: OpenedDesk) -> Form:
    """One field for the points."""
    form = Form(title=t(locale, "mautoma.form.points"), custom_id=f"mautoma:sent:points:{opened.id}")
    entry: ui.TextInput[Any] = ui.TextInput(custom_id=POINTS_FIELD, max_length=LONGEST_POINTS)
    form.add_item(ui.Label(text=t(locale, "mautoma.form.points.label"), component=entry))
    return form


def board_form(locale: Locale, opened: OpenedDesk) -> Form:
    """The printed board in five fields, filled in with what the desk goes by."""
    form = Form(title=t(locale, "mautoma.form.board"), custom_id=f"mautoma:sent:board:{opened.id}")
    for name, text in written(opened.desk.board).items():
        style = discord.TextStyle.paragraph if "\n" in text else discord.TextStyle.short
        entry: ui.TextInput[Any] = ui.TextInput(custom_id=name, default=text, style=style, max_length=LONGEST_ENTRY)
        label, hint = t(locale, f"mautoma.form.{name}"), t(locale, f"mautoma.form.{name}.hint")
        form.add_item(ui.Label(text=label, description=hint, component=entry))
    return form


async def take_in(interaction: Interaction, custom_id: str) -> bool:
    """Handle a form; False where it is none of a desk's."""
    if match := SENT_POINTS.fullmatch(custom_id):
        await _take_points(interaction, int(match[1]))
    elif match := SENT_BOARD.fullmatch(custom_id):
        await _take_board(interaction, int(match[1]))
    else:
        return False
    return True


async def _take_points(interaction: Interaction, number: int) -> None:
    text = typed_in(interaction).get(POINTS_FIELD, "").strip()
    if not text.isascii() or not text.isdecimal():
        raise UserError("mautoma.refused.points", most=999)
    with declining():
        opened = await desks_of(interaction).end(number, interaction.user.id, int(text), keeping(interaction))
    await _shown(interaction, opened)


async def _take_board(interaction: Interaction, number: int) -> None:
    locale, typed = private_locale(interaction), typed_in(interaction)
    try:
        board = read_board(typed)
    except UnreadableBoard as unreadable:
        await reply_privately(interaction, _mistakes_panel(locale, number, unreadable.entries, typed))
        return
    with declining():
        opened = await desks_of(interaction).set_board(number, interaction.user.id, board)
    await _shown(interaction, opened)


async def _shown(interaction: Interaction, opened: OpenedDesk) -> None:
    """In place of the desk whose button opened the form; anew where a command opened it."""
    if interaction.message is not None:
        await show_in_place(interaction, opened)
    else:
        await reply_privately(interaction, await drawn_desk(interaction, opened))
        refresh(interaction.client, opened)


def _mistakes_panel(locale: Locale, number: int, entries: list[Entry], typed: Mapping[str, str]) -> Panel:
    lines = [
        f"- **{t(locale, f'mautoma.form.{name}')}**: {t(locale, f'mautoma.form.{name}.hint')}\n"
        f"  -# {escaped(typed.get(name, ''), 200) or '–'}"
        for name in entries
    ]
    panel = text_panel("\n".join([t(locale, "mautoma.form.unreadable"), *lines]))
    panel.add_item(ui.ActionRow(OpenBoard.of(locale, number)))
    return panel


def typed_in(interaction: Interaction) -> dict[str, str]:
    """What a form brought, by field."""
    found: dict[str, str] = {}
    for part in cast("dict[str, Any]", interaction.data or {}).get("components", ()):
        for field in [part.get("component"), *(part.get("components") or ())]:
            if field and field.get("custom_id") in (*ENTRIES, POINTS_FIELD):
                found[field["custom_id"]] = str(field.get("value") or "")
    return found


# ---- the message, without a press --------------------------------------------------------------------------------


def refresh(bot: BotClient, opened: OpenedDesk) -> None:
    """Edit the desk's message soon."""
    if opened.stored.message is not None:
        bot.services.edits.soon(f"desk-{opened.id}", lambda: _edit_newest(bot, opened))


async def catch_up(bot: BotClient, behind: Iterable[OpenedDesk]) -> None:
    """At a start: bring up to date what an end of the process has left behind, in an even pace."""
    for opened in behind:
        await bot.services.start_pace.turn()
        refresh(bot, opened)


async def _edit_newest(bot: BotClient, opened: OpenedDesk) -> None:
    desks = AutomaDesks(bot.services.store.automa_desks)
    newest = await desks.find(opened.id, opened.desk.owner)
    place, number = newest.stored.channel or 0, newest.stored.message or 0
    preferences, owner = bot.services.store.preferences, newest.desk.owner
    locale = preferences.language(Scope.PERSON, owner) or as_locale(newest.desk.locale) or DEFAULT
    theme = preferences.theme(Scope.PERSON, owner) or public_theme(bot, place, None)
    newest = await as_corrected(bot, newest)
    panel = desk_panel(locale, newest).show(await for_channel(bot, place, desk_picture(bot, newest, locale, theme)))
    if await edit_message(bot, place, number, panel):
        desks.note_shown(newest)
