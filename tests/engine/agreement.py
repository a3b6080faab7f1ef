"""Do ``legal``, ``explain`` and ``apply`` agree? Positions of random games, with discounts, range and means forced.

For the seat to move every action without a payment that can be written down is compared: ``legal`` holds it exactly
when ``explain`` has nothing against it. Then every payment for what is offered, and every answer of several, is
accepted by ``explain`` exactly when ``apply`` carries it out on a copy.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, permutations, product
from math import perm
from typing import TypeVar

import msgspec

from bot.engine import Game, apply, decision, explain, legal, new_game
from bot.engine.actions import (
    Action,
    Build,
    Choose,
    Convert,
    Decision,
    EndAction,
    EndTurn,
    Explore,
    Hibernate,
    Offer,
    OpenCrate,
    PlayCard,
    Populate,
    Refused,
    ResolveJourney,
    TakeGains,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.components import Pack, Tile, Trade, Tribe
from bot.engine.debug.invariants import violations
from bot.engine.debug.transcript import next_seat
from bot.engine.effects import COLOURS, Discount
from bot.engine.packs import field as field_pack
from bot.engine.packs import field_with_expansion
from bot.engine.resources import BASICS, NOTHING, RESOURCES, Amounts
from bot.engine.rules.cards import by_colour, colour_of, triggered
from bot.engine.rules.passive_effects import effects_at
from bot.engine.state import Options, SeatNumber
from bot.players import RandomPlayer
from bot.simulation.simulated_games import options_for, setup_for

MOST = 5_000
"""So many payments, and so many answers of several, are all tried; of more a sample."""
SAMPLE = 200
EVERY = 7
"""A position of a game in so many, after the first few."""
Kind = TypeVar("Kind")


@dataclass
class Found:
    """What was compared, and every difference: the game's seed and step, and what was wrong."""

    positions: int = 0
    actions: int = 0
    payments: int = 0
    answers: int = 0
    sampled: int = 0
    applied: int = 0
    differences: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        for name in ("positions", "actions", "payments", "answers", "sampled", "applied"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.differences += other.differences


# ---- positions ---------------------------------------------------------------------------------------------------


@cache
def free_pack() -> Pack:
    """The shipped pack with nothing to pay for small buildings, some tiles, the first figures and the trades."""
    pack = field_pack()
    cost = pack.supply.building_cost | {"small": NOTHING}
    return msgspec.structs.replace(
        pack,
        id="free",
        tiles=tuple(_free_tile(tile, number) for number, tile in enumerate(pack.tiles)),
        tribes=tuple(_free_tribe(tribe) for tribe in pack.tribes),
        supply=msgspec.structs.replace(pack.supply, building_cost=cost),
    )


def _free_tile(tile: Tile, number: int) -> Tile:
    return msgspec.structs.replace(tile, back=msgspec.structs.replace(tile.back, cost=NOTHING)) if number % 2 else tile


def _free_tribe(tribe: Tribe) -> Tribe:
    technologies = tuple(
        msgspec.structs.replace(
            each,
            books=0 if each.row == 1 else each.books,
            trade=Trade(NOTHING, each.trade.get, once=True) if each.trade else None,
        )
        for each in tribe.technologies
    )
    return msgspec.structs.replace(tribe, technologies=technologies)


def positions(seed: int) -> Iterator[tuple[Game, random.Random]]:
    """Positions of one random game: as they came about, and with what the seat may pay and reach forced."""
    pack, rng = free_pack() if seed % 4 == 3 else field_pack(), random.Random(seed)
    seats = 1 if seed % 6 == 5 else 2 + seed % 3
    options = _options(seed, seats)
    if options.abyss:
        pack = field_with_expansion()
    game = new_game(setup_for(pack, seats, seed, options), pack)
    player = RandomPlayer(seed)
    step = 0
    while (seat := next_seat(game)) is not None and step < 2_000:
        if step < 5 or step % EVERY == seed % EVERY:
            yield game.copy(), rng
            if game.state.phase == "play":
                yield forced(game, rng), rng
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
        step += 1


def _options(seed: int, seats: int) -> Options:
    if seats > 1:
        return msgspec.structs.replace(options_for(seed, seats), abyss=seed % 5 in (1, 4))
    options = msgspec.structs.replace(options_for(seed, 2), long_game=False)
    return msgspec.structs.replace(options, alone="mautoma" if seed % 12 == 5 else "solo")


def forced(game: Game, rng: random.Random) -> Game:
    """The position with a seat's means changed: resources, range and discounts of the window, switch and action."""
    twin = game.copy()
    mine, turn = twin.seat(twin.active), twin.state.turn
    gear, book, food = (rng.choice((0, 1, 3, 6, 8)) for _ in BASICS)
    mine.owned = Amounts(gear, book, food, rng.choice((0, 0, 1, 3, 4)))
    mine.switch_used = mine.switch_used and rng.random() < 0.5
    turn.window.range = rng.choice((0, 0, 1, 2, 5))
    turn.window.discounts = [_discount(rng) for _ in range(rng.choice((0, 1, 2, 4)))]
    if not mine.stack and not turn.hibernated:
        turn.actions = min(turn.actions, twin.actions_a_turn - 1)
        turn.window.main_done = False
    twin.moved()
    return twin


def _discount(rng: random.Random) -> Discount:
    action, resource = rng.choice(("explore", "populate", "build")), rng.choice(BASICS)
    return Discount(action, resource, rng.choice((1, 2, 6)))  # type: ignore[arg-type]


# ---- what can be written down ------------------------------------------------------------------------------------


def writable(game: Game, seat: SeatNumber) -> Iterator[Action]:
    """Every action of a seat without a payment that names things of this table; of others' cards and pieces too."""
    mine, board = game.seat(seat), game.board
    yield from (Hibernate(seat=seat), EndAction(seat=seat), EndTurn(seat=seat))
    yield from (Convert(seat=seat, to=kind) for kind in RESOURCES)
    yield from (UseSwitch(seat=seat, resource=kind) for kind in RESOURCES)
    yield from (UseSwitch(seat=seat, copy=card) for card in _cards(game))
    yield from (UseSwitch(seat=seat, journey=journey) for journey in game.pack.journey)
    yield from (ResolveJourney(seat=seat, journey=journey) for journey in game.pack.journey)
    yield TakeGains(seat=seat)
    yield from (Explore(seat=seat, place=place) for place in range(-1, len(board.places) + 1))
    for space, size in product(range(-1, len(board.hexes) + 1), ("small", "large")):
        yield Build(seat=seat, space=space, size=size)  # type: ignore[arg-type]
    technologies = [each.id for tribe in game.pack.tribes for each in tribe.technologies if tribe.id == mine.tribe]
    for space, technology in product(range(-1, len(board.hexes) + 1), technologies):
        yield Populate(seat=seat, location=space, technology=technology)
    yield from (TradeAction(seat=seat, technology=each.id) for tribe in game.pack.tribes for each in tribe.technologies)
    yield from (UseMachine(seat=seat, machine=machine) for machine in {*game.pack.machine, *technologies})
    yield from (OpenCrate(seat=seat, crate=crate.id) for crate in game.pack.crates)
    yield from _plays(game, seat)
    yield from _answers_of_one(game, seat)


def _cards(game: Game) -> list[str]:
    """The cards that lie open somewhere: others' and own, the display, and one of the deck."""
    found = [*game.state.display, *game.state.deck[:1]]
    for mine in game.state.seats:
        found += [*mine.active, *mine.rest, *(played.card for slot in mine.slots for played in slot.cards)]
    return list(dict.fromkeys(found))


def _plays(game: Game, seat: SeatNumber) -> Iterator[Action]:
    for card, slot, half in product(_cards(game), range(-1, len(game.seat(seat).slots) + 1), ("top", "bottom")):
        play = PlayCard(seat=seat, card=card, slot=slot, half=half)  # type: ignore[arg-type]
        coloured = game.pack.citizen[card].colour is not None
        yield from (play,) if coloured else _alike(game, play)


def as_offered(game: Game, action: PlayCard) -> PlayCard:
    """The same play as it stands among the offers: the first of the colours that set off the same."""
    if game.pack.citizen[action.card].colour is not None:
        return msgspec.structs.replace(action, colour=None)
    plays = by_colour(game, action)
    wanted = triggered(game, action), effects_at(game, action.seat, "played", colour=colour_of(game, action))
    return next(
        play
        for play in plays
        if (triggered(game, play), effects_at(game, play.seat, "played", colour=colour_of(game, play))) == wanted
    )


def _alike(game: Game, play: PlayCard) -> Iterator[Action]:
    """A play of a card of no colour, where it is possible only as it stands among the offers: colours that change
    nothing are one offer (tests/rules/test_scyphoz.py tells of the others)."""
    plays = [msgspec.structs.replace(play, colour=colour) for colour in (None, *COLOURS)]
    return iter(dict.fromkeys(as_offered(game, each) if explain(game, each) is None else each for each in plays))


def _answers_of_one(game: Game, seat: SeatNumber) -> Iterator[Action]:
    asked = decision(game, seat)
    if asked is None or (asked.least, asked.most) == (1, 1):
        number = len(asked.options) if asked else 1
        yield from (Choose(seat=seat, answer=(pick,)) for pick in range(-1, number + 1))
        yield Choose(seat=seat, answer=())
        yield Choose(seat=seat, answer=(0, 0))
        yield Choose(seat=seat, answer=(0, 1))


# ---- comparing ---------------------------------------------------------------------------------------------------


def look(game: Game, rng: random.Random, where: str) -> Found:
    """Everything of one position."""
    found = Found(positions=1)
    for problem in _problems(game, rng, found):
        found.differences.append(f"{where}: {problem}")
    return found


def _problems(game: Game, rng: random.Random, found: Found) -> Iterator[str]:
    seat = next_seat(game)
    if seat is None:
        return
    offers = list(legal(game, seat))
    yield from _against_legal(game, seat, offers, found)
    for other in range(len(game.state.seats)):
        if other != seat:
            few = rng.sample(list(writable(game, other)), 25)
            yield from _against_legal(game, other, list(legal(game, other)), found, few)
    game.changed()
    yield from _against_apply(game, _sampled(_payments(game, offers), rng, found, "payments"), found)
    asked = decision(game, seat)
    if asked is not None and (asked.least, asked.most) != (1, 1):
        yield from _against_apply(game, _several(asked, rng, found), found)
    yield from _offers_hold(game, offers, found)


def _against_legal(
    game: Game, seat: SeatNumber, offers: list[Offer], found: Found, actions: Iterable[Action] | None = None
) -> Iterator[str]:
    """``legal`` holds an action exactly when ``explain`` has nothing against it."""
    offered = {offer.action for offer in offers}
    asked = decision(game, seat)
    several = asked is not None and (asked.least, asked.most) != (1, 1)
    game.changed()  # so that explain works it out anew
    for action in writable(game, seat) if actions is None else actions:
        found.actions += 1
        refusal = explain(game, action)
        if (action in offered) != (refusal is None):
            yield f"{action} is {'' if action in offered else 'not '}offered, explained as {refusal}"
        offered.discard(action)
    if actions is None:
        left = [action for action in offered if not (several and isinstance(action, Choose))]
        if left:
            yield f"{left[:3]} offered, but cannot be written down"


def _payments(game: Game, offers: list[Offer]) -> list[Action]:
    """Every payment for every offer, wrong ones too: up to one more of each resource than it costs and is owned."""
    found: list[Action] = []
    for offer in offers:
        owned = game.seat(offer.action.seat).owned
        most = [min(offer.cost.get(kind), owned.get(kind)) + 1 for kind in BASICS]
        crystals = min(offer.cost.total, owned.crystal) + 1
        ranges = [range(number + 1) for number in (*most, crystals)]
        found += [msgspec.structs.replace(offer.action, payment=Amounts(*each)) for each in product(*ranges)]
        found.append(msgspec.structs.replace(offer.action, payment=Amounts(-1, 0, 0, offer.cost.total + 1)))
    return found


def _sampled(things: list[Kind], rng: random.Random, found: Found, name: str) -> list[Kind]:
    if len(things) > MOST:
        found.sampled += 1
        things = rng.sample(things, MOST)
    setattr(found, name, getattr(found, name) + len(things))
    return things


def _several(asked: Decision, rng: random.Random, found: Found) -> list[Action]:
    """Every answer of several, in every order, too short and too long ones too; above ``MOST`` a sample."""
    number = len(asked.options)
    lengths = range(max(0, asked.least - 1), min(number, asked.most + 1) + 1)
    if sum(perm(number, length) for length in lengths) <= MOST:
        answers = [answer for length in lengths for answer in permutations(range(number), length)]
    else:
        found.sampled += 1
        answers = [tuple(rng.sample(range(number), rng.choice(lengths))) for _ in range(SAMPLE)]
    answers += [(0,) * asked.most, (number,), (-1, 0)]
    found.answers += len(answers)
    return [Choose(seat=asked.seat, answer=answer) for answer in dict.fromkeys(answers)]


def _against_apply(game: Game, actions: list[Action], found: Found) -> Iterator[str]:
    """``explain`` accepts exactly what ``apply`` carries out; what is refused changes nothing."""
    untouched, before = game.copy(), game.snapshot()
    for action in actions:
        refusal = explain(game, action)
        twin = untouched if refusal is not None else game.copy()
        done = _done(twin, action)
        found.applied += done
        if done != (refusal is None):
            yield f"{action} is {'' if done else 'not '}carried out, explained as {refusal}"
        if done and any(getattr(mine.owned, kind) < 0 for mine in twin.state.seats for kind in (*BASICS, "crystal")):
            yield f"{action} leaves less than nothing"
    if untouched.snapshot() != before:
        yield "a refused action has changed something"


def _done(game: Game, action: Action) -> bool:
    try:
        apply(game, action)
    except Refused:
        return False
    return True


def _offers_hold(game: Game, offers: list[Offer], found: Found) -> Iterator[str]:
    """What is offered is done for the payment that is named, leaves a possible position, and reveals nothing without
    saying so; exploring says so only where it does."""
    for offer in offers:
        twin = game.copy()
        if not _done(twin, offer.action):
            yield f"{offer.action} is offered and refused"
            continue
        found.applied += 1
        revealed = twin.records[-1].barrier
        if revealed and not offer.barrier:
            yield f"{offer.action} revealed something and had not said so"
        if offer.barrier and not revealed and isinstance(offer.action, Explore):
            yield f"{offer.action} said that it reveals something and did not"
        problems = [problem for problem in violations(twin) if problem.code not in ("over_limit", "turn")]
        if problems and not violations(game):
            yield f"{offer.action} leaves an impossible position: {problems[:2]}"


def compare(seed: int, most: int) -> Found:
    """Up to ``most`` positions of one game."""
    found = Found()
    for number, (game, rng) in enumerate(islice(positions(seed), most)):
        found.add(look(game, rng, f"game {seed}, position {number}"))
    return found
