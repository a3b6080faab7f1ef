"""Which servers a process looks after where several share one database: those of its shards, as Discord deals them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Self

from sqlalchemy import ColumnElement

STEP: Final = 1 << 22
"""A server's id, divided by this and the remainder taken by the number of shards, is its shard (Discord's developer
documentation, Gateway, Sharding). Direct messages are those of shard 0."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of ``count`` shards. ``guest``: a program beside the bot, which may look at everything and looks after
    nothing; what it changes is told to the bot."""

    count: int = 1
    ids: frozenset[int] = frozenset((0,))
    guest: bool = False

    @classmethod
    def of(cls, count: int | None, ids: Iterable[int] | None) -> Self:
        """As settings say it: without a number of shards all servers, without single shards all of them."""
        if count is None:
            return cls()
        return cls(count, frozenset(range(count) if ids is None else ids))

    @property
    def all(self) -> bool:
        """Whether no other process looks after any server."""
        return len(self.ids) == self.count and not self.guest

    def own(self, guild: int) -> bool:
        """Whether a server is looked after here; 0 stands for direct messages."""
        return not self.guest and guild // STEP % self.count in self.ids

    def where(self, guild: Any) -> tuple[ColumnElement[bool], ...]:
        """The same as a condition on a column; none where every row counts."""
        if self.all or self.guest:
            return ()
        return ((guild // STEP % self.count).in_(sorted(self.ids)),)

    def __str__(self) -> str:
        return f"shard{'s' if len(self.ids) > 1 else ''} {', '.join(map(str, sorted(self.ids)))} of {self.count}"


ALL: Final = Shards()
GUEST: Final = Shards(guest=True)
