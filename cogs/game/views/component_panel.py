"""One component looked at: what it does, where it is now, the rules about it; and the menus that lead there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.engine.actions import (
    Action,
    Decision,
    Explore,
    Offer,
    OpenCrate,
    PlayCard,
    Populate,
    ResolveJourney,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.components import Pack
from bot.engine.effects import TRACKS, Choice, Effect, Lasting, Pay, When
from bot.engine.variants.abyss.state_access import shown
from bot.reference.rule_entries import COMPONENT_ENTRIES, EFFECT_ENTRIES
from bot.text import Locale, t, tn
from bot.text.board import tiles_listing
from bot.text.game import CHOICE, Table, capital, component_name, component_words, effect_words, fit, technology_words
from bot.text.game.component_text import component_fitting
from bot.text.game.effects import print_words
from bot.text.game.emoji import sign
from bot.text.game.names import place_label
from bot.text.game.whereabouts import whereabouts
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.message_layout import MOST_CHOICES, panel_of
from cogs.rules.rule_button import RuleButton

TILE: Final = "tile"
_SIGNS: Final = {
    "citizen": "card",
    "artifact_card": "artifact",
    "tribe": "tribe_ability",
    "large_location": "large",
    TILE: "unexplored",
}
MOST_RULES: Final = 4
MOST_MENUS: Final = 2
PLACE: Final = "tile-"
"""Begins the value of a tile on the map in a menu; the number of its place follows."""

ALL, NEWS, BOARD, SIGNS = "all-offers", "all-news", "own-board", "all-signs"
"""Values of the menu of the own panel beside those of components: everything that can be done, what has happened, the
own board, what the signs mean."""
LONGEST_PLACE: Final = 4
"""Digits."""


def kind_of(pack: Pack, component: str) -> str | None:
    """The kind of a component; None where the pack has none of this identifier."""
    return next((kind for kind in COMPONENT_ENTRIES if component in getattr(pack, kind)), None)


def _is_scyphoz(pack: Pack, component: str) -> bool:
    return component in pack.citizen and pack.citizen[component].colour is None


# ---- one component -----------------------------------------------------------------------------------------------


def component_panel(locale: Locale, table: Table, component: str, titles: Mapping[str, str]) -> Panel:
    """What a component does, where it is, and a button for each of the rules of which a title is given."""
    kind = kind_of(table.pack, component) or "hidden"
    name = capital(component_name(locale, table, component))
    shown_as = "scyphoz" if _is_scyphoz(table.pack, component) else _SIGNS.get(kind, kind)
    called = "scyphoz" if shown_as == "scyphoz" else kind
    heading = f"### {sign(shown_as)} {name}\n-# {t(locale, f'picture.kind.{called}')}"
    places = [t(locale, "look.where", place=place) for place in whereabouts(locale, table, component)]
    rules = [RuleButton.of(locale, entry, title) for entry, title in titles.items()]
    return panel_of([heading, *_texts(locale, table, kind, component), "\n".join(places)], rules)


def _texts(locale: Locale, table: Table, kind: str, component: str) -> Iterator[str]:
    if kind == "tribe":
        yield from _tribe_texts(locale, table, component)
    elif kind == "large_location":
        points = tn(locale, "thing.points", table.pack.large_location[component].points)
        yield t(locale, "look.large_location", points=points)
    else:
        yield capital(component_words(locale, table, component))


def _tribe_texts(locale: Locale, table: Table, name: str) -> Iterator[str]:
    tribe = table.pack.tribe[name]
    yield t(locale, "show.tribe.ability", ability=effect_words(locale, tribe.ability))
    if tribe.lasting:
        yield t(locale, "show.sheet.always", effects=effect_words(locale, tribe.lasting))
    yield "\n".join(
        t(
            locale,
            "show.sheet.technology",
            mark=sign("open"),
            technology=component_name(locale, table, technology.id),
            row=technology.row,
            books=tn(locale, "thing.book", technology.books),
            words=technology_words(locale, technology),
        )
        for technology in tribe.technologies
    )


def place_of(found: TableSnapshot, value: str) -> int | None:
    """The place that a value of a menu names; None where it names none of the map, or there is none yet."""
    number = value.removeprefix(PLACE)
    known = found.view is not None and value != number and number.isdecimal() and len(number) <= LONGEST_PLACE
    return int(number) if known and int(number) < len(found.table.board.spaces_of) else None


def tile_texts(found: TableSnapshot, place: int) -> Iterator[str]:
    """What a tile costs and gives while it lies face down, else what each of its spaces shows."""
    board = found.table.board
    label = board.labels[min(board.spaces_of[place])]
    yield f"### {capital(t(found.locale, 'thing.tile', label=label))}"
    if place in found.seen.backs:
        order = sorted(found.seen.backs, key=lambda other: min(board.spaces_of[other]))
        yield tiles_listing(found.locale, found.table)[order.index(place)]
        return
    for space in sorted(board.spaces_of[place]):
        yield f"**{board.labels[space]}** {print_words(found.locale, found.seen.prints[space])}"


def tile_panel(found: TableSnapshot, place: int, titles: Mapping[str, str]) -> Panel:
    """A tile on the map."""
    rules = [RuleButton.of(found.locale, entry, title) for entry, title in titles.items()]
    return panel_of(list(tile_texts(found, place)), rules)


def entries_of(pack: Pack, component: str) -> list[str]:
    """The entries of the reference about a component: that of its kind, then those of what it does."""
    kind = kind_of(pack, component)
    if kind is None:
        return []
    of_effects = (EFFECT_ENTRIES.get(str(each.__struct_config__.tag)) for each in _all(_effects(pack, kind, component)))
    return list(dict.fromkeys([*_of_kind(pack, kind, component), *(entry for entry in of_effects if entry)]))[
        :MOST_RULES
    ]


def _of_kind(pack: Pack, kind: str, component: str) -> tuple[str, ...]:
    """The entries of a kind; of a scyphoz card and a journey all that are about them."""
    if _is_scyphoz(pack, component):
        return ("scyphoz.play", "scyphoz.colour")
    entry = COMPONENT_ENTRIES[kind]
    return (entry, "journey.resolve") if kind == "journey" else (entry,)


def _effects(pack: Pack, kind: str, component: str) -> Iterable[Effect | Lasting]:
    if kind == "citizen":
        card = pack.citizen[component]
        return (*card.top.get, *card.bottom.get)
    if kind == "lake":
        return (*pack.lake[component].small, *pack.lake[component].large)
    if kind == "technology":
        found = pack.technology[component]
        return (*found.at_once, *found.lasting, *found.machine, *(found.trade.get if found.trade else ()))
    if kind == "tribe":
        return (*pack.tribe[component].ability, *pack.tribe[component].lasting)
    return getattr(getattr(pack, kind)[component], "get", ())


def _all(effects: Iterable[Effect | Lasting]) -> Iterator[Effect | Lasting]:
    """The effects with those inside them."""
    for effect in effects:
        yield effect
        if isinstance(effect, Choice):
            yield from _all(one for each in effect.of for one in each)
        elif isinstance(effect, Pay | When):
            yield from _all(effect.get)


# ---- the menus ---------------------------------------------------------------------------------------------------


def look_menus(found: TableSnapshot, named: Iterable[str]) -> list[ui.Item[Any]]:
    """Menus of the components, to look at one of them; none where there is nothing to look at. What is hidden, and what
    the pack does not know, is left out."""
    if found.view is None:
        return []
    known = [each for each in dict.fromkeys(named) if place_of(found, each) is not None or kind_of(found.pack, each)]
    parts = [known[start : start + MOST_CHOICES] for start in range(0, len(known), MOST_CHOICES)][:MOST_MENUS]
    return [
        ui.Select(
            custom_id=ids.look(found.game, number),
            placeholder=t(found.locale, "look.menu"),
            options=[_option(found, each) for each in part],
        )
        for number, part in enumerate(parts)
    ]


def more_menu(found: TableSnapshot, named: Iterable[str], *, offers: bool, looks: bool) -> ui.Select[Any]:
    """The menu at the end of the own panel: everything that can be done (``offers``: where something can), what has
    happened and the own board (``looks``: where no buttons lead there), what the signs mean, and the components, as far
    as they have room."""
    menus = look_menus(found, named)
    components = menus[0].options if menus and isinstance(menus[0], ui.Select) else []
    everything = discord.SelectOption(label=t(found.locale, "turn.all"), value=ALL, emoji=sign("question"))
    signs = discord.SelectOption(label=t(found.locale, "symbol.open"), value=SIGNS, emoji=sign("symbols"))
    happened = discord.SelectOption(label=t(found.locale, "show.news"), value=NEWS, emoji=sign("news"))
    board = discord.SelectOption(label=t(found.locale, "show.own_board"), value=BOARD, emoji=sign("seat"))
    ways = [*([everything] if offers else []), *([happened, board] if looks else []), signs]
    return ui.Select(
        custom_id=ids.look(found.game, 0),
        placeholder=t(found.locale, "look.more"),
        options=[*ways, *components][:MOST_CHOICES],
    )


def _option(found: TableSnapshot, value: str) -> discord.SelectOption:
    locale, table = found.locale, found.table
    if (place := place_of(found, value)) is not None:
        name = capital(t(locale, "thing.tile", label=place_label(table, place)))
        return discord.SelectOption(label=name, value=value, emoji=sign("unexplored"))
    return discord.SelectOption(
        label=fit(capital(component_name(locale, table, value)), CHOICE),
        description=fit(component_fitting(locale, table, value, CHOICE), CHOICE) or None,
        value=value,
        emoji=sign_of(table.pack, value),
    )


def sign_of(pack: Pack, component: str) -> str:
    """The sign of a component: a card's colour, else that of its kind."""
    kind = kind_of(pack, component) or ""
    colour = pack.citizen[component].colour if kind == "citizen" else None
    return sign((colour or "scyphoz") if kind == "citizen" else _SIGNS.get(kind, kind))


def named_by_offers(offers: Iterable[Offer]) -> Iterator[str]:
    """The components and tiles that offers name."""
    return named_by(offer.action for offer in offers)


def named_by(actions: Iterable[Action]) -> Iterator[str]:
    """The components and tiles that actions name."""
    for action in actions:
        match action:
            case PlayCard(card=named) | UseMachine(machine=named) | OpenCrate(crate=named):
                yield named
            case Populate(technology=named) | TradeAction(technology=named):
                yield named
            case UseSwitch(copy=str() as named) | UseSwitch(journey=str() as named) | ResolveJourney(journey=named):
                yield named
            case Explore(place=place):
                yield f"{PLACE}{place}"


def named_by_decision(decision: Decision) -> Iterator[str]:
    """The components that the answers name."""
    return (option.id for option in decision.options if isinstance(option.id, str))


def on_board(found: TableSnapshot, seat: int, tab: str) -> Iterator[str]:
    """The components on a page of a player's board."""
    mine = found.seen.state.seats[seat]
    if tab == "cards":
        yield from mine.active
        for slot in mine.slots:
            yield from (played.card for played in slot.cards)
            yield from (module for module in slot.modules if module)
        yield from mine.rest
    elif tab == "tracks":
        yield from (machine.machine for machine in mine.machines)
    else:
        yield from _journeys_of(found, seat)
        yield mine.tribe
        yield from (technology.id for technology in found.pack.tribe[mine.tribe].technologies)
        yield from (found.seen.state.common_card,) if found.seen.state.common_card else mine.artifact_cards


def _journeys_of(found: TableSnapshot, seat: int) -> Iterator[str]:
    kept = shown(found.seen.state)
    if kept is not None:
        yield from (*kept.seats[seat].journeys, *kept.seats[seat].resolved)


def in_market(found: TableSnapshot) -> Iterator[str]:
    """The components on display."""
    state = found.seen.state
    yield from state.display
    yield from state.module_display
    for track in TRACKS:
        yield from state.market[track]
    kept = shown(state)
    if kept is not None:
        yield from (*kept.journey_display, kept.location)
        yield from (lying.tile for lying in state.places if lying.tile in found.pack.lake)


def at_hand(found: TableSnapshot) -> Sequence[str]:
    """What the reader has before them: cards first, then machines; nothing for whoever does not play."""
    if found.seat is None or found.view is None:
        return ()
    return [*on_board(found, found.seat, "cards"), *on_board(found, found.seat, "tracks")]
