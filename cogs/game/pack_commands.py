"""``/game pack``: the component packs of a server."""

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import app_commands

from bot.app.tables import OfferedPack, PackFileRefused, TableRefusal
from bot.game_files.pack_files import LARGEST
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import private_locale
from cogs.core.services import Interaction
from cogs.game.input.parsing import PICKED, choices
from cogs.game.table_access import answer, caller_of, explained, tables_of
from cogs.game.views.pack_panels import added_panel, mistakes_panel, pack_label, packs_panel, removed_panel

Choices = list[app_commands.Choice[str]]
TEXTS: Final = CommandTexts("game.command", "game.field")
ADD: Final = ("game", "pack", "add")
"""The command that adds a pack, by its English names."""


class PackCommands(app_commands.Group):
    """List, add and remove."""

    @TEXTS.command("pack_list")
    async def list_(self, interaction: Interaction) -> None:
        """Show the packs that tables here can choose."""
        async with explained(interaction):
            locale = private_locale(interaction)
            offered = await tables_of(interaction.client).server_packs.offered(caller_of(interaction).guild)
            entry = interaction.client.command_index.find(*ADD)
            await answer(interaction, packs_panel(locale, offered, entry.typed(locale) if entry else ""))

    @TEXTS.command("pack_add", file="pack_file")
    async def add(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Offer the pack in a file to this server's tables."""
        async with explained(interaction):
            locale, caller = private_locale(interaction), caller_of(interaction)
            packs = tables_of(interaction.client).server_packs
            packs.demand(caller)
            if file.size > LARGEST:
                raise TableRefusal("pack_large", most=LARGEST // 1024 // 1024)
            await interaction.response.defer(ephemeral=True)
            try:
                added = await packs.add(caller, await file.read(), file.filename)
            except PackFileRefused as refused:
                await answer(interaction, mistakes_panel(locale, refused))
            else:
                await answer(interaction, added_panel(locale, added))

    @TEXTS.command("pack_remove", "pack")
    async def remove(self, interaction: Interaction, pack: str) -> None:
        """Offer one of this server's packs no longer."""
        async with explained(interaction):
            caller, wanted = caller_of(interaction), pack_typed(pack)
            removed = await tables_of(interaction.client).server_packs.remove(caller, wanted)
            await answer(interaction, removed_panel(private_locale(interaction), removed))

    @remove.autocomplete("pack")
    async def own_packs(self, interaction: Interaction, typed: str) -> Choices:
        """The packs of this server, for the option."""
        return choices(_pairs(interaction, await _offered(interaction), own=True), typed)


def pack_typed(typed: str) -> str:
    """The identifier of a pack that was picked from the list or typed."""
    return typed.strip().removeprefix(PICKED).casefold()


async def pack_choices(interaction: Interaction, typed: str) -> Choices:
    """Every pack that a table here can choose, for an option."""
    return choices(_pairs(interaction, await _offered(interaction), own=False), typed)


async def _offered(interaction: Interaction) -> tuple[OfferedPack, ...]:
    return await tables_of(interaction.client).server_packs.offered(interaction.guild_id or 0)


def _pairs(interaction: Interaction, offered: tuple[OfferedPack, ...], *, own: bool) -> list[tuple[str, Any]]:
    locale = private_locale(interaction)

    def pairs() -> Iterator[tuple[str, str]]:
        for each in offered:
            if each.row is not None or not own:
                yield pack_label(locale, each.pack), PICKED + each.pack.id

    return list(pairs())
