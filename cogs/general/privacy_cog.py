"""``/privacy``: what is stored of a person, as a file, and its removal."""

import io
from typing import Any, Final

import discord
from discord import ui
from discord.ext import commands

from bot.app.privacy import PersonalData
from bot.app.privacy.personal_data import Held
from bot.app.tables import Caller
from bot.text import Locale, t, tn
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, UserError, private_locale
from cogs.core.persistent_ui import PersistentButton, edit_in_place, reply_privately, with_deferral
from cogs.core.public_messages import delete_message
from cogs.core.services import BotClient, Interaction
from cogs.game.views.message_layout import panel_of
from cogs.score_pad.photo_handlers import photo_url

MOST_LINKS: Final = 10
FILE: Final = "revive-referee-{person}.json"
TEXTS = CommandTexts("privacy.command")


class Privacy(
    commands.GroupCog,
    group_name=Localized("privacy.command.name"),
    group_description=Localized("privacy.command.description"),
):
    """What people may ask of their own data."""

    FAMILY = "bot"

    @TEXTS.command("show")
    async def show(self, interaction: Interaction) -> None:
        """Hand out everything that is stored of the person, as a file that only they see."""
        data = data_of(interaction)
        held, file = await with_deferral(interaction, _both(data, interaction.user.id))
        locale = private_locale(interaction)
        text = f"{_about(locale, held)}\n{t(locale, 'privacy.policy')}"
        await _send(interaction, text, discord.File(io.BytesIO(file), FILE.format(person=interaction.user.id)))

    @TEXTS.command("delete")
    async def delete(self, interaction: Interaction) -> None:
        """Say what would go and what would stay, and ask."""
        locale = private_locale(interaction)
        held = await with_deferral(interaction, data_of(interaction).held(interaction.user.id))
        if not held.rows:
            raise UserError("privacy.nothing")
        lines = [_about(locale, held), t(locale, "privacy.delete.what")]
        if held.open_tables:
            lines.append(tn(locale, "privacy.delete.open", len(held.open_tables)))
        sure = ui.Button[Any](
            label=t(locale, "privacy.delete.button"),
            style=discord.ButtonStyle.danger,
            custom_id=f"privacy:delete:{interaction.user.id}",
        )
        keep = ui.Button[Any](label=t(locale, "privacy.keep.button"), custom_id=f"privacy:keep:{interaction.user.id}")
        await reply_privately(interaction, panel_of(lines, [sure, keep]))


class DeleteMyData(PersistentButton, template=r"privacy:delete:(?P<person>\d+)"):
    """Deletes what is stored of the person who presses it, on their own question."""

    async def used(self, interaction: Interaction) -> None:
        """Delete, and say so.

        :raises UserError: the question was somebody else's.
        """
        if int(self.state["person"]) != interaction.user.id:
            raise UserError("error.old_control")
        user = interaction.user
        caller = Caller(user=user.id, name=user.display_name, channel=0, guild=0, interaction=interaction.id)
        locale, left = private_locale(interaction), await with_deferral(interaction, _forget(interaction, caller))
        lines = [t(locale, "privacy.delete.done")]
        if left:
            shown = " · ".join(left[:MOST_LINKS])
            lines.append(tn(locale, "privacy.delete.photos_left", len(left), links=shown))
        await edit_in_place(interaction, panel_of(lines))


class KeepMyData(PersistentButton, template=r"privacy:keep:(?P<person>\d+)"):
    """Leaves everything as it is."""

    async def used(self, interaction: Interaction) -> None:
        """Say that nothing has changed."""
        await edit_in_place(interaction, panel_of([t(private_locale(interaction), "privacy.kept")]))


async def _forget(interaction: Interaction, caller: Caller) -> list[str]:
    """Delete the person's photos on Discord, then everything that is stored of them; the addresses of photos that
    Discord did not let the bot delete."""
    photos = await interaction.client.services.store.score_pads.photos_of(caller.user)
    left = [
        photo_url(place, photo)
        for place, photo in photos
        if not await delete_message(interaction.client, photo.channel, photo.message)
    ]
    await data_of(interaction).forget(caller)
    return left


def data_of(interaction: Interaction) -> PersonalData:
    """The data of all persons."""
    services = interaction.client.services
    return PersonalData(services.store, services.tables)


async def _send(interaction: Interaction, text: str, file: discord.File) -> None:
    if interaction.response.is_done():
        await interaction.followup.send(text, file=file, ephemeral=True)
    else:
        await interaction.response.send_message(text, file=file, ephemeral=True)


async def _both(data: PersonalData, person: int) -> tuple[Held, bytes]:
    return await data.held(person), await data.as_file(person)


def _about(locale: Locale, held: Held) -> str:
    """How much there is, in words."""
    games, pads = held.rows.get("games", 0), held.rows.get("tallies", 0)
    return t(
        locale,
        "privacy.held",
        games=tn(locale, "privacy.games", games),
        pads=tn(locale, "privacy.pads", pads),
        rows=tn(locale, "privacy.rows", sum(held.rows.values())),
    )


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(DeleteMyData, KeepMyData)
    await bot.add_cog(Privacy())
