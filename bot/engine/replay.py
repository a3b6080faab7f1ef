"""A game played once more by its records, also one of older rulings: as far as the present ones give the same."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Self

from bot.engine import rules_migration
from bot.engine.actions import Event, Record, Refused
from bot.engine.api import apply_again, begin, effective, mark_turn
from bot.engine.game import RULES_VERSION, Game
from bot.engine.rules.reorder_hidden import redo
from bot.engine.rules.setup import lay_table
from bot.engine.variants import variants_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.components import Pack
    from bot.engine.state import Setup


class Replay:
    """``game`` as it is after the records so far; ``differs``: the turn from which on the present rulings say otherwise
    (None: not yet). ``began``: the version of the rules that the game began with.

    :raises Refused: the setup cannot be laid.
    """

    def __init__(self, setup: Setup, pack: Pack, began: int = RULES_VERSION) -> None:
        self.game: Game = lay_table(setup, pack, variants_of(setup), began=began)
        self.differs: int | None = None
        self.older = began < RULES_VERSION
        self._ahead: Counter[rules_migration.Told] = Counter()
        self.game.state.began = began
        begin(self.game)

    @classmethod
    def of(cls, game: Game) -> Self:
        """A replay that begins in a position."""
        begun = cls.__new__(cls)
        begun.game, begun.differs, begun.older = game, None, False
        begun._ahead = Counter()
        return begun

    def step(self, record: Record) -> bool:
        """Carry a record out once more. False in a game of older rulings where it does not go as it went then; the game
        stays as it was before it.

        :raises Refused: the rules do not allow it, in a game of the present ones.
        :raises ValueError: it is a reordering or a rollback that cannot be.
        """
        if record.action is None and not record.undid and record.reseed is None:
            self.game.records.append(record)  # it only says something
            return True
        if record.back is not None:
            self._go_back(record)
            return True
        if not self.older:
            redo(self.game, record)
            return True
        if self.differs is None and not self._alike(record):
            self.differs = self.game.state.turn.number
        return self.differs is None

    def step_again(self, record: Record) -> bool:
        """The same for a record that this program has judged and kept itself, a third quicker: what was done is not
        judged once more, but has to go as it went.

        :raises ValueError: it goes another way.
        """
        moved = record.undid or record.reseed is not None or record.back is not None
        if record.action is None or moved or self.game.state.began < RULES_VERSION:
            return self.step(record)
        apply_again(self.game, record, record.action)
        return True

    def _go_back(self, record: Record) -> None:
        """A rollback: the position after so many records, from a replay of its own.

        :raises ValueError: what it took back is not what was done since.
        """
        kept = effective(self.game.records)
        then = [each for each in kept if each.number < (record.back or 0)]
        if record.undid != tuple(each.number for each in kept[len(then) :]) or not record.undid:
            raise ValueError(f"record {record.number} takes back what was not done")
        again = Replay(self.game.setup, self.game.pack, self.game.state.began)
        for each in then:
            again.step(each)
        self.game.restore(again.game.snapshot())
        self.game.records.append(record)
        self.game.marks = []
        mark_turn(self.game)

    def _alike(self, record: Record) -> bool:
        game = self.game
        kept, records, marks = game.snapshot(), list(game.records), list(game.marks)
        try:
            redo(game, record)
            if rules_migration.went_alike(record, game.records[-1], self._ahead):
                return True
        except Refused:
            pass
        game.restore(kept)
        game.records, game.marks = records, marks
        return False


def replay(setup: Setup, pack: Pack, records: Iterable[Record], began: int = RULES_VERSION) -> Replay:
    """The game that a setup and its records give.

    A game of older rulings goes on under the present ones, and its log says so: from which turn on the present rulings
    give something else, or that it is played by them from now on (ruling old-games).

    >>> record = apply(game, UseSwitch(seat=0, resource="food"))
    >>> again = replay(setup, pack, game.records)
    >>> again.game.snapshot() == game.snapshot(), again.differs
    (True, None)

    :raises Refused: the rules do not allow a record, in a game of the present rulings.
    """
    done = Replay(setup, pack, began)
    told = [record for record in records if done.step(record)]
    game = done.game
    if done.differs is not None:
        event = Event("rules_differ", None, {"turn": done.differs, "began": began, "now": RULES_VERSION})
        game.records.append(Record(number=game.count, seat=game.active, events=(event,), barrier=True))
    elif done.older and not rules_migration.has_changed(told):
        rules_migration.play_on(game)
    return done
