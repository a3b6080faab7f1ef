"""What is wrong in a pack is told in the reader's language wherever the check's wording is known."""

import pytest

from bot.app.own_packs.shorthand_parser import NotUnderstood, amounts_typed, effects_typed
from bot.engine.packs import PackMistakes, pack_of_files
from bot.text import LOCALES, Locale
from bot.text.catalogue import catalogues
from bot.text.mistake_words import DOMAIN, mistake_words
from tests.packs.own_pack import own_files

KNOWN = [key for key in catalogues()["en"] if key.startswith(DOMAIN)]


@pytest.mark.parametrize(
    ("said", "german", "french"),
    [
        ("nothing", "nichts", "rien"),
        ("the field 'cost'", "das Feld 'cost'", "le champ 'cost'"),
        ("a whole number from 1 to 9", "eine ganze Zahl von 1 bis 9", "un nombre entier de 1 à 9"),
        ("at most 48 characters", "höchstens 48 Zeichen", "48 caractères au plus"),
        ("at most 500", "höchstens 500", "500 au plus"),
        ("a list of 3", "eine Liste von 3", "une liste de 3"),
        ("'12' and nobody knows why", "'12' and nobody knows why", "'12' and nobody knows why"),
    ],
)
def test_the_same_in_another_language(said: str, german: str, french: str) -> None:
    assert [mistake_words(locale, said) for locale in ("en", "de", "fr")] == [said, german, french]


@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != "en"])
def test_each_message_is_recognized(locale: Locale) -> None:
    for key in KNOWN:
        both = (catalogues().text(each, key) for each in ("en", locale))
        english, there = (text.replace("{x}", "7").replace("{y}", "9") for text in both)
        assert mistake_words(locale, english) == there, key


@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != "en"])
@pytest.mark.parametrize("typed", ["2 gaer", "2 gear)", "1000 gear", "card -> 2 gear", "2 gear +", "x" * 501])
def test_what_is_not_understood_while_typing(locale: Locale, typed: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        effects_typed(typed, locale)
    assert mistake_words(locale, refused.value.expected) != refused.value.expected


def test_examples_can_be_typed() -> None:
    for locale, gears, card, forest, star in (
        ("de", "2 Zahnräder", "Karte", "Wald", "Stern"),
        ("fr", "2 engrenages", "carte", "forêt", "étoile"),
    ):
        assert effects_typed(f"{gears} + {card} + {forest} + {star}", locale) == [  # type: ignore[arg-type]
            {"gain": {"gear": 2}},
            "take_card",
            {"advance": {"forest": 1}},
            "tribe_ability",
        ]
        assert amounts_typed(gears, locale) == {"gear": 2}  # type: ignore[arg-type]
        told = mistake_words(locale, "an effect, such as 2 gear, card, forest or star")  # type: ignore[arg-type]
        assert all(word in told for word in (gears, card, forest, star))


def test_mistakes_of_the_check() -> None:
    files = own_files(crates=("id: k02,", "id: k01,"), modules=("get: [{gain: {gear: 1}}]", "get: [{gian: {gear: 1}}]"))
    with pytest.raises(PackMistakes) as refused:
        pack_of_files(files)
    for mistake in refused.value.mistakes:
        for said in (mistake.found, mistake.expected):
            assert mistake_words("de", said) != said
