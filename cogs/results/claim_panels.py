"""A typed name is claimed, confirmed and separated: the message that all see, and one person's own list of names."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final, Self, cast

import discord
from discord import ui

from bot.app.results import Claiming, ClaimRefusal, NameClaim, Settling
from bot.app.score_pad import folded
from bot.store.name_claims import OPEN, SEPARATED, StoredClaim
from bot.store.result_index import JOINED
from bot.text import Locale, t, tn
from cogs.core.escaping import escaped
from cogs.core.localization import UserError, private_locale, public_locale
from cogs.core.persistent_ui import ACCENT, Panel, PersistentButton, edit_in_place, is_private, reply_privately
from cogs.core.services import Interaction
from cogs.score_pad.pad_access import place_of, who_is

MOST_SHOWN: Final = 8
"""Claims of a person that are shown, newest first."""
LONGEST: Final = 40
STYLES: Final = {
    "confirm": discord.ButtonStyle.success,
    "refuse": discord.ButtonStyle.secondary,
    "withdraw": discord.ButtonStyle.secondary,
    "separate": discord.ButtonStyle.secondary,
}


class SettleClaim(
    PersistentButton,
    template=r"results:claim:(?P<number>\d+):(?P<how>confirm|refuse|withdraw|separate)(?P<sure>:sure)?",
):
    """Confirms, refuses or withdraws a claim, or separates a name again, after asking."""

    @classmethod
    def of(cls, locale: Locale, claim: int, how: Settling, name: str = "", *, sure: bool = False) -> Self:
        """The button for a claim; ``name``: whose it is, where several are on a panel."""
        words = t(locale, f"results.claim.button.{how}", name=name).strip()
        label = words if name else words[:1].upper() + words[1:]
        style = discord.ButtonStyle.danger if sure else STYLES[how]
        custom_id = f"results:claim:{claim}:{how}{':sure' if sure else ''}"
        return cls(ui.Button(label=label[:80], custom_id=custom_id, style=style))

    async def used(self, interaction: Interaction) -> None:
        """Settle the claim and show what became of it."""
        number, how = int(self.state["number"]), cast("Settling", self.state["how"])
        claims, place = claiming_of(interaction), place_of(interaction)
        if how == "separate" and "sure" not in self.state:
            await _ask_to_separate(interaction, number)
            return
        with claim_explained():
            claim = await claims.settle(number, place, how, who_is(interaction))
        if is_private(interaction):
            await edit_in_place(interaction, await names_panel(interaction, claim.stored.name))
        else:
            await edit_in_place(interaction, claim_panel(public_locale(interaction), claim))


def claiming_of(interaction: Interaction) -> Claiming:
    """The claims of typed names."""
    return Claiming(interaction.client.services.store)


@contextmanager
def claim_explained() -> Iterator[None]:
    """Turn a refusal into an error with a sentence.

    :raises UserError: the service refused.
    """
    try:
        yield
    except ClaimRefusal as refused:
        values = {
            key: escaped(value, LONGEST) if isinstance(value, str) else value for key, value in refused.values.items()
        }
        raise UserError(f"results.claim.refused.{refused.why}", **values) from refused


async def _ask_to_separate(interaction: Interaction, number: int) -> None:
    locale = private_locale(interaction)
    with claim_explained():
        claim = await claiming_of(interaction).find(number, place_of(interaction))
    names = {"name": escaped(claim.stored.shown, LONGEST), "who": escaped(claim.stored.person_name, LONGEST)}
    panel = Panel()
    panel.add_item(ui.Container(ui.TextDisplay(t(locale, "results.claim.separate_ask", **names)), accent_colour=ACCENT))
    panel.add_item(ui.ActionRow(SettleClaim.of(locale, number, "separate", claim.stored.shown[:LONGEST], sure=True)))
    await (edit_in_place if is_private(interaction) else reply_privately)(interaction, panel)


def claim_panel(locale: Locale, claim: NameClaim) -> Panel:
    """A claim as everybody in the channel sees it."""
    stored = claim.stored
    name, who = escaped(stored.shown, LONGEST), escaped(stored.person_name, LONGEST)
    texts = [f"### {t(locale, 'results.claim.title', name=name)}"]
    if stored.state == OPEN:
        about = tn(locale, "results.count", claim.results)
        texts.append(t(locale, "results.claim.asked", who=who, name=name, results=about))
        key = "results.claim.who_may" if claim.witnesses else "results.claim.moderator_may"
        texts.append(f"-# {t(locale, key, name=name)}")
    else:
        texts.append(claim_line(locale, stored))
    panel = Panel()
    panel.add_item(ui.Container(*map(ui.TextDisplay, texts), accent_colour=ACCENT))
    if stored.state == OPEN:
        ways: tuple[Settling, ...] = ("confirm", "refuse", "withdraw")
        panel.add_item(ui.ActionRow(*(SettleClaim.of(locale, claim.id, how) for how in ways)))
    return panel


def claim_line(locale: Locale, stored: StoredClaim) -> str:
    """What became of a claim, in a line."""
    names = {"name": escaped(stored.shown, LONGEST), "who": escaped(stored.person_name, LONGEST)}
    by, at = stored.settled_name, stored.settled_at or stored.asked_at
    if stored.state == SEPARATED:
        by, at = stored.ended_name, stored.ended_at or at
    return t(locale, f"results.claim.line.{stored.state}", by=escaped(by or "", LONGEST), when=_day(at), **names)


async def names_panel(interaction: Interaction, name: str = "") -> Panel:
    """The claims of a typed name, else the person's own, with what can be done with each."""
    locale, who, place = private_locale(interaction), who_is(interaction), place_of(interaction)
    claims = claiming_of(interaction)
    account = None if name else who.person
    found = await claims.history(place, account=account, name=folded(name))
    title = t(locale, "results.claim.history", name=escaped(name, LONGEST)) if name else t(locale, "results.claim.mine")
    lines = [claim_line(locale, each) for each in found[:MOST_SHOWN]]
    lines = lines or [t(locale, "results.claim.none_of_name" if name else "results.claim.none")]
    panel = Panel()
    body = "\n".join(f"- {line}" for line in lines)
    panel.add_item(ui.Container(ui.TextDisplay(f"### {title}"), ui.TextDisplay(body), accent_colour=ACCENT))
    buttons = list(_buttons(locale, found, mine=who.person, moderator=who.moderator))
    if buttons:
        panel.add_item(ui.ActionRow(*buttons[:5]))
    return panel


def _buttons(locale: Locale, found: Iterable[StoredClaim], *, mine: int, moderator: bool) -> Iterator[PersistentButton]:
    for each in found:
        own = each.person == mine
        if each.state == JOINED and (own or moderator):
            yield SettleClaim.of(locale, each.id, "separate", each.shown[:LONGEST])
        elif each.state == OPEN and own:
            yield SettleClaim.of(locale, each.id, "withdraw", each.shown[:LONGEST])


def _day(when: datetime) -> str:
    return f"<t:{int(when.timestamp())}:d>"
