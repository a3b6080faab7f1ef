"""What one seat, or the public, may see (ruling secrets). Hidden things leave the engine here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from bot.engine import api
from bot.engine.game import Game
from bot.engine.resolution.tasks import ChooseActive, Draft
from bot.engine.rules.scoring import ScoreSheet, sheets
from bot.engine.state import PlaceState, SeatNumber, SeatState, Setup, State

if TYPE_CHECKING:
    from bot.engine.actions import Decision, Event, Record
    from bot.engine.components import Back, Pack, SpacePrint
    from bot.engine.game import Variant
    from bot.engine.geometry import Board

HIDDEN = "?"


@dataclass(frozen=True)
class View:
    """A table as ``seat`` sees it (None: the public).

    ``state`` has the shape of the real state; what may not be seen is ``HIDDEN``, in the right number. ``backs`` are
    the backs of the unexplored tiles by place, ``decision`` is the seat's own, ``waiting`` the kinds of the others'
    decisions.
    """

    seat: SeatNumber | None
    setup: Setup
    state: State
    pack: Pack
    board: Board
    prints: tuple[SpacePrint | None, ...]
    backs: dict[int, Back]
    decision: Decision | None
    waiting: dict[SeatNumber, str]
    variants: tuple[Variant, ...]


def view(game: Game, seat: SeatNumber | None) -> View:
    """What a seat, or the public (None), may see (ruling secrets).

    >>> game.state.artifact_deck == view(game, None).state.artifact_deck
    False
    >>> view(game, 0).state.seats[0].artifact_cards == game.state.seats[0].artifact_cards
    True

    :raises IndexError: there is no such seat.
    """
    if seat is not None and not 0 <= seat < len(game.state.seats):
        raise IndexError(f"no seat {seat} at a table of {len(game.state.seats)}")
    over = game.state.phase == "over"
    return View(
        seat=seat,
        setup=game.setup if over else msgspec.structs.replace(game.setup, seed=0),
        state=_masked(game, seat, over),
        pack=game.pack,
        board=game.board,
        prints=tuple(game.prints),
        backs={
            place: game.pack.tile[lying.tile].back
            for place, lying in enumerate(game.state.places)
            if not lying.revealed
        },
        decision=api.decision(game, seat) if seat is not None else None,
        waiting={
            other: asked.kind
            for other in range(len(game.state.seats))
            if other != seat and (asked := api.decision(game, other)) is not None
        },
        variants=game.variants,
    )


def _masked(game: Game, seat: SeatNumber | None, over: bool) -> State:
    state = game.state
    drafting = any(isinstance(task, Draft | ChooseActive) for mine in state.seats for task in mine.stack)
    masked = msgspec.structs.replace(
        state,
        rng=0,
        seats=[
            mine if number == seat else _masked_seat(mine, over, drafting) for number, mine in enumerate(state.seats)
        ],
        places=[lying if lying.revealed else PlaceState(HIDDEN) for lying in state.places],
        deck=_hidden(state.deck),
        module_deck=_hidden(state.module_deck),
        machine_decks={track: _hidden(deck) for track, deck in state.machine_decks.items()},
        crates=_hidden(state.crates),
        artifact_deck=_hidden(state.artifact_deck),
        starting_deck=_hidden(state.starting_deck),
    )
    for variant in game.variants:
        masked = variant.masked(masked)
    return masked


def _hidden(things: list[str]) -> list[str]:
    return [HIDDEN] * len(things)


def _masked_seat(mine: SeatState, over: bool, drafting: bool) -> SeatState:
    return msgspec.structs.replace(
        mine,
        stack=[],
        crates=mine.crates if over else _hidden(mine.crates),
        artifact_cards=mine.artifact_cards if over else _hidden(mine.artifact_cards),
        active=_hidden(mine.active) if drafting else mine.active,
        rest=_hidden(mine.rest) if drafting else mine.rest,
    )


def score(seen: View) -> list[ScoreSheet]:
    """Every seat's score as if the game ended now, with each line that the viewer may see (ruling secrets).

    >>> [sheet.seat for sheet in score(view(game, None))]
    [0, 1]
    >>> sheet = score(view(game, 1))[0]
    >>> [line.key for line in sheet.lines if not line.known]
    ['artifact_card']
    """
    table = Game(seen.setup, seen.pack, seen.state, seen.variants)
    known = frozenset(
        seat
        for seat, mine in enumerate(seen.state.seats)
        if seen.state.common_card or (HIDDEN not in mine.artifact_cards and mine.artifact_cards)
    )
    return sheets(table, known)


def record_for(record: Record, seat: SeatNumber | None) -> Record:
    """A record as a seat, or the public (None), may read it while the game runs.

    Secret values are left out, and so is the seed of a reordering, from which the chance to come is drawn.

    >>> record = reorder(game, seed=3)
    >>> record.reseed, record_for(record, None).reseed
    (3, None)
    """
    return msgspec.structs.replace(record, events=events_for(record, seat), reseed=None)


def events_for(record: Record, seat: SeatNumber | None) -> tuple[Event, ...]:
    """A record's events as a seat, or the public (None), may read them: secret values only where they are its own.

    >>> choosing = new_game(Setup(seats=(SeatSetup(), SeatSetup()), pack=pack.hash, seed=7), pack)
    >>> record = apply(choosing, Choose(seat=0, answer=(0,)))
    >>> [list(event.secret) for event in events_for(record, 0) if event.key == "artifact_card_kept"]
    [['card']]
    >>> any(event.secret for event in events_for(record, None))
    False
    """
    return tuple(
        event if not event.secret or event.seat == seat else msgspec.structs.replace(event, secret={})
        for event in record.events
    )
