"""What pictures of panels show, at every point of random games: numbers are those of buttons and menus."""

import re

import pytest
from discord import ui

from bot.engine import apply, decision, legal
from bot.engine.debug.transcript import next_seat
from bot.pictures import Picture, choice
from bot.players import RandomPlayer
from bot.text import LOCALES, Locale
from bot.text.game import option_label
from cogs.core.persistent_ui import Panel
from cogs.game.views.inspect_panels import seat_panel
from cogs.game.views.picture_subjects import asked_components, asked_tile
from tests.cogs.game.test_inspect_panels import games, look_at
from tests.pictures.test_pictures import good

STEPS = 25


@pytest.mark.parametrize("locale", LOCALES)
def test_components_have_the_numbers_of_the_menu(locale: Locale) -> None:
    """Every component asked about is in the picture with the number that its label begins with, and only they are."""
    kinds = set()
    for game in games(3, 11):
        game = game.copy()
        player = RandomPlayer(5)
        for _ in range(STEPS):
            seat = next_seat(game)
            if seat is None:
                break
            asked = decision(game, seat)
            if asked is not None and asked.kind not in kinds:
                found = look_at(game, locale, seat)
                labels = [option_label(locale, asked, option, found.table) for option in asked.options]
                numbered = {n for n, label in enumerate(labels, 1) if re.match(rf"{n}\. ", label)}
                shown = asked_components(found)
                assert {option.number for option in shown} == numbered
                assert all(option.component == str(asked.options[option.number - 1].id) for option in shown)
                assert not (shown and asked_tile(found))
                if shown:
                    kinds.add(asked.kind)
                    good(choice(found.table, shown, locale).picture())
            apply(game, player.pick(legal(game, seat), asked))
    assert len(kinds) >= 3, kinds


def test_others_are_not_shown_what_a_seat_is_asked() -> None:
    for game in games(2, 3):
        seat = next_seat(game)
        if seat is not None and decision(game, seat) is not None and decision(game, 1 - seat) is None:
            assert asked_components(look_at(game, "en", 1 - seat)) == ()
            assert asked_components(look_at(game, "en", None)) == ()


def test_the_first_page_of_a_board_says_nothing_twice() -> None:
    """With its picture only what that leaves out: what lies in crates, what is reserved; without it everything."""
    picture, seen = Picture(b"", "words", "player.png"), set()
    for game in games(3, 7):
        for seat in range(3):
            found = look_at(game, "en", seat)
            without, beside = (_text(seat_panel(found, seat, "overview", each)) for each in (None, picture))
            assert " point" in without
            crates, reserved = bool(game.state.seats[seat].crates), bool(game.state.seats[seat].reserved)
            assert ("crate" in beside) == crates
            assert len(beside) < len(without)
            seen.add((crates, reserved))
            cards = _text(seat_panel(found, seat, "cards", picture))
            assert cards == _text(seat_panel(found, seat, "cards"))
    assert {crates for crates, _ in seen} == {True, False}


def _text(panel: Panel) -> str:
    return "\n".join(item.content for item in panel.walk_children() if isinstance(item, ui.TextDisplay))
