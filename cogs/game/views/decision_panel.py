"""How a decision is asked: each answer with what it brings, as buttons unless they are too many, else as menus."""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, islice
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.app.tables import Controls
from bot.engine.actions import Choose, Decision, Option
from bot.engine.resources import BASICS
from bot.text import t, tn
from bot.text.game import CHOICE, LABEL, ask_words, fit, option_label, option_note, order_words, sentence_of
from bot.text.game.component_text import component_brief
from bot.text.game.decisions import LEADS_TO, option_sign, pictured
from bot.text.game.emoji import sign
from cogs.game import ids
from cogs.game.input.action_codec import written, written_answers
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.action_controls import Row, in_rows
from cogs.game.views.message_layout import MOST_CHOICES, page_of
from cogs.game.views.table_buttons import PRIMARY, QUIET, move_button, move_menu, several_menu

FEW: Final = 5
"""So many answers are told in full, each beside its button."""
FEW_PICTURED: Final = 7
"""The same of components, which a picture shows below: a list of them would stand far above its buttons."""
MOST_BUTTONS: Final = 15
"""So many answers are listed, with their buttons below; more are menus."""
MOST_JOINED: Final = 8
"""So many answers are shown together with those to what is asked next."""
JOINED: Final = frozenset({"resource", "track"})
"""Kinds of decisions that are answered together with what leads to them: their options need no explanation."""
UNORDERED: Final = frozenset({"wake", "return_energy"})
"""Kinds of decisions of several options in which the order does not count."""
MOST_SUBSETS: Final = 10
"""So many answers of several options are buttons; more are picked in a menu."""
MOST_MENUS: Final = 3
LONGEST: Final = 350
ROOM_FOR_LIST: Final = 1800
"""Characters of all answers of a list."""
LONGEST_LIST: Final = 400
"""Characters of a list beyond which components are told in fewer words."""
DECLINING: Final = ("skip", "lose")


def asked_text(found: TableSnapshot, decision: Decision) -> str:
    """The question and what asks it; below, the sentence that no word of a pack says."""
    sentence = sentence_of(found.locale, decision, found.table)
    asked = f"### {sign('decision')} {ask_words(found.locale, decision, found.table)}"
    return f"{asked}\n> {discord.utils.escape_markdown(sentence)}" if sentence else asked


class Answer(NamedTuple):
    """An answer that is shown: the numbers of the option, and of the option of what is asked right after it."""

    number: int
    then: int | None = None


def told_in_full(found: TableSnapshot, decision: Decision) -> bool:
    """Whether each answer stands beside its button."""
    few = FEW_PICTURED if pictured(decision) else FEW
    return _one_of_them(decision) and len(_answers(found, decision)) <= few


def _answers(found: TableSnapshot, decision: Decision) -> list[Answer]:
    """The answers that are shown; where that stays few, with what is asked next already answered in them. What is
    advised in a first game answers one question, so there they are asked one by one."""
    shown = shown_answers(found, decision)
    if found.controls is not None and found.coaching.answer is None:
        following = found.controls.following if found.controls.decision == decision else ()
        joined = [answer for index in shown for answer in _with_next(decision, index, following)]
        if len(joined) <= MOST_JOINED:
            return joined
    return [Answer(index) for index in shown]


def _with_next(decision: Decision, index: int, following: Sequence[Decision | None]) -> Iterator[Answer]:
    asked = following[index] if index < len(following) else None
    if asked is None or not _can_join(decision, asked) or decision.options[index].barrier:
        yield Answer(index)
    else:
        yield from (Answer(index, then) for then in range(len(asked.options)))


def _can_join(decision: Decision, asked: Decision) -> bool:
    """Whether what is asked next can be answered with a decision: it needs no explanation, and reveals nothing."""
    if any(option.barrier for option in asked.options) or not _one_of_them(asked) or asked.seat != decision.seat:
        return False
    return asked.kind in JOINED or _is_rest_of_order(decision, asked)


def _is_rest_of_order(decision: Decision, asked: Decision) -> bool:
    """Whether the same effects, without the first of them, are asked for in their order."""
    return decision.kind == asked.kind == "order" and len(asked.options) == len(decision.options) - 1


def _answer_label(found: TableSnapshot, decision: Decision, answer: Answer, most: int = CHOICE) -> str:
    """The option, and what it leads to."""
    option = decision.options[answer.number]
    asked = _next(found, answer)
    if asked is None or answer.then is None:
        return option_label(found.locale, decision, option, found.table, most)
    if _is_rest_of_order(decision, asked):
        rest = [each for each in decision.options if each != option]
        return fit(order_words(found.locale, decision, (option, rest[answer.then]), found.table), most)
    following = option_label(found.locale, asked, asked.options[answer.then], found.table)
    room = most - len(following) - len(LEADS_TO)
    return option_label(found.locale, decision, option, found.table, room) + LEADS_TO + following


def _answer_note(found: TableSnapshot, decision: Decision, answer: Answer, most: int, *, final: bool = True) -> str:
    """What an option brings; of what follows it that alone."""
    asked = _next(found, answer)
    if asked is not None and answer.then is not None and asked.kind in JOINED:
        return option_note(found.locale, asked, asked.options[answer.then], found.table, most, final=final)
    return option_note(found.locale, decision, decision.options[answer.number], found.table, most, final=final)


def _next(found: TableSnapshot, answer: Answer) -> Decision | None:
    return found.controls.following[answer.number] if found.controls is not None and answer.then is not None else None


def _chosen(decision: Decision, answer: Answer) -> str:
    picks = [answer.number] if answer.then is None else [answer.number, answer.then]
    return written_answers([Choose(seat=decision.seat, answer=(pick,)) for pick in picks])


def _choice_button(
    found: TableSnapshot, controls: Controls, decision: Decision, answer: Answer, label: str
) -> ui.Button[Any]:
    custom_id = ids.move(controls.game, controls.token, _chosen(decision, answer))
    button = ui.Button[Any](label=label, custom_id=custom_id, style=_style(found, decision, answer.number))
    if answer.number == recommended(found, decision):
        button.label = label.removeprefix(option_sign(decision.options[answer.number]))
        button.emoji = discord.PartialEmoji.from_str(sign("advice"))
    return button


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


def answers_in_full(found: TableSnapshot, controls: Controls, decision: Decision) -> Iterator[ui.Section[Any]]:
    """Every answer with what it brings, and its button."""
    answers = _answers(found, decision)
    longest = LONGEST if len(answers) <= FEW else CHOICE
    for answer in answers:
        label, note = _answer_label(found, decision, answer), _answer_note(found, decision, answer, longest)
        button = _choice_button(found, controls, decision, answer, t(found.locale, "turn.choose.this"))
        yield ui.Section(ui.TextDisplay(f"**{label}**" + (f"\n-# {note}" if note else "")), accessory=button)


def answers_listed(found: TableSnapshot, decision: Decision) -> str | None:
    """What each answer brings, in small print, where the answers are buttons below, which say what is final; None where
    their labels say all there is to say, and where they are menus."""
    answers = _answers(found, decision)
    if not _one_of_them(decision) or len(answers) > MOST_BUTTONS:
        return None
    room = ROOM_FOR_LIST // len(answers)
    labels = [_answer_label(found, decision, answer) for answer in answers]
    notes = [
        _answer_note(found, decision, answer, room - min(len(label), room // 2), final=False)
        for label, answer in zip(labels, answers, strict=True)
    ]
    if sum(map(len, notes)) > LONGEST_LIST:
        options = [decision.options[answer.number] for answer in answers]
        notes = [_briefly(found, option) or note for option, note in zip(options, notes, strict=True)]
    return "\n".join(f"-# **{label}** {note}" for label, note in zip(labels, notes, strict=True) if note) or None


def _briefly(found: TableSnapshot, option: Option) -> str:
    return component_brief(found.locale, found.table, option.id) if isinstance(option.id, str) else ""


def answer_rows(found: TableSnapshot, controls: Controls, decision: Decision, page: int = 0) -> list[Row]:
    """The answers as rows of controls."""
    mixing = decision.kind == "resource" and decision.least == decision.most > 1
    if mixing and len(mixes := _mixes(found, decision)) <= MOST_CHOICES:
        if len(mixes) <= MOST_BUTTONS:
            return in_rows([_mix_button(controls, mix, _advised_mix(found, decision)) for mix in mixes])
        return [[move_menu(controls, "choose.0", _placeholder(found, decision), mixes)]]
    if decision.most > 1 or decision.least == 0:
        return _several(found, controls, decision)
    if len(answers := _answers(found, decision)) <= MOST_BUTTONS:
        return in_rows([_answer_button(found, controls, decision, answer) for answer in answers])
    return _menus(found, controls, decision, page)


def _answer_button(found: TableSnapshot, controls: Controls, decision: Decision, answer: Answer) -> ui.Button[Any]:
    barrier = f" · {t(found.locale, 'decision.note.barrier')}" if decision.options[answer.number].barrier else ""
    label = _answer_label(found, decision, answer, LABEL - len(barrier)) + barrier
    return _choice_button(found, controls, decision, answer, label)


def _mix_button(controls: Controls, mix: discord.SelectOption, advised: str | None) -> ui.Button[Any]:
    """:param advised: the value of the mix that is advised in a first game."""
    custom_id = ids.move(controls.game, controls.token, mix.value)
    button = ui.Button[Any](label=mix.label[:LABEL], custom_id=custom_id, style=PRIMARY)
    if advised == mix.value:
        button.emoji = discord.PartialEmoji.from_str(sign("advice"))
    elif advised is not None:
        button.style = QUIET
    return button


def _advised_mix(found: TableSnapshot, decision: Decision) -> str | None:
    """The value of the mix that is advised in a first game; None where none is."""
    picks = found.coaching.picks
    if len(picks) != decision.most or not all(0 <= pick < len(decision.options) for pick in picks):
        return None
    kinds = [decision.options[pick].id for pick in picks]
    return _mix(found, decision, [kind for kind in BASICS if kind in kinds for _ in range(kinds.count(kind))]).value


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
    """Answers of several options: a button for each where they are few, else a menu in which several are picked."""
    picks = _subsets(decision)
    if len(picks) <= MOST_SUBSETS and decision.kind in UNORDERED:
        return in_rows([_subset_button(found, controls, decision, each) for each in picks])
    shown = list(enumerate(decision.options))[:MOST_CHOICES]
    options = [_option(found, decision, option, str(index)) for index, option in shown]
    least, most = min(decision.least, len(options)), min(decision.most, len(options))
    placeholder = _placeholder(found, decision)
    rows: list[Row] = [[several_menu(controls, placeholder, options, max(1, least), most)]]
    if decision.least == 0:
        rows.append([_subset_button(found, controls, decision, ())])
    return rows


def _subsets(decision: Decision) -> list[tuple[int, ...]]:
    """Every answer of several options, the largest first; of many only the first few."""
    sizes = range(min(decision.most, len(decision.options)), decision.least - 1, -1)
    answers = (answer for size in sizes for answer in combinations(range(len(decision.options)), size))
    return list(islice(answers, MOST_SUBSETS + 1))


def _subset_button(
    found: TableSnapshot, controls: Controls, decision: Decision, picked: Sequence[int]
) -> ui.Button[Any]:
    options = [decision.options[index] for index in picked]
    barrier = f" · {t(found.locale, 'decision.note.barrier')}" if any(option.barrier for option in options) else ""
    labels = [option_label(found.locale, decision, option, found.table) for option in options]
    label = " + ".join(labels) or t(found.locale, "turn.choose.none")
    answer = Choose(seat=decision.seat, answer=tuple(picked))
    return move_button(controls, answer, fit(label, LABEL - len(barrier)) + barrier, PRIMARY if picked else QUIET)


def _mixes(found: TableSnapshot, decision: Decision) -> list[discord.SelectOption]:
    """Resources of choice: every mix of so many of them, instead of the same resource several times in one menu."""
    return [_mix(found, decision, mix) for mix in combinations_with_replacement(BASICS, decision.most)]


def _mix(found: TableSnapshot, decision: Decision, mix: Sequence[str]) -> discord.SelectOption:
    of_kind = {kind: [i for i, option in enumerate(decision.options) if option.id == kind] for kind in BASICS}
    counts = {kind: mix.count(kind) for kind in BASICS if kind in mix}
    label = " + ".join(tn(found.locale, f"thing.{kind}", number) for kind, number in counts.items())
    answer = tuple(index for kind, number in counts.items() for index in of_kind[kind][:number])
    return discord.SelectOption(
        label=fit(label, CHOICE), value=written(Choose(seat=decision.seat, answer=answer)), emoji=None
    )
