"""The Mautoma, the automated opponent of one person (002, by Mauro Gibertoni; ruling mautoma for what it leaves
open)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.engine.actions import Offer, Option, Refusal, UseSwitch
from bot.engine.game import Variant
from bot.engine.resolution.interpreter import settle
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.reveal_lookahead import reveals
from bot.engine.resolution.task_decisions import asks
from bot.engine.resolution.tasks import DiscardShown, PlaceEnergy, Source
from bot.engine.resources import one
from bot.engine.rules import mutations
from bot.engine.rules.cards import do_switch
from bot.engine.rules.passive_effects import effects_at
from bot.engine.rules.score_values import level
from bot.engine.rules.scoring import sheets
from bot.engine.solo_components import MautomaState
from bot.engine.variants.mautoma.automa_turn import board_of, kept_of, take_turn
from bot.engine.variants.mautoma.candidate_search import owner_of
from bot.engine.variants.mautoma.cards import ARTIFACTS, BUILDINGS, CARDS
from bot.engine.variants.mautoma.deck import has_ended, mix_unseen, new_mautoma

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.engine.actions import Record
    from bot.engine.components import Pack
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, Setup, State

HIDDEN = "?"


class Mautoma(Variant):
    """One seat against it: 18 turns for the seat, 17 for the Mautoma."""

    alone = True
    has_pieces = True

    def refuses(self, setup: Setup, pack: Pack) -> Refusal | None:
        """It is played by one seat, without the long game, with a pack that has the Mautoma's board."""
        if len(setup.seats) != 1:
            values = {"seats": len(setup.seats)}
            return Refusal(reason="alone_seats", rule="mautoma.players", kind="cannot be read", values=dict(values))
        if setup.options.long_game:
            return Refusal(reason="alone_long_game", rule="mautoma.rounds", kind="cannot be read")
        if pack.mautoma is None:
            return Refusal(reason="no_mautoma_board", rule="mautoma.material", kind="cannot be read")
        return None

    def artifacts_laid(self, pack: Pack) -> int:
        """As many as 002 SPIELVORBEREITUNG lays out."""
        return ARTIFACTS

    def set_up(self, game: Game) -> None:
        """Its piles and pieces; the human has a crystal more and chooses the field of its marker."""
        game.state.variant = new_mautoma(game.shuffle)
        mine = game.seat(0)
        mine.owned += one("crystal")
        mine.stack.insert(0, PlaceEnergy())

    def keeps_going(self, game: Game) -> bool:
        """The game ends with the Mautoma's fourth hibernation only (002 SPIELEND)."""
        return True

    def reorder(self, game: Game) -> None:
        """The order of its deck, and which cards wait in the progress pile, in the box and unseen in the deck."""
        _mix(game, game.records)

    def reorder_undrawn(self, game: Game) -> None:
        """The same; what was seen in turns that were taken back counts as unseen."""
        undone = {number for record in game.records for number in record.undid}
        _mix(game, [record for record in game.records if record.number not in undone])

    # ---- the switch ----------------------------------------------------------------------------------------------

    def switch_offers(self, game: Game, seat: SeatNumber) -> Iterator[Offer]:
        """002 Sonstiges: the top half of a displayed citizen, which is discarded after it."""
        leaving = mutations.awaiting_discard(game)
        for card in game.state.display:
            if card not in leaving:
                yield _copy_offer(game, UseSwitch(seat=seat, copy=card))

    def check_switch(self, game: Game, action: UseSwitch) -> Offer | Refusal | None:
        """The offer for a copy of a displayed citizen (002 Sonstiges), or why not."""
        if action.copy is None or action.resource is not None or action.journey is not None:
            return None
        if action.copy in game.state.display and action.copy not in mutations.awaiting_discard(game):
            return _copy_offer(game, action)
        return Refusal(reason="copy_not_shown", rule="mautoma.your_switch", values={"card": action.copy})

    def use_switch(self, game: Game, action: UseSwitch) -> bool:
        """The effect first; then, as a task of its own below it, the card goes and the display is filled up."""
        if action.copy is None:
            return False
        game.tell("copied_shown", action.seat, card=action.copy)
        game.seat(action.seat).stack.append(DiscardShown(action.copy))
        mutations.push(game, action.seat, game.pack.citizen[action.copy].top.get, Source("citizen", action.copy))
        return True

    # ---- turns ---------------------------------------------------------------------------------------------------

    def turn_reveals(self, game: Game) -> bool:
        """Its next card is turned over, unless the game ends before."""
        return not has_ended(kept_of(game))

    def turn_ended(self, game: Game, seat: SeatNumber) -> bool:
        """Its turn follows; where its fourth hibernation would come, the game ends instead (002 SPIELEND)."""
        if self.ends_after_turn(game):
            game.tell("mautoma_ended", None, rounds=game.state.turn.number)
            game.state.phase = "closing"
            return True
        game.state.phase = "between"
        take_turn(game)
        return True

    def ends_after_turn(self, game: Game) -> bool:
        """Whether its fourth hibernation would come next."""
        return has_ended(kept_of(game))

    def ended(self, game: Game) -> None:
        """Tell the level that the score reaches."""
        total = sheets(game)[0].total
        game.tell("mautoma_result", None, total=total, level=level(total))

    # ---- what is seen and checked --------------------------------------------------------------------------------

    def masked(self, state: State) -> State:
        """Its deck, its progress pile and the boxed card stay hidden."""
        kept = state.variant
        if not isinstance(kept, MautomaState):
            return state
        hidden = {"deck": [HIDDEN] * len(kept.deck), "progress": [HIDDEN] * len(kept.progress), "boxed": HIDDEN}
        return msgspec.structs.replace(state, variant=msgspec.structs.replace(kept, **hidden))

    def problems(self, game: Game) -> Iterator[tuple[str, str]]:
        """Its cards, its marker and its pieces are complete."""
        kept, owner = kept_of(game), owner_of(game)
        if sorted([*kept.deck, *kept.used, *kept.progress, kept.boxed]) != sorted(CARDS):
            yield "mautoma_cards", f"{kept.deck} {kept.used} {kept.progress} {kept.boxed}"
        if not -1 <= kept.marker < len(board_of(game).circle):
            yield "mautoma_marker", f"field {kept.marker}"
        figures = sum(owners.count(owner) for owners in game.state.figures.values())
        if figures != kept.figures:
            yield "mautoma_figures", f"{figures} on the map, {kept.figures} placed"
        built = [building.size for building in game.state.buildings.values() if building.seat == owner]
        for size, number in BUILDINGS.items():
            if built.count(size) + kept.buildings_left.get(size, 0) != number:
                yield "mautoma_buildings", f"{built.count(size)} {size} on the map, {kept.buildings_left} left"


def _copy_offer(game: Game, action: UseSwitch) -> Offer:
    return Offer(action, barrier=_copy_reveals(game, action))


def _copy_reveals(game: Game, action: UseSwitch) -> bool:
    """Whether copying reveals something before anybody is asked: the refill comes after the effect, which may ask
    first. That is tried out on a copy."""
    effects = game.pack.citizen[str(action.copy)].top.get
    if not game.state.deck and not reveals(game, action.seat, [*effects, *effects_at(game, action.seat, "switched")]):
        return False
    twin = game.copy()
    twin.revealed = False
    do_switch(twin, action)
    settle(twin)
    return twin.revealed


@asks(PlaceEnergy)
def _place_energy(game: Game, seat: SeatNumber, task: PlaceEnergy) -> OpenDecision:
    def answer(picked: list[Option]) -> None:
        field = board_of(game).circle[picked[0].number]
        kept_of(game).marker = picked[0].number
        game.tell("mautoma_placed", None, field=picked[0].number + 1, colour=field.colour, segment=field.segment)

    options = tuple(Option("field", field.colour, number) for number, field in enumerate(board_of(game).circle))
    source = Source("rule", "mautoma.setup_marker")
    return OpenDecision("place_energy", "mautoma.setup_marker", options, answer, source, interruptible=False)


def _mix(game: Game, records: Iterable[Record]) -> None:
    """Mix what has not been turned over in these records."""
    events = (event for record in records for event in record.events)
    seen = frozenset(str(event.values["card"]) for event in events if event.key == "mautoma_card")
    mix_unseen(kept_of(game), seen, game.shuffle)
