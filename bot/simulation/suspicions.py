"""What in simulated games deserves a second look, with the reason: the bars that a pack is judged by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.simulation.balance_figures import Fairness, Habits, habits, places, tribes, ways_to_win
from bot.simulation.offered_and_taken import CHOSEN, LEAST, MOST, Use
from bot.simulation.pack_trial import LONGEST, dear
from bot.simulation.recorded_games import Games, by_seats, seats_of

if TYPE_CHECKING:
    from bot.engine.components import Pack

GAMES_TO_JUDGE: Final = 10
"""Games in which a component could be used before its never being used says anything."""
USES_EXPECTED: Final = 5
"""Uses that a component would have had if it were as usual as its kind, before having none says anything: by chance
that happens to one of 150."""
OFFERS_TO_JUDGE: Final = 20
"""Offers of a component before its always being taken says anything."""
PLAYED: Final = 0.6
"""Cards that should be played at least, of those held."""
IDLE: Final = 0.05
"""Hibernations without a card played since the one before: at most so many of all."""
MACHINES_A_PLAY: Final = 1.5
"""Machine uses for each card played, at most."""
ONE_WAY: Final = 0.6
"""Winners who may stand out in the same score line."""


CARDS_PLAYED: Final = "cards played of those held"
MACHINE_USES: Final = "machine uses for each card played"
IDLE_HIBERNATIONS: Final = "hibernations without a card since the last"


class Suspicion(NamedTuple):
    """Something to look at: where in the report it stands, what it is, and why."""

    section: str
    what: str
    why: str


def of_games(games: Games) -> Iterator[Suspicion]:
    """Games that do not end, take very long, or break a rule of the engine."""
    for game in games:
        what = f"game of seed {game.seed} with {game.seats} seats"
        longest = max(game.seat_turns, default=0)
        if not game.ended:
            yield Suspicion("length", what, f"it was not over after {game.steps:,} actions")
        elif longest > LONGEST:
            yield Suspicion("length", what, f"a seat took {longest} turns, more than {LONGEST}")
        for text in game.broken if game.ended else ():
            yield Suspicion("length", what, text)


def of_wins(games: Games) -> Iterator[Suspicion]:
    """Seats (for each number of seats) and tribes whose 95 % interval leaves the fair share out."""
    for seats, part in by_seats(games).items():
        for number, found in places(part).items():
            if unfair(found, seats):
                yield Suspicion("seats", f"seat {number} of {seats}", _wins(found))
    for tribe, found in tribes([game for game in games if game.seats > 1]).items():
        if unfair(found):
            yield Suspicion("tribes", tribe, _wins(found))


def unfair(found: Fairness, seats: int = 2) -> bool:
    """Whether wins are beyond chance; who plays alone always comes first."""
    return seats > 1 and not found.low <= 1 <= found.high


def _wins(found: Fairness) -> str:
    return f"wins {found.ratio:.2f} times its fair share (95% interval {found.low:.2f} to {found.high:.2f})"


def of_use(use: Use, always: bool, usual: float = 1.0) -> str:
    """Why the use of a component is suspicious; empty where it is not. ``always``: whether it is one of those that are
    taken in too many offers (``offered_and_taken.always``); ``usual``: the mean share of its kind."""
    enough = use.could >= GAMES_TO_JUDGE and (use.could * usual >= USES_EXPECTED or usual < LEAST)
    if enough and not use.did:
        return f"never used in {use.could} games where it could be"
    if enough and use.share < LEAST:
        return f"used in {use.did} of {use.could} games where it could be, fewer than {LEAST:.0%}"
    if always and use.kind in CHOSEN and (use.offered or use.could) >= OFFERS_TO_JUDGE:
        offers = f"{use.taken} of {use.offered:.0f} offers"
        often = offers if use.offered else f"{use.did} of {use.could} games in which it lay open"
        return f"taken in {often}, more than {MOST:.0%}"
    return ""


def of_play(games: Games) -> Iterator[Suspicion]:
    """Habits that make a lopsided game, for each number of seats, and winners who all win in the same way."""
    for seats, part in by_seats(games).items():
        found = habits(list(seats_of(part)))
        for what, why in _habits(found):
            yield Suspicion("play", f"{what}, {seats} seats", why)
    yield from _one_way(games)


def _habits(found: Habits) -> Iterator[tuple[str, str]]:
    if found.played_share < PLAYED:
        yield CARDS_PLAYED, f"{found.played_share:.0%}, expected at least {PLAYED:.0%}"
    if found.machines_a_play > MACHINES_A_PLAY:
        yield MACHINE_USES, f"{found.machines_a_play:.2f}, expected at most {MACHINES_A_PLAY}"
    if found.idle_share is not None and found.idle_share > IDLE:
        yield IDLE_HIBERNATIONS, f"{found.idle_share:.0%}, expected at most {IDLE:.0%}"


def _one_way(games: Games) -> Iterator[Suspicion]:
    ways = ways_to_win([game for game in games if game.seats > 1])
    wins = sum(ways.values())
    for way, number in ways.items():
        if wins >= GAMES_TO_JUDGE and number / wins > ONE_WAY:
            yield Suspicion("ways", way, f"{number / wins:.0%} of the winners stand out most in it: one way to win")


def of_costs(pack: Pack) -> Iterator[Suspicion]:
    """What costs more than anybody is likely to have."""
    for text in dear(pack):
        what, _, why = text.partition(": ")
        yield Suspicion("components", what, why)
