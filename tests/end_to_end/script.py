"""People who follow a script: they do something and wait for what the bot answers."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import re
import time
from typing import TYPE_CHECKING, Any

from bot.practice.attachment import File
from bot.practice.model import Channel, Interaction, Member, Message, Role, User
from bot.practice.user_client import Client, ClientError, command_picker
from tests.end_to_end.faults import Faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.practice.errors import Json
    from bot.practice.journal import Violation
    from bot.practice.server import LoopbackServer
    from tests.end_to_end.process import BotProcess

SETTLE = 0.12  # seconds in which the bot asks nothing and does nothing, after which an answer is complete
LOOKS = 4  # how often it is looked at in this time
PATIENCE = 180.0  # seconds; what takes longer is broken, however busy the machine is


class Result:
    """What the bot answered to one interaction, in its present state."""

    def __init__(self, script: Script, interaction: Interaction) -> None:
        self.script, self.interaction = script, interaction

    @property
    def failed(self) -> bool:
        """The client shows that the application did not respond."""
        return not self.interaction.responded

    @property
    def deferred(self) -> bool:
        return self.interaction.callback_type in (5, 6)

    @property
    def latency(self) -> float:
        """Seconds from the event to the initial response."""
        assert self.interaction.ack_at is not None
        return self.interaction.ack_at - self.interaction.sent_at

    @property
    def message(self) -> Message:
        """The initial response, or the message that the component is on."""
        found = self.interaction.original
        assert found is not None, f"no message; {self.interaction.log}"
        assert not found.deleted, "the message is deleted"
        return found

    @property
    def messages(self) -> list[Message]:
        """The initial response and the follow-ups that are still there."""
        first = [self.interaction.original] if self.interaction.original else []
        return [m for m in (*first, *self.interaction.followups) if not m.deleted]

    @property
    def content(self) -> str:
        return self.message.content

    @property
    def text(self) -> str:
        """All the text of all messages."""
        return "\n".join(m.text for m in self.messages)

    @property
    def ephemeral(self) -> bool:
        return self.message.ephemeral

    @property
    def modal(self) -> Json:
        """The form that opened."""
        assert self.interaction.modal is not None, f"no form; {self.interaction.log}"
        return self.interaction.modal

    @property
    def choices(self) -> list[Json]:
        return self.interaction.choices or []

    async def until(self, condition: Callable[[Result], Any], patience: float = 10.0) -> Result:
        """Wait until the answer is as wanted."""
        await self.script.wait_for(lambda: condition(self), patience, f"the answer; so far {self.interaction.log}")
        return self

    def __repr__(self) -> str:
        return f"<Result {self.interaction.what} {self.interaction.log}>"


class Script:
    """The people of one loopback Discord, and what a test asks of it."""

    def __init__(self, server: LoopbackServer) -> None:
        self.server, self.state = server, server.state
        self.directory = server.state.directory
        self.client = Client(self.state)
        self.faults = Faults(server)
        self.bots: list[BotProcess] = []
        self._twice = False
        self._news = asyncio.Event()
        self.state.journal.listen(lambda *_: self.wake())

    # -------------------------------------------------------------------------------------------- waiting
    def wake(self) -> None:
        """Something has happened."""
        old, self._news = self._news, asyncio.Event()
        old.set()

    async def wait_for(self, condition: Callable[[], Any], patience: float, what: str) -> None:
        """Wait until the condition holds. Raises TimeoutError."""
        end = time.monotonic() + patience
        while not condition():
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"waited {patience} s for {what}")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), min(left, 0.25))

    async def settle(self, quiet: float = SETTLE) -> None:
        """Wait until the bot has made no request, and has been asleep whenever it was looked at, for this long.

        Requests that a fault holds back do not count.
        A bot that waits for a processor is not asleep: on a busy machine this takes as long as it takes.
        """
        end = time.monotonic() + PATIENCE
        calm = 0
        seen = -1.0
        while calm < LOOKS and time.monotonic() < end:
            await asyncio.sleep(quiet / LOOKS)
            journal = self.state.journal
            still = journal.in_flight == self.faults.held and journal.last_request == seen
            calm = calm + 1 if still and not any(bot.busy() for bot in self.bots) else 0
            seen = journal.last_request

    async def _finish(self, i: Interaction, *, quiet: float = SETTLE) -> Result:
        if self._twice:
            self._twice = False
            self.client.redeliver(i)
        await i.acked.wait()
        if i.callback_type == 5:
            try:
                await asyncio.wait_for(i.final.wait(), PATIENCE)
            except TimeoutError:
                words = f"{i.what} was deferred, but nothing followed"
                self.state.journal.violation("deferred-unanswered", words)
        if i.callback_type == 6:  # the edit may follow, or not
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(i.final.wait(), 1)
        if i.type != 4 and i.responded:
            await self.settle(quiet)
        return Result(self, i)

    # -------------------------------------------------------------------------------------------- acting
    async def slash(self, user: User, channel: Channel, path: str, options: Json | None = None) -> Result:
        """Run ``path`` (default names). Options: text, number, bool, User, Role, Channel, File; choices by value."""
        given = {key: _wire(value) for key, value in (options or {}).items()}
        return await self._finish(self.client.slash(user, channel, path, given))

    async def complete(self, user: User, channel: Channel, path: str, options: Json) -> Result:
        """Type into the last of the options."""
        given = {key: _wire(value) for key, value in options.items()}
        return await self._finish(self.client.complete(user, channel, path, given, list(options)[-1]))

    async def on_user(self, user: User, channel: Channel, name: str, target: User) -> Result:
        """Run a command of the menu on a person."""
        return await self._finish(self.client.on_user(user, channel, name, target))

    async def on_message(self, user: User, channel: Channel, name: str, target: Message) -> Result:
        """Run a command of the menu on a message."""
        return await self._finish(self.client.on_message(user, channel, name, target))

    async def click(self, on: Message | Result, what: str, *, user: User | None = None) -> Result:
        """Press a button, by label, emoji or custom id; by default as the person who got the message."""
        message, who = _target(on, user)
        return await self._finish(self.client.click(who, message, find(message, what)["custom_id"]))

    async def click_stale(self, on: Message, button: Json, user: User) -> Result:
        """Press a button that the message may have lost meanwhile."""
        return await self._finish(self.client.click_stale(user, on, button))

    async def select(self, on: Message | Result, what: str, values: Any, *, user: User | None = None) -> Result:
        """Choose in a menu, by placeholder or custom id; values by value or label, or User, Role, Channel."""
        message, who = _target(on, user)
        menu = find(message, what)
        names = {o["label"]: o["value"] for o in menu.get("options") or ()}
        chosen = values if isinstance(values, list) else [values]
        wired = [names.get(v, v) if isinstance(v, str) else _wire(v) for v in chosen]
        return await self._finish(self.client.select(who, message, menu["custom_id"], wired))

    async def submit(self, form: Result, values: Json | None = None) -> Result:
        """Send the form that opened; values by label or custom id."""
        ids = {}
        for part in form.modal["components"]:
            for field in [part["component"]] if part["type"] == 18 else part.get("components", ()):
                ids[part.get("label") or field.get("label")] = field["custom_id"]
        given = {ids.get(key, key): _wire(value) for key, value in (values or {}).items()}
        for key in given.keys() - set(ids.values()):
            raise ClientError("no-such-field", field=key)
        return await self._finish(self.client.submit(form.interaction, given))

    async def write(self, user: User, channel: Channel, text: str, **more: Any) -> list[Message]:
        """Write a message; the bot's new messages there when it has done what it does."""
        before = set(self.directory.messages)
        self.client.write(user, channel, text, **more)

        def fresh() -> list[Message]:
            new = [m for key, m in self.directory.messages.items() if key not in before]
            return [m for m in new if m.author is self.state.bot_user and not m.deleted]

        await self.settle(0.5)
        return fresh()

    def expire(self, result: Result) -> None:
        """Let the token of an interaction run out, as it does after 15 minutes."""
        result.interaction.expires_at = 0.0

    def grow_old(self, message: Message, *, hours: float = 2.0) -> None:
        """Let a message be this much older, in all its states."""
        born = dt.datetime.fromisoformat(message.timestamp) - dt.timedelta(hours=hours)
        message.timestamp = born.isoformat()
        for state in message.history:
            state["at"] -= hours * 3600

    def deliver_twice(self) -> None:
        """The next interaction reaches the bot twice."""
        self._twice = True

    def offered(self, user: User, channel: Channel) -> list[Json]:
        """The commands that this person is offered here, ``name_shown`` and ``description_shown`` in their language."""
        return command_picker.offered(self.state, user, channel)

    # -------------------------------------------------------------------------------------------- judging
    def sessions(self, state: str) -> int:
        """How often a session of the gateway came into this state: ready, closed, resumed, resume-refused."""
        return sum(e["kind"] == "session" and e["state"] == state for e in self.state.journal.events)

    def violations(self, *, warnings: bool = True) -> list[Violation]:
        """What Discord would have refused (and what a careful bot would not do)."""
        severities = ("error", "warning") if warnings else ("error",)
        return [v for v in self.state.journal.violations if v.severity in severities]

    def assert_clean(self) -> None:
        """Nothing that Discord would refuse, no traceback, nothing sent to anywhere else."""
        bad = [str(v) for v in self.violations()]
        bad += [line for bot in self.bots for line in (*bot.tracebacks(), *bot.outside())]
        assert not bad, "\n".join(bad[:40])

    @contextlib.contextmanager
    def expecting(self, *kinds: str) -> Iterator[list[Violation]]:
        """Violations of these kinds are what the test wants: each must occur, and they are kept out of the record."""
        with self.state.journal.collecting(*kinds) as caught:
            yield caught
        missing = set(kinds) - {v.kind for v in caught}
        assert not missing, f"expected {sorted(missing)}; recorded {[str(v) for v in self.violations()[-5:]]}"

    @contextlib.contextmanager
    def pressing_what_moves(self, *, killing: bool = False) -> Iterator[None]:
        """The only messages that Discord does not know are panels that moved below the table's message while they were
        pressed: they are gone when the press is answered, at once or after a deferral, and the answer comes anew.
        ``killing``: killed just after it has deleted a message, a bot can only delete it again."""
        with self.state.journal.collecting("unknown-message") as caught:
            yield
        gone = "/callback |/@original " + (r"|\[DELETE " if killing else "")
        assert [str(each) for each in caught if not re.search(gone, str(each))] == []


def find(message: Message, what: str) -> Json:
    """The component with this label, placeholder, emoji or custom id."""
    parts = message.walk()
    for key in ("custom_id", "label", "placeholder"):
        for part in parts:
            if part.get(key) == what:
                return part
    for part in parts:
        if (part.get("emoji") or {}).get("name") == what:
            return part
    have = [p.get("label") or p.get("placeholder") or p.get("custom_id") for p in parts if p["type"] in range(2, 9)]
    raise LookupError(f"no component {what!r}; there are {have}")


def _target(on: Message | Result, user: User | None) -> tuple[Message, User]:
    message = on.message if isinstance(on, Result) else on
    if user is None and isinstance(on, Result):
        user = on.interaction.user
    if user is None and message.interaction:
        user = message.interaction.user
    assert user is not None, "say which user acts"
    return message, user


def _wire(value: Any) -> Any:
    if isinstance(value, User | Member | Role | Channel):
        return str(value.id)
    if isinstance(value, list | tuple) and not isinstance(value, str):
        return [_wire(item) for item in value]
    return value


def texts_of(messages: Sequence[Message]) -> list[str]:
    """The text of each message."""
    return [m.text for m in messages]


__all__ = ["File", "Result", "Script", "find", "texts_of"]
