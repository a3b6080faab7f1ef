"""Games in a thread of their own: into it once it is made, and back to the channel where it is lost."""

from dataclasses import replace

import msgspec

from bot.app.tables.model import Status, TableRefusal
from bot.app.tables.second_try import tried_twice
from bot.app.tables.table_repository import TableChange, TableRepository
from bot.app.tables.table_state import TableState


class ThreadMoves:
    """The moves between a channel and the thread that was started there. Nobody has to ask for them.

    Every call raises :class:`TableRefusal` ``no_such_game``.
    """

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    @tried_twice
    async def enter(self, game: int, thread: int) -> Status:
        """Go on in the thread that was made for a game. Its channel is free for another game from then on.

        :raises TableRefusal: ``channel_taken``: another table is open in the thread.
        """
        async with self._repository.changing(game) as table:
            if table.body.home is not None or table.channel == thread:
                return table.status()
            body = msgspec.structs.replace(table.body, home=table.channel)
            await self._move(table, replace(table, body=body, channel=thread))
        return await self._without_message(game)

    @tried_twice
    async def stay(self, game: int) -> Status:
        """Go on in the channel: no thread could be made."""
        async with self._repository.changing(game) as table:
            body = msgspec.structs.replace(table.body, in_thread=False)
            after = replace(table, body=body)
            return (await self._repository.commit(table, after, TableChange("lobby"))).status()

    def may_return(self, status: Status) -> bool:
        """Whether a game can go back to the channel of its thread: nothing else is open there."""
        taken = self._repository.by_channel.get(status.home or 0, status.game)
        return status.home is not None and (taken == status.game or status.game not in self._repository.places)

    @tried_twice
    async def leave(self, game: int) -> Status:
        """Go back to the channel of the thread, for good.

        :raises TableRefusal: ``channel_taken``: the channel has an open table.
        """
        async with self._repository.changing(game) as table:
            if table.body.home is None:
                return table.status()
            body = msgspec.structs.replace(table.body, home=None, in_thread=False)
            await self._move(table, replace(table, body=body, channel=table.body.home))
        return await self._without_message(game)

    async def _move(self, before: TableState, after: TableState) -> None:
        if after.open and self._repository.by_channel.get(after.channel, after.id) != after.id:
            raise TableRefusal("channel_taken", game=self._repository.by_channel[after.channel])
        await self._repository.commit(before, after, TableChange("moved"))

    async def _without_message(self, game: int) -> Status:
        """In the new place a message is posted; none of the place before is edited there."""
        await self._repository.show_on(game, None)
        return (await self._repository.get(game)).status()
