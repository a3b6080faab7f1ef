"""What people do with their desks: open one, let the Mautoma take its turn, take one back, set the board, end it."""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, Literal

import msgspec

from bot.app.automa_desk.model import Desk, Step, step_of
from bot.app.score_pad import Options as TallyOptions
from bot.app.score_pad import Player, encoded, pad_of_points
from bot.app.score_pad.service import RECENT
from bot.engine.packs import field
from bot.engine.solo_components import MautomaBoard
from bot.store import AutomaDeskRepository as Rows
from bot.store import StoredDesk
from bot.store.automa_desks import DeskChange, DeskResult
from bot.text import Locale

MOST_OPEN: Final = 25
MOST_POINTS: Final = 999
Why = Literal[
    "gone",
    "none_open",
    "not_yours",
    "closed",
    "over",
    "not_over",
    "stale",
    "nothing_to_undo",
    "no_such_field",
    "too_many",
    "points",
]


class DeskRefusal(Exception):
    """What was asked cannot be done; ``values`` are the numbers that tell why."""

    def __init__(self, why: Why, **values: int) -> None:
        super().__init__(why)
        self.why = why
        self.values = values


class OpenedDesk(msgspec.Struct, frozen=True):
    """A desk with its number and where it stands; ``stored``: what is kept of its message."""

    id: int
    desk: Desk
    step: Step
    stored: StoredDesk

    @property
    def behind(self) -> bool:
        """Whether its message shows an older state, as far as is known."""
        return self.stored.message is not None and self.stored.shown < self.stored.version


class Keeping(msgspec.Struct, frozen=True):
    """Where a desk's points are kept as a result: the place and channel, the player's name, the place's language."""

    place: int
    channel: int
    name: str
    locale: Locale


class AutomaDesks:
    """All desks, each its owner's own. ``seeds`` gives the seed of a new one.

    Every call raises :class:`DeskRefusal` for a desk that is gone or somebody else's, and as it says.
    """

    def __init__(self, rows: Rows, seeds: Callable[[], int] = lambda: secrets.randbits(62)) -> None:
        self._rows = rows
        self._seeds = seeds

    async def new(
        self,
        person: int,
        place: int,
        board: MautomaBoard | None = None,
        *,
        channel: int | None = None,
        locale: Locale | None = None,
    ) -> OpenedDesk:
        """Open a desk in a channel, the marker on field ``place`` (from 1) of the board, or of the bot's own board.

        :raises DeskRefusal: ``no_such_field``, ``too_many``.
        """
        board = board or own_board()
        if not 1 <= place <= len(board.circle):
            raise DeskRefusal("no_such_field", field=place, fields=len(board.circle))
        if len(await self._rows.open_of(person, MOST_OPEN)) >= MOST_OPEN:
            raise DeskRefusal("too_many", most=MOST_OPEN)
        desk = Desk(owner=person, seed=self._seeds(), marker=place - 1, board=board, channel=channel, locale=locale)
        return _opened(await self._rows.add(person, _bytes(desk)))

    async def find(self, number: int, person: int) -> OpenedDesk:
        """A desk by its number."""
        return _opened(_own(await self._rows.get(number), number, person))

    async def newest(self, person: int) -> OpenedDesk:
        """The newest open desk of a person.

        :raises DeskRefusal: ``none_open``.
        """
        found = await self._rows.open_of(person, 1)
        if not found:
            raise DeskRefusal("none_open")
        return _opened(found[0])

    async def open_of(self, person: int) -> list[OpenedDesk]:
        """A person's open desks, newest first."""
        return [_opened(found) for found in await self._rows.open_of(person, MOST_OPEN)]

    async def all_open(self) -> list[OpenedDesk]:
        """The open desks of all people, oldest first."""
        return [_opened(found) for found in await self._rows.all_open()]

    async def behind(self) -> list[OpenedDesk]:
        """The desks of the last 24 hours whose message shows an older state; the newest change first."""
        return [_opened(found) for found in await self._rows.behind(self._rows.now() - RECENT)]

    async def show_on(self, opened: OpenedDesk, channel: int, message: int) -> None:
        """Remember the message on which a desk is shown to all as ``opened``."""
        await self._rows.show_on(opened.id, channel, message, opened.stored.version)

    def note_shown(self, opened: OpenedDesk) -> None:
        """Remember, with the next change of any, that a desk's message shows it as ``opened``."""
        self._rows.shown.note(opened.id, opened.stored.version)

    async def turn(self, number: int, person: int, after: int | None = None) -> OpenedDesk:
        """The Mautoma takes its next turn. ``after``: the turn the button stood under.

        :raises DeskRefusal: ``over``, or ``stale``: that turn has been taken already (the button was pressed twice).
        """

        def next_turn(desk: Desk) -> Desk:
            if after is not None and after != desk.turns:
                raise DeskRefusal("stale", turn=desk.turns)
            if step_of(desk).kind == "over":
                raise DeskRefusal("over")
            return msgspec.structs.replace(desk, turns=desk.turns + 1)

        return await self._change(number, person, next_turn)

    async def undo(self, number: int, person: int, after: int | None = None) -> OpenedDesk:
        """Take the Mautoma's last turn back; the same card will come again.

        :raises DeskRefusal: ``nothing_to_undo``, or ``stale``.
        """

        def one_back(desk: Desk) -> Desk:
            if after is not None and after != desk.turns:
                raise DeskRefusal("stale", turn=desk.turns)
            if not desk.turns:
                raise DeskRefusal("nothing_to_undo")
            return msgspec.structs.replace(desk, turns=desk.turns - 1)

        return await self._change(number, person, one_back)

    async def set_board(self, number: int, person: int, board: MautomaBoard) -> OpenedDesk:
        """Take the printed board instead; the turns taken are worked out anew on it.

        :raises DeskRefusal: ``no_such_field``: the marker began on a field that it does not have.
        """

        def on_board(desk: Desk) -> Desk:
            if desk.marker >= len(board.circle):
                raise DeskRefusal("no_such_field", field=desk.marker + 1, fields=len(board.circle))
            return msgspec.structs.replace(desk, board=board)

        return await self._change(number, person, on_board)

    async def end(
        self, number: int, person: int, points: int | None = None, keeping: Keeping | None = None
    ) -> OpenedDesk:
        """Close a desk; with points for the result they bring, which is kept with it among those of ``keeping``.

        :raises DeskRefusal: ``points``; ``not_over``: points before the last round is over.
        """

        def ended(desk: Desk) -> Desk:
            if points is not None and not 0 <= points <= MOST_POINTS:
                raise DeskRefusal("points", most=MOST_POINTS)
            if points is not None and step_of(desk).kind != "over":
                raise DeskRefusal("not_over", round=step_of(desk).round)
            return msgspec.structs.replace(desk, points=points, closed=True)

        if points is None or keeping is None:
            return await self._change(number, person, ended)
        async with self._rows.changing(number) as change:
            after = ended(_open_desk(change, number, person))
            assert change is not None, "a desk that is gone was refused"
            change.body, change.closed, change.result = _bytes(after), True, _result(after, points, keeping)
        return await self.find(number, person)

    async def _change(self, number: int, person: int, change: Callable[[Desk], Desk]) -> OpenedDesk:
        async with self._changing(number, person) as (desk, keep):
            keep(change(desk))
        return await self.find(number, person)

    @asynccontextmanager
    async def _changing(self, number: int, person: int) -> AsyncIterator[tuple[Desk, Callable[[Desk], None]]]:
        async with self._rows.changing(number) as change:
            desk = _open_desk(change, number, person)
            assert change is not None, "a desk that is gone was refused"

            def keep(after: Desk) -> None:
                change.body, change.closed = _bytes(after), after.closed

            yield desk, keep


def own_board() -> MautomaBoard:
    """The board of the pack that comes with the bot."""
    board = field().mautoma
    assert board is not None, "the bot's own pack has a board"
    return board


def _open_desk(change: DeskChange | None, number: int, person: int) -> Desk:
    """:raises DeskRefusal: ``gone``, ``not_yours``, ``closed``."""
    desk = _opened(_own(change.before if change else None, number, person)).desk
    if desk.closed:
        raise DeskRefusal("closed", desk=number)
    return desk


def _result(desk: Desk, points: int, keeping: Keeping) -> DeskResult:
    """The points as a result like others, which its owner can correct."""
    player = Player(keeping.name, desk.owner)
    pad = pad_of_points(points, player, TallyOptions(mode="mautoma"), keeping.locale)

    def linked(number: int) -> bytes:
        return _bytes(msgspec.structs.replace(desk, result=number))

    return DeskResult(keeping.place, keeping.channel, encoded(pad), linked)


def _own(stored: StoredDesk | None, number: int, person: int) -> StoredDesk:
    if stored is None:
        raise DeskRefusal("gone", desk=number)
    if stored.owner != person:
        raise DeskRefusal("not_yours", desk=number)
    return stored


def _bytes(desk: Desk) -> bytes:
    return msgspec.json.encode(desk)


def _opened(stored: StoredDesk) -> OpenedDesk:
    desk = msgspec.json.decode(stored.body, type=Desk)
    return OpenedDesk(stored.id, desk, step_of(desk), stored)
