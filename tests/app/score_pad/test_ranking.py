"""Ranks and ties (000 Bei Gleichstand; 001 End of the game), and the Mautoma's scale (002 Spielende)."""

import pytest

from bot.app.score_pad import Leftover, Player, ScorePad, Sheet, level, next_level, ranked_seats, seats_to_ask, ties


def table(*seats: tuple[int, int, int | None]) -> ScorePad:
    """A tally of players A, B, C …: points besides left-over resources, left-over resources, steps on the tracks."""
    players = tuple(Player(name) for name in "ABCD"[: len(seats)])
    sheets = tuple(
        Sheet(track=track, progress=0, leftover=Leftover(left), artifacts=(), cards=(), track_steps=steps)
        for track, left, steps in seats
    )
    return ScorePad(1, "en", players, sheets)


def ranked(pad: ScorePad) -> list[str]:
    return [f"{each.rank}{pad.players[each.seat].name}" for each in ranked_seats(pad)]


def told(pad: ScorePad) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    return [(tie.by, tie.seats) for tie in ties(pad)]


def test_most_points_win() -> None:
    pad = table((90, 0, None), (110, 0, None), (100, 0, None))
    assert ranked(pad) == ["1B", "2C", "3A"]
    assert ties(pad) == []


def test_equal_points_are_decided_by_resources_without_a_point() -> None:
    """100 + 3 ÷ 5 = 100 with 3 over, against 99 + 6 ÷ 5 = 100 with 1 over."""
    pad = table((99, 6, None), (100, 3, None))
    assert ranked(pad) == ["1B", "2A"]
    assert told(pad) == [("leftover", ((1, 3), (0, 1)))]


def test_a_rest_of_four_beats_twenty_resources() -> None:
    """96 + 20 ÷ 5 = 100 with 0 over, against 100 with 4 over: only what is worth no point counts."""
    assert ranked(table((96, 20, None), (100, 4, None))) == ["1B", "2A"]


def test_then_the_machine_tracks_decide() -> None:
    pad = table((100, 2, 18), (100, 2, 21))
    assert ranked(pad) == ["1B", "2A"]
    assert told(pad) == [("steps", ((1, 21), (0, 18)))]


def test_then_the_victory_is_shared() -> None:
    pad = table((100, 2, 18), (100, 2, 18), (90, 0, 30))
    assert ranked(pad) == ["1A", "1B", "3C"]
    assert told(pad) == [("shared", ((0, 18), (1, 18)))]


def test_steps_are_asked_of_those_alone_whom_they_can_tell_apart() -> None:
    """A and B are equal also in resources; C has the same points but fewer resources over; D has fewer points."""
    pad = table((100, 2, None), (100, 2, None), (100, 1, None), (80, 2, None))
    assert ranked(pad) == ["1A", "1B", "3C", "4D"]
    assert seats_to_ask(pad) == [0, 1]
    assert told(pad) == [("leftover", ((0, 2), (1, 2), (2, 1))), ("steps_needed", ((0, 0), (1, 0)))]


def test_steps_known_of_one_alone_put_nobody_first() -> None:
    pad = table((100, 2, 30), (100, 2, None))
    assert ranked(pad) == ["1A", "1B"]
    assert seats_to_ask(pad) == [0, 1]


def test_two_pairs_are_told_apart_each_for_itself() -> None:
    pad = table((100, 0, 5), (90, 1, None), (100, 0, 9), (90, 3, None))
    assert ranked(pad) == ["1C", "2A", "3D", "4B"]
    assert told(pad) == [("steps", ((2, 9), (0, 5))), ("leftover", ((3, 3), (1, 1)))]


def test_a_pair_among_three_shares() -> None:
    assert ranked(table((100, 0, 9), (100, 0, 7), (100, 0, 9))) == ["1A", "1C", "3B"]


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (0, "lost"),
        (99, "lost"),
        (100, "survived"),
        (109, "survived"),
        (110, "small"),
        (120, "normal"),
        (129, "normal"),
        (130, "great"),
        (149, "great"),
        (150, "outstanding"),
        (169, "outstanding"),
        (170, "utopia"),
        (300, "utopia"),
    ],
)
def test_the_mautoma_s_scale(points: int, name: str) -> None:
    assert level(points) == name


def test_what_comes_next_on_the_scale() -> None:
    assert next_level(99) == (100, "survived")
    assert next_level(130) == (150, "outstanding")
    assert next_level(170) is None
