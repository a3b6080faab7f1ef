"""How a decision is asked: each answer with what it brings, as buttons where they are few, else as a menu."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables import Controls
from bot.engine.actions import Choose, Decision, Option
from bot.engine.resources import BASICS
from bot.text import t, tn
from bot.text.game import CHOICE, ask_words, fit, option_label, option_note
from cogs.game.input.action_codec import written
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.emoji import sign
from cogs.game.views.message_layout import MOST_CHOICES, page_of
from cogs.game.views.table_buttons import move_button, move_menu, several_menu

FEW: Final = 5
"""So many answers are told in full, each with a button."""
LONGEST: Final = 400
BUTTON: Final = 40


def asked_text(found: TableSnapshot, decision: Decision) -> str:
    """The question and what asks it."""
    return f"### {sign('decision')} {ask_words(found.locale, decision, found.table)}"


def told_in_full(decision: Decision) -> bool:
    """Whether there are so few answers that each is told with what it brings."""
    return decision.least == decision.most == 1 and len(decision.options) <= FEW


def answers_in_full(found: TableSnapshot, controls: Controls, decision: Decision) -> Iterator[ui.Item[Any]]:
    """Every answer with what it brings, and its button."""
    for index, option in enumerate(decision.options):
        label = option_label(found.locale, decision, option, found.table)
        note = option_note(found.locale, decision, option, found.table, LONGEST)
        button = move_button(
            controls,
            Choose(seat=decision.seat, answer=(index,)),
            t(found.locale, "turn.take"),
            discord.ButtonStyle.secondary if option.kind in ("skip", "lose") else discord.ButtonStyle.primary,
        )
        yield ui.Section(ui.TextDisplay(f"**{label}**" + (f"\n{note}" if note else "")), accessory=button)


def answer_menus(
    found: TableSnapshot, controls: Controls, decision: Decision, page: int = 0
) -> list[list[ui.Item[Any]]]:
    """The answers as rows of controls."""
    mixing = decision.kind == "resource" and decision.least == decision.most > 1
    if mixing and len(mixes := _mixes(found, decision)) <= MOST_CHOICES:
        return [[move_menu(controls, "choose.0", _placeholder(found, decision), mixes)]]
    if decision.most > 1 or decision.least == 0:
        return _several(found, controls, decision)
    return _single(found, controls, decision, page)


def _placeholder(found: TableSnapshot, decision: Decision) -> str:
    if decision.least == decision.most:
        return tn(found.locale, "turn.choose.exactly", decision.most)
    return t(found.locale, "turn.choose.between", least=decision.least, most=decision.most)


def _option(found: TableSnapshot, decision: Decision, option: Option, value: str) -> discord.SelectOption:
    note = option_note(found.locale, decision, option, found.table)
    return discord.SelectOption(
        label=option_label(found.locale, decision, option, found.table), description=note or None, value=value
    )


def _single(found: TableSnapshot, controls: Controls, decision: Decision, page: int) -> list[list[ui.Item[Any]]]:
    indexed = list(enumerate(decision.options))
    shown, page, _ = page_of(indexed, page, MOST_CHOICES)
    options = [
        _option(found, decision, option, written(Choose(seat=decision.seat, answer=(index,))))
        for index, option in shown
    ]
    return [[move_menu(controls, f"choose.{page}", _placeholder(found, decision), options)]]


def _several(found: TableSnapshot, controls: Controls, decision: Decision) -> list[list[ui.Item[Any]]]:
    shown = list(enumerate(decision.options))[:MOST_CHOICES]
    options = [_option(found, decision, option, str(index)) for index, option in shown]
    least, most = min(decision.least, len(options)), min(decision.most, len(options))
    placeholder = _placeholder(found, decision)
    rows: list[list[ui.Item[Any]]] = [[several_menu(controls, placeholder, options, max(1, least), most)]]
    if decision.least == 0:
        none = Choose(seat=decision.seat, answer=())
        rows.append([move_button(controls, none, t(found.locale, "turn.choose.none"), discord.ButtonStyle.secondary)])
    return rows


def _mixes(found: TableSnapshot, decision: Decision) -> list[discord.SelectOption]:
    """Resources of choice: every mix of so many of them, instead of the same resource several times in one menu."""
    of_kind = {kind: [i for i, option in enumerate(decision.options) if option.id == kind] for kind in BASICS}
    return [_mix(found, decision, mix, of_kind) for mix in combinations_with_replacement(BASICS, decision.most)]


def _mix(
    found: TableSnapshot, decision: Decision, mix: Sequence[str], of_kind: dict[Any, list[int]]
) -> discord.SelectOption:
    counts = {kind: mix.count(kind) for kind in BASICS if kind in mix}
    label = " + ".join(tn(found.locale, f"thing.{kind}", number) for kind, number in counts.items())
    answer = tuple(index for kind, number in counts.items() for index in of_kind[kind][:number])
    return discord.SelectOption(
        label=fit(label, CHOICE), value=written(Choose(seat=decision.seat, answer=answer)), emoji=None
    )
