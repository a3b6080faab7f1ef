"""Parts of the game that a question must name."""

import pytest

from bot.reference import Reference
from bot.reference.entry import Scope
from bot.reference.search import unnamed
from bot.text import Locale


@pytest.mark.parametrize(
    ("question", "locale"),
    [
        ("tie braker", "en"),
        ("how does the second tie-breaker work", "en"),
        ("wie viele Gebäude hat man", "de"),
        ("combien y a-t-il de départages", "fr"),
    ],
)
def test_who_does_not_name_the_mautoma_means_the_base_game(lexical: Reference, question: str, locale: Locale) -> None:
    assert lexical.find(question, locale).matches[0].entry.scope == "base"


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("mautoma tie breaker", "mautoma.ties"),
        ("tie of the automa", "mautoma.ties"),
        ("which way does the energy marker move", "mautoma.marker"),
        ("are the Mautoma's actions free", "mautoma.costs"),
    ],
)
def test_who_names_it_or_what_only_it_has_gets_its_rules(lexical: Reference, question: str, entry: str) -> None:
    assert lexical.find(question, "en").matches[0].entry.id == entry


@pytest.mark.parametrize(
    ("question", "locale", "scope"),
    [
        ("solo without the automa: may I swap the market when I hibernate", "en", "solo"),
        ("überwintern im solo ohne mautoma auslage tauschen", "de", "solo"),
        ("hibernation en solo sans mautoma, je peux changer le marché", "fr", "solo"),
        ("I use my switch against the Mautoma, there is no opponent, what do I copy", "en", "mautoma"),
        ("extra book, the mautoma is in that city", "en", "mautoma"),
        ("bga market not visible", "en", "bga"),
        ("after one card in solo, may I explore too", "en", "solo"),
        ("im einspielermodus: 3 karten gelegt, wo steht der zähler", "de", "solo"),
        ("solo, je change le marché en hibernant ?", "fr", "solo"),
    ],
)
def test_a_part_that_is_named_or_excluded_decides(
    lexical: Reference, question: str, locale: Locale, scope: Scope
) -> None:
    assert lexical.find(question, locale).matches[0].entry.scope == scope


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("which resources are there in Revive?", "which resources are there ?"),
        ("Welche Rohstoffe gibt es bei revive", "Welche Rohstoffe gibt es"),
        ("who made revive", "who made revive"),
        ("reviver", "reviver"),
    ],
)
def test_the_name_of_the_game_is_left_out_where_enough_is_left(question: str, left: str) -> None:
    assert unnamed(question) == left


@pytest.mark.parametrize(
    ("question", "locale"),
    [("welche rohstoffe gibts in revive?", "de"), ("revive on peut y jouer à combien", "fr")],
)
def test_a_question_that_names_the_game_is_not_refused_for_it(
    lexical: Reference, question: str, locale: Locale
) -> None:
    assert lexical.find(question, locale).verdict.covered


@pytest.mark.parametrize(
    ("question", "locale", "told"),
    [
        ("still tied after resources and tracks?", "en", "share"),
        ("Gleichstand, auch die Leisten sind gleich, und jetzt", "de", "teilt"),
    ],
)
def test_an_equal_second_tie_breaker_is_told_too(lexical: Reference, question: str, locale: Locale, told: str) -> None:
    assert told in lexical.find(question, locale).matches[0].entry.words(locale).answer
