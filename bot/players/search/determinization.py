"""A whole game that could lie behind a view: everything hidden is filled in at random from what cannot be seen
elsewhere. Nothing here has ever seen the real game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from bot.engine import Game, View, random_numbers
from bot.engine.abyss_state import AbyssState
from bot.engine.components import Back
from bot.engine.effects import TRACKS
from bot.engine.resolution.tasks import ChooseActive, ChooseArtifactCard, ChooseScyphoz, Draft, PlaceModule
from bot.engine.rules.scoring import artifact_lines
from bot.engine.solo_components import MautomaState
from bot.engine.state import SeatNumber, State
from bot.engine.variants.mautoma.cards import OTHERS, START
from bot.engine.views import HIDDEN

T = TypeVar("T", bound=str)
FITTING = 3
"""So many artifact cards are looked at for each of the others, and the best for it is taken."""
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(State)


class Chance:
    """Random numbers from a seed of one's own."""

    def __init__(self, seed: int) -> None:
        self._state = random_numbers.seeded(seed)

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in random order."""
        self._state, mixed = random_numbers.shuffled(self._state, list(things))
        return mixed

    def number(self) -> int:
        """64 random bits."""
        self._state, bits = random_numbers.step(self._state)
        return bits


def determinize(seen: View, seed: int) -> Game:
    """A game of its own in which everything that may be seen is as in the view. The same view and seed give the same
    game. Others' open questions are left out, since a view does not hold them."""
    chance = Chance(seed)
    state = _decoder.decode(_encoder.encode(seen.state))
    state.rng = chance.number()
    _tiles(seen, state, chance)
    _decks(seen, state, chance)
    _seats(seen, state, chance)
    if state.kept is not msgspec.UNSET:
        for kept in state.kept.values():
            _expansion(seen, kept, set(_known(state)), chance)
    if isinstance(state.variant, MautomaState):
        _mautoma(state.variant, chance)
    game = Game(seen.setup, seen.pack, state, seen.variants)
    _artifact_cards(seen, game)
    return game


def _tiles(seen: View, state: State, chance: Chance) -> None:
    """Unexplored places get tiles with the backs that lie there."""
    lying = {place.tile for place in state.places if place.revealed}
    piles: dict[Back, list[str]] = {}
    for tile in chance.shuffled([tile.id for tile in seen.pack.tiles if tile.id not in lying]):
        piles.setdefault(seen.pack.tile[tile].back, []).append(tile)
    for place, back in seen.backs.items():
        state.places[place] = msgspec.structs.replace(state.places[place], tile=piles[back].pop())


def _fill(hidden: list[str], unseen: list[str]) -> None:
    """Put unseen things where only their number is known."""
    for index, thing in enumerate(hidden):
        if thing == HIDDEN and unseen:
            hidden[index] = unseen.pop()


def _decks(seen: View, state: State, chance: Chance) -> None:
    pack, known = seen.pack, set(_known(state))
    campaign = seen.setup.options.campaign_citizens
    cards = [card.id for card in pack.citizens if card.set is None and (campaign or not card.campaign)]
    _fill(state.deck, chance.shuffled([card for card in cards if card not in known]))
    _fill(state.module_deck, chance.shuffled([module.id for module in pack.modules if module.id not in known]))
    for track in TRACKS:
        machines = [machine.id for machine in pack.machines if machine.track == track and machine.id not in known]
        _fill(state.machine_decks[track], chance.shuffled(machines))


def _expansion(seen: View, kept: AbyssState, known: set[str], chance: Chance) -> None:
    """Its two piles: cards and journeys that are nowhere to be seen."""
    cards = seen.pack.abyss.scyphoz if seen.pack.abyss else ()
    _fill(kept.scyphoz_deck, chance.shuffled([card.id for card in cards if card.id not in known]))
    open_ones = {*kept.journey_display, *(name for mine in kept.seats for name in (*mine.journeys, *mine.resolved))}
    _fill(kept.journey_deck, chance.shuffled([name for name in seen.pack.journey if name not in open_ones]))


def _seats(seen: View, state: State, chance: Chance) -> None:
    """Others' crates and artifact cards, then the piles they come from; the hands of a draft."""
    pack, known = seen.pack, set(_known(state))
    crates = chance.shuffled([crate.id for crate in pack.crates if crate.id not in known])
    cards = chance.shuffled([card.id for card in pack.artifact_cards if card.id not in known])
    starting = chance.shuffled([card.id for card in pack.citizens if card.set and card.id not in known])
    for mine in state.seats:
        _fill(mine.crates, crates)
        _fill(mine.artifact_cards, cards)
        _fill(mine.active, starting)
        _fill(mine.rest, starting)
    _fill(state.crates, crates)
    _fill(state.artifact_deck, cards)
    _fill(state.starting_deck, starting)


def _artifact_cards(seen: View, game: Game) -> None:
    """Of some artifact cards that another may have it has the one that pays best by now: it was chosen, and has been
    collected for since."""
    deck = game.state.artifact_deck
    for seat, mine in enumerate(seen.state.seats):
        if mine.artifact_cards == [HIDDEN]:
            held = game.seat(seat).artifact_cards
            chosen = max([*held, *deck[: FITTING - 1]], key=lambda card: artifact_points(game, seat, card))
            if chosen in deck:
                deck[deck.index(chosen)], held[0] = held[0], chosen


def artifact_points(game: Game, seat: SeatNumber, card: str) -> int:
    """What an artifact card brings a seat now."""
    return sum(line.points for line in artifact_lines(game, seat, game.pack.artifact_card[card]))


def _known(state: State) -> Iterator[str]:
    """Every component whose place can be seen; ``HIDDEN`` among them does no harm."""
    yield from state.display
    yield from state.module_display
    yield from state.removed
    for market in state.market.values():
        yield from market
    if state.common_card:
        yield state.common_card
    for mine in state.seats:
        yield from (*mine.active, *mine.rest, *mine.crates, *mine.artifact_cards)
        yield from (machine.machine for machine in mine.machines)
        for slot in mine.slots:
            yield from (played.card for played in slot.cards)
            yield from (module for module in slot.modules if module is not None)
        for task in mine.stack:
            yield from _in_task(task)


def _in_task(task: object) -> Iterator[str]:
    """Components that are in a seat's hands while it is asked about them."""
    if isinstance(task, ChooseArtifactCard | Draft | ChooseActive | ChooseScyphoz):
        yield from task.cards
    elif isinstance(task, PlaceModule):
        yield task.module


def _mautoma(kept: MautomaState, chance: Chance) -> None:
    """Its piles: the start cards are in the deck or used; the others anywhere."""
    unseen = chance.shuffled([card for card in (*START, *OTHERS) if card not in kept.used])
    certain = [card for card in unseen if card in START]
    rest = [card for card in unseen if card not in START]
    deck = chance.shuffled([*certain, *rest[: len(kept.deck) - len(certain)]])
    left = rest[len(kept.deck) - len(certain) :]
    kept.deck = [*deck]
    kept.progress = [*left[: len(kept.progress)]]
    kept.boxed = left[len(kept.progress)] if len(left) > len(kept.progress) else kept.boxed
