"""What a table says of how its computer players moved."""

from typing import Any

import msgspec
import pytest

from bot.app.tables import Move
from bot.engine import Game
from bot.engine.actions import EndTurn, Record
from bot.text import LOCALES, Locale
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.computer_notes import computer_notes
from cogs.game.views.recent_events import since_last_turn
from cogs.game.views.table_message import brief_table_panel, table_panel
from tests.cogs.game.test_inspect_panels import games, look_at, words

EASY = {"en": "at the strength “easy”", "de": "mit Stärke „leicht“ gezogen", "fr": "coup"}


def moved(record: Record, **how: Any) -> Move:
    return Move(**msgspec.structs.asdict(record), **how)


def end_of_turns(game: Game) -> list[int]:
    """The records with which whoever is on turn has ended turns."""
    return [each.number for each in game.records if each.seat == game.active and isinstance(each.action, EndTurn)]


def position(locale: Locale) -> tuple[TableSnapshot, Game, int]:
    """A game in which somebody else has moved since the last turn of whoever is on turn; the number of that move."""
    for game in games(2, 3):
        ends = end_of_turns(game)
        others = [each.number for each in game.records if each.seat != game.active and ends and each.number > ends[-1]]
        if game.state.phase == "play" and others:
            return look_at(game, locale, None), game, others[-1]
    raise AssertionError("no such position")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("why", ["busy", "slow", "failed"])
def test_a_stand_in_is_said_at_the_table(locale: Locale, why: str) -> None:
    found, game, number = position(locale)
    records = [moved(each, stand_in=why) if each.number == number else each for each in game.records]
    [note] = computer_notes(found, records)
    assert EASY[locale] in note
    for panel in (table_panel(found, [], notes=[note]), brief_table_panel(found, [], notes=[note])):
        assert EASY[locale] in words(panel)
    assert EASY[locale] in " ".join(told.text for told in since_last_turn(found, records))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_long_wait_is_said_at_the_table(locale: Locale) -> None:
    found, game, number = position(locale)
    records = [moved(each, waited=14) if each.number == number else each for each in game.records]
    [note] = computer_notes(found, records)
    assert "14" in note


def test_what_was_before_the_last_turn_is_told_no_more() -> None:
    found, game, _ = position("en")
    ends = end_of_turns(game)
    records = [moved(each, stand_in="busy", waited=20) if each.number <= ends[-1] else each for each in game.records]
    assert computer_notes(found, records) == []
