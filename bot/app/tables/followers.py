"""Following a game that one does not play in: a message at each of one's chosen moments, of what everybody may know."""

from typing import Final, Literal, get_args

from bot.app.tables.model import Caller, Changed, TableRefusal
from bot.app.tables.table_repository import TableRepository
from bot.engine.actions import Record
from bot.store.game_followers import Follower

Moments = Literal["turn", "round", "end"]
"""Each finished turn · each round · that the end is triggered, and the final score."""
MOMENTS: Final[tuple[Moments, ...]] = get_args(Moments)
MOST: Final = 25
"""Followers of one game."""
ENDS: Final = ("over", "ended")


class Followers:
    """Who follows which game.

    :raises TableRefusal: from every call with a game: ``no_such_game``.
    """

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._store = repository.store.followers

    async def follow(self, caller: Caller, game: int, moments: Moments) -> None:
        """Follow a game from now on; whoever does already chooses anew.

        :raises TableRefusal: ``already_in`` (who plays is told anyway), ``not_running``, ``over``, ``followers_full``.
        """
        table = await self._repository.get(game)
        if caller.user in table.people:
            raise TableRefusal("already_in", player=caller.name)
        if not table.open:
            raise TableRefusal("over", game=game)
        table.started_game()
        follower = Follower(game, caller.user, moments, table.records - 1)
        if not await self._store.keep(follower, MOST):
            raise TableRefusal("followers_full", most=MOST)

    async def unfollow(self, game: int, user: int) -> None:
        """Follow it no more; nothing happens to who does not."""
        await self._store.drop(game, user)

    async def chosen(self, game: int, user: int) -> str | None:
        """The moments that somebody has chosen; None: they do not follow the game."""
        found = await self._store.of(game)
        return next((follower.moments for follower in found if follower.person == user), None)

    async def to_tell(self, change: Changed) -> list[Follower]:
        """The followers for whom a change of a game is one of their moments."""
        if not change.new_turn and change.what not in ENDS:
            return []
        found = await self._store.of(change.game)
        if not found:
            return []
        table = await self._repository.get(change.game)
        first = table.game is not None and table.game.active == 0
        ends = change.what in ENDS or _triggers_end(change.records)
        due = {"turn": True, "round": first or ends, "end": ends}
        return [each for each in found if due.get(each.moments, False) and each.told < table.records - 1]

    async def claim(self, follower: Follower) -> bool:
        """Take on to tell a follower everything until now, so that nobody does it twice."""
        table = await self._repository.get(follower.game)
        return await self._store.claim(follower, table.records - 1)


def _triggers_end(records: tuple[Record, ...]) -> bool:
    return any(event.key == "end_triggered" for record in records for event in record.events)
