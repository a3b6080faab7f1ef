"""Telling a person why a table or the rules refuse what they want."""

from typing import Any, Final, cast

from bot.app.tables import Named, Status, TableRefusal
from bot.app.tables.model import Text
from bot.app.tables.wording import refused as table_words
from bot.engine.actions import Refused
from cogs.core.escaping import escaped
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import Panel, is_private
from cogs.core.services import Interaction
from cogs.game.plan_mode import end_planning
from cogs.game.snapshot import snapshot_for
from cogs.game.table_access import RefusedAtTable, answer, tables_of
from cogs.game.views.lobby_panel import options_button
from cogs.game.views.message_layout import panel_of
from cogs.game.views.refusal_panel import REFUSING, refusal_panel
from cogs.game.views.turn_panel import turn_panel
from cogs.rules.rule_button import RuleButton

MOST_NAME: Final = 60
"""Characters of what people wrote."""
FRESH: Final = frozenset({"stale", "not_your_turn", "unknown_point"})
"""Reasons after which the person is shown what they can do now."""
SHUT: Final = frozenset({"stale", "over", "ending", "paused", "not_running"})
"""Reasons after which everybody is shown how a table stands that does not run."""


async def present_refusal(interaction: Interaction, error: Exception) -> bool:
    """Tell a person why a table or the rules refuse; False for every other failure."""
    if not isinstance(error, RefusedAtTable):
        return False
    try:
        await refuse(interaction, error.refusal, error.game, error.group)
    except (TableRefusal, Refused):
        end_planning(interaction)  # the plan itself cannot be shown
        await refuse(interaction, error.refusal, error.game, error.group)
    return True


async def refuse(
    interaction: Interaction, refused: TableRefusal | Refused, game: int | None, group: str | None = None
) -> None:
    """Tell a person privately why something is not possible."""
    if isinstance(refused, Refused):
        assert game is not None, "the rules refuse in a game only"
        found = await snapshot_for(interaction, game)
        await answer(interaction, refusal_panel(found, refused.refusal, group))
        return
    await answer(interaction, await table_refusal_panel(interaction, refused, game))


async def table_refusal_panel(interaction: Interaction, refused: TableRefusal, game: int | None) -> Panel:
    """What the table refuses; with fresh controls where a control was old or somebody else's."""
    locale = private_locale(interaction)
    status = await _status(interaction, game) if refused.reason in FRESH | SHUT else None
    if status is not None and status.aside:
        refused = TableRefusal("aside", game=status.game, why=status.aside)
    sentence = f"⚠️ {table_words(locale, harmless(refused))}"
    if status is not None and not status.aside:
        found = await snapshot_for(interaction, status.game)
        told = refused.reason == "stale" or (found.seat is not None and refused.reason in FRESH)
        if found.view is not None and (told or found.status.stage != "running"):
            return turn_panel(found, [sentence])
    rows = [RuleButton.of(locale, refused.rule)] if refused.rule else []
    back = [options_button(locale, game)] if game is not None and _on_lobby_options(interaction) else []
    return panel_of([sentence], [*rows, *back], colour=REFUSING)


def _on_lobby_options(interaction: Interaction) -> bool:
    """Whether the refusal takes the place of what can be chosen in a lobby, so that it has to lead back there."""
    custom_id = str(cast("dict[str, Any]", interaction.data or {}).get("custom_id", ""))
    return is_private(interaction) and custom_id.startswith("lobby:")


def harmless(refused: TableRefusal) -> TableRefusal:
    """The same refusal, with whatever people wrote made unable to format or ping."""
    values = {name: _harmless(value) for name, value in refused.values.items()}
    return TableRefusal(refused.reason, refused.rule, **values)


def _harmless(value: Text) -> Text:
    if isinstance(value, str):
        return escaped(value, MOST_NAME)
    if isinstance(value, Named):
        return Named(value.number, escaped(value.name, MOST_NAME), value.computer)
    if isinstance(value, tuple):
        return tuple(Named(each.number, escaped(each.name, MOST_NAME), each.computer) for each in value)
    return value


async def _status(interaction: Interaction, game: int | None) -> Status | None:
    """The status of a table that was named; None where there is no such table."""
    if game is None:
        return None
    try:
        return await tables_of(interaction.client).status(game)
    except TableRefusal:
        return None
