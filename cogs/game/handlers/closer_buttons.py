"""The button that looks at everything that a panel names."""

from typing import Final

from bot.app.tables import TableRefusal
from bot.engine.api import effective
from cogs.core.persistent_ui import reply_privately, with_deferral
from cogs.core.services import Interaction
from cogs.game.handlers.inspect_buttons import titles_of
from cogs.game.plan_mode import is_planning
from cogs.game.publishing.deferred_picture import show
from cogs.game.publishing.table_pictures import components_picture
from cogs.game.snapshot import TableSnapshot, snapshot_for
from cogs.game.table_access import TableButton, answer, tables_of
from cogs.game.views.closer_panel import (
    ADVICE,
    LAST,
    OWN,
    beside_last,
    closer_panel,
    drawn,
    named_in_advice,
    named_last,
    named_on,
    rules_of,
    shown_on,
)


class LookCloser(TableButton, template=r"table:closer:(?P<game>\d+):(?P<of>[a-z0-9_]+)(?P<page>:\d+)?"):
    """Everything that a panel names: beside that panel, so that it stays."""

    async def pressed(self, interaction: Interaction) -> None:
        """Show it, or another page of it."""
        of, page = self.state["of"], self.state.get("page")
        found = await snapshot_for(interaction, self.game)
        number = int(page[1:]) if page else 0
        named = await _named(interaction, found, of)
        shown = shown_on(named, number)
        titles = titles_of(interaction, found.locale, rules_of(found, shown))
        drawing = components_picture(interaction, found, drawn(found, shown))
        reply = answer if page or is_planning(interaction) else reply_privately
        await show(interaction, drawing, lambda p: closer_panel(found, of, named, number, titles).show(p), reply)


CONTROLS: Final = (LookCloser,)


async def _named(interaction: Interaction, found: TableSnapshot, of: str) -> list[str]:
    """The components that the panel names; where there is no advice any more, those of the own panel."""
    tables, user = tables_of(interaction.client), interaction.user.id
    if of == LAST:
        return await _named_last(interaction, found)
    if of == OWN and found.status.options.alone == "mautoma":
        return beside_last(found, await _named_last(interaction, found))
    if of == ADVICE:
        try:
            advice = await with_deferral(interaction, tables.hints.advice(found.game, user))
        except TableRefusal:
            return named_on(found, OWN)
        moves = (advice.best, *advice.others)
        actions = [action for move in moves for action in (move.action, move.next_main) if action is not None]
        return named_in_advice(found, actions)
    return named_on(found, of)


async def _named_last(interaction: Interaction, found: TableSnapshot) -> list[str]:
    """The components in what happened last."""
    logged = await tables_of(interaction.client).play.log(found.game, interaction.user.id, 0)
    return named_last(found, effective([line.record for line in logged]))
