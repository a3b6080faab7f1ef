"""Playing cards and the switch (000 KARTE AUSSPIELEN, SLOT-SYMBOL AUF KARTEN, SCHALTER NUTZEN; 001 Play a card, Use
your Switch)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.engine.actions import Offer, PlayCard, Refusal, UseSwitch
from bot.engine.effects import COLOURS
from bot.engine.resolution.reveal_lookahead import LOOK, calm, most_points, reveals
from bot.engine.resolution.tasks import Do, Sequence, Source
from bot.engine.resources import BASICS, one
from bot.engine.rules import mutations
from bot.engine.rules.action_rules import ActionRule
from bot.engine.rules.passive_effects import announce, effects_at, fifth_slot_open
from bot.engine.state import HalfName, Slot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.components import Citizen
    from bot.engine.effects import Colour, Effect
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber

RIGHT_SLOT = 4
HALVES: tuple[HalfName, HalfName] = ("top", "bottom")


def halves_of(game: Game, slot: int) -> tuple[HalfName, ...]:
    """The halves that can be played in a slot: its own side's, or either in the right slot (001)."""
    side = game.pack.player_board.slots[slot].side
    return HALVES if side == "right" else (side,)


def slot_is_open(game: Game, seat: SeatNumber, slot: int) -> bool:
    """Whether a slot can be used: the right one only with its technology."""
    return game.pack.player_board.slots[slot].side != "right" or fifth_slot_open(game, seat)


def slot_takes_card(game: Game, slot: Slot) -> bool:
    """Empty, or only cards with the slot symbol on the visible edge (001; facts 9.2 ruling 8)."""
    return all(game.pack.citizen[played.card].half(played.half).slot for played in slot.cards)


def play_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """All cards in all slots that take them."""
    mine = game.seat(seat)
    ways = [
        (index, half, _most_points_in(game, seat, slot))
        for index, slot in enumerate(mine.slots)
        if slot_takes_card(game, slot) and slot_is_open(game, seat, index)
        for half in halves_of(game, index)
    ]
    for card in mine.active:
        coloured = game.pack.citizen[card].colour is not None
        for slot, half, lying in ways:
            action = PlayCard(seat=seat, card=card, slot=slot, half=half)
            for play in (action,) if coloured else by_colour(game, action):
                yield _play_offer(game, play, lying)


def colour_of(game: Game, action: PlayCard) -> Colour:
    """The colour of a play: the card's, or the one given to a card of no colour (001 Scyphoz Cards)."""
    return game.pack.citizen[action.card].colour or action.colour or COLOURS[0]


def by_colour(game: Game, action: PlayCard) -> list[PlayCard]:
    """The plays of a card of no colour, one for each colour that sets off something else; without a colour where all
    are alike."""
    found: dict[object, PlayCard] = {}
    for colour in COLOURS:
        play = msgspec.structs.replace(action, colour=colour)
        added = effects_at(game, action.seat, "played", colour=colour)
        found.setdefault((triggered(game, play), tuple(added)), play)
    return list(found.values()) if len(found) > 1 else [msgspec.structs.replace(action, colour=None)]


def _play_offer(game: Game, action: PlayCard, lying: int) -> Offer:
    """``lying``: the most points of what lies in the slot."""
    added = effects_at(game, action.seat, "played", colour=colour_of(game, action))
    if not added and lying != LOOK:
        most = most_points(game, action.seat, game.pack.citizen[action.card].half(action.half).get)
        if most != LOOK and calm(game, action.seat, most + lying):
            return Offer(action)
    effects = [effect for _, _, get in set_off(game, action) for effect in get]
    return Offer(action, barrier=reveals(game, action.seat, effects + added))


def _most_points_in(game: Game, seat: SeatNumber, slot: Slot) -> int:
    """The most points of everything in a slot, matching or not; ``LOOK`` where it may reveal something otherwise."""
    printed = [game.pack.citizen[played.card].half(played.half).get for played in slot.cards]
    printed += [game.pack.module[module].get for module in slot.modules if module is not None]
    points = [most_points(game, seat, effects) for effects in printed]
    return LOOK if LOOK in points else sum(points)


def check_play(game: Game, action: PlayCard) -> Offer | Refusal:
    """The offer for playing a card, or why not."""
    mine = game.seat(action.seat)
    if action.card not in mine.active:
        where = "rest" if action.card in mine.rest else "slot" if _in_slot(mine.slots, action.card) else "none"
        return Refusal(reason="card_not_active", rule="card.active_area", values={"card": action.card, "where": where})
    if not 0 <= action.slot < len(mine.slots):
        return Refusal(reason="no_such_slot", rule="card.slots", kind="cannot be read", values={"slot": action.slot})
    if not slot_is_open(game, action.seat, action.slot):
        return Refusal(reason="slot_locked", rule="card.fifth_slot", values={"slot": action.slot})
    if action.half not in halves_of(game, action.slot):
        return Refusal(reason="wrong_half", rule="card.which_half", values={"slot": action.slot, "half": action.half})
    if not slot_takes_card(game, mine.slots[action.slot]):
        return Refusal(reason="slot_occupied", rule="card.slot_occupied", values={"slot": action.slot})
    lying = _most_points_in(game, action.seat, mine.slots[action.slot])
    return _colour_refusal(game, action) or _play_offer(game, action, lying)


def _colour_refusal(game: Game, action: PlayCard) -> Refusal | None:
    """A card with a colour keeps it; one without needs one where it makes a difference."""
    colour = game.pack.citizen[action.card].colour
    if colour is None:
        if action.colour is None and len(by_colour(game, action)) > 1:
            return Refusal(reason="colour_needed", rule="scyphoz.colour", values={"card": action.card})
    elif action.colour not in (None, colour):
        values = {"card": action.card, "card_colour": colour}
        return Refusal(reason="colour_fixed", rule="scyphoz.colour", kind="cannot be read", values=dict(values))
    return None


def _in_slot(slots: list[Slot], card: str) -> bool:
    return any(played.card == card for slot in slots for played in slot.cards)


def triggered(game: Game, action: PlayCard) -> tuple[tuple[Do, ...], ...]:
    """What a play sets off, in groups to be carried out."""
    return tuple(
        tuple([Do(effect, Source(kind, component)) for effect in get])
        for kind, component, get in set_off(game, action)
        if get
    )


def set_off(game: Game, action: PlayCard) -> list[tuple[str, str, tuple[Effect, ...]]]:
    """What a play sets off: the card, then matching cards of the slot from first to last, then matching modules, each
    with the kind of component, its identifier and its effects.

    A module needs one of its colours to be the card's; each thing triggers once (001 Play a card; facts 9.2 rulings
    9, 10).
    """
    mine, pack = game.seat(action.seat), game.pack
    card, slot, colour = pack.citizen[action.card], mine.slots[action.slot], colour_of(game, action)
    any_colour = game.state.turn.window.any_colour and game.active == action.seat
    found = [("citizen", card.id, card.half(action.half).get)]
    for played in slot.cards:
        lying = pack.citizen[played.card]
        if any_colour or _matches(lying, colour):
            found.append(("citizen", lying.id, lying.half(played.half).get))
    modules = [pack.module[name] for name in slot.modules if name is not None]
    return found + [("module", own.id, own.get) for own in modules if any_colour or colour in own.colours]


def _matches(lying: Citizen, colour: Colour) -> bool:
    """A card of no colour that lies there is given the colour of the one that is played (ruling scyphoz)."""
    return lying.colour in (None, colour)


def do_play(game: Game, action: PlayCard) -> None:
    """Carry a play out; "any colour" holds for this play alone (004)."""
    mine = game.seat(action.seat)
    groups, colour = triggered(game, action), colour_of(game, action)
    mine.active.remove(action.card)
    mine.slots[action.slot] = mine.slots[action.slot].with_card(action.card, action.half)
    game.tell("played", action.seat, card=action.card, slot=action.slot, half=action.half)
    if action.colour is not None and game.pack.citizen[action.card].colour is None:
        game.tell("colour_given", action.seat, card=action.card, card_colour=action.colour)
    announce(game, action.seat, "played", colour=colour)
    game.state.turn.window.any_colour = False
    if groups:
        mine.stack.append(Sequence(groups))


# ---- the switch --------------------------------------------------------------------------------------------------


def switch_offers(game: Game, seat: SeatNumber) -> Iterator[Offer]:
    """One basic resource of choice, and what variants add."""
    if game.seat(seat).switch_used:
        return
    barrier = reveals(game, seat, effects_at(game, seat, "switched"))
    for resource in BASICS:
        yield Offer(UseSwitch(seat=seat, resource=resource), barrier=barrier)
    for variant in game.variants:
        yield from variant.switch_offers(game, seat)


def check_switch(game: Game, action: UseSwitch) -> Offer | Refusal:
    """The offer for using the switch, or why not."""
    if game.seat(action.seat).switch_used:
        return Refusal(reason="switch_used", rule="switch.once")
    if action.resource in BASICS and action.copy is None and action.journey is None:
        return Offer(action, barrier=reveals(game, action.seat, effects_at(game, action.seat, "switched")))
    for variant in game.variants:
        judged = variant.check_switch(game, action)
        if judged is not None:
            return judged
    return Refusal(
        reason="switch_gives_basic", rule="switch.crystal", kind="cannot be read", values={"resource": action.resource}
    )


def do_switch(game: Game, action: UseSwitch) -> None:
    """Carry a use of the switch out."""
    game.seat(action.seat).switch_used = True
    game.tell("switch", action.seat)
    announce(game, action.seat, "switched")
    if action.resource is not None:
        mutations.gain(game, action.seat, one(action.resource), Source("rule", "switch.basic"))
        return
    for variant in game.variants:
        if variant.use_switch(game, action):
            return


RULES = (
    ActionRule("play", play_offers, check_play, do_play),
    ActionRule("switch", switch_offers, check_switch, do_switch),
)
