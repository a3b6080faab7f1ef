"""Ratings: how strong somebody has played, with how sure that is.

The method is Plackett–Luce of Weng and Lin (*A Bayesian Approximation Method for Online Ranking*, 2011), as openskill
carries it out, with its usual numbers: everybody begins at 25 ± 16.7, and each game of several moves them by where they
were placed among whom. Computer players are anchors: their strength was measured (``ANCHORS``) and never moves, so that
ratings of different servers are on one scale as far as people play against them.
"""

import asyncio
import itertools
import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from bot.store import Store
from bot.store.result_index import NOBODY
from bot.store.result_statistics import Finish

ANCHORED: Final = 0.01
"""How sure an anchor is; it is not moved."""
ENOUGH: Final = 10
"""Games after which a rating means something."""
AT_ONCE: Final = 4000
"""Seats that are rated in one go."""
MOST_WAITED_FOR: Final = 20_000
"""Seats that somebody waits for; more are rated in the background."""
MOST_PLACES: Final = 64
"""Places whose ratings are kept in memory."""
MODEL: Final = PlackettLuce()
WON: Final = {"random": 0.985, "easy": 0.743, "casual": 0.793, "steady": 0.687, "normal": 0.683}
"""How often the next stronger computer player has won against each, at two seats: docs/measurements/player_strength.md
has the games. Random moves have lost all of 200: that they win one game in 70 is the most that this leaves likely."""
MIDDLE: Final = ("normal", 25.0)
"""The computer player that is as strong as everybody begins, and its strength."""
BEGIN: Final = (-1, -1)


def ahead(share: float) -> float:
    """By how much somebody is rated above an anchor whom they beat in this share of their games, once they have played
    many: where the method expects just that share, and so moves them no more."""
    return math.log(share / (1 - share)) * MODEL.beta * math.sqrt(2)


def strengths_of(won: Mapping[str, float], last: str, middle: tuple[str, float]) -> dict[str, float]:
    """The strengths of computer players, weakest first, from how often the next stronger one has won against each.
    ``last``: the strongest; ``middle``: one of them and its strength, which the others are measured from."""
    steps = itertools.accumulate((ahead(share) for share in won.values()), initial=0.0)
    above = dict(zip((*won, last), steps, strict=True))
    name, strength = middle
    return {each: round(strength + above[each] - above[name], 1) for each in above}


ANCHORS: Final = strengths_of(WON, "hard", MIDDLE)
"""The strength of computer players."""


class Rating(msgspec.Struct, frozen=True):
    """``strength``, and how sure it is: in 19 of 20 cases the true strength is at most ``unsure`` above or below."""

    strength: float
    unsure: float
    games: int


class _Place:
    """The ratings of a place as far as they have been worked out."""

    def __init__(self) -> None:
        self.people: dict[int, PlackettLuceRating] = {}
        self.games: dict[int, int] = {}
        self.last = BEGIN
        self.results = 0

    def play(self, finishes: Sequence[Finish]) -> None:
        """Let whole games move the ratings, in their order."""
        game: list[Finish] = []
        for finish in finishes:
            if game and finish.result != game[0].result:
                self._game(game)
                game = []
            game.append(finish)
        if game:
            self._game(game)

    def _game(self, game: list[Finish]) -> None:
        before = [[self._rating(finish)] for finish in game]
        after = MODEL.rate(before, ranks=[float(finish.rank) for finish in game])
        for finish, [rating] in zip(game, after, strict=True):
            if finish.person != NOBODY and not finish.computer:
                self.people[finish.person] = rating
                self.games[finish.person] = self.games.get(finish.person, 0) + 1
        self.last = (game[0].played, game[0].result)

    def _rating(self, finish: Finish) -> PlackettLuceRating:
        """A computer player's is its anchor, or that of a newcomer where its strength was not kept."""
        if finish.computer:
            return MODEL.rating(ANCHORS[finish.computer], ANCHORED) if finish.computer in ANCHORS else MODEL.rating()
        return self.people.get(finish.person) or MODEL.rating()

    @property
    def found(self) -> dict[int, Rating]:
        """The ratings of all people."""
        return {
            person: Rating(rating.mu, 2 * rating.sigma, self.games[person]) for person, rating in self.people.items()
        }


class RatingBook:
    """The ratings of all places. They are worked out from the results and kept in memory alone: a new result moves
    them on, and where an earlier one has changed they are worked out anew."""

    def __init__(self) -> None:
        self._places: OrderedDict[int, _Place] = OrderedDict()
        self._locks: dict[int, asyncio.Lock] = {}
        self._working: dict[int, asyncio.Task[None]] = {}

    async def of(self, store: Store, place: int) -> dict[int, Rating] | None:
        """The ratings of a place by person; None while very many results are being worked out in the background."""
        if place in self._working:
            return None
        lock = self._locks.setdefault(place, asyncio.Lock())
        async with lock:
            kept = await self._kept(store, place)
            if not await self._rated(store, place, kept, MOST_WAITED_FOR // AT_ONCE):
                self._work_on(store, place, kept)
                return None
        return kept.found

    def forget(self, place: int | None = None) -> None:
        """Work out the ratings of a place, or of all, anew the next time: another process has counted results there."""
        if place is None:
            self._places.clear()
        else:
            self._places.pop(place, None)

    async def finished(self, place: int) -> None:
        """Wait until nothing of a place is worked out in the background."""
        if (task := self._working.get(place)) is not None:
            await task

    async def close(self) -> None:
        """Stop what is worked out in the background."""
        for task in list(self._working.values()):
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)

    async def _kept(self, store: Store, place: int) -> _Place:
        """What is known, if nothing before its last game has changed since."""
        changes = store.result_index.take_changes(place)
        results = await store.result_statistics.results(place)
        kept = self._places.pop(place, None)
        new = changes.results if changes else 0
        if kept is None or (changes and changes.earliest <= kept.last) or results != kept.results + new:
            kept = _Place()
        kept.results = results
        self._places[place] = kept
        while len(self._places) > MOST_PLACES:
            self._places.popitem(last=False)
        return kept

    async def _rated(self, store: Store, place: int, kept: _Place, times: int) -> bool:
        """Work out at most so many goes more; whether nothing is left."""
        for _ in range(times):
            finishes = await store.result_statistics.finishes(place, kept.last, AT_ONCE)
            await asyncio.to_thread(kept.play, finishes)
            if len(finishes) < AT_ONCE:
                return True
        return False

    def _work_on(self, store: Store, place: int, kept: _Place) -> None:
        async def work() -> None:
            while not await self._rated(store, place, kept, 1):
                continue

        task = asyncio.create_task(work(), name="ratings")
        self._working[place] = task
        task.add_done_callback(lambda _: self._working.pop(place, None))
