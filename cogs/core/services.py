"""What every cog may use, typed; built once by the client."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from weakref import WeakSet

import discord
from discord.ext import commands

from bot.app.result_files import PendingImports
from bot.app.results import RatingBook
from cogs.core.message_edit_rate import LatestEdits
from cogs.core.rate_limit import Pace

if TYPE_CHECKING:
    from bot.app.tables import Tables
    from bot.pictures import Renderer
    from bot.reference import Reference
    from bot.settings import Settings
    from bot.store import Store
    from bot.text import Locale
    from cogs.core.command_index import CommandIndex
    from cogs.core.question_answers import QuestionAnswer

START_REQUESTS: Final = 5.0
"""Requests a second, at most, by which messages are brought up to date at a start."""


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the running bot."""

    settings: "Settings"
    store: "Store"
    reference: "Reference"
    started_at: datetime
    version: str
    practice: bool
    """True on the practice channel: nothing that is said reaches Discord."""
    tables: "Tables"
    pictures: "Renderer"
    table_messages: "PublicMessages | None" = None
    """The tables' messages in channels. The client builds them."""
    newest: OrderedDict[tuple[int, int | None], int] = field(default_factory=OrderedDict)
    """The last interaction of a person in a channel, oldest first."""
    start_pace: Pace = field(default_factory=lambda: Pace(START_REQUESTS))
    """Turns of the requests that bring messages up to date at a start, whatever is shown on them."""
    edits: LatestEdits = field(default_factory=LatestEdits)
    """Score pads' and desks' messages that wait to be edited."""
    ratings: RatingBook = field(default_factory=RatingBook)
    """The ratings of people."""
    imports: PendingImports = field(default_factory=PendingImports)
    """Files of results that somebody has sent and not agreed to yet."""
    question_answerers: list["Callable[[Interaction, str, Locale], Awaitable[QuestionAnswer | None]]"] = field(
        default_factory=list
    )
    """What is asked beside the reference when somebody asks a question, in this order."""

    async def read_anew(self) -> None:
        """Let go of what is held in memory of the database, after anything may have changed there."""
        await self.store.preferences.load()
        self.ratings.forget()
        await self.tables.changed_elsewhere("")


class PublicMessages(ABC):
    """The tables' messages in channels, as the controls on them see them."""

    @abstractmethod
    async def redraw_leftover(self, interaction: "Interaction", game: int) -> None:
        """Where a control sits on a message that is the table's no more, show there what is true now."""

    @abstractmethod
    def pressed_own(self, interaction: "Interaction", game: int | None) -> AbstractContextManager[None]:
        """While a control is worked on, the own panel that it is on does not change by itself."""


class BotClient(commands.AutoShardedBot, ABC):
    """The client as cogs see it."""

    services: Services
    command_index: "CommandIndex"

    @abstractmethod
    def add_form_handler(self, take_in: "CustomIdHandler") -> None:
        """Have forms that outlive a restart handled: asked for each form that arrives, it says whether it was one."""

    @abstractmethod
    def add_control_handler(self, take_in: "CustomIdHandler") -> None:
        """Have controls answered that their message has no more, and unknown ones; it says whether it was one of its
        own."""

    @abstractmethod
    def add_presenter(self, present: "Presenter") -> None:
        """Have failures told that a family of commands tells in its own way."""

    @abstractmethod
    def answered(self, interaction: "Interaction") -> None:
        """Log that a control's interaction was answered."""

    @abstractmethod
    async def failed(self, interaction: "Interaction", error: Exception) -> None:
        """Tell the person, privately, that something went wrong, and log it. The one way out of every failure."""


Interaction: TypeAlias = discord.Interaction[BotClient]
"""An interaction as it arrives here; ``interaction.client.services`` are the parts of the bot."""
CustomIdHandler: TypeAlias = Callable[[Interaction, str], Awaitable[bool]]
"""Handles the form or control with a custom id; False where it is none of its own."""

Presenter: TypeAlias = Callable[[Interaction, Exception], Awaitable[bool]]
"""Tells a person of a failure; False where it is none of its own."""


def start_clock(interaction: Interaction) -> None:
    """Note when work on this interaction began, and which task does it."""
    interaction.extras["started"] = time.perf_counter()
    if (task := asyncio.current_task()) is not None:
        _UNDER_WAY.add(task)


_UNDER_WAY: WeakSet[asyncio.Task[Any]] = WeakSet()
"""The tasks that work on interactions."""


async def finish_work(seconds: float) -> None:
    """Wait until the interactions that have come so far are answered, at most so long."""
    loop, me = asyncio.get_running_loop(), asyncio.current_task()
    if tasks := {task for task in _UNDER_WAY if not task.done() and task.get_loop() is loop and task is not me}:
        await asyncio.wait(tasks, timeout=seconds)


def elapsed(interaction: Interaction) -> float | None:
    """Milliseconds since work on this interaction began; None where nobody noted it."""
    started = interaction.extras.get("started")
    return None if started is None else round(1000 * (time.perf_counter() - started), 1)
