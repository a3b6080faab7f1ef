"""Messages, their files, and the interactions that lead to them."""

from __future__ import annotations

import asyncio
import mimetypes
import struct
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.practice import limits
from bot.practice.model import now_iso
from bot.practice.validation.component_tree import SELECTS, walk

if TYPE_CHECKING:
    from bot.practice.errors import Json
    from bot.practice.model import Channel, User

CDN = "https://cdn.discordapp.com"


@dataclass(frozen=True)
class File:
    """A file that a person attaches."""

    filename: str
    data: bytes
    content_type: str | None = None


@dataclass(eq=False)
class Attachment:
    """A file as the service keeps it. ``embedded``: shown inside an embed, hence not listed."""

    id: int
    filename: str
    data: bytes
    content_type: str | None
    url: str
    description: str | None = None
    ephemeral: bool = False
    embedded: bool = False

    def text(self) -> str:
        """The contents as text."""
        return self.data.decode("utf-8")

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height in pixels, of a PNG."""
        if self.data[:8] != b"\x89PNG\r\n\x1a\n" or len(self.data) < 24:
            return None
        width, height = struct.unpack(">II", self.data[16:24])
        return width, height

    def media(self) -> Json:
        """The keys that media of an embed or component share with it."""
        width, height = self.size or (None, None)
        return {"url": self.url, "proxy_url": self.url, "width": width, "height": height}

    def to_dict(self) -> Json:
        return {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
            **({"content_type": self.content_type} if self.content_type else {}),
            **({"description": self.description} if self.description else {}),
            **(dict(zip(("width", "height"), self.size, strict=True)) if self.size else {}),
            **({"ephemeral": True} if self.ephemeral else {}),
        }


def guess_type(name: str) -> str | None:
    """The content type by the file's name."""
    kind = mimetypes.guess_type(name)[0]
    return f"{kind}; charset=utf-8" if kind and kind.startswith("text/") else kind


@dataclass(eq=False)
class Pings:
    """Who is really notified by a message, after allowed_mentions and permissions."""

    users: list[int] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    everyone: bool = False

    def __bool__(self) -> bool:
        return bool(self.users or self.roles or self.everyone)


@dataclass(eq=False)
class Message:
    """One message in its present state; ``history`` holds every state it has had."""

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
        return bool(self.flags & limits.F_EPHEMERAL)

    @property
    def loading(self) -> bool:
        """The "thinking" state of a deferred answer."""
        return bool(self.flags & limits.F_LOADING)

    @property
    def is_v2(self) -> bool:
        return bool(self.flags & limits.F_V2)

    def walk(self) -> list[Json]:
        """Every component, parents first."""
        return [component for component, _ in walk(self.components)]

    @property
    def buttons(self) -> list[Json]:
        return [c for c in self.walk() if c.get("type") == 2]

    @property
    def selects(self) -> list[Json]:
        return [c for c in self.walk() if c.get("type") in SELECTS]

    @property
    def text(self) -> str:
        """All the text that a reader sees, without labels of controls."""
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
        state = {"at": time.time(), "content": self.content, "embeds": self.embeds, "components": self.components}
        self.history.append(
            {**state, "files": [f.filename for f in self.files], "flags": self.flags, "text": self.text}
        )

    def __repr__(self) -> str:
        return f"<Message {self.id} {'ephemeral ' if self.ephemeral else ''}{self.text[:60]!r}>"

    def to_dict(self, *, full: bool = True) -> Json:
        """As REST and gateway bring it."""
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
        """As MESSAGE_CREATE and MESSAGE_UPDATE bring it."""
        guild = self.channel.guild
        member = guild.members.get(self.author.id) if guild else None
        return {
            **self.to_dict(),
            **self.channel.place(),
            **({"member": member.to_dict(with_user=False)} if member else {}),
        }


@dataclass(eq=False)
class Interaction:
    """What a person did, and what the bot answered. Times are monotonic seconds."""

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
        return self.callback_type is not None

    @property
    def what(self) -> str:
        """The command or control, for records."""
        return f"/{self.command_name}" if self.command_name else str(self.data.get("custom_id", "?"))

    def metadata(self) -> Json:
        """What a message tells of the interaction it came from."""
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
        """Log one step, with the seconds since it was sent."""
        self.log.append((time.monotonic() - self.sent_at, text))
