"""What has happened, in as many characters as there are: main actions stay, and a turn is told from its beginning."""

import re
from collections.abc import Iterator

import pytest

from bot.engine import Game
from bot.engine.actions import MAIN_ACTIONS, EndTurn, Event, Hibernate, Record
from bot.engine.api import apply, decision, legal
from bot.engine.debug.transcript import next_seat
from bot.players import RandomPlayer
from bot.text import LOCALES, Locale
from bot.text.game import tell
from cogs.game.views.recent_events import (
    MAIN_KEYS,
    SMALL_KEYS,
    Told,
    Weight,
    first_turn,
    shortened,
    since_last_turn,
    since_record,
    turn_lines_since,
)
from cogs.game.views.table_message import LEFT_BEHIND, NEWS, left_behind, table_panel, turn_lines_panel
from tests.cogs.game.test_ending_notice import words
from tests.cogs.game.test_inspect_panels import games, look_at
from tests.rules import solo_positions
from tests.text.game.collect import events

TURN = {"en": r"- Turn \d+:", "de": r"- Zug \d+:", "fr": r"- Tour \d+\s?:"}
S, M, L = Weight.SMALL, Weight.MIDDLE, Weight.MAIN


def test_every_weighed_event_is_one_of_the_engine() -> None:
    assert events() >= MAIN_KEYS | SMALL_KEYS
    assert not MAIN_KEYS & SMALL_KEYS


def lines(*weights: Weight) -> list[Told]:
    return [Told(f"{'sml'[weight]}{number}" + "x" * 8, weight) for number, weight in enumerate(weights)]


def test_small_change_goes_first_and_the_oldest_of_it() -> None:
    """Each line takes 13 characters with its end, an ellipsis 2."""
    found = lines(L, S, M, S, L)
    assert shortened(found, 65).count("…") == 0
    kept = shortened(found, 64)
    assert [line[2:4] for line in kept.split("\n")] == ["l0", "m2", "s3", "l4"]
    assert kept.split("\n")[0].endswith(" …")
    assert [line[2:4] for line in shortened(found, 45).split("\n")] == ["l0", "m2", "l4"]
    assert [line[2:4] for line in shortened(found, 34).split("\n")] == ["l0", "l4"]


def test_then_whole_turns_go_from_the_oldest_on() -> None:
    found = [Told("first turn", turn=7), *lines(L, S), Told("second turn", turn=8), *lines(L)]
    assert first_turn(found, 200) == 7
    kept = shortened(found, 40)
    assert kept.split("\n")[:2] == ["…", "- second turn"]
    assert first_turn(found, 40) == 8


def test_never_longer_than_allowed() -> None:
    found = [Told("x" * 50, Weight(number % 3), number if number % 5 == 0 else 0) for number in range(60)]
    for most in range(60, 2000, 7):
        assert 0 < len(shortened(found, most)) <= most
    assert shortened([], 60) == ""


def main_sentences(game: Game, locale: Locale, records: list[Record]) -> Iterator[str]:
    """What is told of the main actions and hibernations in records."""
    found = look_at(game, locale, None)
    for record in records:
        if isinstance(record.action, (*MAIN_ACTIONS, Hibernate)):
            for event in record.events:
                if event.key in MAIN_KEYS and event.key not in ("end_triggered", "copied"):
                    yield str(tell(locale, event, found.table))


def end_of_turn(game: Game) -> list[int]:
    """Where in the records the active seat's last turn ended."""
    return [
        number
        for number, record in enumerate(game.records)
        if record.seat == game.active and isinstance(record.action, EndTurn)
    ]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_message_keeps_main_actions_and_begins_with_a_turn(locale: Locale, seats: int) -> None:
    """At every step of random games; with names of 32 wide letters a table of four may lose its oldest turns."""
    seen = 0
    for game in games(seats, seed=seats):
        ends = end_of_turn(game)
        if game.state.phase != "play" or not ends:
            continue
        found = look_at(game, locale, None)
        shown = shortened(since_last_turn(found, game.records), NEWS)
        whole = shortened(since_last_turn(found, game.records), 10**6)
        assert len(shown) <= NEWS
        assert re.match(rf"(…\n)?{TURN[locale]}", shown), shown[:80]
        own = [record for record in game.records[ends[-1] + 1 :] if record.seat == game.active]
        for sentence in main_sentences(game, locale, own):
            assert sentence in shown
            assert sentence in whole
        if not shown.startswith("…"):
            seen += 1
            for sentence in main_sentences(game, locale, game.records[ends[-1] + 1 :]):
                assert sentence in shown
        assert shown in words(table_panel(found, since_last_turn(found, game.records)))
    assert seen > 10


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_left_behind_begins_with_its_turn_and_names_it(locale: Locale) -> None:
    for game in games(3, seed=5):
        starts = [record for record in game.records if any(event.key == "turn" for event in record.events)]
        if len(starts) < 3:
            continue
        found = look_at(game, locale, None)
        began = next(event for event in starts[-2].events if event.key == "turn")
        text = words(left_behind(found, since_record(found, game.records, starts[-2].number)))
        title, first = text.split("\n")[:2]
        assert title.endswith(f" {began.values['number']}"), title
        assert first.removesuffix(" …") == f"- {tell(locale, began, found.table)}"


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_left_behind_in_brief_has_each_main_action_once(locale: Locale) -> None:
    """Message by message, each after a few turns, over a random game: nothing is missing and nothing told twice."""
    *_, game = games(3, seed=5)
    starts = [record for record in game.records if any(event.key == "turn" for event in record.events)]
    found, texts, told = look_at(game, locale, None), [], -1
    for start in starts[1::2]:
        until = [record for record in game.records if record.number <= start.number]
        lines = turn_lines_since(found, until, told)
        texts += words(turn_lines_panel(found, lines, first=told < 0)).split("\n")
        told = start.number
    whole = turn_lines_since(found, [record for record in game.records if record.number <= told])
    assert [line for line in texts if not line.startswith("-#")] == whole
    assert len(whole) > 30
    again = turn_lines_since(found, game.records[100:])
    assert again == turn_lines_since(found, game.records)[-len(again) :], "the last records are kept in memory alone"


def test_records_that_begin_in_the_middle_are_told_from_the_next_turn_on() -> None:
    """A long game keeps its last records in memory alone."""
    *_, game = games(2, seed=5)
    found = look_at(game, "en", None)
    shown = since_record(found, game.records[100:], -1)
    assert shown[0].turn
    assert since_record(found, game.records, -1)[0].turn == 0, "the setup comes before the first turn"
    assert len(shortened(shown, LEFT_BEHIND)) <= LEFT_BEHIND


@pytest.mark.parametrize("locale", LOCALES)
def test_alone_the_mautomas_turn_comes_first(locale: Locale) -> None:
    game, player = solo_positions.position().build(), RandomPlayer(3)
    while game.state.turn.number < 3:
        seat = next_seat(game)
        assert seat is not None
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
    found = look_at(game, locale, None)
    told = since_last_turn(found, game.records)
    opening: Event = next(event for event in game.records[end_of_turn(game)[-1]].events if event.key == "mautoma_turn")
    assert told[0].text == tell(locale, opening, found.table)
    assert told[-1].turn == 3
