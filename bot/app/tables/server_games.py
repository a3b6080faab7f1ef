"""What a server allows, set by who manages it, and the list of its games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, cast

import msgspec

from bot.app.tables.model import OPEN_STAGES, Caller, Seat, Stage
from bot.app.tables.table_permissions import Operation, demand_in_server
from bot.app.tables.table_repository import TableRepository
from bot.app.tables.table_state import Body, decode_body
from bot.store.due_notices import TableHead
from bot.store.server_rules import ServerRules

Activity = Literal["lobby", "running", "idle", "archived"]
"""``idle``: nobody has moved for :data:`IDLE_AFTER`, or the game is paused."""
ACTIVITIES: Final[tuple[Activity, ...]] = ("running", "idle", "lobby", "archived")
"""In the order of the list."""
IDLE_AFTER: Final = timedelta(days=7)
LISTED: Final[tuple[Stage, ...]] = (*OPEN_STAGES, "archived")


@dataclass(frozen=True, slots=True)
class ServerGame:
    """A game in the list of a server; ``moved``: when somebody has moved last, None where that is not known."""

    game: int
    guild: int
    channel: int
    message: int | None
    activity: Activity
    moved: datetime | None
    seats: tuple[Seat, ...]


class ServerGames:
    """The rules and the games of servers.

    :raises TableRefusal: from every change: ``not_allowed``.
    """

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._rules = repository.store.rules

    async def rules(self, guild: int) -> ServerRules:
        """What a server allows."""
        return await self._rules.of(guild)

    async def set_channels(self, caller: Caller, channels: Sequence[int]) -> ServerRules:
        """Set where games may be opened; none: everywhere."""
        demand_in_server(Operation.SERVER_GAMES, caller)
        return await self._rules.set_channels(caller.guild, channels)

    async def set_most(self, caller: Caller, most: int | None) -> ServerRules:
        """Set how many games may be open at once; None: any number."""
        demand_in_server(Operation.SERVER_GAMES, caller)
        return await self._rules.set_most(caller.guild, most)

    async def set_barred(self, caller: Caller, roles: Sequence[int], people: Sequence[int]) -> ServerRules:
        """Set who may not open games."""
        demand_in_server(Operation.SERVER_GAMES, caller)
        return await self._rules.set_barred(caller.guild, roles, people)

    async def listed(self, caller: Caller) -> tuple[ServerGame, ...]:
        """The games of a server that are open or archived: running, idle, lobbies, archived."""
        demand_in_server(Operation.SERVER_GAMES, caller)
        heads = await self._repository.store.of_server(caller.guild, LISTED)
        now = self._repository.now()
        found = [_listed(head, now) for head in heads]
        return tuple(sorted(found, key=lambda each: ACTIVITIES.index(each.activity)))


def _listed(head: TableHead, now: datetime) -> ServerGame:
    try:
        body = decode_body(head.body)
    except msgspec.MsgspecError:
        body = Body()
    activity = _activity(cast("Stage", head.stage), body, now)
    return ServerGame(head.id, head.guild, head.channel, head.message, activity, body.moved, body.seats)


def _activity(stage: Stage, body: Body, now: datetime) -> Activity:
    if stage == "archived" or stage == "lobby":
        return stage
    idle = stage == "paused" or (body.moved is not None and now - body.moved >= IDLE_AFTER)
    return "idle" if idle else "running"
