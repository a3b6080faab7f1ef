"""How a decision is asked: each answer with what it brings, as buttons unless they are too many, else as menus."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables import Controls
from bot.engine.actions import Choose, Decision, Option
from bot.engine.resources import BASICS
from bot.text import t, tn
from bot.text.game import CHOICE, LABEL, ask_words, fit, option_label, option_note, sentence_of
from bot.text.game.emoji import sign
from cogs.game import ids
from cogs.game.input.action_codec import written
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.action_controls import Row, in_rows
from cogs.game.views.message_layout import MOST_CHOICES, page_of
from cogs.game.views.table_buttons import PRIMARY, QUIET, move_button, move_menu, several_menu

FEW: Final = 5
"""So many answers are told in full, each beside its button."""
MOST_BUTTONS: Final = 15
"""So many answers are listed, with their buttons below; more are menus."""
MOST_MENUS: Final = 3
LONGEST: Final = 350
ROOM_FOR_LIST: Final = 1800
"""Characters of all answers of a list."""
DECLINING: Final = ("skip", "lose")


def asked_text(found: TableSnapshot, decision: Decision) -> str:
    """The question and what asks it; below, the sentence that no word of a pack says."""
    sentence = sentence_of(found.locale, decision, found.table)
    asked = f"### {sign('decision')} {ask_words(found.locale, decision, found.table)}"
    return f"{asked}\n> {discord.utils.escape_markdown(sentence)}" if sentence else asked


def told_in_full(found: TableSnapshot, decision: Decision) -> bool:
    """Whether each answer stands beside its button."""
    return _one_of_them(decision) and len(shown_answers(found, decision)) <= FEW


def _one_of_them(decision: Decision) -> bool:
    return decision.least == decision.most == 1


def clear_default(decision: Decision) -> int | None:
    """The answer that is taken unless there is a reason not to: the first in a printed order, the only one that does
    not decline; None where there is no such answer, or it reveals something."""
    taking = [index for index, option in enumerate(decision.options) if option.kind not in DECLINING]
    if not taking or not _one_of_them(decision) or (decision.kind != "order" and len(taking) > 1):
        return None
    return None if decision.options[taking[0]].barrier else taking[0]


def shown_answers(found: TableSnapshot, decision: Decision) -> list[int]:
    """The answers that are shown, by their numbers: of free places of a slot that are printed alike only the first."""
    shown = dict[object, int]()
    for index, option in enumerate(decision.options):
        shown.setdefault(_same_as(found, option) or index, index)
    return list(shown.values())


def _same_as(found: TableSnapshot, option: Option) -> object:
    """What tells the place of a module from others of its slot; None where nothing is the same choice."""
    if option.kind != "place" or not isinstance(option.id, int) or found.seat is None:
        return None
    slot, place = option.id, option.number
    if found.seen.state.seats[found.seat].slots[slot].modules[place] is not None:
        return None
    return slot, found.pack.player_board.slots[slot].modules[place]


def recommended(found: TableSnapshot, decision: Decision) -> int | None:
    """The shown answer that is advised in a first game; None where none is."""
    advised = found.coaching.answer
    if advised is None or not 0 <= advised < len(decision.options):
        return None
    same = _same_as(found, decision.options[advised])
    shown = shown_answers(found, decision)
    return next((n for n in shown if n == advised or (same and _same_as(found, decision.options[n]) == same)), None)


def _style(found: TableSnapshot, decision: Decision, index: int) -> discord.ButtonStyle:
    default = clear_default(decision)
    if (advised := recommended(found, decision)) is not None:
        default = advised
    quiet = decision.options[index].kind in DECLINING if default is None else index != default
    return QUIET if quiet else PRIMARY


def answers_in_full(found: TableSnapshot, controls: Controls, decision: Decision) -> Iterator[ui.Item[Any]]:
    """Every answer with what it brings, and its button."""
    for index in shown_answers(found, decision):
        option = decision.options[index]
        label = option_label(found.locale, decision, option, found.table)
        note = option_note(found.locale, decision, option, found.table, LONGEST)
        answer = Choose(seat=decision.seat, answer=(index,))
        button = move_button(controls, answer, t(found.locale, "turn.take"), _style(found, decision, index))
        if index == recommended(found, decision):
            button.emoji = sign("advice")
        yield ui.Section(ui.TextDisplay(f"**{label}**" + (f"\n{note}" if note else "")), accessory=button)


def answers_listed(found: TableSnapshot, decision: Decision) -> str | None:
    """What each answer brings, in small print, where the answers are buttons below, which say what is final; None where
    their labels say all there is to say, and where they are menus."""
    options = [decision.options[index] for index in shown_answers(found, decision)]
    if not _one_of_them(decision) or told_in_full(found, decision) or len(options) > MOST_BUTTONS:
        return None
    room = ROOM_FOR_LIST // len(options)
    lines = []
    for option in options:
        label = option_label(found.locale, decision, option, found.table)
        most = room - min(len(label), room // 2)
        if note := option_note(found.locale, decision, option, found.table, most, final=False):
            lines.append(f"-# **{label}** {note}")
    return "\n".join(lines) or None


def answer_rows(found: TableSnapshot, controls: Controls, decision: Decision, page: int = 0) -> list[Row]:
    """The answers as rows of controls."""
    mixing = decision.kind == "resource" and decision.least == decision.most > 1
    if mixing and len(mixes := _mixes(found, decision)) <= MOST_CHOICES:
        if len(mixes) <= MOST_BUTTONS:
            return in_rows([_mix_button(controls, mix) for mix in mixes])
        return [[move_menu(controls, "choose.0", _placeholder(found, decision), mixes)]]
    if decision.most > 1 or decision.least == 0:
        return _several(found, controls, decision)
    if len(shown := shown_answers(found, decision)) <= MOST_BUTTONS:
        return in_rows([_answer_button(found, controls, decision, index) for index in shown])
    return _menus(found, controls, decision, page)


def _answer_button(found: TableSnapshot, controls: Controls, decision: Decision, index: int) -> ui.Button[Any]:
    option = decision.options[index]
    barrier = f" · {t(found.locale, 'decision.note.barrier')}" if option.barrier else ""
    label = option_label(found.locale, decision, option, found.table, LABEL - len(barrier)) + barrier
    button = move_button(controls, Choose(seat=decision.seat, answer=(index,)), label, _style(found, decision, index))
    if index == recommended(found, decision):
        button.emoji = sign("advice")
    return button


def _mix_button(controls: Controls, mix: discord.SelectOption) -> ui.Button[Any]:
    custom_id = ids.move(controls.game, controls.token, mix.value)
    return ui.Button(label=mix.label[:LABEL], custom_id=custom_id, style=PRIMARY)


def pages_of(found: TableSnapshot, decision: Decision) -> int:
    """The pages of a decision whose answers are menus."""
    answers = len(shown_answers(found, decision))
    one = _one_of_them(decision) and answers > MOST_BUTTONS
    return max(1, -(-answers // (MOST_MENUS * MOST_CHOICES))) if one else 1


def _placeholder(found: TableSnapshot, decision: Decision) -> str:
    if decision.least == decision.most:
        return tn(found.locale, "turn.choose.exactly", decision.most)
    return t(found.locale, "turn.choose.between", least=decision.least, most=decision.most)


def _option(found: TableSnapshot, decision: Decision, option: Option, value: str) -> discord.SelectOption:
    note = option_note(found.locale, decision, option, found.table)
    return discord.SelectOption(
        label=option_label(found.locale, decision, option, found.table), description=note or None, value=value
    )


def _menus(found: TableSnapshot, controls: Controls, decision: Decision, page: int) -> list[Row]:
    """Menus of one answer, as many as fit onto a page; of several each says where it begins and ends."""
    answers = [(index, decision.options[index]) for index in shown_answers(found, decision)]
    shown, page, _ = page_of(answers, page, MOST_MENUS * MOST_CHOICES)
    parts = [shown[start : start + MOST_CHOICES] for start in range(0, len(shown), MOST_CHOICES)]
    return [
        [_menu(found, controls, decision, part, page * MOST_MENUS + number, alone=len(answers) == len(part))]
        for number, part in enumerate(parts)
    ]


def _menu(
    found: TableSnapshot,
    controls: Controls,
    decision: Decision,
    part: Sequence[tuple[int, Option]],
    number: int,
    *,
    alone: bool,
) -> ui.Select[Any]:
    options = [
        _option(found, decision, option, written(Choose(seat=decision.seat, answer=(index,)))) for index, option in part
    ]
    words = _placeholder(found, decision)
    if not alone:
        first, last = (fit(option.label, 40) for option in (options[0], options[-1]))
        words = t(found.locale, "turn.part", group=words, first=first, last=last)
    return move_menu(controls, f"choose.{number}", words, options)


def _several(found: TableSnapshot, controls: Controls, decision: Decision) -> list[Row]:
    shown = list(enumerate(decision.options))[:MOST_CHOICES]
    options = [_option(found, decision, option, str(index)) for index, option in shown]
    least, most = min(decision.least, len(options)), min(decision.most, len(options))
    placeholder = _placeholder(found, decision)
    rows: list[Row] = [[several_menu(controls, placeholder, options, max(1, least), most)]]
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
