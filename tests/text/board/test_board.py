"""The map in plain text: readable on a phone, complete, and the same facts in the list that is read aloud."""

import re

import pytest

from bot.engine import Game, apply, decision, legal, new_game, view
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import SeatSetup, Setup
from bot.players import RandomPlayer
from bot.text import LOCALES, Locale
from bot.text.board import WIDTH, chart, legend, listing, pieces_legend, tiles_listing
from bot.text.board.chart import SIGNS
from bot.text.game import Table, table_of

NAMES = ("Kim", "Alex", "Camille")


def game_after(steps: int, seed: int = 5) -> Game:
    pack = field()
    game = new_game(Setup(seats=(SeatSetup(),) * 3, pack=pack.hash, seed=seed), pack)
    player = RandomPlayer(seed)
    for _ in range(steps):
        seat = next_seat(game)
        if seat is None:
            break
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
    return game


def table_after(steps: int) -> Table:
    return table_of(view(game_after(steps), None), NAMES)


@pytest.mark.parametrize("steps", [0, 150, 500, 5000])
def test_the_chart_fits_a_phone(steps: int) -> None:
    lines = chart(view(game_after(steps), None)).split("\n")
    assert max(map(len, lines)) <= WIDTH
    assert all(line.isascii() for line in lines)
    assert len("\n".join(lines)) < 1000


def test_every_space_is_where_its_label_says() -> None:
    """The number above a space is its number, wherever there is one."""
    seen = view(game_after(300), None)
    marks = {space: f"{int(label[1:]):<2}" for space, label in enumerate(seen.board.labels)}
    lines = chart(seen, marks).split("\n")
    for numbers, row in zip(lines[::2], lines[1::2], strict=True):
        for found in re.finditer(r"\d+", numbers):
            assert row[found.start() :].startswith(found[0]), f"{numbers}\n{row}"


def test_every_space_is_shown_once() -> None:
    seen = view(game_after(0), None)
    shown = chart(seen, dict.fromkeys(range(len(seen.board.labels)), "@@"))
    assert shown.count("@@") == len(seen.board.labels)


def test_pieces_are_on_the_chart() -> None:
    seen = view(game_after(400), None)
    shown = chart(seen)
    for building in seen.state.buildings.values():
        sign = SIGNS["small" if building.size == "small" else "large_building"]
        assert f"{sign}{building.seat + 1}" in shown


@pytest.mark.parametrize("locale", LOCALES)
def test_the_legend_names_what_is_there_and_nothing_else(locale: Locale) -> None:
    seen = view(game_after(400), None)
    named = set(re.findall(r"`(.)`", legend(locale, seen)))
    letters = {sign for line in chart(seen).split("\n")[1::2] for sign in re.sub(r"\d|\+|\s", "", line[1:])}
    assert letters == named
    assert "`1` Kim" in pieces_legend(table_of(seen, NAMES))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("steps", [0, 400])
def test_the_list_tells_every_space(locale: Locale, steps: int) -> None:
    table = table_after(steps)
    described = 0
    for line in listing(locale, table):
        for first, last in re.findall(r"(?:\*\* |; )(\d+)(?:–(\d+))? ", line):
            described += int(last or first) - int(first) + 1
    assert described == len(table.board.labels)


@pytest.mark.parametrize("locale", LOCALES)
def test_unexplored_tiles_are_told_with_cost_and_gain(locale: Locale) -> None:
    table = table_after(0)
    lines = tiles_listing(locale, table)
    assert table.seen is not None
    assert len(lines) == len(table.seen.backs) > 20
    for place, back in table.seen.backs.items():
        label = table.board.labels[min(table.board.spaces_of[place])]
        [line] = [line for line in lines if line.startswith(f"**{label}**")]
        assert str(back.points) in line
