"""The controls that carry a move out, on whichever panel they are. Custom ids: ``table:<what>:<game>:<point>…``; the
point is the seat's point of decision, and the table refuses an action from an older one."""

from typing import Any, Final, Self

import discord
from discord import ui

from bot.app.tables import Controls
from bot.engine.actions import Action
from cogs.core.services import Interaction
from cogs.game.handlers.take_action import carry_out
from cogs.game.input.action_codec import MOVE, written
from cogs.game.table_access import TableButton, TableSelect

POINT: Final = r"(?P<point>[^:]+)"
PRIMARY, QUIET = discord.ButtonStyle.primary, discord.ButtonStyle.secondary


class DoMove(TableButton, template=rf"table:do:(?P<game>\d+):{POINT}:(?P<move>{MOVE})"):
    """One move."""

    @classmethod
    def of(cls, controls: Controls, action: Action, label: str, style: discord.ButtonStyle = PRIMARY) -> Self:
        custom_id = f"table:do:{controls.game}:{controls.token}:{written(action)}"
        return cls(ui.Button(label=label, custom_id=custom_id, style=style))

    async def pressed(self, interaction: Interaction) -> None:
        await carry_out(interaction, self.game, self.state["point"], self.state["move"])


class PickMove(TableSelect, template=rf"table:menu:(?P<game>\d+):{POINT}:(?P<part>[a-z_]+\.\d+)"):
    """A menu of moves; ``part`` tells menus of one message apart."""

    @classmethod
    def of(cls, controls: Controls, part: str, placeholder: str, options: list[discord.SelectOption]) -> Self:
        custom_id = f"table:menu:{controls.game}:{controls.token}:{part}"
        return cls(ui.Select(custom_id=custom_id, placeholder=placeholder[:150], options=options))

    async def picked(self, interaction: Interaction) -> None:
        await carry_out(interaction, self.game, self.state["point"], self.chosen[0])


class PickSeveral(TableSelect, template=rf"table:many:(?P<game>\d+):{POINT}"):
    """A menu of which several are picked: together they are one answer."""

    @classmethod
    def of(
        cls, controls: Controls, placeholder: str, options: list[discord.SelectOption], least: int, most: int
    ) -> Self:
        custom_id = f"table:many:{controls.game}:{controls.token}"
        menu: ui.Select[Any] = ui.Select(
            custom_id=custom_id,
            placeholder=placeholder[:150],
            options=options,
            min_values=least,
            max_values=min(most, len(options)),
        )
        return cls(menu)

    async def picked(self, interaction: Interaction) -> None:
        move = "d:" + ".".join(self.chosen)
        await carry_out(interaction, self.game, self.state["point"], move)


CONTROLS: Final = (DoMove, PickMove, PickSeveral)
