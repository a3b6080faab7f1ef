"""``/tally``: score pads for games played anywhere: start, fill in, break a tie, show, close, delete."""

import asyncio
from typing import TypeAlias, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.score_pad import FORMS, MODES, Form, Mode, OpenedPad, Options, ScorePads, Setup, is_at_table, seat_of
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, UserError, private_locale
from cogs.core.message_edit_rate import finish
from cogs.core.persistent_ui import reply_privately
from cogs.core.services import BotClient, Interaction
from cogs.rules.rule_button import RuleButton
from cogs.score_pad.form_handlers import CONTROLS as INTAKE
from cogs.score_pad.form_handlers import start, take_in
from cogs.score_pad.form_opening import next_form, send_form, send_steps
from cogs.score_pad.forms import LONGEST_NAMES, setup_form
from cogs.score_pad.pad_access import explained, named_user, pads_of, place_of, player_of, read_pad, who_is
from cogs.score_pad.photo_handlers import CONTROLS as PHOTO
from cogs.score_pad.views import CONTROLS, SETUP, catch_up, delete_panel, missing_panel, pictured_result, post, refresh

MOST_CHOICES = 25
FORM_CHOICES = [app_commands.Choice(name=Localized(f"tally.form.{form}"), value=form) for form in FORMS]
MODE_CHOICES = [app_commands.Choice(name=Localized(f"tally.used.{mode}"), value=mode) for mode in MODES]
Names: TypeAlias = app_commands.Range[str, 1, LONGEST_NAMES]


TEXTS = CommandTexts("tally.command")


class ScorePadCog(
    commands.GroupCog,
    group_name=Localized("tally.command.tally.name"),
    group_description=Localized("tally.command.tally.description"),
):
    """The score pad."""

    FAMILY = "scores"

    def __init__(self, bot: BotClient) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Bring messages up to date that the process before has left behind. discord.py calls this."""
        behind = await ScorePads(self.bot.services.store.score_pads).behind()
        self.catching_up = asyncio.create_task(catch_up(self.bot, behind), name="score-pads-catch-up")

    async def cog_unload(self) -> None:
        """Stop that, and store what messages show. discord.py calls this."""
        await finish(self.catching_up)
        await self.bot.services.edits.close()
        await self.bot.services.store.score_pads.shown.keep()

    @TEXTS.command(
        "new",
        "names",
        "expansion",
        "common_card",
        "long_game",
        "mode",
        player1=("player1", "player"),
        player2=("player2", "player"),
        player3=("player3", "player"),
        player4=("player4", "player"),
    )
    @app_commands.choices(mode=MODE_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        player1: discord.User | None = None,
        player2: discord.User | None = None,
        player3: discord.User | None = None,
        player4: discord.User | None = None,
        names: Names = "",
        expansion: bool = False,
        common_card: bool = False,
        long_game: bool = False,
        mode: str = "table",
    ) -> None:
        """Start a score pad; without players the form for it opens."""
        options = Options(expansion, common_card, long_game, cast("Mode", mode))
        people = tuple(player_of(user) for user in (player1, player2, player3, player4) if user)
        if people or names.strip():
            await start(interaction, Setup(people, names, options))
            return
        setup = Setup((player_of(interaction.user),), "", options)
        await interaction.response.send_modal(setup_form(private_locale(interaction), setup, SETUP))

    @TEXTS.command("fill", "form", tally="which", player="seat")
    @app_commands.choices(form=FORM_CHOICES)
    async def fill(
        self, interaction: Interaction, tally: int | None = None, player: str = "", form: str | None = None
    ) -> None:
        """Open a form of a player."""
        opened = await _chosen(interaction, tally)
        seat = seat_named(opened, player) if player else seat_of(opened.pad, await named_user(interaction)) or 0
        chosen = cast("Form | None", form) or next_form(opened.pad, seat) or "points"
        mending = opened.pad.closed is not None
        await send_form(interaction, opened, seat, chosen, origin="command", mending=mending)

    @TEXTS.command("tie", tally="which")
    async def tie(self, interaction: Interaction, tally: int | None = None) -> None:
        """Open the form for the steps that break a tie."""
        await send_steps(interaction, await _chosen(interaction, tally), {})

    @TEXTS.command("show", tally="which")
    async def show(self, interaction: Interaction, tally: int | None = None) -> None:
        """Post a score pad again."""
        await post(interaction, await _chosen(interaction, tally))

    @TEXTS.command("close", tally="which")
    async def close(self, interaction: Interaction, tally: int | None = None) -> None:
        """Close a score pad; if something is missing, ask first."""
        opened, who = await _chosen(interaction, tally), who_is(interaction)
        if opened.pad.missing and is_at_table(opened.pad, who):
            await reply_privately(interaction, missing_panel(private_locale(interaction), opened))
            return
        with explained():
            opened = await pads_of(interaction).close(opened.id, place_of(interaction), who)
        await reply_privately(interaction, await pictured_result(interaction, opened))
        refresh(interaction, opened)

    @TEXTS.command("delete", tally="which")
    async def delete(self, interaction: Interaction, tally: int | None = None) -> None:
        """Ask whether a score pad is to be deleted."""
        await reply_privately(interaction, delete_panel(interaction, await _chosen(interaction, tally)))

    @fill.autocomplete("tally")
    @tie.autocomplete("tally")
    @show.autocomplete("tally")
    @close.autocomplete("tally")
    @delete.autocomplete("tally")
    async def tallies(self, interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        """The open score pads of the channel, for the option."""
        found = await pads_of(interaction).open_in(interaction.channel_id or 0)
        return choices(found, str(typed))

    @fill.autocomplete("player")
    async def players(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The players of the chosen score pad, for the option."""
        try:
            opened = await _chosen(interaction, getattr(interaction.namespace, "tally", None))
        except UserError:
            return []
        names = [player.name for player in opened.pad.players if typed.casefold() in player.name.casefold()]
        return [app_commands.Choice(name=name, value=name) for name in names]


def choices(found: list[OpenedPad], typed: str) -> list[app_commands.Choice[int]]:
    """Score pads to choose from, by number and names."""
    named = [
        (f"#{opened.id} · {', '.join(player.name for player in opened.pad.players)}", opened.id) for opened in found
    ]
    wanted = [(name, number) for name, number in named if typed.casefold() in name.casefold()]
    return [app_commands.Choice(name=name[:100], value=number) for name, number in wanted[:MOST_CHOICES]]


def seat_named(opened: OpenedPad, name: str) -> int:
    """The seat of a player by name.

    :raises UserError: there is none of that name.
    """
    names = [player.name.casefold() for player in opened.pad.players]
    if name.strip().casefold() not in names:
        raise UserError("tally.refused.no_such_player", name=discord.utils.escape_markdown(name[:40]))
    return names.index(name.strip().casefold())


async def _chosen(interaction: Interaction, number: int | None) -> OpenedPad:
    """The score pad of that number, else the newest open one here.

    :raises UserError: there is none.
    """
    if number is not None:
        with explained():
            return await read_pad(interaction, number)
    found = await pads_of(interaction).open_in(interaction.channel_id or 0)
    if not found:
        raise UserError("tally.refused.none_open")
    return found[0]


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(*CONTROLS, *INTAKE, *PHOTO, RuleButton)
    bot.add_form_handler(take_in)
    await bot.add_cog(ScorePadCog(bot))
