"""A person's hand: each active card with both halves, the slots with what lies in them, and how a card is played: the
card first, then slot and half, or both at once where there are few ways."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables import Controls
from bot.engine.actions import Offer, PlayCard
from bot.engine.rules.cards import slot_is_open, slot_takes_card
from bot.engine.state import PlayedCard, SeatNumber
from bot.reference.rule_entries import ACTION_ENTRIES
from bot.text import t
from bot.text.game import CHOICE, LABEL, capital, component_name, component_words, fit, offer_note, symbol
from bot.text.game.component_text import component_brief, component_fitting, component_symbols, half_symbols
from bot.text.game.effect_symbols import effect_symbols
from bot.text.game.effects import OUTER
from bot.text.game.emoji import sign
from bot.text.game.gains import triggered_brief, triggered_symbols
from bot.text.game.names import slot_label
from cogs.core.persistent_ui import ACCENT, Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.action_controls import (
    MOST_COMPONENTS,
    Layout,
    Row,
    arranged,
    buttons_of,
    loose_of,
    menus_of,
    target_menus,
)
from cogs.game.views.closer_panel import closer_button
from cogs.game.views.component_panel import look_menus, on_board
from cogs.game.views.message_layout import MOST_CHOICES, add_rows
from cogs.game.views.offer_groups import distinct, in_group, slots_alike
from cogs.game.views.player_sheet import played_words
from cogs.game.views.table_buttons import PRIMARY, group_button, move_button, turn_button
from cogs.rules.rule_button import RuleButton

MOST_DIRECT: Final = 16
"""So many plays are a button each."""
SHORT_LABEL: Final = 9
"""Characters of a label, at most, of which a phone shows two side by side."""
MOST_PLAYS: Final = 75
"""So many plays are menus; of more the card is picked first."""
MOST_WAYS: Final = 8
"""So many ways to play a card are told in full; more are a menu."""
LONGEST_NOTE: Final = 400
AROUND: Final = 8
"""Components of the hand's panel beside texts and plays: its frame, a picture, a menu, and a row of three buttons."""
LONGEST_HAND: Final = 1500
"""Characters of a hand in words; a longer one is told in symbols."""


# ---- words -------------------------------------------------------------------------------------------------------


def hand_text(found: TableSnapshot, seat: SeatNumber) -> str:
    """The active cards, each with both halves, in words as long as there is room."""
    cards = found.seen.state.seats[seat].active
    for say in (component_brief, component_symbols):
        text = _hand(found, cards, [say(found.locale, found.table, card) for card in cards])
        if len(text) <= LONGEST_HAND:
            break
    return text


def short_hand_text(found: TableSnapshot, seat: SeatNumber) -> str:
    """The same in symbols: on a phone each card is a line."""
    cards = found.seen.state.seats[seat].active
    if not cards:
        return ""
    lines = (_card_line(found, card, _halves(found, card)) for card in cards)
    return "\n".join([f"-# {t(found.locale, 'turn.hand.heading')}", *lines])


def _hand(found: TableSnapshot, cards: Sequence[str], does: Sequence[str]) -> str:
    heading = t(found.locale, "show.sheet.active", cards=len(cards))
    return "\n".join([heading, *(_card_line(found, *card) for card in zip(cards, does, strict=True))])


def _halves(found: TableSnapshot, card: str) -> str:
    if card not in found.pack.citizen:
        return ""
    top, bottom = (half_symbols(half) for half in (found.pack.citizen[card].top, found.pack.citizen[card].bottom))
    return t(found.locale, "turn.hand.halves", top=top, bottom=bottom)


def _card_line(found: TableSnapshot, card: str, does: str) -> str:
    if card not in found.pack.citizen:
        return f"-# {t(found.locale, 'thing.hidden')}"
    name = f"**{component_name(found.locale, found.table, card)}**"
    return f"-# {_colour(found, card)} {t(found.locale, 'show.named', name=name, words=does)}"


def _colour(found: TableSnapshot, card: str) -> str:
    return symbol(found.pack.citizen[card].colour or "scyphoz")


def slots_text(found: TableSnapshot, seat: SeatNumber) -> str:
    """The slots that can be used: what lies in them and what it brings, the plain free ones together."""
    return "\n".join(f"-# {line}" for line in (*_filled_slots(found, seat), *_free_slots(found, seat)))


def _filled_slots(found: TableSnapshot, seat: SeatNumber) -> Iterator[str]:
    locale, table = found.locale, found.table
    for number, slot in enumerate(found.seen.state.seats[seat].slots):
        contents = [_lying(found, number, played) for played in slot.cards]
        contents += [_module(found, module) for module in slot.modules if module]
        if slot.cards and table.position is not None and slot_takes_card(table.position, slot):
            contents.append(t(locale, "turn.slot.one_more"))
        if contents:
            name = f"{symbol('slot')} {t(locale, 'turn.slot.number', n=number + 1)}"
            yield t(locale, "show.named", name=name, words="; ".join(contents))


def _module(found: TableSnapshot, module: str) -> str:
    """A module in signs, as the hand is."""
    shown = found.pack.module[module]
    return f"{symbol('module')}{''.join(map(symbol, shown.colours))} {effect_symbols(shown.get)}"


def _lying(found: TableSnapshot, slot: int, played: PlayedCard) -> str:
    """A card in a slot; the half that shows is said where the slot does not say it."""
    if found.pack.player_board.slots[slot].side == "right" or played.card not in found.pack.citizen:
        return played_words(found.locale, found.table, played.card, played.half)
    return f"{_colour(found, played.card)} {component_name(found.locale, found.table, played.card)}"


def _free_slots(found: TableSnapshot, seat: SeatNumber) -> Iterator[str]:
    """The empty slots without a module, by their side."""
    position, sides = found.table.position, dict[str, list[str]]()
    for number, slot in enumerate(found.seen.state.seats[seat].slots):
        if not slot.cards and not any(slot.modules) and position is not None and slot_is_open(position, seat, number):
            mark = t(found.locale, "turn.slot.mark", n=number + 1)
            sides.setdefault(found.pack.player_board.slots[number].side, []).append(mark)
    free = [t(found.locale, f"turn.slot.free.{side}", n="/".join(numbers)) for side, numbers in sides.items()]
    if free:
        yield f"{symbol('slot')} {t(found.locale, 'turn.slot.free', slots=', '.join(free))}"


# ---- playing a card ----------------------------------------------------------------------------------------------


def play_layouts(found: TableSnapshot, controls: Controls) -> list[Layout]:
    """The ways to show the plays, the fewest taps first: a button each, menus of all plays, a menu of the cards, and
    last a single button."""
    plays = distinct(in_group(controls.offers, "play"), found.table)
    cards = list(dict.fromkeys(_card_of(offer) for offer in plays))
    ways = []
    if len(plays) <= MOST_DIRECT:
        halves = _halves_of_a_line([_short_play(found, offer) for offer in plays])
        ways.append(buttons_of(halves, lambda: _play_buttons(found, controls, plays)))
    if len(plays) <= MOST_CHOICES:
        ways.append(menus_of(len(plays), lambda: target_menus(found, controls, "play", plays)))
    elif len(plays) <= MOST_PLAYS:
        by_card = sorted(plays, key=lambda offer: cards.index(_card_of(offer)))
        ways.append(menus_of(len(plays), lambda: target_menus(found, controls, "play", by_card)))
    else:
        ways.append(menus_of(len(cards), lambda: _card_menus(found, cards)))
    return [*ways, loose_of(1, lambda: [group_button(found, "play", PRIMARY)])]


def _halves_of_a_line(labels: Sequence[str]) -> list[bool]:
    """Which buttons a phone shows side by side; what reads the same gets a longer label."""
    return [labels.count(label) == 1 and len(label) <= SHORT_LABEL for label in labels]


def _card_of(offer: Offer) -> str:
    assert isinstance(offer.action, PlayCard), "it is a play"
    return offer.action.card


def _play_buttons(found: TableSnapshot, controls: Controls, plays: Sequence[Offer]) -> Row:
    """A button for each play: what it brings and where, the card by its colour, or by its name where two plays would
    read the same."""
    short = [(_short_play(found, offer), _colour(found, _card_of(offer))) for offer in plays]
    buttons: Row = []
    for offer, (label, colour) in zip(plays, short, strict=True):
        button = _play_button(found, controls, offer)
        if short.count((label, colour)) == 1:
            button.label = fit(label, LABEL)
        buttons.append(button)
    return buttons


def _short_play(found: TableSnapshot, offer: Offer) -> str:
    """``#1: 2⚙️``: the slot and what the card brings there."""
    action = offer.action
    assert isinstance(action, PlayCard), "it is a play"
    own = half_symbols(found.pack.citizen[action.card].half(action.half))
    gain = " + ".join(filter(None, (own, *triggered_symbols(action, found.table))))
    colour = [t(found.locale, f"thing.colour.{action.colour}")] if action.colour is not None else []
    barrier = [t(found.locale, "decision.note.barrier")] if offer.barrier else []
    into = t(found.locale, "turn.play.into", gain=gain, n=action.slot + 1)
    return OUTER.join((into, *colour, *barrier))


def _play_button(found: TableSnapshot, controls: Controls, offer: Offer) -> ui.Button[Any]:
    """Plays a card into a slot; what its half brings is told with the hand, what the slot adds here."""
    action = offer.action
    assert isinstance(action, PlayCard), "it is a button of a play"
    card = component_name(found.locale, found.table, action.card)
    added = triggered_brief(found.locale, action, found.table)
    barrier = f"{OUTER}{t(found.locale, 'decision.note.barrier')}" if offer.barrier else ""
    label = OUTER.join((card, _where(found, action), *(f"+ {words}" for words in added)))
    button = move_button(controls, action, fit(label, LABEL - len(barrier)) + barrier)
    button.emoji = _colour(found, action.card)
    return button


def _where(found: TableSnapshot, action: PlayCard) -> str:
    """The slot; where either half could be played in it, the half too, and the colour where one is given."""
    side = found.pack.player_board.slots[action.slot].side
    parts = [slot_label(found.locale, found.table, action.slot)]
    parts += [t(found.locale, f"turn.half.{action.half}")] if side == "right" else []
    parts += [t(found.locale, f"thing.colour.{action.colour}")] if action.colour is not None else []
    return ", ".join(parts)


def _card_menus(found: TableSnapshot, cards: Sequence[str]) -> list[Row]:
    """Menus of the cards, which lead to the slots that each can be played into."""
    parts = [cards[start : start + MOST_CHOICES] for start in range(0, len(cards), MOST_CHOICES)]
    return [[_card_menu(found, part, number)] for number, part in enumerate(parts)]


def _card_menu(found: TableSnapshot, cards: Sequence[str], part: int) -> ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=component_name(found.locale, found.table, card),
            description=component_fitting(found.locale, found.table, card, CHOICE)[:CHOICE],
            emoji=_colour(found, card),
            value=card,
        )
        for card in cards
    ]
    placeholder = f"{sign('play')} {t(found.locale, 'turn.pick.card')}"
    return ui.Select(custom_id=ids.cards(found.game, part), placeholder=placeholder, options=options)


def hand_panel(found: TableSnapshot, controls: Controls) -> Panel:
    """The hand alone, each card a way to its slots."""
    panel, title = Panel(), f"### {sign('play')} {t(found.locale, 'turn.group.play')}"
    texts = (title, hand_text(found, controls.seat), slots_text(found, controls.seat))
    panel.add_item(ui.Container(*(ui.TextDisplay[Any](text) for text in texts if text), accent_colour=ACCENT))
    most = MOST_COMPONENTS - len(texts) - AROUND
    add_rows(panel, *arranged({"play": play_layouts(found, controls)}, most))
    add_rows(panel, *([menu] for menu in look_menus(found, on_board(found, controls.seat, "cards"))[:1]))
    closer = closer_button(found, f"{controls.seat}cards")
    add_rows(panel, [RuleButton.of(found.locale, ACTION_ENTRIES["play"]), closer, turn_button(found)])
    return panel


def card_panel(found: TableSnapshot, controls: Controls, card: str) -> Panel | None:
    """The slots and halves that a card can be played into, each with what that brings; None where there is none."""
    plays = distinct(in_group(controls.offers, "play"), found.table)
    mine = [offer for offer in plays if isinstance(offer.action, PlayCard) and offer.action.card == card]
    if not mine:
        return None
    words = component_words(found.locale, found.table, card)
    name = component_name(found.locale, found.table, card)
    heading = f"### {_colour(found, card)} {name}\n{words}\n{t(found.locale, 'turn.pick.slot')}"
    panel, few = Panel(), len(mine) <= MOST_WAYS
    sections = [_way(found, controls, offer) for offer in mine] if few else []
    panel.add_item(ui.Container(ui.TextDisplay[Any](heading), *sections, accent_colour=ACCENT))
    add_rows(panel, *([] if few else target_menus(found, controls, "play", mine)))
    add_rows(panel, [RuleButton.of(found.locale, ACTION_ENTRIES["play"]), turn_button(found)])
    return panel


def _way(found: TableSnapshot, controls: Controls, offer: Offer) -> ui.Section[Any]:
    action = offer.action
    assert isinstance(action, PlayCard), "it is a way to play a card"
    alike = slots_alike(found.table, action.seat)[action.slot]
    where = capital(_where(found, action))
    if len(alike) > 1:
        others = ", ".join(slot_label(found.locale, found.table, slot) for slot in alike if slot != action.slot)
        where = t(found.locale, "turn.slot.alike", slot=where, others=others)
    note = offer_note(found.locale, offer, found.table, LONGEST_NOTE)
    button = move_button(controls, action, t(found.locale, "turn.take"))
    return ui.Section(ui.TextDisplay(f"**{where}**\n{note}"), accessory=button)
