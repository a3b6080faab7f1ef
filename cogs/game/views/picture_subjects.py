"""What a panel's picture shows: the part of a board, the targets of an action, the tile that is asked about."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.engine.actions import Build, Explore, Offer, Populate
from bot.engine.state import Space
from bot.pictures import Numbered, Overlay, offers_overlay
from bot.text.game import Table
from bot.text.game.decisions import pictured
from cogs.game.snapshot import TableSnapshot


class AskedTile(NamedTuple):
    """A revealed tile for which an orientation is to be chosen: its place, and the orientations as they are offered."""

    place: int
    orientations: tuple[int, ...]


def targets_of(found: TableSnapshot, offers: Iterable[Offer]) -> Overlay | None:
    """The targets of an action with what each costs in all; None for actions that are not on the map."""
    targets = [(space, offer) for offer in offers for space in _spaces(found.table, offer)]
    return offers_overlay(targets) if found.view is not None and targets else None


def _spaces(table: Table, offer: Offer) -> tuple[Space, ...]:
    action = offer.action
    if isinstance(action, Explore):
        return table.board.spaces_of[action.place]
    if isinstance(action, Populate):
        return (action.location,)
    return (action.space,) if isinstance(action, Build) else ()


def asked_tile(found: TableSnapshot) -> AskedTile | None:
    """The tile whose orientation the reader is to choose, if that is what they are asked."""
    asked = found.controls.decision if found.controls else None
    if found.view is None or asked is None or asked.kind != "orientation" or asked.seat != found.seat:
        return None
    place = asked.options[0].id
    return AskedTile(place, tuple(option.number for option in asked.options)) if isinstance(place, int) else None


def asked_components(found: TableSnapshot) -> tuple[Numbered, ...]:
    """The components that the reader is to choose from, each with the number that its answer has in menus and on
    buttons; none where they are asked something else."""
    asked = found.controls.decision if found.controls else None
    if found.view is None or asked is None or asked.seat != found.seat:
        return ()
    shown = pictured(asked)
    return tuple(Numbered(n, str(option.id)) for n, option in enumerate(asked.options, 1) if option in shown)
