"""``/range``: what a way costs, from where and along which spaces, or everything within so much food; without a game
here a calculator and the rule."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Self, cast

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.pictures import Picture
from bot.table import TableRefusal, calc
from bot.text import Locale, t, tn
from bot.text.telling import cost_words
from cogs.citation import Cite
from cogs.controls import LastingSelect, Panel, replace, whisper
from cogs.services import House, Interaction
from cogs.speech import Said, private_locale
from cogs.table_commands import Choices
from cogs.table_groups import in_group, labelled
from cogs.table_late import show
from cogs.table_layout import panel_of
from cogs.table_link import explained, game_here
from cogs.table_look import Look, own_look
from cogs.table_pictures import range_picture
from cogs.table_range import ACTIONS, action_for, nearest_of, way_texts, within_texts
from cogs.table_reading import choices, space_typed
from cogs.table_turn import OpenTurn

if TYPE_CHECKING:
    from bot.engine.effects import MapAction

MOST_FOOD: Final = 20
MOST_SPACES: Final = 12
MOST_BONUS: Final = 6
ACTION_CHOICES: Final = [app_commands.Choice(name=Said(f"range.action.{action}"), value=action) for action in ACTIONS]


class Range(commands.Cog):
    """Range."""

    FAMILY = "game"

    @app_commands.command(name=Said("range.command.name"), description=Said("range.command.description"))
    @app_commands.rename(
        target=Said("range.option.target.name"),
        action=Said("range.option.action.name"),
        food=Said("range.option.food.name"),
    )
    @app_commands.describe(
        target=Said("range.option.target.description"),
        action=Said("range.option.action.description"),
        food=Said("range.option.food.description"),
    )
    @app_commands.choices(action=ACTION_CHOICES)
    async def range(
        self,
        interaction: Interaction,
        target: str | None = None,
        action: str | None = None,
        food: app_commands.Range[int, 0, MOST_FOOD] | None = None,
    ) -> None:
        async with explained(interaction):
            found = await _played_here(interaction)
            if found is None or found.seat is None:
                await whisper(interaction, calculator(private_locale(interaction), 1, 0))
                return
            chosen = cast("MapAction | None", action)
            if target is not None:
                space = space_typed(found.table.board, target)
                action_meant = chosen or action_for(found, space)
                nearest = nearest_of(found, found.seat, space)
                drawing = range_picture(interaction, found, found.seat, action_meant, target=nearest)
                texts = partial(way_texts, found, found.seat, space, action_meant)
            else:
                owned = found.seen.state.seats[found.seat].owned.food
                most, action_meant = owned if food is None else food, chosen or "build"
                drawing = range_picture(interaction, found, found.seat, action_meant, food=most)
                texts = partial(within_texts, found, found.seat, most, action_meant)
            await show(interaction, drawing, lambda picture: _answered(found, texts(charted=picture is None), picture))

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
                    pairs.setdefault(label, f"{label} · {cost_words(found.locale, offer)}")
        for label in found.table.board.labels:
            pairs.setdefault(label, label)
        return choices([(name, label) for label, name in pairs.items()], typed)


def _answered(found: Look, texts: Iterable[str], picture: Picture | None) -> Panel:
    rules = [
        Cite.of(found.locale, "range.cost"),
        Cite.of(found.locale, "range.from_where", t(found.locale, "range.rule_from")),
    ]
    return panel_of(texts, [*rules, OpenTurn.of(found)]).show(picture)


async def _played_here(interaction: Interaction) -> Look | None:
    """The table here as the person sees it; None where there is none that has begun."""
    if interaction.guild_id is None:
        return None
    try:
        found = await own_look(interaction, game_here(interaction))
    except TableRefusal:
        return None
    return found if found.view is not None else None


# ---- without a game ----------------------------------------------------------------------------------------------


class Reckon(LastingSelect, template=r"range:calc:(?P<what>spaces|bonus):(?P<spaces>\d+):(?P<bonus>\d+)"):
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
        await replace(interaction, calculator(private_locale(interaction), values["spaces"], values["bonus"]))


def calculator(locale: Locale, spaces: int, bonus: int) -> Panel:
    """What a way costs, worked out from the spaces between and the range bonus."""
    [part] = calc.distance(min(spaces, MOST_SPACES), min(bonus, MOST_BONUS)).parts
    formula = "" if part.formula == str(part.result) else f"{part.formula} = "
    texts = [
        f"### {t(locale, 'range.calc.title')}\n{t(locale, 'range.calc.about')}",
        t(locale, "range.calc.result", formula=formula, food=tn(locale, "thing.food", part.result)),
    ]
    menus: list[list[ui.Item[Any]]] = [[Reckon.of(locale, what, spaces, bonus)] for what in ("spaces", "bonus")]
    return panel_of(texts, *menus, [Cite.of(locale, "range.cost")])


async def setup(bot: House) -> None:
    bot.add_dynamic_items(Reckon)
    await bot.add_cog(Range())
