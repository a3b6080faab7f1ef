"""Laying the table (facts 3; 001; counts and printed values from the pack)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine import random_numbers
from bot.engine.actions import Refusal, Refused
from bot.engine.effects import ARTIFACT_COLOURS, TRACKS
from bot.engine.game import RULES_VERSION, Game
from bot.engine.resources import NOTHING
from bot.engine.state import PlaceState, SeatState, Setup, Slot, State, Turn

if TYPE_CHECKING:
    from bot.engine.components import Pack
    from bot.engine.game import Variant

MOST_SEATS = 4
REFUSED_SINCE = {"long_game_seats": 2}
"""The rules version since which a setup is refused for a reason; games that began before may have such a one."""


def setup_refusal(
    setup: Setup, pack: Pack, variants: tuple[Variant, ...] = (), *, began: int = RULES_VERSION
) -> Refusal | None:
    """Why a setup cannot be laid: wrong number of seats, another pack, an unknown or doubled tribe or set, a negative
    seed, or what a variant refuses. ``began``: the rules version with which a game began; what only a later one refuses
    is laid."""
    for variant in variants:
        refusal = variant.refuses(setup, pack)
        if refusal is not None and began >= REFUSED_SINCE.get(refusal.reason, 0):
            return refusal
    alone = any(variant.alone for variant in variants)
    reason = _setup_reason(setup, pack, alone)
    if reason is None:
        return None
    return Refusal(reason=reason, rule="overview.players", kind="cannot be read", values={"seats": len(setup.seats)})


def _setup_reason(setup: Setup, pack: Pack, alone: bool) -> str | None:
    tribes = [seat.tribe for seat in setup.seats if seat.tribe is not None]
    sets = [seat.set for seat in setup.seats if seat.set is not None]
    if not alone and len(setup.seats) not in pack.supply.artifacts_by_seats:
        return "number_of_seats"
    if setup.pack != pack.hash:
        return "another_pack"
    if any(tribe not in pack.tribe for tribe in tribes):
        return "no_such_tribe"
    if len(set(tribes)) < len(tribes):
        return "tribe_twice"
    if len(set(sets)) < len(sets):
        return "set_twice"
    if setup.seed < 0:
        return "negative_seed"
    return "draft_too_many" if setup.options.starting_cards == "draft" and len(setup.seats) == MOST_SEATS else None


def lay_table(setup: Setup, pack: Pack, variants: tuple[Variant, ...], *, began: int = RULES_VERSION) -> Game:
    """The table of a setup before anybody has acted; variants have had their say.

    :raises Refused: what :func:`setup_refusal` names.
    """
    refusal = setup_refusal(setup, pack, variants, began=began)
    if refusal is not None:
        raise Refused(refusal)
    state = State(
        phase="setup",
        rng=random_numbers.seeded(setup.seed),
        turn=Turn(0),
        seats=[],
        places=[PlaceState("") for _ in pack.board.places],
        deck=[],
        display=[],
        module_deck=[],
        module_display=[],
        machine_decks={track: [] for track in TRACKS},
        market={track: [] for track in TRACKS},
        crates=[],
        artifacts=dict.fromkeys(ARTIFACT_COLOURS, 0),
        removed_artifacts=dict.fromkeys(ARTIFACT_COLOURS, 0),
        began=RULES_VERSION,
        rules=RULES_VERSION,
        told=RULES_VERSION,
    )
    _seat_players(state, setup, pack)
    game = Game(setup, pack, state, variants)
    _lay_map(game)
    _lay_displays(game)
    _lay_artifacts(game)
    for variant in variants:
        variant.set_up(game)
    game.redraw_map()
    return game


def _seat_players(state: State, setup: Setup, pack: Pack) -> None:
    taken = {seat.tribe for seat in setup.seats}
    state.rng, free = random_numbers.shuffled(state.rng, [tribe.id for tribe in pack.tribes if tribe.id not in taken])
    for number, seat in enumerate(setup.seats):
        tribe = pack.tribe[seat.tribe or free.pop()]
        owned = pack.start.seats[number] if number < len(pack.start.seats) else NOTHING
        state.seats.append(
            SeatState(
                tribe=tribe.id,
                owned=owned,
                slots=[Slot((None,) * len(slot.modules)) for slot in pack.player_board.slots],
                energy=pack.start.energy,
                track=dict.fromkeys(TRACKS, 0),
                discs=pack.supply.discs,
                tokens=tribe.tokens,
                buildings_left={"small": pack.supply.small_buildings, "large": pack.supply.large_buildings},
                artifacts=dict.fromkeys(ARTIFACT_COLOURS, 0),
            )
        )


def _lay_map(game: Game) -> None:
    """25 area tiles face down, the start tiles round the abyss, one large location into each corner (facts 3.1)."""
    tiles = [tile for tile in game.pack.tiles if not tile.vast]
    for variant in game.variants:
        tiles = variant.tiles(game, tiles)
    area = game.shuffle([tile.id for tile in tiles])
    start = game.shuffle([tile.id for tile in game.pack.start_tiles])
    large = game.shuffle([tile.id for tile in game.pack.large_locations])
    piles = {"area": area, "start": start, "large": large, "abyss": [""]}
    game.state.places = [PlaceState(piles[place.kind].pop(), place.kind != "area") for place in game.board.places]
    for index, place in enumerate(game.board.places):
        if place.kind == "start":
            game.lay(index, orientation=game.below(len(game.board.orientations[index])))


def _lay_displays(game: Game) -> None:
    """Cards, modules and machines in their displays, crates in a pile (facts 3.3)."""
    state, pack = game.state, game.pack
    cards = [card for card in pack.citizens if card.set is None and not card.campaign]
    for variant in game.variants:
        cards = variant.citizens(game, cards)
    state.deck = game.shuffle([card.id for card in cards])
    state.module_deck = game.shuffle([module.id for module in pack.modules])
    for track in TRACKS:
        state.machine_decks[track] = game.shuffle([machine.id for machine in pack.machines if machine.track == track])
        state.market[track] = _draw(state.machine_decks[track], pack.supply.market)
    state.display = _draw(state.deck, pack.supply.display)
    state.module_display = _draw(state.module_deck, pack.supply.display)
    state.crates = game.shuffle([crate.id for crate in pack.crates])


def _draw(deck: list[str], number: int) -> list[str]:
    return [deck.pop() for _ in range(min(number, len(deck)))]


def _lay_artifacts(game: Game) -> None:
    """Large artifacts by the number of seats, shared out evenly over the colours, the odd ones by lot."""
    lay_artifacts(game, artifacts_laid(game))


def artifacts_laid(game: Game) -> int:
    """How many large artifacts a table begins with: as a variant says, else by the number of seats."""
    said = [number for variant in game.variants if (number := variant.artifacts_laid(game.pack)) is not None]
    return said[0] if said else game.pack.supply.artifacts_by_seats.get(len(game.state.seats), 0)


def lay_artifacts(game: Game, number: int) -> None:
    """``number`` large artifacts on the board, evenly over the colours, the odd ones by lot."""
    each, odd = divmod(number, len(ARTIFACT_COLOURS))
    lucky = game.shuffle(list(ARTIFACT_COLOURS))[:odd]
    game.state.artifacts = {colour: each + (colour in lucky) for colour in ARTIFACT_COLOURS}
