"""The commands that a client offers to a person in a channel, in the language of the person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.practice import limits
from bot.practice.rest.command_routes import translated
from bot.practice.user_client.client_errors import ClientError

if TYPE_CHECKING:
    from bot.practice.discord_state import DiscordState
    from bot.practice.errors import Json
    from bot.practice.model import Channel, User

IN_GUILD, WITH_BOT, BETWEEN_PEOPLE = 0, 1, 2


def context_of(state: DiscordState, user: User, channel: Channel) -> int:
    """The context of an interaction: in a server, with the bot alone, or among people."""
    if channel.guild:
        return IN_GUILD
    return WITH_BOT if channel is state.directory.dm(user) else BETWEEN_PEOPLE


def installed_as(state: DiscordState, command: Json, user: User, channel: Channel) -> list[int]:
    """The installations that bring the command here: 0 of the server (or of a chat with the bot), 1 of the person."""
    types = [0] if "guild_id" in command else command["integration_types"]
    context = context_of(state, user, channel)
    there = channel.guild.bot_member if channel.guild else context == WITH_BOT
    return [kind for kind in types if (there if kind == 0 else user.user_installed)]


def obstacle(state: DiscordState, command: Json, user: User, channel: Channel) -> str | None:
    """Why a client does not offer the command here; None where it does."""
    context = context_of(state, user, channel)
    if "guild_id" in command:
        if not channel.guild or str(channel.guild.id) != command["guild_id"]:
            return "registered for another server"
    else:
        contexts = command["contexts"]
        if contexts is not None and context not in contexts:
            return "not in this kind of place"
        if contexts is None and context == WITH_BOT and not command["dm_permission"]:
            return "not in direct messages"
    installs = installed_as(state, command, user, channel)
    if not installs:
        return "the app is not installed here"
    return _missing_right(command, user, channel, by_guild=0 in installs) if channel.guild else None


def _missing_right(command: Json, user: User, channel: Channel, *, by_guild: bool) -> str | None:
    assert channel.guild
    member = channel.guild.members.get(user.id)
    if member is None or not member.may("view_channel", channel):
        return "the person does not see this channel"
    if not member.may("use_application_commands", channel):
        return "the person may not use commands here"
    needed = command["default_member_permissions"]
    have = member.permissions_in(channel)
    if by_guild and needed is not None and have != limits.ALL_PERMISSIONS:
        lacking = int(needed) & ~have
        if int(needed) == 0 or lacking:
            return f"the person lacks {', '.join(limits.permission_names(lacking)) or 'administrator'}"
    if command["nsfw"] and not channel.nsfw:
        return "age-restricted"
    return None


def commands_here(state: DiscordState, channel: Channel) -> list[Json]:
    """All commands registered for this channel, those of the server first."""
    scopes: list[int | None] = [channel.guild.id] if channel.guild else []
    return [c for scope in (*scopes, None) for c in state.directory.commands.get(scope, {}).values()]


def offered(state: DiscordState, user: User, channel: Channel) -> list[Json]:
    """The commands a client shows, with names and descriptions in the person's language."""
    here = commands_here(state, channel)
    return [translated(c, user.locale) for c in here if obstacle(state, c, user, channel) is None]


def find_command(state: DiscordState, channel: Channel, name: str, kind: int = 1) -> Json:
    """The command with this default name. Raises :class:`ClientError`."""
    for command in commands_here(state, channel):
        if command["type"] == kind and command["name"] == name:
            return command
    raise ClientError("no-command", command=name)


def find_options(command: Json, path: list[str]) -> tuple[list[Json], list[Json]]:
    """The subcommands in ``path``, and the options of the last one. Raises :class:`ClientError`."""
    chain: list[Json] = []
    options: list[Json] = command.get("options") or []
    for word in path:
        sub = next((o for o in options if o["name"] == word and o["type"] in (1, 2)), None)
        if sub is None:
            raise ClientError("no-command", command=f"{command['name']} {word}")
        chain.append(sub)
        options = sub.get("options") or []
    if any(o["type"] in (1, 2) for o in options):
        raise ClientError("incomplete-command", command=" ".join([command["name"], *path]))
    return chain, options
