"""The laboratory: the shipped board with plain components whose effects every case can see at a glance.

Places used most: ``start_1`` (E7 D8 D7 C7) and its neighbours round the abyss F7; ``area_8`` (D5 D6 C5 C6) beside it.
"""

from __future__ import annotations

from functools import cache

import msgspec

from bot.engine import Game, apply, decision
from bot.engine.actions import Action, Choose, Option, Record
from bot.engine.components import (
    Back,
    Citizen,
    Crate,
    Half,
    Machine,
    Module,
    Pack,
    SpacePrint,
    StartTile,
    Technology,
    Tile,
    Trade,
    Tribe,
)
from bot.engine.debug.position_builder import Position
from bot.engine.effects import (
    Advance,
    AnyColour,
    Colour,
    FifthSlot,
    Gain,
    GainAny,
    LastingDiscount,
    LastingRange,
    Origin,
    Pay,
    PlaceMarker,
    RangeBonus,
    ReturnEnergy,
    TakeArtifact,
    TakeCard,
    TakeCrate,
    TakeModule,
    TribeAbility,
    WaterAgain,
)
from bot.engine.packs import field
from bot.engine.resources import Amounts
from bot.engine.state import Options
from bot.engine.translated import Words

RED: Colour = "red"
GREEN: Colour = "green"
BLUE: Colour = "blue"
D, C, F, M, P, W, X = (
    SpacePrint("desert"),
    SpacePrint("city"),
    SpacePrint("forest"),
    SpacePrint("mountain"),
    SpacePrint("field"),
    SpacePrint("water", 0, (Gain(energy=1),)),
    SpacePrint("crystal", 1),
)


def words(text: str) -> Words:
    return Words(text, text, text)


def _citizens() -> tuple[Citizen, ...]:
    def card(id_: str, colour: str, top: Half, bottom: Half, **more: object) -> Citizen:
        return Citizen(id=id_, name=words(id_), colour=colour, top=top, bottom=bottom, **more)  # type: ignore[arg-type]

    gear, book, food = (Half((Gain(**{kind: 1}),)) for kind in ("gear", "book", "food"))
    own = (
        card("red_gear", RED, gear, book),
        card("green_food", GREEN, food, gear),
        card("blue_book", BLUE, book, food),
        card("red_slot", RED, Half((Gain(points=1),), True), Half((Gain(points=2),))),
        card("blue_slot", BLUE, Half((Gain(crystal=1),), True), Half((Gain(crystal=1),))),
        card("red_star", RED, Half((TribeAbility(),)), Half((TakeModule(),))),
        card("green_take", GREEN, Half((TakeCard(), TakeCrate())), Half((TakeArtifact(),))),
        card("blue_steps", BLUE, Half((Advance("forest", 3),)), Half((Advance("any", 2),))),
    )
    others = tuple(c for c in field().citizens if c.set is None and not c.campaign)
    return own + others[len(own) :] + tuple(c for c in field().citizens if c.set or c.campaign)


def _modules() -> tuple[Module, ...]:
    own = (
        Module(id="m_red", colours=(RED,), get=(Gain(points=1),)),
        Module(id="m_red_blue", colours=(RED, BLUE), get=(Gain(food=1),)),
        Module(id="m_green", colours=(GREEN,), get=(Gain(gear=1),)),
    )
    return own + field().modules[len(own) :]


def _machines() -> tuple[Machine, ...]:
    def machine(id_: str, *effects: object) -> Machine:
        return Machine(id=id_, name=words(id_), track="forest", get=effects)  # type: ignore[arg-type]

    own = (
        machine("x_colour", AnyColour()),
        machine("x_range", RangeBonus(2)),
        machine("x_food", Gain(food=2)),
        machine("x_return", ReturnEnergy(1)),
        machine("x_pay", Pay(Amounts(food=1), (Gain(points=1),)), TakeCrate()),
    )
    forest = [found for found in field().machines if found.track == "forest"]
    rest = tuple(found for found in field().machines if found.track != "forest")
    return own + tuple(forest[len(own) :]) + rest


def _tribes() -> tuple[Tribe, ...]:
    def tribe(id_: str, ability: object, **more: object) -> Tribe:
        def name(number: int) -> str:
            return f"{id_}_{number}"

        def technology(number: int, books: int, links: tuple[int, ...], **what: object) -> Technology:
            row = 1 if number == 1 else 2 if number < 5 else 3
            linked = tuple(name(link) for link in links)
            return Technology(id=name(number), name=words(name(number)), row=row, books=books, links=linked, **what)  # type: ignore[arg-type]

        tree = (
            technology(1, 2, (), at_once=(Gain(points=2),)),
            technology(2, 3, (1,), lasting=(LastingRange(1),)),
            technology(3, 3, (1,), lasting=(FifthSlot(),)),
            technology(4, 3, (1,), trade=Trade(Amounts(food=1), (Gain(points=1),))),
            technology(5, 4, (2,), machine=(Gain(points=3),)),
            technology(6, 4, (3,), lasting=(LastingDiscount("populate", "book", 2),)),
            technology(7, 4, (4,), trade=Trade(Amounts(gear=1), (GainAny(1),), once=True), points=5),
        )
        return Tribe(id=id_, name=words(id_), ability=(ability,), technologies=tree, **more)  # type: ignore[arg-type]

    return (
        tribe("plain", Gain(points=1)),
        tribe("other", Gain(food=1)),
        tribe("water", WaterAgain()),
        tribe("marker", PlaceMarker(3), tokens=2),
        tribe("seafarers", Gain(points=1), lasting=(Origin("water"),)),
        tribe("sixth", Gain(points=1)),
    )


def _tiles() -> tuple[Tile, ...]:
    back = Back(Amounts(gear=1), 2)
    own = (
        Tile(id="t_mixed", back=back, spaces=(D, F, M, P)),
        Tile(id="t_deserts", back=back, spaces=(D, D, D, D)),
        Tile(id="t_cities", back=back, spaces=(C, C, C, C)),
        Tile(id="t_waters", back=back, spaces=(W, W, X, X)),
        Tile(id="t_forest", back=Back(Amounts(food=1), 3), spaces=(F, F, F, F)),
    )
    plain = [tile for tile in field().tiles if not tile.vast]
    return own + tuple(plain[len(own) :]) + tuple(tile for tile in field().tiles if tile.vast)


@cache
def pack() -> Pack:
    """The laboratory's pack."""
    crates = (Crate(id="b_food", get=(Gain(food=3),)), Crate(id="b_crystal", get=(Gain(crystal=2),)))
    return msgspec.structs.replace(
        field(),
        id="lab",
        citizens=_citizens(),
        modules=_modules(),
        machines=_machines(),
        tribes=_tribes(),
        tiles=_tiles(),
        crates=crates + field().crates[len(crates) :],
        start_tiles=tuple(StartTile(id=f"s{n}", spaces=(D, C, F, D)) for n in range(5)),
    )


def position(seats: int = 2, of: Pack | None = None, **how: object) -> Position:
    """A position on the laboratory's table: tribes plain and other, nobody has anything, all start tiles lie
    unturned. ``of``: another pack with the same tribes and start tiles."""
    options = how.pop("options", None) or Options(artifact_card="deal")
    tribes = how.pop("tribes", ("plain", "other", "sixth", "seafarers"))
    found = Position(of or pack(), seats, tribes=tribes, options=options, **how)  # type: ignore[arg-type]
    for seat in range(seats):
        found.seat(seat, gear=0, book=0, food=0, crystal=0)
    for number in range(1, 6):
        found.tile(f"start_{number}", f"s{number - 1}")
    return found


def space(game: Game, label: str) -> int:
    """The number of a space."""
    found = game.board.space_named(label)
    assert found is not None, label
    return found


def place(game: Game, id_: str) -> int:
    """The number of a place."""
    return next(number for number, found in enumerate(game.board.places) if found.id == id_)


def do(game: Game, action: Action) -> Record:
    """Carry out an action."""
    return apply(game, action)


def answer(game: Game, seat: int, *wanted: object) -> Record:
    """Answer the open decision with the options of these ids, kinds or numbers."""
    asked = decision(game, seat)
    assert asked is not None, "nothing is asked"
    return apply(game, Choose(seat=seat, answer=tuple(_index(asked.options, want) for want in wanted)))


def _index(options: tuple[Option, ...], wanted: object) -> int:
    for index, option in enumerate(options):
        if wanted in (option.id, option.kind) or (option.id is None and wanted == option.number):
            return index
    raise AssertionError(f"{wanted!r} is not among {options}")


def keys(record: Record) -> list[str]:
    """The keys of what happened."""
    return [event.key for event in record.events]
