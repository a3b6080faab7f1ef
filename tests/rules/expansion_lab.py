"""The laboratory's table with *Call of the Abyss*: plain rewards, cards, journeys and one lake on ``area_8``.

The lake's shore: its neighbours on ``start_1`` (E7 D8 D7 C7) and ``start_3`` (F6 E6 F5 E5).
"""

from __future__ import annotations

from functools import cache

import msgspec

from bot.engine import Game
from bot.engine.abyss_state import AbyssSeat
from bot.engine.components import AbyssParts, Half, Journey, JourneyLevel, Lake, Pack, Scyphoz
from bot.engine.debug.position_builder import Position
from bot.engine.effects import Gain, GainAny, PopulateApart, TakeScyphoz
from bot.engine.state import Options
from bot.engine.variants.abyss.state_access import kept_of, seat_of
from tests.rules import position_lab
from tests.rules.position_lab import words

LAKE = "area_8"
OPTIONS = Options(artifact_card="deal", abyss=True)


@cache
def pack() -> Pack:
    """The laboratory's pack with the parts of the expansion."""
    one = Half((Gain(gear=1),))
    journey = {"levels": (JourneyLevel(1, 3), JourneyLevel(2, 6))}
    parts = AbyssParts(
        devotion={3: (TakeScyphoz(),), 6: (PopulateApart(),), 9: (Gain(crystal=1),)},
        scyphoz=tuple(
            Scyphoz(id=f"y_{n}", name=words(f"y_{n}"), top=one, bottom=Half((Gain(book=1),), slot=True), flask=n == 1)
            for n in range(8)
        ),
        journeys=tuple(
            Journey(id=f"j_{of}", name=words(of), colour=colour, of=of, **journey)  # type: ignore[arg-type]
            for of, colour in (
                ("buildings", "red"),
                ("machines", "red"),
                ("technologies", "green"),
                ("modules", "green"),
                ("hibernations", "blue"),
                ("flasks", "blue"),
            )
        ),
        lakes=(Lake(id="l_one", name=words("l_one"), small=(GainAny(1),), large=(Gain(devotion=2),)),),
        lake_places=(LAKE,),
    )
    return msgspec.structs.replace(position_lab.pack(), id="lab_abyss", abyss=parts)


def position(seats: int = 2, **how: object) -> Position:
    """A position on that table: nobody has anything, all start tiles lie unturned, journeys on display in the order of
    the pack."""
    found = position_lab.position(seats, pack(), **{"options": OPTIONS, **how})
    kept = kept_of(found.game)
    everything = list(pack().journey)
    kept.journey_display, kept.journey_deck = everything[: seats + 1], everything[seats + 1 :]
    kept.scyphoz_deck = sorted(kept.scyphoz_deck, reverse=True)
    return found


def own(game: Game, seat: int = 0) -> AbyssSeat:
    """What a seat has of the expansion."""
    return seat_of(game, seat)


def to_come(game: Game, seat: int = 0) -> tuple[int, int]:
    """Points and devotion that are still to come for a seat."""
    mine = own(game, seat)
    return mine.points_to_come, mine.devotion_to_come
