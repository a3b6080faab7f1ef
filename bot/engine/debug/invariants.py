"""Everything that is impossible in a position: pieces not conserved, counts below zero or above what there is
(docs/develop/engine.md, Checks)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from bot.engine.effects import TRACKS
from bot.engine.resolution.tasks import ChooseActive, ChooseArtifactCard, ClaimedArtifact, Draft, PlaceModule
from bot.engine.resources import over_limit
from bot.engine.rules.artifacts import artifacts_left, artifacts_reserved
from bot.engine.rules.setup import artifacts_laid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, SeatState


class Violation(msgspec.Struct, frozen=True):
    """One thing that cannot be: a code and what it is about."""

    code: str
    about: str

    def __str__(self) -> str:
        return f"{self.code}: {self.about}"


def violations(game: Game) -> list[Violation]:
    """Everything that is impossible in a position; empty where the position could have come about."""
    found: list[Violation] = []
    for check in (_conserved, _counted, _seats, _map, _turn):
        found.extend(check(game))
    for variant in game.variants:
        found.extend(Violation(*problem) for problem in variant.problems(game))
    return found


# ---- pieces ------------------------------------------------------------------------------------------------------


def _conserved(game: Game) -> Iterator[Violation]:
    """Each component is in exactly one place, and there are no others."""
    state, pack = game.state, game.pack
    citizens = _citizens_in_play(game)
    yield from _same("citizen", [card.id for card in pack.citizens if card.id in citizens], citizens.elements())
    yield from _same("module", [module.id for module in pack.modules], _modules(game))
    yield from _same("machine", [machine.id for machine in pack.machines], _machines(game))
    yield from _same("crate", [crate.id for crate in pack.crates], _crates(game))
    yield from _same("artifact card", [card.id for card in pack.artifact_cards], _artifact_cards(game))
    tiles = Counter(lying.tile for lying in state.places if lying.tile)
    yield from (Violation("twice", f"tile {tile}") for tile, number in tiles.items() if number > 1)
    yield from _no_citizen_missing(game, citizens)


def _same(kind: str, expected: Iterable[str], found: Iterable[str]) -> Iterator[Violation]:
    want_list, have_list = list(expected), list(found)
    if sorted(want_list) == sorted(have_list):
        return
    want, have = Counter(want_list), Counter(have_list)
    yield from (Violation("missing", f"{kind} {thing}") for thing in (want - have))
    yield from (Violation("too_many", f"{kind} {thing}") for thing in (have - want))


def _citizens_in_play(game: Game) -> Counter[str]:
    state = game.state
    found = Counter(state.deck + state.display + state.starting_deck)
    for mine in state.seats:
        found.update(mine.active + mine.rest)
        found.update(played.card for slot in mine.slots for played in slot.cards)
        for task in mine.stack:
            if isinstance(task, Draft):
                found.update(task.cards)
    found.update(thing for thing in state.removed if thing in game.pack.citizen)
    return Counter({card: number for card, number in found.items() if not _apart(game, card)})


def _apart(game: Game, card: str) -> bool:
    """Whether a card is none of the citizens: a variant that brings such cards counts them itself."""
    known = game.pack.citizen.get(card)
    return known is not None and known.colour is None


def _no_citizen_missing(game: Game, found: Counter[str]) -> Iterator[Violation]:
    options = game.setup.options
    for card in game.pack.citizens:
        expected = card.set is None and (not card.campaign or options.campaign_citizens)
        if expected and card.id not in found:
            yield Violation("missing", f"citizen {card.id}")


def _modules(game: Game) -> list[str]:
    state = game.state
    found = state.module_deck + state.module_display + [thing for thing in state.removed if thing in game.pack.module]
    for mine in state.seats:
        found += [module for slot in mine.slots for module in slot.modules if module is not None]
        found += [task.module for task in mine.stack if isinstance(task, PlaceModule)]
    return found


def _machines(game: Game) -> list[str]:
    state, market = game.state, {machine.id for machine in game.pack.machines}
    found = [machine for track in TRACKS for machine in state.machine_decks[track] + state.market[track]]
    found += [machine.machine for mine in state.seats for machine in mine.machines if machine.machine in market]
    found += [thing for thing in state.removed if thing in market]
    return found


def _crates(game: Game) -> list[str]:
    state = game.state
    held = [crate for mine in state.seats for crate in mine.crates]
    return state.crates + held + [thing for thing in state.removed if thing in game.pack.crate]


def _artifact_cards(game: Game) -> list[str]:
    state = game.state
    found = list(state.artifact_deck) + ([state.common_card] if state.common_card else [])
    for mine in state.seats:
        found += mine.artifact_cards
        found += [card for task in mine.stack if isinstance(task, ChooseArtifactCard) for card in task.cards]
    return found


def _counted(game: Game) -> Iterator[Violation]:
    state = game.state
    laid = artifacts_laid(game)
    total = Counter(state.artifacts) + Counter(state.removed_artifacts)
    for mine in state.seats:
        total += Counter(mine.artifacts)
    if total.total() != laid:
        yield Violation("artifacts", f"{total.total()} instead of {laid}")
    if any(number < 0 for number in state.artifacts.values()):
        yield Violation("negative", "artifacts on the board")
    yield from _reserved(game)
    tiles = sum(mine.end_tile for mine in state.seats)
    if tiles > 1 or bool(tiles) != (state.end_by is not None):
        yield Violation("end_tile", f"{tiles} held, end by {state.end_by}")


def _reserved(game: Game) -> Iterator[Violation]:
    """Each reservation waits for its seat's answer, and enough artifacts lie there for all."""
    state = game.state
    if artifacts_left(state) < 0:
        yield Violation("reserved", f"{artifacts_reserved(state)} of {sum(state.artifacts.values())} on the board")
    for seat, mine in enumerate(state.seats):
        asked = [task.source for task in mine.stack if isinstance(task, ClaimedArtifact) and task.what == "large"]
        if Counter(asked) != Counter(mine.reserved):
            yield Violation("reserved", f"seat {seat}: {len(mine.reserved)} reserved, {len(asked)} to be answered")


# ---- seats -------------------------------------------------------------------------------------------------------


def _seats(game: Game) -> Iterator[Violation]:
    for seat, mine in enumerate(game.state.seats):
        for problem in _seat(game, seat, mine):
            yield Violation(problem.code, f"seat {seat}: {problem.about}")


def _seat(game: Game, seat: SeatNumber, mine: SeatState) -> Iterator[Violation]:
    pack, supply = game.pack, game.pack.supply
    yield from _ranges(game, seat, mine)
    unlocked = [reward for reward in mine.unlocked if reward in pack.reward]
    markers = supply.discs - mine.discs + len(unlocked)
    if mine.progress != min(markers, len(pack.player_board.progress) - 1):
        yield Violation("progress", f"{mine.progress} markers on the progress track instead of {markers}")
    for reward in pack.player_board.rewards:
        reached = all(mine.track.get(link.track, 0) >= link.space for link in reward.links)
        if reached != (reward.id in mine.unlocked):
            yield Violation("unlocked", f"{reward.id} {'not ' if reached else ''}unlocked")
    figures = sum(seats.count(seat) for seats in game.state.figures.values())
    figures += sum(len(variant.locations_apart(game, seat)) for variant in game.variants)
    if figures != len(mine.technologies):
        yield Violation("figures", f"{figures} figures on the map, {len(mine.technologies)} technologies")
    yield from _technologies(game, mine)
    for size, cap in (("small", supply.small_buildings), ("large", supply.large_buildings)):
        built = sum(building.seat == seat and building.size == size for building in game.state.buildings.values())
        if built + mine.buildings_left.get(size, 0) != cap:  # type: ignore[call-overload]
            yield Violation("buildings", f"{built} {size} built, {mine.buildings_left.get(size, 0)} left of {cap}")  # type: ignore[call-overload]


def _ranges(game: Game, seat: SeatNumber, mine: SeatState) -> Iterator[Violation]:
    owned = {kind: getattr(mine.owned, kind) for kind in ("gear", "book", "food", "crystal")}
    counts = owned | {
        "points": mine.points,
        "energy": mine.energy,
        "discs": mine.discs,
        "small artifacts": mine.small_artifacts,
    }
    yield from (Violation("negative", f"{name} {number}") for name, number in counts.items() if number < 0)
    open_window = game.state.phase in ("play", "between")
    if over_limit(mine.owned) and not mine.stack and not open_window:
        yield Violation("over_limit", f"{mine.owned}")
    energy = mine.energy + sum(machine.powered for machine in mine.machines)
    if energy > game.pack.supply.energy:
        yield Violation("energy", f"{energy} tokens of {game.pack.supply.energy}")
    for track, reached in mine.track.items():
        if not 0 <= reached <= game.pack.player_board.tracks[track].spaces:
            yield Violation("track", f"{track} at {reached}")
    if any(
        len(slot.modules) != len(printed.modules)
        for slot, printed in zip(mine.slots, game.pack.player_board.slots, strict=False)
    ):
        yield Violation("slots", "wrong number of module places")
    drafting = any(isinstance(task, ChooseActive | Draft) for task in mine.stack)
    if game.state.phase != "setup" and drafting:
        yield Violation("draft", "still drafting")


def _technologies(game: Game, mine: SeatState) -> Iterator[Violation]:
    own = {technology.id: technology for technology in game.pack.tribe[mine.tribe].technologies}
    for index, technology in enumerate(mine.technologies):
        if technology not in own:
            yield Violation("technology", f"{technology} is not of {mine.tribe}")
        elif own[technology].links and not set(own[technology].links) & set(mine.technologies[:index]):
            yield Violation("technology", f"{technology} is not linked to an unlocked one")


# ---- map and turn ------------------------------------------------------------------------------------------------


def _map(game: Game) -> Iterator[Violation]:
    owners = len(game.state.seats) + any(variant.has_pieces for variant in game.variants)
    for space, building in game.state.buildings.items():
        if game.terrain(space) != "desert":
            yield Violation("building", f"{game.board.labels[space]} is no desert")
        if not 0 <= building.seat < owners:
            yield Violation("building", f"{game.board.labels[space]} belongs to nobody")
    for location, seats in game.state.figures.items():
        if game.location_at(location) != location:
            yield Violation("figure", f"{game.board.labels[location]} is no location")
        if len(set(seats)) < len(seats):
            yield Violation("figure", f"{game.board.labels[location]} holds two of one seat")


def _turn(game: Game) -> Iterator[Violation]:
    turn = game.state.turn
    if not 0 <= turn.seat < len(game.state.seats):
        yield Violation("turn", f"no seat {turn.seat}")
    if not 0 <= turn.actions <= turn.windows <= 2:
        yield Violation("turn", f"{turn.actions} actions in {turn.windows} windows")
