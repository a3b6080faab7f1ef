"""Games as files."""

from bot.table.model import Caller, Exported, Status


class Files:
    """Export and import."""

    async def export(self, caller: Caller, game: int) -> Exported:
        """The public part while the game runs, everything once it is over (everything at once for the host).

        :raises TableRefusal: ``no_such_game``, ``not_running`` (a lobby).
        """
        raise NotImplementedError

    async def import_(self, caller: Caller, data: bytes, locale: str = "en") -> Status:
        """Take a full export over: it is played again from its start, so that nothing impossible comes in. A game that
        is not over goes on in the caller's channel; the caller becomes its owner.

        :raises TableRefusal: ``import_large``, ``import_broken``, ``import_foreign``, ``import_newer``,
            ``import_pack``, ``import_public``; ``running`` or ``second_lobby``: the channel has an open table.
        """
        raise NotImplementedError
