"""After a restart the practice channel has lost its messages: each place is told what is still open in it, a table,
score pads and desks, with a button for each that shows it again. Discord keeps its messages, so there nothing is said.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, TypeAlias

import discord
import structlog
from discord import ui
from discord.ext import commands

from bot.app.automa_desk import AutomaDesks
from bot.app.score_pad import ScorePads as Pads
from bot.store import Scope
from bot.text import DEFAULT, Locale, t
from cogs.automa.cog import post as post_desk
from cogs.automa.views import declining, desks_of
from cogs.core.escaping import escaped
from cogs.core.localization import language_of_place
from cogs.core.persistent_ui import ACCENT, Panel, PersistentButton
from cogs.core.services import BotClient, Interaction
from cogs.game.publishing.message_updates import messages_of
from cogs.game.snapshot import table_locale
from cogs.game.table_access import explained as table_explained
from cogs.game.table_access import tables_of
from cogs.score_pad.pad_access import explained, pads_of, place_of
from cogs.score_pad.views import post as post_pad

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger()

Kind = Literal["game", "tally", "desk"]
Place: TypeAlias = tuple[Literal["channel", "person"], int]
"""A channel, or the direct messages with a person, for a desk of which no channel was noted."""
MOST: Final = 25
"""Buttons of a message."""
A_ROW: Final = 5
LONGEST_NAMES: Final = 90


@dataclass(frozen=True, slots=True)
class Open:
    """One thing that is open. ``names``: of the people at it, as Discord writes them; ``count``: the turn or round that
    it is in, 0 before."""

    kind: Kind
    number: int
    names: str
    count: int = 0
    locale: Locale | None = None

    def text(self, locale: Locale) -> str:
        """The line of the list."""
        kind = "lobby" if self.kind == "game" and not self.count else self.kind
        return "- " + t(locale, f"still_open.{kind}", number=self.number, names=self.names, count=self.count)


class ShowAgain(PersistentButton, template=r"open:(?P<kind>game|tally|desk):(?P<number>\d+)"):
    """Shows a table, a score pad or a desk again, where the button is."""

    @classmethod
    def of(cls, locale: Locale, each: Open) -> Self:
        """The button for one line of the list."""
        label = t(locale, f"still_open.button.{each.kind}", number=each.number)
        return cls(ui.Button(label=label, custom_id=f"open:{each.kind}:{each.number}"))

    async def used(self, interaction: Interaction) -> None:
        """Show the table, score pad or desk."""
        number = int(self.state["number"])
        await {"game": _show_game, "tally": _show_tally, "desk": _show_desk}[self.state["kind"]](interaction, number)


def _names(people: Iterable[str]) -> str:
    return escaped(", ".join(people), LONGEST_NAMES)


async def _show_game(interaction: Interaction, number: int) -> None:
    async with table_explained(interaction, number):
        await tables_of(interaction.client).status(number)
        await interaction.response.defer()
        messages_of(interaction.client).show_again(number)


async def _show_tally(interaction: Interaction, number: int) -> None:
    with explained():
        opened = await pads_of(interaction).find(number, place_of(interaction))
    await post_pad(interaction, opened)


async def _show_desk(interaction: Interaction, number: int) -> None:
    with declining():
        opened = await desks_of(interaction).find(number, interaction.user.id)
    await post_desk(interaction, opened)


def open_panel(locale: Locale, found: Iterable[Open]) -> Panel:
    """What is still open in one place."""
    things = list(found)
    shown = things[:MOST]
    texts = [f"### {t(locale, 'still_open.title')}\n{t(locale, 'still_open.intro')}"]
    texts.append("\n".join(each.text(locale) for each in shown))
    if more := len(things) - len(shown):
        texts.append(f"-# {t(locale, 'still_open.more', count=more)}")
    panel = Panel()
    panel.add_item(ui.Container(*(ui.TextDisplay[Any](text) for text in texts), accent_colour=ACCENT))
    for start in range(0, len(shown), A_ROW):
        panel.add_item(ui.ActionRow(*(ShowAgain.of(locale, each) for each in shown[start : start + A_ROW])))
    return panel


class StillOpen(commands.Cog):
    """Tells the practice channel what is still open in it."""

    FAMILY = "game"

    def __init__(self, bot: BotClient) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """What is open is noted before anybody can open more."""
        self.found = await self._open_now()
        self._telling = asyncio.create_task(self._tell_all(), name="still-open")

    async def cog_unload(self) -> None:
        """Stop the task that sends the lists."""
        self._telling.cancel()
        await asyncio.gather(self._telling, return_exceptions=True)

    async def _tell_all(self) -> None:
        try:
            await self.bot.wait_until_ready()
            for place, found in self.found.items():
                await self._tell(place, found)
        except Exception:
            log.exception("the list of open games could not be sent to the practice channel")

    async def _open_now(self) -> dict[Place, list[Open]]:
        """What is open in each place: tables first, then score pads, then desks."""
        found: defaultdict[Place, list[Open]] = defaultdict(list)
        tables, store = tables_of(self.bot), self.bot.services.store
        for game, channel in tables.all_open():
            status = await tables.status(game)
            names = _names(seat.name for seat in status.seats if seat.user)
            found["channel", channel].append(Open("game", game, names, status.turn, table_locale(status)))
        for each in await Pads(store.score_pads).all_open():
            names = _names(player.name for player in each.pad.players)
            found["channel", each.stored.channel].append(Open("tally", each.id, names, locale=each.pad.locale))
        for opened in await AutomaDesks(store.automa_desks).all_open():
            desk = opened.desk
            place: Place = ("channel", desk.channel) if desk.channel else ("person", desk.owner)
            locale = store.preferences.language(Scope.PERSON, desk.owner)
            found[place].append(Open("desk", opened.id, f"<@{desk.owner}>", opened.step.round, locale))
        return dict(found)

    async def _tell(self, place: Place, found: list[Open]) -> None:
        kind, number = place
        panel = open_panel(self._locale(place, found), found)
        try:
            channel = number if kind == "channel" else (await self.bot.create_dm(discord.Object(number))).id
            await self.bot.get_partial_messageable(channel).send(
                view=panel, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as error:
            log.info("the list of open games could not be sent", place=place, reason=error.text)

    def _locale(self, place: Place, found: list[Open]) -> Locale:
        channel = self.bot.get_channel(place[1])
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return language_of_place(self.bot, channel)
        return next((each.locale for each in found if each.locale), DEFAULT)


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(ShowAgain)
    if bot.services.practice:
        await bot.add_cog(StillOpen(bot))
