"""``/calc``: single questions worked out, each with its formula and the rule it rests on."""

from typing import TYPE_CHECKING, Final, TypeAlias, cast

from discord import app_commands, ui
from discord.ext import commands

from bot.app import calculations
from bot.app.score_pad import Doubt
from bot.text import Locale, t
from cogs.core.command_texts import CommandTexts
from cogs.core.localization import Localized, private_locale
from cogs.core.persistent_ui import ACCENT, Panel, reply_privately
from cogs.core.services import BotClient, Interaction
from cogs.rules.rule_button import RuleButton
from cogs.score_pad.wording import whole

if TYPE_CHECKING:
    from bot.engine.effects import Track

MOST: Final = 99
Count: TypeAlias = app_commands.Range[int, 0, MOST]
Others: TypeAlias = app_commands.Range[int, 0, 3]
SIZES: Final = [
    app_commands.Choice(name=Localized("calc.size.small"), value="small"),
    app_commands.Choice(name=Localized("calc.size.large"), value="large"),
]
ROWS: Final = [app_commands.Choice(name=Localized(f"calc.row.{row}"), value=row) for row in (1, 2, 3)]
WAYS: Final = [
    app_commands.Choice(name=Localized("calc.way.to_devotion"), value="to_devotion"),
    app_commands.Choice(name=Localized("calc.way.to_points"), value="to_points"),
]


TEXTS = CommandTexts("calc.command", "calc.option")


class Calc(
    commands.GroupCog,
    group_name=Localized("calc.command.calc.name"),
    group_description=Localized("calc.command.calc.description"),
):
    """Calculators."""

    FAMILY = "scores"

    @TEXTS.command("artifact", "artifacts", "count", "each")
    async def artifact(self, interaction: Interaction, artifacts: Count, count: Count, each: Count = 1) -> None:
        """Points of a line of the artifact card."""
        await answer(interaction, "artifact", calculations.artifact(artifacts, count, each))

    @TEXTS.command(
        "leftover",
        gears=("gears", "left"),
        books=("books", "left"),
        food=("food", "left"),
        crystals=("crystals", "left"),
    )
    async def leftover(
        self, interaction: Interaction, gears: Count = 0, books: Count = 0, food: Count = 0, crystals: Count = 0
    ) -> None:
        """Points for left-over resources."""
        await answer(interaction, "leftover", calculations.leftover(gears, books, food, crystals))

    @TEXTS.command("build", "size", "spaces", bonus="range", discount=("discount", "calc.option.discount.gears"))
    @app_commands.choices(size=SIZES)
    async def build(
        self, interaction: Interaction, size: str, spaces: Count = 0, bonus: Count = 0, discount: Count = 0
    ) -> None:
        """The cost of a building."""
        await answer(interaction, "build", calculations.build(cast("calculations.Size", size), spaces, bonus, discount))

    @TEXTS.command(
        "populate", "row", "others", "spaces", bonus="range", discount=("discount", "calc.option.discount.books")
    )
    @app_commands.choices(row=ROWS)
    async def populate(
        self,
        interaction: Interaction,
        row: int,
        others: Others = 0,
        spaces: Count = 0,
        bonus: Count = 0,
        discount: Count = 0,
    ) -> None:
        """The cost of populating a location."""
        await answer(interaction, "populate", calculations.populate(row, others, spaces, bonus, discount))

    @TEXTS.command(
        "bonus",
        "size",
        "waters",
        "vast",
        forests=("forests", "beside"),
        mountains=("mountains", "beside"),
        fields=("fields", "beside"),
        crystals="crystal_symbols",
    )
    @app_commands.choices(size=SIZES)
    async def bonus(
        self,
        interaction: Interaction,
        size: str,
        forests: Count = 0,
        mountains: Count = 0,
        fields: Count = 0,
        crystals: Count = 0,
        waters: Count = 0,
        vast: Count = 0,
    ) -> None:
        """The bonuses of a building beside its neighbours."""
        beside: dict[Track, int] = {"forest": forests, "mountain": mountains, "field": fields}
        worked_out = calculations.bonus(cast("calculations.Size", size), beside, crystals, waters, vast)
        await answer(interaction, "bonus", worked_out)

    @TEXTS.command("devotion", "given", "way")
    @app_commands.choices(way=WAYS)
    async def devotion(self, interaction: Interaction, given: Count, way: str = "to_devotion") -> None:
        """Devotion turned into points, or points into devotion."""
        await answer(interaction, f"devotion.{way}", calculations.devotion(given))

    @TEXTS.command("range", "spaces", bonus="range")
    async def range_(self, interaction: Interaction, spaces: Count, bonus: Count = 0) -> None:
        """Food for range."""
        await answer(interaction, "range", calculations.distance(spaces, bonus))


async def answer(interaction: Interaction, question: str, worked_out: calculations.Answer) -> None:
    """Show an answer privately: every part with its formula, the rule in a sentence, a button to the entry."""
    locale = private_locale(interaction)
    lines = [
        t(locale, f"calc.part.{question}.{part.key}", formula=_formula(part), result=part.result)
        for part in worked_out.parts
    ]
    texts = ["\n".join(lines or [t(locale, "calc.part.bonus.nothing")]), f"-# {t(locale, f'calc.why.{question}')}"]
    if worked_out.doubts:
        texts.append("\n".join(f"⚠️ {_doubt(locale, doubt)}" for doubt in worked_out.doubts))
    panel = Panel()
    panel.add_item(ui.Container(*map(ui.TextDisplay, texts), accent_colour=ACCENT))
    entry = interaction.client.services.reference.entry(worked_out.entry)
    label = t(locale, "calc.rule.named", title=entry.words(locale).title) if entry else None
    panel.add_item(ui.ActionRow(RuleButton.of(locale, worked_out.entry, label)))
    await reply_privately(interaction, panel)


def _doubt(locale: Locale, doubt: Doubt) -> str:
    """What looks wrong in a question, in the pad's words without a name."""
    resource = t(locale, f"tally.resource.{doubt.resource}") if doubt.resource else ""
    return t(locale, f"calc.doubt.{doubt.reason}", found=doubt.found, most=doubt.most, resource=resource)


def _formula(part: calculations.Part) -> str:
    return "" if part.formula == str(part.result) else whole(f"{part.formula} = ")


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    await bot.add_cog(Calc())
