"""The controls that carry an action out, on whichever panel they are. The token in the custom id is the seat's decision
token: the table refuses an action from an older one."""

from typing import Final

from bot.engine.actions import EndAction, EndTurn
from cogs.core.services import Interaction
from cogs.game.handlers.take_action import carry_out, close, take_back
from cogs.game.input.action_codec import MOVE
from cogs.game.snapshot import snapshot_for
from cogs.game.table_access import TableButton, TableSelect

TOKEN: Final = r"(?P<token>[^:]+)"


class DoMove(TableButton, template=rf"table:do:(?P<game>\d+):{TOKEN}:(?P<move>{MOVE})"):
    """One action."""

    async def pressed(self, interaction: Interaction) -> None:
        """Carry the action out."""
        await carry_out(interaction, self.game, self.state["token"], self.state["move"])


class PickMove(TableSelect, template=rf"table:menu:(?P<game>\d+):{TOKEN}:(?P<part>[a-z_]+\.\d+)"):
    """A menu of actions; ``part`` tells menus of one message apart."""

    async def picked(self, interaction: Interaction) -> None:
        """Carry the chosen action out."""
        await carry_out(interaction, self.game, self.state["token"], self.chosen[0])


class PickSeveral(TableSelect, template=rf"table:many:(?P<game>\d+):{TOKEN}"):
    """A menu of which several are picked: together they are one answer."""

    async def picked(self, interaction: Interaction) -> None:
        """Give the chosen answers."""
        move = "d:" + ".".join(self.chosen)
        await carry_out(interaction, self.game, self.state["token"], move)


class Undo(TableButton, template=rf"table:undo:(?P<game>\d+):{TOKEN}"):
    """Takes the last action back."""

    async def pressed(self, interaction: Interaction) -> None:
        """Take the last action back."""
        await take_back(interaction, self.game, self.state["token"])


class Close(TableButton, template=rf"table:close:(?P<game>\d+):{TOKEN}:(?P<what>action|turn)"):
    """Ends the first action or the turn; asks before where something is lost, and for a turn unless switched off."""

    async def pressed(self, interaction: Interaction) -> None:
        """End the action or the turn, or ask first."""
        found = await snapshot_for(interaction, self.game)
        await close(interaction, found, self.state["token"], EndTurn if self.state["what"] == "turn" else EndAction)


CONTROLS: Final = (DoMove, PickMove, PickSeveral, Undo, Close)
