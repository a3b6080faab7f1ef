"""Lobbies: who plays, with which tribe and options, until somebody starts."""

from bot.engine.state import Options, SeatNumber
from bot.table.model import Caller, Chosen, Status, Strength


class Lobby:
    """What is done with a table before it starts. Every change gives the table's new status.

    :raises TableRefusal: from every call: ``no_such_game``, ``started``, ``not_allowed``, ``busy`` and what is named.
    """

    async def open(self, caller: Caller, options: Options | None = None, locale: str = "en") -> Status:
        """A new lobby in the caller's channel, the caller its owner and first player.

        :raises TableRefusal: ``second_lobby`` or ``running`` (the channel has an open table; ``game`` is its number).
        """
        raise NotImplementedError

    async def join(self, caller: Caller, game: int) -> Status:
        """:raises TableRefusal: ``already_in``, ``full_lobby``."""
        raise NotImplementedError

    async def leave(self, caller: Caller, game: int) -> Status:
        """The owner's place passes to the next person; with nobody left the lobby ends (stage ``ended``).

        :raises TableRefusal: ``not_in_game``.
        """
        raise NotImplementedError

    async def tribe(self, caller: Caller, game: int, tribe: str | None) -> Status:
        """Choose the own tribe; None: by lot.

        :raises TableRefusal: ``not_in_game``, ``unknown_tribe``, ``tribe_taken``.
        """
        raise NotImplementedError

    async def option(self, caller: Caller, game: int, name: str, value: str | bool) -> Status:
        """Set an option (owner).

        :raises TableRefusal: ``unknown_option``, ``unknown_value``.
        """
        raise NotImplementedError

    async def computer(self, caller: Caller, game: int, strength: Strength = "random") -> Status:
        """Add a computer player (owner).

        :raises TableRefusal: ``full_lobby``, ``unknown_computer``.
        """
        raise NotImplementedError

    async def remove(self, caller: Caller, game: int, seat: SeatNumber) -> Status:
        """Take somebody, or a computer player, out again (owner or moderator).

        :raises TableRefusal: ``unknown_seat``.
        """
        raise NotImplementedError

    async def start(self, caller: Caller, game: int) -> Status:
        """Lay the table and begin (owner). Seats are shuffled where ``random_seats`` is on (it is at first).

        :raises TableRefusal: ``too_few``.
        :raises Refused: the engine cannot lay this table (such as ``draft_too_many``).
        """
        raise NotImplementedError

    async def cancel(self, caller: Caller, game: int) -> Status:
        """Call it off (owner or moderator)."""
        raise NotImplementedError

    async def options(self, game: int) -> tuple[Chosen, ...]:
        """Every option with its values and the present one; ``random_seats`` is among them."""
        raise NotImplementedError

    async def tribes(self, game: int) -> tuple[str, ...]:
        """The tribes that are still free, by id."""
        raise NotImplementedError
