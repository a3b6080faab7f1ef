"""``/turn``: everything a seat can do, as commands; the buttons of the table do the same."""

from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.app.tables import Controls, TableRefusal
from bot.app.tables.standing_answers import ANSWERS
from bot.engine.actions import Action, Choose, EndAction, EndTurn, Offer
from bot.text import Locale
from bot.text.game import option_label
from cogs.core.command_texts import CommandTexts
from cogs.core.escaping import escaped
from cogs.core.localization import Localized, UserError, private_locale
from cogs.core.services import BotClient, Interaction
from cogs.game.action_commands import Reader, action_commands
from cogs.game.handlers.action_buttons import CONTROLS as MOVES
from cogs.game.handlers.advice_buttons import CONTROLS as ADVICE
from cogs.game.handlers.advice_buttons import show_advice
from cogs.game.handlers.closer_buttons import CONTROLS as CLOSER
from cogs.game.handlers.first_game_coaching import CONTROLS as COACHING
from cogs.game.handlers.inspect_buttons import CONTROLS as LOOKS
from cogs.game.handlers.standing_answer_buttons import CONTROLS as STANDING
from cogs.game.handlers.standing_answer_buttons import settle
from cogs.game.handlers.take_action import act, close
from cogs.game.handlers.turn_buttons import CONTROLS as TURNS
from cogs.game.input.action_codec import paying
from cogs.game.input.parsing import LONGEST, PICKED, answer_typed, choices, payment_typed
from cogs.game.input.payments import payments
from cogs.game.snapshot import TableSnapshot, not_playing, shut, snapshot_for
from cogs.game.table_access import answer as show
from cogs.game.table_access import explained, game_here, tables_of
from cogs.game.views.standing_answer_panel import ASK, settling_panel, standing_panel, wish_words

QUESTIONS: Final = [app_commands.Choice(name=Localized(f"decision.kind.{kind}"), value=kind) for kind in ANSWERS]
"""Questions that can be answered once and for all."""

TEXTS: Final = CommandTexts("turn.command", "turn.option")


class Turn(
    commands.GroupCog,
    group_name=Localized("turn.command.turn.name"),
    group_description=Localized("turn.command.turn.description"),
):
    """Playing one's turn."""

    FAMILY = "game"

    def __init__(self) -> None:
        assert self.app_command is not None, "a group cog has a command"
        for command in action_commands("turn", do):
            self.app_command.add_command(command)

    @TEXTS.command("hint")
    async def hint(self, interaction: Interaction) -> None:
        """What the bot would do in the person's place."""
        async with explained(interaction, _here_or_none(interaction)):
            await show_advice(interaction, game_here(interaction))

    @TEXTS.command("choose", "answer")
    async def choose(self, interaction: Interaction, answer: str) -> None:
        """Answer the open decision."""
        async with explained(interaction, _here_or_none(interaction)):
            found, controls = await playing(interaction)
            if controls.decision is None:
                raise UserError("turn.nothing_asked")
            picks = answer_typed(found.locale, found.table, controls.decision, answer)
            await act(interaction, found.game, controls.token, Choose(seat=controls.seat, answer=picks))

    @TEXTS.command("always", "question", answer="always")
    @app_commands.choices(question=QUESTIONS)
    async def always(self, interaction: Interaction, question: str | None = None, answer: str | None = None) -> None:
        """Set a standing answer, or take it back."""
        async with explained(interaction, _here_or_none(interaction)):
            found, _ = await playing(interaction)
            if question is None:
                await show(interaction, standing_panel(found))
            elif answer is None:
                await show(interaction, settling_panel(found, question))
            else:
                await settle(interaction, found.game, question, wish_typed(found.locale, question, answer))

    @always.autocomplete("answer")
    async def wishes(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The answers that can stand, for the option."""
        kind, locale = str(getattr(interaction.namespace, "question", "")), private_locale(interaction)
        wishes = (*ANSWERS.get(kind, ()), ASK)
        return choices([(wish_words(locale, kind, wish), f"{PICKED}{wish}") for wish in wishes], typed)

    @choose.autocomplete("answer")
    async def answers(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The answers of the open decision, for the option."""
        try:
            found, controls = await playing(interaction)
        except (TableRefusal, UserError):
            return []
        asked = controls.decision
        if asked is None:
            return []
        labels = [option_label(found.locale, asked, option, found.table) for option in asked.options]
        known = enumerate(f"{index + 1}. {label.removeprefix(f'{index + 1}. ')}" for index, label in enumerate(labels))
        return choices([(label, f"{PICKED}{index}") for index, label in known], typed)


def wish_typed(locale: Locale, kind: str, typed: str) -> str:
    """The standing answer meant: as completed, or the beginning of its words.

    :raises UserError: none is meant, or several are.
    """
    wanted = typed.strip()
    known = (*ANSWERS.get(kind, ()), ASK)
    if wanted.startswith(PICKED) and wanted.removeprefix(PICKED) in known:
        return wanted.removeprefix(PICKED)
    near = [wish for wish in known if wanted.casefold() in wish_words(locale, kind, wish).casefold()]
    if len(near) != 1:
        raise UserError("turn.unknown.several" if near else "turn.unknown.answer", typed=escaped(typed, LONGEST))
    return near[0]


async def do(interaction: Interaction, group: str, read: Reader, payment: str | None) -> None:
    """Carry an action out that was typed."""
    async with explained(interaction, _here_or_none(interaction), group):
        found, controls = await playing(interaction)
        action = await paid(interaction, found, read(found), payment)
        if isinstance(action, EndAction | EndTurn):
            await close(interaction, found, controls.token, type(action))
        else:
            await act(interaction, found.game, controls.token, action)


async def playing(interaction: Interaction) -> tuple[TableSnapshot, Controls]:
    """The running game here and what the person may do in it.

    :raises TableRefusal: there is none, it does not run, or the person is not in it.
    """
    found = await snapshot_for(interaction, game_here(interaction))
    if found.status.stage != "running":
        raise shut(found)
    if found.seat is None or found.controls is None:
        raise not_playing(found)
    return found, found.controls


async def paid(
    interaction: Interaction, found: TableSnapshot, action: Action, payment: str | None, *, besides: bool = False
) -> Action:
    """The action with the payment that was typed; ``besides``: an open decision does not stand in its way.

    :raises UserError: the payment cannot be read, or it cannot be paid with so many crystals.
    """
    wanted = payment_typed(payment)
    if wanted is None:
        return action
    if not isinstance(wanted, int):
        return paying(action, wanted)
    play = tables_of(interaction.client).play
    judged = await (play.judge_besides if besides else play.judge)(found.game, interaction.user.id, action)
    if not isinstance(judged, Offer) or found.seat is None:
        return action
    ways = payments(judged, found.seen.state.seats[found.seat].owned)
    way = next((way for way in ways if way.crystal == wanted), None)
    if way is None:
        raise UserError("turn.unknown.payment", typed=escaped(payment or "", 40))
    return paying(action, way)


def _here_or_none(interaction: Interaction) -> int | None:
    try:
        return game_here(interaction)
    except TableRefusal:
        return None


async def setup(bot: BotClient) -> None:
    """Load the cog. discord.py calls this."""
    bot.add_dynamic_items(*MOVES, *TURNS, *LOOKS, *CLOSER, *STANDING, *ADVICE, *COACHING)
    await bot.add_cog(Turn())
