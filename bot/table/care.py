"""Looking after games: pause, end, replace, move, repair. Owner and moderators decide alone, players by vote."""

from bot.engine.state import SeatNumber
from bot.table.model import Caller, Status, Strength, Voted


class Care:
    """Who may do what is in ``bot.table.authority``.

    :raises TableRefusal: from every call: ``no_such_game``, ``not_allowed``, ``busy``, and what is named.
    """

    async def pause(self, caller: Caller, game: int) -> Voted:
        """Nobody can act and nobody is reminded. :raises TableRefusal: ``not_running``."""
        raise NotImplementedError

    async def resume(self, caller: Caller, game: int) -> Voted:
        """:raises TableRefusal: ``not_paused``."""
        raise NotImplementedError

    async def end(self, caller: Caller, game: int) -> Voted:
        """Break the game off, without a result. :raises TableRefusal: ``not_running``."""
        raise NotImplementedError

    async def move(self, caller: Caller, game: int, channel: int, guild: int) -> Voted:
        """Go on in another channel or thread. :raises TableRefusal: ``channel_taken``."""
        raise NotImplementedError

    async def replace(self, caller: Caller, game: int, seat: SeatNumber, user: int, name: str) -> Voted:
        """Let another person play a seat. :raises TableRefusal: ``unknown_seat``, ``already_in``, ``not_running``."""
        raise NotImplementedError

    async def replace_by_computer(
        self, caller: Caller, game: int, seat: SeatNumber, strength: Strength = "random"
    ) -> Voted:
        """Let a computer player play a seat; the person can come back by :meth:`replace`.

        :raises TableRefusal: ``unknown_seat``, ``unknown_computer``, ``not_running``.
        """
        raise NotImplementedError

    async def leave(self, caller: Caller, game: int) -> Status:
        """Leave a lobby, or a running game: then a computer player takes the seat, and the game ends if nobody is left.

        :raises TableRefusal: ``not_in_game``, ``not_running``.
        """
        raise NotImplementedError

    async def pass_on(self, caller: Caller, game: int, user: int) -> Status:
        """Make another player the owner. :raises TableRefusal: ``not_in_game``: that person does not play."""
        raise NotImplementedError

    async def rematch(self, caller: Caller, game: int) -> Status:
        """A new lobby in the caller's channel with the same people, computer players and options.

        :raises TableRefusal: ``not_in_game``, ``running`` or ``second_lobby`` (the channel has an open table).
        """
        raise NotImplementedError

    async def repair(self, caller: Caller, game: int, *, roll_back: bool = False) -> Status:
        """Let a game that was set aside in again; with ``roll_back`` at the last start of a turn that can be read.

        :raises TableRefusal: ``not_aside``, ``still_broken`` (``why`` is the code), ``no_turn_mark``.
        """
        raise NotImplementedError
