"""``/game``: lobbies and games in a channel, from the first seat to the rematch."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast, get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.tables import MOST, USUAL, Caller, Chosen, Stage, Status, Strength, TableRefusal, Voted
from bot.app.tables.lobby import IN_THREAD
from bot.engine.state import Alone, Options
from bot.text import t
from bot.text.game import component_name, effect_words
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, UserError, private_locale, public_locale
from cogs.core.services import BotClient, Interaction
from cogs.game.handlers.archive_buttons import CONTROLS as ARCHIVE
from cogs.game.handlers.archive_buttons import bring_back
from cogs.game.handlers.automa_buttons import CONTROLS as WHY
from cogs.game.handlers.ending_buttons import CONTROLS as ENDING
from cogs.game.handlers.inspect_buttons import show_log
from cogs.game.handlers.late_buttons import CONTROLS as LATE
from cogs.game.handlers.late_buttons import come_back
from cogs.game.handlers.lobby_buttons import CONTROLS as LOBBY
from cogs.game.handlers.lobby_buttons import post_lobby
from cogs.game.handlers.plan_buttons import CONTROLS as PLANS
from cogs.game.handlers.refusal_replies import present_refusal
from cogs.game.handlers.review_buttons import CONTROLS as REVIEWS
from cogs.game.handlers.rollback_buttons import CONTROLS as ROLLBACKS
from cogs.game.handlers.rollback_buttons import ask_rollback_to_turn
from cogs.game.handlers.seat_buttons import CONTROLS as SEATS
from cogs.game.handlers.take_action import take_back
from cogs.game.input.chosen_strength import chosen_strength
from cogs.game.input.parsing import PICKED, choices, component_typed
from cogs.game.pack_commands import PackCommands, pack_choices, pack_typed
from cogs.game.plan_commands import PlanCommands
from cogs.game.publishing.delivery_problems import answer_gone, channel_name, done_panel, drawn_status, may_post
from cogs.game.publishing.follower_messages import FollowerMessages
from cogs.game.publishing.game_threads import GONE, LOCKED, may_open_thread, return_home
from cogs.game.publishing.lobby_drawing import offered
from cogs.game.publishing.message_updates import messages_of
from cogs.game.publishing.notice_delivery import tell_channel_gone
from cogs.game.publishing.player_calls import call_players
from cogs.game.publishing.table_pictures import warm_up
from cogs.game.snapshot import TableSnapshot, public_snapshot, shut, snapshot_for, table_locale
from cogs.game.table_access import answer, caller_of, explained, game_here, uncounted
from cogs.game.time_commands import TimeCommands
from cogs.game.views.computer_strength import CHOICES as STRENGTH_CHOICES
from cogs.game.views.ended_early import ask_panel
from cogs.game.views.lobby_panel import as_value, value_words
from cogs.game.views.rollback_panel import start_words
from cogs.game.views.status_panel import voted_panel

Choices = list[app_commands.Choice[str]]
MOST_BYTES: Final = 8_000_000
"""Bytes of a file that is read at all."""
COMPUTERS: Final = MOST - 1
ALONE_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"game.option.alone.{way}"), value=way) for way in get_args(Alone) if way != "no"
]


TEXTS: Final = CommandTexts("game.command", "game.field")
PACE_TEXTS: Final = CommandTexts("pace.command", "pace.field")


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
        self.tables = bot.services.tables
        self.tables.deliver_by(messages)
        self.tables.listen(messages.changed)
        self.tables.listen(messages_of(bot).own_panels.changed)
        self.following = FollowerMessages(bot)
        self.tables.listen(self.following.changed)
        self.tables.pressed = messages.pressed

    async def cog_load(self) -> None:
        """Read the open tables and start what runs beside the commands. discord.py calls this."""
        await self.tables.load()
        await self.tables.__aenter__()
        self.warming = asyncio.create_task(warm_up(self.bot), name="pictures")
        self.catching_up = asyncio.create_task(messages_of(self.bot).catch_up(), name="catch-up")

    async def cog_unload(self) -> None:
        """Stop what runs beside the commands, and store what is left to store. discord.py calls this."""
        self.catching_up.cancel()
        await self.following.close()
        await messages_of(self.bot).close()
        await messages_of(self.bot).own_panels.close()
        await self.tables.__aexit__(None, None, None)
        self.warming.cancel()
        self.bot.services.pictures.close()

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Tell the owners of a deleted channel's games."""
        await self._gone(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Tell the owner of a deleted thread's game."""
        await self._gone(thread.guild_id, thread.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Take a game out of a thread that was locked."""
        if thread.data["thread_metadata"].get("locked"):
            for game, place in self.tables.open_in(thread.guild_id):
                if place == thread.thread_id:
                    await return_home(self.bot, await self._publicly(game), LOCKED)

    async def _gone(self, guild: int, channel: int) -> None:
        """A channel was deleted: its tables go on in the channel of their thread, else their owners are told how to."""
        for game, place in self.tables.open_in(guild):
            if place == channel and not await return_home(self.bot, await self._publicly(game), GONE):
                messages_of(self.bot).posts.trouble[game] = "deleted_channel"
                await tell_channel_gone(self.bot, await self.tables.status(game))

    async def _publicly(self, game: int) -> TableSnapshot:
        return await public_snapshot(self.tables, game, None, table_locale(await self.tables.status(game)))

    # ---- the lobby -----------------------------------------------------------------------------------------------

    @TEXTS.command("new", "computers", "strength", "alone", "pack", "first_game")
    @app_commands.choices(alone=ALONE_CHOICES, strength=STRENGTH_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        computers: app_commands.Range[int, 0, COMPUTERS] = 0,
        strength: str | None = None,
        alone: str = "no",
        pack: str | None = None,
        first_game: bool = False,
    ) -> None:
        """Open a lobby."""
        async with explained(interaction):
            may_post(interaction)
            options, wanted = Options(alone=cast("Alone", alone)), pack_typed(pack) if pack else None
            level = await chosen_strength(interaction, strength) if strength is not None else None
            opened = self._opened(interaction, options, wanted, computers, level, first=first_game)
            await post_lobby(interaction, opened)

    @new.autocomplete("pack")
    async def packs(self, interaction: Interaction, typed: str) -> Choices:
        """The packs that a table here can choose, for the option."""
        return await pack_choices(interaction, typed)

    async def _opened(
        self,
        interaction: Interaction,
        options: Options,
        pack: str | None,
        computers: int,
        strength: Strength | None,
        *,
        first: bool,
    ) -> Status:
        caller, locale = caller_of(interaction), public_locale(interaction)
        status = await self.tables.lobby.open(caller, options, locale, pack, first_game=first)
        if may_open_thread(self.bot, caller.channel):
            status = await self.tables.lobby.option(uncounted(caller), status.game, IN_THREAD, True)
        for _ in range(computers):
            status = await self.tables.lobby.computer(uncounted(caller), status.game, strength)
        return status

    @TEXTS.command("join", "tribe")
    async def join(self, interaction: Interaction, tribe: str | None = None) -> None:
        """Take a seat."""
        async with explained(interaction):
            game, caller = game_here(interaction), caller_of(interaction)
            await self.tables.administration.join(caller, game)
            if tribe:
                await self.tables.lobby.tribe(uncounted(caller), game, await self._tribe(interaction, game, tribe))
            await self._done(interaction, game, "join")

    @TEXTS.command("leave")
    async def leave(self, interaction: Interaction) -> None:
        """Give the seat back."""
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.administration.leave(caller_of(interaction), game)
            await self._done(interaction, game, "leave")

    @TEXTS.command("tribe", "tribe")
    async def tribe(self, interaction: Interaction, tribe: str | None = None) -> None:
        """Choose a tribe, or leave it to the lot."""
        async with explained(interaction):
            game = game_here(interaction)
            chosen = await self._tribe(interaction, game, tribe) if tribe else None
            await self.tables.lobby.tribe(caller_of(interaction), game, chosen)
            await self._done(interaction, game, "tribe")

    @TEXTS.command("option", "value", name="option")
    async def option(self, interaction: Interaction, name: str, value: str) -> None:
        """Set an option of the lobby."""
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.lobby.option(caller_of(interaction), game, name.removeprefix(PICKED), as_value(value))
            await call_players(self.bot, await self.tables.status(game))
            await self._done(interaction, game, "option")

    @TEXTS.command("computer", "strength")
    @app_commands.choices(strength=STRENGTH_CHOICES)
    async def computer(self, interaction: Interaction, strength: str | None = None) -> None:
        """Add a computer player."""
        async with explained(interaction):
            game = game_here(interaction)
            level = await chosen_strength(interaction, strength) if strength is not None else None
            await self.tables.lobby.computer(caller_of(interaction), game, level)
            await self._done(interaction, game, "computer")

    @TEXTS.command("remove", "seat")
    async def remove(self, interaction: Interaction, seat: app_commands.Range[int, 1, MOST]) -> None:
        """Take a player out of the lobby."""
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.lobby.remove(caller_of(interaction), game, seat - 1)
            await self._done(interaction, game, "remove")

    @TEXTS.command("start")
    async def start(self, interaction: Interaction) -> None:
        """Start the game of this channel's lobby."""
        game = await self._or_none(interaction)
        async with explained(interaction, game):
            game = game_here(interaction)
            may_post(interaction)
            await self.tables.lobby.start(caller_of(interaction), game)
            await self._done(interaction, game, "start")

    # ---- looking and undoing -------------------------------------------------------------------------------------

    @TEXTS.command("status", "game")
    async def status(self, interaction: Interaction, game: int | None = None) -> None:
        """Show how a game stands."""
        async with explained(interaction):
            number = game if game is not None else await self.tables.last_in(interaction.channel_id or 0)
            if (await self.tables.status(number)).guild != interaction.guild_id:
                raise TableRefusal("no_such_game", game=number)
            await answer(interaction, await drawn_status(interaction, number))

    @TEXTS.command("log")
    async def log(self, interaction: Interaction) -> None:
        """Show what has happened."""
        async with explained(interaction):
            game = await self.tables.last_in(interaction.channel_id or 0)
            found = await snapshot_for(interaction, game)
            if found.view is None:
                raise shut(found)
            await show_log(interaction, game)

    @TEXTS.command("undo", "turn")
    async def undo(self, interaction: Interaction, turn: app_commands.Range[int, 1] | None = None) -> None:
        """Take the last action back, or ask to go back to the start of a turn."""
        async with explained(interaction, await self._or_none(interaction)):
            if turn is not None:
                await ask_rollback_to_turn(interaction, game_here(interaction), turn)
            else:
                await take_back(interaction, game_here(interaction), None)

    @undo.autocomplete("turn")
    async def turns(self, interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        """The turns to whose start the table can go back, for the option."""
        try:
            game = game_here(interaction)
            starts = await self.tables.rollbacks.starts(game)
            found = await snapshot_for(interaction, game)
        except TableRefusal:
            return []
        named = [(start_words(found, start), start.turn) for start in starts]
        return [app_commands.Choice(name=name[:100], value=turn) for name, turn in named if str(typed) in str(turn)]

    # ---- looking after -------------------------------------------------------------------------------------------

    @TEXTS.command("pause")
    async def pause(self, interaction: Interaction) -> None:
        """Pause the game, or vote for it."""
        await self._vote(interaction, "pause", self.tables.administration.pause)

    @TEXTS.command("resume")
    async def resume(self, interaction: Interaction) -> None:
        """Go on with a paused or archived game, or take back that it was ended."""
        broken_off = await self._in_stage(interaction.channel_id or 0, "ending")
        archived = await self._in_stage(interaction.channel_id or 0, "archived")
        if archived is not None:
            async with explained(interaction, archived):
                await bring_back(interaction, archived)
        elif broken_off is not None:
            await self._vote(interaction, "take_back", self.tables.administration.take_back, broken_off)
        else:
            await self._vote(interaction, "resume", self.tables.administration.resume)

    @TEXTS.command("end")
    async def end(self, interaction: Interaction) -> None:
        """Call the lobby off, or ask whether to end the game."""
        async with explained(interaction):
            game, caller = game_here(interaction), caller_of(interaction)
            if (await self.tables.status(game)).stage == "lobby":
                await self.tables.lobby.cancel(caller, game)
                await self._done(interaction, game, "end")
                return
            alone = await self.tables.administration.may_end(caller, game)
            await answer(interaction, ask_panel(private_locale(interaction), game, alone=alone))

    @TEXTS.command("replace", "seat", "person", "strength")
    @app_commands.choices(strength=STRENGTH_CHOICES)
    async def replace(
        self,
        interaction: Interaction,
        seat: app_commands.Range[int, 1, MOST],
        person: discord.Member | None = None,
        strength: str = USUAL,
    ) -> None:
        """Give a seat to somebody else or to a computer player, or vote for it."""
        async with explained(interaction):
            game, caller, administration = game_here(interaction), caller_of(interaction), self.tables.administration
            if person is None:
                level = await chosen_strength(interaction, strength)
                voted = await administration.replace_by_computer(caller, game, seat - 1, level)
            elif person.bot:
                raise UserError("game.no_bots")
            else:
                voted = await administration.replace(caller, game, seat - 1, person.id, person.display_name)
            await answer(interaction, voted_panel(private_locale(interaction), voted, "replace"))

    @TEXTS.command("move", "game")
    async def move(self, interaction: Interaction, game: int) -> None:
        """Bring a game to this channel, or vote for it."""
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
        """The open games of the server, for the option."""
        found = self.tables.open_in(interaction.guild_id or 0)
        named = [(f"{game} · #{channel_name(self.bot, channel)}", game) for game, channel in found]
        return [app_commands.Choice(name=name[:100], value=game) for name, game in named if str(typed) in name][:25]

    @TEXTS.command("owner", person="owner")
    async def owner(self, interaction: Interaction, person: discord.Member) -> None:
        """Hand the game over to somebody else at it."""
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.administration.pass_on(caller_of(interaction), game, person.id)
            await self._done(interaction, game, "owner")

    @PACE_TEXTS.command("back")
    async def back(self, interaction: Interaction) -> None:
        """Take the seat again in which a computer player fills in, and end holidays."""
        async with explained(interaction):
            await come_back(interaction, None)

    @TEXTS.command("rematch")
    async def rematch(self, interaction: Interaction) -> None:
        """Open a lobby with the people of the last game."""
        async with explained(interaction):
            may_post(interaction)
            last = await self.tables.last_in(interaction.channel_id or 0)
            await post_lobby(interaction, self.tables.administration.rematch(caller_of(interaction), last))

    @TEXTS.command("repair", "roll_back")
    async def repair(self, interaction: Interaction, roll_back: bool = False) -> None:
        """Take up a game again that could not be loaded."""
        async with explained(interaction):
            game = game_here(interaction)
            await self.tables.administration.repair(caller_of(interaction), game, roll_back=roll_back)
            await self._done(interaction, game, "repair")

    # ---- files ---------------------------------------------------------------------------------------------------

    @TEXTS.command("export")
    async def export(self, interaction: Interaction) -> None:
        """Send the game as a file."""
        async with explained(interaction):
            if not interaction.app_permissions.attach_files:
                raise UserError("game.may_not_attach")
            game = await self.tables.last_in(interaction.channel_id or 0)
            exported = await self.tables.files.export(caller_of(interaction), game)
            text = t(private_locale(interaction), "game.exported.full" if exported.full else "game.exported.public")
            file = discord.File(io.BytesIO(exported.data), exported.name)
            await interaction.response.send_message(text, file=file, ephemeral=True)

    @TEXTS.command("import", "file")
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Go on with a game from a file."""
        async with explained(interaction):
            may_post(interaction)
            if file.size > MOST_BYTES:
                raise TableRefusal("import_large", most=MOST_BYTES // 1_000_000)
            await interaction.response.defer(ephemeral=True)
            data = await file.read()
            status = await self.tables.files.import_(caller_of(interaction), data, public_locale(interaction))
            await self._done(interaction, status.game, "import")

    pack = PackCommands(
        name=Localized("game.command.pack.name"), description=Localized("game.command.pack.description")
    )

    plan = PlanCommands(
        name=Localized("plan.command.plan.name"), description=Localized("plan.command.plan.description")
    )
    time = TimeCommands(
        name=Localized("pace.command.time.name"), description=Localized("pace.command.time.description")
    )

    # ---- completions ---------------------------------------------------------------------------------------------

    @join.autocomplete("tribe")
    @tribe.autocomplete("tribe")
    async def tribes(self, interaction: Interaction, typed: str) -> Choices:
        """The tribes that are left, for the option."""
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
        """The lobby's options, for the option."""
        locale = private_locale(interaction)
        return choices(
            [(t(locale, f"game.option.{each.name}"), PICKED + each.name) for each in await self._options(interaction)],
            typed,
        )

    @option.autocomplete("value")
    async def option_values(self, interaction: Interaction, typed: str) -> Choices:
        """The values of the chosen option, for the option."""
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
            return await offered(self.bot, game_here(interaction))
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

    async def _in_stage(self, channel: int, stage: Stage) -> int | None:
        """The channel's last game, where it is in that stage."""
        try:
            status = await self.tables.status(await self.tables.last_in(channel))
        except TableRefusal:
            return None
        return status.game if status.stage == stage else None

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
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(*ARCHIVE, *LATE, *LOBBY, *SEATS, *WHY, *ENDING, *PLANS, *ROLLBACKS, *REVIEWS)
    bot.add_control_handler(answer_gone)
    bot.add_presenter(present_refusal)
    await bot.add_cog(Game(bot))
