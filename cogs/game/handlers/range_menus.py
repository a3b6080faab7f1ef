"""The menus of ``/range``: for whose range it is, and the calculator's numbers."""

from functools import partial
from typing import TYPE_CHECKING, Final, cast

from bot.app.tables import TableRefusal
from bot.engine.resources import BASIC_LIMIT
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import PersistentSelect, edit_in_place
from cogs.core.services import Interaction
from cogs.game.ids import NOTHING
from cogs.game.publishing.deferred_picture import show
from cogs.game.publishing.table_pictures import range_picture
from cogs.game.snapshot import TableSnapshot, shut, snapshot_for
from cogs.game.table_access import TableSelect
from cogs.game.views.range_calculator import calculator
from cogs.game.views.range_panel import Asked, action_for, answer_panel, nearest_of, way_texts, within_texts

if TYPE_CHECKING:
    from bot.engine.effects import MapAction


class Whose(
    TableSelect,
    template=r"range:of:(?P<game>\d+):(?P<space>\d{1,3}|x):(?P<action>explore|populate|build|x):(?P<food>\d{1,2}|x)",
):
    """For whom it is counted: one of the players, or somebody with nothing on the map."""

    async def picked(self, interaction: Interaction) -> None:
        """Show the range for the chosen player."""
        found = await snapshot_for(interaction, self.game)
        if found.view is None:
            raise shut(found)
        seat, space, food = (_number(each) for each in (self.chosen[0], self.state["space"], self.state["food"]))
        action = None if self.state["action"] == NOTHING else cast("MapAction", self.state["action"])
        if seat is not None and seat >= len(found.status.seats):
            raise TableRefusal("unknown_seat", seats=len(found.status.seats))
        if space is not None and space >= len(found.table.board.labels):
            raise TableRefusal("stale", game=self.game)
        await show_range(interaction, found, Asked(seat, space, action, food))


def _number(written: str) -> int | None:
    return None if written == NOTHING else int(written)


class Reckon(PersistentSelect, template=r"range:calc:(?P<what>spaces|bonus):(?P<spaces>\d+):(?P<bonus>\d+)"):
    """The spaces between, or the range bonus, of the calculator."""

    async def used(self, interaction: Interaction) -> None:
        """Show the calculator with the chosen number."""
        values = {"spaces": int(self.state["spaces"]), "bonus": int(self.state["bonus"])}
        values[self.state["what"]] = int(self.chosen[0])
        await edit_in_place(interaction, calculator(private_locale(interaction), values["spaces"], values["bonus"]))


CONTROLS: Final = (Whose, Reckon)


async def show_range(interaction: Interaction, found: TableSnapshot, asked: Asked) -> None:
    """The answer with its picture; whoever does not play may choose for whom it is."""
    if asked.space is not None:
        action = asked.action or action_for(found, asked.space)
        nearest = nearest_of(found, asked.seat, asked.space)
        drawing = range_picture(interaction, found, asked.seat, action, target=nearest)
        texts = partial(way_texts, found, asked.seat, asked.space, action)
    else:
        most, action = _food(found, asked), asked.action or "build"
        drawing = range_picture(interaction, found, asked.seat, action, food=most)
        texts = partial(within_texts, found, asked.seat, most, action)
    await show(interaction, drawing, lambda p: answer_panel(found, asked, texts(charted=p is None), p))


def _food(found: TableSnapshot, asked: Asked) -> int:
    """The food that was named, else what the seat has, else as much as anybody keeps."""
    if asked.food is not None:
        return asked.food
    return BASIC_LIMIT if asked.seat is None else found.seen.state.seats[asked.seat].owned.food
