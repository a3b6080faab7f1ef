"""Playing alone at the bot's table: what is said there beside what every table says, and the reasons behind "Why?"."""

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ui

from bot.app.tables.automa_history import PastTurn, board_of
from bot.engine.rules.score_values import SCALE, level
from bot.engine.solo_components import MautomaState, SoloState
from bot.engine.variants.mautoma.cards import FIGURE_BOOKS, ROUNDS
from bot.text import Locale, t, tn
from bot.text.game import seat_name
from bot.text.game.automa_text import colour_words, segment_words
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.automa_reasons import reasons, rules_of
from cogs.game.views.message_layout import panel_of
from cogs.game.views.table_buttons import LONGEST_LABEL, QUIET
from cogs.rules.rule_button import RuleButton
from cogs.score_pad.wording import earlier_text


def nothing_to_explain(found: TableSnapshot) -> Panel:
    """That the Mautoma has not chosen anything yet, with the rule of its turn."""
    rules: list[ui.Item[Any]] = [RuleButton.of(found.locale, "mautoma.its_turn")]
    return panel_of([t(found.locale, "mautoma.why.none")], rules)


def _why_button(
    found: TableSnapshot, record: int | None = None, step: int = 0, label: str = "", to: str = ""
) -> ui.Button[Any]:
    """Why the Mautoma chose so; ``to`` tells buttons of one message apart."""
    emoji = None if label else "🤖"
    label = label or t(found.locale, "mautoma.why.button")
    custom_id = ids.why(found.game, record, step, to)
    return ui.Button(label=label[:LONGEST_LABEL], emoji=emoji, custom_id=custom_id, style=QUIET)


def why_panel(found: TableSnapshot, told: PastTurn, step: int = 0) -> Panel:
    """The reasons with the rules behind them, the turn's other choice, and its turns before and after."""
    locale = found.locale
    cites: list[ui.Item[Any]] = [RuleButton.of(locale, name, t(locale, key)) for name, key in rules_of(told, step)]
    return panel_of(reasons(found, told, step), list(_ways(found, told, step)), cites)


def _ways(found: TableSnapshot, told: PastTurn, step: int) -> Iterator[ui.Item[Any]]:
    locale = found.locale
    for number, choice in enumerate(told.turn.choices):
        if number != step:
            yield _why_button(found, told.record, number, t(locale, f"turn.group.{choice.what}"), "c")
    if told.before is not None:
        yield _why_button(found, told.before, 0, t(locale, "mautoma.why.before", turn=told.turn.number - 1), "b")
    if told.after is not None:
        yield _why_button(found, told.after, 0, t(locale, "mautoma.why.after", turn=told.turn.number + 1), "a")


# ---- what is said at the table -----------------------------------------------------------------------------------


def why_row(found: TableSnapshot) -> list[ui.Item[Any]]:
    """The button "Why?" where the Mautoma plays."""
    return [_why_button(found)] if found.status.options.alone == "mautoma" else []


def standing_lines(found: TableSnapshot) -> Iterator[str]:
    """Where the Mautoma stands, or the official solo game's marker and what of that game is assumed."""
    kept = found.view.state.variant if found.view is not None else None
    if isinstance(kept, MautomaState):
        yield _mautoma_line(found, kept)
    elif isinstance(kept, SoloState):
        yield _solo_line(found, kept)
        yield f"-# {assumed(found)}"


def clock_words(found: TableSnapshot) -> Iterator[str]:
    """How far a game alone has come: the Mautoma's round, or the official solo game's marker."""
    kept = found.view.state.variant if found.view is not None else None
    if isinstance(kept, MautomaState):
        yield _round_words(found)
    elif isinstance(kept, SoloState) and found.pack.solo is not None:
        yield t(found.locale, "mautoma.solo.clock", marker=kept.marker, end=found.pack.solo.end)


def _round_words(found: TableSnapshot) -> str:
    number = min(found.status.turn, ROUNDS)
    return t(found.locale, "mautoma.table.round", round=max(1, number), rounds=ROUNDS)


def _mautoma_line(found: TableSnapshot, kept: MautomaState) -> str:
    locale, board = found.locale, board_of(found.seen)
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
    return f"{_round_words(found)}\n▫️ {name} · {where}\n-# {piles} · {pieces}"


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
