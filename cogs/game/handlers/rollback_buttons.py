"""Going back to the start of an earlier turn by agreement, and trying a position out at a table of its own."""

from typing import Final

from bot.app.tables import TableRefusal
from bot.text import t
from cogs.core.localization import UserError, private_locale, public_locale
from cogs.core.persistent_ui import reply_privately, with_deferral
from cogs.core.services import Interaction
from cogs.game.publishing.delivery_problems import may_post
from cogs.game.snapshot import snapshot_for
from cogs.game.table_access import TableButton, answer, caller_of, tables_of
from cogs.game.views.message_layout import panel_of
from cogs.game.views.rollback_panel import rollback_panel
from cogs.game.views.status_panel import voted_panel

TAKEN: Final = ("running", "second_lobby")
"""The refusals that say that the channel has an open table."""


class AskRollback(TableButton, template=r"table:back:(?P<game>\d+):(?P<records>\d+)"):
    """What going back would mean, and who agrees."""

    async def pressed(self, interaction: Interaction) -> None:
        await ask_rollback(interaction, self.game, int(self.state["records"]))


class GoBack(TableButton, template=r"table:goback:(?P<game>\d+):(?P<records>\d+):(?P<count>\d+)"):
    """Agrees to go back."""

    async def pressed(self, interaction: Interaction) -> None:
        """Count the agreement; with the last one the table goes back."""
        records, count = int(self.state["records"]), int(self.state["count"])
        rollbacks = tables_of(interaction.client).rollbacks
        agreeing = rollbacks.agree(caller_of(interaction), self.game, records, count)
        voted = await with_deferral(interaction, agreeing)
        await answer(interaction, voted_panel(private_locale(interaction), voted, "rollback"))


class TryFrom(TableButton, template=r"table:try:(?P<game>\d+):(?P<step>\d+)"):
    """Opens a trial table from a step of the game."""

    async def pressed(self, interaction: Interaction) -> None:
        await open_trial(interaction, self.game, int(self.state["step"]))


CONTROLS: Final = (AskRollback, GoBack, TryFrom)


async def ask_rollback(interaction: Interaction, game: int, records: int) -> None:
    """Ask whether the table is to go back to so many records.

    :raises TableRefusal: it cannot.
    """
    found = await snapshot_for(interaction, game)
    asked = await tables_of(interaction.client).rollbacks.look(caller_of(interaction), game, records)
    await answer(interaction, rollback_panel(found, asked))


async def ask_rollback_to_turn(interaction: Interaction, game: int, turn: int) -> None:
    """The same for the start of a turn. :raises TableRefusal: ``no_turn_start``."""
    starts = await tables_of(interaction.client).rollbacks.starts(game)
    records = next((start.records for start in starts if start.turn == turn), None)
    if records is None:
        raise TableRefusal("no_turn_start", game=game)
    await ask_rollback(interaction, game, records)


async def open_trial(interaction: Interaction, game: int, step: int) -> None:
    """Open a trial table in this channel from a step of a game, and say so.

    :raises UserError: this channel has an open table; it says how to go on in another.
    """
    may_post(interaction)
    tables = tables_of(interaction.client)
    opening = tables.trials.open(caller_of(interaction), game, step, public_locale(interaction))
    try:
        status = await with_deferral(interaction, opening)
    except TableRefusal as refusal:
        turn = (await tables.histories.step(game, interaction.user.id, step)).moment.turn
        if refusal.reason not in TAKEN or not turn:
            raise
        raise UserError("trial.elsewhere", game=game, turn=turn) from refusal
    of, turn = status.trial_of or (game, status.turn)
    words = t(private_locale(interaction), "trial.opened", game=status.game, of=of, turn=turn)
    await reply_privately(interaction, panel_of([words]))
