"""Playing: what a seat may do, doing it, undoing it, and looking at the table."""

from bot.engine import View
from bot.engine.actions import Action, Offer, Refusal
from bot.engine.components import Pack
from bot.engine.state import SeatNumber
from bot.table.model import Acted, Caller, Controls, Logged


class Play:
    """Turns of running games.

    :raises TableRefusal: from every call: ``no_such_game``, ``aside``; from those of a seat ``not_in_game``.
    """

    async def act(self, caller: Caller, point: str, action: Action) -> Acted:
        """Carry out an action of the caller's seat at a point of decision, with everything that follows by itself.

        On return it is on the disk. ``action.seat`` is the seat of the point.

        :raises TableRefusal: ``unknown_point``, ``not_your_turn`` (the point is another's), ``stale`` (the seat's
            point has moved on), ``paused``, ``over``, ``not_running``, ``busy``.
        :raises Refused: the engine says no, with the numbers.
        """
        raise NotImplementedError

    async def answer(self, caller: Caller, point: str, picks: tuple[int, ...]) -> Acted:
        """Answer the seat's open decision: positions in its options. Refusals as of :meth:`act`."""
        raise NotImplementedError

    async def undo(self, caller: Caller, game: int, point: str | None = None) -> Acted:
        """Take the last action of the caller's own turn back. With ``point`` a second tap on an old button is refused.

        :raises TableRefusal: as of :meth:`act`.
        :raises Refused: ``nothing_to_undo``, ``undo_barrier``, ``undo_other_acted``.
        """
        raise NotImplementedError

    async def offers(self, game: int, user: int) -> Controls:
        """What a person may do now. Offers are empty where it is not their turn and nothing is asked of them."""
        raise NotImplementedError

    async def controls(self, game: int, seat: SeatNumber) -> Controls:
        """The same for a seat, whoever asks: for buttons that everybody sees.

        Decisions of setup (drafts, artifact cards) hold hidden things: show their options to the seat alone.

        :raises TableRefusal: ``unknown_seat``.
        """
        raise NotImplementedError

    async def judge(self, game: int, user: int, action: Action) -> Offer | Refusal:
        """Whether an action of the person's seat is possible now: the offer with its cost, or why not."""
        raise NotImplementedError

    async def view(self, game: int, user: int | None = None) -> View:
        """What a person may see; the public's view for None and for those who do not play. It never changes again."""
        raise NotImplementedError

    async def pack(self, game: int) -> Pack:
        """The pack a table plays with (a lobby: the one it would start with)."""
        raise NotImplementedError

    async def log(self, game: int, user: int | None = None, since: int | None = None) -> list[Logged]:
        """The records from number ``since`` on, with what that person may see of them; all that happened since the
        person's own last action where ``since`` is None (for those who do not play: everything)."""
        raise NotImplementedError

    async def standing(self, caller: Caller, game: int, kind: str, answer: str | None) -> None:
        """Set the caller's standing answer to a kind of decision (``bot.table.standing.ANSWERS``); None takes it back.

        :raises TableRefusal: ``unknown_standing``.
        """
        raise NotImplementedError
