"""Offers say the cost, where it comes from, and what is lost; labels and notes fit."""

from typing import get_args

import pytest

from bot.engine import Game
from bot.engine.actions import (
    Build,
    EndTurn,
    Explore,
    Offer,
    PlayCard,
    Populate,
    RangeUse,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.effects import Advance, Effect, Gain, Size, TakeCard
from bot.engine.packs import field
from bot.engine.resources import Amounts
from bot.engine.state import Slot
from bot.text import LOCALES, Locale
from bot.text.game import CHOICE, Table, fit, offer_button, offer_label, offer_note, offer_words
from bot.text.game.emoji import counted
from bot.text.game.gains import gains_summed
from bot.text.truncate import capital
from tests.text.game import sample


def building(**more: object) -> Offer:
    way = RangeUse(distance=2, free=1, origin=0, path=(1, 2))
    return Offer(
        Build(seat=0, space=30, size="small"),
        cost=Amounts(gear=3, food=1),
        payment=Amounts(gear=3, food=1),
        range=way,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "Build a small building on {label} · 3 gears + 1 food (2 spaces in between, 1 free)"),
        ("de", "Kleines Gebäude auf {label} bauen · 3 Zahnräder + 1 Nahrung (2 Felder dazwischen, davon 1 kostenlos)"),
        (
            "fr",
            "Construire un petit bâtiment en {label} · 3 engrenages + 1 nourriture "
            "(2 cases intermédiaires, 1 gratuite)",
        ),
    ],
)
def test_a_building(locale: Locale, words: str, table: Table) -> None:
    assert offer_words(locale, building(), table) == words.format(label=table.board.labels[30])


def test_discount_crystals_and_barrier_are_named(table: Table) -> None:
    offer = building(discount=Amounts(gear=1), barrier=True)
    offer = Offer(offer.action, offer.cost, Amounts(gear=2, crystal=2), offer.range, 0, offer.discount, True)
    assert offer_note("en", offer, table) == (
        "3 gears + 1 food (1 gear off, 2 paid with crystals, 2 spaces in between, 1 free) · no undo"
    )
    assert offer_note("de", offer, table).endswith(" · endgültig")


def test_books_for_others(table: Table) -> None:
    offer = Offer(
        Populate(seat=0, location=3, technology="t00"),
        cost=Amounts(book=4),
        payment=Amounts(book=4),
        range=RangeUse(0, 0, 1),
        extra_books=2,
        books_to=(0, 1),
    )
    assert offer_words("en", offer, table).startswith(
        f"Populate {table.board.labels[3]} for Craft 00 of the East · "
        "4 books (2 of the books go to Ada and Ben, 1 each) · at once"
    )
    alone = Offer(offer.action, offer.cost, offer.payment, offer.range, 1, books_to=(2,))
    assert "(1 of the books goes to the supply, since the Mautoma is there)" in offer_words("en", alone, table)
    assert "(davon 1 Buch an den Vorrat, weil der Mautoma dort steht)" in offer_words("de", alone, table)
    assert "(dont 1 livre à la réserve, car le Mautoma y est)" in offer_words("fr", alone, table)


def test_what_ending_would_lose(table: Table) -> None:
    offer = Offer(EndTurn(seat=0), loses=Amounts(gear=1, crystal=2))
    assert offer_words("de", offer, table) == ("Zug beenden · Verlust über der Grenze: 1 Zahnrad und 2 Kristalle")


def test_playing_names_slot_and_half(table: Table) -> None:
    offer = Offer(PlayCard(seat=0, card="c0", slot=4, half="top"))
    assert offer_words("fr", offer, table) == (
        "Jouer Keeper 0 de l’Est dans l’emplacement 5 (droite) · moitié haute : 2 engrenages + 1 cristal "
        "(symbole d’emplacement)"
    )


def test_a_trade_tells_its_price_once(table: Table) -> None:
    offer = Offer(TradeAction(seat=0, technology="t03"), Amounts(food=2), Amounts(food=2))
    assert offer_words("en", offer, table) == "Trade with Craft 03 of the East · 2 food → 1 gear"


def test_copying_tells_what_is_copied(table: Table) -> None:
    offer = Offer(UseSwitch(seat=0, copy="c2"))
    assert offer_words("en", offer, table) == "Switch: copy Keeper 2 of the East · 1 step on the mountain track"


def test_exploring_tells_points_and_card_where_the_back_is_seen() -> None:
    game = sample.game(2)
    place = next(number for number, lying in enumerate(game.state.places) if not lying.revealed)
    offer = Offer(Explore(seat=0, place=place), Amounts(food=1), Amounts(food=1), RangeUse(0, 0, 1), barrier=True)
    points = game.pack.tile[game.state.places[place].tile].back.points
    assert f"· {points} points, 1 card" in offer_words("en", offer, sample.table(game, 0))
    assert "points" not in offer_words("en", offer, sample.bare(game))


def test_playing_tells_what_else_it_sets_off() -> None:
    """A module of the card's colour in the slot; one of another colour stays silent."""
    game = sample.game(2)
    mine = game.seat(0)
    red = next(card for card in mine.active if game.pack.citizen[card].colour == "red")
    mine.slots[0] = Slot(("m1", "m0"))
    words = offer_words("en", Offer(PlayCard(seat=0, card=red, slot=0, half="top")), sample.table(game, 0))
    assert "· red/blue module: 1 book + 2 food + 3 points + 1 energy" in words
    assert "green" not in words


def test_building_tells_its_bonuses() -> None:
    """Terrain and crystals twice for a large building, a water space once and only the first time."""
    game = sample.game(2, chosen=field())
    board = game.board
    deserts = [number for number, printed in enumerate(game.prints) if printed and printed.terrain == "desert"]
    waters = {desert: [near for near in board.adjacent[desert] if game.terrain(near) == "water"] for desert in deserts}
    space = next(desert for desert in deserts if waters[desert])
    small, large = (_brings(game, space, size) for size in get_args(Size))
    game.seat(0).waters = waters[space]
    assert small != large
    assert len(_brings(game, space, "small")) < len(small)


def test_building_adds_up_what_several_spaces_bring() -> None:
    """Crystals of a space beside it and those of a water space are one number."""
    forest, card = Advance(track="forest", steps=2), TakeCard()
    of_both: list[Effect] = [forest, Gain(crystal=2), card, Gain(crystal=1, points=1)]
    assert gains_summed(of_both) == [forest, Gain(crystal=3, points=1), card]
    assert gains_summed([card, card, forest]) == [card, card, forest]


def test_using_a_technology_s_machine_tells_its_machine_alone(field_table: Table) -> None:
    """Not the points that the technology counts at the end, neither in words nor, where room is short, in symbols."""
    machines = [each for each in field_table.pack.technology.values() if each.machine and each.points]
    assert machines
    for technology in machines:
        offer = Offer(UseMachine(seat=0, machine=technology.id), Amounts(), Amounts())
        for locale in LOCALES:
            assert counted(technology.points, "points") not in offer_button(locale, offer, field_table)


def _brings(game: Game, space: int, size: Size) -> str:
    offer = Offer(Build(seat=0, space=space, size=size), Amounts(gear=3), Amounts(gear=3), RangeUse(0, 0, 1))
    _, _, brings = offer_words("en", offer, sample.table(game, 0)).partition(" · 3 gears · ")
    return brings


@pytest.mark.parametrize("locale", LOCALES)
def test_labels_begin_with_a_symbol_and_a_capital(locale: Locale, table: Table) -> None:
    label = offer_label(locale, building(), table)
    assert label.startswith("🔨 ")
    assert label[2].isupper()


def test_long_texts_end_at_a_word() -> None:
    assert fit("one two three", 13) == "one two three"
    assert fit("one two three", 12) == "one two…"
    assert fit("one · two three", 7) == "one…"
    assert fit("x" * 200, 20) == "x" * 19 + "…"
    assert all(len(fit("several words in a row, " * 9, most)) <= most for most in range(10, CHOICE))


def test_capital_leaves_the_rest_alone() -> None:
    assert [capital(text) for text in ("piste de Ada", "", "über B7")] == ["Piste de Ada", "", "Über B7"]
