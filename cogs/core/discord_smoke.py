"""Tries on a real Discord what the loopback takes for granted: ``python -m bot smoke``.

docs/develop/discord-assumptions.md lists it all.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord.http import Route, handle_message_parameters
from PIL import Image

Json = dict[str, Any]
FORM, ARCHIVED, THREAD_EXISTS, TOO_MANY_OLD_EDITS = 50035, 50083, 160004, 30046
"""Discord's codes: refused form, archived thread, message that has a thread, too many edits of an old message."""
LAYOUT, SILENT = 1 << 15, 1 << 12
"""Flags of messages: with layout components; posted without a notification."""
TEXT, BUTTON, MENU, ROW = 10, 2, 3, 1
"""Types of components."""
HOUR: Final = 3700.0
"""Seconds after which a message counts as old."""
OLD_EDITS: Final = 4


@dataclass(frozen=True, slots=True)
class Seen:
    """One assumption: what was expected, and what Discord did."""

    what: str
    expected: str
    found: str

    @property
    def holds(self) -> bool:
        """Whether Discord did what was expected."""
        return self.expected == self.found


class Place:
    """A channel of a test server, by its number, and the requests to it."""

    def __init__(self, client: discord.Client, channel: int) -> None:
        self.client, self.channel = client, channel

    async def ask(self, method: str, path: str, **parameters: Any) -> Any:
        """A request as discord.py sends it, with its patience for rate limits.

        :raises discord.HTTPException: Discord refuses it.
        """
        given = {name: value for name, value in parameters.items() if name in ("json", "form", "files")}
        route = Route(method, path, **{name: value for name, value in parameters.items() if name not in given})
        return await self.client.http.request(route, **given)

    async def post(self, **message: Any) -> Json:
        """Post a message."""
        return dict(await self.ask("POST", "/channels/{channel_id}/messages", channel_id=self.channel, json=message))

    async def edit(self, posted: Json, **message: Any) -> Json:
        """Edit a message, in whichever channel it is."""
        path = "/channels/{channel_id}/messages/{message_id}"
        return dict(
            await self.ask("PATCH", path, channel_id=posted["channel_id"], message_id=posted["id"], json=message)
        )

    async def remove(self, posted: Json) -> None:
        """Delete a message."""
        path = "/channels/{channel_id}/messages/{message_id}"
        with suppress(discord.HTTPException):
            await self.ask("DELETE", path, channel_id=posted["channel_id"], message_id=posted["id"])

    async def outcome(self, work: Awaitable[Json]) -> str:
        """``accepted``, or the code with which Discord refuses it; what was posted is deleted."""
        try:
            posted = await work
        except discord.HTTPException as error:
            return f"refused ({error.code})"
        await self.remove(posted)
        return "accepted"


async def smoke(token: str, channel: int, *, old_edits: bool = False) -> AsyncIterator[Seen]:
    """Try everything in one channel; what is made there is removed again. With ``old_edits`` it takes an hour.

    A check that Discord does not let begin, for want of a permission, counts as differing.

    :raises discord.DiscordException: the token cannot be used.
    """
    client = discord.Client(intents=discord.Intents.none())
    async with client:
        await client.login(token)
        place = Place(client, channel)
        for check in (*CHECKS, *((edits_of_old_messages,) if old_edits else ())):
            try:
                async for seen in check(place):
                    yield seen
            except discord.HTTPException as error:
                yield Seen(check.__doc__ or "", "done", f"refused ({error.code}: {error.text})")


REFUSED: Final = f"refused ({FORM})"


def _layout(*components: Json) -> Json:
    return {"flags": LAYOUT, "components": list(components)}


def _text(content: str) -> Json:
    return {"type": TEXT, "content": content}


def _row(*components: Json) -> Json:
    return {"type": ROW, "components": list(components)}


def _button(label: str = "x", custom_id: str = "smoke") -> Json:
    return {"type": BUTTON, "style": 2, "label": label, "custom_id": custom_id}


def _menu(options: int) -> Json:
    return {"type": MENU, "custom_id": "smoke", "options": [{"label": str(n), "value": str(n)} for n in range(options)]}


def _buttons(number: int) -> list[Json]:
    return [_button(custom_id=f"smoke:{n}") for n in range(number)]


LIMITS: Final[tuple[tuple[str, Callable[[int], Json], int], ...]] = (
    ("components of a message", lambda n: _layout(*(_text("x") for _ in range(n))), 40),
    ("characters of all texts", lambda n: _layout(_text("x" * n)), 4000),
    ("buttons in a row", lambda n: _layout(_row(*_buttons(n))), 5),
    ("options of a menu", lambda n: _layout(_row(_menu(n))), 25),
    ("characters of a custom id", lambda n: _layout(_row(_button(custom_id="x" * n))), 100),
    ("characters of a button's label", lambda n: _layout(_row(_button("x" * n))), 80),
)
"""What is accepted up to a number and refused beyond it."""


async def limits_of_messages(place: Place) -> AsyncIterator[Seen]:
    """The largest message of each kind is accepted, one more is refused."""
    for what, message, most in LIMITS:
        yield Seen(f"{what}: {most}", "accepted", await place.outcome(place.post(**message(most))))
        yield Seen(f"{what}: {most + 1}", REFUSED, await place.outcome(place.post(**message(most + 1))))


async def kinds_of_posts(place: Place) -> AsyncIterator[Seen]:
    """Silent posts, nonces, and mentions that ping nobody."""
    silent = await place.post(content="smoke: no sound", flags=SILENT)
    yield Seen("posted without a notification", "flag kept", "flag kept" if silent["flags"] & SILENT else "flag lost")
    again = [await place.post(content="smoke: nonce", nonce="smoke-1", enforce_nonce=True) for _ in range(2)]
    same = "one message" if again[0]["id"] == again[1]["id"] else "two messages"
    yield Seen("the same nonce twice", "one message", same)
    quiet = await place.post(content="smoke: @everyone", allowed_mentions={"parse": []})
    yield Seen("mention that is not allowed", "False", str(quiet["mention_everyone"]))
    for posted in (silent, *again, quiet):
        await place.remove(posted)


async def files_of_messages(place: Place) -> AsyncIterator[Seen]:
    """An edit that names no file removes it."""
    async with _picture(place) as posted:
        edited = await place.edit(posted, content="smoke: without a file", attachments=[])
    yield Seen("files after an edit without them", "0", str(len(edited["attachments"])))


@asynccontextmanager
async def _picture(place: Place) -> AsyncIterator[Json]:
    drawn = io.BytesIO()
    Image.new("RGB", (8, 8)).save(drawn, "PNG")
    drawn.seek(0)
    file = discord.File(drawn, "smoke.png")
    with handle_message_parameters(content="smoke: a file", file=file) as sent:
        posted = await place.client.http.send_message(place.channel, params=sent)
    try:
        yield dict(posted)
    finally:
        await place.remove(dict(posted))


async def threads(place: Place) -> AsyncIterator[Seen]:
    """A thread has its message's number, comes once, and cannot be edited in while it is archived."""
    path = "/channels/{channel_id}/messages/{message_id}/threads"
    posted = await place.post(content="smoke: a thread")

    async def start() -> Json:
        body = {"name": "smoke", "auto_archive_duration": 4320}
        return dict(await place.ask("POST", path, channel_id=place.channel, message_id=posted["id"], json=body))

    thread = await start()
    yield Seen("number of a thread", "that of its message", _compared(thread["id"], posted["id"]))
    yield Seen("second thread of a message", f"refused ({THREAD_EXISTS})", await place.outcome(start()))
    inside = await Place(place.client, int(thread["id"])).post(content="smoke")
    await place.ask("PATCH", "/channels/{channel_id}", channel_id=thread["id"], json={"archived": True})
    edit = place.edit(inside, content="smoke: edited")
    yield Seen("edit in an archived thread", f"refused ({ARCHIVED})", await place.outcome(edit))
    with suppress(discord.HTTPException):
        await place.ask("DELETE", "/channels/{channel_id}", channel_id=thread["id"])
    await place.remove(posted)


def _compared(found: str, expected: str) -> str:
    return "that of its message" if found == expected else f"another ({found})"


async def edits_of_old_messages(place: Place) -> AsyncIterator[Seen]:
    """After an hour the fourth edit in a short time is refused."""
    posted = await place.post(content="smoke: an old message")
    await asyncio.sleep(HOUR)
    codes = []
    for n in range(OLD_EDITS):
        try:
            await place.edit(posted, content=f"smoke: edit {n}")
        except discord.HTTPException as error:
            codes.append(error.code)
    yield Seen(
        "edits of an old message", f"refused ({TOO_MANY_OLD_EDITS})", f"refused ({codes[-1]})" if codes else "accepted"
    )
    await place.remove(posted)


CHECKS: Final = (limits_of_messages, kinds_of_posts, files_of_messages, threads)
