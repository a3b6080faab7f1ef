"""A finished game of the bot comes out of the door as the result that the game itself has."""

import pytest

from bot.app.score_pad import Options, Player, lines_of, pad_of_game, ranked_seats, ties, total
from bot.engine import Game, apply, decision, legal, new_game, score, view
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.rules.score_lines import Line
from bot.engine.rules.scoring import ScoreSheet
from bot.players import RandomPlayer
from bot.simulation.simulated_games import options_for, setup_for

FIRST = (
    Line("track", 61, 61),
    Line("progress", 18, 9),
    Line("technologies", 5, 5),
    Line("large_locations", 12, 2),
    Line("card_colour", 8, 4, 2, colour="red"),
    Line("card_colour", 12, 6, 2, colour="blue"),
    Line("end_tile", 4, 1, 4),
    Line("small_artifacts", 2, 1, 2),
    Line("leftover", 2, 11),
    Line("artifact_card", 24, 6, 1, 4, "yellow", "energy"),
    Line("artifact_card", 8, 4, 2, 1, "white", "crates"),
    Line("artifact_card", 10, 5, 1, 2, "violet", "machines"),
)
"""166 points: the whole sheet of the hand-worked cases."""


def sheet(seat: int, lines: tuple[Line, ...], rank: int, steps: int) -> ScoreSheet:
    points = sum(line.points for line in lines)
    rest = next(line.count for line in lines if line.key == "leftover") % 5
    return ScoreSheet(seat=seat, lines=lines, total=points, rank=rank, unscored_resources=rest, track_steps=steps)


def test_totals_lines_and_ranks_are_the_game_s() -> None:
    sheets = [sheet(1, FIRST, 1, 30), sheet(0, FIRST, 2, 20)]
    pad = pad_of_game(sheets, [Player("Kim", 1), Player("Planner")], Options(), 1, "de", "Referee")
    assert [total(entry, pad.options) for entry in pad.sheets] == [166, 166]
    assert [(each.seat, each.rank) for each in ranked_seats(pad)] == [(1, 1), (0, 2)]
    assert [tie.by for tie in ties(pad)] == ["steps"]
    assert pad.closed is not None
    assert pad.game
    assert pad.missing == []


def test_every_line_keeps_its_points() -> None:
    pad = pad_of_game([sheet(0, FIRST, 1, 0)], [Player("Kim")], Options(), 1, "en", "Referee")
    mine = {(line.key, line.colour): line.points for line in lines_of(pad.sheets[0], pad.options)}
    assert mine["card_colour", None] == 8 + 12
    for line in FIRST:
        if line.key != "card_colour":
            assert mine[line.key, line.colour] == line.points  # type: ignore[index]


def test_a_card_that_scores_two_colours_only() -> None:
    pad = pad_of_game([sheet(0, FIRST[:-1], 1, 0)], [Player("Kim")], Options(), 1, "en", "Referee")
    assert total(pad.sheets[0], pad.options) == 156


def test_a_sheet_for_every_player() -> None:
    with pytest.raises(ValueError, match="1 score sheets, expected 2"):
        pad_of_game([sheet(0, FIRST, 1, 0)], [Player("Kim"), Player("Toni")], Options(), 1, "en", "Referee")


@pytest.mark.parametrize("seed", range(6))
def test_games_played_to_the_end(seed: int) -> None:
    """Whole random games with every kind of option: the tally's totals and ranks are the game's."""
    seats = 2 + seed % 3
    game = played(seed, seats)
    sheets = score(view(game, None))
    players = [Player(f"P{seat}") for seat in range(seats)]
    pad = pad_of_game(sheets, players, Options(), 1, "en", "Referee")
    assert [total(entry, pad.options) for entry in pad.sheets] == [sheet.total for sheet in sheets]
    ranked = {each.seat: each.rank for each in ranked_seats(pad)}
    assert ranked == {sheet.seat: sheet.rank for sheet in sheets}


def played(seed: int, seats: int) -> Game:
    """A random game that is over."""
    game, player = new_game(setup_for(field(), seats, seed, options_for(seed, seats)), field()), RandomPlayer(seed)
    while (seat := next_seat(game)) is not None:
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
    return game
