"""Whoever's turn begins is mentioned once, in whatever order the table message and the notice of it come."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from bot.app.tables import Notice
from cogs.game.publishing.message_updates import TableMessages
from cogs.game.publishing.shown_message import ShownMessage

if TYPE_CHECKING:
    from bot.app.tables import Status

GAME, TURN, PERSON = 1, 5, 42


class Table:
    """A table in whose turn one person's wishes are read, meanwhile something happens."""

    def __init__(self, meanwhile: Any) -> None:
        self.meanwhile = meanwhile

    async def settings(self, user: int) -> Any:
        await self.meanwhile()
        return SimpleNamespace(notices="on", where="channel", hours=SimpleNamespace(asleep=lambda at: False))

    def now(self) -> None:
        return None


def at_turn() -> Status:
    """A running game of people whose turn 5 has just begun."""
    seat = SimpleNamespace(user=PERSON, computer=None)
    status = SimpleNamespace(
        game=GAME,
        turn=TURN,
        active=0,
        seats=[seat],
        waiting=(),
        options=SimpleNamespace(alone="no"),
        stage="running",
        only_person=None,
    )
    return cast("Status", status)


async def test_a_notice_that_comes_while_wishes_are_read_is_no_second_mention() -> None:
    status, shown = at_turn(), ShownMessage(turn=TURN - 1)
    messages = TableMessages.__new__(TableMessages)
    notice = cast("Notice", SimpleNamespace(game=GAME, user=PERSON, kind="turn", where="channel", minutes=0))

    async def told() -> None:
        assert await messages._told_otherwise(notice)

    table = Table(told)
    messages.tables = cast("Any", table)
    vars(table)["status"] = lambda game: _given(status)
    messages._shown = {GAME: shown}
    messages._tasks = {GAME: cast("Any", None)}
    messages._dirty = set()
    assert await messages._to_mention(status, shown) == (PERSON,)
    assert not shown.mentions, "the message that is about to be posted tells them"
    assert await messages._told_otherwise(notice)
    assert not shown.mentions


async def _given(status: Status) -> Status:
    return status
