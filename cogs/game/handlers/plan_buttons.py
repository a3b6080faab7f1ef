"""Planning a turn: the controls of the table on a private copy, and playing, mending or discarding the plan."""

from typing import Final

from bot.app.tables import TableRefusal
from bot.app.tables.turn_plans import TurnPlan
from bot.engine.actions import Action, EndAction, EndTurn
from bot.text import t
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import with_deferral
from cogs.core.services import Interaction
from cogs.game.handlers.action_buttons import TOKEN
from cogs.game.handlers.closer_buttons import LookCloser
from cogs.game.handlers.inspect_buttons import LookAt, OpenBoard, OpenMarket, OpenScore, OpenSeat, OwnBoard
from cogs.game.handlers.take_action import show_result
from cogs.game.handlers.turn_buttons import AllOffers, OpenTurn, PickCard, PickGroup, PickSlot
from cogs.game.input.action_codec import MOVE, UnreadableMove, read
from cogs.game.plan_mode import begin_planning
from cogs.game.publishing.deferred_picture import show
from cogs.game.publishing.table_pictures import own_picture
from cogs.game.snapshot import snapshot_for
from cogs.game.table_access import TableButton, TableSelect, answer, caller_of, tables_of
from cogs.game.views.plan_panel import discarded_panel
from cogs.game.views.turn_panel import turn_panel


class OnPlan:
    """A control that looks at the plan in place of the table."""

    async def used(self, interaction: Interaction) -> None:
        """Do the same on the plan."""
        begin_planning(interaction)
        await super().used(interaction)  # type: ignore[misc]  # of the control that it is mixed into


class PlanTurn(OnPlan, OpenTurn, template=r"plan:turn:(?P<game>\d+)(?P<page>:\d+)?"):
    """The person's plan: what is planned so far, and what could come next."""


class PlanGroup(
    OnPlan,
    PickGroup,
    template=r"plan:pick:(?P<game>\d+):(?P<group>[a-z_]+):(?P<page>\d+):(?P<crystals>\d)(?P<to>[a-z]*)",
):
    """The targets of one kind of action."""


class PlanSlot(OnPlan, PickSlot, template=r"plan:card:(?P<game>\d+):(?P<card>[a-z0-9_.]+)"):
    """From a card of the hand to the slots."""


class PlanCard(OnPlan, PickCard, template=r"plan:cards:(?P<game>\d+):(?P<part>\d+)"):
    """The same from a menu of cards."""


class PlanOffers(OnPlan, AllOffers, template=r"plan:all:(?P<game>\d+):(?P<page>\d+)"):
    """Everything that could come next."""


class PlanBoard(
    OnPlan, OpenBoard, template=r"plan:map:(?P<game>\d+):(?P<form>chart|list|tiles):(?P<page>\d+)(?P<to>[a-z]*)"
):
    """The map with what is planned."""


class PlanSeat(OnPlan, OpenSeat, template=r"plan:seat:(?P<game>\d+):(?P<seat>\d):(?P<tab>[a-z]+)(?P<to>:[a-z])?"):
    """A player's board with what is planned."""


class PlanOwnBoard(OnPlan, OwnBoard, template=r"plan:own:(?P<game>\d+)"):
    """The own board with what is planned."""


class PlanMarket(OnPlan, OpenMarket, template=r"plan:market:(?P<game>\d+)"):
    """The display with what is planned."""


class PlanScore(OnPlan, OpenScore, template=r"plan:score:(?P<game>\d+)"):
    """The score with what is planned."""


class PlanLook(OnPlan, LookAt, template=r"plan:look:(?P<game>\d+):(?P<part>\d)"):
    """A component that the plan's panel names, or everything that could come next."""


class PlanCloser(OnPlan, LookCloser, template=r"plan:closer:(?P<game>\d+):(?P<of>[a-z0-9_]+)(?P<page>:\d+)?"):
    """Everything that a panel of the plan names."""


class PlanMove(TableButton, template=rf"plan:do:(?P<game>\d+):{TOKEN}:(?P<move>{MOVE})"):
    """One more step."""

    async def pressed(self, interaction: Interaction) -> None:
        await add_move(interaction, self.game, self.state["token"], self.state["move"])


class PlanMenu(TableSelect, template=rf"plan:menu:(?P<game>\d+):{TOKEN}:(?P<part>[a-z_]+\.\d+)"):
    """One more step from a menu."""

    async def picked(self, interaction: Interaction) -> None:
        await add_move(interaction, self.game, self.state["token"], self.chosen[0])


class PlanSeveral(TableSelect, template=rf"plan:many:(?P<game>\d+):{TOKEN}"):
    """An answer of several options as a step."""

    async def picked(self, interaction: Interaction) -> None:
        await add_move(interaction, self.game, self.state["token"], "d:" + ".".join(self.chosen))


class PlanClose(TableButton, template=rf"plan:close:(?P<game>\d+):{TOKEN}:(?P<what>action|turn)"):
    """The end of the first action or of the turn as a step."""

    async def pressed(self, interaction: Interaction) -> None:
        kind = EndTurn if self.state["what"] == "turn" else EndAction
        await _add(interaction, self.game, self.state["token"], kind(seat=0))


class PlanUndo(TableButton, template=rf"plan:undo:(?P<game>\d+):{TOKEN}"):
    """Leaves the last step out."""

    async def pressed(self, interaction: Interaction) -> None:
        await _check(interaction, self.game, self.state["token"])
        await tables_of(interaction.client).plans.take_back(self.game, interaction.user.id)
        await show_plan(interaction, self.game)


class LeaveOut(TableButton, template=r"plan:without:(?P<game>\d+):(?P<step>\d+):(?P<steps>\d+)"):
    """Leaves a step out that has changed; the rest stays."""

    async def pressed(self, interaction: Interaction) -> None:
        plans = tables_of(interaction.client).plans
        if len((await plans.plan(self.game, interaction.user.id)).steps) != int(self.state["steps"]):
            raise TableRefusal("stale", game=self.game)
        await plans.leave_out(self.game, interaction.user.id, int(self.state["step"]))
        await show_plan(interaction, self.game)


class DropPlan(TableButton, template=r"plan:drop:(?P<game>\d+)"):
    """Throws the plan away."""

    async def pressed(self, interaction: Interaction) -> None:
        await drop_plan(interaction, self.game)


class PlayPlan(TableButton, template=rf"table:planned:(?P<game>\d+):{TOKEN}:(?P<steps>\d+)"):
    """Plays the plan, or so many of its first steps, at the table."""

    async def pressed(self, interaction: Interaction) -> None:
        await play_plan(interaction, self.game, self.state["token"], int(self.state["steps"]))


CONTROLS: Final = (
    PlanTurn,
    PlanGroup,
    PlanSlot,
    PlanCard,
    PlanOffers,
    PlanBoard,
    PlanSeat,
    PlanOwnBoard,
    PlanMarket,
    PlanScore,
    PlanLook,
    PlanCloser,
    PlanMove,
    PlanMenu,
    PlanSeveral,
    PlanClose,
    PlanUndo,
    LeaveOut,
    DropPlan,
    PlayPlan,
)


async def show_plan(interaction: Interaction, game: int) -> None:
    """The person's plan, for them alone.

    :raises TableRefusal: they do not play there, or the game does not run.
    :raises Refused: no turn of theirs is to come.
    """
    begin_planning(interaction)
    found = await snapshot_for(interaction, game)
    await show(interaction, own_picture(interaction, found), lambda picture: turn_panel(found).show(picture))


async def drop_plan(interaction: Interaction, game: int) -> None:
    """Throw the person's plan away, and say so."""
    await tables_of(interaction.client).plans.drop(game, interaction.user.id)
    found = await snapshot_for(interaction, game)
    await answer(interaction, discarded_panel(found))


async def play_plan(interaction: Interaction, game: int, token: str, steps: int) -> None:
    """Play the plan at the table and show what came of it; the plan where a step of it has changed."""
    tables, caller = tables_of(interaction.client), caller_of(interaction)
    try:
        acted = await with_deferral(interaction, tables.plans.play(caller, token, steps))
    except TableRefusal as refusal:
        if refusal.reason != "plan_changed":
            raise
        await show_plan(interaction, game)
        return
    await show_result(interaction, game, list(acted.records), first=[t(private_locale(interaction), "plan.played")])


async def add_move(interaction: Interaction, game: int, token: str, move: str) -> None:
    """Plan a written move.

    :raises TableRefusal: ``stale``: the plan has changed since, or the move cannot be read.
    """
    try:
        action = read(0, move)
    except UnreadableMove:
        raise TableRefusal("stale", game=game) from None
    await _add(interaction, game, token, action)


async def _add(interaction: Interaction, game: int, token: str, action: Action) -> None:
    await _check(interaction, game, token)
    await tables_of(interaction.client).plans.add(game, interaction.user.id, action)
    await show_plan(interaction, game)


async def _check(interaction: Interaction, game: int, token: str) -> TurnPlan:
    """:raises TableRefusal: ``stale``: the button is of another state of the plan."""
    begin_planning(interaction)
    plan = await tables_of(interaction.client).plans.plan(game, interaction.user.id)
    if plan.controls.token != token:
        raise TableRefusal("stale", game=game)
    return plan
