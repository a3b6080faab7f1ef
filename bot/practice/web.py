"""The web page: its files, and a websocket for each tab. A tab shows what one person sees and performs that person's
actions."""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from bot.practice import limits
from bot.practice.attachment import File
from bot.practice.practice_clock import CLOCK
from bot.practice.user_client import Client, ClientError
from bot.practice.user_client.command_picker import offered

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.practice.discord_state import DiscordState
    from bot.practice.errors import Json
    from bot.practice.journal import Violation
    from bot.practice.model import Channel, Interaction, Message, User

FOLDER = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json"}
LANGUAGES = ("en-US", "en-GB", "de", "fr")
NAME_MAX = 32
UPLOAD_MAX = 32 * 1024 * 1024


def add_pages(state: DiscordState, app: web.Application) -> None:
    """Serve the page at / and its websocket at /live."""
    pages = Pages(state)
    app.router.add_get("/", pages.index)
    app.router.add_get("/page/{name}", pages.file)
    app.router.add_get("/live", pages.live)


class Pages:
    """Serves the page's files and accepts tabs."""

    def __init__(self, state: DiscordState) -> None:
        self.state = state
        self.client = Client(state)

    async def index(self, request: web.Request) -> web.Response:
        """The page."""
        return self._send(FOLDER / "index.html")

    async def file(self, request: web.Request) -> web.Response:
        """Its style sheet, scripts and words."""
        path = FOLDER / request.match_info["name"]
        if path.parent != FOLDER or path.suffix not in TYPES or not path.is_file():
            return web.Response(status=404, text="no such file\n")
        return self._send(path)

    def _send(self, path: Path) -> web.Response:
        live = f"ws://127.0.0.1:{self.state.port} ws://localhost:{self.state.port}"
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {live}; base-uri 'none'; form-action 'none'; frame-src 'self'; frame-ancestors 'self'"
        )
        headers = {
            "Content-Security-Policy": policy,
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }
        body = path.read_bytes()
        return web.Response(body=body, content_type=TYPES[path.suffix], charset="utf-8", headers=headers)

    async def live(self, request: web.Request) -> web.StreamResponse:
        """The websocket of one tab; only the page itself may open it."""
        if not request.headers.get("Origin"):
            return web.Response(status=403, text="Only the practice page may do this.\n")
        ws = web.WebSocketResponse(max_msg_size=UPLOAD_MAX, heartbeat=30)
        await ws.prepare(request)
        await Tab(self.state, self.client, ws).serve()
        return ws


class Tab:
    """An open tab: one person, who sees what Discord would show."""

    def __init__(self, state: DiscordState, client: Client, ws: web.WebSocketResponse) -> None:
        self.state, self.client, self.ws = state, client, ws
        self.directory = state.directory
        self.me: User | None = None
        self.dismissed: set[int] = set()
        self._queue: asyncio.Queue[Json] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Serve the tab until it is closed."""
        stop = self.state.journal.listen(self._hear)
        writer = asyncio.create_task(self._write())
        try:
            async for message in self.ws:
                if message.type == WSMsgType.TEXT:
                    task = asyncio.create_task(self._answer(message.data))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
        finally:
            stop()
            writer.cancel()

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await self.ws.send_json(await self._queue.get())

    def _push(self, kind: str, **data: Any) -> None:
        self._queue.put_nowait({"kind": kind, **data})

    # -------------------------------------------------------------------------------------------- what happens
    def _hear(self, kind: str, what: Any) -> None:
        """Forward an event if this person sees it."""
        if self.me is None:
            return
        heard: dict[str, Callable[[Any], None]] = {
            "message": self._message,
            "deleted": self._deleted,
            "interaction": self._interaction,
            "violation": self._violation,
            "commands": lambda _: self._push("commands"),
            "channel": lambda _: self._push("world", **self._world()),
            "people": lambda _: self._push("world", **self._world()),
            "session": lambda _: self._push("bot", online=self._online()),
            "typing": lambda channel: self._push("typing", channel=str(channel.id)),
        }
        if kind in heard:
            heard[kind](what)

    def _sees(self, message: Message) -> bool:
        assert self.me
        mine = message.ephemeral_to in (None, self.me.id)
        return mine and message.id not in self.dismissed and self.directory.sees(self.me, message.channel)

    def _message(self, message: Message) -> None:
        if self._sees(message):
            self._push("message", message=self._shown(message), at=time.time() * 1000)

    def _shown(self, message: Message) -> Json:
        assert self.me
        more = {"mine": message.author is self.me, "pings_me": message.pings.everyone or self.me in message.mentions}
        return {**message.to_dict(), **more}

    def _deleted(self, message: Message) -> None:
        if message.ephemeral_to in (None, getattr(self.me, "id", None)):
            self._push("deleted", channel=str(message.channel.id), id=str(message.id))

    def _interaction(self, i: Interaction) -> None:
        if i.user is not self.me or i.type == 4:
            return
        state = "failed" if i.dead and not i.responded else "answered" if i.responded else "sent"
        about: Json = {"id": i.token, "state": state, "type": i.type, "command": i.command_name}
        about.update(channel=str(i.channel.id), message=str(i.message.id) if i.message else None)
        if i.type == 3:
            about["control"] = i.data["custom_id"]
        if i.modal and i.responded:
            about["modal"] = i.modal
        self._push("interaction", **about)

    def _violation(self, found: Violation) -> None:
        self._push("violation", **_violation(found))

    def _online(self) -> bool:
        return any(session.connected and session.ready for session in self.state.sessions.live())

    # -------------------------------------------------------------------------------------------- what is asked
    async def _answer(self, raw: str) -> None:
        asked = json.loads(raw)
        answer: Json = {"re": asked.get("n")}
        try:
            result = await self._doers()[asked["do"]](asked)
            answer["result"] = result
        except ClientError as error:
            answer["error"] = {"code": error.code, "values": error.values}
        except (KeyError, ValueError, TypeError, AttributeError, binascii.Error) as error:
            answer["error"] = {"code": "not-understood", "values": {"detail": repr(error)}}
        self._queue.put_nowait(answer)

    def _doers(self) -> dict[str, Callable[[Json], Awaitable[Any]]]:
        return {
            "enter": self._enter,
            "add": self._add_person,
            "speak": self._speak,
            "open": self._open,
            "slash": self._slash,
            "complete": self._complete,
            "on_user": self._on_user,
            "on_message": self._on_message,
            "click": self._click,
            "select": self._select,
            "submit": self._submit,
            "write": self._write_message,
            "dismiss": self._dismiss,
            "forward": self._forward,
        }

    async def _enter(self, asked: Json) -> Json:
        """Become the person with this id; without one, only look at the people and servers."""
        user = self.directory.users.get(int(asked.get("person") or 0))
        self.me = user if user and not user.bot and user is not self.state.owner else None
        found = [_violation(v) for v in self.state.journal.violations[-50:]]
        return {**self._world(), "violations": found, "languages": LANGUAGES}

    def _world(self) -> Json:
        people = [u for u in self.directory.users.values() if u is not self.state.owner and not u.bot]
        return {
            "me": _person(self.me) if self.me else None,
            "bot": _person(self.state.bot_user),
            "online": self._online(),
            "ahead": CLOCK.ahead,
            "people": [{**_person(u), "moderates": self._moderated(u)} for u in people],
            "guilds": [self._guild(g.id) for g in self.directory.guilds.values()] if self.me else [],
            "dm": str(self.directory.dm(self.me).id) if self.me else None,
        }

    def _moderated(self, user: User) -> list[str]:
        """The names of the servers that this person moderates."""
        members = [(g.name, g.members.get(user.id)) for g in self.directory.guilds.values()]
        bit = limits.PERMISSION_BITS["manage_guild"]
        return [name for name, member in members if member and member.base_permissions() & bit]

    def _guild(self, key: int) -> Json:
        assert self.me
        guild = self.directory.guilds[key]
        places = [c for c in (*guild.channels.values(), *guild.threads.values()) if self.directory.sees(self.me, c)]
        return {
            "id": str(guild.id),
            "name": guild.name,
            "locale": guild.preferred_locale,
            "channels": [_place(c) for c in places],
            "roles": [{"id": str(r.id), "name": r.name, "color": r.color} for r in guild.roles.values()],
            "members": [str(i) for i in guild.members],
        }

    async def _forward(self, asked: Json) -> None:
        """Set the clock forward, for everybody."""
        try:
            CLOCK.forward(float(asked["seconds"]))
        except ValueError:
            raise ClientError("no-time") from None
        self.state.journal.tell("people")

    async def _add_person(self, asked: Json) -> Json:
        name = str(asked["name"]).strip()[:NAME_MAX]
        if not name or asked["locale"] not in LANGUAGES:
            raise ClientError("no-name")
        user = self.directory.create_user(name.lower(), global_name=name, locale=asked["locale"])
        for guild in self.directory.guilds.values():
            self.directory.add_member(guild, user)
            for thread in guild.threads.values():
                thread.thread_members.add(user.id)
        self.state.journal.tell("people")
        return _person(user)

    async def _speak(self, asked: Json) -> None:
        """Change the language of this person's client."""
        if asked["locale"] not in LANGUAGES:
            raise ClientError("no-name")
        self._person().locale = asked["locale"]
        self.state.journal.tell("people")

    async def _open(self, asked: Json) -> Json:
        channel = self._channel(asked)
        assert self.me
        return {
            "messages": [self._shown(m) for m in channel.visible(self.me) if m.id not in self.dismissed],
            "commands": offered(self.state, self.me, channel),
        }

    def _channel(self, asked: Json) -> Channel:
        channel = self.directory.channels.get(int(asked["channel"]))
        if channel is None or self.me is None or not self.directory.sees(self.me, channel):
            raise ClientError("not-visible")
        return channel

    def _target(self, asked: Json) -> Message:
        message = self.directory.messages.get(int(asked["message"]))
        if message is None or message.deleted or not self._sees(message):
            raise ClientError("gone")
        return message

    def _person(self) -> User:
        if self.me is None:
            raise ClientError("nobody")
        return self.me

    async def _slash(self, asked: Json) -> str:
        options = {key: _value(value) for key, value in asked.get("options", {}).items()}
        return self.client.slash(self._person(), self._channel(asked), asked["path"], options).token

    async def _complete(self, asked: Json) -> list[Json]:
        options = {key: _value(value) for key, value in asked.get("options", {}).items()}
        i = self.client.complete(self._person(), self._channel(asked), asked["path"], options, asked["focused"])
        await i.final.wait()
        if i.choices is None:
            raise ClientError("no-choices")
        locale = i.user.locale
        return [{**c, "name": (c.get("name_localizations") or {}).get(locale) or c["name"]} for c in i.choices]

    async def _on_user(self, asked: Json) -> str:
        target = self.directory.users[int(asked["target"])]
        return self.client.on_user(self._person(), self._channel(asked), asked["name"], target).token

    async def _on_message(self, asked: Json) -> str:
        target = self._target(asked)
        return self.client.on_message(self._person(), target.channel, asked["name"], target).token

    async def _click(self, asked: Json) -> str:
        return self.client.click(self._person(), self._target(asked), asked["id"]).token

    async def _select(self, asked: Json) -> str:
        return self.client.select(self._person(), self._target(asked), asked["id"], asked["values"]).token

    async def _submit(self, asked: Json) -> str:
        origin = self.directory.interactions.get(asked["interaction"])
        if origin is None or origin.user is not self.me:
            raise ClientError("gone")
        return self.client.submit(origin, {key: _value(value) for key, value in asked["values"].items()}).token

    async def _write_message(self, asked: Json) -> str:
        reply_to = self._target({"message": asked["reply"]}) if asked.get("reply") else None
        files = [_file(f) for f in asked.get("files", ())]
        message = self.client.write(self._person(), self._channel(asked), asked["text"], reply_to=reply_to, files=files)
        return str(message.id)

    async def _dismiss(self, asked: Json) -> None:
        message = self._target(asked)
        if message.ephemeral_to is not None:
            self.dismissed.add(message.id)
            self._deleted(message)


def _person(user: User) -> Json:
    return {"id": str(user.id), "name": user.shown, "username": user.username, "locale": user.locale}


def _place(channel: Channel) -> Json:
    parent = str(channel.parent.id) if channel.parent else None
    return {
        "id": str(channel.id),
        "name": channel.name,
        "topic": channel.topic,
        "type": channel.type,
        "parent": parent,
    }


def _violation(found: Violation) -> Json:
    return {"severity": found.severity, "what": found.kind, "detail": found.detail, "route": found.route}


def _file(given: Json) -> File:
    data = base64.b64decode(given["data"], validate=True)
    return File(str(given["name"])[:200], data, given.get("type") or None)


def _value(given: Any) -> Any:
    """A value from the page; files come as their name and base64."""
    if isinstance(given, list):
        return [_value(item) for item in given]
    return _file(given) if isinstance(given, dict) else given
