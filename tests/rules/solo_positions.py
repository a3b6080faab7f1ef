"""Tables for playing alone on maps of our own: start tiles without deserts and cities, so that only what a case opens
counts. Places used: ``area_8`` (D5 D6 C5 C6, a tile's spaces in this order; turned round with orientation 1)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from bot.engine import Game, apply
from bot.engine.actions import EndTurn, Event, Record
from bot.engine.components import Back, Pack, SpacePrint, StartTile, Tile
from bot.engine.debug.position_builder import Position
from bot.engine.resources import Amounts
from bot.engine.solo_components import MautomaCard, MautomaState
from bot.engine.state import Building, Options
from bot.engine.variants.mautoma.cards import CARDS
from tests.rules import position_lab
from tests.rules.position_lab import C, D, F, M, P, W, X

if TYPE_CHECKING:
    from bot.engine.effects import Size
    from bot.engine.state import Alone

OTHER = 1
"""The owner of the Mautoma's pieces at a table of one seat."""
CRYSTALS = SpacePrint("forest", 2)


def _tiles() -> tuple[Tile, ...]:
    back = Back(Amounts(gear=1), 2)
    prints = {
        "d1": (D, F, F, F),
        "d2": (D, F, F, F),
        "d3": (D, F, F, F),
        "d4": (D, F, F, F),
        "plain": (F, F, F, F),
        "c1": (C, F, F, F),
        "c2": (C, F, F, F),
        "c3": (C, F, F, F),
        "water": (D, W, F, D),
        "mixed": (D, M, P, X),
        "rich": (D, CRYSTALS, F, F),
        "flipped": (M, M, M, M),
    }
    own = tuple(Tile(id=f"a_{name}", back=back, spaces=spaces) for name, spaces in prints.items())
    others = [tile for tile in position_lab.pack().tiles if not tile.vast]
    return own + tuple(others[len(own) :]) + tuple(tile for tile in position_lab.pack().tiles if tile.vast)


@cache
def pack() -> Pack:
    """The laboratory's pack with these tiles and plain forests round the abyss."""
    starts = tuple(StartTile(id=f"s{number}", spaces=(F, F, F, F)) for number in range(5))
    return msgspec.structs.replace(position_lab.pack(), id="alone", tiles=_tiles(), start_tiles=starts)


def position(alone: Alone = "mautoma", **how: Any) -> Position:
    """A table for one, nothing owned; the Mautoma's marker stands on the last field of the circle."""
    options = Options(artifact_card="deal", alone=alone, **how.pop("options", {}))
    found = Position(pack(), 1, tribes=how.pop("tribes", ("plain",)), options=options, **how)
    found.seat(0, gear=0, book=0, food=0, crystal=0)
    found.game.seat(0).stack.clear()
    if isinstance(found.game.state.variant, MautomaState):
        found.game.state.variant.marker = len(found.game.pack.mautoma.circle) - 1  # type: ignore[union-attr]
    return found


def kept(game: Game) -> MautomaState:
    found = game.state.variant
    assert isinstance(found, MautomaState)
    return found


def with_card(table: Position, card: MautomaCard, *, field: int | None = None) -> Position:
    """The card is the next and last of the deck; after it the marker stands on ``field`` (from 1) if that is given."""
    state = kept(table.game)
    rest: list[Any] = [each for each in CARDS if each != card]
    state.boxed = rest.pop() if card != "explore_populate_far" else rest.pop(2)
    state.deck, state.used, state.progress = [card], rest[:2], rest[2:]
    if field is not None:
        state.marker = (field - 1 - CARDS[card].steps) % len(table.game.pack.mautoma.circle)  # type: ignore[union-attr]
    return table


def built(table: Position, label: str, size: Size = "small") -> Position:
    """A building of the Mautoma's."""
    table.game.state.buildings[table.space(label)] = Building(OTHER, size)
    kept(table.game).buildings_left[size] -= 1
    return table


def populated(table: Position, label: str) -> Position:
    """A figure of the Mautoma's."""
    table.game.state.figures.setdefault(table.space(label), []).append(OTHER)
    kept(table.game).figures += 1
    return table


def its_turn(table: Position) -> tuple[Game, Record]:
    """The human's turn is over, the Mautoma takes its turn."""
    game = table.turn(0, actions=1, done=True).build()
    return game, apply(game, EndTurn(seat=0))


def told(record: Record, key: str) -> list[dict[str, Any]]:
    """The values of every event of a kind."""
    return [dict(event.values) for event in record.events if event.key == key]


def one(record: Record, key: str) -> dict[str, Any]:
    """The values of the only event of a kind."""
    (values,) = told(record, key)
    return values


def after(record: Record, key: str) -> list[Event]:
    """What was told after the first event of a kind."""
    keys = [event.key for event in record.events]
    return list(record.events[keys.index(key) + 1 :])
