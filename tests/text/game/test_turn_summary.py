"""Finished turns in a few lines, over whole random games in three languages: each main action has exactly one line, and
its gains are what the action changed."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

import pytest

from bot.engine import Game, apply, decision, legal, new_game, view
from bot.engine.actions import TURN_ACTIONS, Event, Record
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field as field_pack
from bot.engine.resources import RESOURCES
from bot.engine.state import Options, SeatNumber, SeatSetup, Setup
from bot.players import RandomPlayer
from bot.text import LOCALES, Locale
from bot.text.game import SYMBOLS, Table, table_of
from bot.text.game.turn_summary import LONGEST_LINE, MOST_LINES, gains_of, lines_of, turns_told

if TYPE_CHECKING:
    from collections.abc import Iterable

NAMES = ("Ada", "Ben", "Cleo", "Dilek")
GAMES = (
    (2, 3, Options()),
    (2, 9, Options(artifact_card="deal")),
    (3, 4, Options(vast_crystals=True)),
    (4, 5, Options(long_game=True)),
)
ALONE = ((1, 7, Options(alone="mautoma")), (1, 8, Options(alone="mautoma")), (1, 7, Options(alone="solo")))
THINGS = ("points", *RESOURCES)
SIGNS = {"+": 1, "−": -1}
AUTOMA = {"en": "The Mautoma", "de": "Der Mautoma", "fr": "Le Mautoma"}
Window = tuple[int, int]


@dataclass
class Played:
    """A game, its main actions by the window of their turn, and what each window really changed."""

    game: Game
    start: list[Counter[str]]
    mains: dict[Window, Record] = field(default_factory=dict)
    active: dict[Window, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    others: dict[tuple[int, SeatNumber], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def balance(game: Game, seat: SeatNumber) -> Counter[str]:
    mine = game.seat(seat)
    found: Counter[str] = Counter(dict(mine.owned.items()))
    found["points"] = mine.points
    return found


@cache
def played(seats: int, seed: int, options: Options) -> Played:
    """A random game to its end."""
    pack = field_pack()
    setup = Setup(seats=tuple(SeatSetup() for _ in range(seats)), pack=pack.hash, seed=seed, options=options)
    game, player = new_game(setup, pack), RandomPlayer(seed)
    found = Played(game, [])
    while (seat := next_seat(game)) is not None:
        window, running = (game.state.turn.number, game.state.turn.windows), game.active
        setting_up = game.state.phase == "setup"
        before = [balance(game, each) for each in range(seats)]
        record = apply(game, player.pick(legal(game, seat), decision(game, seat)))
        if setting_up:
            found.start = [balance(game, each) for each in range(seats)]
            continue
        if isinstance(record.action, TURN_ACTIONS):
            found.mains[window] = record
        for each in range(seats):
            change = balance(game, each)
            change.subtract(before[each])
            (found.active[window] if each == running else found.others[window[0], each]).update(change)
    assert game.state.phase == "over"
    return found


def told(line: str) -> Counter[str]:
    """The points and resources that a line tells."""
    found: Counter[str] = Counter()
    for sign, number, thing in re.findall(r"([+−])(\d+)(\S+)", line):
        for name in THINGS:
            if thing == SYMBOLS[name]:
                found[name] += SIGNS[sign] * int(number)
    return found


def total(changes: Iterable[Counter[str]]) -> Counter[str]:
    """All changes together; numbers below 0 stay."""
    found: Counter[str] = Counter()
    for change in changes:
        found.update(change)
    return found


def same(one: Counter[str], other: Counter[str]) -> bool:
    return all(one[thing] == other[thing] for thing in THINGS)


def table(game: Game) -> Table:
    return table_of(view(game, None), NAMES[: len(game.state.seats)])


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_each_main_action_has_one_line_with_what_it_changed(locale: Locale, game: tuple[int, int, Options]) -> None:
    found = played(*game)
    turns = [turn for turn in turns_told(found.game.records) if turn.number]
    assert [turn.number for turn in turns] == list(range(1, found.game.state.turn.number + 1))
    for turn in turns:
        lines = lines_of(locale, table(found.game), turn, {})
        windows = sorted(window for window in found.mains if window[0] == turn.number)
        assert len(windows) == len(turn.deeds)
        assert len(windows) <= len(lines) <= MOST_LINES
        loose = total(found.active[w] for w in found.active if w[0] == turn.number and w not in found.mains)
        for window, deed, line in zip(windows, turn.deeds, lines, strict=False):
            assert deed.record is found.mains[window]
            change = Counter(found.active[window])
            if window == windows[-1]:
                change.update(loose)
            assert same(told(line), change), line
            assert turn.seat is not None
            assert line.startswith(NAMES[turn.seat])
            assert len(line) <= LONGEST_LINE
            assert "…" not in line
        rest = total(change for (number, _), change in found.others.items() if number == turn.number)
        assert same(told("".join(lines[len(windows) :])), rest), lines


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", ALONE)
def test_playing_alone_nothing_is_missing_and_the_mautoma_has_one_line(
    locale: Locale, game: tuple[int, int, Options]
) -> None:
    found = played(*game)
    at, its = Counter(found.start[0]), 0
    for turn in turns_told(found.game.records):
        lines = lines_of(locale, table(found.game), turn, {})
        assert len(lines) <= MOST_LINES
        for line in lines:
            at.update(told(line))
        if turn.number and turn.seat is None:
            its += 1
            assert lines[0].startswith(AUTOMA[locale]), lines
            assert not turn.deeds
    assert same(at, balance(found.game, 0))
    assert (its > 10) == (game[2].alone == "mautoma")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_reason_stands_before_the_gains(locale: Locale) -> None:
    found = played(*GAMES[0])
    first = next(iter(found.mains.values()))
    reasons, context = {first.number: "PHRASE"}, table(found.game)
    lines = [line for turn in turns_told(found.game.records) for line in lines_of(locale, context, turn, reasons)]
    assert len([line for line in lines if re.match(r"^\w+ [^+−]*PHRASE(\W*[+−].*)?$", line)]) == 1
    assert len([line for line in lines if "PHRASE" in line]) == 1


def test_secrets_are_not_told() -> None:
    """The lines are the same whatever is in crates and on artifact cards."""
    found = played(*GAMES[1])
    turns, context = turns_told(found.game.records), table(found.game)
    public = [line for turn in turns for line in lines_of("en", context, turn, {})]
    assert any("📦" in line for line in public)
    names = {str(v) for record in found.game.records for event in record.events for v in event.secret.values()}
    for line in public:
        assert not any(name in line for name in names)


def test_without_the_beginning_of_a_turn_nothing_is_told_of_it() -> None:
    found = played(*GAMES[0])
    begins = [n for n, record in enumerate(found.game.records) if any(e.key == "turn" for e in record.events)]
    middle = found.game.records[begins[3] + 1 :]
    assert turns_told(middle)[0].deeds == []
    assert [turn.number for turn in turns_told(middle)][:2] == [0, 5]


def test_what_is_spent_counts_against_it() -> None:
    assert list(gains_of(Event("converted", 0, {"to": "food"}))) == [("crystal", -1), ("food", 1)]
    assert list(gains_of(Event("paid", 0, {"food": 2}))) == [("food", -2)]
    assert list(gains_of(Event("lost", 0, {"book": 1}))) == [("book", -1)]
