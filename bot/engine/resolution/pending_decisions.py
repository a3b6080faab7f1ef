"""The questions tasks ask: options, how many of them, the rule they come from, and what an answer does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from bot.engine.actions import Decision, Option
from bot.engine.effects import (
    TRACKS,
    Advance,
    Choice,
    ClearSlot,
    Effect,
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
from bot.engine.resolution.reveal_lookahead import reveals, sensitive
from bot.engine.resolution.tasks import (
    Announce,
    Bonuses,
    ClaimedArtifact,
    DiscardShown,
    Do,
    Flip,
    HibernationReward,
    Orient,
    PlaceModule,
    RemoveArtifact,
    Sequence,
    Source,
    Surplus,
    Task,
)
from bot.engine.resources import BASIC_LIMIT, BASICS, over_limit
from bot.engine.rules import artifacts, mutations
from bot.engine.rules.free_actions import may_bring_more, may_use_machine

if TYPE_CHECKING:
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber

SKIP = Option("skip")
SURE_OPTIONS = 4
"""So many ways at least, and a question below is still asked after the ones above it."""
ANSWER_POINTS = 12
"""More points than an answer to a question brings before what waits below it."""
Answer = Callable[[list[Option]], None]


@dataclass
class Question:
    """A question of one seat. ``forced``: answers itself where there is one way only; ``tells_nothing``: says when
    there is none; ``waits``: stays open without a way, since a free action may bring one."""

    kind: str
    rule: str
    options: tuple[Option, ...]
    answer: Answer
    source: Source
    least: int = 1
    most: int = 1
    interruptible: bool = True
    forced: bool = True
    tells_nothing: bool = True
    waits: bool = False

    def decision(self, seat: SeatNumber) -> Decision:
        """The question as the seat sees it."""
        return Decision(
            seat=seat,
            kind=self.kind,
            options=self.options,
            least=self.least,
            most=self.most,
            source=self.source,
            rule=self.rule,
            interruptible=self.interruptible,
        )


Asker = Callable[["Game", int, Any], Question]


def question_for(game: Game, seat: SeatNumber, task: Task) -> Question | None:
    """The question a task asks now; None where it runs by itself."""
    if isinstance(task, Sequence):
        return order_question(game, seat, task)
    asker = _EFFECT_ASKERS.get(type(task.effect)) if isinstance(task, Do) else _TASK_ASKERS.get(type(task))
    if asker is None or (isinstance(task, Do) and isinstance(task.effect, Advance) and task.effect.track != "any"):
        return None
    return asker(game, seat, task)


def open_question(game: Game, seat: SeatNumber) -> Question | None:
    """The question a seat has to answer now."""
    stack = game.seat(seat).stack
    return question_for(game, seat, stack[-1]) if stack else None


def reveals_next(game: Game, seat: SeatNumber) -> bool:
    """Whether what waits on a seat's stack below its open question may draw something before it is asked again.

    A question below stops that only where it will still be asked: with one way left it answers itself.
    """
    effects: list[Effect] = []
    for task in reversed(game.seat(seat).stack[:-1]):
        if isinstance(task, Flip | Bonuses) or (isinstance(task, DiscardShown) and game.state.deck):
            return True
        if isinstance(task, Announce):
            effects += [do.effect for do in task.effects]
        elif isinstance(task, Sequence):
            effects += [do.effect for group in task.groups for do in group]
        elif isinstance(task, Do) and question_for(game, seat, task) is None:
            effects.append(task.effect)
        elif _stays_open(game, seat, task):
            break
    return reveals(game, seat, effects, slack=ANSWER_POINTS)


def _stays_open(game: Game, seat: SeatNumber, task: Task) -> bool:
    """Whether a question is asked for certain, whatever happens before it: artifacts run out, displays and rests
    empty."""
    question = question_for(game, seat, task)
    if question is None or len(question.options) < SURE_OPTIONS:
        return False
    taking = isinstance(task, ClaimedArtifact) or (isinstance(task, Do) and isinstance(task.effect, TakeArtifact))
    return not taking or sum(game.state.artifacts.values()) >= SURE_OPTIONS


def _again(game: Game, seat: SeatNumber, effect: Effect | None, source: Source) -> None:
    if effect is not None:
        game.seat(seat).stack.append(Do(effect, source))


# ---- order -------------------------------------------------------------------------------------------------------


def order_question(game: Game, seat: SeatNumber, task: Sequence) -> Question | None:
    """In which order triggered groups happen; None where it does not matter (design 2)."""
    groups = task.groups
    every = [do.effect for group in groups for do in group]
    if len(groups) < 2 or not sensitive(game, seat, every):
        return None
    barrier = reveals(game, seat, every)
    options = tuple(Option("group", None, index, barrier, group[0].source) for index, group in enumerate(groups))

    def answer(picked: list[Option]) -> None:
        first = picked[0].number
        rest = tuple(group for index, group in enumerate(groups) if index != first)
        game.seat(seat).stack.append(Sequence(rest))
        game.seat(seat).stack.extend(reversed(groups[first]))

    return Question("order", "turn.order_of_effects", options, answer, groups[0][0].source, forced=False)


def _effects(group: tuple[Do, ...]) -> list[Effect]:
    return [do.effect for do in group]


# ---- effects that ask --------------------------------------------------------------------------------------------


def _choice(game: Game, seat: SeatNumber, task: Do) -> Question:
    effect: Choice = task.effect  # type: ignore[assignment]
    options = tuple(
        Option("effects", None, index, reveals(game, seat, effects)) for index, effects in enumerate(effect.of)
    )
    return Question(
        "choose",
        "card.effect_optional",
        options,
        lambda picked: mutations.push(game, seat, effect.of[picked[0].number], task.source),
        task.source,
    )


def _pay(game: Game, seat: SeatNumber, task: Do) -> Question:
    effect: Pay = task.effect  # type: ignore[assignment]
    payment = mutations.payment_of(game, seat, effect.cost)
    pays = (Option("pay", None, 0, reveals(game, seat, effect.get)),) if payment is not None else ()

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "pay" and payment is not None:
            mutations.pay(game, seat, payment)
            mutations.push(game, seat, effect.get, task.source)

    waits = payment is None and (may_bring_more(game, seat) or mutations.may_convert_for(game, seat, effect.cost))
    return Question("pay", "resource.cost_with_crystals", (*pays, SKIP), answer, task.source, waits=waits)


def _gain_any(game: Game, seat: SeatNumber, task: Do) -> Question:
    effect: GainAny = task.effect  # type: ignore[assignment]
    options = tuple(Option("resource", kind, copy) for kind in BASICS for copy in range(effect.n))

    def answer(picked: list[Option]) -> None:
        mutations.gain(game, seat, mutations.amounts_of(str(option.id) for option in picked), task.source)

    return Question("resource", "resource.kinds", options, answer, task.source, least=effect.n, most=effect.n)


def _advance_any(game: Game, seat: SeatNumber, task: Do) -> Question:
    effect: Advance = task.effect  # type: ignore[assignment]
    options = tuple(Option("track", track, 0, reveals(game, seat, [Advance(track, effect.steps)])) for track in TRACKS)

    def answer(picked: list[Option]) -> None:
        _again(game, seat, Advance(picked[0].id, effect.steps), task.source)  # type: ignore[arg-type]

    return Question("track", "track.advance", options, answer, task.source)


def _take_card(game: Game, seat: SeatNumber, task: Do) -> Question:
    effect: TakeCard = task.effect  # type: ignore[assignment]
    state, leaving = game.state, mutations.awaiting_discard(game)
    shown = tuple(Option("card", card, 0, bool(state.deck)) for card in state.display if card not in leaving)
    blind = (Option("deck", None, len(state.deck), True),) if state.deck else ()

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "skip":
            return
        _again(game, seat, TakeCard(effect.n - 1) if effect.n > 1 else None, task.source)
        mutations.take_card(game, seat, None if picked[0].kind == "deck" else str(picked[0].id))

    return Question("card", "card.gain", (*shown, *blind, SKIP), answer, task.source)


def _take_module(game: Game, seat: SeatNumber, task: Do) -> Question:
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

    return Question("module", "module.display", (*shown, SKIP), answer, task.source)


def _place_module(game: Game, seat: SeatNumber, task: PlaceModule) -> Question:
    mine, printed = game.seat(seat), game.pack.player_board.slots
    free = tuple(
        Option(
            "place",
            slot,
            place,
            printed[slot].modules[place] and reveals(game, seat, game.pack.module[task.module].get),
        )
        for slot, own in enumerate(mine.slots)
        for place, module in enumerate(own.modules)
        if module is None
    )
    taken = tuple(
        Option("place", slot, place)
        for slot, own in enumerate(mine.slots)
        for place, module in enumerate(own.modules)
        if module is not None
    )

    def answer(picked: list[Option]) -> None:
        mutations.install_module(game, seat, task.module, int(picked[0].id or 0), picked[0].number)

    return Question("module_place", "module.gain_place", free + taken, answer, task.source)


def _take_machine(game: Game, seat: SeatNumber, task: Do) -> Question:
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

    return Question("machine", "machine.choose", (*shown, SKIP), answer, task.source)


def _take_artifact(game: Game, seat: SeatNumber, task: Do) -> Question:
    """One that has not been claimed yet: it is, with the answer."""
    large = artifacts.artifacts_left(game.state) > 0
    token = any(variant.delays_end(game) for variant in game.variants)

    def answer(picked: list[Option]) -> None:
        if picked[0].kind != "skip":
            _taken(game, seat, artifacts.hold(game, seat, task.source), picked[0])

    options = _artifact_options(game, seat, "large" if large else "token" if token else "small")
    return Question("artifact", "artifact.gain", options, answer, task.source)


def _claimed_artifact(game: Game, seat: SeatNumber, task: ClaimedArtifact) -> Question:
    options = _artifact_options(game, seat, task.what)
    return Question(
        "artifact", "artifact.gain", options, lambda picked: _taken(game, seat, task, picked[0]), task.source
    )


def _artifact_options(game: Game, seat: SeatNumber, what: str) -> tuple[Option, ...]:
    """What is owed may be declined where there is a choice; in the own window what may end the game, too."""
    colours = tuple(Option("artifact", colour) for colour in artifacts.colours_left(game.state))
    options = colours if what == "large" else (Option("small_artifact"),)
    declinable = what != "small" and (game.in_turn(seat) or len(options) > 1)
    return (*options, SKIP) if declinable else options


def _taken(game: Game, seat: SeatNumber, claimed: ClaimedArtifact, picked: Option) -> None:
    if picked.kind == "skip":
        artifacts.give_back(game, seat, claimed)
    else:
        colour = picked.id if picked.kind == "artifact" else None
        artifacts.take(game, seat, claimed, colour)  # type: ignore[arg-type]


def _return_energy(game: Game, seat: SeatNumber, task: Do) -> Question:
    effect: ReturnEnergy = task.effect  # type: ignore[assignment]
    mine = game.seat(seat)
    if not any(machine.powered for machine in mine.machines) and may_use_machine(game, seat):
        return Question("return_energy", "machine.energy_back", (SKIP,), lambda picked: None, task.source, waits=True)
    options = tuple(
        Option("installed", machine.machine, index) for index, machine in enumerate(mine.machines) if machine.powered
    )

    def answer(picked: list[Option]) -> None:
        for option in picked:
            mine.machines[option.number].powered = False
            mine.energy += 1
            game.tell("energy_back", seat, machine=str(option.id))

    most = min(effect.n, len(options))
    return Question("return_energy", "machine.energy_back", options, answer, task.source, least=0, most=most)


def _wake(game: Game, seat: SeatNumber, task: Do) -> Question:
    effect: Wake = task.effect  # type: ignore[assignment]
    mine = game.seat(seat)
    options = tuple(Option("rest_card", card) for card in mine.rest)

    def answer(picked: list[Option]) -> None:
        for option in picked:
            card = str(option.id)
            mine.rest.remove(card)
            mine.active.append(card)
            game.tell("card_woken", seat, card=card)

    return Question("wake", "card.rest_area", options, answer, task.source, least=0, most=min(effect.n, len(options)))


def _clear_slot(game: Game, seat: SeatNumber, task: Do) -> Question:
    mine = game.seat(seat)
    filled = tuple(Option("slot", slot, len(own.cards)) for slot, own in enumerate(mine.slots) if own.cards)

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "slot":
            mutations.clear_slot(game, seat, int(picked[0].id or 0))

    return Question("clear_slot", "card.take_back_slot", (*filled, SKIP), answer, task.source)


def _water_again(game: Game, seat: SeatNumber, task: Do) -> Question:
    from bot.engine.rules.building_bonuses import beside, water_bonus, waters_in

    own = [space for space, building in game.state.buildings.items() if building.seat == seat]
    waters = dict.fromkeys(water for space in own for water in waters_in(game, beside(game, space)))
    options = tuple(
        Option("space", water, 0, reveals(game, seat, _effects(water_bonus(game, water)))) for water in waters
    )

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "space":
            game.seat(seat).stack.extend(reversed(water_bonus(game, int(picked[0].id or 0))))

    return Question("water", "tribe.hofstadterians", (*options, SKIP), answer, task.source)


def _place_marker(game: Game, seat: SeatNumber, task: Do) -> Question:
    from bot.engine.rules.map_range import within

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

    return Question("marker", "tribe.marker_on_map", (*options, SKIP), answer, task.source)


# ---- tasks that ask ----------------------------------------------------------------------------------------------


def _orient(game: Game, seat: SeatNumber, task: Orient) -> Question:
    lying = game.state.places[task.place]
    different: dict[tuple[object, ...], int] = {}
    for orientation in range(len(game.board.orientations[task.place])):
        lying.orientation = orientation
        different.setdefault(game.prints_of(task.place) or (), orientation)
    lying.orientation = 0
    neighbour = any(
        game.board.place_of[near] == task.place for space in game.state.buildings for near in game.board.adjacent[space]
    )
    options = tuple(Option("orientation", task.place, number, neighbour) for number in different.values())

    def answer(picked: list[Option]) -> None:
        mutations.lay_tile(game, seat, task.place, picked[0].number)

    return Question(
        "orientation", "explore.orientation", options, answer, Source("tile", lying.tile), interruptible=False
    )


def _hibernation_reward(game: Game, seat: SeatNumber, task: HibernationReward) -> Question:
    rows = game.pack.board.hibernation
    options = tuple(Option("row", None, row, reveals(game, seat, rows[row - 1])) for row in range(task.row, 0, -1))

    def answer(picked: list[Option]) -> None:
        row = picked[0].number
        game.tell("hibernation_reward", seat, row=row)
        mutations.push(game, seat, rows[row - 1], Source("hibernation", str(row)))

    return Question("hibernation_reward", "hibernate.reward", options, answer, Source("rule", "hibernate.reward"))


def _remove_artifact(game: Game, seat: SeatNumber, task: RemoveArtifact) -> Question:
    """Of any colour, while one is left that is not reserved."""
    left = artifacts.artifacts_left(game.state) > 0
    options = tuple(Option("artifact", colour) for colour in artifacts.colours_left(game.state) if left)

    def answer(picked: list[Option]) -> None:
        artifacts.remove_artifact(game, seat, picked[0].id)  # type: ignore[arg-type]

    return Question("remove_artifact", "hibernate.fourth", options, answer, Source("rule", "hibernate.fourth"))


def _surplus(game: Game, seat: SeatNumber, task: Surplus) -> Question:
    mine = game.seat(seat)
    over = over_limit(mine.owned)
    room = tuple(kind for kind in BASICS if over.crystal and mine.owned.get(kind) < BASIC_LIMIT)
    options = tuple(Option("convert", kind) for kind in room) + ((Option("lose", None, over.total),) if over else ())

    def answer(picked: list[Option]) -> None:
        if picked[0].kind == "lose":
            mutations.clamp(game, seat)
            return
        mutations.convert(game, seat, picked[0].id)  # type: ignore[arg-type]
        if over_limit(mine.owned):
            mine.stack.append(Surplus())

    return Question(
        "surplus",
        "resource.surplus",
        options,
        answer,
        Source("rule", "resource.surplus"),
        forced=False,
        tells_nothing=False,
    )


T = TypeVar("T")


def asks(task: type[T]) -> Callable[[Callable[[Game, int, T], Question]], Callable[[Game, int, T], Question]]:
    """Registers the question of a task that a variant brings."""

    def register(asker: Callable[[Game, int, T], Question]) -> Callable[[Game, int, T], Question]:
        _TASK_ASKERS[task] = asker
        return asker

    return register


_EFFECT_ASKERS: dict[type, Asker] = {
    Choice: _choice,
    Pay: _pay,
    GainAny: _gain_any,
    Advance: _advance_any,
    TakeCard: _take_card,
    TakeModule: _take_module,
    TakeMachine: _take_machine,
    TakeArtifact: _take_artifact,
    ReturnEnergy: _return_energy,
    Wake: _wake,
    ClearSlot: _clear_slot,
    WaterAgain: _water_again,
    PlaceMarker: _place_marker,
}
_TASK_ASKERS: dict[type, Asker] = {
    PlaceModule: _place_module,
    Orient: _orient,
    HibernationReward: _hibernation_reward,
    ClaimedArtifact: _claimed_artifact,
    RemoveArtifact: _remove_artifact,
    Surplus: _surplus,
}
