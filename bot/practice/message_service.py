"""Creates and edits messages as Discord does: checks, files, component ids, notifications."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from bot.practice import limits
from bot.practice.attachment import CDN, Attachment, guess_type
from bot.practice.errors import ApiError, Problems, check
from bot.practice.model import Interaction, Message, Pings
from bot.practice.snowflakes import now_iso
from bot.practice.validation.component_tree import SELECTS, display_text, walk
from bot.practice.validation.validate_components import attachment_names, check_emojis, media_items
from bot.practice.validation.validate_content import check_message, embed_files, embed_is_empty

if TYPE_CHECKING:
    from bot.practice.discord_state import DiscordState
    from bot.practice.errors import Json, Path
    from bot.practice.model import Channel

USER_MENTION = re.compile(r"<@!?(\d{15,20})>")
ROLE_MENTION = re.compile(r"<@&(\d{15,20})>")


@dataclass(frozen=True)
class Upload:
    """One file of a multipart request."""

    filename: str
    data: bytes
    content_type: str | None = None


@dataclass
class Body:
    """The message in a request: its JSON, its files, and the path of the JSON in the body."""

    payload: Json
    uploads: dict[int, Upload] = field(default_factory=dict)
    base: Path = ()

    @property
    def listed(self) -> dict[int, Json]:
        """The attachments in the JSON, by id."""
        items = self.payload.get("attachments") or ()
        return {int(a["id"]): a for a in items if isinstance(a, dict) and str(a.get("id", "x")).isdigit()}


# ------------------------------------------------------------------------------------------------ files
def store_file(
    state: DiscordState, channel: Channel, upload: Upload, *, ephemeral: bool, about: Json | None = None
) -> Attachment:
    """Store a file and give it a URL."""
    about = about or {}
    name = re.sub(r"[^\w.\-]", "", str(about.get("filename") or upload.filename).replace(" ", "_")) or "unknown"
    key = state.ids.next()
    folder = "ephemeral-attachments" if ephemeral else "attachments"
    url = f"{CDN}/{folder}/{channel.id}/{key}/{quote(name)}?ex=7fffffff&is=0&hm=0&"
    kind = guess_type(name) or upload.content_type
    made = Attachment(key, name, upload.data, kind, url, about.get("description"), ephemeral)
    state.directory.files[channel.id, key] = made
    return made


def _store_files(state: DiscordState, channel: Channel, body: Body, *, ephemeral: bool) -> list[Attachment]:
    if len(body.uploads) > limits.FILES_MAX:
        words = f"Maximum number of attachments in a message reached ({limits.FILES_MAX})"
        raise ApiError(400, 30015, words, "too-many-files")
    if any(len(u.data) > state.config.file_limit for u in body.uploads.values()):
        raise ApiError(413, 40005, "Request entity too large", "file-too-large")
    listed = body.listed
    if "attachments" in body.payload:
        for index in body.uploads.keys() - listed.keys():
            words = f"files[{index}] is missing from the attachments array"
            state.journal.violation("attachment-not-listed", words, severity="warning")
    return [
        store_file(state, channel, upload, ephemeral=ephemeral, about=listed.get(index))
        for index, upload in sorted(body.uploads.items())
    ]


# ------------------------------------------------------------------------------------------------ finishing
def finish_components(state: DiscordState, components: Any, files: list[Attachment]) -> list[Json]:
    """Give the components ids and resolve ``attachment://``, as Discord returns them."""
    out: list[Json] = copy.deepcopy(components or [])
    names = {f.filename: f for f in files}
    for media in media_items(out):
        media.update(_media(state, names[media["url"].removeprefix("attachment://")]))
    flat = [c for c, _ in walk(out)]
    taken = {c.get("id") for c in flat}
    free = (n for n in range(1, 10_000) if n not in taken)
    for c in flat:
        c["id"] = c.get("id") or next(free)
        _finish_component(c, names)
        _finish_linked_media(state, c)
    return out


def _finish_linked_media(state: DiscordState, c: Json) -> None:
    """A picture shown by its address gets an id and a proxy, as an uploaded one has."""
    for holder in (c, *(c.get("items") or ())) if c["type"] in (11, 12) else ():
        media = holder.get("media") or {}
        if media and "id" not in media:
            media.update(id=str(state.ids.next()), proxy_url=media["url"])


def _media(state: DiscordState, file: Attachment) -> Json:
    more = {"attachment_id": str(file.id), "content_type": file.content_type, "loading_state": 2, "flags": 0}
    return {"id": str(state.ids.next()), **file.media(), **more}


def _finish_component(c: Json, names: dict[str, Attachment]) -> None:
    for holder in (c, *(c.get("options") or ())):
        if isinstance(holder.get("emoji"), dict):
            holder["emoji"] = {k: str(v) if k == "id" else v for k, v in holder["emoji"].items() if v is not None}
    if c["type"] in SELECTS:
        for key in ("min_values", "max_values"):
            c[key] = 1 if c.get(key) is None else c[key]
        for chosen in c.get("default_values") or ():
            chosen["id"] = str(chosen["id"])  # may be sent as a number; the answer has text, as for every id
    if c["type"] == 13:
        name = c["file"]["url"].partition("?")[0].rpartition("/")[2]
        if name in names:
            c.update(name=name, size=len(names[name].data))
    if c["type"] == 14:
        c.update(divider=c.get("divider") is not False, spacing=c.get("spacing") or 1)
    for key in [k for k, v in c.items() if v is None]:
        del c[key]
    if c["type"] == 17:
        c.setdefault("accent_color", None)
    for holder in (c, *(c.get("items") or ())) if c["type"] in (11, 12, 13, 17) else ():
        holder.setdefault("description", None)
        holder["spoiler"] = bool(holder.get("spoiler"))


def _finish_embeds(embeds: Any, files: list[Attachment]) -> list[Json]:
    out: list[Json] = copy.deepcopy(embeds or [])
    names = {f.filename: f for f in files}
    for embed in out:
        embed["type"] = embed.get("type") or "rich"
        for key, link in (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url")):
            media = embed.get(key)
            file = names.get(str((media or {}).get(link)).removeprefix("attachment://"))
            if media and file:
                file.embedded = True
                media.update(file.media() if link == "url" else {link: file.url, f"proxy_{link}": file.url})
            elif media and str(media.get(link)).startswith("attachment://"):
                del embed[key]
        for item in embed.get("fields") or ():
            item["inline"] = bool(item.get("inline"))
        for key in [k for k, v in embed.items() if v is None]:
            del embed[key]
    return out


# ------------------------------------------------------------------------------------------------ mentions
def _find_mentions(state: DiscordState, message: Message, allowed: Json | None, replied_to: Message | None) -> None:
    """Set who is mentioned and who is notified, according to allowed_mentions and permissions."""
    text = f"{message.content}\n{display_text(message.components)}"
    everything: Json = {"parse": ["users", "roles", "everyone"], "replied_user": True}
    allowed = everything if allowed is None else allowed
    users = [i for i in _ids(USER_MENTION, text) if _allows(allowed, "users", i) and i in state.directory.users]
    if replied_to and allowed.get("replied_user") and replied_to.author is not message.author:
        users.append(replied_to.author.id)
    guild = message.channel.guild
    pings = Pings()
    if guild:
        users = [i for i in users if i in guild.members]
        author = guild.members.get(message.author.id)
        may = bool(author and author.may("mention_everyone", message.channel))
        roles = [i for i in _ids(ROLE_MENTION, text) if i in guild.roles and _allows(allowed, "roles", i)]
        pings.roles = [i for i in roles if may or guild.roles[i].mentionable]
        loud = "@everyone" in text or "@here" in text
        pings.everyone = loud and may and "everyone" in (allowed.get("parse") or ())
    pings.users = list(dict.fromkeys(users))
    message.mentions = [state.directory.users[i] for i in pings.users]
    message.pings = Pings() if message.ephemeral else pings


def _ids(pattern: re.Pattern[str], text: str) -> list[int]:
    return [int(x) for x in dict.fromkeys(pattern.findall(text))]


def _allows(allowed: Json, kind: str, key: int) -> bool:
    return kind in (allowed.get("parse") or ()) or str(key) in {str(i) for i in allowed.get(kind) or ()}


# ------------------------------------------------------------------------------------------------ create
def create(
    state: DiscordState,
    channel: Channel,
    body: Body,
    *,
    interaction: Interaction | None = None,
    ephemeral: bool | None = None,
    reuse: Message | None = None,
) -> Message:
    """Create a message of the bot, or fill in the deferred one (``reuse``).

    ``ephemeral`` overrides the flag in the body. Raises :class:`ApiError` where Discord would refuse the message.
    """
    payload = body.payload
    flags = _flags(payload, interaction, ephemeral)
    private = bool(flags & limits.F_EPHEMERAL)
    files = _store_files(state, channel, body, ephemeral=private)
    problems = Problems()
    for key in body.listed.keys() - body.uploads.keys():
        problems.add((*body.base, "attachments"), "ATTACHMENT_NOT_FOUND", f"No uploaded file with index {key}")
    _check(state, payload, {f.filename for f in files}, body.base, problems, v2=bool(flags & limits.F_V2))
    target = _reply_target(channel, payload, body.base, problems)
    check(problems)
    _refuse_empty(payload.get("content"), payload.get("embeds"), files, payload.get("components"))
    message = reuse or Message(state.ids.next(), channel, state.bot_user)
    message.flags, message.files, message.interaction = flags, files, interaction
    message.content = (payload.get("content") or "").strip()
    message.embeds = _finish_embeds(payload.get("embeds"), files)
    message.components = finish_components(state, payload.get("components"), files)
    message.nonce = payload.get("nonce")
    if interaction:
        _attribute(state, message, interaction, private=private)
    if target:
        message.refer_to(target)
    _find_mentions(state, message, payload.get("allowed_mentions"), target)
    keep(state, message)
    return message


def keep(state: DiscordState, message: Message) -> None:
    """Store a message in its channel, with its history and notifications."""
    message.channel.messages[message.id] = message
    state.directory.messages[message.id] = message
    message.remember()
    if message.pings:
        state.journal.pings.append(message)


def _flags(payload: Json, interaction: Interaction | None, ephemeral: bool | None) -> int:
    flags = (payload.get("flags") or 0) & limits.F_SETTABLE
    if ephemeral is None:
        ephemeral = bool(interaction and flags & limits.F_EPHEMERAL)
    return flags | limits.F_EPHEMERAL if ephemeral else flags & ~limits.F_EPHEMERAL


def _attribute(state: DiscordState, message: Message, i: Interaction, *, private: bool) -> None:
    message.application_id = state.app_id
    if i.type == 2 and i.original in (None, message):
        message.type = 23 if i.data.get("type") in (2, 3) else 20
    message.ephemeral_to = i.user.id if private else None


def _reply_target(channel: Channel, payload: Json, base: Path, problems: Problems) -> Message | None:
    wanted = payload.get("message_reference")
    if not wanted:
        return None
    target = channel.messages.get(int(wanted["message_id"]))
    if target and not target.deleted and target.ephemeral_to is None:
        return target
    if wanted.get("fail_if_not_exists", True):
        problems.add((*base, "message_reference"), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return None


def _check(state: DiscordState, payload: Json, names: set[str], base: Path, problems: Problems, *, v2: bool) -> None:
    check_message(payload, names, base, problems, v2=v2)
    check_emojis(payload.get("components"), state.directory.emojis, (*base, "components"), problems)
    in_embeds = embed_files(payload.get("embeds"))
    for name in sorted(in_embeds - names):
        words = f"an embed refers to attachment://{name}, but no such file was sent"
        state.journal.violation("embed-attachment-missing", words)
    for name in sorted(names - attachment_names(payload.get("components"))) if v2 else ():
        words = f"file {name!r} was sent with a message of components, but none of them shows it"
        state.journal.violation("v2-attachment-unused", words, severity="warning")


def _refuse_empty(content: Any, embeds: Any, files: Any, components: Any) -> None:
    seen = [e for e in embeds or () if not embed_is_empty(e)]
    if not (content or "").strip() and not seen and not files and not components:
        raise ApiError(400, 50006, "Cannot send an empty message", "empty-message")


# ------------------------------------------------------------------------------------------------ edit
def edit(state: DiscordState, message: Message, body: Body, *, first: bool = False) -> Message:
    """Edit a message; ``first``: this is the content of a deferred one."""
    payload = body.payload
    flags = payload.get("flags") or 0
    v2 = message.is_v2 or bool(flags & limits.F_V2)
    kept = _kept_files(message, body)
    files = kept + _store_files(state, message.channel, body, ephemeral=message.ephemeral)
    if len(files) > limits.FILES_MAX:
        raise ApiError(400, 30015, "Maximum number of attachments in a message reached (10)", "too-many-files")
    problems = Problems()
    _check_edit(state, message, body, files, problems, v2=v2)
    check(problems)
    new = {key: payload.get(key, getattr(message, key)) for key in ("content", "embeds", "components")}
    _refuse_empty(new["content"], new["embeds"], files, new["components"])
    message.content, message.files = (new["content"] or "").strip(), files
    if "embeds" in payload:
        message.embeds = _finish_embeds(new["embeds"], files)
    if "components" in payload:
        message.components = finish_components(state, new["components"], files)
    message.flags |= flags & (limits.F_SUPPRESS_EMBEDS | limits.F_V2)
    if first:
        message.flags &= ~limits.F_LOADING
    else:
        message.edited_timestamp = now_iso()
    before = message.pings
    _find_mentions(state, message, payload.get("allowed_mentions"), None)
    if first and message.pings:
        state.journal.pings.append(message)
    elif not first:
        message.pings = before  # an edit notifies nobody
    message.remember()
    return message


def _kept_files(message: Message, body: Body) -> list[Attachment]:
    if "attachments" not in body.payload:
        return list(message.files)
    ids = body.listed
    return [f for f in message.files if f.id in ids or (f.embedded and "embeds" not in body.payload)]


def _check_edit(
    state: DiscordState, message: Message, body: Body, files: list[Attachment], problems: Problems, *, v2: bool
) -> None:
    payload, base = body.payload, body.base
    known = {f.id for f in message.files} | set(body.uploads)
    for key in body.listed.keys() - known:
        problems.add((*base, "attachments"), "ATTACHMENT_NOT_FOUND", f"Unknown attachment {key}")
    fresh = "components" in payload or not v2
    _check(state, payload, {f.filename for f in files} if fresh else set(), base, problems, v2=v2)
    for part in ("content", "embeds") if v2 and not message.is_v2 else ():
        if getattr(message, part) and part not in payload:
            words = f"The '{part}' field must be cleared when adding MessageFlags.IS_COMPONENTS_V2"
            problems.add((*base, part), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words)
