"""What a question at a table is about: the space, the action and the component that it names."""

import pytest

from bot.engine.actions import Action, Build, Explore, Populate
from bot.engine.geometry import make_board
from bot.engine.packs import field
from bot.text import LOCALES, Locale
from bot.text.game import Table, component_name
from cogs.game.input.question_reading import action_asked, component_asked, space_asked
from tests.cogs.game.test_inspect_panels import games, look_at

TABLE = Table(field(), make_board(field().board), ())


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("can I explore H3?", "H3"),
        ("darf ich auf c5 bauen", "C5"),
        ("C5 ?", "C5"),
        ("what about C5 and D6", None),
        ("a game of 2d6", None),
        ("is Z9 near", None),
        ("how far may I go", None),
    ],
)
def test_one_space_is_named(question: str, label: str | None) -> None:
    board = TABLE.board
    assert space_asked(board, question) == (None if label is None else board.space_named(label))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_component_is_found_by_its_name(locale: Locale) -> None:
    """Two components may have one name; then either is told."""
    for each in (*field().citizen, *field().machine, *field().technology, *field().tribe):
        name = component_name(locale, TABLE, each)
        found = component_asked(TABLE, f"Was macht „{name.upper()}“?")
        assert found is not None, name
        assert name.casefold() in {component_name(other, TABLE, found).casefold() for other in LOCALES}


def test_ordinary_words_name_no_component() -> None:
    for question in ("how many actions do I have", "wie weit darf ich gehen", "que fait une machine ?", ""):
        assert component_asked(TABLE, question) is None


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("can I explore {label}?", Explore),
        ("kann ich {label} erkunden", Explore),
        ("puis-je révéler {label} ?", Explore),
        ("may we settle {label}", Populate),
        ("darf ich {label} bevölkern?", Populate),
        ("on peut peupler {label} ?", Populate),
        ("build on {label}", Build),
        ("bauen auf {label}", Build),
        ("construire en {label}", Build),
        ("{label}?", Explore),
    ],
)
def test_the_action_is_read_from_the_words(question: str, kind: type[Action]) -> None:
    """Of a face-down tile, of which nothing else is said, exploring."""
    found = look_at(next(games(2, 5)), "en", 0)
    hidden = next(space for space, printed in enumerate(found.seen.prints) if printed is None)
    action = action_asked(found, question.format(label=TABLE.board.labels[hidden]))
    assert isinstance(action, kind)
    assert action.seat == 0


def test_a_large_building_is_read_from_the_words() -> None:
    found = look_at(next(games(2, 5)), "de", 0)
    for question, size in (("ein großes Gebäude auf C5 bauen", "large"), ("auf C5 bauen", "small")):
        action = action_asked(found, question)
        assert isinstance(action, Build)
        assert action.size == size


def test_who_only_watches_asks_about_rules() -> None:
    assert action_asked(look_at(next(games(2, 5)), "en", None), "can I explore C5?") is None
