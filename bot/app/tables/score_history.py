"""The score history of a finished game, turn by turn. The game is replayed from its records in a thread (50 ms for a
long game of four), and the result is kept in memory.

Only of games that are over: every line of every score is public then.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Final

from bot.app.tables.table_repository import TableRepository, read_records
from bot.engine import Replay
from bot.engine.actions import EndTurn, Record
from bot.engine.api import effective
from bot.engine.components import Pack
from bot.engine.game import RULES_VERSION, Game
from bot.engine.rules.scoring import sheets
from bot.engine.state import Setup

log = logging.getLogger(__name__)
Totals = tuple[int, ...]
"""Each seat's points at one moment, as if the game had ended then."""
KEPT: Final = 64
"""Games whose history stays in memory."""


class ScoreHistories:
    """The score histories of finished games."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._kept: OrderedDict[tuple[int, int], tuple[Totals, ...]] = OrderedDict()

    async def of(self, game: int) -> tuple[Totals, ...]:
        """The totals at the game's start, after each turn and at its end; nothing for a game that is not over, or that
        cannot be played again.

        :raises TableRefusal: ``no_such_game``.
        """
        table = await self._repository.get(game)
        if table.stage != "over" or table.game is None or table.body.trial is not None:
            return ()
        key = (game, table.version)
        if key not in self._kept:
            started = table.started_game()
            rows = await self._repository.store.records(game)
            self._kept[key] = await asyncio.to_thread(_found, game, started, read_records(rows))
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]


def _found(number: int, game: Game, records: Iterable[Record]) -> tuple[Totals, ...]:
    try:
        return tuple(score_history(game.setup, game.pack, records, game.state.began))
    except Exception:  # its score is still shown
        log.exception("the score history of a game could not be computed", extra={"game": number})
        return ()


def score_history(setup: Setup, pack: Pack, records: Iterable[Record], began: int = RULES_VERSION) -> Iterator[Totals]:
    """The totals at the start, after each turn and at the end, every hidden thing counted; of a game of older rulings
    those of its beginning, as far as the present ones give the same.

    :raises Refused: the rules do not allow what was done.
    """
    done = Replay(setup, pack, began)
    game = done.game
    yield (last := _totals(game))
    for record in effective(list(records)):
        if not done.step(record):
            return
        if isinstance(record.action, EndTurn):
            yield (last := _totals(game))
            time.sleep(0.0005)  # so that the event loop gets its turn between ours
    if (end := _totals(game)) != last:
        yield end


def _totals(game: Game) -> Totals:
    return tuple(sheet.total for sheet in sheets(game))
