"""Trial tables: the position after any turn of a game as a table of its own, to see what would have come of something
else. It is marked, and its result does not count.

One made of a running game is built from what the asker could see at that moment, with everything unknown drawn anew; it
holds nothing of the real game's order, chance or seed.
"""

import asyncio
import zlib
from collections.abc import Callable
from typing import Final

import msgspec

from bot.app.tables.game_course import Course
from bot.app.tables.game_history import GameHistories
from bot.app.tables.model import USUAL, Caller, Seat, Status, TableRefusal
from bot.app.tables.pack_registry import packed
from bot.app.tables.table_permissions import Operation, demand
from bot.app.tables.table_repository import TableRepository
from bot.app.tables.table_state import Body, TableState, Trial
from bot.engine import Game, dump, view
from bot.engine.api import mark_turn
from bot.engine.state import SeatNumber
from bot.players.search.determinization import determinize

OVER: Final = ("over", "ended")


class TrialTables:
    """Opens trial tables.

    :raises TableRefusal: from every call: ``no_such_game``, ``not_running``, ``no_history``.
    """

    def __init__(
        self,
        repository: TableRepository,
        histories: GameHistories,
        seeds: Callable[[], int],
        wake: Callable[[int], None],
    ) -> None:
        """``seeds`` gives what the unknown is drawn from; ``wake`` tells computer players that it may be their move."""
        self._repository = repository
        self._histories = histories
        self._seeds = seeds
        self._wake = wake

    async def open(self, caller: Caller, game: int, step: int, locale: str = "en") -> Status:
        """The position at a step of a game (``bot.app.tables.game_history``) as a table in the caller's channel. The
        caller sits where they sit there, else where it is somebody's turn; computer players have the other seats.

        :raises TableRefusal: ``trial_setup``: the game had not begun yet then; ``trial_over``: it was over; ``running``
            or ``second_lobby``: the channel has an open table; ``pack_stays``: its pack is another server's.
        """
        if (made := await self._repository.made_by(caller)) is not None:
            return made.status()
        table = await self._repository.get(game)
        demand(Operation.TRY, caller, table)
        if caller.channel in self._repository.by_channel:
            raise await self._repository.taken(caller.channel)
        if table.pack is None or await self._repository.packs.need_in(caller.guild, table.pack) is None:
            raise TableRefusal("pack_stays", game=game)
        course = await self._histories.course(game)
        step = max(0, min(step, len(course.moments) - 1))
        again = await asyncio.to_thread(self._position, table, course, caller, step)
        after = _table_state(self._repository, caller, table, again, locale)
        opened = await self._repository.take_over(caller, after, [], await asyncio.to_thread(packed, again.pack))
        self._wake(opened.id)
        return opened.status()

    def _position(self, table: TableState, course: Course, caller: Caller, step: int) -> Game:
        real = course.at(step)
        if real.state.phase != "play":
            raise TableRefusal("trial_over" if real.state.phase == "over" else "trial_setup", game=table.id)
        known = real if table.stage in OVER else determinize(view(real, table.find_seat(caller.user)), self._seeds())
        again = Game(msgspec.structs.replace(known.setup, seed=0), known.pack, known.state, known.variants)
        mark_turn(again)
        return again


def _table_state(repository: TableRepository, caller: Caller, table: TableState, game: Game, locale: str) -> TableState:
    mine = table.find_seat(caller.user)
    now = repository.now()
    start = zlib.compress(dump(game, history=False), 9)
    body = Body(
        seats=_seats(caller, table, game, game.active if mine is None else mine),
        options=table.body.options,
        locale=locale,
        random_seats=False,
        hints=True,
        practice=True,
        trial=Trial(table.id, game.state.turn.number, start),
    )
    return TableState(
        id=0,
        guild=caller.guild,
        channel=caller.channel,
        message=None,
        stage="running",
        version=0,
        owner=caller.user,
        body=body,
        game=game,
        saved=None,
        pack=game.pack.hash,
        records=0,
        aside=None,
        opened_at=now,
        changed_at=now,
        done={},
    )


def _seats(caller: Caller, table: TableState, game: Game, mine: SeatNumber) -> tuple[Seat, ...]:
    """The caller's seat; computer players in the others, as strong as those that sit there."""
    seats = []
    for number, (seat, state) in enumerate(zip(table.body.seats, game.state.seats, strict=True)):
        if number == mine:
            seats.append(Seat(user=caller.user, name=caller.name, tribe=state.tribe))
        else:
            seats.append(Seat(name=f"Robo {number + 1}", computer=seat.computer or USUAL, tribe=state.tribe))
    return tuple(seats)
