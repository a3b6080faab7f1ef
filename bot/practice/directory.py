"""All users and places, and functions that create them. A connected bot is notified of new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.practice import limits
from bot.practice.model import Channel, Guild, Member, Overwrite, Role, User

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.practice.attachment import Attachment
    from bot.practice.errors import Json
    from bot.practice.model import ApplicationEmoji, Interaction, Message
    from bot.practice.snowflakes import Snowflakes

    Announce = Callable[..., None]


class Directory:
    """Users, servers, channels, messages, interactions and the registered commands of one loopback Discord."""

    def __init__(self, ids: Snowflakes, bot: User, announce: Announce) -> None:
        self.ids, self.bot, self._announce = ids, bot, announce
        self.users: dict[int, User] = {bot.id: bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.interactions: dict[str, Interaction] = {}  # by token
        self.commands: dict[int | None, dict[str, Json]] = {}  # by server, None: everywhere
        self.emojis: dict[int, ApplicationEmoji] = {}  # the application's own
        self.emoji_images: dict[int, bytes] = {}  # also of those that are deleted: old messages show them
        self.files: dict[tuple[int, int], Attachment] = {}
        self._dms: dict[int, Channel] = {}

    # Every function takes an id, for things that must keep theirs after a restart.
    def create_user(self, name: str, *, locale: str = "en-US", id: int | None = None, **more: Any) -> User:
        """Create a person; ``more``: global_name, dms_open, user_installed."""
        more.setdefault("global_name", name.title())
        user = User(id or self.ids.next(), name, locale=locale, **more)
        assert user.id not in self.users, "a user has this id already"
        self.users[user.id] = user
        return user

    def create_guild(
        self,
        name: str,
        owner: User,
        *,
        locale: str = "en-US",
        bot: bool = True,
        bot_permissions: int = limits.BOT_DEFAULT,
        id: int | None = None,
    ) -> Guild:
        """Create a server. Without ``bot``, the bot is only available to people who have installed it for
        themselves."""
        key = id or self.ids.next()
        everyone = Role(key, "@everyone", limits.EVERYONE_DEFAULT)
        guild = Guild(key, name, owner.id, locale, everyone, bot_member=bot)
        guild.roles[key] = everyone
        guild.members[owner.id] = Member(guild, owner)
        self.guilds[key] = guild
        if bot:
            tags = {"bot_id": str(self.bot.id)}
            role = Role(
                key + 1 if id else self.ids.next(),
                self.bot.username,
                bot_permissions,
                position=1,
                managed=True,
                tags=tags,
            )
            guild.roles[role.id] = role
            guild.members[self.bot.id] = Member(guild, self.bot, roles=[role])
            self._announce("GUILD_CREATE", guild.create_dict(self.bot), guild=guild, intents=limits.I_GUILDS)
        return guild

    def bot_role(self, guild: Guild) -> Role:
        """The role that carries the bot's permissions in a server."""
        return guild.members[self.bot.id].roles[0]

    def add_member(
        self, guild: Guild, user: User, *, roles: list[Role] | None = None, nick: str | None = None
    ) -> Member:
        """Add a person to a server."""
        member = guild.members[user.id] = Member(guild, user, nick=nick, roles=list(roles or ()))
        data = {**member.to_dict(), "guild_id": str(guild.id)}
        self._announce("GUILD_MEMBER_ADD", data, guild=guild, intents=limits.I_MEMBERS)
        return member

    def create_role(self, guild: Guild, name: str, *, id: int | None = None, **more: Any) -> Role:
        """Create a role; ``more``: permissions, color, mentionable."""
        role = Role(id or self.ids.next(), name, position=len(guild.roles), **more)
        assert role.id not in guild.roles, "a role has this id already"
        guild.roles[role.id] = role
        data = {"guild_id": str(guild.id), "role": role.to_dict()}
        self._announce("GUILD_ROLE_CREATE", data, guild=guild, intents=limits.I_GUILDS)
        return role

    def create_channel(self, guild: Guild, name: str, *, id: int | None = None, **more: Any) -> Channel:
        """Create a text channel; ``more``: topic, nsfw, type."""
        position = len(guild.channels)
        channel = Channel(id or self.ids.next(), name=name, guild=guild, position=position, **more)
        assert channel.id not in self.channels, "a channel has this id already"
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self._announce("CHANNEL_CREATE", channel.to_dict(), guild=guild, intents=limits.I_GUILDS)
        return channel

    def create_thread(
        self, parent: Channel, name: str, owner: User, *, type: int = 11, id: int | None = None
    ) -> Channel:
        """Create a thread in a text channel."""
        guild = parent.guild
        assert guild
        thread = Channel(id or self.ids.next(), type, name, guild, parent=parent, owner_id=owner.id)
        thread.thread_members.add(owner.id)
        guild.threads[thread.id] = self.channels[thread.id] = thread
        data = thread.to_dict(newly_created=True)
        self._announce("THREAD_CREATE", data, guild=guild, intents=limits.I_GUILDS)
        return thread

    def allow(self, channel: Channel, target: Member | Role, *, allow: int = 0, deny: int = 0) -> None:
        """Set the permissions of a member or role in one channel."""
        kind = 0 if isinstance(target, Role) else 1
        channel.overwrites[target.id] = Overwrite(kind, allow, deny)
        self._announce("CHANNEL_UPDATE", channel.to_dict(), guild=channel.guild, intents=limits.I_GUILDS)

    def dm(self, user: User, *, id: int | None = None) -> Channel:
        """The direct messages between this person and the bot, opened if necessary."""
        if user.id not in self._dms:
            channel = Channel(id or self.ids.next(), 1, recipients=[user])
            self._dms[user.id] = self.channels[channel.id] = channel
        return self._dms[user.id]

    def group(self, *users: User) -> Channel:
        """Create a group chat of people, without the bot."""
        channel = Channel(self.ids.next(), 3, "group", recipients=list(users))
        self.channels[channel.id] = channel
        return channel

    def sees(self, user: User, channel: Channel) -> bool:
        """Whether the person can open the channel."""
        if channel.guild is None:
            return user in channel.recipients
        member = channel.guild.members.get(user.id)
        return bool(member and member.may("view_channel", channel))
