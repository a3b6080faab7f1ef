"""Every word of the packs' vocabulary reads well, and unambiguously where effects stand inside others."""

import re
from typing import get_args

import pytest

from bot.engine.components import Pack
from bot.engine.effects import (
    Advance,
    BoundedOutcome,
    ByHand,
    Choice,
    Countable,
    Each,
    Effect,
    Gain,
    Lasting,
    LastingDiscount,
    LastingRange,
    MapAction,
    Moment,
    Origin,
    Pay,
    TakeArtifact,
    TakeCard,
    TakeMachine,
    TrackChoice,
    When,
)
from bot.engine.packs import field
from bot.engine.resources import Amounts
from bot.engine.translated import Sentence
from bot.text import LOCALES, Locale
from bot.text.game import (
    card_words,
    component_words,
    effect_symbols,
    effect_words,
    reward_space_words,
    technology_words,
)
from bot.text.game.effect_symbols import _SHORT, _THINGS
from bot.text.game.effects import _WORDS
from tests.text.game import sample

PACKS = {"sample": sample.pack, "field": field}
VOCABULARY = set(get_args(Effect)) | set(get_args(Lasting))


def test_every_word_of_the_vocabulary_can_be_told() -> None:
    assert set(_WORDS) == VOCABULARY
    assert set(_SHORT) == VOCABULARY
    assert set(_THINGS) == set(get_args(Countable))


def test_the_sample_holds_every_effect() -> None:
    assert {type(effect) for effect in sample.EFFECTS} == set(get_args(Effect))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("effect", [*sample.EFFECTS, *sample.LASTING], ids=lambda effect: type(effect).__name__)
def test_each_effect_has_words_and_symbols(locale: Locale, effect: Effect | Lasting) -> None:
    assert len(effect_words(locale, [effect])) > 5
    assert effect_symbols([effect])


BROUGHT = {
    (Gain(gear=1),): ("at most 1 gear", "at most 3 gears"),
    (TakeCard(2),): ("at most 2 citizen cards", "at most 6 citizen cards"),
    (Advance("forest"),): ("at most 1 step on the forest track", "at most 3 steps on the forest track"),
    (TakeArtifact(),): ("1 artifact at most once", "1 artifact at most 3 times"),
    (Advance("any"),): ("1 step on any one track at most once", "1 step on any one track at most 3 times"),
    (Gain(gear=1), TakeCard()): (
        "(1 gear + 1 citizen card) at most once",
        "(1 gear + 1 citizen card) at most 3 times",
    ),
    (Gain(gear=1, book=2),): ("(1 gear + 2 books) at most once", "(1 gear + 2 books) at most 3 times"),
}


@pytest.mark.parametrize(("get", "told"), BROUGHT.items(), ids=lambda case: type(case[0]).__name__)
def test_bounds_by_hand_are_counted_as_one_would_say_them(get: tuple[Effect, ...], told: tuple[str, str]) -> None:
    for most, words in zip((1, 3), told, strict=True):
        by_hand = ByHand(Sentence(en="Ask around", de="Frag herum", fr="Demande"), (BoundedOutcome(get, most),))
        assert effect_words("en", [by_hand]) == f"“Ask around” (by hand: {words})"


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_is_said_to_come_one_times(locale: Locale) -> None:
    sentence = Sentence(en="a", de="a", fr="a")
    once: list[Effect] = [Each("machines", Gain(points=1), 1), ByHand(sentence, (BoundedOutcome((TakeArtifact(),)),))]
    for effect in once:
        assert not re.search(r"\b1(-mal| times| fois)", effect_words(locale, [effect]))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("moment", get_args(Moment))
def test_every_moment_can_be_told(locale: Locale, moment: Moment) -> None:
    words = {
        effect_words(locale, [When(moment, (Gain(gear=1),), colour=colour, size=size)])
        for colour in (None, "red", "green", "blue")
        for size in (None, "small", "large")
    }
    assert len(words) == {"played": 4, "built": 3}.get(moment, 1)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_narrower_word_differs(locale: Locale) -> None:
    actions = get_args(MapAction)
    tracks, terrains = get_args(TrackChoice), ("water", "crystal", "city", "abyss")
    groups: list[list[Effect | Lasting]] = [
        [LastingRange(1, action) for action in (None, *actions)],
        [LastingDiscount(action, "book") for action in actions],
        [TakeMachine(track) for track in tracks],
        [Advance(track) for track in tracks],
        [Origin(terrain) for terrain in terrains],  # type: ignore[arg-type]
    ]
    for group in groups:
        assert len({effect_words(locale, [effect]) for effect in group}) == len(group)
        assert len({effect_symbols([effect]) for effect in group}) == len(group)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("of", get_args(Countable))
def test_every_countable_can_be_told(locale: Locale, of: Countable) -> None:
    assert "3" in effect_words(locale, [Each(of, Gain(points=1), 3)])


EFFECTS = (Gain(gear=2), Advance("any"), Pay(Amounts(food=1), (Gain(points=3), TakeCard())))


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "2 gears · 1 step on any one track · pay 1 food: 3 points + 1 citizen card"),
        ("de", "2 Zahnräder · 1 Schritt auf einer beliebigen Maschinenleiste · für 1 Nahrung: 3 Punkte + 1 Karte"),
        (
            "fr",
            "2 engrenages · 1 avancée sur une piste de machine au choix"
            " · paie 1 nourriture : 3 points + 1 carte Citoyen",
        ),
    ],
)
def test_effects_side_by_side(locale: Locale, words: str) -> None:
    assert effect_words(locale, EFFECTS) == words


def test_effects_in_symbols() -> None:
    assert effect_symbols(EFFECTS) == "2⚙️ 1🛤️ 1🍖→3⭐+1🃏"


def test_what_belongs_to_a_choice_stays_with_it() -> None:
    """A choice and a payment inside other effects stand in brackets, so that nobody reads on into the next effect."""
    choice = Choice(((Gain(gear=2),), (Gain(book=1), Pay(Amounts(food=1), (Gain(points=2),)))))
    assert effect_words("en", [choice]) == "choose: 2 gears or 1 book + (pay 1 food: 2 points)"
    half = When("explored", (choice, Gain(food=1)))
    assert effect_words("en", [half]) == (
        "whenever you explore: (choose: 2 gears or 1 book + (pay 1 food: 2 points)) + 1 food"
    )
    assert effect_symbols([choice]) == "2⚙️/1📘+(1🍖→2⭐)"


def test_numbers_have_their_plural() -> None:
    assert [effect_words("de", [Gain(gear=n)]) for n in (1, 2)] == ["1 Zahnrad", "2 Zahnräder"]
    assert [effect_words("fr", [Gain(crystal=n)]) for n in (1, 2)] == ["1 cristal", "2 cristaux"]
    assert [effect_words("en", [Gain(points=n)]) for n in (1, 2)] == ["1 point", "2 points"]


def component_ids(pack: Pack) -> list[str]:
    kinds = (pack.citizen, pack.module, pack.machine, pack.crate, pack.technology, pack.tribe, pack.artifact_card)
    return [name for kind in kinds for name in kind]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", PACKS)
def test_every_component_of_every_pack_can_be_told(locale: Locale, name: str) -> None:
    game = sample.game(2, chosen=PACKS[name]())
    table = sample.bare(game)
    for component in component_ids(game.pack):
        words = component_words(locale, table, component)
        assert len(words) > 4, component
        assert "{" not in words


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", PACKS)
def test_every_reward_space_says_what_it_gives(locale: Locale, name: str) -> None:
    table = sample.bare(sample.game(2, chosen=PACKS[name]()))
    for reward in table.pack.player_board.rewards:
        assert len(reward_space_words(locale, table, reward.id)) > 5


def test_card_bonuses_name_their_colour() -> None:
    table = sample.bare(sample.game(2))
    assert reward_space_words("de", table, "hex_c") == "am Ende 2 Punkte je erhaltener roter Karte"


def test_one_choice_alone_needs_no_brackets() -> None:
    choice = Choice(((Gain(gear=1),), (Gain(book=1),)))
    assert effect_words("de", [When("explored", (choice,))]) == (
        "immer wenn du erkundest: nach Wahl 1 Zahnrad oder 1 Buch"
    )


def test_a_card_and_a_technology() -> None:
    pack = sample.pack()
    assert card_words("de", pack.citizen["c0"]) == (
        "rot · oben: 2 Zahnräder + 1 Kristall (Slot-Symbol) · "
        "unten: 1 Buch + 2 Nahrung + 3 Punkte + 1 Energie + 1 Nahrung"
    )
    assert technology_words("fr", pack.technology["t03"]) == (
        "action commerciale, une fois par tour : 2 nourritures → 1 engrenage"
    )
    assert technology_words("en", pack.technology["t02"]) == "2 points at the end · opens the right-hand card slot"
