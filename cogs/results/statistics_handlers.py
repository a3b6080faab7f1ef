"""What the buttons and menus of statistics do."""

from typing import Final

from cogs.core.localization import UserError
from cogs.core.persistent_ui import PersistentButton, PersistentSelect, edit_in_place
from cogs.core.services import Interaction
from cogs.results.season_access import check_manage
from cogs.results.statistics_controls import chosen_in
from cogs.results.statistics_panels import statistics_panel
from cogs.results.statistics_view import STATE, StatisticsView, number, today
from cogs.score_pad.pad_access import place_of


class GoTo(PersistentButton, template=rf"results:at:(?P<state>{STATE})(?::\d)?"):
    """Leads to a page of statistics."""

    async def used(self, interaction: Interaction) -> None:
        """Show the page."""
        await _show(interaction, _read(self.state["state"]))


class Choose(PersistentSelect, template=rf"results:choose:(?P<what>[a-z]+):(?P<state>{STATE})"):
    """A menu: whom to look at, which page, or what the filter lets through."""

    async def used(self, interaction: Interaction) -> None:
        """Show the page with what was chosen."""
        view = _read(self.state["state"])
        if self.state["what"] == "remove":
            check_manage(interaction)
            await interaction.client.services.store.seasons.remove(number(self.chosen[0]), place_of(interaction))
            await _show(interaction, view)
            return
        try:
            after = chosen_in(view, self.state["what"], self.chosen[0], today(interaction))
        except (ValueError, KeyError, StopIteration):
            raise UserError("error.old_control") from None
        await _show(interaction, after)


def _read(state: str) -> StatisticsView:
    """:raises UserError: the control says what none of ours can say."""
    try:
        return StatisticsView.read(state)
    except ValueError:
        raise UserError("error.old_control") from None


async def _show(interaction: Interaction, view: StatisticsView) -> None:
    await edit_in_place(interaction, await statistics_panel(interaction, view))


CONTROLS: Final = (GoTo, Choose)
