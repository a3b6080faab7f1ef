"""The changes that rules consist of: gaining, paying, taking, advancing. Each keeps the pieces conserved and notes its
events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.effects import TakeArtifact, TakeMachine, Track
from bot.engine.resolution.tasks import Bonuses, DiscardShown, Do, Source
from bot.engine.resources import Amounts, Basic, after_converting, one, over_limit, payment_for, within_limit
from bot.engine.state import Installed, Slot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.effects import Effect
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber

SCORE_BONUS_END = 50


def push(game: Game, seat: SeatNumber, effects: tuple[Effect, ...], source: Source) -> None:
    """Put effects on a seat's stack so that they run first to last."""
    game.seat(seat).stack.extend(Do(effect, source) for effect in reversed(effects))


# ---- resources and points ----------------------------------------------------------------------------------------


def gain(game: Game, seat: SeatNumber, amounts: Amounts, source: Source) -> None:
    """Resources from the supply; limits hold where the window closes."""
    if amounts:
        game.seat(seat).owned += amounts
        game.tell("gained", seat, kind=source.kind, source=source.id, **dict(amounts.items()))


def pay(game: Game, seat: SeatNumber, amounts: Amounts) -> None:
    """Resources back to the supply."""
    if amounts:
        game.seat(seat).owned -= amounts
        game.tell("paid", seat, **dict(amounts.items()))


def spendable(game: Game, seat: SeatNumber) -> Amounts:
    """What a seat may pay with: in its own window everything, else only what is within the limits (ruling
    owed-choices)."""
    owned = game.seat(seat).owned
    return owned if game.in_turn(seat) else within_limit(owned)


def payment_of(game: Game, seat: SeatNumber, cost: Amounts) -> Amounts | None:
    """How a seat would pay a cost by default; None where it cannot."""
    return payment_for(cost, spendable(game, seat))


def may_convert_for(game: Game, seat: SeatNumber, cost: Amounts) -> bool:
    """Whether a seat whose window is closed could pay a cost after turning crystals above the limit into resources."""
    return not game.in_turn(seat) and payment_for(cost, after_converting(cost, game.seat(seat).owned)) is not None


def amounts_of(kinds: Iterable[str]) -> Amounts:
    """One of each resource named, repeated ones added up."""
    found = list(kinds)
    return Amounts(gear=found.count("gear"), book=found.count("book"), food=found.count("food"))


def convert(game: Game, seat: SeatNumber, to: Basic) -> None:
    """One crystal for one basic resource (000 Kristalle; 001)."""
    mine = game.seat(seat)
    mine.owned = mine.owned - one("crystal") + one(to)
    game.tell("converted", seat, to=to)


def gain_points(game: Game, seat: SeatNumber, points: int, source: Source) -> None:
    """Points at once (blue); where a variant pools them they wait for the end of the action."""
    if game.pooling is None:
        score_points(game, seat, points, source)
    elif points > 0:
        game.pooling.pool_points(game, seat, points, source)


def gain_devotion(game: Game, seat: SeatNumber, number: int, source: Source) -> None:
    """Devotion, which only the expansion has."""
    for variant in game.variants:
        variant.gain_devotion(game, seat, number, source)


def score_points(game: Game, seat: SeatNumber, points: int, source: Source) -> None:
    """The score marker moves; a bonus on the score track counts when it is reached or passed, and only up to 50 (000;
    ruling score-track)."""
    if points <= 0:
        return
    mine = game.seat(seat)
    before, mine.points = mine.points, mine.points + points
    game.tell("points", seat, points=points, total=mine.points, kind=source.kind, source=source.id)
    bonuses = game.pack.board.score_bonuses
    passed = [space for space in range(before + 1, min(mine.points, SCORE_BONUS_END) + 1) if space in bonuses]
    for space in passed:
        game.tell("score_bonus", seat, space=space)
    for space in reversed(passed):  # the first to come is pushed last
        push(game, seat, bonuses[space], Source("score_track", str(space)))


def gain_energy(game: Game, seat: SeatNumber, tokens: int, source: Source) -> None:
    """Energy tokens, as many as a player has (seven in the box)."""
    mine = game.seat(seat)
    owned = mine.energy + sum(machine.powered for machine in mine.machines)
    tokens = min(tokens, game.pack.supply.energy - owned)
    if tokens > 0:
        mine.energy += tokens
        game.tell("energy", seat, n=tokens, kind=source.kind, source=source.id)
    else:
        game.tell("nothing_left", seat, what="energy")


def clamp(game: Game, seat: SeatNumber) -> None:
    """A window closes: what is above the limits is lost (001; 004)."""
    mine = game.seat(seat)
    lost = over_limit(mine.owned)
    if lost:
        mine.owned -= lost
        game.tell("lost", seat, **dict(lost.items()))


# ---- cards, modules, crates --------------------------------------------------------------------------------------


def take_from(display: list[str], deck: list[str], taken: str, game: Game) -> None:
    """Take something from a display and put the next of the deck into its place."""
    index = display.index(taken)
    if deck:
        display[index] = deck.pop()
        game.revealed = True
    else:
        del display[index]


def awaiting_discard(game: Game) -> set[str]:
    """The displayed citizens that leave as soon as their copied effect is done: nothing else may be done with them."""
    return {task.card for mine in game.state.seats for task in mine.stack if isinstance(task, DiscardShown)}


def discard_shown(game: Game, seat: SeatNumber, card: str) -> None:
    """A copied citizen leaves the display and the game in any case; its place is filled up where the deck has a card
    (002 Sonstiges)."""
    state = game.state
    by = state.deck[-1] if state.deck else None
    take_from(state.display, state.deck, card, game)
    remove(game, card)
    game.tell("shown_discarded", seat, card=card, by=by)


def receive_card(game: Game, seat: SeatNumber, card: str, *, blind: bool) -> None:
    """A gained citizen card goes face up to the active area and can be used at once (000 Erkunden 04; 001)."""
    mine = game.seat(seat)
    mine.active.append(card)
    mine.gained_cards.append(card)
    game.tell("card_drawn" if blind else "card_taken", seat, card=card)


def take_card(game: Game, seat: SeatNumber, card: str | None) -> None:
    """A citizen card from the display, which is filled up, or (None) the top card of the deck."""
    state = game.state
    if card is not None:
        take_from(state.display, state.deck, card, game)
        receive_card(game, seat, card, blind=False)
        return
    game.revealed = True
    receive_card(game, seat, state.deck.pop(), blind=True)


def install_module(game: Game, seat: SeatNumber, module: str, slot: int, place: int) -> None:
    """A module on a place of a slot: a module already there leaves the game; only a printed activation symbol that is
    covered for the first time triggers it at once (000 SLOT-MODULE)."""
    mine = game.seat(seat)
    old = mine.slots[slot].modules[place]
    mine.slots[slot] = mine.slots[slot].with_module(place, module)
    game.tell("module_placed", seat, module=module, slot=slot, place=place, replaced=old)
    if old is not None:
        remove(game, old)
    elif game.pack.player_board.slots[slot].modules[place]:
        push(game, seat, game.pack.module[module].get, Source("module", module))


def clear_slot(game: Game, seat: SeatNumber, slot: int) -> None:
    """The cards of a slot go to the rest area."""
    mine = game.seat(seat)
    cards = [played.card for played in mine.slots[slot].cards]
    mine.rest += cards
    mine.slots[slot] = mine.slots[slot].without_cards()
    game.tell("slot_cleared", seat, slot=slot, cards=len(cards))


def card_to_rest(game: Game, seat: SeatNumber, card: str) -> None:
    """One card of a slot goes to its owner's rest area (001 Use your Switch)."""
    mine = game.seat(seat)
    mine.slots = [
        Slot(slot.modules, tuple(played for played in slot.cards if played.card != card)) for slot in mine.slots
    ]
    mine.rest.append(card)


def lay_tile(game: Game, seat: SeatNumber, place: int, orientation: int) -> None:
    """The explorer lays a flipped tile; then every building beside it gets its bonuses, the explorer's first (000;
    001)."""
    game.lay(place, orientation=orientation)
    game.moved()
    game.tell("laid", seat, place=place, orientation=orientation)
    bonuses_beside(game, seat, place)


def bonuses_beside(game: Game, first: SeatNumber, place: int) -> None:
    """Every seat's buildings beside a tile just laid get their bonuses from it, those of the seat ``first`` first."""
    beside = {near for space in game.board.spaces_of[place] for near in game.board.adjacent[space]}
    for owner in game.clockwise(first):
        tasks = [
            Bonuses(space, place)
            for space, building in game.state.buildings.items()
            if building.seat == owner and space in beside
        ]
        game.seat(owner).stack.extend(reversed(tasks))


def take_crates(game: Game, seat: SeatNumber, number: int) -> None:
    """Crates from the pile, face down: only the owner sees what is in them (000 Kisten)."""
    mine = game.seat(seat)
    for _ in range(number):
        if not game.state.crates:
            game.tell("nothing_left", seat, what="crates")
            return
        crate = game.state.crates.pop()
        mine.crates.append(crate)
        mine.crates_taken += 1
        game.revealed = True
        game.whisper("crate_taken", seat, {"crate": crate})


def remove(game: Game, component: str) -> None:
    """A component leaves the game."""
    game.state.removed.append(component)


# ---- machine tracks and progress ---------------------------------------------------------------------------------


def advance(game: Game, seat: SeatNumber, track: Track, steps: int, source: Source) -> None:
    """Steps on a machine track: what is reached or passed is unlocked, a step beyond the end is one resource (001)."""
    mine, printed = game.seat(seat), game.pack.player_board.tracks[track]
    reached = min(printed.spaces, mine.track[track] + steps)
    beyond = mine.track[track] + steps - reached
    if reached > mine.track[track]:
        game.tell("advanced", seat, track=track, steps=reached - mine.track[track], space=reached)
        mine.track[track] = reached
        unlock(game, seat)
    if beyond:
        game.tell("track_end", seat, track=track, steps=beyond)
        gain(game, seat, one(printed.resource, beyond), source)


def newly_unlocked(game: Game, seat: SeatNumber, track: dict[Track, int]) -> list[str]:
    """The reward spaces that positions on the tracks open: all linked spaces reached or passed (000; 001)."""
    unlocked, found = game.seat(seat).unlocked, []
    for reward, links in game.pack.links:
        if reward not in unlocked:
            for name, space in links:
                if track[name] < space:
                    break
            else:
                found.append(reward)
    return found


def unlock(game: Game, seat: SeatNumber) -> None:
    """Unlock what the tracks have opened: marker to the progress track, then the reward, space by space."""
    mine = game.seat(seat)
    found = newly_unlocked(game, seat, mine.track)
    mine.unlocked += found
    follows: list[Do] = []
    for reward_id in found:
        game.tell("unlocked", seat, space=reward_id)
        follows += place_progress_marker(game, seat)
        follows += _reward(game, seat, reward_id)
    mine.stack.extend(reversed(follows))


def _reward(game: Game, seat: SeatNumber, reward_id: str) -> list[Do]:
    reward, source = game.pack.reward[reward_id], Source("reward", reward_id)
    if reward.machine:
        install_machine(game, seat, reward.machine, reward_id)
    if reward.cards:
        game.tell("card_bonus", seat, colour=reward.cards)
    if reward.market:
        return [Do(TakeMachine(reward.market), source)]
    return [Do(TakeArtifact(), source)] if reward.artifact else []


def place_progress_marker(game: Game, seat: SeatNumber) -> list[Do]:
    """A marker on the lowest free space of the progress track; gives the space's bonus to be carried out (000; 001)."""
    mine, spaces = game.seat(seat), game.pack.player_board.progress
    if mine.progress >= len(spaces) - 1:
        return []
    space = spaces[mine.progress]
    mine.progress += 1
    game.tell("progress", seat, markers=mine.progress, points=spaces[mine.progress].points)
    return [Do(effect, Source("progress", str(mine.progress))) for effect in space.get]


def install_machine(game: Game, seat: SeatNumber, machine: str, where: str) -> None:
    """A machine is the seat's from now on."""
    game.seat(seat).machines.append(Installed(machine, where))
    game.tell("machine", seat, machine=machine)
