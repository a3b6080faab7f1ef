"""How a refusal looks: why with the numbers, the rule behind a button, what would work, and fresh controls."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import ui

from bot.app.tables import Named, TableRefusal
from bot.app.tables.model import Text
from bot.app.tables.wording import refused as table_words
from bot.engine.actions import Refusal, Refused
from bot.text import Locale, t
from bot.text.game import offer_words
from bot.text.game import refuse as rule_words
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import Panel
from cogs.core.services import Interaction
from cogs.game.snapshot import TableSnapshot, snapshot_for
from cogs.game.table_access import answer, tables_of
from cogs.game.views.message_layout import panel_of
from cogs.game.views.offer_groups import GROUPS, group_of, in_group
from cogs.game.views.turn_panel import OpenTurn, PickGroup, turn_panel
from cogs.rules.rule_button import RuleButton
from cogs.rules.views import escaped

REFUSING = 0xC08A2B
MOST_EXAMPLES = 3
MOST_NAME = 60
"""Characters of what people wrote."""
FRESH = frozenset({"stale", "not_your_turn", "unknown_point"})
"""Reasons after which the person is shown what they can do now."""
SHUT = frozenset({"stale", "over", "ending", "paused", "not_running"})
"""Reasons after which everybody is shown how a table stands that does not run."""


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
    sentence = f"⚠️ {table_words(locale, harmless(refused))}"
    if game is not None and refused.reason in FRESH | SHUT and await _is_there(interaction, game):
        found = await snapshot_for(interaction, game)
        plays = found.seat is not None and refused.reason in FRESH
        if found.view is not None and (plays or found.status.stage != "running"):
            return turn_panel(found, [sentence])
    rows: list[ui.Item[Any]] = [RuleButton.of(locale, refused.rule)] if refused.rule else []
    return panel_of([sentence], rows, colour=REFUSING)


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


async def _is_there(interaction: Interaction, game: int) -> bool:
    try:
        status = await tables_of(interaction.client).status(game)
    except TableRefusal:
        return False
    return status.aside is None


def refusal_panel(found: TableSnapshot, refusal: Refusal, group: str | None = None) -> Panel:
    """What the rules refuse, the entry that says so, and what is possible instead (of the group, if one is named)."""
    locale = found.locale
    texts = [f"❌ {rule_words(locale, refusal, found.table)}", *_instead(found, group)]
    return panel_of(texts, list(_controls(found, locale, refusal, group)), colour=REFUSING)


def _instead(found: TableSnapshot, group: str | None) -> list[str]:
    """The cheapest things that would work."""
    if found.controls is None:
        return []
    offers = in_group(found.controls.offers, group) if group else []
    if offers:
        lines = [f"- {offer_words(found.locale, offer, found.table)}" for offer in offers[:MOST_EXAMPLES]]
        return ["\n".join([t(found.locale, "can.would_work"), *lines])]
    others = {group_of(offer) for offer in found.controls.offers}
    names = [t(found.locale, f"turn.group.{name}") for name in GROUPS if name in others]
    return [t(found.locale, "can.instead", groups=", ".join(names))] if names else []


def _controls(found: TableSnapshot, locale: Locale, refusal: Refusal, group: str | None) -> Iterable[ui.Item[Any]]:
    yield RuleButton.of(locale, refusal.rule)
    if found.controls is None:
        return
    if group and in_group(found.controls.offers, group):
        yield PickGroup.of(found, group, style=discord.ButtonStyle.primary)
    yield OpenTurn.of(found)
