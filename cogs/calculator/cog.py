"""``/calc``: single questions worked out, each with its formula and the rule it rests on."""

from typing import TYPE_CHECKING, Final, TypeAlias, cast

from discord import app_commands, ui
from discord.ext import commands

from bot.app import calculations
from bot.app.score_pad import Doubt
from bot.text import Locale, t
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


def _name(option: str) -> Localized:
    return Localized(f"calc.option.{option}.name")


def _about(option: str) -> Localized:
    return Localized(f"calc.option.{option}.description")


class Calc(
    commands.GroupCog,
    group_name=Localized("calc.command.calc.name"),
    group_description=Localized("calc.command.calc.description"),
):
    """Calculators."""

    FAMILY = "scores"

    @app_commands.command(
        name=Localized("calc.command.artifact.name"), description=Localized("calc.command.artifact.description")
    )
    @app_commands.rename(artifacts=_name("artifacts"), count=_name("count"), each=_name("each"))
    @app_commands.describe(artifacts=_about("artifacts"), count=_about("count"), each=_about("each"))
    async def artifact(self, interaction: Interaction, artifacts: Count, count: Count, each: Count = 1) -> None:
        await answer(interaction, "artifact", calculations.artifact(artifacts, count, each))

    @app_commands.command(
        name=Localized("calc.command.leftover.name"), description=Localized("calc.command.leftover.description")
    )
    @app_commands.rename(gears=_name("gears"), books=_name("books"), food=_name("food"), crystals=_name("crystals"))
    @app_commands.describe(gears=_about("left"), books=_about("left"), food=_about("left"), crystals=_about("left"))
    async def leftover(
        self, interaction: Interaction, gears: Count = 0, books: Count = 0, food: Count = 0, crystals: Count = 0
    ) -> None:
        await answer(interaction, "leftover", calculations.leftover(gears, books, food, crystals))

    @app_commands.command(
        name=Localized("calc.command.build.name"), description=Localized("calc.command.build.description")
    )
    @app_commands.rename(size=_name("size"), spaces=_name("spaces"), bonus=_name("range"), discount=_name("discount"))
    @app_commands.describe(
        size=_about("size"), spaces=_about("spaces"), bonus=_about("range"), discount=_about("discount.gears")
    )
    @app_commands.choices(size=SIZES)
    async def build(
        self, interaction: Interaction, size: str, spaces: Count = 0, bonus: Count = 0, discount: Count = 0
    ) -> None:
        await answer(interaction, "build", calculations.build(cast("calculations.Size", size), spaces, bonus, discount))

    @app_commands.command(
        name=Localized("calc.command.populate.name"), description=Localized("calc.command.populate.description")
    )
    @app_commands.rename(
        row=_name("row"),
        others=_name("others"),
        spaces=_name("spaces"),
        bonus=_name("range"),
        discount=_name("discount"),
    )
    @app_commands.describe(
        row=_about("row"),
        others=_about("others"),
        spaces=_about("spaces"),
        bonus=_about("range"),
        discount=_about("discount.books"),
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
        await answer(interaction, "populate", calculations.populate(row, others, spaces, bonus, discount))

    @app_commands.command(
        name=Localized("calc.command.bonus.name"), description=Localized("calc.command.bonus.description")
    )
    @app_commands.rename(
        size=_name("size"),
        forests=_name("forests"),
        mountains=_name("mountains"),
        fields=_name("fields"),
        crystals=_name("crystal_symbols"),
        waters=_name("waters"),
        vast=_name("vast"),
    )
    @app_commands.describe(
        size=_about("size"),
        forests=_about("beside"),
        mountains=_about("beside"),
        fields=_about("beside"),
        crystals=_about("crystal_symbols"),
        waters=_about("waters"),
        vast=_about("vast"),
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
        beside: dict[Track, int] = {"forest": forests, "mountain": mountains, "field": fields}
        worked_out = calculations.bonus(cast("calculations.Size", size), beside, crystals, waters, vast)
        await answer(interaction, "bonus", worked_out)

    @app_commands.command(
        name=Localized("calc.command.devotion.name"), description=Localized("calc.command.devotion.description")
    )
    @app_commands.rename(given=_name("given"), way=_name("way"))
    @app_commands.describe(given=_about("given"), way=_about("way"))
    @app_commands.choices(way=WAYS)
    async def devotion(self, interaction: Interaction, given: Count, way: str = "to_devotion") -> None:
        await answer(interaction, f"devotion.{way}", calculations.devotion(given))

    @app_commands.command(
        name=Localized("calc.command.range.name"), description=Localized("calc.command.range.description")
    )
    @app_commands.rename(spaces=_name("spaces"), bonus=_name("range"))
    @app_commands.describe(spaces=_about("spaces"), bonus=_about("range"))
    async def range_(self, interaction: Interaction, spaces: Count, bonus: Count = 0) -> None:
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
    await bot.add_cog(Calc())
