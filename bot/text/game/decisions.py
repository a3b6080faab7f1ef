"""Decisions and their options: the text of each kind of decision, and each option with what it would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec

from bot.engine.effects import Advance, ByHand, Choice, Pay
from bot.engine.resolution.tasks import Do, EnterByHand, Sequence, SettleGains
from bot.engine.resources import over_limit
from bot.engine.variants.abyss.devotion import RATE
from bot.text.catalogue import t, tn
from bot.text.formatting import joined
from bot.text.game.automa_text import colour_words, segment_words
from bot.text.game.brief_effects import brief_words
from bot.text.game.component_text import (
    artifact_card_words,
    component_brief,
    component_fitting,
    component_words,
    machine_words,
    module_effects,
)
from bot.text.game.effects import OUTER, effect_words, inner_words, outcome_words, print_words, times_words
from bot.text.game.emoji import symbol
from bot.text.game.names import (
    amount,
    amounts_words,
    component_name,
    in_language,
    module_name,
    pair,
    seat_name,
    slot_label,
    source_words,
    space_label,
    space_words,
    sum_words,
)
from bot.text.truncate import CHOICE, capital, fit

if TYPE_CHECKING:
    from bot.engine.actions import Decision, Option
    from bot.engine.effects import Effect
    from bot.engine.state import HandEntry
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale

COUNTED = frozenset({"resource", "return_energy", "wake", "discard", "draft", "active_cards"})
"""Kinds of decision whose text contains a number."""


LEADS_TO = " → "
"""Between an option and what comes after it."""
PICTURED = frozenset({"card", "rest_card", "active_card", "artifact_card", "module", "machine", "installed"})
"""Kinds of options that are components."""


def ask_words(locale: Locale, decision: Decision, table: Table) -> str:
    """The text of a decision, with what caused it in brackets.

    :raises MissingText: no catalogue knows the kind.
    """
    key = f"decision.ask.{decision.kind}"
    values = _asked_about(locale, decision, table)
    question = tn(locale, key, decision.most) if decision.kind in COUNTED else t(locale, key, **values)
    source = source_words(locale, table, decision.source.kind, decision.source.id)
    return f"{question} ({source})" if source else question


def _asked_about(locale: Locale, decision: Decision, table: Table) -> dict[str, str]:
    """What the question of an entry by hand names: what may come of the sentence or did, and whose it is."""
    if decision.kind == "by_hand":
        effect = _by_hand(decision, table)
        known = effect and inner_words(locale, effect.brings[_line(decision.options[0])].get)
        return {"get": known or t(locale, "effect.empty")}
    if decision.kind == "confirm_by_hand":
        entry = _entry(decision, table)
        if entry is None:
            return {"name": t(locale, "thing.hidden"), "get": t(locale, "effect.empty")}
        return {
            "name": seat_name(locale, table, entry.seat),
            "get": outcome_words(locale, entry.effect, entry.times),
        }
    return {}


def sentence_of(locale: Locale, decision: Decision, table: Table) -> str:
    """The sentence of a component that a decision is about, which no word of the vocabulary says; else empty."""
    entry = _entry(decision, table) if decision.kind == "confirm_by_hand" else None
    effect = entry.effect if entry else _by_hand(decision, table)
    return in_language(locale, effect.text) if effect else ""


def _by_hand(decision: Decision, table: Table) -> ByHand | None:
    task = table.asking(decision)
    effect = task.effect if isinstance(task, Do | EnterByHand) else None
    return effect if isinstance(effect, ByHand) else None


def _line(option: Option) -> int:
    return option.id if isinstance(option.id, int) else 0


def _entry(decision: Decision, table: Table) -> HandEntry | None:
    """What another seat has entered and this decision is about; None without a view."""
    entries = table.seen.state.by_hand if table.seen else msgspec.UNSET
    if entries is msgspec.UNSET:
        return None
    return next((each for each in entries.waiting if each.number == decision.options[0].number), None)


def kind_words(locale: Locale, kind: str) -> str:
    """What a decision is about, in a few words, for the players who wait for it (``View.waiting``)."""
    return t(locale, f"decision.kind.{kind}")


def option_words(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    """An option in full: its name and what it would bring."""
    name = option_name(locale, decision, option, table)
    return pair(locale, name, option_about(locale, decision, option, table))


def option_label(locale: Locale, decision: Decision, option: Option, table: Table, most: int = CHOICE) -> str:
    """The name of an option with its symbol, in at most ``most`` characters: for a button or a menu. It
    begins with its number from 1 where a picture shows what there is to choose from."""
    sign, name = option_sign(option), option_name(locale, decision, option, table)
    if option in pictured(decision):
        sign = f"{decision.options.index(option) + 1}. {sign}"
    if len(sign) + len(name) > most and (effects := _alternative(decision, option, table)):
        name = brief_words(locale, effects)
    return fit(sign + capital(name), most)


def pictured(decision: Decision) -> tuple[Option, ...]:
    """The options that are components, where there are several: a picture shows them with their numbers."""
    found = tuple(option for option in decision.options if option.kind in PICTURED)
    return found if len(found) > 1 else ()


def option_note(
    locale: Locale, decision: Decision, option: Option, table: Table, most: int = CHOICE, *, final: bool = True
) -> str:
    """What an option would bring, in at most ``most`` characters, for a description in a menu; empty where there is
    none. What is too long is said in fewer words, else in symbols.

    :param final: the text says if the choice cannot be undone; False where its button does.
    """
    barrier = [t(locale, "decision.note.barrier")] if final and option.barrier and option.kind != "deck" else []
    room = most - sum(len(part) + len(OUTER) for part in barrier)
    about = option_about(locale, decision, option, table)
    if len(about) > room:
        about = component_fitting(locale, table, option.id, room) or about
    return OUTER.join(([fit(about, room)] if about else []) + barrier)


# ---- names -------------------------------------------------------------------------------------------------------

_Words = Callable[["Locale", "Decision", "Option", "Table"], str]


def option_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    """The name of an option."""
    return _NAMES[option.kind](locale, decision, option, table)


def _component(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return component_name(locale, table, option.id)


def _plain(key: str) -> _Words:
    return lambda locale, decision, option, table: t(locale, key)


def _effects_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    effects = _alternative(decision, option, table)
    if effects is None:
        return t(locale, "decision.option.effects", n=option.number + 1)
    return effect_words(locale, effects)


def _alternative(decision: Decision, option: Option, table: Table) -> tuple[Effect, ...] | None:
    task = table.asking(decision)
    if isinstance(task, Do) and isinstance(task.effect, Choice):
        return task.effect.of[option.number]
    return None


def _payment(decision: Decision, table: Table) -> Pay | None:
    task = table.asking(decision)
    return task.effect if isinstance(task, Do) and isinstance(task.effect, Pay) else None


def _pay_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    pay = _payment(decision, table)
    if pay is None:
        return t(locale, "decision.option.pay")
    return t(locale, "decision.option.pay_for", cost=sum_words(locale, pay.cost))


def _resource_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return amount(locale, str(option.id), 1)


def _track_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return t(locale, f"thing.track.{option.id}")


def _place_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return t(locale, "thing.place", slot=slot_label(locale, table, option.id), n=option.number + 1)


def _slot_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return slot_label(locale, table, option.id)


def _artifact_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return t(locale, f"thing.artifact.{option.id}")


def _orientation_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    position = decision.options.index(option) + 1 if option in decision.options else option.number + 1
    return t(locale, "decision.option.orientation", n=position)


def _row_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return t(locale, "decision.option.row", n=option.number)


def _space_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return space_words(locale, table, option.id)


def order_words(locale: Locale, decision: Decision, first: Iterable[Option], table: Table) -> str:
    """The effects of groups, which identify them: several groups may come from one building.

    :param first: the groups that come first, in their order.
    """
    task, numbers = table.asking(decision), [option.number for option in first]
    if not isinstance(task, Sequence):
        return OUTER.join(t(locale, "decision.option.effects", n=number + 1) for number in numbers)
    effects = (effect_words(locale, [do.effect for do in task.groups[number]]) for number in numbers)
    return t(locale, "decision.option.group", effects=LEADS_TO.join(effects))


def _group_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return order_words(locale, decision, (option,), table)


def _field_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    circle = table.pack.mautoma.circle if table.pack.mautoma else ()
    segment = segment_words(locale, circle[option.number].segment) if option.number < len(circle) else ""
    colour = colour_words(locale, option.id)
    return t(locale, "decision.option.field", n=option.number + 1, colour=colour, segment=segment)


def _convert_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return t(locale, "decision.option.convert", gain=amount(locale, str(option.id), 1))


def _lose_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    over = over_limit(table.seen.state.seats[decision.seat].owned) if table.seen else None
    amounts = amounts_words(locale, over) if over else str(option.number)
    return t(locale, "decision.option.lose", amounts=amounts)


def _gains_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    """What is left of points and devotion after an exchange."""
    task = table.asking(decision)
    points, devotion = (task.points, task.devotion) if isinstance(task, SettleGains) else (0, 0)
    if option.id == "devotion":
        points, devotion = points - RATE * option.number, devotion + option.number
    elif option.id == "points":
        points, devotion = points + option.number, devotion - RATE * option.number
    gains = [amount(locale, kind, number) for kind, number in (("points", points), ("devotion", devotion)) if number]
    return t(locale, "decision.option.gains", gains=joined(locale, gains) or t(locale, "thing.nothing"))


def _times_name(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    if not option.number:
        return t(locale, "decision.option.never")
    effect = _by_hand(decision, table)
    if effect is None:
        return t(locale, "decision.option.times", n=option.number)
    return times_words(locale, effect.brings[_line(option)], option.number)


_NAMES: dict[str, _Words] = {
    "times": _times_name,
    "agree": _plain("decision.option.agree"),
    "disagree": _plain("decision.option.disagree"),
    "abstain": _plain("decision.option.abstain"),
    **dict.fromkeys(("card", "rest_card", "active_card", "artifact_card", "machine", "installed"), _component),
    "module": lambda locale, decision, option, table: module_name(locale, table, str(option.id)),
    "gains": _gains_name,
    "figure": _component,
    "skip": _plain("decision.option.skip"),
    "effects": _effects_name,
    "pay": _pay_name,
    "resource": _resource_name,
    "filled": lambda locale, decision, option, table: amount(locale, str(option.id), option.number),
    "track": _track_name,
    "deck": _plain("decision.option.deck"),
    "place": _place_name,
    "slot": _slot_name,
    "orientation": _orientation_name,
    "row": _row_name,
    "artifact": _artifact_name,
    "small_artifact": _plain("decision.option.small_artifact"),
    "space": _space_name,
    "group": _group_name,
    "convert": _convert_name,
    "lose": _lose_name,
    "field": _field_name,
}


# ---- what an answer brings ---------------------------------------------------------------------------------------


def option_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    """What an option would bring, in full; empty where nothing is known."""
    about = _ABOUT.get(option.kind)
    return about(locale, decision, option, table) if about else ""


def _card_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return component_words(locale, table, option.id)


def _active_card_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    """The whole card, or its top effects where it is discarded for them."""
    card = table.pack.citizen.get(str(option.id))
    if decision.kind == "discard" and card:
        return effect_words(locale, card.top.get)
    return _card_about(locale, decision, option, table)


def _module_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return module_effects(locale, table, option.id)


def _machine_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return machine_words(locale, table, option.id)


def _pay_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    pay = _payment(decision, table)
    return effect_words(locale, pay.get) if pay else ""


def _track_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    task, track = table.asking(decision), option.id
    if not (isinstance(task, Do) and isinstance(task.effect, Advance)) or table.seen is None:
        return ""
    at = table.seen.state.seats[decision.seat].track.get(track, 0)  # type: ignore[call-overload]
    spaces = table.pack.player_board.tracks[track].spaces  # type: ignore[index]
    return tn(locale, "decision.note.steps", task.effect.steps, space=at, spaces=spaces)


def _deck_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return tn(locale, "decision.note.deck", option.number)


def _place_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    slot, place = option.id, option.number
    if table.seen is None or not isinstance(slot, int):
        return ""
    module = table.seen.state.seats[decision.seat].slots[slot].modules[place]
    if module is not None:
        replaced = pair(locale, module_name(locale, table, module), component_brief(locale, table, module))
        return t(locale, "decision.note.replaces", module=replaced)
    printed = table.pack.player_board.slots[slot].modules[place]
    return t(locale, "decision.note.activates" if printed else "decision.note.free")


def _slot_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return tn(locale, "decision.note.cards", option.number)


def _orientation_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    """Each space of the place with the contents that it would have."""
    tile, place = table.pack.tile.get(decision.source.id), option.id
    if tile is None or not isinstance(place, int) or not tile.spaces:
        return ""
    lies = dict(zip(table.board.spaces_of[place], table.board.orientations[place][option.number], strict=True))
    spaces = [(space_label(table, space), tile.spaces[lies[space]]) for space in sorted(lies)]
    full, brief = (
        ", ".join(f"{label} {print_words(locale, printed, words)}" for label, printed in spaces)
        for words in (effect_words, brief_words)
    )
    return full if len(full) <= CHOICE else brief


def _row_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return effect_words(locale, table.pack.board.hibernation[option.number - 1])


def _artifact_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    if table.seen is None:
        return ""
    left = table.seen.state.artifacts.get(option.id, 0)  # type: ignore[call-overload]
    return tn(locale, "decision.note.artifacts", left)


def _space_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    """The bonus of a water space."""
    if table.seen is None or not isinstance(option.id, int):
        return ""
    printed = table.seen.prints[option.id]
    return effect_words(locale, printed.bonus) if printed and printed.bonus else ""


def _group_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    return source_words(locale, table, option.source.kind, option.source.id) if option.source else ""


def _artifact_card_about(locale: Locale, decision: Decision, option: Option, table: Table) -> str:
    card = table.pack.artifact_card.get(str(option.id))
    return artifact_card_words(locale, card) if card else ""


_ABOUT: dict[str, _Words] = {
    "disagree": _plain("decision.note.disagree"),
    "abstain": _plain("decision.note.abstain"),
    **dict.fromkeys(("card", "rest_card"), _card_about),
    "active_card": _active_card_about,
    **dict.fromkeys(("machine", "installed"), _machine_about),
    "module": _module_about,
    "artifact_card": _artifact_card_about,
    "pay": _pay_about,
    "track": _track_about,
    "deck": _deck_about,
    "place": _place_about,
    "slot": _slot_about,
    "orientation": _orientation_about,
    "row": _row_about,
    "artifact": _artifact_about,
    "small_artifact": _plain("decision.note.small_artifact"),
    "space": _space_about,
    "group": _group_about,
}


# ---- symbols -----------------------------------------------------------------------------------------------------

_SYMBOLS = {
    **dict.fromkeys(("card", "active_card"), "card"),
    "rest_card": "rest",
    "artifact_card": "artifact",
    "machine": "machine",
    "installed": "energy",
    "module": "module",
    "deck": "deck",
    "skip": "skip",
    "small_artifact": "small_artifact",
    "slot": "slot",
    "place": "slot",
    "convert": "convert",
    "lose": "lose",
}
_OWN_SYMBOL = frozenset({"resource", "filled", "track", "artifact"})
"""Options whose identifier is the name of a symbol."""


def option_sign(option: Option) -> str:
    """The sign before the name of an option, with the space after it; empty where it has none."""
    name = str(option.id) if option.kind in _OWN_SYMBOL else _SYMBOLS.get(option.kind)
    return f"{symbol(name)} " if name else ""
