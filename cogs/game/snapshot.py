"""A table as one person sees it at one moment: everything that panels are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Self

from bot.app.tables import Controls, Named, Reason, Seat, Status, TableRefusal, Tables, all_named
from bot.app.tables.first_game_lessons import SILENT, Coaching
from bot.app.tables.own_games import OwnTable
from bot.app.tables.turn_plans import TurnPlan
from bot.app.tables.wording import named_words
from bot.engine import View
from bot.engine.actions import Record
from bot.engine.components import Pack
from bot.engine.geometry import Board, make_board
from bot.engine.views import events_for
from bot.text import Locale, as_locale
from bot.text.game import Table, tell_all
from bot.text.locale import DEFAULT
from cogs.core.escaping import escaped
from cogs.core.localization import private_locale
from cogs.core.services import Interaction
from cogs.game.plan_mode import is_planning
from cogs.game.table_access import tables_of

LONGEST_NAME = 32
MAIN_ACTIONS = 2
_boards: dict[str, Board] = {}


@dataclass(frozen=True)
class TableSnapshot:
    """``user``: the reader, None for the public; ``seat``: theirs, if they play. ``view`` is None in a lobby.

    ``controls``: what the reader may do; for the public what the active seat may. ``coaching``: what a first game
    says to them beside it. ``next_game``: another table that waits for the reader, where this one does not.
    ``asleep``: the seats that the table waits for whose people are not there and let others see it, and when they are
    back.
    ``planned``: steps that the reader has planned; ``plan``: the plan, on its own panel (there ``view`` is the copy
    that it was tried out on) and on the panel of the turn in which it can be played.
    """

    locale: Locale
    status: Status
    user: int | None
    seat: int | None
    pack: Pack
    view: View | None
    controls: Controls | None
    coaching: Coaching = SILENT
    next_game: OwnTable | None = None
    asleep: Mapping[int, datetime] = field(default_factory=dict)
    planned: int = 0
    plan: TurnPlan | None = None
    planning: bool = False

    @property
    def game(self) -> int:
        """The number of the game."""
        return self.status.game

    @cached_property
    def table(self) -> Table:
        """What texts need to name players, spaces and components."""
        names = tuple(seat_name(self.locale, seat, number) for number, seat in enumerate(self.status.seats))
        return Table(self.pack, _board_of(self.pack), names, self.view)

    @property
    def seen(self) -> View:
        """:raises TableRefusal: ``not_running``: nothing has been laid yet, or it was set aside."""
        if self.view is None:
            raise TableRefusal("not_running", game=self.game)
        return self.view

    @property
    def main_actions(self) -> int:
        """Main actions that a turn of this game allows."""
        return min((variant.actions_a_turn for variant in self.seen.variants), default=MAIN_ACTIONS)

    def in_language(self, locale: Locale) -> Self:
        """The same in another language."""
        return replace(self, locale=locale, coaching=SILENT)


def _board_of(pack: Pack) -> Board:
    if pack.hash not in _boards:
        _boards[pack.hash] = make_board(pack.board)
    return _boards[pack.hash]


def seat_name(locale: Locale, seat: Seat, number: int) -> str:
    """A player's name, harmless; computer players are called by their number."""
    name, absent = escaped(seat.name, LONGEST_NAME), seat.absent is not None
    return named_words(locale, Named(number, name, seat.computer is not None, absent))


def active_user(status: Status) -> int | None:
    """Whose turn it is, if it is a person's."""
    return None if status.active is None else status.seats[status.active].user


def plain_names(found: TableSnapshot) -> tuple[str, ...]:
    """The players as they are called, nothing escaped: pictures do not format."""
    table = found.table
    return tuple(
        table.names[number] if seat.computer is not None else seat.name[:LONGEST_NAME]
        for number, seat in enumerate(found.status.seats)
    )


async def public_snapshot(tables: Tables, game: int, user: int | None, locale: Locale) -> TableSnapshot:
    """The table as a person, or with None the public, sees it now.

    :raises TableRefusal: there is no such table, or it was set aside.
    """
    status = await tables.status(game)
    seat = status.seat_of(user) if user is not None else None
    if status.stage in ("lobby", "expired") or status.aside or not status.tokens:
        return TableSnapshot(locale, status, user, seat, await tables.play.pack(game), None, None)
    view = await tables.play.view(game, user)
    controls = await _controls(tables, status, user, seat)
    asleep = await tables.seen_asleep(status)
    return TableSnapshot(locale, status, user, seat, view.pack, view, controls, asleep=asleep)


async def _controls(tables: Tables, status: Status, user: int | None, seat: int | None) -> Controls | None:
    if status.stage != "running":
        return None
    if user is not None:
        return await tables.play.offers(status.game, user) if seat is not None else None
    return await tables.play.controls(status.game, status.active) if status.active is not None else None


async def snapshot_for(interaction: Interaction, game: int) -> TableSnapshot:
    """The table as the person sees it, in their language.

    :raises TableRefusal: there is no such table, or it was set aside: then there is nothing to see.
    """
    if is_planning(interaction):
        return await plan_snapshot(interaction, game)
    found = await snapshot_of_seat(interaction, game)
    if found.status.aside:
        raise TableRefusal("aside", game=game, why=found.status.aside)
    return found


async def plan_snapshot(interaction: Interaction, game: int) -> TableSnapshot:
    """The copy of the table on which the person plans their next turn.

    :raises TableRefusal: they do not play there, or the game does not run.
    :raises Refused: no turn of theirs is to come.
    """
    tables, user = tables_of(interaction.client), interaction.user.id
    plan = await tables.plans.plan(game, user)
    return TableSnapshot(
        private_locale(interaction),
        plan.status,
        user,
        plan.seat,
        plan.seen.pack,
        plan.seen,
        plan.controls,
        planned=len(plan.steps),
        plan=plan,
        planning=True,
    )


async def snapshot_of_seat(interaction: Interaction, game: int) -> TableSnapshot:
    """The same, also for a table that was set aside: it has no view.

    :raises TableRefusal: there is no such table.
    """
    return await public_snapshot(tables_of(interaction.client), game, interaction.user.id, private_locale(interaction))


def shut(found: TableSnapshot) -> TableRefusal:
    """Why nothing can be done at a table that does not run."""
    stage, ending = found.status.stage, found.status.ending
    if ending is not None:
        return TableRefusal("ending", game=found.game, player=ending.by, until=int(ending.until.timestamp()))
    if stage == "archived":
        return TableRefusal("archived", game=found.game)
    reason: Reason = "paused" if stage == "paused" else "not_running" if stage == "lobby" else "over"
    return TableRefusal(reason, game=found.game)


def not_playing(found: TableSnapshot) -> TableRefusal:
    """That the person has no seat."""
    return TableRefusal("not_in_game", players=all_named(found.status.seats))


def table_locale(status: Status) -> Locale:
    """The language a table is told in to everybody."""
    return as_locale(status.locale) or DEFAULT


def describe_records(found: TableSnapshot, records: tuple[Record, ...] | list[Record]) -> list[str]:
    """What came of records, in sentences, as the reader may know it."""
    events = [event for record in records for event in events_for(record, found.seat if found.user else None)]
    return tell_all(found.locale, events, found.table)
