"""The buttons and menus of a lobby, and opening one."""

from collections.abc import Awaitable
from typing import Final

import discord

from bot.app.tables import Status
from bot.app.tables.lobby import FIRST_GAME
from bot.app.tables.pace import as_pace
from cogs.core.persistent_ui import edit_in_place, is_private
from cogs.core.services import Interaction
from cogs.game.input.chosen_strength import chosen_strength
from cogs.game.publishing.lobby_drawing import draw_lobby, draw_options
from cogs.game.publishing.message_updates import messages_of
from cogs.game.publishing.player_calls import call_players
from cogs.game.table_access import TableButton, TableSelect, answer, caller_of, tables_of
from cogs.game.views.lobby_options_panel import BY_LOT
from cogs.game.views.lobby_panel import as_value


class Join(TableButton, template=r"lobby:join:(?P<game>\d+)"):
    """Takes a seat."""

    async def pressed(self, interaction: Interaction) -> None:
        """Seat the person."""
        await tables_of(interaction.client).lobby.join(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class Leave(TableButton, template=r"lobby:leave:(?P<game>\d+)"):
    """Gives the seat back."""

    async def pressed(self, interaction: Interaction) -> None:
        """Free the person's seat."""
        await tables_of(interaction.client).lobby.leave(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class AddComputer(TableButton, template=r"lobby:computer:(?P<game>\d+)"):
    """A computer player takes a seat."""

    async def pressed(self, interaction: Interaction) -> None:
        """Seat a computer player."""
        await tables_of(interaction.client).lobby.computer(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class Start(TableButton, template=r"lobby:start:(?P<game>\d+)"):
    """Lays the table. It can always be pressed: where the seats do not fit the game, it says what would work."""

    async def pressed(self, interaction: Interaction) -> None:
        """Start the game."""
        await tables_of(interaction.client).lobby.start(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class Cancel(TableButton, template=r"lobby:cancel:(?P<game>\d+)"):
    """Calls the lobby off."""

    async def pressed(self, interaction: Interaction) -> None:
        """Call the lobby off."""
        await tables_of(interaction.client).lobby.cancel(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class OpenOptions(TableButton, template=r"lobby:options:(?P<game>\d+)"):
    """What can be chosen, for whoever presses it."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show it privately."""
        await answer(interaction, await draw_options(interaction, self.game))


class PickTribe(TableSelect, template=r"lobby:tribe:(?P<game>\d+)"):
    """The tribe of whoever picks."""

    async def picked(self, interaction: Interaction) -> None:
        """Note the tribe."""
        tribe = None if self.chosen[0] == BY_LOT else self.chosen[0]
        await tables_of(interaction.client).lobby.tribe(caller_of(interaction), self.game, tribe)
        await redraw(interaction, self.game)


class PickOption(TableSelect, template=r"lobby:option:(?P<game>\d+)"):
    """An option and its value."""

    async def picked(self, interaction: Interaction) -> None:
        """Set the option."""
        name, _, value = self.chosen[0].partition("=")
        status = await tables_of(interaction.client).lobby.option(
            caller_of(interaction), self.game, name, as_value(value)
        )
        await redraw(interaction, self.game)
        await call_players(interaction.client, status)


class FirstGame(TableButton, template=r"lobby:first:(?P<game>\d+)"):
    """Lets the game explain itself, or not any more."""

    async def pressed(self, interaction: Interaction) -> None:
        """Switch the option."""
        lobby = tables_of(interaction.client).lobby
        first = (await tables_of(interaction.client).status(self.game)).first_game
        await lobby.option(caller_of(interaction), self.game, FIRST_GAME, not first)
        await redraw(interaction, self.game)


class PickPack(TableSelect, template=r"lobby:pack:(?P<game>\d+)"):
    """The component pack of the table."""

    async def picked(self, interaction: Interaction) -> None:
        await tables_of(interaction.client).lobby.pack(caller_of(interaction), self.game, self.chosen[0])
        await redraw(interaction, self.game)


class PickPace(TableSelect, template=r"lobby:pace:(?P<game>\d+)"):
    """How quickly people play."""

    async def picked(self, interaction: Interaction) -> None:
        """Set the pace."""
        pace = as_pace(self.chosen[0]) or "none"
        await tables_of(interaction.client).lobby.pace(caller_of(interaction), self.game, pace)
        await redraw(interaction, self.game)


class Agree(TableButton, template=r"lobby:agree:(?P<game>\d+)"):
    """Agrees to the pace."""

    async def pressed(self, interaction: Interaction) -> None:
        """Note the agreement."""
        await tables_of(interaction.client).lobby.agree(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class RemovePlayer(TableSelect, template=r"lobby:remove:(?P<game>\d+)"):
    """Somebody, or a computer player, who is taken out again."""

    async def picked(self, interaction: Interaction) -> None:
        """Free the seat."""
        await tables_of(interaction.client).lobby.remove(caller_of(interaction), self.game, int(self.chosen[0]))
        await redraw(interaction, self.game)


class PickStrength(TableSelect, template=r"lobby:strength:(?P<game>\d+)"):
    """How strong the computer players of a lobby are."""

    async def picked(self, interaction: Interaction) -> None:
        """Set the strength."""
        seat, _, chosen = self.chosen[0].partition("=")
        strength = await chosen_strength(interaction, chosen)
        await tables_of(interaction.client).lobby.strength(caller_of(interaction), self.game, int(seat), strength)
        await redraw(interaction, self.game)


CONTROLS: Final = (
    *(Join, Leave, AddComputer, Start, Cancel, FirstGame, Agree, OpenOptions),
    *(PickTribe, PickOption, PickPack, PickPace, PickStrength, RemovePlayer),
)


async def redraw(interaction: Interaction, game: int) -> None:
    """Show the lobby as it stands now in place of the message that was clicked; where that was a person's own one, what
    can be chosen, and the message for everybody follows by itself."""
    if is_private(interaction):
        await edit_in_place(interaction, await draw_options(interaction, game))
        return
    status = await tables_of(interaction.client).status(game)
    panel = await draw_lobby(interaction.client, game)
    if status.stage in ("lobby", "ended", "expired"):
        with messages_of(interaction.client).drawing(status):
            await edit_in_place(interaction, panel)
    else:
        await edit_in_place(interaction, panel)


async def post_lobby(interaction: Interaction, opening: Awaitable[Status]) -> None:
    """Open a lobby and show it to everybody, as the answer to the command or click that wants it."""
    messages = messages_of(interaction.client)
    with messages.posting(interaction.channel_id or 0):
        status = await opening
        panel = await draw_lobby(interaction.client, status.game)
        sent = await interaction.response.send_message(
            view=panel, allowed_mentions=discord.AllowedMentions.none(), files=panel.files
        )
        await messages.posted(status, sent.message_id)
    messages.refresh(status.game)
