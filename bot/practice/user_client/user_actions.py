"""Actions of people: commands, completion, buttons, menus, forms, messages. Each one creates an interaction and sends
it."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING, Any

from bot.practice import limits, thread_state
from bot.practice.errors import ApiError
from bot.practice.message_service import USER_MENTION, Upload, store_file
from bot.practice.model import Interaction, Message
from bot.practice.practice_clock import CLOCK
from bot.practice.user_client import command_picker
from bot.practice.user_client.client_errors import ClientError
from bot.practice.user_client.input_values import Values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.practice.attachment import Attachment, File
    from bot.practice.discord_state import DiscordState
    from bot.practice.errors import Json
    from bot.practice.model import Channel, Member, User

COMMAND, COMPONENT, COMPLETION, FORM = 2, 3, 4, 5
LINK = 5


class Client:
    """The clients of all people. Raises :class:`ClientError` for an action that a client does not allow."""

    def __init__(self, state: DiscordState) -> None:
        self.state = state

    # -------------------------------------------------------------------------------------------- commands
    def slash(self, user: User, channel: Channel, path: str, options: Json | None = None) -> Interaction:
        """Run a slash command; ``path`` holds default names, such as ``settings language``."""
        command, chain, known = self._find(user, channel, path)
        given = {key: value for key, value in (options or {}).items() if value is not None}
        for key in given.keys() - {o["name"] for o in known}:
            raise ClientError("unknown-option", option=key)
        for option in known:
            if option.get("required") and option["name"] not in given:
                raise ClientError("missing-option", option=option["name"])
        values = Values(self.state, user, channel)
        leaf = [_filled(o, values.option(o, given[o["name"]])) for o in known if o["name"] in given]
        return self._run(user, channel, command, path, _command_data(command, chain, leaf, values))

    def complete(self, user: User, channel: Channel, path: str, options: Json, focused: str) -> Interaction:
        """Type into an option with completion; ``options`` holds the values entered so far."""
        command, chain, known = self._find(user, channel, path)
        values = Values(self.state, user, channel)
        leaf = []
        for option in known:
            name = option["name"]
            if name == focused and option.get("autocomplete"):
                leaf.append({**_filled(option, str(options.get(name) or "")), "focused": True})
            elif options.get(name) not in (None, ""):
                leaf.append(_filled(option, values.option(option, options[name])))
        if not any(o.get("focused") for o in leaf):
            raise ClientError("no-completion", option=focused)
        data = _command_data(command, chain, leaf, values)
        return self._run(user, channel, command, path, data, kind=COMPLETION)

    def on_user(self, user: User, channel: Channel, name: str, target: User) -> Interaction:
        """Run a context menu command on a person."""
        command = self._offered(user, channel, name, 2)
        values = Values(self.state, user, channel)
        key = values.person(target.id)
        data = {**_command_data(command, [], [], values), "target_id": key}
        return self._run(user, channel, command, name, data)

    def on_message(self, user: User, channel: Channel, name: str, target: Message) -> Interaction:
        """Run a context menu command on a message."""
        command = self._offered(user, channel, name, 3)
        values = Values(self.state, user, channel)
        values.resolved["messages"] = {str(target.id): target.to_dict()}
        data = {**_command_data(command, [], [], values), "target_id": str(target.id)}
        return self._run(user, channel, command, name, data)

    def _offered(self, user: User, channel: Channel, name: str, kind: int) -> Json:
        command = command_picker.find_command(self.state, channel, name, kind)
        why = command_picker.obstacle(self.state, command, user, channel)
        if why:
            raise ClientError("not-offered", command=name, why=why)
        return command

    def _find(self, user: User, channel: Channel, path: str) -> tuple[Json, list[Json], list[Json]]:
        words = path.split()
        command = self._offered(user, channel, words[0], 1)
        return command, *command_picker.find_options(command, words[1:])

    def _run(
        self, user: User, channel: Channel, command: Json, name: str, data: Json, *, kind: int = COMMAND
    ) -> Interaction:
        owners = {
            str(by): str(user.id if by else channel.guild.id if channel.guild else 0)
            for by in command_picker.installed_as(self.state, command, user, channel)
        }
        i = self._new(kind, user, channel, data, owners)
        i.command, i.command_name = command, name
        return self._send(i)

    # -------------------------------------------------------------------------------------------- components
    def click(self, user: User, message: Message, custom_id: str) -> Interaction:
        """Press a button."""
        return self._use(user, message, self._control(user, message, custom_id, {2}))

    def click_stale(self, user: User, message: Message, button: Json) -> Interaction:
        """Press a button that the message no longer has, from a client that has not seen the change yet."""
        return self._use(user, message, button)

    def select(self, user: User, message: Message, custom_id: str, chosen: list[Any]) -> Interaction:
        """Choose in a menu."""
        menu = self._control(user, message, custom_id, {3, 5, 6, 7, 8})
        values = Values(self.state, user, message.channel)
        more: Json = {"values": values.menu(menu, chosen)}
        if values.resolved:
            more["resolved"] = values.resolved
        return self._use(user, message, menu, more)

    def _control(self, user: User, message: Message, custom_id: str, kinds: set[int]) -> Json:
        self._check_reach(user, message)
        found = next((c for c in message.walk() if c.get("custom_id") == custom_id and c["type"] in kinds), None)
        if found is None:
            raise ClientError("gone")
        if found.get("disabled"):
            raise ClientError("disabled")
        return found

    def _check_reach(self, user: User, message: Message) -> None:
        if message.deleted:
            raise ClientError("gone")
        if message.ephemeral_to not in (None, user.id) or not self.state.directory.sees(user, message.channel):
            raise ClientError("not-visible")
        if message.loading:
            raise ClientError("loading")

    def _use(self, user: User, message: Message, control: Json, more: Json | None = None) -> Interaction:
        data = {"custom_id": control["custom_id"], "component_type": control["type"], "id": control.get("id", 0)}
        source = message.interaction
        channel = message.channel
        default = {"0": str(channel.guild.id)} if channel.guild and channel.guild.bot_member else {"0": "0"}
        i = self._new(COMPONENT, user, channel, {**data, **(more or {})}, source.owners if source else default)
        i.message = message
        return self._send(i)

    def submit(self, origin: Interaction, given: Json) -> Interaction:
        """Submit the form that ``origin`` opened; ``given`` by custom id, other fields keep their values."""
        modal = origin.modal
        if modal is None:
            raise ClientError("no-form")
        values = Values(self.state, origin.user, origin.channel)
        parts = [_form_part(part, given, values) for part in modal["components"]]
        data: Json = {"custom_id": modal["custom_id"], "components": parts}
        if values.resolved:
            data["resolved"] = values.resolved
        i = self._new(FORM, origin.user, origin.channel, data, origin.owners)
        i.message, i.origin = origin.message, origin
        return self._send(i)

    # -------------------------------------------------------------------------------------------- messages
    def _open_thread(self, thread: Channel, member: Member | None) -> None:
        """What writing into a thread does to it."""
        moderates = member is not None and member.may(thread_state.MANAGE, thread)
        try:
            thread_state.write(self.state, thread, moderates=moderates, mentioned=[member.user.id] if member else [])
        except ApiError as error:
            raise ClientError("cannot-write") from error

    def write(
        self, user: User, channel: Channel, text: str, *, reply_to: Message | None = None, files: Iterable[File] = ()
    ) -> Message:
        """Write a message."""
        member = channel.guild.members.get(user.id) if channel.guild else None
        right = "send_messages_in_threads" if channel.is_thread else "send_messages"
        if not self.state.directory.sees(user, channel) or (member and not member.may(right, channel)):
            raise ClientError("cannot-write")
        if channel.is_thread:
            self._open_thread(channel, member)
        message = Message(self.state.ids.next(), channel, user, text.strip(), files=self._attach(channel, files))
        if not message.content and not message.files:
            raise ClientError("empty-message")
        if len(message.content) > limits.CONTENT_MAX:
            raise ClientError("message-length", most=limits.CONTENT_MAX)
        users = self.state.directory.users
        message.mentions = [users[k] for k in map(int, USER_MENTION.findall(text)) if k in users]
        if reply_to:
            message.refer_to(reply_to)
            message.mentions.append(reply_to.author)
        message.mentions = list(dict.fromkeys(message.mentions))
        channel.messages[message.id] = self.state.directory.messages[message.id] = message
        self.state.announce(message)
        return message

    def _attach(self, channel: Channel, files: Iterable[File]) -> list[Attachment]:
        out = []
        for file in files:
            if len(file.data) > self.state.config.file_limit:
                raise ClientError("file-too-large", name=file.filename, limit=self.state.config.file_limit)
            upload = Upload(file.filename, file.data, file.content_type)
            out.append(store_file(self.state, channel, upload, ephemeral=False))
        return out

    # -------------------------------------------------------------------------------------------- sending
    def _new(self, kind: int, user: User, channel: Channel, data: Json, owners: dict[str, str]) -> Interaction:
        i = Interaction(
            self.state.ids.next(), f"aW50ZXJhY3Rpb246{secrets.token_urlsafe(64)}", kind, user, channel, data
        )
        i.context = command_picker.context_of(self.state, user, channel)
        i.owners = dict(owners)
        self.state.directory.interactions[i.token] = i
        return i

    def _send(self, i: Interaction) -> Interaction:
        config, guild = self.state.config, i.channel.guild
        i.sent_at = time.monotonic()
        i.expires_at = i.sent_at + CLOCK.ahead + config.interaction_ttl
        sessions = len(self.state.sessions.covering(guild))
        if sessions == 0:
            words = f"no connected session for the shard of {i.what}"
            self.state.journal.violation("not-delivered", words, severity="warning")
        elif sessions > 1:
            words = f"{sessions} sessions cover one shard: each gets every interaction"
            self.state.journal.violation("several-sessions", words, severity="warning")
        self.state.sessions.dispatch("INTERACTION_CREATE", self._event(i), guild=guild)
        asyncio.get_running_loop().call_later(config.response_deadline, self.run_out, i)
        self.state.journal.tell("interaction", i)
        return i

    def redeliver(self, i: Interaction) -> None:
        """Deliver the same interaction to the bot again."""
        i.duplicate = True
        self.state.sessions.dispatch("INTERACTION_CREATE", self._event(i), guild=i.channel.guild)

    def run_out(self, i: Interaction) -> None:
        """End the time for the first response. Does nothing after a response or a second call."""
        if i.responded or i.acked.is_set():
            return
        i.dead = True
        i.acked.set()
        i.final.set()
        words = f"{i.what} (type {i.type}) got no response within {self.state.config.response_deadline:g} s"
        self.state.journal.violation("no-response", words)
        self.state.journal.tell("interaction", i)

    def _event(self, i: Interaction) -> Json:
        channel, guild = i.channel, i.channel.guild
        place = channel.to_dict()
        place.pop("permission_overwrites", None)
        rights = limits.permissions("attach_files", "embed_links", "mention_everyone")
        event: Json = {
            "version": 1,
            "id": str(i.id),
            "application_id": str(self.state.app_id),
            "type": i.type,
            "token": i.token,
            "data": i.data,
            **channel.place(),
            "channel": place,
            "locale": i.user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": i.owners,
            "context": i.context,
            "attachment_size_limit": self.state.config.file_limit,
        }
        if guild:
            member = guild.members[i.user.id]
            bot = guild.members.get(self.state.bot_user.id)
            rights = bot.permissions_in(channel) if bot else guild.everyone.permissions
            place["permissions"] = str(member.permissions_in(channel))
            event["member"] = member.to_dict(permissions=member.permissions_in(channel))
            event["guild"] = {"id": str(guild.id), "features": [], "locale": guild.preferred_locale}
            event["guild_locale"] = guild.preferred_locale
        else:
            event["user"] = i.user.to_dict()
        event["app_permissions"] = str(rights)
        if i.message is not None:
            event["message"] = i.message.to_dict()
        return event


def _filled(option: Json, value: Any) -> Json:
    return {"name": option["name"], "type": option["type"], "value": value}


def _command_data(command: Json, chain: list[Json], leaf: list[Json], values: Values) -> Json:
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    for sub in reversed(chain):
        leaf = [{"name": sub["name"], "type": sub["type"], "options": leaf}]
    if leaf:
        data["options"] = leaf
    if values.resolved:
        data["resolved"] = values.resolved
    return data


def _form_part(part: Json, given: Json, values: Values) -> Json:
    out: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == 18:
        field = part["component"]
        out["component"] = values.field(field, part["label"], given.get(field["custom_id"]))
    elif part["type"] == 1:
        fields = part["components"]
        out["components"] = [values.field(f, f.get("label") or "", given.get(f["custom_id"])) for f in fields]
    return out
