"""Fills a database with results of simulated games between named people, to look at statistics and to measure them:

python -m tools.simulated_results var/revive.sqlite3 --games 200

Twelve people play on the three servers of the practice channel, four of them as typed names without an account.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from bot.app.score_pad import Options as PadOptions
from bot.app.score_pad import Player, ScorePad, encoded, pad_of_points
from bot.app.score_pad.service import decoded
from bot.app.tables.game_results import result_of
from bot.app.tables.model import Seat, Strength
from bot.engine import apply, legal, new_game, view
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import Options
from bot.players.policies import player_for
from bot.practice.seed_data import ALEX, CAMILLE, DEEP_FREEZE, DOMINIQUE, EISZEIT, GRAND_FROID, KIM, ROBIN, TONI
from bot.simulation.simulated_games import setup_for
from bot.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine import Game
    from bot.text import Locale

PEOPLE: Final = (
    ("Alex", ALEX),
    ("Robin", ROBIN),
    ("Kim", KIM),
    ("Toni", TONI),
    ("Camille", CAMILLE),
    ("Dominique", DOMINIQUE),
    ("Sascha", 9007),
    ("Noor", 9008),
    ("Luca", None),
    ("Élodie", None),
    ("Jürgen", None),
    ("Maximiliane-Friederike", None),
)
PLACES: Final[tuple[tuple[int, Locale], ...]] = ((EISZEIT, "de"), (GRAND_FROID, "fr"), (DEEP_FREEZE, "en"))
STRENGTHS: Final[tuple[Strength, ...]] = ("random", "easy", "normal")
YEAR: Final = timedelta(days=365)


def played(seats: list[Seat], seed: int) -> Game:
    """A whole game; everybody plays like an easy computer player, computers of the lowest strength at random."""
    game = new_game(setup_for(field(), len(seats), seed, Options()), field())
    names = ["random" if seat.computer == "random" else "planner:easy" for seat in seats]
    players = [player_for(name, seed + 1 + number) for number, name in enumerate(names)]
    while (number := next_seat(game)) is not None:
        apply(game, players[number].choose(view(game, number), legal(game, number)))
    return game


def table(chance: random.Random) -> list[Seat]:
    """Two to four seats; some people come oftener than others, and at every fifth table a computer player sits."""
    count, weights = chance.choice((2, 2, 3, 3, 3, 4)), [12 - number for number in range(len(PEOPLE))]
    chosen: list[int] = []
    while len(chosen) < count:
        [number] = chance.choices(range(len(PEOPLE)), weights)
        if number not in chosen:
            chosen.append(number)
    seats = [Seat(user=PEOPLE[number][1], name=PEOPLE[number][0]) for number in chosen]
    if chance.random() < 0.2 and all(seat.user for seat in seats):
        seats[-1] = Seat(name="", computer=chance.choice(STRENGTHS))
    return seats


def results(games: int, seed: int) -> Iterator[ScorePad]:
    """The results, oldest first: mostly of several, one of nine alone."""
    chance = random.Random(seed)
    for number in range(games):
        if number % 9 == 8:
            name, person = PEOPLE[chance.randrange(6)]
            mode = chance.choice(("mautoma", "mautoma", "solo"))
            points = round(chance.gauss(118, 14))
            yield pad_of_points(points, Player(name, person), PadOptions(mode=mode), "en")  # type: ignore[arg-type]
            continue
        yield finished(table(chance), seed * 1000 + number)


def finished(seats: list[Seat], seed: int) -> ScorePad:
    """The result of a game of several. Where a name without an account sits, it was typed in."""
    game = played(seats, seed)
    tribes = [mine.tribe for mine in game.state.seats]
    seats = [msgspec.structs.replace(seat, tribe=tribe) for seat, tribe in zip(seats, tribes, strict=True)]
    body = result_of(game, tuple(seats), seats[0].user or ALEX, "en").tally
    assert body is not None, "a finished game has a result"
    pad = decoded(body)
    if all(seat.user or seat.computer for seat in seats):
        return pad
    players = tuple(Player(player.name, player.person) for player in pad.players)
    return msgspec.structs.replace(pad, players=players, game=False)


async def fill(address: str, games: int, seed: int) -> None:
    """Keep the results on each server, spread over the last year."""
    async with await Store.open(address) as store:
        begin = datetime.now(UTC) - YEAR
        pads = [(pad, begin + YEAR * (number + 0.5) / games) for number, pad in enumerate(results(games, seed))]
        for place, locale in PLACES:
            told = [(encoded(msgspec.structs.replace(pad, locale=locale)), at) for pad, at in pads]
            await store.score_pads.add_results(place, place, told)


def main() -> None:
    """Read the command line and fill the database."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("database")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asyncio.run(fill(f"sqlite+aiosqlite:///{given.database}", given.games, given.seed))


if __name__ == "__main__":
    main()
