"""The buttons of standing answers: settle on one where it is asked, see them, take them back."""

from typing import Final

from bot.app.tables import TableRefusal
from bot.app.tables.standing_answers import ANSWERS
from bot.text import t
from bot.text.game import kind_words
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import with_deferral
from cogs.core.services import Interaction
from cogs.game.handlers.take_action import show_result
from cogs.game.snapshot import not_playing, snapshot_for
from cogs.game.table_access import TableButton, answer, caller_of, tables_of
from cogs.game.views.standing_answer_panel import ASK, settling_panel, standing_panel, wish_words


class Settle(TableButton, template=r"table:settle:(?P<game>\d+):(?P<kind>[a-z_]+)"):
    """Leads from a decision to what could be answered to it from now on."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show the answers that can stand."""
        found = await snapshot_for(interaction, self.game)
        if found.seat is None:
            raise not_playing(found)
        await answer(interaction, settling_panel(found, _known(self.state["kind"])))


class SetStanding(TableButton, template=r"table:always:(?P<game>\d+):(?P<kind>[a-z_]+):(?P<wish>[a-z]+)"):
    """Settles on an answer, or has the decision asked again."""

    async def pressed(self, interaction: Interaction) -> None:
        """Note the standing answer."""
        await settle(interaction, self.game, self.state["kind"], self.state["wish"])


class OpenStanding(TableButton, template=r"table:standing:(?P<game>\d+)"):
    """The person's standing answers."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show the standing answers."""
        await answer(interaction, standing_panel(await snapshot_for(interaction, self.game)))


CONTROLS: Final = (Settle, SetStanding, OpenStanding)


async def settle(interaction: Interaction, game: int, kind: str, wish: str) -> None:
    """Settle on an answer and show what came of it: the turn where it answered something, else all standing answers.

    :raises TableRefusal: there is no such answer, or nothing can be done at the table.
    """
    tables = tables_of(interaction.client)
    settled = tables.play.standing(caller_of(interaction), game, _known(kind), None if wish == ASK else wish)
    acted = await with_deferral(interaction, settled)
    if acted.records:
        await show_result(interaction, game, list(acted.records), first=[_saved(interaction, kind, wish)])
        return
    await answer(interaction, standing_panel(await snapshot_for(interaction, game), _saved(interaction, kind, wish)))


def _known(kind: str) -> str:
    """:raises TableRefusal: ``stale``: to no such question an answer can stand."""
    if kind not in ANSWERS:
        raise TableRefusal("stale")
    return kind


def _saved(interaction: Interaction, kind: str, wish: str) -> str:
    locale = private_locale(interaction)
    return t(locale, "turn.always.saved", kind=kind_words(locale, kind), answer=wish_words(locale, kind, wish))
