"""The decisions that effects ask for: options, how many of them, the rule they come from, and what an answer does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Option
from bot.engine.effects import (
    TRACKS,
    Advance,
    ByHand,
    Choice,
    ClearSlot,
    DiscardCards,
    Effect,
    Fill,
    GainAny,
    Pay,
    PlaceMarker,
    ReturnEnergy,
    TakeArtifact,
    TakeCard,
    TakeMachine,
    TakeModule,
    Wake,
    WaterAgain,
)
from bot.engine.resolution.artifact_decisions import take_artifact
from bot.engine.resolution.askers import Asker
from bot.engine.resolution.by_hand_decisions import enter_outcome
from bot.engine.resolution.open_decision import SKIP, OpenDecision
from bot.engine.resolution.reveal_lookahead import reveal_together, reveals
from bot.engine.resolution.tasks import Do, PlaceModule, Sequence, Source
from bot.engine.resources import BASICS, LIMITS, RESOURCES
from bot.engine.rules import mutations
from bot.engine.rules.building_bonuses import beside, water_bonus, waters_in
from bot.engine.rules.free_actions import may_bring_more, may_use_machine
from bot.engine.rules.map_range import within

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine.game import Game
    from bot.engine.state import SeatNumber


def _again(game: Game, seat: SeatNumber, effect: Effect | None, source: Source) -> None:
    if effect is not None:
        game.seat(seat).stack.append(Do(effect, source))


def _effects(group: tuple[Do, ...]) -> list[Effect]:
    return [do.effect for do in group]


def _choice(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: Choice = task.effect  # type: ignore[assignment]
    options = tuple(
        Option("effects", None, index, reveals(game, seat, effects)) for index, effects in enumerate(effect.of)
    )
    return OpenDecision(
        "choose",
        "card.effect_optional",
        options,
        lambda picked: mutations.push(game, seat, effect.of[picked[0].number], task.source),
        task.source,
    )


def _pay(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: Pay = task.effect  # type: ignore[assignment]
    payment = mutations.payment_of(game, seat, effect.cost)
    pays = (Option("pay", None, 0, reveals(game, seat, effect.get)),) if payment is not None else ()

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "pay" and payment is not None:
            mutations.pay(game, seat, payment)
            mutations.push(game, seat, effect.get, task.source)

    waits = payment is None and (may_bring_more(game, seat) or mutations.may_convert_for(game, seat, effect.cost))
    return OpenDecision("pay", "resource.cost_with_crystals", (*pays, SKIP), answer, task.source, waits=waits)


def _gain_any(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: GainAny = task.effect  # type: ignore[assignment]
    options = tuple(Option("resource", kind, copy) for kind in BASICS for copy in range(effect.n))

    def answer(picked: list[Option]) -> None:
        mutations.gain(game, seat, mutations.amounts_of(str(option.id) for option in picked), task.source)

    return OpenDecision("resource", "resource.kinds", options, answer, task.source, least=effect.n, most=effect.n)


def _advance_any(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: Advance = task.effect  # type: ignore[assignment]
    options = tuple(Option("track", track, 0, reveals(game, seat, [Advance(track, effect.steps)])) for track in TRACKS)

    def answer(picked: list[Option]) -> None:
        _again(game, seat, Advance(picked[0].id, effect.steps), task.source)  # type: ignore[arg-type]

    return OpenDecision("track", "track.advance", options, answer, task.source)


def _take_card(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: TakeCard = task.effect  # type: ignore[assignment]
    state, leaving = game.state, mutations.awaiting_discard(game)
    shown = tuple(Option("card", card, 0, bool(state.deck)) for card in state.display if card not in leaving)
    blind = (Option("deck", None, len(state.deck), True),) if state.deck else ()

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "skip":
            return
        _again(game, seat, TakeCard(effect.n - 1) if effect.n > 1 else None, task.source)
        mutations.take_card(game, seat, None if picked[0].kind == "deck" else str(picked[0].id))

    return OpenDecision("card", "card.gain", (*shown, *blind, SKIP), answer, task.source)


def _take_module(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: TakeModule = task.effect  # type: ignore[assignment]
    state = game.state
    shown = tuple(Option("module", module, 0, bool(state.module_deck)) for module in state.module_display)

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "skip":
            return
        module = str(picked[0].id)
        mutations.take_from(state.module_display, state.module_deck, module, game)
        _again(game, seat, TakeModule(effect.n - 1) if effect.n > 1 else None, task.source)
        game.tell("module_taken", seat, module=module)
        game.seat(seat).stack.append(PlaceModule(module, task.source))

    return OpenDecision("module", "module.display", (*shown, SKIP), answer, task.source)


def _take_machine(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: TakeMachine = task.effect  # type: ignore[assignment]
    state = game.state
    tracks = TRACKS if effect.track == "any" else (effect.track,)
    shown = tuple(
        Option("machine", machine, 0, bool(state.machine_decks[track]))
        for track in tracks
        for machine in state.market[track]
    )

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "skip":
            return
        machine = str(picked[0].id)
        track = game.pack.machine[machine].track
        mutations.take_from(state.market[track], state.machine_decks[track], machine, game)
        mutations.install_machine(game, seat, machine, task.source.id if task.source.kind == "reward" else "")

    return OpenDecision("machine", "machine.choose", (*shown, SKIP), answer, task.source)


def _return_energy(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: ReturnEnergy = task.effect  # type: ignore[assignment]
    mine = game.seat(seat)
    if not any(machine.powered for machine in mine.machines) and may_use_machine(game, seat):
        return OpenDecision(
            "return_energy", "machine.energy_back", (SKIP,), lambda picked: None, task.source, waits=True
        )
    options = tuple(
        Option("installed", machine.machine, index) for index, machine in enumerate(mine.machines) if machine.powered
    )

    def answer(picked: list[Option]) -> None:
        for option in picked:
            mine.machines[option.number] = mine.machines[option.number].with_energy(powered=False)
            mine.energy += 1
            game.tell("energy_back", seat, machine=str(option.id))

    most = min(effect.n, len(options))
    return OpenDecision("return_energy", "machine.energy_back", options, answer, task.source, least=0, most=most)


def _wake(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: Wake = task.effect  # type: ignore[assignment]
    mine = game.seat(seat)
    options = tuple(Option("rest_card", card) for card in mine.rest)

    def answer(picked: list[Option]) -> None:
        for option in picked:
            card = str(option.id)
            mine.rest.remove(card)
            mine.active.append(card)
            game.tell("card_woken", seat, card=card)

    return OpenDecision(
        "wake", "card.rest_area", options, answer, task.source, least=0, most=min(effect.n, len(options))
    )


def _clear_slot(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    mine = game.seat(seat)
    filled = tuple(Option("slot", slot, len(own.cards)) for slot, own in enumerate(mine.slots) if own.cards)

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "slot":
            mutations.clear_slot(game, seat, int(picked[0].id or 0))

    return OpenDecision("clear_slot", "card.take_back_slot", (*filled, SKIP), answer, task.source)


def _fill(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: Fill = task.effect  # type: ignore[assignment]
    owned = game.seat(seat).owned
    kinds = RESOURCES if effect.resource == "any" else (effect.resource,)
    options = tuple(
        Option("filled", kind, LIMITS[kind] - owned.get(kind)) for kind in kinds if owned.get(kind) < LIMITS[kind]
    )

    def answer(picked: list[Option]) -> None:
        [option] = picked
        mutations.gain(game, seat, mutations.amounts_of([str(option.id)] * option.number), task.source)

    return OpenDecision("fill", "resource.limits", options, answer, task.source)


def discardable(game: Game, seat: SeatNumber) -> list[str]:
    """The cards that can be discarded for their top effects: those that would discard others themselves cannot, so that
    it never goes on for ever."""
    cards = game.seat(seat).active
    return [card for card in cards if not _discards(game.pack.citizen[card].top.get)]


def _discards(effects: tuple[Effect, ...]) -> bool:
    return any(
        isinstance(effect, DiscardCards)
        or (isinstance(effect, Choice) and any(map(_discards, effect.of)))
        or (isinstance(effect, Pay) and _discards(effect.get))
        or (isinstance(effect, ByHand) and any(_discards(bounded.get) for bounded in effect.brings))
        for effect in effects
    )


def _discard_cards(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: DiscardCards = task.effect  # type: ignore[assignment]
    mine, citizens = game.seat(seat), game.pack.citizen
    cards = discardable(game, seat)
    barriers = reveal_together(game, seat, [citizens[card].top.get for card in cards])
    options = tuple(Option("active_card", card, 0, barrier) for card, barrier in zip(cards, barriers, strict=True))

    def answer(picked: list[Option]) -> None:
        groups = []
        for option in picked:
            card = str(option.id)
            mine.active.remove(card)
            mine.rest.append(card)
            game.tell("card_discarded", seat, card=card)
            groups.append(tuple(Do(each, Source("citizen", card)) for each in citizens[card].top.get))
        if groups:
            mine.stack.append(Sequence(tuple(groups)))

    most = min(effect.n, len(options))
    return OpenDecision("discard", "card.rest_area", options, answer, task.source, least=0, most=most)


def _water_again(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    own = [space for space, building in game.state.buildings.items() if building.seat == seat]
    waters = dict.fromkeys(water for space in own for water in waters_in(game, beside(game, space)))
    options = tuple(
        Option("space", water, 0, reveals(game, seat, _effects(water_bonus(game, water)))) for water in waters
    )

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "space":
            game.seat(seat).stack.extend(reversed(water_bonus(game, int(picked[0].id or 0))))

    return OpenDecision("water", "tribe.hofstadterians", (*options, SKIP), answer, task.source)


def _place_marker(game: Game, seat: SeatNumber, task: Do) -> OpenDecision:
    effect: PlaceMarker = task.effect  # type: ignore[assignment]
    reached = within(game, seat, effect.within)
    options = tuple(
        Option("space", space)
        for space in reached
        if game.terrain(space) in ("desert", "city")
        and space not in game.state.buildings
        and game.state.markers.get(seat) != space
    )

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "space":
            game.state.markers[seat] = int(picked[0].id or 0)
            game.tell("marker", seat, space=int(picked[0].id or 0))

    return OpenDecision("marker", "tribe.marker_on_map", (*options, SKIP), answer, task.source)


def decides(effect: type[Effect]) -> Callable[[Asker], Asker]:
    """Registers the decision of an effect that a variant brings."""

    def register(asker: Asker) -> Asker:
        EFFECT_DECISIONS[effect] = asker
        return asker

    return register


EFFECT_DECISIONS: dict[type, Asker] = {
    Choice: _choice,
    Pay: _pay,
    GainAny: _gain_any,
    Advance: _advance_any,
    TakeCard: _take_card,
    TakeModule: _take_module,
    TakeMachine: _take_machine,
    TakeArtifact: take_artifact,
    ReturnEnergy: _return_energy,
    Wake: _wake,
    ClearSlot: _clear_slot,
    Fill: _fill,
    DiscardCards: _discard_cards,
    WaterAgain: _water_again,
    PlaceMarker: _place_marker,
    ByHand: enter_outcome,
}
