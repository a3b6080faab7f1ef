"""``/range``: what a way costs, from where and along which spaces, or everything within so much food, for any seat of
the table here; without one, and where a number of spaces is typed, a calculator and the rule."""

from typing import TYPE_CHECKING, Final, cast

from discord import app_commands
from discord.ext import commands

from bot.app.tables import TableRefusal
from bot.engine.rules.map_range import free_range
from bot.text.game import cost_words
from cogs.core.command_texts import CommandTexts
from cogs.core.escaping import escaped
from cogs.core.localization import Localized, UserError, private_locale
from cogs.core.persistent_ui import reply_privately
from cogs.core.services import BotClient, Interaction
from cogs.game.action_commands import Choices
from cogs.game.handlers.range_menus import CONTROLS as MENUS
from cogs.game.handlers.range_menus import show_range
from cogs.game.input.parsing import choices, seat_typed, space_typed
from cogs.game.snapshot import TableSnapshot, snapshot_for
from cogs.game.table_access import explained, game_here
from cogs.game.views.offer_groups import in_group, labelled
from cogs.game.views.range_calculator import MOST_SPACES, calculator
from cogs.game.views.range_panel import ACTIONS, Asked, game_seen

if TYPE_CHECKING:
    from bot.engine.effects import MapAction

MOST_FOOD: Final = 20
LONGEST: Final = 40
"""Characters of what people wrote."""
ACTION_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"range.action.{action}"), value=action) for action in ACTIONS
]
TEXTS: Final = CommandTexts("range", "range.option")


class Range(commands.Cog):
    """Range."""

    FAMILY = "game"

    @TEXTS.command("command", "target", "action", "food", "player")
    @app_commands.choices(action=ACTION_CHOICES)
    async def range(
        self,
        interaction: Interaction,
        target: str | None = None,
        action: str | None = None,
        food: app_commands.Range[int, 0, MOST_FOOD] | None = None,
        player: str | None = None,
    ) -> None:
        """Show the range to a target, or how far so much food reaches."""
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
        """Spaces that can be reached, then all others, for the option."""
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
        """The players, for the option."""
        found = await _played_here(interaction)
        names = found.table.names if found else ()
        return choices([(name, str(seat + 1)) for seat, name in enumerate(names)], typed)


def distance_typed(typed: str | None) -> int | None:
    """How many spaces lie between, where a number was typed.

    :raises UserError: the number is too large.
    """
    number = (typed or "").strip()
    if not (number.isascii() and number.isdigit()):
        return None
    if len(number) > len(str(MOST_SPACES)) or int(number) > MOST_SPACES:
        raise UserError("range.too_far", typed=escaped(number, LONGEST), most=MOST_SPACES)
    return int(number)


async def _played_here(interaction: Interaction) -> TableSnapshot | None:
    """The table here as the person sees it; None where there is none that has begun."""
    if interaction.guild_id is None:
        return None
    try:
        found = await snapshot_for(interaction, game_here(interaction))
    except TableRefusal:
        return None
    return found if found.view is not None else None


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(*MENUS)
    await bot.add_cog(Range())
