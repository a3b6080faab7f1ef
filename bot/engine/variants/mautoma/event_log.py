"""The Mautoma's turn read back from its events: for each choice the candidates, what decided, and the map as it was
then. Everything it used is public, so a view is enough."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import msgspec

from bot.engine.game import Game
from bot.engine.state import PlaceState
from bot.engine.variants.mautoma.candidate_search import Candidate, order, rewards_of, ways_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.engine.actions import Event
    from bot.engine.components import Back, Pack
    from bot.engine.geometry import Board
    from bot.engine.solo_components import MautomaCard, Segment, TieBreaker
    from bot.engine.state import Space
    from bot.engine.variants.mautoma.candidate_search import Reward
    from bot.engine.variants.mautoma.cards import Deed
    from bot.engine.views import View

CHOSEN: dict[str, Deed] = {"mautoma_explored": "explore", "mautoma_populated": "populate", "mautoma_built": "build"}
_OPENS = frozenset({"mautoma_explored", "flipped"})
_BUILDS = frozenset({"mautoma_built", "built"})
_POPULATES = frozenset({"mautoma_populated", "populated"})


@dataclass(frozen=True)
class Choice:
    """One deed of its turn. ``limit``: its range (None: any); ``chosen`` is None where it could not be done, and
    ``skipped`` the reason code; ``equal``: how many candidates were as good as the chosen one; ``at``: the place among
    the turn's events of the event that carries it out."""

    what: Deed
    limit: int | None
    candidates: tuple[Candidate, ...]
    chosen: Candidate | None
    equal: int
    skipped: str
    at: int

    @property
    def tied(self) -> bool:
        """Whether the search had to decide."""
        return self.equal > 1


@dataclass(frozen=True)
class ItsTurn:
    """A turn of the Mautoma: its number, its events, and for a card the field (from 1) on which the marker came to
    stand. ``card`` is None for a hibernation."""

    number: int
    events: tuple[Event, ...]
    card: MautomaCard | None
    steps: int
    field: int
    segment: Segment | None
    choices: tuple[Choice, ...]


def its_events(events: Sequence[Event]) -> Sequence[Event]:
    """What belongs to the Mautoma's turn among the events of a record, and what came of it; nothing where it took
    none."""
    start = next((at for at, event in enumerate(events) if event.key == "mautoma_turn"), len(events))
    return events[start:]


def its_turn(events: Sequence[Event], pack: Pack, board: Board) -> ItsTurn | None:
    """The turn that a record tells of; None where it tells of none."""
    found = tuple(its_events(events))
    if not found:
        return None
    card = next((event.values for event in found if event.key == "mautoma_card"), {})
    return ItsTurn(
        number=cast("int", found[0].values["number"]),
        events=found,
        card=cast("MautomaCard | None", card.get("card")),
        steps=cast("int", card.get("steps", 0)),
        field=cast("int", card.get("field", 0)),
        segment=cast("Segment | None", card.get("segment")),
        choices=tuple(_choices(found, board)),
    )


def _choices(events: Sequence[Event], board: Board) -> Iterator[Choice]:
    open_: list[Candidate] = []
    for at, event in enumerate(events):
        if event.key == "mautoma_candidate":
            open_.append(_candidate(event, board))
        elif event.key in CHOSEN or event.key == "mautoma_skipped":
            yield _choice(event, tuple(open_), at)
            open_ = []


def _candidate(event: Event, board: Board) -> Candidate:
    values = event.values
    place, far, worth = values.get("place"), cast("int", values["range"]), cast("int", values["worth"])
    if isinstance(place, int):
        return Candidate(place, board.spaces_of[place], far, worth)
    space = cast("int", values["space"])
    return Candidate(space, _of_location(board, space), far, worth)


def _of_location(board: Board, space: Space) -> tuple[Space, ...]:
    """A large location has all the spaces of its place."""
    place = board.place_of[space]
    return board.spaces_of[place] if board.places[place].kind == "large" else (space,)


def _choice(event: Event, candidates: tuple[Candidate, ...], at: int) -> Choice:
    values = event.values
    limit = cast("int", values["range"]) or None
    if event.key == "mautoma_skipped":
        return Choice(cast("Deed", values["what"]), limit, candidates, None, 0, str(values["why"]), at)
    target = values["place"] if event.key == "mautoma_explored" else values["space"]
    chosen = next(candidate for candidate in candidates if candidate.target == target)
    return Choice(CHOSEN[event.key], limit, candidates, chosen, cast("int", values["equal"]), "", at)


# ---- the map as it was -------------------------------------------------------------------------------------------


def as_it_was(seen: View, since: Sequence[Event]) -> View:
    """The map before these events, the last that there were: what they opened lies face down again, what they placed is
    gone. Resources, cards and displays are as they are now."""
    opened = {event.values["place"] for event in since if event.key in _OPENS}
    built = {event.values["space"] for event in since if event.key in _BUILDS}
    places = [PlaceState("?") if place in opened else lying for place, lying in enumerate(seen.state.places)]
    backs = {place: _back(seen, place) for place in opened if isinstance(place, int)}
    state = msgspec.structs.replace(
        seen.state,
        places=places,
        buildings={space: found for space, found in seen.state.buildings.items() if space not in built},
        figures=_figures_before(seen, since),
    )
    game = Game(seen.setup, seen.pack, state, seen.variants)
    game.redraw_map()
    return replace(seen, state=state, prints=tuple(game.prints), backs=seen.backs | backs)


def _back(seen: View, place: int) -> Back:
    return seen.pack.tile[seen.state.places[place].tile].back


def _figures_before(seen: View, since: Sequence[Event]) -> dict[Space, list[int]]:
    figures = {space: list(owners) for space, owners in seen.state.figures.items()}
    for event in since:
        if event.key in _POPULATES:
            owners = figures.get(cast("int", event.values["space"]), [])
            owner = len(seen.state.seats) if event.seat is None else event.seat
            if owner in owners:
                owners.remove(owner)
    return {space: owners for space, owners in figures.items() if owners}


def _game(seen: View) -> Game:
    game = Game(seen.setup, seen.pack, seen.state, seen.variants)
    game.redraw_map()
    return game


def spaces_in_range(seen: View, limit: int | None) -> frozenset[Space]:
    """The spaces that the Mautoma reaches within a range, the target counted; None: all to which there is a way."""
    steps = ways_of(_game(seen)).steps
    return frozenset(space for space, far in enumerate(steps) if far >= 0 and (limit is None or far <= limit))


def origins_of(seen: View) -> list[Space]:
    """Where its range is counted from: its pieces, else the abyss."""
    return sorted(space for space, far in enumerate(ways_of(_game(seen)).steps) if far == 0)


def pieces_of(seen: View) -> list[Space]:
    """Where its pieces are; a large location by the space that it is called after."""
    owner = len(seen.state.seats)
    built = [space for space, building in seen.state.buildings.items() if building.seat == owner]
    return sorted(built + [space for space, owners in seen.state.figures.items() if owner in owners])


def met(board: Board, tie: TieBreaker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates in the order in which its search meets them."""
    at = {space: number for number, space in enumerate(order(board, tie))}
    return sorted(candidates, key=lambda candidate: min(at[space] for space in candidate.spaces))


def rewards_there(seen: View, space: Space) -> list[Reward]:
    """What a desert is worth to it, part by part."""
    return list(rewards_of(_game(seen), space))
