"""Buttons, menus and forms for all cogs. They survive a restart, and their failures are explained to the person.

A control that lives on a message keeps its state in its custom id:

    class SeeAlso(PersistentButton, template=r"see:(?P<entry>[a-z.-]+)"):
        async def used(self, interaction: Interaction) -> None:
            entry = self.state["entry"]

and in the module's setup: ``bot.add_dynamic_items(SeeAlso)``. Whoever shows it adds a plain button with such an id:
``discord.ui.Button(label=label, custom_id=f"see:{entry}")``.
"""

import asyncio
import contextlib
import io
import re
from abc import abstractmethod
from collections.abc import Awaitable, Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final, Self, TypeVar, cast
from weakref import WeakSet

import discord
from discord import ui

from bot.pictures import Picture
from bot.text import t
from cogs.core.application_emojis import EMOJIS
from cogs.core.label_breaks import keep_labels_together
from cogs.core.localization import UserError, private_locale
from cogs.core.services import Interaction, start_clock

T = TypeVar("T")
ItemT = TypeVar("ItemT", bound=ui.Item[Any], covariant=True)

ACCENT: Final = 0x2F6F5E
"""The colour at the side of what the bot says, 0xRRGGBB."""
PATIENCE: Final = 0.7
"""Seconds that a person waits without a sign."""
ANSWER: Final = "answer"
"""In ``Interaction.extras``: the number of the message that shows the answer."""
UNKNOWN_MESSAGE: Final = 10008
"""Discord's code for a message that was deleted."""
GREATEST: Final = 2**63 - 1
"""The greatest number that the database takes; no control of ours carries a greater one."""


def is_ours(custom_id: str) -> bool:
    """Whether we could have written every number in a custom id."""
    return all(int(digits) <= GREATEST for digits in re.findall(r"\d+", custom_id))


def ids(message: discord.Message) -> Iterator[str]:
    """The custom ids of the controls of a message."""
    return _ids(message.components)


def _ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from _ids(getattr(component, "children", ()))
        if (accessory := getattr(component, "accessory", None)) is not None:
            yield from _ids((accessory,))


class PersistentItem(ui.DynamicItem[ItemT], template=r"(?!)"):
    """The part that buttons and menus share."""

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: ui.Item[Any], match: re.Match[str], /) -> Self:
        return cls(item)  # type: ignore[arg-type]

    @property
    def state(self) -> Mapping[str, str]:
        """The named groups of the template; a group that took no part in the match is left out."""
        match = self.template.match(self.custom_id)
        assert match is not None, "the custom id is checked against the template when the item is made"
        return {name: found for name, found in match.groupdict().items() if found is not None}

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        start_clock(interaction)
        try:
            if self.is_forged():
                raise UserError("error.old_control")
            await self.used(interaction)
        except Exception as error:
            await interaction.client.failed(interaction, error)
        else:
            interaction.client.answered(interaction)

    def is_forged(self) -> bool:
        """Whether it says what no control of ours can say."""
        return not is_ours(self.custom_id)

    @abstractmethod
    async def used(self, interaction: Interaction) -> None:
        """What happens on a click or choice."""


class PersistentButton(PersistentItem[ui.Button[Any]], template=r"(?!)"):
    """A button whose state is in its custom id."""


class PersistentSelect(PersistentItem[ui.Select[Any]], template=r"(?!)"):
    """A menu of texts whose state is in its custom id; what was chosen is in ``chosen``."""

    @property
    def chosen(self) -> list[str]:
        """The values of the chosen options."""
        return self.item.values

    def is_forged(self) -> bool:
        """Whether the custom id or a chosen value is none of ours."""
        return super().is_forged() or not set(self.chosen) <= {option.value for option in self.item.options}


PICKERS: Final = (ui.ChannelSelect, ui.MentionableSelect, ui.RoleSelect, ui.UserSelect)
"""Menus that Discord fills."""


class PersistentPicker(PersistentItem[ItemT], template=r"(?!)"):
    """A menu of channels, roles or people whose state is in its custom id; Discord fills it."""

    def is_forged(self) -> bool:
        """Whether the custom id is none of ours, or stands on something else than a menu."""
        return super().is_forged() or not isinstance(self.item, PICKERS)


class Form(ui.Modal):
    """A form whose failures reach the one error handler. The title is to be given localised."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        _OPEN_FORMS.add(self)

    async def on_error(self, interaction: Interaction, error: Exception, /) -> None:  # type: ignore[override]
        """Hand a failure to the client."""
        await interaction.client.failed(interaction, error)


_OPEN_FORMS: WeakSet[Form] = WeakSet()
"""The forms that discord.py holds until they are sent or time out, and while what was sent is worked on."""


def is_open_form(custom_id: str) -> bool:
    """Whether this process has opened a form with that custom id and still handles it."""
    return any(form.custom_id == custom_id for form in _OPEN_FORMS)


class Panel(ui.LayoutView):
    """A laid-out message whose controls are all lasting ones: it needs no memory, so it never times out."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()  # so that the library keeps no panel in memory: every control is found by its custom id
        self.pictures: list[Picture] = []

    def to_components(self) -> list[dict[str, Any]]:
        """The message as it is sent, with the application's emojis in place of signs, and labels that keep a number and
        its sign together."""
        components = EMOJIS.applied(super().to_components())  # type: ignore[no-untyped-call]
        keep_labels_together(components)
        return components

    def show(self, picture: Picture | None) -> Self:
        """Put a picture below the texts; None changes nothing."""
        if picture is not None:
            self.pictures.append(picture)
            item = discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)
            framed = next((child for child in self.children if isinstance(child, ui.Container)), self)
            framed.add_item(ui.MediaGallery[Any](item))
        return self

    @property
    def files(self) -> list[discord.File]:
        """The pictures to be sent along, made anew each time, as sending uses them up."""
        return [discord.File(io.BytesIO(each.png), each.name, description=each.alt) for each in self.pictures]

    async def on_error(self, interaction: Interaction, error: Exception, item: ui.Item[Any], /) -> None:  # type: ignore[override]
        """Hand a failure to the client."""
        await interaction.client.failed(interaction, error)


def text_panel(text: str) -> Panel:
    """A panel with one text."""
    panel = Panel()
    panel.add_item(ui.Container(ui.TextDisplay(text), accent_colour=ACCENT))
    return panel


def is_private(interaction: Interaction) -> bool:
    """Whether the control that was used sits on a message that this person alone sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def reply_privately(interaction: Interaction, panel: Panel) -> None:
    """Answer so that only the person sees it, whether or not the interaction has been deferred before."""
    if interaction.response.is_done():
        message = await interaction.followup.send(view=panel, ephemeral=True, files=panel.files, wait=True)
        interaction.extras[ANSWER] = message.id
    else:
        sent = await interaction.response.send_message(view=panel, ephemeral=True, files=panel.files)
        interaction.extras[ANSWER] = sent.message_id


async def edit_in_place(interaction: Interaction, panel: Panel) -> None:
    """Show the panel in place of the message that the control sits on, whether or not it has been deferred before; as a
    new private message where that one was taken away meanwhile."""
    try:
        if interaction.response.is_done():
            await interaction.edit_original_response(view=panel, attachments=panel.files)
        else:
            await interaction.response.edit_message(view=panel, attachments=panel.files)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        await reply_privately(interaction, panel)
        return
    if interaction.message is not None:
        interaction.extras[ANSWER] = interaction.message.id


def answered_with(interaction: Interaction) -> int | None:
    """The number of the message that shows what was answered; None where that is not known."""
    number = interaction.extras.get(ANSWER)
    return number if isinstance(number, int) else None


def edits_own_message(interaction: Interaction) -> bool:
    """Whether the control was answered on the message that it is on, so that its token edits that message."""
    kinds = discord.InteractionResponseType
    return interaction.response.type in (kinds.message_update, kinds.deferred_message_update)


async def with_deferral(interaction: Interaction, work: Awaitable[T]) -> T:
    """Wait for something that is nearly always quick; when it is not, give a private sign that work goes on: on a panel
    that the person alone sees, in place; where others see it too, as Discord shows that somebody waits."""
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if done or interaction.response.is_done():
        return await task
    changed = None
    with contextlib.suppress(discord.HTTPException):  # what is being done is done all the same
        changed = await _show_work(interaction, _own_panel(interaction))
    try:
        return await task
    except Exception:
        if changed is not None:
            await _restore(interaction, changed)
        raise


def _own_panel(interaction: Interaction) -> discord.Message | None:
    """The panel that was pressed, where the person alone sees it."""
    message, pressed = interaction.message, interaction.type is discord.InteractionType.component
    own = pressed and is_private(interaction) and message is not None and message.flags.components_v2
    return message if own else None


async def _show_work(interaction: Interaction, message: discord.Message | None) -> discord.Message | None:
    """Answer that work goes on; the message that was changed for it, if any."""
    if message is None:
        pressed = interaction.type is discord.InteractionType.component
        await interaction.response.defer(ephemeral=True, thinking=pressed)
        return None
    try:
        await interaction.response.edit_message(view=working(message, interaction), attachments=message.attachments)
    except discord.HTTPException as refused:
        if refused.status != HTTPStatus.BAD_REQUEST:
            raise
        await interaction.response.defer()  # the panel has got or lost its picture since it was pressed
        return None
    return message


async def _restore(interaction: Interaction, message: discord.Message) -> None:
    """The panel as it was: what failed can be tried again."""
    with contextlib.suppress(discord.HTTPException):
        await interaction.edit_original_response(view=_copy(message), attachments=message.attachments)


def _copy(message: discord.Message) -> ui.LayoutView:
    """The message's panel, to be sent again. Discord names a picture in it by an address; only ``attachment://`` means
    the message's own file, which is then not fetched from outside."""
    view = ui.LayoutView.from_message(message, timeout=None)
    files = {file.id: file.filename for file in message.attachments}
    for item in view.walk_children():
        for shown in item.items if isinstance(item, ui.MediaGallery) else ():
            name = files.get(shown.media.attachment_id or 0)
            if name is not None:
                shown.media = discord.UnfurledMediaItem(f"attachment://{name}")
    return view


def working(message: discord.Message, interaction: Interaction) -> ui.LayoutView:
    """The message with all controls disabled; the one that was pressed says that work goes on."""
    view = _copy(message)
    pressed = cast("Mapping[str, Any]", interaction.data or {}).get("custom_id")
    words = t(private_locale(interaction), "error.working")
    for item in view.walk_children():
        if not isinstance(item, ui.Button | ui.Select) or item.custom_id is None:
            continue
        item.disabled = True
        if item.custom_id != pressed:
            continue
        if isinstance(item, ui.Button):
            item.label = words
        else:
            item.placeholder = words
            for option in item.options:
                option.default = False
    return view
