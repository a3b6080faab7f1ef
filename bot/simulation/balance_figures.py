"""The figures a pack is judged by."""

from __future__ import annotations

from math import sqrt
from statistics import mean, quantiles
from typing import TYPE_CHECKING, NamedTuple

from bot.simulation.recorded_games import Games, Seat, by_seats, seats_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

WINNERS = (90, 150)
"""Points that at least ``WINNERS_SHARE`` of the winners should have."""
WINNERS_SHARE = 0.8
TURNS = (14, 22)
"""Turns of each seat in a game of three."""
TRIBE_BAR, SEAT_BAR = (0.6, 1.5), 1.25
Z = 1.96


class Spread(NamedTuple):
    """The mean of some values, and how they spread: 5 %, median, 95 %."""

    mean: float
    low: float
    median: float
    high: float


class Fairness(NamedTuple):
    """Wins against the fair share (1: as many as the others), with a 95 % interval (Wilson)."""

    seats: int
    wins: float
    ratio: float
    low: float
    high: float


def spread(values: Iterable[float]) -> Spread:
    """Mean, 5 %, median, 95 %; a single value is all of them."""
    found = sorted(values)
    cuts = quantiles(found if len(found) > 1 else found * 2, n=20, method="inclusive")
    return Spread(mean(found), cuts[0], cuts[9], cuts[18])


def within(values: Sequence[float], bounds: tuple[float, float]) -> float:
    """The share of values within bounds, both included."""
    return sum(bounds[0] <= value <= bounds[1] for value in values) / len(values)


def winners(games: Games) -> list[int]:
    """The winner's points of each game."""
    return [max(game.totals) for game in games]


def wilson(wins: float, tries: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share = wins / tries
    middle = share + Z * Z / (2 * tries)
    half = Z * sqrt(share * (1 - share) / tries + Z * Z / (4 * tries * tries))
    return tuple((middle + sign * half) / (1 + Z * Z / tries) for sign in (-1, 1))  # type: ignore[return-value]


def fairness(seats: Sequence[Seat]) -> Fairness:
    """How often these seats won against how often they would by lot."""
    wins, fair = sum(seat.won for seat in seats), sum(1 / seat.seats for seat in seats)
    low, high = (share * len(seats) / fair for share in wilson(wins, len(seats)))
    return Fairness(len(seats), wins, wins / fair, low, high)


def grouped(games: Games, key: Callable[[Seat], Hashable]) -> dict[str, list[Seat]]:
    """All seats by something of theirs, in order."""
    found: dict[str, list[Seat]] = {}
    for seat in seats_of(games):
        found.setdefault(str(key(seat)), []).append(seat)
    return dict(sorted(found.items()))


def tribes(games: Games) -> dict[str, Fairness]:
    """Wins by tribe."""
    return {tribe: fairness(seats) for tribe, seats in grouped(games, lambda seat: seat.tribe).items()}


def places(games: Games) -> dict[str, Fairness]:
    """Wins by order of play, from 1."""
    return {number: fairness(seats) for number, seats in grouped(games, lambda seat: seat.number + 1).items()}


class LineUse(NamedTuple):
    """A score line: its mean over all seats and over the winners, and the share of seats with points there."""

    mean: float
    winners: float
    used: float


def lines(games: Games) -> dict[str, LineUse]:
    """Use of the score lines, by key."""
    found = list(seats_of(games))
    keys = dict.fromkeys(key for seat in found for key in seat.lines)
    won = [seat for seat in found if seat.won]
    return {
        key: LineUse(
            mean(seat.lines.get(key, 0) for seat in found),
            mean(seat.lines.get(key, 0) for seat in won),
            mean(seat.lines.get(key, 0) > 0 for seat in found),
        )
        for key in keys
    }


class Habits(NamedTuple):
    """How seats play: citizens in hand at some time (starting cards, too) and those of them that were played at least
    once; how often a card was played, how often a machine was used; hibernations, and those without a card played since
    the one before (None where the games did not count them)."""

    held: int
    played: int
    plays: int
    machine_uses: int
    hibernations: int
    idle: int | None

    @property
    def played_share(self) -> float:
        """Cards played of those held."""
        return self.played / self.held if self.held else 0.0

    @property
    def machines_a_play(self) -> float:
        """Machine uses for each card played."""
        return self.machine_uses / max(1, self.plays)

    @property
    def idle_share(self) -> float | None:
        """Hibernations without a card since the one before, of all."""
        return None if self.idle is None else self.idle / max(1, self.hibernations)


def habits(seats: Sequence[Seat]) -> Habits:
    """How these seats play, all of them together."""
    used = [seat.used for seat in seats]
    hands = [(set(each.started) | set(each.cards) | set(each.scyphoz), set(each.played)) for each in used]
    idle = [each.idle for each in used if each.idle is not None]
    return Habits(
        held=sum(len(held) for held, _ in hands),
        played=sum(len(held & played) for held, played in hands),
        plays=sum(sum(each.played.values()) for each in used),
        machine_uses=sum(sum(each.machines_used.values()) for each in used),
        hibernations=sum(each.events.get("hibernated", 0) for each in used),
        idle=sum(idle) if len(idle) == len(used) else None,
    )


def ways_to_win(games: Games) -> dict[str, float]:
    """In which score line winners stand out most against the mean seat of games with as many seats: wins by line, most
    first; shared wins count their share."""
    found: dict[str, float] = {}
    for part in by_seats(games).values():
        usual = lines(part)
        for seat in seats_of(part):
            if seat.won:
                way = max(usual, key=lambda key: seat.lines.get(key, 0) - usual[key].mean)
                found[way] = found.get(way, 0.0) + seat.won
    return dict(sorted(found.items(), key=lambda each: -each[1]))
