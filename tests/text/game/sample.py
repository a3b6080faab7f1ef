"""A small pack with every word of the vocabulary on it, so that each can be told; a table, and games played on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle

from msgspec.structs import replace as replaced

from bot.engine import Game, apply, decision, legal, new_game, view
from bot.engine.actions import Decision, Offer, Record
from bot.engine.components import (
    ArtifactCard,
    ArtifactLine,
    Back,
    Citizen,
    Crate,
    Half,
    LargeLocation,
    Link,
    Machine,
    MachineTrack,
    MainBoard,
    Module,
    Pack,
    Place,
    PlayerBoard,
    ProgressSpace,
    RewardSpace,
    SlotPrint,
    SpacePrint,
    StartResources,
    StartTile,
    Supply,
    Technology,
    Tile,
    Trade,
    Tribe,
)
from bot.engine.debug.transcript import next_seat
from bot.engine.effects import (
    TRACKS,
    Advance,
    AnyColour,
    BoundedOutcome,
    ByHand,
    Choice,
    ClearSlot,
    DiscardCards,
    Discount,
    Each,
    Effect,
    FifthSlot,
    Fill,
    Gain,
    GainAny,
    Lasting,
    LastingDiscount,
    LastingRange,
    Origin,
    Pay,
    PlaceMarker,
    PopulateApart,
    RangeBonus,
    ResetSwitch,
    ReturnEnergy,
    TakeArtifact,
    TakeCard,
    TakeCrate,
    TakeMachine,
    TakeModule,
    TakeScyphoz,
    TribeAbility,
    Wake,
    WaterAgain,
    When,
)
from bot.engine.resources import Amounts
from bot.engine.state import Options, SeatNumber, SeatSetup, Setup
from bot.engine.translated import Sentence, Words
from bot.players import RandomPlayer
from bot.text.game import Table, table_of

NAMES = ("Ada", "Ben", "Cleo", "Dilek")

EFFECTS: tuple[Effect, ...] = (
    Gain(gear=2, crystal=1),
    Gain(book=1, food=2, points=3, energy=1),
    GainAny(2),
    Advance("forest", 2),
    Advance("mountain"),
    Advance("field"),
    Advance("any", 2),
    Choice(((Gain(gear=2),), (Gain(book=1), Advance("field")))),
    Pay(Amounts(food=1), (Gain(points=3), TakeCard())),
    TribeAbility(),
    TakeCard(2),
    TakeModule(),
    TakeMachine("forest"),
    TakeMachine(),
    TakeCrate(2),
    TakeArtifact(),
    ReturnEnergy(2),
    RangeBonus(2),
    Discount("build", "gear"),
    AnyColour(),
    ResetSwitch(),
    Wake(2),
    ClearSlot(),
    Fill("gear"),
    Fill(),
    DiscardCards(3),
    Each("machines", Gain(points=1), 4),
    WaterAgain(),
    PlaceMarker(2),
    TakeScyphoz(),
    PopulateApart(),
    ByHand(
        Sentence("Swap a card.", "Tausche eine Karte.", "Échange une carte."),
        (BoundedOutcome((Gain(gear=1),), 3), BoundedOutcome((TakeCard(),))),
        worth=2,
    ),
)
LASTING: tuple[Lasting, ...] = (
    LastingRange(1),
    LastingRange(2, "explore"),
    LastingDiscount("build", "gear"),
    FifthSlot(),
    Origin("water"),
    When("played", (Gain(food=1),), colour="red"),
    When("built", (Gain(points=2),), size="large"),
    When("hibernated", (Gain(book=1),)),
)


def named(text: str) -> Words:
    return Words(en=f"{text} of the East", de=f"{text} aus dem Osten", fr=f"{text} de l’Est")


@cache
def pack() -> Pack:
    """25 places of four spaces, small tracks, every effect on cards, machines, modules and crates."""
    return Pack(
        id="sample",
        name=named("Sample"),
        version="1",
        board=_board(),
        player_board=_player_board(),
        supply=Supply(
            artifacts_by_seats={2: 6, 3: 7, 4: 8},
            display=5,
            market=3,
            discs=5,
            small_buildings=5,
            large_buildings=3,
            building_cost={"small": Amounts(gear=3), "large": Amounts(gear=5)},
            energy=7,
            vast_crystals=2,
        ),
        start=StartResources(seats=(Amounts(3, 2, 3, 1), Amounts(3, 3, 3), Amounts(3, 3, 3), Amounts(3, 3, 3, 1))),
        tiles=(*_tiles(), *(Tile(id=f"vast{n}", back=Back(Amounts(gear=1), 2, card=False)) for n in range(2))),
        start_tiles=tuple(StartTile(id=f"start{n}", spaces=_spaces(n)) for n in range(4)),
        large_locations=tuple(LargeLocation(id=f"large{n}", name=named(f"Harbour {n}"), points=4) for n in range(2)),
        citizens=tuple(_citizens()),
        modules=tuple(
            Module(id=f"m{n}", colours=("red", "blue") if n % 2 else ("green",), get=(EFFECTS[n % 8],))
            for n in range(30)
        ),
        machines=tuple(
            Machine(id=f"{track}{n}", name=named(f"Loom {track} {n}"), track=track, get=(EFFECTS[(n * 5) % 26],))
            for track in TRACKS
            for n in range(6)
        ),
        printed_machines=tuple(
            Machine(id=f"printed_{track}", name=named(f"Mill {track}"), track=track, get=(Gain(gear=1),))
            for track in TRACKS
        ),
        crates=tuple(Crate(id=f"crate{n}", get=(EFFECTS[n % 3],)) for n in range(12)),
        artifact_cards=tuple(
            ArtifactCard(
                id=f"card{n}",
                name=named(f"Relic {n}"),
                lines={
                    "yellow": ArtifactLine("energy", 1),
                    "white": ArtifactLine("buildings", 1),
                    "violet": ArtifactLine("track_steps", 1),
                },
            )
            for n in range(9)
        ),
        tribes=tuple(_tribe(n) for n in range(4)),
    )


@cache
def by_hand_pack() -> Pack:
    """The same with a sentence that no word says on every module and crate."""
    modules = tuple(replaced(each, get=EFFECTS[-1:]) for each in pack().modules)
    crates = tuple(replaced(each, get=EFFECTS[-1:]) for each in pack().crates)
    return replaced(pack(), id="by_hand", modules=modules, crates=crates)


def _board() -> MainBoard:
    kinds = {(2, 2): "abyss", (1, 2): "start", (3, 2): "start", (2, 1): "start", (2, 3): "start", (0, 0): "large"}
    kinds[4, 4] = "large"
    places = []
    for row in range(5):
        for column in range(5):
            q, r = 2 * column, 2 * row
            kind = kinds.get((column, row), "area")
            spaces = ((q, r), (q + 1, r), (q, r + 1), (q + 1, r + 1))
            places.append(Place(id=f"p{column}{row}", kind=kind, spaces=spaces))  # type: ignore[arg-type]
    rows: tuple[tuple[Effect, ...], ...] = ((Gain(gear=1),), (Gain(points=2), TakeCrate()), (TakeArtifact(),))
    return MainBoard(places=tuple(places), hibernation=rows, score_bonuses={5: (Gain(crystal=1),), 12: (TakeCard(),)})


def _spaces(number: int) -> tuple[SpacePrint, ...]:
    land = ("forest", "mountain", "field")[number % 3]
    water = SpacePrint("water", bonus=(EFFECTS[number % 4],))
    return (SpacePrint("desert"), SpacePrint(land, crystals=number % 2), SpacePrint("city"), water)  # type: ignore[arg-type]


def _tiles() -> list[Tile]:
    return [
        Tile(id=f"tile{n}", back=Back(Amounts(gear=n % 2, food=1), 2 + n % 3), spaces=_spaces(n)) for n in range(18)
    ]


def _citizens() -> Iterator[Citizen]:
    colours, effects = cycle(("red", "green", "blue")), cycle(EFFECTS[:26])
    for number in range(54):
        letter = "ABCD"[number // 6] if number < 24 else None
        yield Citizen(
            id=f"c{number}",
            name=named(f"Keeper {number}"),
            colour=next(colours),  # type: ignore[arg-type]
            top=Half((next(effects),), slot=number % 4 == 0),
            bottom=Half((next(effects), Gain(food=1))),
            set=letter,  # type: ignore[arg-type]
            active=number % 6 < 3,
            campaign=number > 50,
        )


def _tribe(number: int) -> Tribe:
    def technology(place: int, row: int, books: int, links: tuple[int, ...], **does: object) -> Technology:
        return Technology(
            id=f"t{number}{place}",
            name=named(f"Craft {number}{place}"),
            row=row,
            books=books,
            links=tuple(f"t{number}{link}" for link in links),
            **does,  # type: ignore[arg-type]
        )

    trade = Trade(Amounts(food=2), (Gain(gear=1),), once=True)
    return Tribe(
        id=f"tribe{number}",
        name=named(f"People {number}"),
        ability=(EFFECTS[(number * 7 + 3) % 26],),
        lasting=(LASTING[number % 2],),
        tokens=3 if number == 2 else None,
        technologies=(
            technology(0, 1, 2, (), at_once=(EFFECTS[number],)),
            technology(1, 2, 3, (0,), lasting=(LASTING[2 + number],)),
            technology(2, 2, 3, (0,), lasting=(FifthSlot(),), points=2),
            technology(3, 2, 3, (0,), trade=trade),
            technology(4, 3, 4, (1,), machine=(Gain(book=2),)),
            technology(5, 3, 4, (2,), trade=Trade(Amounts(gear=1), (Gain(food=2),))),
            technology(6, 3, 4, (3,), lasting=(LASTING[6 + number % 2],), points=1),
        ),
    )


def _player_board() -> PlayerBoard:
    rewards = [RewardSpace(id=f"first_{t}", links=(Link(t, 2),), machine=f"printed_{t}") for t in TRACKS]
    rewards += [RewardSpace(id=f"market_{t}", links=(Link(t, 4),), market=t) for t in TRACKS]
    rewards += [
        RewardSpace(id="hex_a", links=(Link("forest", 3), Link("field", 3)), artifact=True),
        RewardSpace(id="hex_c", links=(Link("mountain", 3),), cards="red"),
    ]
    return PlayerBoard(
        tracks={
            "forest": MachineTrack(7, "food"),
            "mountain": MachineTrack(7, "gear"),
            "field": MachineTrack(7, "book"),
        },
        rewards=tuple(rewards),
        progress=tuple(ProgressSpace(n, (Gain(energy=1),) if n == 3 else ()) for n in range(14)),
        slots=(
            *(SlotPrint("top", (True, False)) for _ in range(2)),
            *(SlotPrint("bottom", (False, True, False)) for _ in range(2)),
            SlotPrint("right", (True, False)),
        ),
    )


# ---- games -------------------------------------------------------------------------------------------------------


def game(seats: int = 2, seed: int = 1, options: Options | None = None, chosen: Pack | None = None) -> Game:
    used = chosen or pack()
    setup = Setup(seats=(SeatSetup(),) * seats, pack=used.hash, seed=seed, options=options or Options())
    return new_game(setup, used)


def table(of: Game, seat: SeatNumber | None = None) -> Table:
    return table_of(view(of, seat), NAMES[: len(of.state.seats)])


def bare(of: Game) -> Table:
    """The same table without anybody's view."""
    return replace(table(of), seen=None)


Step = tuple[Game, SeatNumber, list[Offer], Decision | None, Record]


def played(of: Game, seed: int, most: int = 5000) -> Iterator[Step]:
    """A random game, step by step: offers and decision before the action, the game and the record after it."""
    player = RandomPlayer(seed)
    for _ in range(most):
        seat = next_seat(of)
        if seat is None:
            return
        offers, asked = legal(of, seat), decision(of, seat)
        before = of.copy()
        yield before, seat, offers, asked, apply(of, player.pick(offers, asked))
