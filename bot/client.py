"""The Discord client: start-up, command sync, one error handler, logs, shut-down."""

import asyncio
import hashlib
import json
import secrets
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MethodType
from typing import TYPE_CHECKING, Any, Final, cast

import aiohttp
import discord
import structlog
from discord import app_commands, ui
from discord.ext import commands

from bot import metrics
from bot.exits import CannotRun, Exit
from bot.store import NotStored, StoreProblem
from bot.store.shard_session import one_process_only
from bot.text import Locale, as_locale, joined, number, t
from cogs import EXTENSIONS
from cogs.core.application_emojis import EMOJIS, learn_emojis
from cogs.core.command_index import CommandIndex, payloads
from cogs.core.discord_permissions import invite, lacking, named
from cogs.core.localization import CommandTranslator, UserError, private_locale
from cogs.core.persistent_ui import ids, is_open_form, is_ours
from cogs.core.services import (
    BotClient,
    CustomIdHandler,
    Interaction,
    Presenter,
    Services,
    elapsed,
    finish_work,
    start_clock,
)
from cogs.game.publishing.message_updates import TableMessages

if TYPE_CHECKING:
    import re

    from bot.settings import Settings

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here

TOO_LATE: Final = {10062, 10015, 40060, 50027}
"""Discord's codes for an interaction that is over: unknown, unknown webhook, answered already, token expired."""
MAY_NOT: Final = {50001, 50013}
"""Discord's codes for a missing access or permission."""
NOT_DELIVERED: Final = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)
"""Failures of an answer itself: Discord refuses it, or cannot be reached."""
EVERYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
LAST_WORDS: Final = 1.0
"""Seconds that closing waits for what is being written down."""
LAST_ANSWERS: Final = 3.0
"""Seconds that closing waits for presses and commands that are being worked on."""
UNHEARD: Final = "MESSAGE_UPDATE"
"""The event of an edited message. Each edit of the bot's own comes back as one, nobody here listens for it, and
discord.py would build the message anew, with all controls."""
ALL_INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)


class Tree(app_commands.CommandTree[BotClient]):
    """The command tree. Its failures go to the client's error handler."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether discord.py goes on with it. Autocompletion is answered here, since discord.py would only print its
        failures."""
        start_clock(interaction)
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        try:
            await self._complete(interaction)
        except Exception as error:
            await interaction.client.failed(interaction, error)
        return False

    async def _complete(self, interaction: Interaction) -> None:
        command, options = self._get_app_command_options(cast("Any", interaction.data))
        typed = next((option["name"] for option in options if option.get("focused")), "")
        await command._invoke_autocomplete(interaction, typed, interaction.namespace)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Hand a command's failure to the client."""
        await interaction.client.failed(interaction, error)


class Client(BotClient):
    """The bot as Discord sees it. Without privileged intents; it never pings anybody by itself."""

    def __init__(
        self, services: Services, *, sync_always: bool = False, extensions: Sequence[str] = EXTENSIONS
    ) -> None:
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            tree_cls=Tree,
            allowed_contexts=EVERYWHERE,
            allowed_installs=ALL_INSTALLS,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            **_sharding(services.settings),
        )
        self._connection.parsers.pop(UNHEARD)
        self.services = services  # the messages read it
        self.services = replace(services, table_messages=TableMessages(self))
        self.command_index = CommandIndex(())
        self.loaded = asyncio.Event()
        """Set once the cogs are there."""
        self._sync_always = sync_always
        self._wanted = extensions
        self._templates: list[re.Pattern[str]] = []
        self._form_handlers: list[CustomIdHandler] = []
        self._control_handlers: list[CustomIdHandler] = []
        self._presenters: list[Presenter] = []
        self._sync: asyncio.Task[None] | None = None
        self._emojis: asyncio.Task[None] | None = None
        self._stopping = False

    async def setup_hook(self) -> None:
        """Load the cogs; give Discord the commands and emojis meanwhile, so that nobody waits for it."""
        sent = await self.load_cogs()
        self.loaded.set()
        self._sync = asyncio.create_task(self._sync_alone(sent), name="command-sync")
        self._learn_emojis()
        if not self.services.practice:
            log.info("logged in", invite=invite(self.application_id or 0))

    def _learn_emojis(self) -> None:
        """In the background: messages are sent with Unicode signs until it is done."""
        if self._emojis is None or self._emojis.done():
            self._emojis = asyncio.create_task(self._learn_alone(), name="emojis")

    async def _learn_alone(self) -> None:
        """One process after another: what the first gives the application, the second finds there."""
        try:
            async with one_process_only(self.services.store.database, "emojis"):
                await learn_emojis(self)
        except StoreProblem as problem:
            log.warning("emojis not uploaded", problem=str(problem))

    async def load_cogs(self) -> list[dict[str, Any]]:
        """Load every family of commands, and return what is sent to Discord."""
        await self.tree.set_translator(CommandTranslator())
        for extension in self._wanted:
            await self.load_extension(extension)
        sent = await payloads(self.tree)
        self.command_index = CommandIndex.of(sent, self._families())
        return sent

    async def stay(self, token: str) -> None:
        """Connect, and stay connected until closed.

        :raises CannotRun: Discord refuses the bot, or ends the connection for good.
        """
        try:
            await self.start(token)
        except (discord.DiscordException, aiohttp.ClientConnectionError, TimeoutError, OSError) as error:
            if (why := _why_not(error)) is None:
                raise
            raise why from None

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Log the permissions that are missing on a server."""
        _warn_of_missing(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Log that the bot joined a server, and the permissions that are missing there."""
        log.info("joined a server", guild=guild.id)
        _warn_of_missing(guild)

    async def on_message(self, message: discord.Message, /) -> None:
        """Do nothing: there are no commands in messages. Cogs listen for themselves."""

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log the failure of a listener, and tell the person if one is waiting for an answer."""
        error = sys.exc_info()[1]
        asked = next((each for each in args if isinstance(each, discord.Interaction)), None)
        if asked is not None and isinstance(error, Exception):
            await self.failed(asked, error)
        else:
            log.error("an event failed", event_name=event_method, exc_info=error)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle persistent forms, and answer controls that discord.py ignores. Otherwise Discord would say that the
        bot did not respond."""
        await self._note_language(interaction)
        try:
            if interaction.type is discord.InteractionType.modal_submit:
                start_clock(interaction)
                await self._take_form(interaction)
            elif interaction.type is discord.InteractionType.component and self._is_dropped(interaction):
                start_clock(interaction)
                await self._take_control(interaction)
        except Exception as error:
            await self.failed(interaction, error)

    async def _note_language(self, interaction: Interaction) -> None:
        """Remember the language of the person's client, in which they are told of their turns."""
        language = as_locale(interaction.locale)
        if language is not None:
            try:
                await self.services.store.preferences.note_client(interaction.user.id, language)
            except StoreProblem as problem:
                log.warning("a client's language could not be kept", problem=str(problem))

    def _is_dropped(self, interaction: Interaction) -> bool:
        """Whether no cog knows the control, or its message no longer has it."""
        custom_id = _custom_id(interaction)
        known = any(template.fullmatch(custom_id) for template in self._templates)
        return not known or (interaction.message is not None and custom_id not in set(ids(interaction.message)))

    async def _take_control(self, interaction: Interaction) -> None:
        """:raises UserError: nobody knows it any more."""
        custom_id = _custom_id(interaction)
        if is_ours(custom_id):
            for take_in in self._control_handlers:
                if await take_in(interaction, custom_id):
                    return
        raise UserError("error.old_control")

    async def _take_form(self, interaction: Interaction) -> None:
        """A form that outlives restarts, one that this process has opened (it is handled already), or one of before.

        :raises UserError: nobody knows it any more.
        """
        custom_id = _custom_id(interaction)
        for take_in in self._form_handlers if is_ours(custom_id) else ():
            if await take_in(interaction, custom_id):
                self.answered(interaction)
                return
        if not is_open_form(custom_id):
            raise UserError("error.old_form")

    def add_form_handler(self, take_in: CustomIdHandler) -> None:
        """Register a handler of persistent forms, by custom id."""
        self._form_handlers.append(take_in)

    def add_control_handler(self, take_in: CustomIdHandler) -> None:
        """Register a handler of controls that no cog knows any more, by custom id."""
        self._control_handlers.append(take_in)

    def add_presenter(self, present: Presenter) -> None:
        self._presenters.append(present)

    def add_dynamic_items(self, *items: type[ui.DynamicItem[Any]]) -> None:
        """Register persistent controls; their templates are remembered, to tell which custom ids are known."""
        super().add_dynamic_items(*items)
        self._templates += [item.__discord_ui_compiled_template__ for item in items]

    async def on_app_command_completion(self, interaction: Interaction, command: Any) -> None:
        """Log a command that was answered."""
        self.answered(interaction)

    def answered(self, interaction: Interaction) -> None:
        """Log an interaction that was answered."""
        _count(interaction, "answered")
        log.info("answered", **self._facts(interaction))

    async def close(self) -> None:
        """Disconnect. People whose presses have come get their answers first, and what is being written down of the
        commands is finished: cut off in the database, it would take its connection with it."""
        self._stopping = True
        await finish_work(LAST_ANSWERS)
        if self._emojis:
            self._emojis.cancel()
            await asyncio.gather(self._emojis, return_exceptions=True)
        if self._sync:
            await asyncio.wait({self._sync}, timeout=LAST_WORDS)
            self._sync.cancel()
            await asyncio.gather(self._sync, return_exceptions=True)
        await super().close()

    async def failed(self, interaction: Interaction, error: Exception) -> None:
        """Tell the person, privately and in their language, why a command, control or form failed, and log it.

        The cases, in this order:

        1. the interaction is over (too late, or answered already), or the bot has closed its connections under it: it
           is only logged;
        2. a family of commands tells it in its own way (:meth:`add_presenter`), as the game its refusals; it counts as
           answered;
        3. what was asked cannot be done and the cog says why (:class:`~cogs.core.localization.UserError`);
        4. the person, or the bot, lacks permissions that the command asks for; it works on servers only; too soon
           again; some other check;
        5. an option cannot be read;
        6. the command has changed since Discord showed it;
        7. Discord forbids what the answer needs: the permissions that the bot lacks in this channel;
        8. the database cannot be written or read: nothing has changed, and it may be tried again;
        9. everything else is a mistake of the program: the person gets a reference that the log has too.
        """
        cause = _cause(error)
        if isinstance(cause, discord.HTTPException) and EMOJIS.doubt(cause):
            log.warning("an emoji is gone; they are learnt anew", **self._facts(interaction))
            self._learn_emojis()
        if isinstance(cause, discord.HTTPException) and cause.code in TOO_LATE:
            _count(interaction, "too_late")
            log.warning("too late to answer", code=cause.code, **self._facts(interaction))
            return
        if self._stopping and isinstance(cause, RuntimeError | StoreProblem):
            log.warning("not answered: the bot stops", reason=str(cause), **self._facts(interaction))
            return
        for present in self._presenters:
            if await present(interaction, cause):
                return
        locale = private_locale(interaction)
        text = _explained(locale, cause, interaction)
        if text is not None:
            _count(interaction, "declined")
            self._log_expected(interaction, cause)
        else:
            _count(interaction, "failed")
            reference = secrets.token_hex(3).upper()
            log.error("failed", reference=reference, exc_info=cause, **self._facts(interaction))
            text = t(locale, "error.unexpected", reference=reference)
        await self._tell(interaction, text)

    def _log_expected(self, interaction: Interaction, cause: Exception) -> None:
        if isinstance(cause, StoreProblem):
            log.error("the database failed", problem=str(cause), **self._facts(interaction))
        else:
            reason = cause.key if isinstance(cause, UserError) else type(cause).__name__
            log.info("declined", reason=reason, **self._facts(interaction))

    async def _tell(self, interaction: Interaction, text: str) -> None:
        try:
            if interaction.response.is_done():
                await interaction.followup.send(text, ephemeral=True)
            elif interaction.type is not discord.InteractionType.autocomplete:
                await interaction.response.send_message(text, ephemeral=True)
        except NOT_DELIVERED as error:
            log.warning("could not tell the person", error=str(error), **self._facts(interaction))

    def _facts(self, interaction: Interaction) -> dict[str, Any]:
        return {
            "command": _what(interaction),
            "guild": interaction.guild_id,
            "channel": interaction.channel_id,
            "user": interaction.user.id,
            "milliseconds": elapsed(interaction),
            "version": self.services.version,
        }

    def _families(self) -> dict[str, str]:
        """The family of each command, by its name: what its cog says."""
        found: dict[str, Any] = {
            command.name: cog
            for cog in self.cogs.values()
            for command in ([cog.app_command] if cog.app_command else cog.get_app_commands())
        }
        menus = [each for each in self.tree.get_commands() if isinstance(each, app_commands.ContextMenu)]
        found |= {menu.name: menu.callback.__self__ for menu in menus if isinstance(menu.callback, MethodType)}
        return {name: cog.FAMILY for name, cog in found.items()}

    async def _sync_alone(self, sent: list[dict[str, Any]]) -> None:
        """One process after another: the second finds it done."""
        try:
            async with one_process_only(self.services.store.database, "commands"):
                await self._sync_commands(sent)
        except StoreProblem as problem:
            log.error("commands not synced", problem=str(problem))

    async def _sync_commands(self, sent: list[dict[str, Any]]) -> None:
        """Send Discord the command tree if it has changed. A failure is logged and does not stop the bot."""
        application, synced = self.application_id or 0, self.services.store.synced_commands
        digest = hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()
        try:
            if not self._sync_always and await synced.digest(application) == digest:
                return
            await self.tree.sync()
            await synced.record(application, digest)
            log.info("commands synced", commands=len(sent))
        except discord.Forbidden:
            log.error(
                "commands not synced: invite the bot with the scope applications.commands", invite=invite(application)
            )
        except Exception:
            log.exception("commands not synced; Discord keeps the old ones until the next start")


def _sharding(settings: "Settings") -> dict[str, Any]:
    """discord.py's words for this process's shards; without settings it opens as many as Discord advises."""
    count, ids = settings.shard_count, settings.shards
    return {} if count is None else {"shard_count": count, "shard_ids": list(ids if ids is not None else range(count))}


def _why_not(error: Exception) -> CannotRun | None:
    """What to tell the host about the end of the connection; None for a bug."""
    match error:
        case discord.LoginFailure():
            return CannotRun(
                Exit.TOKEN_REFUSED,
                "Discord refuses DISCORD_TOKEN. Copy the token anew from its developer portal (Bot, Reset Token).",
            )
        case discord.PrivilegedIntentsRequired():
            return CannotRun(
                Exit.NOT_PERMITTED, "Discord refuses an intent; this bot, unchanged, needs no privileged one."
            )
        case discord.Forbidden():
            return CannotRun(Exit.NOT_PERMITTED, f"Discord forbids the bot to start: {error.text or error.status}.")
        case discord.HTTPException():
            return CannotRun(Exit.NO_NETWORK, f"Discord answers with an error ({error.status}). Try again later.")
        case discord.ConnectionClosed():
            return CannotRun(Exit.FAILED, f"Discord has closed the connection for good (code {error.code}).")
        case aiohttp.ClientConnectionError() | TimeoutError() | OSError():
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            return CannotRun(Exit.NO_NETWORK, f"Discord cannot be reached ({reason}). Check the network and try again.")
    return None


def _explained(locale: Locale, error: Exception, interaction: Interaction) -> str | None:
    """What to tell the person about an expected failure; None for a bug."""
    match error:
        case UserError():
            return error.text(locale)
        case app_commands.CheckFailure():
            return _check_explained(locale, error)
        case app_commands.TransformerError():
            value = discord.utils.escape_markdown(str(error.value)[:50])
            return t(locale, "error.cannot_read", value=value)
        case NotStored():
            return t(locale, "error.not_stored")
        case StoreProblem():
            return t(locale, "error.not_read")
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return t(locale, "error.outdated")
        case discord.HTTPException() if error.code in MAY_NOT:
            missing = lacking(interaction.app_permissions) or ["view_channel", "send_messages"]
            return t(locale, "error.forbidden", permissions=joined(locale, named(locale, missing)))
    return None


def _check_explained(locale: Locale, error: app_commands.CheckFailure) -> str:
    match error:
        case app_commands.MissingPermissions():
            return t(locale, "error.person_lacks", permissions=joined(locale, named(locale, error.missing_permissions)))
        case app_commands.BotMissingPermissions():
            return t(locale, "error.bot_lacks", permissions=joined(locale, named(locale, error.missing_permissions)))
        case app_commands.NoPrivateMessage():
            return t(locale, "error.not_in_dm")
        case app_commands.CommandOnCooldown():
            return t(locale, "error.cooldown", seconds=number(locale, error.retry_after, 1))
    return t(locale, "error.not_allowed")


def _cause(error: Exception) -> Exception:
    """What was raised in the command itself."""
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def _what(interaction: Interaction) -> str:
    """The command's name, or what a control says of itself before its state."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    return ":".join(_custom_id(interaction).split(":")[:2]) or interaction.type.name


def _count(interaction: Interaction, outcome: str) -> None:
    metrics.INTERACTIONS.labels(_what(interaction), outcome).inc()
    if (milliseconds := elapsed(interaction)) is not None:
        metrics.INTERACTION_SECONDS.observe(milliseconds / 1000)


def _custom_id(interaction: Interaction) -> str:
    return str(cast("Mapping[str, Any]", interaction.data or {}).get("custom_id", ""))


def _warn_of_missing(guild: discord.Guild) -> None:
    missing = lacking(guild.me.guild_permissions) if guild.me else []
    if missing:
        log.warning("permissions missing on a server", guild=guild.id, missing=missing)
