"""What the Mautoma chose from, and its board, as pictures: signs, arrows, sizes and the words beside them."""

from __future__ import annotations

import itertools

import pytest

from bot.app.automa_desk import own_board, read_board, written
from bot.engine import View, apply, decision, legal, new_game, view
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.solo_components import TieBreaker
from bot.engine.state import Options
from bot.engine.variants.mautoma.event_log import Choice, ItsTurn, as_it_was, its_turn
from bot.pictures.automa_search_picture import mautoma_circle, mautoma_search, signs
from bot.pictures.themes import THEMES, ThemeName
from bot.players import RandomPlayer
from bot.simulation.simulated_games import setup_for
from bot.text import LOCALES, Locale, t
from tests.pictures.conftest import opened

MOST_BYTES = 200_000
Shown = tuple[View, Choice, TieBreaker]


@pytest.fixture(scope="module")
def choices() -> dict[tuple[str, bool], Shown]:
    """A choice of each kind, with and without a tie where the games have one, on the map as it was."""
    found: dict[tuple[str, bool], Shown] = {}
    for seed in (3, 5):
        for turn, seen in _turns(seed):
            for choice in turn.choices:
                if choice.chosen is not None and turn.segment is not None:
                    then, tie = as_it_was(seen, turn.events[choice.at :]), own_board().ties[turn.segment]
                    found.setdefault((choice.what, choice.tied), (then, choice, tie))
    return found


def _turns(seed: int) -> list[tuple[ItsTurn, View]]:
    options = Options(artifact_card="deal", alone="mautoma", vast_crystals=True)
    game, player, found = new_game(setup_for(field(), 1, seed, options), field()), RandomPlayer(seed), []
    while (seat := next_seat(game)) is not None:
        record = apply(game, player.pick(legal(game, seat), decision(game, seat)))
        if (turn := its_turn(record.events, game.pack, game.board)) is not None:
            found.append((turn, view(game.copy(), None)))
    return found


def test_every_kind_of_choice_is_there(choices: dict[tuple[str, bool], Shown]) -> None:
    assert {what for what, _ in choices} == {"explore", "populate", "build"}
    assert {tied for _, tied in choices} == {True, False}


@pytest.mark.parametrize(("locale", "theme"), list(itertools.product(LOCALES, THEMES)))
def test_pictures_of_choices(choices: dict[tuple[str, bool], Shown], locale: Locale, theme: ThemeName) -> None:
    """A PNG of a sensible size; the words name the chosen one and every candidate with its sign."""
    for seen, choice, tie in choices.values():
        picture = mautoma_search(seen, choice, tie, locale, theme)
        image = opened(picture.png)
        assert image.width == 1280
        assert 900 <= image.height <= 1100
        assert len(picture.png) <= MOST_BYTES
        assert len(picture.alt) <= 1024
        labels = seen.board.labels
        for candidate, text in signs(seen, choice, tie):
            label = labels[min(candidate.spaces) if choice.what == "explore" else candidate.target]
            assert f"{label} {text}" in picture.alt
        assert t(locale, f"picture.mautoma.signs.{choice.what}") in picture.alt, "what the numbers are"
        assert ("→" in picture.alt or "←" in picture.alt) == choice.tied


def test_signs(choices: dict[tuple[str, bool], Shown]) -> None:
    """Deserts show their rewards; of others the chosen one is the first that the search meets."""
    for (what, _), (seen, choice, tie) in choices.items():
        shown = dict(signs(seen, choice, tie))
        assert choice.chosen is not None
        if what == "build":
            assert shown == {candidate: str(candidate.value) for candidate in choice.candidates}
        else:
            assert shown[choice.chosen] == "1"
            assert sum(sign == "–" for sign in shown.values()) == len(choice.candidates) - choice.equal


def test_arrows_of_every_direction_look_different(choices: dict[tuple[str, bool], Shown]) -> None:
    seen, choice, _ = choices[("explore", True)]
    ties = [TieBreaker(along, rows) for along in ("right", "left") for rows in ("down", "up")]
    assert len({mautoma_search(seen, choice, tie, "en").png for tie in ties}) == 4
    assert len({mautoma_search(seen, choice, tie, "en").alt for tie in ties}) == 4


@pytest.mark.parametrize("theme", THEMES)
def test_its_board(theme: ThemeName) -> None:
    """Every field differs, the search and the area too; a printed board with other fields can be drawn."""
    board = own_board()
    pictures = [
        mautoma_circle(board, marker, "de", theme, hibernates=hibernates)
        for marker in range(len(board.circle))
        for hibernates in (False, True)
    ]
    assert len({picture.png for picture in pictures}) == 24
    assert all(opened(picture.png).size == (1000, 560) and len(picture.png) <= MOST_BYTES for picture in pictures)
    typed = written(board) | {"colours": "y w v " * 8, "segments": "6 7 5 6", "areas": "1 2 3 4 5 6 " * 4}
    picture = mautoma_circle(read_board(typed), 23, "en", theme)
    assert "space 24 (violet, top-left segment)" in picture.alt
