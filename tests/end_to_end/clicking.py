"""People who play whole games by clicking only what they are offered, at random, from the lobby to the final score."""

from __future__ import annotations

import asyncio
import random
import re
import time
from typing import TYPE_CHECKING, Any

from bot.text import LOCALES, t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.practice.errors import Json
    from bot.practice.model import Channel, Interaction, Message, User
    from tests.end_to_end.script import Result, Script

WAYS = ("table:pick:", "table:card:", "table:cards:")
"""Beginnings of custom ids of controls that lead to actions."""
ACTS = ("table:do:", "table:menu:", "table:many:", "table:close:", *WAYS)
"""Beginnings of custom ids of controls that lead on in a turn."""
STARTS = {"play": "k:", "switch": "s:", "explore": "x:", "populate": "p:", "build": "b:", "hibernate": "h"}
"""How a written move of a kind of action begins."""
CLOSES = re.compile(r"table:(close:.*:turn|do:.*:e)$")
PATIENCE = 60.0


class Clicker:
    """The people at one table. ``clicks`` counts what they have done, ``failed`` what got no answer."""

    def __init__(self, script: Script, channel: Channel, people: Sequence[User], seed: int) -> None:
        self.script, self.channel, self.people = script, channel, list(people)
        self.random = random.Random(seed)
        self.panels: dict[int, Message] = {}
        self.clicks = 0
        self.failed: list[str] = []
        self.slowest = 0.0

    # -------------------------------------------------------------------------------------------- messages
    @property
    def messages(self) -> list[Message]:
        """The bot's messages in the channel, oldest first."""
        bot = self.script.state.bot_user
        found = [m for m in self.channel.messages.values() if m.author is bot and not m.deleted and not m.ephemeral]
        return sorted(found, key=lambda message: message.id)

    def with_control(self, start: str) -> Message | None:
        """The newest message that has a control whose custom id begins so."""
        return next((m for m in reversed(self.messages) if ids(m, start)), None)

    @property
    def table(self) -> Message | None:
        return self.with_control("table:turn:")

    @property
    def final(self) -> Message | None:
        return self.with_control("table:rematch:")

    # -------------------------------------------------------------------------------------------- acting
    async def click(self, user: User, message: Message, custom_id: str) -> Interaction:
        """Press a button and wait for the answer."""
        return await self._answered(self.script.client.click(user, message, custom_id))

    async def choose(self, user: User, message: Message, custom_id: str, values: list[str]) -> Interaction:
        """Choose in a menu and wait for the answer."""
        return await self._answered(self.script.client.select(user, message, custom_id, values))

    async def _answered(self, i: Interaction) -> Interaction:
        began = time.monotonic()
        await i.acked.wait()
        self.clicks += 1
        self.slowest = max(self.slowest, time.monotonic() - began)
        if not i.responded:
            self.failed.append(f"{i.what}: {i.log}")
        return i

    # -------------------------------------------------------------------------------------------- the lobby
    async def open(
        self, *, computers: int = 0, strength: str = "random", options: Sequence[str] = (), pack: str = ""
    ) -> None:
        """Open a table, sit down, set options (as the menu has them), choose a pack, start."""
        owner = self.people[0]
        wanted = {"computers": computers, "strength": strength} if computers else {}
        i = self.script.client.slash(owner, self.channel, "game new", wanted)
        await self._answered(i)
        lobby = i.original
        assert lobby is not None, i.log
        for person in self.people[1:]:
            await self.click(person, lobby, ids(lobby, "lobby:join:")[0])
        choosing = await self.lobby_options(owner, lobby) if options or pack else lobby
        for option in options:
            menu = ids(choosing, "lobby:option:")[0]
            if option in values_of(choosing, menu):
                await self.choose(owner, choosing, menu, [option])
        if pack:
            await self.choose(owner, choosing, ids(choosing, "lobby:pack:")[0], [pack])
        await self.click(owner, lobby, ids(lobby, "lobby:start:")[0])
        await self.script.wait_for(lambda: self.table, PATIENCE, "the table")

    async def lobby_options(self, person: User, lobby: Message) -> Message:
        """What can be chosen in a lobby, as one of the people sees it."""
        i = await self.click(person, lobby, ids(lobby, "lobby:options:")[0])
        assert i.original is not None, i.log
        return i.original

    async def begun(self) -> Message:
        """The table message once the first turn has begun and says so."""
        await self.script.wait_for(lambda: self.table and on_turn(self.table), PATIENCE, "the first turn")
        assert self.table is not None
        return self.table

    # -------------------------------------------------------------------------------------------- playing
    async def play(self, most: int = 5000) -> Message:
        """Play to the end; the message with the final score."""
        idle = time.monotonic()
        while self.final is None:
            assert self.clicks < most, f"no end after {self.clicks} clicks"
            acted = False
            for person in self.people:
                while self.final is None and await self.step(person):
                    acted, idle = True, time.monotonic()
            if not acted:
                assert time.monotonic() - idle < PATIENCE, "nobody can do anything"
                await asyncio.sleep(0.1)
        return self.final

    async def step(self, person: User) -> bool:
        """One click of a person, if they have something to do."""
        panel = self.own_panel(person)
        if panel is None or not led_on(panel):
            panel = await self.look(person)
        choices = led_on(panel) if panel else []
        if panel is None or not choices:
            return False
        await self.before_click(person, panel)
        control = self._pick(choices)
        if control["type"] == 3:
            await self.choose(person, panel, control["custom_id"], self._values(control))
        else:
            i = await self.click(person, panel, control["custom_id"])
            if i.original is not None:
                self.panels[person.id] = i.original
        return True

    async def before_click(self, person: User, panel: Message) -> None:
        """Called before each click with the person's own panel; for tests that have to wait for the channel."""

    def own_panel(self, person: User) -> Message | None:
        """The panel that a person has used last, or the one that was sent anew in its place."""
        panel = self.panels.get(person.id)
        if panel is not None and panel.deleted:
            own = (m for m in self.channel.messages.values() if m.ephemeral_to == person.id and not m.deleted)
            sent = [message for message in own if message.id > panel.id and led_on(message)]
            if not sent:
                return None
            panel = self.panels[person.id] = max(sent, key=lambda message: message.id)
        return panel

    async def look(self, person: User) -> Message | None:
        """Open the person's own panel from the table message."""
        table = self.table
        if table is None:
            return None
        i = await self.click(person, table, ids(table, "table:turn:")[0])
        if i.original is not None:
            self.panels[person.id] = i.original
        return i.original

    def _pick(self, choices: list[Json]) -> Json:
        """Any control, the end of a turn seldom while there is something else to do."""
        on = [c for c in choices if not CLOSES.search(c["custom_id"])]
        moves = [c for c in on if not c["custom_id"].startswith(WAYS)]
        if on and (len(on) == len(choices) or self.random.random() < 0.7):
            return self.random.choice(moves or on) if self.random.random() < 0.8 else self.random.choice(on)
        return self.random.choice([c for c in choices if CLOSES.search(c["custom_id"])])

    def _values(self, menu: Json) -> list[str]:
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        values = [option["value"] for option in menu["options"]]
        return self.random.sample(values, self.random.randint(max(1, least), max(1, most)))


async def speak(script: Script, place: Channel, mode: str) -> None:
    """Have the tables of a channel of a server say so much: ``brief``, ``full`` or ``silent``."""
    assert place.guild is not None
    owner = script.directory.users[place.guild.owner_id]
    said = await script.slash(owner, place, "settings messages", {"how-much": mode})
    assert said.text.startswith("✅")


def game_of(table: Clicker) -> int:
    """The number of the game at a table."""
    assert table.table is not None
    return int(ids(table.table, "table:turn:")[0].split(":")[2])


def on_turn(table: Message) -> bool:
    """Whether a table message says whose turn it is."""
    return not any(t(locale, "turn.setting_up") in table.text for locale in LOCALES)


def tells_of_switch(table: Message) -> bool:
    """Whether a table message tells that somebody has used the switch."""
    return any(t(locale, "summary.switch", name="").strip() in table.text for locale in LOCALES)


async def lobby_options(script: Script, lobby: Message, person: User) -> Result:
    """What can be chosen in a lobby, as somebody sees it."""
    return await script.click(lobby, ids(lobby, "lobby:options:")[0], user=person)


def ids(message: Message, start: str) -> list[str]:
    """The custom ids of enabled controls that begin so."""
    found = (part for part in message.walk() if not part.get("disabled"))
    return [c["custom_id"] for c in found if str(c.get("custom_id", "")).startswith(start)]


async def carry_out(script: Script, shown: Result, group: str, move: str = "") -> Result:
    """Carry out the first move of a kind of action, or the first that begins so, by whichever control of a panel leads
    to it: a button, a menu, or the targets behind a button."""
    wanted = move or STARTS[group]
    for button in ids(shown.message, "table:do:"):
        if button.split(":", 4)[4].startswith(wanted):
            return await script.click(shown, button)
    for menu in ids(shown.message, "table:menu:"):
        for value in values_of(shown.message, menu):
            if str(value).startswith(wanted):
                return await script.select(shown, menu, [value])
    [behind] = [each for each in ids(shown.message, "table:pick:") if f":{group}:" in each]
    return await carry_out(script, await script.click(shown, behind), group, move)


def offered(message: Message, group: str) -> bool:
    """Whether a panel leads to a kind of action, wherever on it."""
    values = [value for menu in ids(message, "table:menu:") for value in values_of(message, menu)]
    moves = [*values, *(button.split(":", 4)[4] for button in ids(message, "table:do:"))]
    behind = [each for each in ids(message, "table:pick:") if f":{group}:" in each]
    cards = ids(message, "table:card") if group == "play" else []
    return bool(behind or cards or [move for move in moves if str(move).startswith(STARTS[group])])


def led_on(message: Message) -> list[Json]:
    """The controls of a panel that lead on in a turn."""
    return [c for c in message.walk() if str(c.get("custom_id", "")).startswith(ACTS) and not c.get("disabled")]


def values_of(message: Message, custom_id: str) -> list[Any]:
    """The values of a menu."""
    menu = next(part for part in message.walk() if part.get("custom_id") == custom_id)
    return [option["value"] for option in menu["options"]]


async def broken_off(script: Script, place: Channel, *people: User, final: bool = True) -> Result:
    """The first of the people breaks the game of a channel off; then all of them, who are everybody at the table,
    confirm it if it is to be final. What the first one was told."""
    asked = await script.slash(people[0], place, "game end")
    told = await script.click(asked, ids(asked.message, "table:breakoff:")[0], user=people[0])
    table = Clicker(script, place, people, 1)
    await script.wait_for(lambda: table.with_control("table:final:"), PATIENCE, "the end that can be confirmed")
    message = table.with_control("table:final:")
    assert message is not None
    for who in people if final else ():
        await script.click(message, ids(message, "table:final:")[0], user=who)
    if final:
        await script.wait_for(lambda: not ids(message, "table:final:"), PATIENCE, "the end that is final")
    return told
