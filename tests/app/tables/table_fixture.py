"""People, a clock to be turned by hand, and tables on a database of their own."""

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from bot.app.tables import Acted, Caller, Changed, Controls, Notice, Status, Tables
from bot.app.tables.computer_turns import Kind
from bot.app.tables.model import Strength
from bot.engine.actions import Action, Choose
from bot.engine.packs import field_with_expansion
from bot.engine.state import Options
from bot.players import RandomPlayer
from bot.players.workers.pool import PlannerPool
from bot.store import Store
from bot.store.shards import ALL, Shards

KIM, ALEX, ROBIN, SASCHA, EVE = 101, 102, 103, 104, 105
NAMES = {KIM: "Kim", ALEX: "Alex", ROBIN: "Robin", SASCHA: "Sascha", EVE: "Eve"}
CHANNEL, GUILD = 7001, 9001
_interactions = count(secrets.randbits(60))


def caller(
    user: int,
    *,
    channel: int = CHANNEL,
    guild: int = GUILD,
    moderator: bool = False,
    manager: bool = False,
    host: bool = False,
) -> Caller:
    """Somebody with an interaction of their own."""
    return Caller(
        user=user,
        name=NAMES.get(user, str(user)),
        channel=channel,
        guild=guild,
        interaction=next(_interactions),
        moderator=moderator,
        manager=manager,
        host=host,
    )


@dataclass
class FakeClock:
    """Stands still until it is turned."""

    moment: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment

    def turn(self, **by: float) -> None:
        self.moment += timedelta(**by)


@dataclass
class Letterbox:
    """Keeps what was sent; ``broken`` lets it fail."""

    sent: list[Notice] = field(default_factory=list)
    messages: list[tuple[str, tuple[Notice, ...]]] = field(default_factory=list)
    broken: bool = False

    async def send(self, notices: Sequence[Notice], nonce: str) -> bool:
        if self.broken:
            raise ConnectionError("nobody there")
        self.sent += notices
        self.messages.append((nonce, tuple(notices)))
        return True


@dataclass
class World:
    """Tables with what is around them."""

    tables: Tables
    clock: FakeClock
    box: Letterbox
    store: Store
    told: list[Changed] = field(default_factory=list)

    async def game(
        self,
        *people: int,
        computers: int = 0,
        channel: int = CHANNEL,
        guild: int = GUILD,
        options: Options | None = None,
        strength: Strength = "random",
    ) -> Status:
        """A running game of these people in this order, the first its owner."""
        owner, lobby = caller(people[0], channel=channel, guild=guild), self.tables.lobby
        game = (await lobby.open(owner, options)).game
        for person in people[1:]:
            await lobby.join(caller(person), game)
        for _ in range(computers):
            await lobby.computer(caller(people[0]), game, strength)
        await lobby.option(caller(people[0]), game, "random_seats", False)
        return await lobby.start(caller(people[0]), game)

    async def settle_setup(self, game: int) -> None:
        """Answer whatever the setup asks, with the first options."""
        while (status := await self.tables.status(game)).active is None:
            await self.tables.computers.settle()
            for seat in list((await self.tables.status(game)).waiting):
                user = status.seats[seat].user
                if user is not None:
                    await self.play_one(game, user)

    async def play_one(self, game: int, user: int, player: RandomPlayer | None = None) -> Acted:
        """One random (else the first offered) action of a person."""
        controls = await self.tables.play.offers(game, user)
        return await self.tables.play.act(caller(user), controls.token, picked(controls, player))

    async def play_one_if(self, game: int, user: int, player: RandomPlayer) -> None:
        """The same, where there is anything that the person can do."""
        status = await self.tables.status(game)
        if status.stage == "running" and (await self.tables.play.offers(game, user)).offers:
            await self.play_one(game, user, player)

    async def play_on(self, game: int, player: RandomPlayer, most: int = 5000) -> Status:
        """Play people's seats at random until it is over, or so many actions long."""
        for _ in range(most):
            await self.tables.computers.settle()
            status = await self.tables.status(game)
            if status.stage != "running":
                break
            if (user := person_on(status)) is not None:
                await self.play_one(game, user, player)
        return await self.tables.status(game)


def person_on(status: Status) -> int | None:
    """A person whom the table waits for: who is asked something, else whose turn it is."""
    seats = [*status.waiting, *([] if status.active is None else [status.active])]
    return next((user for seat in seats if (user := status.seats[seat].user) is not None), None)


def picked(controls: Controls, player: RandomPlayer | None) -> Action:
    if player is None:
        return controls.offers[0].action
    return player.pick(list(controls.offers), controls.decision)


_template: list[bytes] = []


async def empty_database(path: Path) -> bytes:
    """A database without anything in it; making it takes most of a second, so it is made once."""
    if not _template:
        async with await Store.open(f"sqlite+aiosqlite:///{path}"):
            pass
        _template.append(path.read_bytes())
    return _template[0]


@asynccontextmanager
async def world(
    path: Path,
    *,
    clock: FakeClock | None = None,
    kinds: dict[Strength, Kind] | None = None,
    pool: PlannerPool | None = None,
    address: str | None = None,
    shards: Shards = ALL,
) -> AsyncIterator[World]:
    """Tables on the database in ``path``, which may be there already, or on the one at ``address``; of the servers in
    ``shards``."""
    clock, box = clock or FakeClock(), Letterbox()
    if address is None and not path.exists():
        path.write_bytes(await empty_database(path.with_suffix(".template")))
    async with await Store.open(address or f"sqlite+aiosqlite:///{path}", shards) as store:
        own = store.server_packs
        tables = Tables(
            store.games, [field_with_expansion()], notices=box, clock=clock, kinds=kinds, pool=pool, server_packs=own
        )
        made = World(tables, clock, box, store)
        tables.listen(made.told.append)
        await tables.load()
        try:
            yield made
        finally:
            await tables.computers.stop()


__all__ = ["CHANNEL", "GUILD", "Choose", "World", "caller", "picked", "world"]
