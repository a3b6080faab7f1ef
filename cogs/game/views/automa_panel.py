"""Playing alone at the bot's table: what is said there beside what every table says, and the button "Why?".

Custom id: ``table:why:<game>:<record or last>:<choice>``; the record is the one that tells of the Mautoma's turn.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Self

import discord
from discord import ui

from bot.app.tables.automa_history import PastTurn, board_of, effective_records, find_turn
from bot.engine.actions import Record
from bot.engine.rules.score_values import SCALE, level
from bot.engine.solo_components import MautomaState, SoloState
from bot.engine.variants.mautoma.cards import FIGURE_BOOKS, ROUNDS
from bot.engine.variants.mautoma.event_log import its_events
from bot.pictures import Picture
from bot.text import Locale, t, tn
from bot.text.game import seat_name
from bot.text.game.automa_text import colour_words, segment_words
from cogs.core.localization import UserError
from cogs.core.persistent_ui import Panel
from cogs.core.services import Interaction
from cogs.core.theme_choice import private_theme
from cogs.game.snapshot import TableSnapshot, shut, snapshot_for
from cogs.game.table_access import TableButton, answer, tables_of
from cogs.game.views.automa_reasons import reasons, rules_of, tie_of
from cogs.game.views.message_layout import panel_of
from cogs.game.views.pictures import for_person, studio_of
from cogs.rules.rule_button import RuleButton
from cogs.score_pad.wording import earlier_text

LAST: Final = "last"
QUIET = discord.ButtonStyle.secondary


class Why(TableButton, template=r"table:why:(?P<game>\d+):(?P<record>\d+|last):(?P<step>\d)(?P<to>[a-z]*)"):
    """Why the Mautoma chose so; ``to`` tells controls of one message that lead to one place apart."""

    @classmethod
    def of(cls, found: TableSnapshot, record: int | None = None, step: int = 0, label: str = "", to: str = "") -> Self:
        custom_id = f"table:why:{found.game}:{LAST if record is None else record}:{step}{to}"
        emoji = None if label else "🤖"
        label = label or t(found.locale, "mautoma.why.button")
        return cls(ui.Button(label=label[:80], emoji=emoji, custom_id=custom_id, style=QUIET))

    async def pressed(self, interaction: Interaction) -> None:
        record = self.state["record"]
        await show_why(interaction, self.game, None if record == LAST else int(record), int(self.state["step"]))


CONTROLS: Final = (Why,)


async def show_why(interaction: Interaction, game: int, record: int | None = None, step: int = 0) -> None:
    """Show one person why the Mautoma chose so, in its last turn or the one that a record tells of.

    :raises TableRefusal: nothing is played at this table.
    """
    found, records = await _records(interaction, game)
    told = find_turn(records, found.seen, record)
    if told is None:
        await answer(interaction, panel_of([t(found.locale, "mautoma.why.none")], [_rule(found.locale)]))
        return
    step = min(step, max(0, len(told.turn.choices) - 1))
    picture = await why_picture(interaction, found, told, step)
    await answer(interaction, why_panel(found, told, step).show(picture))


async def show_turn(interaction: Interaction, number: int | None) -> None:
    """The same for the Mautoma's turn of that number at this channel's table, or its last one.

    :raises TableRefusal: nothing is played here.
    :raises Declined: it has not had that many turns, or does not play here.
    """
    game = await tables_of(interaction.client).last_in(interaction.channel_id or 0)
    found, records = await _records(interaction, game)
    if found.status.options.alone != "mautoma":
        raise UserError("mautoma.refused.not_here")
    its = [record.number for record in records if its_events(record.events)]
    if number is not None and number > len(its):
        raise UserError("mautoma.refused.no_such_turn", turn=number, turns=len(its))
    await show_why(interaction, game, its[number - 1] if number is not None else None)


async def _records(interaction: Interaction, game: int) -> tuple[TableSnapshot, list[Record]]:
    """The table and everything that stands of what happened at it."""
    found = await snapshot_for(interaction, game)
    if found.view is None:
        raise shut(found)
    logged = await tables_of(interaction.client).play.log(game, None, 0)
    return found, effective_records([line.record for line in logged])


def _rule(locale: Locale) -> ui.Item[Any]:
    return RuleButton.of(locale, "mautoma.its_turn")


async def why_picture(interaction: Interaction, found: TableSnapshot, told: PastTurn, step: int) -> Picture | None:
    """The choice on the map as it was then; None where nothing was to be chosen."""
    if not told.turn.choices or not (choice := told.turn.choices[step]).candidates:
        return None
    seen, tie = told.map_at(found.seen, choice), tie_of(found.seen, told)
    studio, theme = studio_of(interaction.client), private_theme(interaction)
    return await for_person(interaction, studio.mautoma_search(seen, choice, tie, found.locale, theme))


def why_panel(found: TableSnapshot, told: PastTurn, step: int = 0) -> Panel:
    """The reasons with the rules behind them, the turn's other choice, and its turns before and after."""
    locale = found.locale
    cites: list[ui.Item[Any]] = [RuleButton.of(locale, name, t(locale, key)) for name, key in rules_of(told, step)]
    return panel_of(reasons(found, told, step), list(_ways(found, told, step)), cites)


def _ways(found: TableSnapshot, told: PastTurn, step: int) -> Iterator[ui.Item[Any]]:
    locale = found.locale
    for number, choice in enumerate(told.turn.choices):
        if number != step:
            yield Why.of(found, told.record, number, t(locale, f"turn.group.{choice.what}"), "c")
    if told.before is not None:
        yield Why.of(found, told.before, 0, t(locale, "mautoma.why.before", turn=told.turn.number - 1), "b")
    if told.after is not None:
        yield Why.of(found, told.after, 0, t(locale, "mautoma.why.after", turn=told.turn.number + 1), "a")


# ---- what is said at the table -----------------------------------------------------------------------------------


def is_alone(found: TableSnapshot) -> bool:
    """Whether this is a game for one person."""
    return found.status.options.alone != "no"


def why_row(found: TableSnapshot) -> list[ui.Item[Any]]:
    """The button "Why?" where the Mautoma plays."""
    return [Why.of(found)] if found.status.options.alone == "mautoma" else []


def standing_lines(found: TableSnapshot) -> Iterator[str]:
    """Where the Mautoma stands, or the official solo game's marker and what of that game is assumed."""
    kept = found.view.state.variant if found.view is not None else None
    if isinstance(kept, MautomaState):
        yield _mautoma_line(found, kept)
    elif isinstance(kept, SoloState):
        yield _solo_line(found, kept)
        yield f"-# {assumed(found)}"


def _mautoma_line(found: TableSnapshot, kept: MautomaState) -> str:
    locale, board = found.locale, board_of(found.seen)
    number = min(found.status.turn, ROUNDS)
    where = t(locale, "mautoma.table.no_field")
    if kept.marker >= 0:
        field = board.circle[kept.marker]
        colour, segment = colour_words(locale, field.colour), segment_words(locale, field.segment)
        where = t(locale, "mautoma.desk.where", field=kept.marker + 1, colour=colour, segment=segment)
    piles = tn(
        locale, "mautoma.desk.piles", len(kept.deck), progress=len(kept.progress), hibernations=kept.hibernations
    )
    pieces = t(
        locale,
        "mautoma.table.pieces",
        figures=len(FIGURE_BOOKS) - kept.figures,
        small=kept.buildings_left.get("small", 0),
        large=kept.buildings_left.get("large", 0),
    )
    owner = len(found.seen.state.seats)
    name = f"`{owner + 1}` **{seat_name(locale, found.table, owner)}**"
    first = t(locale, "mautoma.table.round", round=max(1, number), rounds=ROUNDS)
    return f"{first}\n▫️ {name} · {where}\n-# {piles} · {pieces}"


def _solo_line(found: TableSnapshot, kept: SoloState) -> str:
    parts = found.pack.solo
    assert parts is not None, "a solo game is laid with a pack that has its parts"
    return t(found.locale, "mautoma.solo.marker", marker=kept.marker, end=parts.end)


def assumed(found: TableSnapshot) -> str:
    """What of the official solo game the documents do not say and the pack assumes."""
    parts = found.pack.solo
    if parts is None:
        return t(found.locale, "refusal.no_solo_parts")
    return t(found.locale, "mautoma.solo.assumed", artifacts=parts.artifacts, start=parts.start, end=parts.end)


def result_lines(found: TableSnapshot, earlier: Sequence[int] | None = None) -> Iterator[str]:
    """What the score of a game alone means; ``earlier``: what the person came to before in the official solo game, None
    where that is not to be told."""
    sheets = found.status.sheets
    if not sheets:
        return
    if found.status.options.alone == "mautoma":
        yield result_words(found.locale, sheets[0].total)
    elif found.status.options.alone == "solo":
        yield t(found.locale, "mautoma.solo.no_scale")
        if earlier is not None:
            yield earlier_text(found.locale, found.table.names[0], sheets[0].total, earlier)
        yield f"-# {assumed(found)}"


def result_words(locale: Locale, points: int) -> str:
    """The points on the scale, and the whole scale with the level that was reached."""
    reached = level(points)
    steps = []
    for least, name in SCALE:
        words = t(locale, f"tally.level.{name}")
        number = f"{least}+" if least > 0 else f"<{SCALE[1][0]}"
        steps.append(f"**{number} {words}**" if name == reached else f"{number} {words}")
    words = t(locale, f"tally.level.{reached}")
    first = t(locale, "mautoma.table.result", points=tn(locale, "thing.points", points), level=words)
    return f"**{first}**\n-# {' · '.join(steps)}"


def result_rules(found: TableSnapshot) -> list[ui.Item[Any]]:
    """The entry about the result of a game alone, or about its end."""
    entries = {"mautoma": ("mautoma.result", "result"), "solo": ("solo.end", "end")}
    found_entry = entries.get(found.status.options.alone)
    if found_entry is None:
        return []
    return [RuleButton.of(found.locale, found_entry[0], t(found.locale, f"mautoma.rule.{found_entry[1]}"))]
