"""A refusal of the rules: why with the numbers, the rule behind a button, what would work, and fresh controls."""

from collections.abc import Iterable
from typing import Any, Final

from discord import ui

from bot.engine.actions import Refusal
from bot.text import Locale, t
from bot.text.game import offer_words
from bot.text.game import refuse as rule_words
from cogs.core.persistent_ui import Panel
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.message_layout import panel_of
from cogs.game.views.offer_groups import GROUPS, group_of, in_group
from cogs.game.views.table_buttons import PRIMARY, group_button, turn_button
from cogs.rules.rule_button import RuleButton

REFUSING: Final = 0xC08A2B
"""The colour at the side of a refusal, 0xRRGGBB."""
MOST_EXAMPLES: Final = 3


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
        yield group_button(found, group, PRIMARY)
    yield turn_button(found)
