"""A person who plays whole games with a will of their own, on whatever controls they are shown, and counts their taps.

Opening a menu is a tap and picking in it another; so is opening the panel. One that shows the next turn by itself costs
none where it is the last message, which a phone shows; where the table's message of the new turn stands below it, a
person scrolls up, or taps *My turn*: such turns are counted beside. What the person wants is drawn by lot from what is
possible, so the same will can be tried on other panels.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import defaultdict
from statistics import mean, median
from typing import TYPE_CHECKING, Final

from bot.text import LOCALES, t, tn
from tests.end_to_end.clicking import Clicker, ids, led_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.practice.errors import Json
    from bot.practice.model import Channel, Message, User
    from tests.end_to_end.script import Script

KINDS: Final = {
    "k": "play",
    "s": "switch",
    "c": "switch",
    "x": "explore",
    "p": "populate",
    "b": "build",
    "h": "hibernate",
    "m": "machine",
    "o": "crate",
    "v": "convert",
    "t": "trade",
    "a": "end_action",
    "e": "end_turn",
    "d": "choose",
}
"""The kind of action by the first letter of a written move."""
LIKED: Final = {"play": 33, "explore": 27, "populate": 17, "build": 16, "switch": 7}
FREE: Final = ("machine", "crate", "trade")
OFTEN: Final = 0.2
"""How often a free action comes before anything else, at each look."""
ASKED: Final = (
    "card",
    "orientation",
    "hibernation_reward",
    "order",
    "resource",
    "track",
    "choose",
    "machine",
    "module_place",
    "module",
    "pay",
    "surplus",
    "artifact",
    "clear_slot",
    "water",
    "wake",
    "return_energy",
    "marker",
    "remove_artifact",
)
COUNTED: Final = ("resource", "draft", "active_cards", "wake", "return_energy")
"""The kinds of questions that name a number."""
BEFORE_THE_FIRST_TURN: Final = ("artifact_card", "draft", "active_cards")
PATIENCE: Final = 30.0
"""Seconds that the person waits for the others before they open their panel again."""
ALONE: Final = re.compile(r"table:always:\d+:end_turn:alone")
MENU: Final = 3
"""Discord's number for a menu of texts."""


class TapCounter(Clicker):
    """One person and computer players. ``taps`` holds, for each kind of action, how many taps each took; ``asked`` the
    same for decisions by their kind, ``other`` where it is not one of those looked for."""

    def __init__(self, script: Script, channel: Channel, person: User, seed: int, *, alone: bool = False) -> None:
        """``alone``: the person has turns end by themselves where nothing else is left, as soon as that is offered."""
        super().__init__(script, channel, [person], seed)
        self.alone = alone
        self.taps: dict[str, list[int]] = defaultdict(list)
        self.asked: dict[str, list[int]] = defaultdict(list)
        self.turns: list[int] = []
        self.exploring = self.opened = self.above = 0
        self._spent = self._turn = 0
        self._is_above = False
        self._wanted: str | None = None

    async def play_turns(self, most: int) -> None:
        """Play so many turns, or to the end of the game."""
        idle = time.monotonic()
        while self.final is None and len(self.turns) < most:
            if await self.step(self.people[0]):
                idle = time.monotonic()
            else:
                assert time.monotonic() - idle < 2 * PATIENCE, "nobody can do anything"
                await asyncio.sleep(0.1)

    async def step(self, person: User) -> bool:
        """One tap or two: on the way to what is wanted, or the thing itself."""
        panel = self.own_panel(person)
        if panel is not None and not led_on(panel):
            await self._follow(person)
            panel = self.own_panel(person)
        if self.final is not None:
            return False
        if panel is None or not led_on(panel):
            panel = await self.look(person)
            if panel is None or not led_on(panel):
                return False
            self._turn += 1
            self.opened += 1
        await self.before_click(person, panel)
        self._is_above |= self.table is not None and self.table.id > panel.id
        control, value = self._always(panel) or self._next(panel)
        await self._use(person, panel, control, value)
        return True

    async def _follow(self, person: User) -> None:
        """Wait, as a person would, until the panel shows the next turn by itself, and the table's message is there."""

        def shows() -> bool:
            panel = self.own_panel(person)
            return panel is not None and bool(led_on(panel))

        with contextlib.suppress(TimeoutError):
            await self.script.wait_for(lambda: shows() or self.final is not None, PATIENCE, "the next turn")

    async def _use(self, person: User, panel: Message, control: Json, value: str | None) -> None:
        asked = asked_kind(panel)
        if control["type"] == MENU:
            several = control["custom_id"].startswith("table:many:")
            values = self._values(control) if several else [str(value)]
            self._tapped(1 + len(values))
            await self.choose(person, panel, control["custom_id"], values)
            move = "d" if several else str(value)
        else:
            self._tapped(1)
            i = await self.click(person, panel, control["custom_id"])
            self.panels[person.id] = i.original or panel
            move = written_in(control["custom_id"]) or ""
        closes = control["custom_id"].startswith("table:close:")
        asks = [each for each in ids(self.panels[person.id], "table:do:") if (written_in(each) or "") in ("a", "e")]
        if closes and not asks:
            move = "e" if control["custom_id"].endswith(":turn") else "a"
        if control["custom_id"].startswith("table:cards:"):
            return
        if ALONE.fullmatch(control["custom_id"]):
            move = "e"
        if KINDS.get(move[:1]):
            self._done(KINDS[move[0]], asked)
        if any(t(locale, "turn.always.ended") in self.panels[person.id].text for locale in LOCALES):
            self._ended()

    def _ended(self) -> None:
        self.turns.append(self._turn)
        self.above += self._is_above
        self._turn, self._is_above = 0, False

    def _tapped(self, taps: int) -> None:
        self._spent += taps
        self._turn += taps

    def _done(self, kind: str, asked: str) -> None:
        """An action was carried out; what was spent goes to it, and to what explored the questions that follow."""
        if kind == "choose" and asked in BEFORE_THE_FIRST_TURN:
            self._spent = self._turn = 0
            return
        if kind == "choose":
            self.asked[asked].append(self._spent)
            if asked in ("card", "orientation") and self.exploring:
                self.taps["explore"][-1] += self._spent
        else:
            self.exploring = int(kind == "explore")
            self.taps[kind].append(self._spent)
        self._spent, self._wanted = 0, None
        if kind == "end_turn":
            self._ended()

    # -------------------------------------------------------------------------------------------- the will
    def _next(self, panel: Message) -> tuple[Json, str | None]:
        """The control to use, and of a menu the value to pick."""
        controls = led_on(panel)
        offered = [(kind, control, value) for control in controls for kind, value in leads(control)]
        kinds = {kind for kind, _, _ in offered}
        if "choose" in kinds:
            wanted = "choose"
        else:
            if self._wanted not in kinds:
                self._wanted = self._wish(kinds)
            wanted = self._wanted
        fitting = [(control, value) for kind, control, value in offered if kind == wanted]
        direct = [each for each in fitting if is_direct(each[0])]
        return self.random.choice(direct or fitting)

    def _always(self, panel: Message) -> tuple[Json, str | None] | None:
        """The button after which turns end by themselves."""
        offered = (each for each in panel.walk() if ALONE.fullmatch(str(each.get("custom_id", ""))))
        return next(((each, None) for each in offered if self.alone), None)

    def _wish(self, kinds: set[str]) -> str:
        free = [kind for kind in FREE if kind in kinds]
        liked = [kind for kind in LIKED if kind in kinds]
        if free and self.random.random() < OFTEN:
            return self.random.choice(free)
        if liked:
            return self.random.choices(liked, [LIKED[kind] for kind in liked])[0]
        return next(kind for kind in ("end_action", "end_turn", "hibernate", *sorted(kinds)) if kind in kinds)

    # -------------------------------------------------------------------------------------------- figures
    @property
    def with_openings(self) -> float:
        """Taps a turn of somebody who taps *My turn* wherever the panel is not the last message."""
        return (sum(self.turns) + self.above) / len(self.turns)

    def told(self) -> str:
        """The figures in a few lines."""
        lines = [
            f"{len(self.turns)} turns, {sum(self.turns)} taps, {mean(self.turns):.2f} a turn, opened {self.opened} ×",
            f"{self.above} turns above the table's message, {self.with_openings:.2f} a turn with a tap for each",
        ]
        for name, found in (("action", self.taps), ("question", self.asked)):
            for kind, spent in sorted(found.items()):
                figures = f"median {median(spent)}, p95 {percentile(spent, 95)}"
                lines.append(f"{name} {kind}: {len(spent)} ×, {sum(spent)} taps, {figures}")
        return "\n".join(lines)


def percentile(values: Sequence[int], part: int) -> int:
    """The value that so many in a hundred do not exceed."""
    return sorted(values)[max(0, -(-len(values) * part // 100) - 1)]


def asked_kind(panel: Message) -> str:
    """The kind of question that a panel asks."""
    for kind in (*BEFORE_THE_FIRST_TURN, *ASKED):
        for locale in LOCALES:
            for n in (1, 2):
                words = f"decision.ask.{kind}"
                if (tn(locale, words, n) if kind in COUNTED else t(locale, words)) in panel.text:
                    return kind
    return "other"


def written_in(custom_id: str) -> str | None:
    """The written move of a button that carries one out."""
    found = re.match(r"table:do:\d+:[^:]+:(.+)", custom_id)
    return found[1] if found else None


def is_direct(control: Json) -> bool:
    """Whether a control carries an action out."""
    return str(control["custom_id"]).startswith(("table:do:", "table:menu:", "table:many:"))


def leads(control: Json) -> Iterator[tuple[str, str | None]]:
    """The kinds of action that a control leads to, each with the value that a menu needs for it."""
    custom_id = str(control["custom_id"])
    parts = custom_id.split(":")
    if move := written_in(custom_id):
        yield KINDS[move[0]], None
    elif custom_id.startswith("table:menu:"):
        for option in control["options"]:
            yield KINDS[option["value"][0]], option["value"]
    elif custom_id.startswith("table:many:"):
        yield "choose", None
    elif custom_id.startswith("table:pick:"):
        yield parts[3], None
    elif custom_id.startswith("table:card:"):
        yield "play", None
    elif custom_id.startswith("table:cards:"):
        yield from (("play", option["value"]) for option in control["options"])
    elif custom_id.startswith("table:close:"):
        yield f"end_{parts[4]}", None
