"""Alternative texts of the pictures, for people who have them read aloud. The most important facts come first; at most
1,024 characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.effects import TRACKS
from bot.engine.game import Game
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.solo_components import MautomaState
from bot.engine.variants.abyss.state_access import shown
from bot.pictures.picture import ALT_MOST
from bot.pictures.render.drawable_names import MAUTOMA
from bot.text.catalogue import t, tn
from bot.text.formatting import joined
from bot.text.game.component_text import component_brief, component_words
from bot.text.game.effects import print_words
from bot.text.game.ending_text import ending_headline, ending_words, reserved_words
from bot.text.game.expansion_text import apart_line, spoken_lines, spoken_market_lines
from bot.text.game.names import amount, amounts_words, component_name, pair, place_label, slot_label
from bot.text.game.text_context import Table
from bot.text.truncate import fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.engine.resources import Resource
    from bot.engine.state import SeatState
    from bot.engine.views import View
    from bot.pictures.layers.overlay import Overlay
    from bot.text.locale import Locale


def join_sentences(sentences: Iterable[str]) -> str:
    """Join the sentences that are not empty, cut to the length that Discord allows."""
    return fit(" ".join(sentence for sentence in sentences if sentence), ALT_MOST)


def board_alt(seen: View, locale: Locale, names: Sequence[str], overlay: Overlay | None) -> str:
    """Explored tiles, the way or range shown, points and pieces of each player, artifacts left."""
    tiles = [place for place, found in enumerate(seen.board.places) if found.kind == "area"]
    known = sum(seen.state.places[place].revealed for place in tiles)
    parts = [t(locale, "picture.board", known=known, all=len(tiles))]
    if seen.state.phase == "play":
        parts += _turn(seen, locale, names)
    if overlay is not None:
        parts.append(_overlay(seen, locale, overlay))
    parts.append(tn(locale, "picture.artifacts_left", artifacts_left(seen.state)))
    parts.append(reserved_words(locale, seen.state, names) or "")
    parts += _expansion(seen, locale, names)
    parts += [_seat(seen, locale, seat, name) for seat, name in enumerate(names)]
    parts += _mautoma(seen, locale)
    return join_sentences(parts)


def _turn(seen: View, locale: Locale, names: Sequence[str]) -> Iterable[str]:
    """Whose turn it is, and how near the end is."""
    game, turn = Game(seen.setup, seen.pack, seen.state, seen.variants), seen.state.turn
    key = "picture.last_turn" if ending_headline(locale, game, names) else "picture.turn"
    yield t(locale, key, n=turn.number, name=names[turn.seat])
    yield from ending_words(locale, game, names)


def _overlay(seen: View, locale: Locale, overlay: Overlay) -> str:
    labels = seen.board.labels
    if overlay.target is not None and overlay.origin is not None:
        way = ", ".join(labels[space] for space in overlay.path) or "–"
        food = tn(locale, "thing.food", overlay.costs[overlay.target].food)
        return t(locale, "picture.way", start=labels[overlay.origin], target=labels[overlay.target], way=way, food=food)
    by_cost: dict[tuple[tuple[Resource, int], ...], list[str]] = {}
    for space in sorted(overlay.costs):
        by_cost.setdefault(overlay.parts(space), []).append(labels[space])
    ordered = sorted(by_cost.items(), key=lambda found: (sum(number for _, number in found[0]), found[0]))
    costs = "; ".join(pair(locale, _cost_words(locale, cost), ", ".join(found)) for cost, found in ordered)
    return t(locale, f"picture.costs.{overlay.what}", costs=costs)


def _cost_words(locale: Locale, cost: Iterable[tuple[Resource, int]]) -> str:
    return joined(locale, [amount(locale, kind, number) for kind, number in cost])


def _seat(seen: View, locale: Locale, seat: int, name: str) -> str:
    mine = seen.state.seats[seat]
    known = [tn(locale, "thing.points", mine.points), tn(locale, "thing.count.hibernations", mine.hibernations)]
    if (kept := shown(seen.state)) is not None:
        known.insert(1, tn(locale, "thing.devotion", kept.seats[seat].devotion))
    return pair(locale, f"{seat + 1} {name}", ", ".join([*known, _pieces(seen, locale, seat)])) + "."


def _expansion(seen: View, locale: Locale, names: Sequence[str]) -> Iterable[str]:
    """Where the lakes are, and who is at the separate large location."""
    kept = shown(seen.state)
    if kept is None:
        return
    table = Table(seen.pack, seen.board, tuple(names), seen)
    lakes = [place_label(table, place) for place, lying in enumerate(seen.state.places) if lying.tile in seen.pack.lake]
    yield t(locale, "picture.lakes", labels=", ".join(lakes))
    yield f"{apart_line(locale, table)}."


def _mautoma(seen: View, locale: Locale) -> Iterable[str]:
    """The hibernations and pieces of the Mautoma, in a game with it. Its seat number follows the last player's."""
    kept = seen.state.variant
    if isinstance(kept, MautomaState):
        seat, slept = len(seen.state.seats), tn(locale, "thing.count.hibernations", kept.hibernations)
        yield pair(locale, f"{seat + 1} {MAUTOMA}", ", ".join([slept, _pieces(seen, locale, seat)])) + "."


def _pieces(seen: View, locale: Locale, seat: int) -> str:
    """What a seat has on the map, and where."""
    labels = seen.board.labels
    small, large = (
        [labels[space] for space, found in seen.state.buildings.items() if found.seat == seat and found.size == size]
        for size in ("small", "large")
    )
    figures = [labels[space] for space, seats in seen.state.figures.items() if seat in seats]
    marker = [labels[seen.state.markers[seat]]] if seat in seen.state.markers else []
    kinds = (("small", small), ("large", large), ("figures", figures), ("marker", marker))
    there = [t(locale, f"picture.{kind}", labels=", ".join(found)) for kind, found in kinds if found]
    return joined(locale, there) if there else t(locale, "picture.no_pieces")


def player_alt(seen: View, seat: int, locale: Locale, name: str) -> str:
    """Points and resources first, then cards, tracks, machines and technologies."""
    mine, table = seen.state.seats[seat], Table(seen.pack, seen.board, (), seen)

    def named(things: Iterable[str]) -> str:
        return joined(locale, [component_name(locale, table, thing) for thing in things])

    return join_sentences(
        [
            t(
                locale,
                "picture.player",
                name=name,
                tribe=component_name(locale, table, mine.tribe),
                points=tn(locale, "thing.points", mine.points),
                owned=amounts_words(locale, mine.owned),
                energy=tn(locale, "thing.energy", mine.energy),
                crates=tn(locale, "picture.crates", len(mine.crates)),
            ),
            *(f"{line}." for line in spoken_lines(locale, table, seat)),
            t(locale, "picture.player.switch.used" if mine.switch_used else "picture.player.switch.free"),
            t(locale, "picture.player.active", cards=named(mine.active) or t(locale, "picture.none")),
            *_slots(locale, table, mine),
            tn(locale, "picture.player.rest", len(mine.rest)),
            t(locale, "picture.player.tracks", tracks=_tracks(locale, seen, mine)),
            t(locale, "picture.player.machines", machines=_machines(locale, table, mine)),
            t(
                locale,
                "picture.player.progress",
                n=mine.progress,
                points=tn(locale, "thing.points", seen.pack.player_board.progress[mine.progress].points),
            ),
            t(
                locale,
                "picture.player.technologies",
                technologies=named(mine.technologies) or t(locale, "picture.none"),
            ),
        ]
    )


def _slots(locale: Locale, table: Table, mine: SeatState) -> Iterable[str]:
    for number, slot in enumerate(mine.slots):
        if slot.cards:
            cards = joined(locale, [component_name(locale, table, played.card) for played in slot.cards])
            yield t(locale, "picture.player.slot", slot=slot_label(locale, table, number), cards=cards)


def _tracks(locale: Locale, seen: View, mine: SeatState) -> str:
    spaces = seen.pack.player_board.tracks
    return ", ".join(
        t(
            locale,
            "picture.player.track",
            track=t(locale, f"thing.terrain.{track}"),
            space=mine.track.get(track, 0),
            spaces=spaces[track].spaces,
        )
        for track in TRACKS
    )


def _machines(locale: Locale, table: Table, mine: SeatState) -> str:
    names = [(component_name(locale, table, each.machine), each.powered) for each in mine.machines]
    shown = [t(locale, "picture.player.powered", machine=name) if powered else name for name, powered in names]
    return joined(locale, shown) or t(locale, "picture.none")


def market_alt(seen: View, locale: Locale) -> str:
    """The displays. Modules have no names, so they are described by their effects."""
    table, state = Table(seen.pack, seen.board, (), seen), seen.state

    def named(things: Iterable[str]) -> str:
        return joined(locale, [component_name(locale, table, thing) for thing in things]) or t(locale, "picture.none")

    modules = "; ".join(
        t(locale, "thing.pair", name=component_name(locale, table, each), about=component_words(locale, table, each))
        for each in state.module_display
    )
    machines = (
        t(
            locale,
            "picture.market.machines",
            track=t(locale, f"thing.terrain.{track}"),
            machines=named(state.market[track]),
        )
        for track in TRACKS
    )
    return join_sentences(
        [
            t(locale, "picture.market"),
            t(locale, "picture.market.cards", cards=named(state.display)),
            *machines,
            *(f"{line}." for line in spoken_market_lines(locale, table)),
            t(locale, "picture.market.left", cards=len(state.deck), crates=len(state.crates)),
            t(locale, "picture.market.modules", modules=modules or t(locale, "picture.none")),
        ]
    )


def choice_alt(table: Table, locale: Locale, options: Sequence[tuple[int, str]]) -> str:
    """Each component with its number in the menu, its name and what it does."""
    said = (
        t(
            locale,
            "picture.choice.option",
            n=number,
            what=pair(locale, component_name(locale, table, name), component_brief(locale, table, name)),
        )
        for number, name in options
    )
    return join_sentences([t(locale, "picture.choice"), *said])


def orientation_alt(views: Sequence[View], place: int, locale: Locale) -> str:
    """Each orientation, with the terrain of every space."""
    first = views[0]
    table = Table(first.pack, first.board, (), first)
    options = [
        t(locale, "picture.orientation.option", n=number + 1, spaces=_spaces(locale, each, place))
        for number, each in enumerate(views)
    ]
    return join_sentences([t(locale, "picture.orientation", tile=place_label(table, place), options=" ".join(options))])


def _spaces(locale: Locale, seen: View, place: int) -> str:
    shown = ((seen.board.labels[space], seen.prints[space]) for space in sorted(seen.board.spaces_of[place]))
    return ", ".join(f"{label} {print_words(locale, printed)}" for label, printed in shown if printed)


def sheet_alt(locale: Locale, title: str, parts: Iterable[str], note: str) -> str:
    """Who has how many points, and from what."""
    return join_sentences([f"{title}.", *parts, note])
