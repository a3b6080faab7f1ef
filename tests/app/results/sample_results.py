"""Results made up at random, and what they come to, worked out a second time from the score pads themselves."""

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select, update
from sqlmodel import col

from bot.app.score_pad import Artifacts, Closing, Leftover, Mode, Options, Player, ScorePad, Sheet, encoded
from bot.store import Store
from bot.store.sql.preference_tables import TallyRow

PLACE, OTHER_PLACE = 11, 12
BEGIN = datetime(2025, 1, 1, 12, tzinfo=UTC)
NAMES = ("Kim", "Alex", "Toni", "Robin", "Sascha", "Camille", "Noor", "Luca", "Eli", "Mika", "Jo", "Sam")
TRIBES = ("tide", "signal", "root", "ember", "ledger", "cache", "my_box/tide")
CARDS = ("a_warm_hearths", "a_open_doors", "a_long_shelves", "my_box/a_open_doors")


def sheet(chance: random.Random) -> Sheet:
    """One player's entries."""
    number = chance.randint
    return Sheet(
        track=number(10, 60),
        progress=number(0, 20),
        technologies=number(0, 20),
        locations=tuple(number(3, 9) for _ in range(number(0, 3))),
        devotion=number(0, 9),
        cards=(number(0, 5), number(0, 5)),
        leftover=Leftover(number(0, 12)),
        small=number(0, 4),
        end_tile=chance.random() < 0.3,
        artifacts=tuple(Artifacts(number(0, 3), number(0, 5), number(1, 2), called="x") for _ in range(3)),
        track_steps=number(0, 20),
    )


def player(chance: random.Random, name: str, *, accounts: int, game: bool) -> Player:
    """The first ``accounts`` names have Discord accounts, of the numbers 1 and up."""
    number = NAMES.index(name) + 1
    told = {"tribe": chance.choice(TRIBES), "card": chance.choice(CARDS)} if game else {}
    return Player(name, number if number <= accounts else None, **told)


def random_pad(chance: random.Random, *, accounts: int = 8, names: Iterable[str] = NAMES) -> ScorePad:
    """A result of one to four players, some of them computer players in refereed games."""
    game = chance.random() < 0.5
    seats = chance.choice((1, 2, 2, 3, 3, 4))
    chosen = chance.sample([name for name in names if not game or NAMES.index(name) < accounts], seats)
    players = [player(chance, name, accounts=accounts, game=game) for name in chosen]
    if game and seats > 1 and chance.random() < 0.4:
        players[-1] = Player("", None, chance.choice(TRIBES), chance.choice(CARDS), chance.choice(("easy", "hard")))
    mode: Mode = chance.choice(("solo", "mautoma")) if seats == 1 else "table"
    options = Options(expansion=chance.random() < 0.3, mode=mode)
    sheets = tuple(sheet(chance) for _ in players)
    return ScorePad(1, "en", tuple(players), sheets, options, Closing(1, "Kim"), game=game)


def random_pads(seed: int, count: int, accounts: int = 8) -> list[ScorePad]:
    """So many results, the same for the same seed."""
    chance = random.Random(seed)
    return [random_pad(chance, accounts=accounts) for _ in range(count)]


async def keep(
    store: Store, pads: Iterable[ScorePad], place: int = PLACE, each: timedelta = timedelta(hours=7)
) -> list[int]:
    """Keep them as results of a place, one every seven hours; their numbers."""
    made = [(encoded(pad), BEGIN + number * each) for number, pad in enumerate(pads)]
    await store.score_pads.add_results(place, place, made)
    return sorted(stored.id for stored in await store.score_pads.closed_at(place))


async def times_of_results(store: Store) -> int:
    """How many results were played when they were closed."""
    same = select(func.count()).select_from(TallyRow).where(col(TallyRow.played_at) == col(TallyRow.closed_at))
    return int(await store._database.read(lambda connection: connection.execute(same).scalar_one()))


async def close_at(store: Store, number: int, when: datetime) -> None:
    """Move a result to another day."""
    chosen = update(TallyRow).where(col(TallyRow.id) == number).values(closed_at=when, played_at=when)
    await store._database.write(lambda connection: connection.execute(chosen))
