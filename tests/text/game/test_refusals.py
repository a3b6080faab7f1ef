"""Every reason of the engine has a sentence and a rule entry; the numbers stand in it."""

import itertools

import msgspec
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import Game, explain
from bot.engine.actions import Action, Build, Explore, PlayCard, Populate, Refusal, UseMachine, Value
from bot.text import LOCALES, Locale, catalogues
from bot.text.game import Table, refuse
from tests.text.game import collect, sample

PARTS = {"more_crystals", "range_part"}
"""Messages that stand inside another refusal."""

OF_THE_TABLE = {"undo_stood_in"}
"""Refusals of the table that are worded like those of the rules."""

VALUES: dict[str, list[dict[str, Value]]] = {
    "too_expensive": [
        {"cost_gear": 1, "cost_food": 3, "lack_food": 2, "lack": 2, "range_food": 3, "distance": 4},
        {"cost_book": 7, "lack_book": 5, "lack": 5},
        {"cost_book": 4, "lack_book": 1, "lack": 1, "extra_books": 1, "to": "1"},
    ],
    "wrong_payment": [{"cost_gear": 3, "cost_food": 1}, {"cost_book": 4, "extra_books": 2, "to": "0,1"}],
    "card_not_active": [{"card": "c1", "where": where} for where in ("rest", "slot", "none")],
    "no_such_slot": [{"slot": 9}],
    "slot_locked": [{"slot": 4}],
    "slot_occupied": [{"slot": 0}],
    "wrong_half": [{"slot": 0, "half": "bottom"}, {"slot": 2, "half": "top"}],
    "switch_gives_basic": [{"resource": None}],
    "copy_bottom": [{"card": "c1"}],
    "copy_not_there": [{"card": "c1"}],
    "no_such_place": [{"place": 99}],
    "no_such_space": [{"space": 999}],
    "already_explored": [{"place": 1}],
    "never_hidden": [{"place": 1, "kind": kind} for kind in ("large", "start", "abyss")],
    "no_way": [{"place": 1}, {"space": 4}, {"place": 1, "from": "start"}, {"space": 4, "from": "start"}],
    "location_named": [{"space": 4, "named": 3}],
    "not_a_location": [{"space": 4}],
    "already_there": [{"space": 4}],
    "no_such_technology": [{"technology": "nobody knows"}],
    "figure_used": [{"technology": "t01"}],
    "figure_not_linked": [{"technology": "t01"}],
    "first_figure": [{"technology": "t01"}],
    "not_explored": [{"space": 4}],
    "not_a_desert": [{"space": 4, "terrain": terrain} for terrain in ("forest", "city", "large", "abyss", "vast")],
    "space_taken": [{"space": 4}],
    "no_building_left": [{"size": "small"}, {"size": "large"}],
    "machine_not_owned": [{"machine": "printed_forest"}],
    "machine_powered": [{"machine": "printed_forest"}],
    "no_energy": [{"machine": "printed_forest"}],
    "crate_not_held": [{"held": number} for number in (0, 1, 2)],
    "no_such_resource": [{"resource": "wood"}],
    "no_trade": [{"technology": "t03"}],
    "trade_once": [{"technology": "t03"}],
    "no_such_seat": [{"seat": "7"}],
    "not_in_play": [{"phase": "setup"}, {"phase": "between"}, {"phase": "closing"}],
    "not_your_turn": [{"active": 1}],
    "answer_first": [{"decision": kind} for kind in sorted(collect.questions())],
    "owed_first": [{"decision": kind} for kind in sorted(collect.questions())],
    "no_such_option": [{"options": 1}, {"options": 3}, {"options": 12, "decision": "place_energy"}],
    "wrong_number": [{"least": 2, "most": 2, "given": 1}, {"least": 0, "most": 2, "given": 3}],
    "undo_other_acted": [{"other": 1}],
    "no_actions_left": [{"actions": 2}],
    "actions_taken": [{"actions": 1}, {"actions": 2}],
    "number_of_seats": [{"seats": 1}, {"seats": 7}],
    "draft_too_many": [{"seats": 4}],
    "long_game_seats": [{"seats": 1}, {"seats": 3}],
    "alone_seats": [{"seats": 2}],
    "copy_not_shown": [{"card": "c1"}],
    "journey_not_shown": [{"journey": "nobody knows"}],
    "journey_no_card": [{"journey": "nobody knows", "card_colour": "red"}],
    "journey_not_held": [{"journey": "nobody knows"}],
    "journey_resolved": [{"journey": "nobody knows"}],
    "journey_level": [{"journey": "nobody knows", "counted": 1, "needed": 2}],
    "colour_needed": [{"card": "c1"}],
    "colour_fixed": [{"card": "c1", "card_colour": "red"}],
    "lake_explored": [{"place": 1}],
}
"""The values that go with the reasons; the others have none."""
REASONS = sorted(collect.reasons())


def refusals(reason: str) -> list[Refusal]:
    return [Refusal(reason=reason, rule="turn.pass", values=values) for values in VALUES.get(reason, [{}])]


def test_all_reasons_are_found_in_the_source() -> None:
    assert not collect.open_reasons()
    assert set(VALUES) <= set(REASONS)
    assert len(REASONS) > 50


@pytest.mark.parametrize("locale", LOCALES)
def test_every_reason_has_a_sentence_and_every_sentence_a_reason(locale: Locale) -> None:
    worded = {key.split(".")[1] for key in catalogues()[locale] if key.startswith("refusal.")}
    assert worded - PARTS - OF_THE_TABLE == set(REASONS)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("reason", REASONS)
def test_every_refusal_is_a_whole_sentence(locale: Locale, reason: str, table: Table) -> None:
    for refusal in refusals(reason):
        sentence = refuse(locale, refusal, table)
        assert sentence.endswith(".")
        assert not {"{", "}", "?", "None"} & set(sentence)
        assert "None" not in sentence


@pytest.mark.parametrize("reason", [reason for reason in REASONS if reason in VALUES])
def test_the_numbers_stand_in_the_sentence(reason: str, table: Table) -> None:
    for refusal, locale in itertools.product(refusals(reason), LOCALES):
        numbers = [
            value
            for name, value in refusal.values.items()
            if isinstance(value, int) and name not in {"slot", "place", "space", "named", "active", "other", "lack"}
        ]
        sentence = refuse(locale, refusal, table)
        assert [number for number in numbers if number and str(number) not in sentence] == []


def test_every_rule_of_the_engine_is_an_entry_of_the_reference() -> None:
    entries = {
        entry["id"]
        for path in collect.reference_folder().glob("*.yaml")
        for entry in yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
        if "sources" in entry
    }
    assert len(entries) > 300
    assert collect.rules() - entries == set()
    assert len(collect.rules()) > 50


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [
        (
            "en",
            "You are 2 food short, even with your crystals: this costs 1 gear and 3 food (3 food for range, "
            "4 spaces in between). 2 more crystals would be enough.",
        ),
        (
            "de",
            "2 Nahrung zu wenig, deine Kristalle schon eingerechnet: Das kostet 1 Zahnrad und 3 Nahrung "
            "(3 Nahrung für die Entfernung, 4 Felder dazwischen). 2 weitere Kristalle würden reichen.",
        ),
        (
            "fr",
            "Il te manque 2 nourritures, même en comptant tes cristaux : cela coûte 1 engrenage et 3 nourritures "
            "(3 nourritures pour la portée, 4 cases intermédiaires). 2 cristaux de plus suffiraient.",
        ),
    ],
)
def test_too_expensive(locale: Locale, sentence: str, table: Table) -> None:
    assert refuse(locale, refusals("too_expensive")[0], table) == sentence


def test_books_for_others_are_told_with_their_names(table: Table) -> None:
    """How many of them go to whom, in what is too expensive and in a wrong payment."""
    dear, wrong = refusals("too_expensive")[2], refusals("wrong_payment")[1]
    assert "this costs 4 books (1 of the books goes to Ben)." in refuse("en", dear, table)
    assert "Das kostet 4 Bücher (davon 1 Buch an Ben)." in refuse("de", dear, table)
    assert "4 books (2 of the books go to Ada and Ben, 1 each)" in refuse("en", wrong, table)
    assert "4 livres (dont 2 livres à Ada et Ben, 1 par personne)" in refuse("fr", wrong, table)


def test_range_from_the_starting_space_is_named(table: Table) -> None:
    """With no piece on the map nothing counts from "your pieces"."""
    sentences = [refuse(locale, refusals("no_way")[2], table) for locale in LOCALES]
    assert not any("your pieces" in sentence or "deinen Teilen" in sentence for sentence in sentences)
    assert any("starting space" in sentence for sentence in sentences)


def test_a_terrain_is_named_once(table: Table) -> None:
    label = table.board.labels[4]
    city = Refusal(reason="not_a_desert", rule="build.where", values={"space": 4, "terrain": "city"})
    assert refuse("en", city, table).startswith(f"{label} is a city, and no building goes there.")


def test_no_idle_hint_at_more_crystals_than_anybody_can_hold(table: Table) -> None:
    assert refuse("en", refusals("too_expensive")[1], table).endswith("this costs 7 books.")


def test_spaces_seats_and_components_have_names(table: Table) -> None:
    label = table.board.labels[4]
    assert refuse("en", refusals("space_taken")[0], table).startswith(f"There is already a building on {label}.")
    assert "Ben" in refuse("de", refusals("not_your_turn")[0], table)
    assert "Craft 01 de l’Est" in refuse("fr", refusals("first_figure")[0], table)


@pytest.mark.parametrize("text", ["**bold** @everyone", "x" * 500, "`code`", "<@123>", "\n\n# heading", ""])
def test_foreign_text_is_made_harmless(text: str, table: Table) -> None:
    refusal = Refusal(reason="machine_not_owned", rule="machine.unlock", values={"machine": text})
    sentence = refuse("en", refusal, table)
    assert len(sentence) < 200
    assert not set(sentence) & set("*@`<>#\n")


ANYTHING = st.one_of(
    st.builds(Build, seat=st.integers(-1, 3), space=st.integers(-5, 2**62), size=st.sampled_from(["small", "large"])),
    st.builds(Explore, seat=st.integers(0, 1), place=st.integers(-3, 30)),
    st.builds(
        Populate,
        seat=st.integers(0, 1),
        location=st.integers(0, 99),
        technology=st.sampled_from(["t00", "t13", "t35"]) | st.text(),
    ),
    st.builds(
        PlayCard,
        seat=st.integers(0, 1),
        card=st.sampled_from(["c0", "c4", "c30"]) | st.text(),
        slot=st.integers(-1, 6),
        half=st.sampled_from(["top", "bottom"]),
    ),
    st.builds(UseMachine, seat=st.integers(0, 1), machine=st.text()),
)


def positions() -> list[Game]:
    return [step[0] for step in itertools.islice(sample.played(sample.game(2, 3), 5), 0, 120, 10)]


@pytest.fixture(scope="module")
def some_positions() -> list[Game]:
    return positions()


@settings(max_examples=150, deadline=None)
@given(action=ANYTHING, number=st.integers(0, 11), locale=st.sampled_from(LOCALES))
def test_whatever_is_refused_is_told(some_positions: list[Game], action: Action, number: int, locale: Locale) -> None:
    game = some_positions[number]
    refusal = explain(game, action)
    if refusal is not None:
        sentence = refuse(locale, refusal, sample.table(game, 0))
        assert sentence.endswith(".")
        assert 20 < len(sentence) < 400
        assert msgspec.json.encode(sentence)
