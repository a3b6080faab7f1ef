"""Effects as people type them: read in three languages, written again, refused with what would do."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.own_packs.pack_data import read_data
from bot.app.own_packs.shorthand_parser import ATOMS, NotUnderstood, amounts_typed, effects_typed, lasting_typed
from bot.app.own_packs.shorthand_words import meanings, said
from bot.app.own_packs.shorthand_writer import amounts_written, effects_written, lasting_written
from bot.text import LOCALES, Locale
from tests.packs.conftest import FIELD

CASES = {
    "2 gear + 1 point": [{"gain": {"gear": 2}}, {"gain": {"points": 1}}],
    "2g+p": [{"gain": {"gear": 2}}, {"gain": {"points": 1}}],
    "2 gear, 1 point": [{"gain": {"gear": 2, "points": 1}}],
    "2 Zahnräder + 1 Punkt": [{"gain": {"gear": 2}}, {"gain": {"points": 1}}],
    "2 engrenages + 1 point": [{"gain": {"gear": 2}}, {"gain": {"points": 1}}],
    "3 gear / card": [{"choose": [[{"gain": {"gear": 3}}], ["take_card"]]}],
    "(3 gear / card) + star": [{"choose": [[{"gain": {"gear": 3}}], ["take_card"]]}, "tribe_ability"],
    "2 book, 1 gear → 5 points": [{"pay": {"cost": {"book": 2, "gear": 1}, "get": [{"gain": {"points": 5}}]}}],
    "2 forest + step": [{"advance": {"forest": 2}}, {"advance": {"any": 1}}],
    "1 point per machine max 4": [{"each": {"of": "machines", "get": {"points": 1}, "most": 4}}],
    "build -2 gear + 3 range": [{"discount": {"action": "build", "resource": "gear", "n": 2}}, {"range": 3}],
    "machine mountain + any colour": [{"take_machine": "mountain"}, "any_colour"],
    "[{gain: {gear: 2}}]": [{"gain": {"gear": 2}}],
    "take_card + take_artifact": ["take_card", "take_artifact"],
    "  ": None,
}


@pytest.mark.parametrize("typed", CASES)
@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_typed_is_understood(typed: str, locale: Locale) -> None:
    if typed == "2g+p" and locale != "en":
        return
    assert effects_typed(typed, locale) == CASES[typed]


def test_lasting_effects_and_costs() -> None:
    assert lasting_typed("when built large: 1 point; 2 range explore; from water; fifth slot", "de") == [
        {"when": {"moment": "built", "size": "large", "get": [{"gain": {"points": 1}}]}},
        {"range": {"n": 2, "action": "explore"}},
        {"origin": "water"},
        "fifth_slot",
    ]
    assert amounts_typed("2 gear, 1 food + 1 food", "en") == {"gear": 2, "food": 2}
    assert amounts_typed("0", "en") == {}
    assert amounts_written({}, "fr") == "0"


@pytest.mark.parametrize(
    ("typed", "found", "expected"),
    [
        ("2 gaer", "'gaer'", "an effect, such as 2 gear, card, forest or star"),
        ("2 gear +", "nothing more", "an effect, such as 2 gear, card, forest or star"),
        ("(2 gear", "nothing more", "the closing )"),
        ("2 gear 3", "'3'", "+, /, -> or the end"),
        ("card -> 2 gear", "'card -> 2'", "resources in front of ->"),
        ("1 point per", "nothing more", "what is counted, such as machines or crates"),
        ("build 2 gear", "'2 gear'", "- and a number, as in build -2 gear"),
        ("9999 gear", "'9999 gear'", "a number of at most three digits"),
        ("2 star", "'star'", "no number in front of it"),
        ("(" * 20 + "gear", "'( ( ('", "at most 6 levels of parentheses"),
        ("gear " * 200, "1000 characters", "at most 900"),
        ("[*a]", "'[*a]'", "a list of effects as in a pack's file"),
    ],
)
def test_what_is_not_understood_says_what_would_do(typed: str, found: str, expected: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        effects_typed(typed, "en")
    assert (refused.value.found, refused.value.expected) == (found, expected)


HAND = {
    "text": {"en": "Swap crates."},
    "brings": [{"get": [{"gain": {"gear": 1}}], "most": 3, "usual": 1}, {"get": ["take_card"]}],
    "worth": 2,
}


@pytest.mark.parametrize(
    ("typed", "locale"),
    [
        ('by hand "Swap crates." (3 x gear usually 1; card) worth 2', "en"),
        ("hand “Swap crates.” (3 × 1 gear usually 1; 1 x card) worth 2", "en"),
        ('von Hand en "Swap crates." (3 x 1 Zahnrad meist 1; Karte) Wert 2', "de"),
        ("à la main en « Swap crates. » (3 x 1 engrenage souvent 1; carte) valeur 2", "fr"),
    ],
)
def test_a_sentence_is_typed_in_quotation_marks(typed: str, locale: Locale) -> None:
    (found,) = effects_typed(typed, locale) or []
    found["by_hand"]["brings"][1].pop("most", None)
    assert found == {"by_hand": HAND}
    assert effects_typed(effects_written([found], locale), locale) == [found]
    assert not effects_written([found], locale).startswith("[")


def test_a_sentence_in_several_languages_or_with_quotation_marks_comes_back_as_it_was() -> None:
    several = [{"by_hand": {**HAND, "text": {"de": "Tausche.", "fr": "Échange."}}}, {"gain": {"gear": 1}}]
    quoted = [{"by_hand": {**HAND, "text": {"en": 'Say "ho".'}}}]
    for value in (several, quoted):
        for locale in LOCALES:
            assert effects_typed(effects_written(value, locale), locale) == value
    assert effects_written(several, "en") == (
        'by hand de "Tausche." fr "Échange." (3 x 1 gear usually 1; card) worth 2 + 1 gear'
    )


@pytest.mark.parametrize(
    ("typed", "found", "expected"),
    [
        ("by hand", "nothing more", "what the component says, in quotation marks: by hand “…”"),
        ('by hand "Swap."', "nothing more", "what may come of it in parentheses, as in (3 x gear; card)"),
        ('by hand "Swap." (card', "nothing more", "the closing )"),
        ('by hand "Swap." (card) worth', "nothing more", "a number"),
    ],
)
def test_what_lacks_in_a_sentence_is_said(typed: str, found: str, expected: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        effects_typed(typed, "en")
    assert (refused.value.found, refused.value.expected) == (found, expected)


def effect_lists(value: Any, key: str = "") -> Iterator[tuple[str, list[Any]]]:
    if isinstance(value, list) and key in ("get", "bonus", "ability", "at_once", "lasting"):
        yield key, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from effect_lists(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from effect_lists(each)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_effect_of_the_shipped_pack_is_written_in_short_hand(locale: Locale) -> None:
    lists = list(effect_lists(read_data(FIELD)))
    assert len(lists) > 300
    for key, value in lists:
        text = (lasting_written if key == "lasting" else effects_written)(value, locale)
        assert not text.startswith("["), value
        assert (lasting_written if key == "lasting" else effects_written)(
            (lasting_typed if key == "lasting" else effects_typed)(text, locale), locale
        ) == text


NUMBERS = st.integers(1, 9)
SIMPLE = st.one_of(
    st.sampled_from(["tribe_ability", "take_artifact", "take_card", "reset_switch", "take_machine"]),
    st.builds(lambda n, m: {"gain": {"gear": n, "points": m}}, NUMBERS, NUMBERS),
    st.builds(lambda n: {"advance": {"any": n}}, NUMBERS),
    st.builds(lambda n: {"wake": n}, NUMBERS),
    st.builds(lambda n: {"discard_cards": n}, NUMBERS),
    st.sampled_from(["fill", {"fill": "gear"}, {"fill": "crystal"}, {"take_machine": "field"}]),
)
NESTED = st.recursive(
    st.lists(SIMPLE, min_size=1, max_size=3),
    lambda inner: st.one_of(
        st.builds(lambda options: [{"choose": options}], st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda n, get: [{"pay": {"cost": {"book": n}, "get": get}}], NUMBERS, inner),
        st.builds(lambda a, b: [*a, *b], inner, inner),
    ),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(value=NESTED, locale=st.sampled_from(LOCALES))
def test_nested_effects_come_back_as_they_were(value: list[Any], locale: Locale) -> None:
    text = effects_written(value, locale)
    assert text.startswith("[") or effects_written(effects_typed(text, locale), locale) == text


@settings(max_examples=200, deadline=None)
@given(typed=st.text(alphabet="2 gear/->+()card,[]{}: pointé😀\n'\"", max_size=60))
def test_anything_typed_is_read_or_refused(typed: str) -> None:
    for read in (effects_typed, lasting_typed, amounts_typed):
        try:
            assert read(typed, "fr") != []
        except NotUnderstood:
            continue


def test_a_word_means_one_thing_in_all_languages() -> None:
    """Abbreviations may differ; what the bot writes itself is read back by everybody."""
    for key in ATOMS:
        for language in LOCALES:
            for n in (1, 2):
                word = said(language, key, n).casefold()
                assert {meanings(reader, ATOMS)[word] for reader in LOCALES} == {key}, word
