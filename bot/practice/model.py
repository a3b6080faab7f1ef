"""People, places, messages and interactions of the loopback Discord, and their JSON form."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.practice import limits
from bot.practice.practice_clock import CLOCK
from bot.practice.snowflakes import now_iso
from bot.practice.validation.component_tree import walk

if TYPE_CHECKING:
    from bot.practice.attachment import Attachment
    from bot.practice.errors import Json


@dataclass(eq=False)
class ApplicationEmoji:
    """An emoji of the application itself."""

    id: int
    name: str

    def to_dict(self, owner: User) -> Json:
        """The emoji object of the API."""
        settled = {"require_colons": True, "managed": False, "animated": False, "available": True}
        return {"id": str(self.id), "name": self.name, "user": owner.to_dict(), "roles": list[Any](), **settled}


@dataclass(eq=False)
class User:
    """A person or the bot. ``locale`` is the language of the person's client."""

    id: int
    username: str
    global_name: str | None = None
    locale: str = "en-US"
    bot: bool = False
    dms_open: bool = True
    user_installed: bool = False

    @property
    def mention(self) -> str:
        """The text that mentions the user."""
        return f"<@{self.id}>"

    @property
    def shown(self) -> str:
        """The displayed name."""
        return self.global_name or self.username

    def to_dict(self) -> Json:
        """The user object of the API."""
        nothing = ("avatar", "banner", "accent_color", "avatar_decoration_data", "collectibles", "primary_guild")
        return {
            "id": str(self.id),
            "username": self.username,
            "discriminator": "0001" if self.bot else "0",
            "global_name": self.global_name,
            "public_flags": 0,
            "flags": 0,
            **dict.fromkeys(nothing),
            **({"bot": True} if self.bot else {}),
        }

    def me_dict(self) -> Json:
        """The user object as the account itself receives it."""
        own = {"mfa_enabled": False, "verified": True, "email": None, "premium_type": 0}
        return {**self.to_dict(), "locale": self.locale, **own}


@dataclass(eq=False)
class Role:
    """A role of a server; ``permissions`` is a bit set."""

    id: int
    name: str
    permissions: int = 0
    color: int = 0
    position: int = 0
    mentionable: bool = False
    managed: bool = False
    tags: Json | None = None

    @property
    def mention(self) -> str:
        """The text that mentions the role."""
        return f"<@&{self.id}>"

    def to_dict(self) -> Json:
        """The role object of the API."""
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "color": self.color,
            "colors": {"primary_color": self.color, "secondary_color": None, "tertiary_color": None},
            "position": self.position,
            "mentionable": self.mentionable,
            "hoist": False,
            "managed": self.managed,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
            "description": None,
            **({"tags": self.tags} if self.tags else {}),
        }


@dataclass(eq=False)
class Member:
    """A user in a server."""

    guild: Guild
    user: User
    nick: str | None = None
    roles: list[Role] = field(default_factory=list)
    joined_at: str = field(default_factory=now_iso)

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    def base_permissions(self) -> int:
        """The permissions in the whole server, as a bit set."""
        if self.guild.owner_id == self.user.id:
            return limits.ALL_PERMISSIONS
        value = self.guild.everyone.permissions
        for role in self.roles:
            value |= role.permissions
        return limits.ALL_PERMISSIONS if value & limits.PERMISSION_BITS["administrator"] else value

    def permissions_in(self, channel: Channel) -> int:
        """The permissions in this channel, as a bit set: 0 if the member cannot view it."""
        base = self.base_permissions()
        if base == limits.ALL_PERMISSIONS:
            return base
        place = channel.parent if channel.is_thread and channel.parent else channel
        base = _overwritten(base, place, [self.guild.id])
        base = _overwritten(base, place, [role.id for role in self.roles])
        base = _overwritten(base, place, [self.user.id])
        return base if base & limits.PERMISSION_BITS["view_channel"] else 0

    def may(self, permission: str, channel: Channel) -> bool:
        """Whether the member has the permission of this name in the channel."""
        return bool(self.permissions_in(channel) & limits.PERMISSION_BITS[permission])

    def to_dict(self, *, with_user: bool = True, permissions: int | None = None, partial: bool = False) -> Json:
        """The member object of the API; ``permissions`` as interactions carry them, ``partial`` without voice state."""
        nothing = ("avatar", "banner", "premium_since", "communication_disabled_until", "avatar_decoration_data")
        return {
            "nick": self.nick,
            "roles": [str(role.id) for role in self.roles],
            "joined_at": self.joined_at,
            "pending": False,
            "flags": 0,
            "collectibles": None,
            **dict.fromkeys(nothing),
            **({} if partial else {"deaf": False, "mute": False}),
            **({"user": self.user.to_dict()} if with_user else {}),
            **({} if permissions is None else {"permissions": str(permissions)}),
        }


def _overwritten(base: int, place: Channel, targets: list[int]) -> int:
    allow = deny = 0
    for target in targets:
        if target in place.overwrites:
            allow |= place.overwrites[target].allow
            deny |= place.overwrites[target].deny
    return base & ~deny | allow


@dataclass(frozen=True)
class Overwrite:
    """Permissions of one role (kind 0) or member (kind 1) in one channel."""

    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(eq=False)
class Channel:
    """A text channel (0), a thread (11, 12), a forum (15), a direct message (1) or a group of people (3).

    ``archive_minutes``: without a message a thread is archived after them; ``active_at``: when the last came;
    ``renamed_at``: when it got new names; ``tags``: of a forum, by id; ``tag_required``: each post needs one;
    ``applied_tags``: of a post.
    """

    id: int
    type: int = 0
    name: str | None = None
    guild: Guild | None = None
    topic: str | None = None
    position: int = 0
    nsfw: bool = False
    parent: Channel | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipients: list[User] = field(default_factory=list)
    messages: dict[int, Message] = field(default_factory=dict)
    owner_id: int | None = None
    thread_members: set[int] = field(default_factory=set)
    archived: bool = False
    locked: bool = False
    archive_minutes: int = 1440
    active_at: float = field(default_factory=time.time)
    renamed_at: list[float] = field(default_factory=list)
    tags: dict[int, str] = field(default_factory=dict)
    tag_required: bool = False
    applied_tags: list[int] = field(default_factory=list)
    created_at: str = field(default_factory=now_iso)

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread."""
        return self.type in (10, 11, 12)

    @property
    def is_dm(self) -> bool:
        """Whether this is a direct message or a group of people."""
        return self.type in (1, 3)

    @property
    def mention(self) -> str:
        """The text that mentions the channel."""
        return f"<#{self.id}>"

    def visible(self, user: User | None = None) -> list[Message]:
        """The messages that this user sees: private answers to others are left out."""
        return [m for m in self.messages.values() if m.ephemeral_to is None or (user and m.ephemeral_to == user.id)]

    def place(self) -> Json:
        """The keys that identify the channel in events and references."""
        return {"channel_id": str(self.id), **({"guild_id": str(self.guild.id)} if self.guild else {})}

    def to_dict(self, **more: Any) -> Json:
        """The channel object of the API; ``more`` adds keys."""
        last = next((m.id for m in reversed(self.messages.values()) if m.ephemeral_to is None), None)
        base = {"id": str(self.id), "type": self.type, "flags": 0, "last_message_id": str(last) if last else None}
        if self.is_dm:
            return {**base, **self._private(), **more}
        assert self.guild
        base.update(guild_id=str(self.guild.id), name=self.name)
        return {**base, **(self._thread() if self.is_thread else self._public()), **more}

    def _private(self) -> Json:
        group = {"name": self.name, "icon": None, "owner_id": str(self.recipients[0].id)} if self.type == 3 else {}
        return {"recipients": [user.to_dict() for user in self.recipients], **group}

    def _thread(self) -> Json:
        assert self.parent
        tags = {"applied_tags": [str(tag) for tag in self.applied_tags]} if self.parent.type == 15 else {}
        return {
            **tags,
            "parent_id": str(self.parent.id),
            "owner_id": str(self.owner_id),
            "message_count": len(self.messages),
            "total_message_sent": len(self.messages),
            "member_count": len(self.thread_members),
            "rate_limit_per_user": 0,
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": self.archive_minutes,
                "archive_timestamp": self.created_at,
                "locked": self.locked,
                "create_timestamp": self.created_at,
            },
        }

    def _forum(self) -> Json:
        plain = {"moderated": False, "emoji_id": None, "emoji_name": None}
        tags = [{"id": str(key), "name": name, **plain} for key, name in self.tags.items()]
        return {
            "available_tags": tags,
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
            "flags": 1 << 4 if self.tag_required else 0,
        }

    def _public(self) -> Json:
        forum = self._forum() if self.type == 15 else {}
        return {
            **forum,
            "topic": self.topic,
            "position": self.position,
            "nsfw": self.nsfw,
            "rate_limit_per_user": 0,
            "parent_id": str(self.parent.id) if self.parent else None,
            "permission_overwrites": [
                {"id": str(i), "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)}
                for i, o in self.overwrites.items()
            ],
        }


@dataclass(eq=False)
class Guild:
    """A server. ``bot_member`` is false where the bot is only installed by its users."""

    id: int
    name: str
    owner_id: int
    preferred_locale: str
    everyone: Role
    bot_member: bool = True
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    threads: dict[int, Channel] = field(default_factory=dict)
    joined_at: str = field(default_factory=now_iso)

    def base_dict(self) -> Json:
        """The guild object of the API."""
        nothing = [
            "icon",
            "description",
            "home_header",
            "splash",
            "discovery_splash",
            "banner",
            "application_id",
            "afk_channel_id",
            "system_channel_id",
            "widget_channel_id",
            "max_presences",
            "vanity_url_code",
            "rules_channel_id",
            "safety_alerts_channel_id",
            "public_updates_channel_id",
            "incidents_data",
        ]
        zero = [
            "system_channel_flags",
            "verification_level",
            "default_message_notifications",
            "mfa_level",
            "explicit_content_filter",
            "premium_tier",
            "premium_subscription_count",
            "nsfw_level",
        ]
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner_id),
            "preferred_locale": self.preferred_locale,
            "region": "deprecated",
            "afk_timeout": 300,
            "max_members": 500000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "roles": [role.to_dict() for role in self.roles.values()],
            **dict.fromkeys(nothing),
            **dict.fromkeys(zero, 0),
            **dict.fromkeys(("widget_enabled", "premium_progress_bar_enabled", "nsfw"), False),
            **{key: list[Any]() for key in ("features", "emojis", "stickers")},
        }

    def create_dict(self, bot: User) -> Json:
        """The data of GUILD_CREATE. A bot without the members intent receives itself as the only member."""
        nothing = ["voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"]
        return {
            **self.base_dict(),
            "joined_at": self.joined_at,
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "members": [self.members[bot.id].to_dict()],
            "channels": [channel.to_dict() for channel in self.channels.values()],
            "threads": [thread.to_dict() for thread in self.threads.values() if not thread.archived],
            **{key: list[Any]() for key in nothing},
        }


@dataclass(eq=False)
class Pings:
    """The users and roles that a message notifies, according to allowed_mentions and permissions."""

    users: list[int] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    everyone: bool = False

    def __bool__(self) -> bool:
        return bool(self.users or self.roles or self.everyone)


@dataclass(eq=False)
class Message:
    """A message in its present state; ``history`` holds all its states."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    files: list[Attachment] = field(default_factory=list)
    flags: int = 0
    type: int = 0
    timestamp: str = field(default_factory=now_iso)
    edited_timestamp: str | None = None
    ephemeral_to: int | None = None
    interaction: Interaction | None = None
    application_id: int | None = None
    reference: Json | None = None
    referenced: Message | None = None
    thread: Channel | None = None
    nonce: Any = None
    pings: Pings = field(default_factory=Pings)
    mentions: list[User] = field(default_factory=list)
    history: list[Json] = field(default_factory=list)
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees the message."""
        return bool(self.flags & limits.F_EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether this is a deferred answer that is still empty."""
        return bool(self.flags & limits.F_LOADING)

    @property
    def is_v2(self) -> bool:
        """Whether the message is made of components alone (IS_COMPONENTS_V2)."""
        return bool(self.flags & limits.F_V2)

    def walk(self) -> list[Json]:
        """Every component, parents first."""
        return [component for component, _ in walk(self.components)]

    @property
    def buttons(self) -> list[Json]:
        """All buttons, links included."""
        return [c for c in self.walk() if c.get("type") == 2]

    @property
    def text(self) -> str:
        """The whole text that a reader sees, without the labels of controls."""
        out: list[str | None] = [self.content]
        for embed in self.embeds:
            out += [(embed.get("author") or {}).get("name"), embed.get("title"), embed.get("description")]
            out += [part for f in embed.get("fields") or () for part in (f.get("name"), f.get("value"))]
            out.append((embed.get("footer") or {}).get("text"))
        out += [c.get("content") for c in self.walk() if c.get("type") == 10]
        return "\n".join(part for part in out if part)

    def refer_to(self, other: Message) -> None:
        """Make this a reply to ``other``."""
        self.type, self.referenced = 19, other
        self.reference = {"type": 0, "message_id": str(other.id), **other.channel.place()}

    def remember(self) -> None:
        """Add the present state to the history."""
        state = {"at": CLOCK.time(), "content": self.content, "embeds": self.embeds, "components": self.components}
        self.history.append(
            {**state, "files": [f.filename for f in self.files], "flags": self.flags, "text": self.text}
        )

    def __repr__(self) -> str:
        return f"<Message {self.id} {'ephemeral ' if self.ephemeral else ''}{self.text[:60]!r}>"

    def to_dict(self, *, full: bool = True) -> Json:
        """The message object of the API."""
        return {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.to_dict(),
            "content": self.content,
            "timestamp": self.timestamp,
            "edited_timestamp": self.edited_timestamp,
            "tts": False,
            "mention_everyone": self.pings.everyone,
            "mentions": [self._mention(user) for user in self.mentions],
            "mention_roles": [str(i) for i in self.pings.roles],
            "attachments": [f.to_dict() for f in self.files if not f.embedded],
            "embeds": self.embeds,
            "pinned": False,
            "type": self.type,
            "flags": self.flags,
            "components": self.components,
            **self._origin(),
            **self._reply(full=full),
            **({} if self.nonce is None else {"nonce": self.nonce}),
            **({"thread": self.thread.to_dict()} if self.thread else {}),
        }

    def _mention(self, user: User) -> Json:
        guild = self.channel.guild
        member = guild.members.get(user.id) if guild else None
        return {**user.to_dict(), **({"member": member.to_dict(with_user=False)} if member else {})}

    def _origin(self) -> Json:
        out: Json = {}
        if self.application_id:
            out.update(application_id=str(self.application_id), webhook_id=str(self.application_id))
        if self.interaction is not None:
            i = self.interaction
            out["interaction_metadata"] = i.metadata()
            if self.type == 20:
                user = i.user.to_dict()
                out["interaction"] = {"id": str(i.id), "type": i.type, "name": i.command_name or "", "user": user}
        return out

    def _reply(self, *, full: bool) -> Json:
        if not self.reference:
            return {}
        there = self.referenced if self.referenced and not self.referenced.deleted else None
        shown = {"referenced_message": there.to_dict(full=False) if there else None} if full else {}
        return {"message_reference": self.reference, **shown}

    def event_dict(self) -> Json:
        """The data of MESSAGE_CREATE and MESSAGE_UPDATE."""
        guild = self.channel.guild
        member = guild.members.get(self.author.id) if guild else None
        return {
            **self.to_dict(),
            **self.channel.place(),
            **({"member": member.to_dict(with_user=False)} if member else {}),
        }


@dataclass(eq=False)
class Interaction:
    """An action of a person, and the response of the bot. Times are monotonic seconds; ``expires_at`` is ahead of
    them by as much as the practice clock."""

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    data: Json
    command: Json | None = None
    command_name: str | None = None
    message: Message | None = None
    origin: Interaction | None = None
    context: int = 0
    owners: dict[str, str] = field(default_factory=dict)
    sent_at: float = 0.0
    expires_at: float = 0.0
    callback_type: int | None = None
    ack_at: float | None = None
    original: Message | None = None
    original_deleted: bool = False
    deferred_ephemeral: bool = False
    followups: list[Message] = field(default_factory=list)
    followup_count: int = 0
    modal: Json | None = None
    choices: list[Json] | None = None
    dead: bool = False
    duplicate: bool = False
    acked: asyncio.Event = field(default_factory=asyncio.Event)
    final: asyncio.Event = field(default_factory=asyncio.Event)
    log: list[tuple[float, str]] = field(default_factory=list)

    @property
    def responded(self) -> bool:
        """Whether the bot has sent its callback."""
        return self.callback_type is not None

    @property
    def what(self) -> str:
        """The name of the command or control, for the journal."""
        return f"/{self.command_name}" if self.command_name else str(self.data.get("custom_id", "?"))

    def metadata(self) -> Json:
        """The interaction_metadata of a message."""
        out: Json = {
            "id": str(self.id),
            "type": self.type,
            "user": self.user.to_dict(),
            "authorizing_integration_owners": self.owners,
        }
        if self.type == 2:
            out.update(name=self.command_name or "", command_type=self.data.get("type", 1))
        if self.type == 3 and self.message:
            out["interacted_message_id"] = str(self.message.id)
        if self.type == 5 and self.origin:
            out["triggering_interaction_metadata"] = self.origin.metadata()
        return out

    def note(self, text: str) -> None:
        """Log one step with the seconds since the interaction was sent."""
        self.log.append((time.monotonic() - self.sent_at, text))
