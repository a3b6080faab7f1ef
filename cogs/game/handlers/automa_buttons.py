"""The button "Why?": why the Mautoma chose so, with the choice on the map as it was then."""

from typing import Final

from bot.app.tables.automa_history import PastTurn, effective_records, find_turn
from bot.engine.actions import Record
from bot.engine.variants.mautoma.event_log import its_events
from bot.pictures import Picture
from cogs.core.localization import UserError
from cogs.core.picture_delivery import for_person, renderer_of
from cogs.core.services import Interaction
from cogs.core.theme_choice import private_theme
from cogs.game.ids import LAST
from cogs.game.snapshot import TableSnapshot, shut, snapshot_for
from cogs.game.table_access import TableButton, answer, tables_of
from cogs.game.views.automa_panel import nothing_to_explain, why_panel
from cogs.game.views.automa_reasons import tie_of


class Why(TableButton, template=r"table:why:(?P<game>\d+):(?P<record>\d+|last):(?P<step>\d)(?P<to>[a-z]*)"):
    """Why the Mautoma chose so; ``to`` tells controls of one message that lead to one place apart."""

    async def pressed(self, interaction: Interaction) -> None:
        record = self.state["record"]
        await show_why(interaction, self.game, None if record == LAST else int(record), int(self.state["step"]))


CONTROLS: Final = (Why,)


async def show_why(interaction: Interaction, game: int, record: int | None = None, step: int = 0) -> None:
    """Show one person why the Mautoma chose so, in its last turn or the one that a record tells of.

    :raises TableRefusal: nothing is played at this table.
    """
    found, records = await _records(interaction, game)
    told = find_turn(records, found.seen, record)
    if told is None:
        await answer(interaction, nothing_to_explain(found))
        return
    step = min(step, max(0, len(told.turn.choices) - 1))
    picture = await why_picture(interaction, found, told, step)
    await answer(interaction, why_panel(found, told, step).show(picture))


async def show_turn(interaction: Interaction, number: int | None) -> None:
    """The same for the Mautoma's turn of that number at this channel's table, or its last one.

    :raises TableRefusal: nothing is played here.
    :raises UserError: it has not had that many turns, or does not play here.
    """
    game = await tables_of(interaction.client).last_in(interaction.channel_id or 0)
    found, records = await _records(interaction, game)
    if found.status.options.alone != "mautoma":
        raise UserError("mautoma.refused.not_here")
    its = [record.number for record in records if its_events(record.events)]
    if number is not None and number > len(its):
        raise UserError("mautoma.refused.no_such_turn", turn=number, turns=len(its))
    await show_why(interaction, game, its[number - 1] if number is not None else None)


async def _records(interaction: Interaction, game: int) -> tuple[TableSnapshot, list[Record]]:
    """The table and everything that stands of what happened at it."""
    found = await snapshot_for(interaction, game)
    if found.view is None:
        raise shut(found)
    logged = await tables_of(interaction.client).play.log(game, None, 0)
    return found, effective_records([line.record for line in logged])


async def why_picture(interaction: Interaction, found: TableSnapshot, told: PastTurn, step: int) -> Picture | None:
    """The choice on the map as it was then; None where nothing was to be chosen."""
    if not told.turn.choices or not (choice := told.turn.choices[step]).candidates:
        return None
    seen, tie = told.map_at(found.seen, choice), tie_of(found.seen, told)
    renderer, theme = renderer_of(interaction.client), private_theme(interaction)
    return await for_person(interaction, renderer.mautoma_search(seen, choice, tie, found.locale, theme))
