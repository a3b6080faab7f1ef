"""Panels of a plan: the same as at the table, on a private copy. Their controls have ids of their own, so that nothing
pressed on a plan can happen at the table."""

import re
from typing import Any, Final

from discord import ui

from bot.text import Locale, t
from cogs.core.persistent_ui import Panel
from cogs.core.services import Interaction

PLANNING: Final = "planning"
"""In ``Interaction.extras``: what is asked for is about the person's plan, not about the table."""
_ON_PLAN: Final = re.compile(
    r"table:(?=(?:turn|pick|card|cards|all|do|menu|many|undo|close|map|seat|own|market|score|look|closer):)"
)
_LEFT_OUT: Final = re.compile(r"table:(?:advice|settle|standing|always|news|why|nomore|planned|replay|log):")


def begin_planning(interaction: Interaction) -> None:
    """From now on the interaction is about the person's plan."""
    interaction.extras[PLANNING] = True


def end_planning(interaction: Interaction) -> None:
    """From now on the interaction is about the table again: there is no plan that could be shown."""
    interaction.extras.pop(PLANNING, None)


def is_planning(interaction: Interaction) -> bool:
    """Whether the interaction is about the person's plan."""
    return bool(interaction.extras.get(PLANNING))


def as_asked(interaction: Interaction, panel: Panel, locale: Locale) -> Panel:
    """The panel as it is shown: of a plan it says so, and its controls lead to the plan."""
    return as_plan(panel, locale) if is_planning(interaction) else panel


def as_plan(panel: Panel, locale: Locale) -> Panel:
    """The panel as one of a plan."""
    kept = [child for child in panel.children if not _is_empty(child)]
    panel.clear_items()
    panel.add_item(ui.TextDisplay[Any](f"-# {t(locale, 'plan.mark')}"))
    for child in kept:
        panel.add_item(child)
    for item in panel.walk_children():
        if isinstance(item, ui.Button | ui.Select) and item.custom_id:
            item.custom_id = _ON_PLAN.sub("plan:", item.custom_id, count=1)
    return panel


def _is_empty(child: ui.Item[Any]) -> bool:
    """Take the controls out that have no meaning on a plan; whether a row has none left."""
    if not isinstance(child, ui.ActionRow):
        return False
    for item in list(child.children):
        if _LEFT_OUT.match(str(getattr(item, "custom_id", None))):
            child.remove_item(item)
    return not child.children
