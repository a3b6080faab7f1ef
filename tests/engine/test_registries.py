"""Every action, effect, task, event and kind of decision has its handler, in the engine and beyond it.

A registry that misses a member fails here, not in somebody's game.
"""

from collections.abc import Iterable
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from bot.app.tables import nearest_action
from bot.engine import actions as engine_actions
from bot.engine.actions import Action, Choose, EndAction, EndTurn, Offer, OptionKind, UseSwitch, tag_of
from bot.engine.api import ACTION_RULES
from bot.engine.debug import transcript
from bot.engine.effects import Effect, Lasting
from bot.engine.resolution import effect_decisions, interpreter, task_decisions
from bot.engine.resolution.tasks import Announce, Bonuses, DiscardShown, Do, Flip, Sequence, Task
from bot.players.valuation import effects as effect_values
from bot.players.valuation import later_effects, offer_values, option_values
from bot.reference.rule_entries import ACTION_ENTRIES, EFFECT_ENTRIES
from bot.text import LOCALES, Locale
from bot.text.catalogue import catalogues
from bot.text.game import decisions, effects, events, offers
from bot.text.game.effect_symbols import _SHORT as EFFECT_SYMBOLS
from cogs.game.input import action_codec
from cogs.game.views import offer_groups
from tests.text.game import collect

ACTIONS = get_args(Action)
TAGS = {tag_of(action) for action in ACTIONS}
WITHOUT_DECISION = {Do, Sequence, Announce, Flip, DiscardShown, Bonuses}
"""Tasks that the interpreter runs or puts in order; every other task asks for a decision."""
ACTION_TABLES: dict[str, Iterable[object]] = {
    "rules": ACTION_RULES,
    "names in kept logs": transcript.NAMES,
    "titles": offers._TITLES,
    "symbols": offers._SYMBOLS,
    "values": offer_values._APPRAISERS,
}
EFFECT_TABLES: dict[str, Iterable[object]] = {
    "words": effects._WORDS,
    "symbols": EFFECT_SYMBOLS,
}


def tags(keys: Iterable[object]) -> set[str]:
    """The tags of a table's keys, be they classes or tags."""
    return {key if isinstance(key, str) else str(key.__struct_config__.tag) for key in keys}  # type: ignore[attr-defined]


def sample(action: type[Action]) -> Action:
    """An action of this kind, with some value of the right type in each field."""
    values: dict[str, object] = {}
    for name, kind in get_type_hints(action).items():
        if name not in ("seat", "payment", "copy") and (action, name) != (UseSwitch, "journey"):
            choices = [one for one in (kind, *get_args(kind)) if get_origin(one) is Literal]
            whole = {"slot": 3, "answer": (0, 2), "place": 5, "space": 7, "location": 9}
            values[name] = get_args(choices[0])[0] if choices else whole.get(name, "x_1")
    return action(seat=1, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize("table", ACTION_TABLES)
def test_every_action_has_its_entry(table: str) -> None:
    assert tags(ACTION_TABLES[table]) == TAGS


def test_every_action_is_of_one_kind() -> None:
    """Main, closing or free, or an answer: what offers are made of, in the order of the union."""
    kinds = (engine_actions.MAIN_ACTIONS, engine_actions.CLOSING_ACTIONS, engine_actions.FREE_ACTIONS, (Choose,))
    assert sorted(tag_of(action) for kind in kinds for action in kind) == sorted(TAGS)


def test_every_action_but_answers_and_endings_has_a_rule() -> None:
    assert tags(ACTION_ENTRIES) == TAGS - tags([Choose, EndAction, EndTurn])


def test_what_is_tried_out_for_a_look_up_is_all_but_answers_and_endings() -> None:
    assert tags(nearest_action.KINDS) == TAGS - tags([Choose, EndAction, EndTurn])


@pytest.mark.parametrize("action", ACTIONS, ids=tag_of)
def test_every_action_can_be_written_and_has_a_group(action: type[Action]) -> None:
    done = sample(action)
    assert action_codec.read(1, action_codec.written(done)) == done
    assert offer_groups.group_of(Offer(done)) == tag_of(action)


@pytest.mark.parametrize("table", EFFECT_TABLES)
def test_every_effect_has_its_entry(table: str) -> None:
    assert tags(EFFECT_TABLES[table]) == tags(get_args(Effect)) | tags(get_args(Lasting))


def test_rules_are_given_for_effects_that_exist() -> None:
    assert tags(EFFECT_ENTRIES) <= tags(get_args(Effect)) | tags(get_args(Lasting))


def test_every_effect_runs_or_asks() -> None:
    """Only a step on a track does both: it asks where the track is open."""
    asks, runs = tags(effect_decisions.EFFECT_DECISIONS), tags(interpreter._EFFECTS)
    assert asks | runs == tags(get_args(Effect))
    assert asks & runs == {"advance"}


def test_every_effect_has_a_value_now_and_later() -> None:
    assert tags(effect_values._NOW) == tags(later_effects._LATER) == tags(get_args(Effect))


def test_every_task_runs_or_asks() -> None:
    """With the tasks of the variants, which register themselves."""
    assert set(task_decisions.TASK_DECISIONS) == set(get_args(Task)) - WITHOUT_DECISION


def test_every_kind_of_option_has_a_name_and_a_value() -> None:
    kinds = set(get_args(OptionKind))
    assert collect.options() <= kinds
    assert set(decisions._NAMES) == set(option_values._VALUES) == kinds


@pytest.mark.parametrize("locale", LOCALES)
def test_every_event_and_kind_of_decision_has_words(locale: Locale) -> None:
    known = set(catalogues()[locale])
    plain = collect.events() - events.SILENT - set(events._SPECIAL)
    assert {key for key in plain if f"event.{key}" not in known} == set()
    assert {kind for kind in collect.questions() if f"decision.kind.{kind}" not in known} == set()
    assert {kind for kind in collect.questions() if f"decision.ask.{kind}" not in known} == set()
