"""A season is made: what its name and days may be."""

from datetime import date
from typing import Final, Literal

from bot.app.score_pad.parsing import folded, tidy
from bot.store import Store

MOST_SEASONS: Final = 24
LONGEST_SEASON: Final = 32
"""Characters of a name."""
MOST_DAYS: Final = 1000
Why = Literal["no_name", "long_name", "taken", "turned", "too_long", "too_many"]


class SeasonRefusal(Exception):
    """A season cannot be made; ``values`` are the names and numbers that tell why."""

    def __init__(self, why: Why, **values: object) -> None:
        super().__init__(why)
        self.why: Why = why
        self.values = values


async def make_season(store: Store, place: int, channel: int, name: str, begin: date, until: date, today: date) -> None:
    """Keep a new season; both days belong to it. Of one that is over already the channel is not told.

    :raises SeasonRefusal: the name is empty, too long or there already, the days are the wrong way round or too far
        apart, or there are too many seasons.
    """
    name, others = tidy(name), await store.seasons.of(place)
    if not name:
        raise SeasonRefusal("no_name")
    if len(name) > LONGEST_SEASON:
        raise SeasonRefusal("long_name", most=LONGEST_SEASON)
    if folded(name) in {folded(season.name) for season in others}:
        raise SeasonRefusal("taken", name=name)
    if until < begin:
        raise SeasonRefusal("turned")
    if (until - begin).days >= MOST_DAYS:
        raise SeasonRefusal("too_long", most=MOST_DAYS)
    if len(others) >= MOST_SEASONS:
        raise SeasonRefusal("too_many", most=MOST_SEASONS)
    await store.seasons.add(place, channel, name, begin, until, told=until < today)
