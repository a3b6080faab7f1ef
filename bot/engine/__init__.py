"""The rules of the game. Pure: no Discord, no database, no clock, no chance but the game's own generator.

The whole interface::

    new_game(setup, pack) -> Game          legal(game, seat) -> list[Offer]
    apply(game, action) -> Record          explain(game, action) -> Refusal | None
    view(game, seat_or_None) -> View       score(view) -> list[ScoreSheet]
    undo(game, seat) -> list[Record]       dump(game) / load(bytes, packs)
    reorder(game, seed) -> Record          redo(game, record): one step of a replay
    replay(setup, pack, records, began) -> Replay
    why_not_laid(setup, pack) -> Refusal | None

Everything else in this package is used through these functions (docs/develop/engine.md).

>>> from bot.engine.packs import field
>>> from bot.engine.state import Options, SeatSetup, Setup
>>> pack = field()
>>> setup = Setup(seats=(SeatSetup(), SeatSetup()), pack=pack.hash, seed=7, options=Options(artifact_card="deal"))
>>> game = new_game(setup, pack)
>>> game.active, len(legal(game, 0)) > 10
(0, True)

The examples of all functions begin with this ``game``, its ``setup`` and its ``pack``, and run as tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.api import apply, begin, decision, explain, judge, legal, undo
from bot.engine.game import RULES_VERSION, Game
from bot.engine.replay import Replay, replay
from bot.engine.rules.reorder_hidden import redo, reorder
from bot.engine.rules.setup import lay_table, setup_refusal
from bot.engine.serialization import SaveError, dump, load
from bot.engine.variants import variants_of
from bot.engine.views import View, events_for, record_for, score, view

if TYPE_CHECKING:
    from bot.engine.actions import Refusal
    from bot.engine.components import Pack
    from bot.engine.state import Setup

__all__ = [
    "RULES_VERSION",
    "Game",
    "Replay",
    "SaveError",
    "View",
    "apply",
    "decision",
    "dump",
    "events_for",
    "explain",
    "judge",
    "legal",
    "load",
    "new_game",
    "record_for",
    "redo",
    "reorder",
    "replay",
    "score",
    "undo",
    "view",
    "why_not_laid",
]


def new_game(setup: Setup, pack: Pack) -> Game:
    """A table laid for a setup, ready for its first decision or turn.

    The same setup gives the same game, byte for byte.

    >>> new_game(setup, pack).snapshot() == game.snapshot()
    True

    :raises Refused: the setup cannot be laid (seats, tribes, sets, pack, seed, options).
    """
    game = lay_table(setup, pack, variants_of(setup))
    begin(game)
    return game


def why_not_laid(setup: Setup, pack: Pack) -> Refusal | None:
    """Why :func:`new_game` would refuse a setup; None where it would lay it.

    >>> crowd = Setup(seats=(SeatSetup(),) * 7, pack=pack.hash, seed=1)
    >>> why_not_laid(crowd, pack).reason
    'number_of_seats'
    >>> why_not_laid(setup, pack) is None
    True
    """
    return setup_refusal(setup, pack, variants_of(setup))
