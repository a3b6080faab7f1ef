"""The photo of a result's table: posted into the channel by the bot, shown from there, deleted. The bot keeps only
where it stands: Discord's links to files expire, so the message is read anew each time.

Custom ids: ``tally:photo:<result>``, ``tally:nophoto:<result>[:<message>]``.
"""

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Self

import discord
from discord import ui

from bot.app.score_pad import OpenedPad, PadRefusal
from bot.app.score_pad.photos import check_photo, may_remove_photo
from bot.pictures.photo import UnreadablePhoto, ready_photo
from bot.store.person_data import NOBODY
from bot.store.score_pads import ResultPhoto
from bot.text import Locale, t
from cogs.core.discord_links import message_url
from cogs.core.escaping import escaped
from cogs.core.localization import UserError, private_locale
from cogs.core.persistent_ui import (
    ACCENT,
    Panel,
    PersistentButton,
    edit_in_place,
    is_private,
    reply_privately,
    text_panel,
    with_deferral,
)
from cogs.core.public_messages import delete_message
from cogs.core.services import Interaction
from cogs.score_pad.pad_access import explained, named_user, pads_of, place_of
from cogs.score_pad.views import DANGER, QUIET, opened_by, refresh
from cogs.score_pad.wording import shown_name

LARGEST: Final = 10_000_000
"""Bytes of a file that is taken: what Discord lets everybody send."""
FILE: Final = "table.jpg"
LONGEST_NAME: Final = 32
_THREAD: Final = ThreadPoolExecutor(1, "photos")
"""One photo at a time, so that a few large ones do not fill the memory."""


class ShowPhoto(PersistentButton, template=r"tally:photo:(?P<number>\d+)"):
    """Shows the photo of a result to one person."""

    async def used(self, interaction: Interaction) -> None:
        """Show it.

        :raises UserError: it is gone, or stands where the person or the bot cannot look.
        """
        opened = await opened_by(self, interaction)
        await reply_privately(interaction, await with_deferral(interaction, photo_panel(interaction, opened)))


class DeletePhoto(PersistentButton, template=r"tally:nophoto:(?P<number>\d+)(?::(?P<message>\d+))?"):
    """Deletes the photo of a result, after asking; with a message, it was asked for that one."""

    @classmethod
    def of(cls, locale: Locale, number: int, message: int | None = None) -> Self:
        """The button for a result."""
        label = t(locale, "tally.photo.delete" if message is None else "tally.delete.sure")
        custom_id = f"tally:nophoto:{number}" + (f":{message}" if message else "")
        return cls(ui.Button(label=label, custom_id=custom_id, style=DANGER if message else QUIET))

    async def used(self, interaction: Interaction) -> None:
        """Delete it, or ask.

        :raises UserError: they may not, it is gone, or Discord does not let the bot delete it.
        """
        opened, locale = await opened_by(self, interaction), private_locale(interaction)
        photo = opened.stored.photo or _left_over(interaction, opened.id)
        if not may_remove_photo(opened.pad, photo, await named_user(interaction)):
            raise UserError("tally.refused.photo_not_yours", number=opened.id)
        asked = int(self.state.get("message", 0))
        if not asked:
            panel = text_panel(t(locale, "tally.photo.delete.ask", number=opened.id))
            panel.add_item(ui.ActionRow(DeletePhoto.of(locale, opened.id, photo.message)))
            await reply_privately(interaction, panel)
            return
        if asked != photo.message:
            raise UserError("tally.photo.gone", number=opened.id)
        await with_deferral(interaction, _delete(interaction, opened, photo))
        await edit_in_place(interaction, text_panel(t(locale, "tally.photo.deleted", number=opened.id)))


CONTROLS: Final = (ShowPhoto, DeletePhoto)


async def post_photo(interaction: Interaction, opened: OpenedPad, file: discord.Attachment) -> Panel:
    """Post a photo of a result's table into this channel; the answer to who sent it.

    :raises UserError: photos are not allowed here, they may not, the result has one, or the file is no photo.
    """
    _check_place(interaction)
    who = await named_user(interaction)
    with explained():
        check_photo(opened.pad, opened.id, opened.stored.photo, who)
    if file.size > LARGEST:
        raise UserError("tally.photo.large", most=LARGEST // 1_000_000)
    try:
        ready = await asyncio.get_running_loop().run_in_executor(_THREAD, ready_photo, await file.read())
    except UnreadablePhoto:
        raise UserError("tally.photo.unreadable") from None
    photo = await _posted(interaction, opened, ready)
    with explained():
        await _keep(interaction, opened, photo)
        refresh(interaction, await pads_of(interaction).find(opened.id, place_of(interaction)))
    url = photo_url(place_of(interaction), photo)
    return text_panel(t(private_locale(interaction), "tally.photo.done", number=opened.id, url=url))


async def photo_panel(interaction: Interaction, opened: OpenedPad) -> Panel:
    """The photo of a result for one person, read anew from its message.

    :raises UserError: it is gone, or stands where the person or the bot cannot look.
    """
    locale, photo = private_locale(interaction), opened.stored.photo
    if photo is None:
        refresh(interaction, opened)
        raise UserError("tally.photo.gone", number=opened.id)
    try:
        if not await _may_see(interaction, photo.channel):
            raise UserError("tally.photo.not_for_you", number=opened.id)
        message = await interaction.client.get_partial_messageable(photo.channel).fetch_message(photo.message)
    except discord.NotFound:
        await _forget(interaction, opened, photo)
        raise UserError("tally.photo.gone", number=opened.id) from None
    except discord.Forbidden:
        raise UserError("tally.photo.no_access", number=opened.id) from None
    address = _address(message)
    if address is None:
        raise UserError("tally.photo.gone", number=opened.id)
    words = t(locale, "tally.photo.shown", number=opened.id, url=photo_url(place_of(interaction), photo))
    panel = _framed(words, address, _alt(locale, opened))
    if may_remove_photo(opened.pad, photo, await named_user(interaction)):
        panel.add_item(ui.ActionRow(DeletePhoto.of(locale, opened.id)))
    return panel


def photo_url(place: int, photo: ResultPhoto) -> str:
    """The address of a photo's message."""
    return message_url(place, photo.channel, photo.message)


def _check_place(interaction: Interaction) -> None:
    if interaction.guild_id is None or not interaction.is_guild_integration():
        raise UserError("tally.photo.not_here")
    if not interaction.client.services.store.preferences.photos(interaction.guild_id):
        raise UserError("tally.photo.off")
    if not interaction.permissions.attach_files:
        raise UserError("tally.photo.you_may_not")


async def _posted(interaction: Interaction, opened: OpenedPad, ready: bytes) -> ResultPhoto:
    """Post the photo, below the result's message where that stands in the same channel."""
    channel, stored, locale = interaction.channel_id or 0, opened.stored, opened.pad.locale
    said = {"number": opened.id, "names": _names(opened), "name": escaped(interaction.user.display_name, LONGEST_NAME)}
    panel = _framed(t(locale, "tally.photo.posted", **said), f"attachment://{FILE}", _alt(locale, opened))
    panel.add_item(ui.ActionRow(DeletePhoto.of(locale, opened.id)))
    answer: dict[str, Any] = {}
    if stored.message and stored.channel == channel:
        answer["reference"] = discord.MessageReference(
            message_id=stored.message, channel_id=channel, fail_if_not_exists=False
        )
    try:
        sent = await interaction.client.get_partial_messageable(channel).send(
            view=panel,
            file=discord.File(io.BytesIO(ready), FILE, description=_alt(locale, opened)),
            allowed_mentions=discord.AllowedMentions.none(),
            **answer,
        )
    except discord.Forbidden:
        raise UserError("tally.photo.bot_may_not") from None
    return ResultPhoto(channel, sent.id, interaction.user.id)


async def _keep(interaction: Interaction, opened: OpenedPad, photo: ResultPhoto) -> None:
    """Remember the photo; where that fails, or somebody was quicker, it goes again.

    :raises PadRefusal: the result has got one meanwhile, or is gone.
    """
    kept = False
    try:
        kept = await interaction.client.services.store.score_pads.add_photo(opened.id, photo)
    finally:
        if not kept:
            await delete_message(interaction.client, photo.channel, photo.message)
    if not kept:
        await pads_of(interaction).find(opened.id, place_of(interaction))
        raise PadRefusal("photo_there", number=opened.id)


async def _delete(interaction: Interaction, opened: OpenedPad, photo: ResultPhoto) -> None:
    if not await delete_message(interaction.client, photo.channel, photo.message):
        raise UserError("tally.photo.not_deleted", number=opened.id, url=photo_url(place_of(interaction), photo))
    await _forget(interaction, opened, photo)


async def _forget(interaction: Interaction, opened: OpenedPad, photo: ResultPhoto) -> None:
    """Forget a photo that is gone from Discord, and show the result without it."""
    await interaction.client.services.store.score_pads.remove_photo(opened.id, photo.message)
    with explained():
        refresh(interaction, await pads_of(interaction).find(opened.id, place_of(interaction)))


def _left_over(interaction: Interaction, number: int) -> ResultPhoto:
    """The photo whose message was pressed, where the bot does not know of it: its process ended between the two."""
    if interaction.message is None or is_private(interaction):
        raise UserError("tally.photo.gone", number=number)
    return ResultPhoto(interaction.channel_id or 0, interaction.message.id, NOBODY)


async def _may_see(interaction: Interaction, channel: int) -> bool:
    """Whether the person can look into the channel of a photo; into a private thread only from there."""
    if channel == interaction.channel_id:
        return True
    client, member = interaction.client, interaction.user
    place = client.get_channel(channel) or await client.fetch_channel(channel)
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread) or not isinstance(member, discord.Member):
        return False
    if isinstance(place, discord.Thread) and place.is_private():
        return False
    granted = place.permissions_for(member)
    return granted.view_channel and granted.read_message_history


def _address(message: discord.Message) -> str | None:
    """The link to the photo in a message, as Discord gives it now."""
    for each in message.components:
        for inner in (each, *getattr(each, "children", ())):
            if isinstance(inner, discord.MediaGalleryComponent):
                return inner.items[0].media.url
    return message.attachments[0].url if message.attachments else None


def _framed(words: str, address: str, alt: str) -> Panel:
    panel = Panel()
    gallery = ui.MediaGallery[Any](discord.MediaGalleryItem(address, description=alt))
    panel.add_item(ui.Container(ui.TextDisplay(words), gallery, accent_colour=ACCENT))
    return panel


def _names(opened: OpenedPad) -> str:
    return ", ".join(shown_name(opened.pad, seat) for seat in range(len(opened.pad.players)))


def _alt(locale: Locale, opened: OpenedPad) -> str:
    return t(locale, "tally.photo.alt", number=opened.id, names=_names(opened))
