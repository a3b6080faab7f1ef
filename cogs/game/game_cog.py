"""``/game``: lobbies and games in a channel, from the first seat to the rematch."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast, get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.tables import MOST, USUAL, Caller, Chosen, Status, Strength, TableRefusal, Voted
from bot.engine.state import Alone, Options
from bot.text import t
from bot.text.game import component_name, effect_words
from cogs.core.localization import Localized, UserError, private_locale, public_locale
from cogs.core.services import BotClient, Interaction
from cogs.game.handlers.automa_buttons import CONTROLS as WHY
from cogs.game.handlers.ending_buttons import CONTROLS as ENDING
from cogs.game.handlers.inspect_buttons import show_log
from cogs.game.handlers.lobby_buttons import CONTROLS as LOBBY
from cogs.game.handlers.lobby_buttons import post_lobby
from cogs.game.handlers.refusal_replies import present_refusal
from cogs.game.handlers.seat_buttons import CONTROLS as SEATS
from cogs.game.handlers.take_action import take_back
from cogs.game.input.parsing import PICKED, choices, component_typed
from cogs.game.publishing.delivery_problems import answer_gone, channel_name, done_panel, drawn_status, may_post
from cogs.game.publishing.lobby_drawing import offered
from cogs.game.publishing.message_updates import messages_of
from cogs.game.publishing.notice_delivery import tell_channel_gone
from cogs.game.publishing.table_pictures import warm_up
from cogs.game.snapshot import shut, snapshot_for
from cogs.game.table_access import answer, caller_of, explained, game_here, uncounted
from cogs.game.views.computer_strength import CHOICES as STRENGTH_CHOICES
from cogs.game.views.ended_early import ask_panel
from cogs.game.views.lobby_panel import as_value, value_words
from cogs.game.views.status_panel import voted_panel

Choices = list[app_commands.Choice[str]]
MOST_BYTES: Final = 8_000_000
"""Bytes of a file that is read at all."""
COMPUTERS: Final = MOST - 1
ALONE_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"game.option.alone.{way}"), value=way) for way in get_args(Alone) if way != "no"
]


def _name(command: str) -> Localized:
    return Localized(f"game.command.{command}.name")


def _about(command: str) -> Localized:
    return Localized(f"game.command.{command}.description")


def _option(name: str) -> Localized:
    return Localized(f"game.field.{name}.name")


def _hint(name: str) -> Localized:
    return Localized(f"game.field.{name}.description")


@app_commands.guild_only()
class Game(
    commands.GroupCog,
    group_name=Localized("game.command.game.name"),
    group_description=Localized("game.command.game.description"),
):
    """Games at the bot's table."""

    FAMILY = "game"

    def __init__(self, bot: BotClient) -> None:
        self.bot = bot
        messages = messages_of(bot)
        self.tables = messages.tables = bot.services.tables
        self.tables.deliver_by(messages)
        self.tables.listen(messages.changed)
        self.tables.pressed = messages.pressed

    async def cog_load(self) -> None:
        await self.tables.load()
        await self.tables.__aenter__()
        self.warming = asyncio.create_task(warm_up(self.bot), name="pictures")
        self.catching_up = asyncio.create_task(messages_of(self.bot).catch_up(), name="catch-up")

    async def cog_unload(self) -> None:
        self.catching_up.cancel()
        await messages_of(self.bot).close()
        await self.tables.__aexit__(None, None, None)
        self.warming.cancel()
        self.bot.services.pictures.close()

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._gone(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._gone(thread.guild_id, thread.thread_id)

    async def _gone(self, guild: int, channel: int) -> None:
        """A channel was deleted: the owners of its tables are told how to go on."""
        for game, place in self.tables.open_in(guild):
            if place == channel:
                messages_of(self.bot).trouble[game] = "deleted_channel"
                await tell_channel_gone(self.bot, await self.tables.status(game))

    # ---- the lobby -----------------------------------------------------------------------------------------------

    @app_commands.command(name=_name("new"), description=_about("new"))
    @app_commands.rename(computers=_option("computers"), strength=_option("strength"), alone=_option("alone"))
    @app_commands.describe(computers=_hint("computers"), strength=_hint("strength"), alone=_hint("alone"))
    @app_commands.choices(alone=ALONE_CHOICES, strength=STRENGTH_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        computers: app_commands.Range[int, 0, COMPUTERS] = 0,
        strength: str = USUAL,
        alone: str = "no",
    ) -> None:
        async with explained(interaction):
            may_post(interaction)
            options = Options(alone=cast("Alone", alone))
            await post_lobby(interaction, self._opened(interaction, options, computers, cast("Strength", strength)))

    async def _opened(self, interaction: Interaction, options: Options, computers: int, strength: Strength) -> Status:
        caller = caller_of(interaction)
        status = await self.tables.lobby.open(caller, options, public_locale(interaction))
        for _ in range(computers):
            status = await self.tables.lobby.computer(uncounted(caller), status.game, strength)
        return status

    @app_commands.command(name=_name("join"), description=_about("join"))
    @app_commands.rename(tribe=_option("tribe"))
    @app_commands.describe(tribe=_hint("tribe"))
    async def join(self, interaction: Interaction, tribe: str | None = None) -> None:
        async with explained(interaction):
            game, caller = game_here(interaction), caller_of(interaction)
            await self.tables.administration.join(caller, game)
            if tribe:
                await self.tables.lobby.tribe(uncounted(caller), game, await self._tribe(interaction, game, tribe))
            await self._done(interaction, game, "join")

    @app_commands.command(name=_name("leave"), description=_about("leave"))
    async def leave(self, interaction: Interaction) -> None:
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.administration.leave(caller_of(interaction), game)
            await self._done(interaction, game, "leave")

    @app_commands.command(name=_name("tribe"), description=_about("tribe"))
    @app_commands.rename(tribe=_option("tribe"))
    @app_commands.describe(tribe=_hint("tribe"))
    async def tribe(self, interaction: Interaction, tribe: str | None = None) -> None:
        async with explained(interaction):
            game = game_here(interaction)
            chosen = await self._tribe(interaction, game, tribe) if tribe else None
            await self.tables.lobby.tribe(caller_of(interaction), game, chosen)
            await self._done(interaction, game, "tribe")

    @app_commands.command(name=_name("option"), description=_about("option"))
    @app_commands.rename(name=_option("option"), value=_option("value"))
    @app_commands.describe(name=_hint("option"), value=_hint("value"))
    async def option(self, interaction: Interaction, name: str, value: str) -> None:
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.lobby.option(caller_of(interaction), game, name.removeprefix(PICKED), as_value(value))
            await self._done(interaction, game, "option")

    @app_commands.command(name=_name("computer"), description=_about("computer"))
    @app_commands.rename(strength=_option("strength"))
    @app_commands.describe(strength=_hint("strength"))
    @app_commands.choices(strength=STRENGTH_CHOICES)
    async def computer(self, interaction: Interaction, strength: str = USUAL) -> None:
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.lobby.computer(caller_of(interaction), game, cast("Strength", strength))
            await self._done(interaction, game, "computer")

    @app_commands.command(name=_name("remove"), description=_about("remove"))
    @app_commands.rename(seat=_option("seat"))
    @app_commands.describe(seat=_hint("seat"))
    async def remove(self, interaction: Interaction, seat: app_commands.Range[int, 1, MOST]) -> None:
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.lobby.remove(caller_of(interaction), game, seat - 1)
            await self._done(interaction, game, "remove")

    @app_commands.command(name=_name("start"), description=_about("start"))
    async def start(self, interaction: Interaction) -> None:
        game = await self._or_none(interaction)
        async with explained(interaction, game):
            game = game_here(interaction)
            may_post(interaction)
            await self.tables.lobby.start(caller_of(interaction), game)
            await self._done(interaction, game, "start")

    # ---- looking and undoing -------------------------------------------------------------------------------------

    @app_commands.command(name=_name("status"), description=_about("status"))
    @app_commands.rename(game=_option("game"))
    @app_commands.describe(game=_hint("game"))
    async def status(self, interaction: Interaction, game: int | None = None) -> None:
        async with explained(interaction):
            number = game if game is not None else await self.tables.last_in(interaction.channel_id or 0)
            if (await self.tables.status(number)).guild != interaction.guild_id:
                raise TableRefusal("no_such_game", game=number)
            await answer(interaction, await drawn_status(interaction, number))

    @app_commands.command(name=_name("log"), description=_about("log"))
    async def log(self, interaction: Interaction) -> None:
        async with explained(interaction):
            game = await self.tables.last_in(interaction.channel_id or 0)
            found = await snapshot_for(interaction, game)
            if found.view is None:
                raise shut(found)
            await show_log(interaction, game)

    @app_commands.command(name=_name("undo"), description=_about("undo"))
    async def undo(self, interaction: Interaction) -> None:
        async with explained(interaction, await self._or_none(interaction)):
            await take_back(interaction, game_here(interaction), None)

    # ---- looking after -------------------------------------------------------------------------------------------

    @app_commands.command(name=_name("pause"), description=_about("pause"))
    async def pause(self, interaction: Interaction) -> None:
        await self._vote(interaction, "pause", self.tables.administration.pause)

    @app_commands.command(name=_name("resume"), description=_about("resume"))
    async def resume(self, interaction: Interaction) -> None:
        broken_off = await self._broken_off(interaction.channel_id or 0)
        if broken_off is not None:
            await self._vote(interaction, "take_back", self.tables.administration.take_back, broken_off)
        else:
            await self._vote(interaction, "resume", self.tables.administration.resume)

    @app_commands.command(name=_name("end"), description=_about("end"))
    async def end(self, interaction: Interaction) -> None:
        async with explained(interaction):
            game, caller = game_here(interaction), caller_of(interaction)
            if (await self.tables.status(game)).stage == "lobby":
                await self.tables.lobby.cancel(caller, game)
                await self._done(interaction, game, "end")
                return
            alone = await self.tables.administration.may_end(caller, game)
            await answer(interaction, ask_panel(private_locale(interaction), game, alone=alone))

    @app_commands.command(name=_name("replace"), description=_about("replace"))
    @app_commands.rename(seat=_option("seat"), person=_option("person"), strength=_option("strength"))
    @app_commands.describe(seat=_hint("seat"), person=_hint("person"), strength=_hint("strength"))
    @app_commands.choices(strength=STRENGTH_CHOICES)
    async def replace(
        self,
        interaction: Interaction,
        seat: app_commands.Range[int, 1, MOST],
        person: discord.Member | None = None,
        strength: str = USUAL,
    ) -> None:
        async with explained(interaction):
            game, caller, administration = game_here(interaction), caller_of(interaction), self.tables.administration
            if person is None:
                voted = await administration.replace_by_computer(caller, game, seat - 1, cast("Strength", strength))
            elif person.bot:
                raise UserError("game.no_bots")
            else:
                voted = await administration.replace(caller, game, seat - 1, person.id, person.display_name)
            await answer(interaction, voted_panel(private_locale(interaction), voted, "replace"))

    @app_commands.command(name=_name("move"), description=_about("move"))
    @app_commands.rename(game=_option("game"))
    @app_commands.describe(game=_hint("game"))
    async def move(self, interaction: Interaction, game: int) -> None:
        async with explained(interaction):
            may_post(interaction)
            caller = caller_of(interaction)
            await self._known_to(caller, game)
            voted = await self.tables.administration.move(caller, game, caller.channel, caller.guild)
            await answer(interaction, voted_panel(private_locale(interaction), voted, "move"))

    async def _known_to(self, caller: Caller, game: int) -> None:
        """:raises TableRefusal: ``no_such_game``: another server's table, of which the person is no part."""
        status = await self.tables.status(game)
        if status.guild != caller.guild and caller.user != status.owner and status.seat_of(caller.user) is None:
            raise TableRefusal("no_such_game", game=game)

    @move.autocomplete("game")
    @status.autocomplete("game")
    async def games(self, interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        found = self.tables.open_in(interaction.guild_id or 0)
        named = [(f"{game} · #{channel_name(self.bot, channel)}", game) for game, channel in found]
        return [app_commands.Choice(name=name[:100], value=game) for name, game in named if str(typed) in name][:25]

    @app_commands.command(name=_name("owner"), description=_about("owner"))
    @app_commands.rename(person=_option("owner"))
    @app_commands.describe(person=_hint("owner"))
    async def owner(self, interaction: Interaction, person: discord.Member) -> None:
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.administration.pass_on(caller_of(interaction), game, person.id)
            await self._done(interaction, game, "owner")

    @app_commands.command(name=_name("rematch"), description=_about("rematch"))
    async def rematch(self, interaction: Interaction) -> None:
        async with explained(interaction):
            may_post(interaction)
            last = await self.tables.last_in(interaction.channel_id or 0)
            await post_lobby(interaction, self.tables.administration.rematch(caller_of(interaction), last))

    @app_commands.command(name=_name("repair"), description=_about("repair"))
    @app_commands.rename(roll_back=_option("roll_back"))
    @app_commands.describe(roll_back=_hint("roll_back"))
    async def repair(self, interaction: Interaction, roll_back: bool = False) -> None:
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.administration.repair(caller_of(interaction), game, roll_back=roll_back)
            await self._done(interaction, game, "repair")

    # ---- files ---------------------------------------------------------------------------------------------------

    @app_commands.command(name=_name("export"), description=_about("export"))
    async def export(self, interaction: Interaction) -> None:
        async with explained(interaction):
            if not interaction.app_permissions.attach_files:
                raise UserError("game.may_not_attach")
            game = await self.tables.last_in(interaction.channel_id or 0)
            exported = await self.tables.files.export(caller_of(interaction), game)
            text = t(private_locale(interaction), "game.exported.full" if exported.full else "game.exported.public")
            file = discord.File(io.BytesIO(exported.data), exported.name)
            await interaction.response.send_message(text, file=file, ephemeral=True)

    @app_commands.command(name=_name("import"), description=_about("import"))
    @app_commands.rename(file=_option("file"))
    @app_commands.describe(file=_hint("file"))
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        async with explained(interaction):
            may_post(interaction)
            if file.size > MOST_BYTES:
                raise TableRefusal("import_large", most=MOST_BYTES // 1_000_000)
            await interaction.response.defer(ephemeral=True)
            data = await file.read()
            status = await self.tables.files.import_(caller_of(interaction), data, public_locale(interaction))
            await self._done(interaction, status.game, "import")

    # ---- completions ---------------------------------------------------------------------------------------------

    @join.autocomplete("tribe")
    @tribe.autocomplete("tribe")
    async def tribes(self, interaction: Interaction, typed: str) -> Choices:
        locale = private_locale(interaction)
        try:
            game = game_here(interaction)
            free = await self.tables.lobby.tribes(game)
        except TableRefusal:
            return []
        table = (await snapshot_for(interaction, game)).table
        named = [(tribe, table.pack.tribe[tribe]) for tribe in free]
        pairs = [
            (f"{component_name(locale, table, name)} · {effect_words(locale, tribe.ability)}", PICKED + name)
            for name, tribe in named
        ]
        return choices(pairs, typed)

    @option.autocomplete("name")
    async def option_names(self, interaction: Interaction, typed: str) -> Choices:
        locale = private_locale(interaction)
        return choices(
            [(t(locale, f"game.option.{each.name}"), PICKED + each.name) for each in await self._options(interaction)],
            typed,
        )

    @option.autocomplete("value")
    async def option_values(self, interaction: Interaction, typed: str) -> Choices:
        locale = private_locale(interaction)
        name = str(getattr(interaction.namespace, "name", "") or "").removeprefix(PICKED)
        pairs = [
            (value_words(locale, each.name, value), value if isinstance(value, str) else ("on" if value else "off"))
            for each in await self._options(interaction)
            if each.name == name
            for value in each.values
        ]
        return choices(pairs, typed)

    # ---- shared --------------------------------------------------------------------------------------------------

    async def _options(self, interaction: Interaction) -> list[Chosen]:
        try:
            return await offered(self.tables, game_here(interaction))
        except TableRefusal:
            return []

    async def _tribe(self, interaction: Interaction, game: int, typed: str) -> str:
        table = (await snapshot_for(interaction, game)).table
        return component_typed(table, table.pack.tribe, typed, "tribe")

    async def _or_none(self, interaction: Interaction) -> int | None:
        try:
            return game_here(interaction)
        except TableRefusal:
            return None

    async def _broken_off(self, channel: int) -> int | None:
        """The channel's game, where it was broken off and that can be taken back."""
        try:
            status = await self.tables.status(await self.tables.last_in(channel))
        except TableRefusal:
            return None
        return status.game if status.stage == "ending" else None

    async def _vote(
        self,
        interaction: Interaction,
        what: str,
        decide: Callable[[Any, int], Awaitable[Voted]],
        game: int | None = None,
    ) -> None:
        async with explained(interaction):
            voted = await decide(caller_of(interaction), game_here(interaction, game))
            await answer(interaction, voted_panel(private_locale(interaction), voted, what))

    async def _done(self, interaction: Interaction, game: int, what: str) -> None:
        await answer(interaction, await done_panel(interaction, game, what))


async def setup(bot: BotClient) -> None:
    bot.add_dynamic_items(*LOBBY, *SEATS, *WHY, *ENDING)
    bot.add_control_handler(answer_gone)
    bot.add_presenter(present_refusal)
    await bot.add_cog(Game(bot))
