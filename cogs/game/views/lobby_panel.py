"""The lobby: who plays, with which tribe and options; everything a button or a menu until somebody starts."""

from collections.abc import Awaitable, Iterator, Sequence
from typing import Any, Final, Self

import discord
from discord import ui

from bot.app.tables import FEWEST, MOST, Chosen, Status, Tables
from bot.app.tables.lobby import idle_options, most_seats, obstacle
from bot.pictures import Agreed
from bot.text import Locale, t, tn
from bot.text.game import component_name, effect_words, refuse
from cogs.core.persistent_ui import Panel, edit_in_place
from cogs.core.services import BotClient, Interaction
from cogs.game.handlers.action_buttons import PRIMARY, QUIET
from cogs.game.publishing.message_updates import messages_of
from cogs.game.snapshot import TableSnapshot, public_snapshot, seat_name, table_locale
from cogs.game.table_access import TableButton, TableSelect, caller_of, tables_of
from cogs.game.views.automa_panel import assumed
from cogs.game.views.computer_strength import PickStrength, has_computers, strength_words
from cogs.game.views.message_layout import MOST_CHOICES, panel_of
from cogs.game.views.pictures import public_lobby

BY_LOT: Final = "lot"
OFFERED: Final = (
    "alone",
    "random_seats",
    "artifact_card",
    "starting_cards",
    "advanced_switch",
    "vast_crystals",
    "campaign_citizens",
    "long_game",
)
"""The options that a lobby offers, each with a line of words."""


class Join(TableButton, template=r"lobby:join:(?P<game>\d+)"):
    """Takes a seat."""

    @classmethod
    def of(cls, found: TableSnapshot) -> Self:
        full = len(found.status.seats) >= most_seats(found.status.options)
        label = t(found.locale, "game.join")
        return cls(ui.Button(label=label, custom_id=f"lobby:join:{found.game}", style=PRIMARY, disabled=full))

    async def pressed(self, interaction: Interaction) -> None:
        await tables_of(interaction.client).lobby.join(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class Leave(TableButton, template=r"lobby:leave:(?P<game>\d+)"):
    """Gives the seat back."""

    @classmethod
    def of(cls, found: TableSnapshot) -> Self:
        return cls(ui.Button(label=t(found.locale, "game.leave"), custom_id=f"lobby:leave:{found.game}", style=QUIET))

    async def pressed(self, interaction: Interaction) -> None:
        await tables_of(interaction.client).lobby.leave(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class AddComputer(TableButton, template=r"lobby:computer:(?P<game>\d+)"):
    """A computer player takes a seat."""

    @classmethod
    def of(cls, found: TableSnapshot) -> Self:
        full = len(found.status.seats) >= most_seats(found.status.options)
        button: ui.Button[Any] = ui.Button(
            label=t(found.locale, "game.computer"),
            emoji="🤖",
            custom_id=f"lobby:computer:{found.game}",
            style=QUIET,
            disabled=full,
        )
        return cls(button)

    async def pressed(self, interaction: Interaction) -> None:
        await tables_of(interaction.client).lobby.computer(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class Start(TableButton, template=r"lobby:start:(?P<game>\d+)"):
    """Lays the table. It can always be pressed: where the seats do not fit the game, it says what would work."""

    @classmethod
    def of(cls, found: TableSnapshot) -> Self:
        style = discord.ButtonStyle.success
        label = t(found.locale, "game.start")
        return cls(ui.Button(label=label, custom_id=f"lobby:start:{found.game}", style=style))

    async def pressed(self, interaction: Interaction) -> None:
        await tables_of(interaction.client).lobby.start(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class Cancel(TableButton, template=r"lobby:cancel:(?P<game>\d+)"):
    """Calls the lobby off."""

    @classmethod
    def of(cls, found: TableSnapshot) -> Self:
        return cls(ui.Button(label=t(found.locale, "game.cancel"), custom_id=f"lobby:cancel:{found.game}", style=QUIET))

    async def pressed(self, interaction: Interaction) -> None:
        await tables_of(interaction.client).lobby.cancel(caller_of(interaction), self.game)
        await redraw(interaction, self.game)


class PickTribe(TableSelect, template=r"lobby:tribe:(?P<game>\d+)"):
    """The tribe of whoever picks."""

    @classmethod
    def of(cls, found: TableSnapshot, tribes: Sequence[str]) -> Self:
        table, locale = found.table, found.locale
        options = [discord.SelectOption(label=t(locale, "game.tribe.by_lot"), value=BY_LOT)]
        for tribe in tribes[: MOST_CHOICES - 1]:
            ability = effect_words(locale, found.pack.tribe[tribe].ability)
            name = component_name(locale, table, tribe)
            options.append(discord.SelectOption(label=name[:100], description=ability[:100] or None, value=tribe))
        placeholder = t(locale, "game.tribe.pick")
        return cls(ui.Select(custom_id=f"lobby:tribe:{found.game}", placeholder=placeholder, options=options))

    async def picked(self, interaction: Interaction) -> None:
        tribe = None if self.chosen[0] == BY_LOT else self.chosen[0]
        await tables_of(interaction.client).lobby.tribe(caller_of(interaction), self.game, tribe)
        await redraw(interaction, self.game)


class PickOption(TableSelect, template=r"lobby:option:(?P<game>\d+)"):
    """An option and its value."""

    @classmethod
    def of(cls, found: TableSnapshot, options: Sequence[Chosen]) -> Self:
        locale = found.locale
        choices = [
            discord.SelectOption(
                label=_setting(locale, each.name, value)[:100],
                description=about_words(locale, each.name, value)[:100],
                value=f"{each.name}={_written(value)}",
            )
            for each in options
            for value in each.values
            if value != each.value
        ]
        placeholder = t(locale, "game.option.pick")
        menu: ui.Select[Any] = ui.Select(
            custom_id=f"lobby:option:{found.game}", placeholder=placeholder, options=choices[:MOST_CHOICES]
        )
        return cls(menu)

    async def picked(self, interaction: Interaction) -> None:
        name, _, value = self.chosen[0].partition("=")
        await tables_of(interaction.client).lobby.option(caller_of(interaction), self.game, name, as_value(value))
        await redraw(interaction, self.game)


class RemovePlayer(TableSelect, template=r"lobby:remove:(?P<game>\d+)"):
    """Somebody, or a computer player, who is taken out again."""

    @classmethod
    def of(cls, found: TableSnapshot) -> Self:
        options = [
            discord.SelectOption(label=seat.name[:100] or str(number + 1), value=str(number))
            if seat.computer is None
            else discord.SelectOption(label=seat_name(found.locale, seat, number), value=str(number), emoji="🤖")
            for number, seat in enumerate(found.status.seats)
        ]
        placeholder = t(found.locale, "game.remove.pick")
        return cls(ui.Select(custom_id=f"lobby:remove:{found.game}", placeholder=placeholder, options=options))

    async def picked(self, interaction: Interaction) -> None:
        await tables_of(interaction.client).lobby.remove(caller_of(interaction), self.game, int(self.chosen[0]))
        await redraw(interaction, self.game)


CONTROLS: Final = (Join, Leave, AddComputer, Start, Cancel, PickTribe, PickOption, PickStrength, RemovePlayer)


def as_value(text: str) -> str | bool:
    """The value of an option as it was written into a menu or typed."""
    return {"on": True, "off": False}.get(text, text)


def _written(value: str | bool) -> str:
    return value if isinstance(value, str) else ("on" if value else "off")


def value_words(locale: Locale, name: str, value: str | bool) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return t(locale, "game.option.on" if value else "game.option.off")
    return t(locale, f"game.option.{name}.{value}")


def about_words(locale: Locale, name: str, value: str | bool) -> str:
    """What an option is about, in a line; of playing alone, what each way is."""
    return t(locale, f"game.option.alone.{value}.about" if name == "alone" else f"game.option.{name}.about")


def _setting(locale: Locale, name: str, value: str | bool) -> str:
    return t(locale, "show.named", name=t(locale, f"game.option.{name}"), words=value_words(locale, name, value))


# ---- the panel ---------------------------------------------------------------------------------------------------


def lobby_panel(found: TableSnapshot, options: Sequence[Chosen], tribes: Sequence[str]) -> Panel:
    """The lobby as everybody sees it."""
    locale = found.locale
    if found.status.stage != "lobby":
        return panel_of([t(locale, f"game.lobby.{found.status.stage}", game=found.game)])
    texts = [
        f"## {t(locale, 'game.lobby.title', game=found.game)}\n-# {t(locale, 'game.lobby.about')}",
        "\n".join(_seats(found)),
        "\n".join(_options(locale, options)),
        f"-# {_how(found)}",
        *_alone(found),
        *_obstacle(found),
    ]
    buttons = [Join.of(found), Leave.of(found), AddComputer.of(found), Start.of(found), Cancel.of(found)]
    menus: list[list[ui.Item[Any]]] = [[PickTribe.of(found, tribes)], [PickOption.of(found, options)]]
    if has_computers(found.status):
        menus.append([PickStrength.of(found)])
    if len(found.status.seats) > 1:
        menus.append([RemovePlayer.of(found)])
    return panel_of(texts, buttons, *menus)


def _how(found: TableSnapshot) -> str:
    """How many may play, and who starts."""
    if found.status.options.alone == "no":
        return t(found.locale, "game.lobby.how", few=FEWEST, most=MOST)
    return t(found.locale, "mautoma.lobby.one")


def _alone(found: TableSnapshot) -> Iterator[str]:
    """What a game for one has that others have not; and that too many sit here for it."""
    options, seats = found.status.options, len(found.status.seats)
    if options.alone == "mautoma":
        yield f"-# {t(found.locale, 'mautoma.lobby.switch_replaced')}"
    elif options.alone == "solo":
        yield f"⚠️ {assumed(found)}"
    if seats > most_seats(options):
        yield f"⚠️ {tn(found.locale, 'mautoma.lobby.too_many', seats)}"


def _obstacle(found: TableSnapshot) -> Iterator[str]:
    """Why it could not be started as it is; that too many sit here for a game for one is said in its own words."""
    refusal = obstacle(found.status, found.pack)
    if refusal is not None and refusal.reason != "alone_seats":
        yield f"⚠️ {refuse(found.locale, refusal, found.table)}"


def _seats(found: TableSnapshot) -> Iterator[str]:
    for number, seat in enumerate(found.status.seats):
        chosen = (
            component_name(found.locale, found.table, seat.tribe)
            if seat.tribe
            else t(found.locale, "game.tribe.by_lot")
        )
        owner = f" 👑 {t(found.locale, 'game.owner')}" if seat.user == found.status.owner else ""
        strength = f" · 🤖 {strength_words(found.locale, seat.computer)}" if seat.computer is not None else ""
        yield f"{number + 1}. **{found.table.names[number]}** · {chosen}{strength}{owner}"
    for number in range(len(found.status.seats), most_seats(found.status.options)):
        yield f"{number + 1}. {t(found.locale, 'game.free_seat')}"


def _options(locale: Locale, options: Sequence[Chosen]) -> Iterator[str]:
    for each in options:
        yield f"**{_setting(locale, each.name, each.value)}** – {about_words(locale, each.name, each.value)}"


async def offered(tables: Tables, game: int) -> list[Chosen]:
    """The options that a lobby offers, in their order; those that would do nothing are left out."""
    found = {each.name: each for each in await tables.lobby.options(game)}
    idle = idle_options((await tables.status(game)).options)
    return [found[name] for name in OFFERED if name in found and name not in idle]


async def draw_lobby(bot: BotClient, game: int) -> Panel:
    """The lobby as it stands, in its own language, with its picture."""
    tables = tables_of(bot)
    status = await tables.status(game)
    found = await public_snapshot(tables, game, None, table_locale(status))
    options = await offered(tables, game) if status.stage == "lobby" else ()
    tribes = await tables.lobby.tribes(game) if status.stage == "lobby" else ()
    panel = lobby_panel(found, options, tribes)
    if status.stage != "lobby":
        return panel
    agreed = [_agreed(found.locale, each) for each in options]
    return panel.show(await public_lobby(bot, found, agreed, most_seats(status.options)))


def _agreed(locale: Locale, option: Chosen) -> Agreed:
    """An option as the picture shows it."""
    value = value_words(locale, option.name, option.value)
    return Agreed(t(locale, f"game.option.{option.name}"), value, on=option.value is True)


async def redraw(interaction: Interaction, game: int) -> None:
    """Show the lobby as it stands now in place of the message that was clicked."""
    status = await tables_of(interaction.client).status(game)
    panel = await draw_lobby(interaction.client, game)
    if status.stage in ("lobby", "ended", "expired"):
        with messages_of(interaction.client).drawing(status):
            await edit_in_place(interaction, panel)
    else:
        await edit_in_place(interaction, panel)


async def post_lobby(interaction: Interaction, opening: Awaitable[Status]) -> None:
    """Open a lobby and show it to everybody, as the answer to the command or click that wants it."""
    messages = messages_of(interaction.client)
    with messages.posting(interaction.channel_id or 0):
        status = await opening
        panel = await draw_lobby(interaction.client, status.game)
        sent = await interaction.response.send_message(
            view=panel, allowed_mentions=discord.AllowedMentions.none(), files=panel.files
        )
        await messages.posted(status, sent.message_id)
    messages.refresh(status.game)
