"""A button that opens the rule behind an answer, in a private message of its own, so that the answer stays."""

from typing import Self

from discord import ui

from bot.text import Locale, t
from cogs.core.localization import private_locale
from cogs.core.persistent_ui import PersistentButton, reply_privately
from cogs.core.services import Interaction
from cogs.rules.views import Page, gone_panel, page_panel


class RuleButton(PersistentButton, template=r"cite:(?P<entry>[a-z][a-z0-9_.]*)"):
    """Opens the entry in the language of whoever presses it."""

    @classmethod
    def of(cls, locale: Locale, entry: str, label: str | None = None) -> Self:
        """The button for an entry."""
        label = label or t(locale, "calc.rule")
        return cls(ui.Button(label=label[:80], emoji="📖", custom_id=f"cite:{entry}"))

    async def used(self, interaction: Interaction) -> None:
        """Show the entry privately."""
        locale = private_locale(interaction)
        panel = page_panel(interaction.client.services.reference, Page(self.state["entry"], locale))
        await reply_privately(interaction, panel or gone_panel(locale))
