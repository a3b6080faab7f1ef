"""Controls for what a person may do: one kind of action after the other, each as few taps away as a message has room
for. Few targets are buttons, many are a menu, and where even that is too much one button leads to them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import discord
from discord import ui

from bot.app.tables import Controls
from bot.engine.actions import Build, Explore, Offer, PlayCard, Populate, UseSwitch
from bot.text import t
from bot.text.game import component_name, offer_button, offer_label, offer_note
from bot.text.game.emoji import sign
from bot.text.game.names import place_label, space_label
from cogs.game.input.action_codec import paying, written
from cogs.game.input.payments import with_crystals
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.message_layout import IN_ROW, MOST_CHOICES
from cogs.game.views.offer_groups import GROUPS, ON_MAP, distinct, group_of, in_group
from cogs.game.views.table_buttons import PRIMARY, QUIET, group_button, move_button, move_menu

Row: TypeAlias = list[ui.Item[Any]]
MOST_COMPONENTS: Final = 40
"""Of a message, whatever is inside another thing included (Discord)."""
FEW: Final = 8
"""So many targets are buttons where other kinds of action are shown too, if there are lines for them."""
MOST_LINES: Final = 10
"""Lines on a phone that the actions take before menus are preferred to buttons."""
IN_LINE: Final = 2
"""Buttons that a phone shows side by side."""
MOST_MENUS: Final = 3
"""Menus of one kind of action where other kinds are shown too."""
FIRST: Final = ("play", *ON_MAP)
SHOWN: Final = (*FIRST, *(group for group in GROUPS if group not in FIRST))
"""The kinds of action in the order in which they help most."""
WANTED: Final = ("play", "explore", "build", "populate", "machine", "switch", "trade", "crate", "journey", "take_gains")
"""The kinds of action that get room for fewer taps, the most frequent first; the others stay a button each."""
SHORT: Final = ("explore", "switch", "convert")
"""The kinds of action whose buttons are short: a phone shows them side by side."""
TWO_TAPS: Final = ("play", "explore", "build", "populate", "machine")
"""The kinds of action that are two taps away at most, however many lines that takes."""


class Layout(NamedTuple):
    """A way to show one kind of action. It is made only if it is chosen: ``build`` gives rows of its own, or buttons
    that share rows with those of other kinds."""

    build: Callable[[], Sequence[Row]]
    rows: Sequence[int] = ()
    """The controls in each row of its own."""
    loose: int = 0
    """Buttons that share rows; ``build`` then gives them as one row."""
    lines: int = 0
    """The lines of its own rows on a phone."""


def buttons_of(halves: Sequence[bool], build: Callable[[], Row]) -> Layout:
    """Buttons in rows of their own; for each whether it takes half a line of a phone, else a whole one."""
    in_row = IN_ROW if not any(halves) else IN_ROW - IN_ROW % IN_LINE
    rows = [halves[start : start + in_row] for start in range(0, len(halves), in_row)]
    lines = sum(_lines_of(row) for row in rows)
    return Layout(lambda: in_rows(build(), in_row), [len(row) for row in rows], lines=lines)


def _lines_of(halves: Sequence[bool]) -> int:
    """The lines that the buttons of a row take, in their order."""
    lines, room = 0, False
    for half in halves:
        if half and room:
            room = False
        else:
            lines, room = lines + 1, half
    return lines


def loose_of(number: int, build: Callable[[], Row]) -> Layout:
    """Buttons that share rows."""
    return Layout(lambda: [build()], loose=number)


def menus_of(number: int, build: Callable[[], Sequence[Row]]) -> Layout:
    """Menus for so many entries."""
    menus = -(-number // MOST_CHOICES)
    return Layout(build, [1] * menus, lines=menus)


def paid_with(found: TableSnapshot, offer: Offer, crystals: int) -> Offer:
    """The offer, paid with so many crystals where that can be."""
    if found.seat is None or not crystals:
        return offer
    payment = with_crystals(offer, found.seen.state.seats[found.seat].owned, crystals)
    return Offer(
        paying(offer.action, payment),
        offer.cost,
        offer.payment if payment is None else payment,
        offer.range,
        offer.extra_books,
        offer.discount,
        offer.barrier,
        offer.loses,
        offer.books_to,
    )


def target_button(
    found: TableSnapshot, controls: Controls, offer: Offer, style: discord.ButtonStyle = PRIMARY
) -> ui.Button[Any]:
    """Carries an offer out; it says what that is, costs and brings."""
    button = move_button(controls, offer.action, offer_button(found.locale, offer, found.table), style)
    button.emoji = sign(group_of(offer))
    return button


def target_menus(found: TableSnapshot, controls: Controls, group: str, offers: Sequence[Offer]) -> list[Row]:
    """The offers of a group as menus, as many as they need; of several each says where it begins and ends."""
    parts = [offers[start : start + MOST_CHOICES] for start in range(0, len(offers), MOST_CHOICES)]
    return [
        [move_menu(controls, f"{group}.{number}", _placeholder(found, group, part, len(parts)), _choices(found, part))]
        for number, part in enumerate(parts)
    ]


def _placeholder(found: TableSnapshot, group: str, part: Sequence[Offer], of: int) -> str:
    locale = found.locale
    words = f"{sign(group)} {t(locale, f'turn.group.{group}')} · {t(locale, f'turn.pick.{group}')}"
    if of == 1:
        return words
    first, last = (_named(found, offer) for offer in (part[0], part[-1]))
    key = "turn.part" if first != last else "turn.part.one"
    return t(locale, key, group=t(locale, f"turn.group.{group}"), first=first, last=last)


def _named(found: TableSnapshot, offer: Offer) -> str:
    """What tells an offer from the others of its kind, in few characters."""
    match offer.action:
        case PlayCard(card=card):
            return component_name(found.locale, found.table, card)
        case Build(space=space) | Populate(location=space):
            return space_label(found.table, space)
        case Explore(place=place):
            return place_label(found.table, place)
    return offer_label(found.locale, offer, found.table, 24)


def _choices(found: TableSnapshot, offers: Sequence[Offer]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=offer_label(found.locale, offer, found.table),
            description=offer_note(found.locale, offer, found.table) or None,
            value=written(offer.action),
        )
        for offer in offers
    ]


# ---- as few taps as there is room for ----------------------------------------------------------------------------


def layouts(found: TableSnapshot, controls: Controls, group: str) -> list[Layout]:
    """The ways to show a kind of action, the fewest taps first; the last one is a single button. Playing cards has its
    own (:mod:`cogs.game.views.hand_panel`)."""
    offers = distinct(in_group(controls.offers, group), found.table)
    style = PRIMARY if group in ON_MAP else QUIET

    def buttons() -> Row:
        return [target_button(found, controls, offer, style) for offer in offers]

    if group == "hibernate" and not any(offer.barrier for offer in offers):
        return [loose_of(len(offers), buttons)]
    ways = []
    if len(offers) <= FEW and group != "hibernate":
        halves = [group in SHORT and not _copies(offer) for offer in offers]
        ways.append(buttons_of(halves, buttons))
        if group == "switch" and all(halves):
            return ways  # as low as a menu, and its buttons are always where they were
    if 1 < len(offers) <= MOST_MENUS * MOST_CHOICES:
        ways.append(menus_of(len(offers), lambda: target_menus(found, controls, group, offers)))
    return [*ways, loose_of(1, lambda: [group_button(found, group, style)])]


def _copies(offer: Offer) -> bool:
    """Whether a use of the switch copies something, which takes a whole line to say."""
    return isinstance(offer.action, UseSwitch) and (offer.action.copy or offer.action.journey) is not None


def arranged(ways: Mapping[str, Sequence[Layout]], room: int) -> list[Row]:
    """Rows of at most so many components: every kind of action begins with its smallest layout, then those that are
    wanted most get a larger one for as long as there is room for its components and lines."""
    chosen = {group: len(of_group) - 1 for group, of_group in ways.items()}
    for _ in range(max((len(of_group) for of_group in ways.values()), default=0)):
        for group in (group for group in WANTED if chosen.get(group)):
            better = {**chosen, group: chosen[group] - 1}
            layouts_then = {each: ways[each][better[each]] for each in ways}
            short = _lines(layouts_then) <= MOST_LINES
            needed = group in TWO_TAPS and chosen[group] == len(ways[group]) - 1
            if _size(layouts_then) <= room and (short or needed):
                chosen = better
    return _built({group: ways[group][chosen[group]] for group in ways})


def _size(chosen: Mapping[str, Layout]) -> int:
    """Components of the layouts together."""
    rows = sum(1 + row for layout in chosen.values() for row in layout.rows)
    return rows + sum(loose + -(-loose // IN_ROW) for loose in _loose(chosen))


def _lines(chosen: Mapping[str, Layout]) -> int:
    """Lines of the layouts together on a phone."""
    return sum(layout.lines for layout in chosen.values()) + sum(-(-loose // IN_LINE) for loose in _loose(chosen))


def _loose(chosen: Mapping[str, Layout]) -> tuple[int, int]:
    """Buttons that share rows: of the first kinds of action, and of the others."""
    first = sum(layout.loose for group, layout in chosen.items() if group in FIRST)
    return first, sum(layout.loose for layout in chosen.values()) - first


def _built(chosen: Mapping[str, Layout]) -> list[Row]:
    """Rows of the first kinds of action, their shared row, then the same of the others."""
    parts = ([layout for group, layout in chosen.items() if (group in FIRST) is first] for first in (True, False))
    return [row for part in parts for row in _rows_of(part)]


def _rows_of(chosen: Sequence[Layout]) -> list[Row]:
    made = [(layout, layout.build()) for layout in chosen]
    loose = [button for layout, rows in made if layout.loose for row in rows for button in row]
    return [*(row for layout, rows in made if not layout.loose for row in rows), *in_rows(loose)]


def in_rows(items: Sequence[ui.Item[Any]], in_row: int = IN_ROW) -> list[Row]:
    """Buttons in rows of at most five."""
    return [list(items[start : start + in_row]) for start in range(0, len(items), in_row)]
