"""Everything that a panel names, looked at with one press: what each component does and where it is now, a picture of
them with the same numbers, and the rules about them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from discord import ui

from bot.engine.actions import Action, Choose, Record
from bot.pictures import Numbered
from bot.text import t
from bot.text.board import tile_line
from bot.text.game import capital, component_name
from bot.text.game.component_text import component_brief
from bot.text.game.effects import print_words
from bot.text.game.emoji import sign
from bot.text.game.names import place_label
from bot.text.game.whereabouts import whereabouts
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.component_panel import (
    at_hand,
    entries_of,
    in_market,
    kind_of,
    look_menus,
    named_by,
    named_by_decision,
    named_by_offers,
    on_board,
    place_of,
    sign_of,
)
from cogs.game.views.message_layout import cut, page_of, panel_of
from cogs.game.views.offer_groups import in_group
from cogs.game.views.player_sheet import TABS
from cogs.game.views.progress_text import components_ahead
from cogs.game.views.table_buttons import QUIET, turn_button
from cogs.rules.rule_button import RuleButton

OWN, ADVICE, MARKET, LAST = "own", "advice", "market", "last"
"""What names the components: the own panel, advice, the market, what happened last; else a group of actions, or a page
of a player's board, such as ``0cards``."""
ON_PAGE: Final = 10
LONGEST: Final = 300
"""Characters of one component."""
MOST_RULES: Final = 5
BESIDE: Final = 4
"""So many components of what happened last come before those of the own panel."""
LATEST: Final = 2 * ON_PAGE
"""So many components of what happened last are told."""
DRAWN: Final = frozenset({"citizen", "artifact_card", "module", "machine", "technology", "crate"})
"""Kinds that a picture of several components shows."""


def closer_button(found: TableSnapshot, of: str, page: int | None = None, label: str | None = None) -> ui.Button[Any]:
    """Leads there; ``page``: within the panel itself."""
    emoji = None if label else sign("look")
    label = label or t(found.locale, "look.closer")
    return ui.Button(label=label, emoji=emoji, custom_id=ids.closer(found.game, of, page), style=QUIET)


def closer_panel(found: TableSnapshot, of: str, named: Sequence[str], page: int, titles: Mapping[str, str]) -> Panel:
    """A page of the components, with a button for each of the rules of which a title is given."""
    shown = shown_on(named, page)
    lines = [cut(_told(found, each, number), LONGEST) for number, each in shown]
    heading = f"### {sign('look')} {t(found.locale, 'look.closer')}"
    rules = [RuleButton.of(found.locale, entry, title) for entry, title in titles.items()]
    turning = [
        closer_button(found, of, other, t(found.locale, f"turn.{word}"))
        for other, word in ((page - 1, "before"), (page + 1, "further"))
        if 0 <= other < -(-len(named) // ON_PAGE)
    ]
    menus = look_menus(found, (each for _, each in shown))
    texts = [heading, "\n".join(lines) or t(found.locale, "look.closer.none")]
    return panel_of(texts, rules, *([menu] for menu in menus), [*turning, turn_button(found)])


def shown_on(named: Sequence[str], page: int) -> list[tuple[int, str]]:
    """The components of a page with their numbers."""
    shown, page, _ = page_of(named, page, ON_PAGE)
    return list(enumerate(shown, page * ON_PAGE + 1))


def drawn(found: TableSnapshot, shown: Iterable[tuple[int, str]]) -> tuple[Numbered, ...]:
    """Those that a picture shows."""
    return tuple(Numbered(number, each) for number, each in shown if kind_of(found.pack, each) in DRAWN)


def rules_of(found: TableSnapshot, shown: Sequence[tuple[int, str]]) -> list[str]:
    """The entries about them: those of their kinds first, then those of what they do."""
    entries = [entries_of(found.pack, each) for _, each in shown]
    first = dict.fromkeys(of_one[0] for of_one in entries if of_one)
    return list(dict.fromkeys([*first, *(entry for of_one in entries for entry in of_one)]))[:MOST_RULES]


def _told(found: TableSnapshot, each: str, number: int) -> str:
    """``3. ⚙️ **Gear Smith**: what it does`` and where it is."""
    locale, table = found.locale, found.table
    if (place := place_of(found, each)) is not None:
        return f"{number}\\. {sign('unexplored')} {_tile(found, place)}"
    name = f"**{capital(component_name(locale, table, each))}**"
    words = t(locale, "show.named", name=name, words=component_brief(locale, table, each))
    places = " · ".join(whereabouts(locale, table, each))
    return f"{number}\\. {sign_of(found.pack, each)} {words}\n-# {t(locale, 'look.where', place=places)}"


def _tile(found: TableSnapshot, place: int) -> str:
    if place in found.seen.backs:
        return tile_line(found.locale, found.table, place)
    name = capital(t(found.locale, "thing.tile", label=place_label(found.table, place)))
    spaces = sorted(found.table.board.spaces_of[place])
    words = (
        f"{found.table.board.labels[space]} {print_words(found.locale, found.seen.prints[space])}" for space in spaces
    )
    return t(found.locale, "show.named", name=f"**{name}**", words=", ".join(words))


# ---- what is named -----------------------------------------------------------------------------------------------


def named_on(found: TableSnapshot, of: str) -> list[str]:
    """The components that a panel names, each once; nothing where there is no such panel."""
    if found.view is None:
        return []
    known = (each for each in _named_on(found, of) if place_of(found, each) is not None or kind_of(found.pack, each))
    return list(dict.fromkeys(known))


def _named_on(found: TableSnapshot, of: str) -> Iterator[str]:
    if of == OWN:
        yield from _on_own_panel(found)
    elif of == MARKET:
        yield from in_market(found)
    elif of[:1].isdecimal():
        seat, tab = int(of[0]), of[1:]
        if seat < len(found.status.seats) and tab in TABS:
            yield from on_board(found, seat, tab)
    else:
        yield from named_by_offers(in_group(found.controls.offers if found.controls else (), of))


def _on_own_panel(found: TableSnapshot) -> Iterator[str]:
    controls = found.controls
    if controls is not None and controls.decision is not None:
        yield from named_by_decision(controls.decision)
    yield from at_hand(found)
    yield from components_ahead(found)
    if found.seat is not None:
        yield from on_board(found, found.seat, "tribe")
    yield from named_by_offers(controls.offers if controls is not None else ())


def named_in_advice(found: TableSnapshot, actions: Iterable[Action]) -> list[str]:
    """The components in moves, or in the answers to what is asked."""
    decision, named = found.controls.decision if found.controls else None, list[str]()
    for action in actions:
        if isinstance(action, Choose) and decision is not None:
            chosen = (decision.options[index] for index in action.answer if index < len(decision.options))
            named += [option.id for option in chosen if isinstance(option.id, str)]
        else:
            named += named_by([action])
    return list(dict.fromkeys(each for each in named if place_of(found, each) is not None or kind_of(found.pack, each)))


def named_last(found: TableSnapshot, records: Sequence[Record]) -> list[str]:
    """The components in what happened last, the latest first."""
    named = dict[str, None]()
    for record in reversed(records):
        if record.action is not None:
            named |= dict.fromkeys(each for each in named_by([record.action]))
        values = (value for event in record.events for value in event.values.values())
        named |= dict.fromkeys(str(value) for value in values if kind_of(found.pack, str(value)))
        if len(named) >= LATEST:
            break
    return list(named)[:LATEST]


def beside_last(found: TableSnapshot, last: Sequence[str]) -> list[str]:
    """The components of the own panel after the latest of what happened last, which the table's message names; answers
    to an open question stay first."""
    own = named_on(found, OWN)
    asked = found.controls.decision if found.controls is not None else None
    answers = set(named_by_decision(asked)) if asked is not None else set()
    first = [each for each in own if each in answers]
    return list(dict.fromkeys([*first, *last[:BESIDE], *own]))
