"""What is known of a table's public message: what it shows, whom it has mentioned, what is still to be done."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from bot.app.tables import Notice, Shown, Status
from bot.engine.actions import Record
from cogs.game.snapshot import active_user

FINAL: Final = -2
"""In place of a turn: the message shows the final score."""
KEPT: Final = 250
"""Records kept in memory for what has happened lately."""


def _waits(status: Status, notice: Notice) -> bool:
    """Whether the table still waits for what somebody was told of."""
    if status.stage not in ("running", "paused"):
        return False
    if notice.kind != "decision" and notice.user == active_user(status):
        return True
    return any(status.seats[seat].user == notice.user for seat in status.waiting)


@dataclass
class ShownMessage:
    """What is known of a table's message: the turn and version it shows, the last record told, when it was edited, whom
    it is still to mention, and the turn and person it has mentioned last. ``remembered``: what was stored of it has
    been read; ``again``: the next post may find that the process before has made it; ``before``: the message before,
    while that has its controls; ``ping``: where pings are replaced, the last one; ``asked``: where they are not, by
    message who was told what; ``paced``: it is one of those that a start brings up to date."""

    turn: int = -1
    version: int = -1
    told: int = -1
    edited: float = 0.0
    news: deque[Record] | None = None
    mentions: set[int] = field(default_factory=set)
    mentioned: tuple[int, int] | None = None
    before: int | None = None
    ping: int | None = None
    asked: dict[int, tuple[Notice, ...]] = field(default_factory=dict)
    posted: bool = False
    remembered: bool = False
    again: bool = False
    paced: bool = False

    @property
    def kept(self) -> Shown:
        """What is stored of it."""
        return Shown(self.version, self.turn, self.told, self.before, self.ping or max(self.asked, default=None))

    def add(self, undone: set[int], records: tuple[Record, ...]) -> None:
        """Take over what has happened, and forget what was undone."""
        if self.news is not None:
            self.news = deque([*(each for each in self.news if each.number not in undone), *records], KEPT)

    def recall(self, status: Status, kept: Shown) -> None:
        """Take over what was stored by the process before."""
        self.turn, self.told, self.before, self.ping = kept.turn, kept.told, kept.before, kept.ping
        self.version = self.version if status.aside else max(self.version, kept.version)
        active = active_user(status)
        if active is not None and kept.turn == status.turn:
            self.mentioned = (status.turn, active)
            self.mentions.discard(active)

    def answered(self, status: Status) -> list[int]:
        """The messages whose people are no longer waited for, which are forgotten."""
        done = [each for each, notices in self.asked.items() if not any(_waits(status, notice) for notice in notices)]
        for each in done:
            del self.asked[each]
        return done

    def new_turn(self, status: Status) -> bool:
        """Whether a person's turn has begun that the message does not show. Computer players' turns are edits."""
        return self.turn < 0 or (active_user(status) is not None and status.turn != self.turn)
