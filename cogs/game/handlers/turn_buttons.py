"""The buttons that open a person's own panel, the targets of an action, or everything that they may do."""

from typing import Final

from bot.app.tables import TableRefusal, named
from cogs.core.services import Interaction
from cogs.game.publishing.coached_snapshot import opened_snapshot
from cogs.game.publishing.deferred_picture import show
from cogs.game.publishing.delivery_problems import who_left
from cogs.game.publishing.message_updates import messages_of
from cogs.game.publishing.table_pictures import own_picture, targets_picture
from cogs.game.snapshot import TableSnapshot, not_playing, shut, snapshot_for
from cogs.game.table_access import TableButton, TableSelect, answer, tables_of
from cogs.game.views.all_offers import Reasons
from cogs.game.views.hand_panel import card_panel
from cogs.game.views.offer_groups import in_group
from cogs.game.views.target_panel import nothing_text, pick_panel
from cogs.game.views.turn_panel import all_panel, turn_panel


class OpenTurn(TableButton, template=r"table:turn:(?P<game>\d+)(?P<page>:\d+)?"):
    """The person's own panel."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show the panel."""
        found = await opened_snapshot(interaction, self.game)
        page = int(self.state.get("page", ":0")[1:])
        news = who_left(interaction, found.status, found.locale)
        await show(interaction, own_picture(interaction, found), lambda p: turn_panel(found, news, page=page).show(p))
        if not found.planning:
            messages_of(interaction.client).own_panels.watch(interaction, found)


class PickGroup(
    TableButton, template=r"table:pick:(?P<game>\d+):(?P<group>[a-z_]+):(?P<page>\d+):(?P<crystals>\d)(?P<to>[a-z]*)"
):
    """The targets of one kind of action; ``to`` tells controls of one message that lead to one place apart."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show the targets."""
        found = await snapshot_for(interaction, self.game)
        if found.seat is None:
            raise not_playing(found)
        if found.status.stage != "running":
            raise shut(found)
        if found.status.active not in (None, found.seat):
            raise TableRefusal("not_your_turn", player=named(found.status.seats, found.status.active or 0))
        page, crystals = int(self.state["page"]), int(self.state["crystals"])
        group = self.state["group"]
        offers = in_group(found.controls.offers if found.controls else (), group)
        reasons = {} if offers else await reasons_for(interaction, found)
        drawing = targets_picture(interaction, found, offers)
        await show(interaction, drawing, lambda p: pick_panel(found, group, page, crystals, reasons).show(p))


async def _show_card(interaction: Interaction, game: int, card: str) -> None:
    """The slots that a card can be played into; where it cannot be played any more, what the person can do now."""
    found = await snapshot_for(interaction, game)
    if found.seat is None:
        raise not_playing(found)
    panel = card_panel(found, found.controls, card) if found.controls is not None else None
    await answer(interaction, panel or turn_panel(found, [nothing_text(found, "card", {})]))


class PickSlot(TableButton, template=r"table:card:(?P<game>\d+):(?P<card>[a-z0-9_.]+)"):
    """From a card of the hand to the slots that it can be played into."""

    async def pressed(self, interaction: Interaction) -> None:
        await _show_card(interaction, self.game, self.state["card"])


class PickCard(TableSelect, template=r"table:cards:(?P<game>\d+):(?P<part>\d+)"):
    """The same from a menu of cards; ``part`` tells menus of one message apart."""

    async def picked(self, interaction: Interaction) -> None:
        await _show_card(interaction, self.game, self.chosen[0])


class AllOffers(TableButton, template=r"table:all:(?P<game>\d+):(?P<page>\d+)"):
    """Everything that the person may do, with costs and reasons."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show all offers."""
        await show_all(interaction, await snapshot_for(interaction, self.game), int(self.state["page"]))


CONTROLS: Final = (OpenTurn, PickGroup, PickSlot, PickCard, AllOffers)


async def show_all(interaction: Interaction, found: TableSnapshot, page: int = 0) -> None:
    """A page of everything that the person may do.

    :raises TableRefusal: the game does not run.
    """
    if found.status.stage != "running":
        raise shut(found)
    await answer(interaction, all_panel(found, page, await reasons_for(interaction, found)))


async def reasons_for(interaction: Interaction, found: TableSnapshot) -> Reasons:
    """What comes nearest of everything that the person cannot do in their turn."""
    if found.planning or found.controls is None or not found.controls.active:
        return {}
    return await tables_of(interaction.client).play.nearest(found.game, interaction.user.id)
