"""``/results``: closed tallies of this server: list, show, mend, delete, export."""

import asyncio
import io
import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Final, Self, TypeAlias

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.app.result_files import KINDS, results_files
from bot.app.results import LONGEST_SEASON, SeasonRefusal, count_all, count_results, make_season
from bot.app.score_pad import FORMS, LONGEST_PLACE, OpenedPad, folded, moment_played, ranked_seats, seat_of
from bot.app.score_pad.day_parsing import day_typed
from bot.app.score_pad.service import LONGEST_PLAYER
from bot.store.result_index import NOBODY
from bot.text import Locale, t, tn
from cogs.core.command_texts import CommandTexts
from cogs.core.escaping import escaped
from cogs.core.localization import Localized, UserError, private_locale, public_locale
from cogs.core.message_edit_rate import finish
from cogs.core.persistent_ui import (
    ACCENT,
    GREATEST,
    Panel,
    PersistentButton,
    PersistentSelect,
    edit_in_place,
    reply_privately,
    text_panel,
    with_deferral,
)
from cogs.core.services import BotClient, Interaction
from cogs.results.claim_panels import SettleClaim, claim_explained, claim_panel, claiming_of, names_panel
from cogs.results.import_panels import LeaveImport, TakeImport, import_panel
from cogs.results.season_access import check_manage
from cogs.results.season_end import end_seasons
from cogs.results.statistics_controls import page_button
from cogs.results.statistics_handlers import CONTROLS as STATISTICS
from cogs.results.statistics_panels import statistics_panel
from cogs.results.statistics_view import StatisticsView, today
from cogs.results.statistics_wording import kept
from cogs.score_pad.cog import FORM_CHOICES, choices, seat_named
from cogs.score_pad.form_opening import send_form
from cogs.score_pad.pad_access import explained, named_user, place_of, read_pad, read_results, who_is
from cogs.score_pad.photo_handlers import post_photo
from cogs.score_pad.views import delete_panel, own_sheet, pictured_result
from cogs.score_pad.wording import shown_name, used_text

PER_PAGE: Final = 10
MOST_CHOICES: Final = 25
LONGEST_LABEL: Final = 100
YEARS: Final = (2000, 2100)
PICKED: Final = "#"
"""Before the number of a person that was chosen from the list."""
MENTION: Final = re.compile(r"<@!?(\d{1,19})>")
FILE_CHOICES = [app_commands.Choice(name=Localized(f"results.file.{kind}"), value=kind) for kind in KINDS]
MOST_FILES: Final = 10
"""Files of one message."""


TEXTS = CommandTexts("results.command")
SeasonName: TypeAlias = app_commands.Range[str, 1, LONGEST_SEASON]
TypedName: TypeAlias = app_commands.Range[str, 1, LONGEST_PLAYER]


class Results(
    commands.GroupCog,
    group_name=Localized("results.command.results.name"),
    group_description=Localized("results.command.results.description"),
):
    """The results of closed score pads."""

    FAMILY = "scores"

    def __init__(self, bot: BotClient) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Count what an earlier version, or the command line, has left uncounted. discord.py calls this."""
        self.ending = asyncio.create_task(end_seasons(self.bot), name="seasons-end")
        self.counting = asyncio.create_task(count_all(self.bot.services.store), name="results-count")

    async def cog_unload(self) -> None:
        """Stop that, and ratings that are being worked out. discord.py calls this."""
        self.ending.cancel()
        await finish(self.ending, self.counting)
        await self.bot.services.ratings.close()

    @TEXTS.command("list")
    async def list_(self, interaction: Interaction) -> None:
        """Show the results of this place."""
        await reply_privately(interaction, await list_panel(interaction, 0))

    @TEXTS.command("show", result="which")
    async def show(self, interaction: Interaction, result: int) -> None:
        """Show a result."""
        await reply_privately(interaction, await pictured_result(interaction, await result_of(interaction, result)))

    @TEXTS.command("mend", result="which", player="tally.command.seat", form=("tally.command.form", "form"))
    @app_commands.choices(form=FORM_CHOICES)
    async def mend(self, interaction: Interaction, result: int, player: str = "", form: str | None = None) -> None:
        """Open a form of a result, to correct it."""
        opened = await result_of(interaction, result)
        seat = seat_named(opened, player) if player else seat_of(opened.pad, await named_user(interaction)) or 0
        if form in FORMS:
            await send_form(interaction, opened, seat, form, origin="command", mending=True)
        else:
            await reply_privately(interaction, await own_sheet(interaction, opened, seat))

    @TEXTS.command("delete", result="which")
    async def delete(self, interaction: Interaction, result: int) -> None:
        """Ask whether a result is to be deleted."""
        await reply_privately(interaction, delete_panel(interaction, await result_of(interaction, result)))

    @TEXTS.command("photo", "picture", result="which")
    async def photo(self, interaction: Interaction, result: int, picture: discord.Attachment) -> None:
        """Post a photo of the table with a result."""
        opened = await result_of(interaction, result)
        await reply_privately(interaction, await with_deferral(interaction, post_photo(interaction, opened, picture)))

    @TEXTS.command("export", "file")
    @app_commands.choices(file=FILE_CHOICES)
    async def export(self, interaction: Interaction, file: str = "csv") -> None:
        """Send all results of this place as a file."""
        locale, store = private_locale(interaction), interaction.client.services.store
        kind = next((each for each in KINDS if each == file), KINDS[0])
        files = await with_deferral(interaction, results_files(store, place_of(interaction), kind, locale))
        if not files:
            raise UserError("results.none")
        shown = files[-MOST_FILES:]
        told = [tn(locale, "results.exported", sum(each.results for each in shown))]
        told += [tn(locale, "results.export_parts", len(shown))] if len(shown) > 1 else []
        told += [t(locale, "results.bgstats.how")] if kind == "bgstats" else []
        numbered = [f"-{number}" if len(shown) > 1 else "" for number in range(1, len(shown) + 1)]
        sent = [
            discord.File(io.BytesIO(each.data), f"revive-results{number}{each.ending}")
            for each, number in zip(shown, numbered, strict=True)
        ]
        await _send_files(interaction, " ".join(told), sent)

    @TEXTS.command("import", file="import_file")
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Show what a file of results would bring, and ask."""
        panel = await with_deferral(interaction, import_panel(interaction, file))
        await reply_privately(interaction, panel)

    @TEXTS.command("players", "since")
    async def players(self, interaction: Interaction, since: str = "") -> None:
        """Show who plays here and how often they win."""
        await _show(interaction, StatisticsView(since=_day(interaction, since) if since else None))

    @TEXTS.command("person", "player", "against")
    async def person(self, interaction: Interaction, player: str = "", against: str = "") -> None:
        """Show what one person's results come to."""
        await count_results(interaction.client.services.store, place_of(interaction))
        person = await _person_named(interaction, player)
        other = await _person_named(interaction, against) if against else NOBODY
        if other and person == other:
            raise UserError("results.not_yourself")
        await _show(interaction, StatisticsView("versus" if other else "person", person, other))

    @TEXTS.command("tribes")
    async def tribes(self, interaction: Interaction) -> None:
        """Show how the tribes have done here."""
        await _show(interaction, StatisticsView("tribes"))

    @person.autocomplete("player")
    @person.autocomplete("against")
    async def people(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The people with results here, for the option."""
        found = await interaction.client.services.store.result_statistics.names(place_of(interaction))
        fitting = [(number, name) for number, name in found if folded(typed) in folded(name)]
        return [app_commands.Choice(name=name, value=f"{PICKED}{number}") for number, name in fitting[:MOST_CHOICES]]

    @TEXTS.command("seasons")
    async def seasons(self, interaction: Interaction) -> None:
        """Show the seasons of this place."""
        await _show(interaction, StatisticsView("seasons"))

    @TEXTS.command("season", "begin", "until", name="season_name")
    async def season(self, interaction: Interaction, name: SeasonName, begin: str, until: str) -> None:
        """Make a season, from a day to a day."""
        check_manage(interaction)
        store, place, channel = interaction.client.services.store, place_of(interaction), interaction.channel_id or 0
        days = (_any_day(begin), _any_day(until))
        try:
            await make_season(store, place, channel, name, *days, today(interaction))
        except SeasonRefusal as refused:
            raise UserError(f"results.season.refused.{refused.why}", **_escaped(refused.values)) from refused
        await _show(interaction, StatisticsView("seasons"))

    @TEXTS.command("claim", "name")
    async def claim(self, interaction: Interaction, name: TypedName) -> None:
        """Say that a typed name is one's own; others confirm it."""
        place = place_of(interaction)
        await count_results(interaction.client.services.store, place)
        with claim_explained():
            server = interaction.guild_id is not None
            claim = await claiming_of(interaction).claim(place, name, who_is(interaction), server=server)
        panel = claim_panel(public_locale(interaction), claim)
        await interaction.response.send_message(view=panel, allowed_mentions=discord.AllowedMentions.none())

    @TEXTS.command("names", "name")
    async def names(self, interaction: Interaction, name: str = "") -> None:
        """Show which typed names are one's own, or the history of a name."""
        await reply_privately(interaction, await names_panel(interaction, name))

    @claim.autocomplete("name")
    @names.autocomplete("name")
    async def typed_names(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The typed names in the results of this place, for the option."""
        found = await interaction.client.services.store.result_statistics.names(place_of(interaction), typed=True)
        fitting = [name for _, name in found if folded(typed) in folded(name)]
        return [app_commands.Choice(name=name, value=name) for name in fitting[:MOST_CHOICES]]

    @show.autocomplete("result")
    @mend.autocomplete("result")
    @delete.autocomplete("result")
    @photo.autocomplete("result")
    async def results(self, interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        """The results of this place, for the option."""
        return choices(await read_results(interaction, 100), str(typed))

    @mend.autocomplete("player")
    async def seats(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The players of the chosen result, for the option."""
        number = getattr(interaction.namespace, "result", None)
        try:
            opened = await result_of(interaction, number if isinstance(number, int) else 0)
        except UserError:
            return []
        names = [player.name for player in opened.pad.players if typed.casefold() in player.name.casefold()]
        return [app_commands.Choice(name=name, value=name) for name in names]


async def _send_files(interaction: Interaction, text: str, files: list[discord.File]) -> None:
    if interaction.response.is_done():
        await interaction.followup.send(text, files=files, ephemeral=True)
    else:
        await interaction.response.send_message(text, files=files, ephemeral=True)


async def _person_named(interaction: Interaction, typed: str) -> int:
    """The number of a person: chosen from the list, an account's mention, or a name; empty: who asks.

    :raises UserError: nobody of that name has results here.
    """
    found, place = interaction.client.services.store.result_statistics, place_of(interaction)
    if typed.startswith(PICKED) and typed[len(PICKED) :].isdecimal():
        return int(typed[len(PICKED) :][:9])
    if mention := MENTION.fullmatch(typed.strip()):
        person = await found.find(place, account=min(int(mention[1]), GREATEST))
    elif typed:
        named = [number for number, name in await found.names(place) if folded(name) == folded(typed)]
        if not named:
            raise UserError("results.nobody")
        return named[0]
    else:
        person = await found.find(place, account=interaction.user.id)
        if person is None or await found.named(place, person.id) is None:
            raise UserError("results.you_have_none")
    if person is None:
        raise UserError("results.nobody")
    return person.id


def _escaped(values: Mapping[str, object]) -> dict[str, object]:
    return {key: escaped(value, 60) if isinstance(value, str) else value for key, value in values.items()}


def _any_day(typed: str) -> date:
    """:raises UserError: it cannot be read, or is no day of this game's time."""
    day = day_typed(typed)
    if day is None or not YEARS[0] <= day.year <= YEARS[1]:
        raise UserError("results.bad_day", typed=escaped(typed, 40))
    return day


def _day(interaction: Interaction, typed: str) -> date:
    """:raises UserError: it cannot be read, or is still to come."""
    day = _any_day(typed)
    if day > today(interaction):
        raise UserError("results.future_day", typed=escaped(typed, 40))
    return day


async def _show(interaction: Interaction, view: StatisticsView) -> None:
    await reply_privately(interaction, await statistics_panel(interaction, view))


class TurnPage(PersistentButton, template=r"results:page:(?P<page>\d+)"):
    """Another page of the list."""

    @classmethod
    def to(cls, label: str, page: int) -> Self:
        """The button for a page, counted from 0."""
        return cls(ui.Button(label=label, custom_id=f"results:page:{page}"))

    async def used(self, interaction: Interaction) -> None:
        """Show the page."""
        await edit_in_place(interaction, await list_panel(interaction, int(self.state["page"])))


class PickResult(PersistentSelect, template=r"results:pick"):
    """Opens a result from the list."""

    @classmethod
    def among(cls, locale: Locale, found: list[OpenedPad]) -> Self:
        """The menu of the results on a page."""
        options = [discord.SelectOption(label=_label(opened)[:LONGEST_LABEL], value=str(opened.id)) for opened in found]
        return cls(ui.Select(custom_id="results:pick", placeholder=t(locale, "results.pick"), options=options))

    async def used(self, interaction: Interaction) -> None:
        """Show the chosen result."""
        opened = await result_of(interaction, int(self.chosen[0]))
        await edit_in_place(interaction, await pictured_result(interaction, opened))


async def result_of(interaction: Interaction, number: int) -> OpenedPad:
    """:raises UserError: there is no such result here, or the score pad is still open."""
    with explained():
        opened = await read_pad(interaction, number)
    if opened.pad.closed is None:
        raise UserError("tally.refused.still_open", number=number)
    return opened


async def list_panel(interaction: Interaction, page: int) -> Panel:
    """One page of the results of this place, with a menu to open one."""
    locale = private_locale(interaction)
    found = await read_results(interaction, PER_PAGE + 1, min(page * PER_PAGE, GREATEST))
    shown, more = found[:PER_PAGE], len(found) > PER_PAGE
    if not shown:
        return text_panel(t(locale, "results.none"))
    panel = Panel()
    texts = [f"### {t(locale, 'results.title')}", *(_entry(locale, opened) for opened in shown)]
    panel.add_item(ui.Container(ui.TextDisplay("\n".join(texts)), accent_colour=ACCENT))
    panel.add_item(ui.ActionRow(PickResult.among(locale, shown)))
    buttons: list[ui.Item[Any]] = [TurnPage.to(t(locale, "help.back"), page - 1)] if page else []
    buttons += [TurnPage.to(t(locale, "help.forward"), page + 1)] if more else []
    buttons.append(page_button(t(locale, "results.page.players"), StatisticsView()))
    panel.add_item(ui.ActionRow(*buttons))
    return panel


def _entry(locale: Locale, opened: OpenedPad) -> str:
    pad, closed_at = opened.pad, opened.stored.closed_at
    ranked = " · ".join(
        kept(f"{standing.rank}\\. {shown_name(pad, standing.seat)} {standing.total}") for standing in ranked_seats(pad)
    )
    when = f"<t:{int(moment_played(pad, closed_at).timestamp())}:d>" if closed_at else ""
    imported = t(locale, "results.imported_mark") if opened.stored.source else ""
    about = [when, escaped(pad.details.place, LONGEST_PLACE), used_text(locale, pad.options), imported]
    return f"**#{opened.id}** {' · '.join(filter(None, about))}\n{ranked}"


def _label(opened: OpenedPad) -> str:
    names = (f"{opened.pad.players[s.seat].name} {s.total}" for s in ranked_seats(opened.pad))
    return f"#{opened.id} · {', '.join(names)}"


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(TurnPage, PickResult, SettleClaim, TakeImport, LeaveImport, *STATISTICS)
    await bot.add_cog(Results(bot))
