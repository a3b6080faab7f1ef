"""In few words every component of the shipped pack fits into a menu."""

from typing import get_args

import pytest

from bot.engine.effects import (
    Advance,
    Choice,
    Each,
    Effect,
    Gain,
    Lasting,
    LastingRange,
    MapAction,
    Origin,
    Pay,
    ResetSwitch,
    TrackChoice,
)
from bot.engine.geometry import make_board
from bot.engine.packs import field
from bot.engine.resources import Amounts
from bot.text import LOCALES, Locale
from bot.text.game import CHOICE, SYMBOLS, Table, effect_words
from bot.text.game.brief_effects import _BRIEF, brief_words
from bot.text.game.component_text import component_brief, component_fitting
from tests.text.game import sample

KINDS = ("citizen", "module", "machine", "crate", "technology", "tribe", "artifact_card")


def shipped() -> Table:
    pack = field()
    return Table(pack, make_board(pack.board), ())


def has_signs(text: str) -> bool:
    return any(sign in text for sign in SYMBOLS.values())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_component_fits_into_a_menu_in_words(locale: Locale, kind: str) -> None:
    table = shipped()
    for component in getattr(table.pack, kind):
        words = component_brief(locale, table, component)
        assert words
        assert len(words) <= CHOICE, words
        assert not has_signs(words), words
        assert not has_signs(component_fitting(locale, table, component, CHOICE))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("effect", [*sample.EFFECTS, *sample.LASTING], ids=lambda effect: type(effect).__name__)
def test_every_effect_has_few_words(locale: Locale, effect: Effect | Lasting) -> None:
    brief = brief_words(locale, [effect])
    assert brief
    assert not has_signs(brief)
    assert len(brief) <= len(effect_words(locale, [effect]))


def test_what_is_shortened_is_in_the_vocabulary() -> None:
    assert set(_BRIEF) <= set(get_args(Effect)) | set(get_args(Lasting))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_narrower_word_differs(locale: Locale) -> None:
    groups: list[list[Effect | Lasting]] = [
        [Advance(track) for track in get_args(TrackChoice)],
        [LastingRange(1, action) for action in (None, *get_args(MapAction))],
        [Origin(terrain) for terrain in ("water", "crystal", "city", "abyss")],
    ]
    for group in groups:
        assert len({brief_words(locale, [effect]) for effect in group}) == len(group)


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "1 book, 1 point per technology (max. 4×)"),
        ("de", "1 Buch, 1 Punkt je Technologie (max. 4×)"),
        ("fr", "1 livre, 1 point par technologie (max. 4×)"),
    ],
)
def test_effects_side_by_side(locale: Locale, words: str) -> None:
    assert brief_words(locale, [Gain(book=1), Each("technologies", Gain(points=1), 4)]) == words


def test_what_belongs_together_stays_together() -> None:
    choice = Choice(((Gain(gear=2),), (Gain(book=1), Pay(Amounts(food=1), (Gain(points=2),)))))
    assert brief_words("en", [choice]) == "2 gears or 1 book + (pay 1 food: 2 points)"
    assert brief_words("en", [choice, ResetSwitch()]) == "(2 gears or 1 book + (pay 1 food: 2 points)), switch ready"
    assert brief_words("en", [Choice(((Gain(book=1, points=1),), (Advance("forest"),)))]) == (
        "1 book + 1 point or 1 forest step"
    )


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "blue · top 3 books or 2 forest steps · bottom 2 points (slot)"),
        ("de", "blau · oben 3 Bücher oder 2 Schritte Wald · unten 2 Punkte (Slot)"),
        ("fr", "bleu · haut 3 livres ou 2 av. forêt · bas 2 points (emplacement)"),
    ],
)
def test_a_card(locale: Locale, words: str) -> None:
    table = shipped()
    card = next(
        each for each in table.pack.citizen if component_brief("en", table, each).startswith("blue · top 3 books or")
    )
    assert component_brief(locale, table, card) == words


def test_what_does_not_fit_in_words_is_told_in_symbols() -> None:
    table = shipped()
    card = max(table.pack.citizen, key=lambda each: len(component_brief("en", table, each)))
    assert has_signs(component_fitting("en", table, card, 60))
    assert len(component_fitting("en", table, card, 60)) <= 60
