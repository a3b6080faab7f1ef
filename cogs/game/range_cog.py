"""``/range``: what a way costs, from where and along which spaces, or everything within so much food, for any seat of
the table here; without one, and where a number of spaces is typed, a calculator and the rule."""

from collections.abc import Iterable
from functools import partial
from typing import Any, Final, NamedTuple, Self, cast

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.app import calculations
from bot.app.tables import TableRefusal
from bot.engine.effects import MapAction
from bot.engine.resources import BASIC_LIMIT
from bot.engine.rules.map_range import free_range
from bot.pictures import Picture
from bot.text import Locale, t, tn
from bot.text.game import cost_words
from cogs.core.localization import Localized, UserError, private_locale
from cogs.core.persistent_ui import Panel, PersistentSelect, edit_in_place, reply_privately
from cogs.core.services import BotClient, Interaction
from cogs.game.action_commands import Choices
from cogs.game.input.parsing import choices, seat_typed, space_typed
from cogs.game.publishing.deferred_picture import show
from cogs.game.snapshot import TableSnapshot, shut, snapshot_for
from cogs.game.table_access import TableSelect, explained, game_here
from cogs.game.views.message_layout import panel_of
from cogs.game.views.offer_groups import in_group, labelled
from cogs.game.views.pictures import names_of as plain_names
from cogs.game.views.pictures import range_picture
from cogs.game.views.range_panel import ACTIONS, action_for, game_seen, nearest_of, way_texts, within_texts
from cogs.game.views.turn_panel import OpenTurn
from cogs.rules.rule_button import RuleButton
from cogs.rules.views import escaped

MOST_FOOD: Final = 20
MOST_SPACES: Final = 20
MOST_BONUS: Final = 6
LONGEST: Final = 40
"""Characters of what people wrote."""
ACTION_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"range.action.{action}"), value=action) for action in ACTIONS
]


class Range(commands.Cog):
    """Range."""

    FAMILY = "game"

    @app_commands.command(name=Localized("range.command.name"), description=Localized("range.command.description"))
    @app_commands.rename(
        target=Localized("range.option.target.name"),
        action=Localized("range.option.action.name"),
        food=Localized("range.option.food.name"),
        player=Localized("range.option.player.name"),
    )
    @app_commands.describe(
        target=Localized("range.option.target.description"),
        action=Localized("range.option.action.description"),
        food=Localized("range.option.food.description"),
        player=Localized("range.option.player.description"),
    )
    @app_commands.choices(action=ACTION_CHOICES)
    async def range(
        self,
        interaction: Interaction,
        target: str | None = None,
        action: str | None = None,
        food: app_commands.Range[int, 0, MOST_FOOD] | None = None,
        player: str | None = None,
    ) -> None:
        async with explained(interaction):
            found = await _played_here(interaction)
            distance = distance_typed(target)
            if found is None:
                if player:
                    raise TableRefusal("no_game_here")
                if target and distance is None:
                    raise UserError("range.no_map", typed=escaped(target, LONGEST), most=MOST_SPACES)
                spaces = distance if distance is not None else 1 if food is None else food
                await reply_privately(interaction, calculator(private_locale(interaction), spaces, 0))
                return
            seat = seat_typed(found.table.names, player) if player else found.seat
            meant = cast("MapAction | None", action)
            if distance is not None:
                bonus = free_range(game_seen(found), seat, meant or "build")
                await reply_privately(interaction, calculator(found.locale, distance, bonus, counted=True))
                return
            space = space_typed(found.table.board, target) if target else None
            await show_range(interaction, found, Asked(seat, space, meant, food))

    @range.autocomplete("target")
    async def targets(self, interaction: Interaction, typed: str) -> Choices:
        found = await _played_here(interaction)
        if found is None:
            return []
        offers = found.controls.offers if found.controls else ()
        pairs: dict[str, str] = {}
        for group in ACTIONS:
            for offer in in_group(offers, group):
                label = labelled(offer, found.table)
                if label is not None:
                    pairs.setdefault(label, f"{label} · {cost_words(found.locale, offer, found.table)}")
        for label in found.table.board.labels:
            pairs.setdefault(label, label)
        return choices([(name, label) for label, name in pairs.items()], typed)

    @range.autocomplete("player")
    async def players(self, interaction: Interaction, typed: str) -> Choices:
        found = await _played_here(interaction)
        names = found.table.names if found else ()
        return choices([(name, str(seat + 1)) for seat, name in enumerate(names)], typed)


def distance_typed(typed: str | None) -> int | None:
    """How many spaces lie between, where a number was typed.

    :raises Declined: the number is too large.
    """
    number = (typed or "").strip()
    if not (number.isascii() and number.isdigit()):
        return None
    if len(number) > len(str(MOST_SPACES)) or int(number) > MOST_SPACES:
        raise UserError("range.too_far", typed=escaped(number, LONGEST), most=MOST_SPACES)
    return int(number)


# ---- at a table --------------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """What is asked: for which seat (None: nothing on the map), to which space (None: all within so much food), for
    which action (None: what one would do there), within how much food (None: what the seat has)."""

    seat: int | None
    space: int | None = None
    action: MapAction | None = None
    food: int | None = None


async def show_range(interaction: Interaction, found: TableSnapshot, asked: Asked) -> None:
    """The answer with its picture; whoever does not play may choose for whom it is."""
    if asked.space is not None:
        action = asked.action or action_for(found, asked.space)
        nearest = nearest_of(found, asked.seat, asked.space)
        drawing = range_picture(interaction, found, asked.seat, action, target=nearest)
        texts = partial(way_texts, found, asked.seat, asked.space, action)
    else:
        most, action = _food(found, asked), asked.action or "build"
        drawing = range_picture(interaction, found, asked.seat, action, food=most)
        texts = partial(within_texts, found, asked.seat, most, action)
    await show(interaction, drawing, lambda p: _answered(found, asked, texts(charted=p is None), p))


def _food(found: TableSnapshot, asked: Asked) -> int:
    """The food that was named, else what the seat has, else as much as anybody keeps."""
    if asked.food is not None:
        return asked.food
    return BASIC_LIMIT if asked.seat is None else found.seen.state.seats[asked.seat].owned.food


def _answered(found: TableSnapshot, asked: Asked, texts: Iterable[str], picture: Picture | None) -> Panel:
    rules = [
        RuleButton.of(found.locale, "range.cost"),
        RuleButton.of(found.locale, "range.from_where", t(found.locale, "range.rule_from")),
    ]
    menu: list[ui.Item[Any]] = [Whose.of(found, asked)] if found.seat is None else []
    return panel_of(texts, menu, [*rules, OpenTurn.of(found)]).show(picture)


NOTHING: Final = "x"
"""In custom ids and values: nothing was named, nobody is meant."""


class Whose(
    TableSelect,
    template=r"range:of:(?P<game>\d+):(?P<space>\d{1,3}|x):(?P<action>explore|populate|build|x):(?P<food>\d{1,2}|x)",
):
    """For whom it is counted: one of the players, or somebody with nothing on the map."""

    @classmethod
    def of(cls, found: TableSnapshot, asked: Asked) -> Self:
        parts = (NOTHING if part is None else str(part) for part in asked[1:])
        options = [
            discord.SelectOption(label=name or found.table.names[seat], value=str(seat), default=seat == asked.seat)
            for seat, name in enumerate(plain_names(found))
        ]
        nobody = discord.SelectOption(label=t(found.locale, "range.nobody"), value=NOTHING, default=asked.seat is None)
        custom_id, placeholder = f"range:of:{found.game}:{':'.join(parts)}", t(found.locale, "range.whose")
        return cls(ui.Select(custom_id=custom_id, placeholder=placeholder, options=[nobody, *options]))

    async def picked(self, interaction: Interaction) -> None:
        found = await snapshot_for(interaction, self.game)
        if found.view is None:
            raise shut(found)
        seat, space, food = (_number(each) for each in (self.chosen[0], self.state["space"], self.state["food"]))
        action = None if self.state["action"] == NOTHING else cast("MapAction", self.state["action"])
        if seat is not None and seat >= len(found.status.seats):
            raise TableRefusal("unknown_seat", seats=len(found.status.seats))
        if space is not None and space >= len(found.table.board.labels):
            raise TableRefusal("stale", game=self.game)
        await show_range(interaction, found, Asked(seat, space, action, food))


def _number(written: str) -> int | None:
    return None if written == NOTHING else int(written)


async def _played_here(interaction: Interaction) -> TableSnapshot | None:
    """The table here as the person sees it; None where there is none that has begun."""
    if interaction.guild_id is None:
        return None
    try:
        found = await snapshot_for(interaction, game_here(interaction))
    except TableRefusal:
        return None
    return found if found.view is not None else None


# ---- without a game ----------------------------------------------------------------------------------------------


class Reckon(PersistentSelect, template=r"range:calc:(?P<what>spaces|bonus):(?P<spaces>\d+):(?P<bonus>\d+)"):
    """The spaces between, or the range bonus, of the calculator."""

    @classmethod
    def of(cls, locale: Locale, what: str, spaces: int, bonus: int) -> Self:
        current, most = (spaces, MOST_SPACES) if what == "spaces" else (bonus, MOST_BONUS)
        options = [
            discord.SelectOption(label=tn(locale, f"range.calc.{what}", n), value=str(n), default=n == current)
            for n in range(most + 1)
        ]
        return cls(ui.Select(custom_id=f"range:calc:{what}:{spaces}:{bonus}", options=options))

    async def used(self, interaction: Interaction) -> None:
        values = {"spaces": int(self.state["spaces"]), "bonus": int(self.state["bonus"])}
        values[self.state["what"]] = int(self.chosen[0])
        await edit_in_place(interaction, calculator(private_locale(interaction), values["spaces"], values["bonus"]))


def calculator(locale: Locale, spaces: int, bonus: int, *, counted: bool = False) -> Panel:
    """What a way costs, worked out from the spaces between and the range bonus; ``counted``: the bonus is that of a
    game."""
    spaces, bonus = min(spaces, MOST_SPACES), min(bonus, MOST_BONUS)
    [part] = calculations.distance(spaces, bonus).parts
    formula = "" if part.formula == str(part.result) else f"{part.formula} = "
    about = t(locale, "range.calc.counted" if counted else "range.calc.about")
    texts = [
        f"### {t(locale, 'range.calc.title')}\n{about}",
        t(locale, "range.calc.result", formula=formula, food=tn(locale, "thing.food", part.result)),
    ]
    menus: list[list[ui.Item[Any]]] = [[Reckon.of(locale, what, spaces, bonus)] for what in ("spaces", "bonus")]
    return panel_of(texts, *menus, [RuleButton.of(locale, "range.cost")])


async def setup(bot: BotClient) -> None:
    bot.add_dynamic_items(Reckon, Whose)
    await bot.add_cog(Range())
