"""Hints: what a person at the table could do best, worked out when they ask for it."""

from collections import OrderedDict
from typing import Final

from bot.app.tables.model import TableRefusal
from bot.app.tables.table_repository import TableRepository
from bot.engine import legal, view
from bot.players.advice import Advice
from bot.players.workers.pool import PlannerPool

KEPT: Final = 200
"""Pieces of advice that are kept, the newest."""


class Hints:
    """Advice for seats of running games, from what the seat sees. It is kept until the table changes."""

    def __init__(self, repository: TableRepository, pool: PlannerPool) -> None:
        self._repository = repository
        self._pool = pool
        self._kept: OrderedDict[tuple[int, int, int], Advice] = OrderedDict()

    async def advice(self, game: int, user: int) -> Advice:
        """What a person could do best now.

        :raises TableRefusal: ``not_in_game``, ``no_hints`` (the table allows none), ``no_advice`` (nothing is theirs to
            decide), ``hints_busy`` (computer players are thinking), and those of a game that does not run.
        """
        table = await self._repository.get(game)
        seat = table.seat_of(user)
        playing = table.playable()
        if not table.body.gives_hints:
            raise TableRefusal("no_hints")
        offers = legal(playing, seat)
        if not offers:
            raise TableRefusal("no_advice")
        key = game, seat, table.version
        if key not in self._kept:
            try:
                self._kept[key] = await self._pool.advise(view(playing, seat), offers)
            except TimeoutError:
                raise TableRefusal("hints_busy") from None
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]
