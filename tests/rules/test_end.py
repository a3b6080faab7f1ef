"""Artifacts, the end, the score: 000 SPIELENDE; 001 Artifacts, End of the game; facts 5; ruling last-turn, ruling
long-game, ruling leftovers."""

from __future__ import annotations

import pytest

from bot.engine import Game, decision, explain, score, view
from bot.engine.actions import EndTurn, PlayCard, UseSwitch
from bot.engine.components import ArtifactCard, ArtifactLine
from bot.engine.effects import TakeArtifact
from bot.engine.resolution.tasks import Do, Source
from bot.engine.resources import Amounts
from bot.engine.rules.scoring import artifact_line, lines_of
from bot.engine.state import Options
from tests.rules.position_lab import answer, do, keys, pack, position, words


def take(game: Game, seat: int = 0, slot: int = 2) -> None:
    do(game, PlayCard(seat=seat, card="green_take", slot=slot, half="bottom"))


def turn(game: Game, seat: int) -> None:
    do(game, UseSwitch(seat=seat, resource="gear"))
    do(game, EndTurn(seat=seat))


def last_one() -> Game:
    built = position(3).seat(0, active=["green_take"]).artifacts_left(yellow=1, white=0, violet=0)
    return built.build()


def test_any_colour_left_may_be_chosen() -> None:
    """001: no effect gives an artifact of a fixed colour."""
    game = position().seat(0, active=["green_take"]).build()
    take(game)
    asked = decision(game, 0)
    assert asked is not None
    assert {option.id for option in asked.options if option.kind == "artifact"} == {
        colour for colour, left in game.state.artifacts.items() if left
    }


def test_the_last_artifact_triggers_the_end() -> None:
    """000, 001: the end game tile goes to whoever takes it."""
    game = last_one()
    take(game)
    record = answer(game, 0, "yellow")
    assert "end_triggered" in keys(record)
    assert game.seat(0).end_tile


def test_everybody_else_has_one_more_turn() -> None:
    """000, 001: the triggering player finishes the turn; all others have exactly one more (facts ruling 39)."""
    game = last_one()
    take(game)
    answer(game, 0, "yellow")
    do(game, EndTurn(seat=0))
    turn(game, 1)
    assert game.active == 2
    turn(game, 2)
    assert game.state.phase == "over"
    refusal = explain(game, UseSwitch(seat=0, resource="gear"))
    assert refusal is not None
    assert refusal.reason == "game_over"


def test_an_artifact_may_be_declined() -> None:
    """Ruling declining: gains may be declined."""
    game = last_one()
    take(game)
    answer(game, 0, "skip")
    assert game.state.end_by is None


def test_after_the_last_one_everybody_gets_small_ones() -> None:
    """000, 001; ruling small-artifacts: its taker too; they never run out."""
    built = position().seat(0, active=["green_take"]).artifacts_left(yellow=0, white=0, violet=0)
    built.game.state.end_by = 0
    game = built.seat(0, end_tile=True, small_artifacts=9).build()
    take(game)
    assert game.seat(0).small_artifacts == 10


def test_the_long_game() -> None:
    """001: two more tokens; the second one taken triggers the end and brings the 4-point tile (ruling long-game)."""
    built = position(
        4, options=Options(artifact_card="deal", long_game=True), tribes=("plain", "other", "sixth", "marker")
    )
    built.seat(0, active=["green_take", "red_gear"]).artifacts_left(yellow=1, white=0, violet=0)
    game = built.build()
    take(game)
    answer(game, 0, "yellow")
    assert game.state.end_by is None
    assert game.state.end_tokens == 2
    built.game.seat(0).stack.clear()
    for expected in (1, 0):
        game.seat(0).stack.append(Do(TakeArtifact(), Source("rule")))
        game.changed()
        answer(game, 0, "small_artifact")
        assert game.state.end_tokens == expected
    assert game.state.end_by == 0
    assert game.seat(0).small_artifacts == 2


@pytest.mark.parametrize(
    ("energy", "artifacts", "points", "total"),
    [(6, 3, 1, 24), (6, 0, 1, 6), (0, 3, 1, 0), (4, 1, 2, 16), (7, 4, 3, 105)],
)
def test_the_artifact_card(energy: int, artifacts: int, points: int, total: int) -> None:
    """001: (artifacts of the colour + 1) × count × points; 6 energy, 3 yellow, 1 point each make 24; none: times 1."""
    game = (
        position().seat(0, energy=energy, artifacts={"yellow": artifacts, "white": 0, "violet": 0}).build(check=False)
    )
    card = ArtifactCard(id="c", name=words("c"), lines={"yellow": ArtifactLine("energy", points)})
    assert artifact_line(game, 0, card, "yellow").points == total


@pytest.mark.parametrize(("left", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (20, 4), (21, 4)])
def test_left_over_resources(left: int, points: int) -> None:
    """000, 001: 1 point for each 5 of all together; crystals count, 21 at most (ruling leftovers)."""
    gear, rest = min(6, left), max(0, left - 6)
    book, rest = min(6, rest), max(0, rest - 6)
    food, crystal = min(6, rest), max(0, rest - 6)
    game = position().seat(0, gear=gear, book=book, food=food, crystal=crystal).build()
    line = next(line for line in lines_of(game, 0) if line.key == "leftover")
    assert (line.count, line.points) == (left, points)


def test_card_colours_count_gained_cards_only() -> None:
    """000, 001: 2 points for each gained card of the colour whose space is unlocked, starting cards not among them."""
    reward = next(r for r in pack().player_board.rewards if r.cards == "red")
    tracks = {link.track: link.space for link in reward.links}
    built = position().seat(0, tracks=tracks, active=["red_gear", "red_slot", "blue_book"])
    game = built.seat(0, gained=["red_gear", "red_slot", "blue_book"]).build(check=False)
    assert [(line.colour, line.points) for line in lines_of(game, 0) if line.key == "card_colour"] == [("red", 4)]


def test_no_card_bonus_without_its_space() -> None:
    """001: if the respective space is unlocked."""
    game = position().seat(0, active=["red_gear"], gained=["red_gear"]).build()
    assert not [line for line in lines_of(game, 0) if line.key == "card_colour"]


def test_every_line_of_a_score() -> None:
    """000 SPIELENDE 01–08 worked out by hand: 12 + 4 + 5 + 8 + 4 + 6 + 3 by lines, the artifact card on top."""
    location = pack().large_location
    built = position().seat(0, points=12, gear=6, book=6, food=5, end_tile=True, small_artifacts=3, progress=5, discs=0)
    for technology, label in (("plain_1", "A1"), ("plain_4", "E9"), ("plain_7", "F9")):
        built.use_technology(0, technology, label)
    game = built.build(check=False)
    corner = location[game.state.places[game.board.place_of[built.space("A1")]].tile].points
    lines = {line.key: line.points for line in lines_of(game, 0) if line.key != "artifact_card"}
    assert lines == {
        "track": 12,
        "progress": pack().player_board.progress[5].points,
        "technologies": 5,
        "large_locations": corner,
        "end_tile": 4,
        "small_artifacts": 6,
        "leftover": 3,
    }


def test_ties_by_left_over_resources_then_steps_then_shared() -> None:
    """000, 001: unscored resources (0–4), then the advance on all machine tracks, then the win is shared."""
    common = Options(artifact_card="common")
    built = position(4, options=common, tribes=("plain", "other", "sixth", "marker"))
    for seat, (left, steps) in enumerate([(4, 0), (3, 1), (3, 0), (3, 0)]):
        built.seat(seat, food=left, tracks={"field": steps}, energy=0)
    built.game.state.common_card = _card_of_crates(built.game)
    ranks = [sheet.rank for sheet in score(view(built.build(check=False), None))]
    assert ranks == [1, 2, 3, 3]


def _card_of_crates(game: Game) -> str:
    return next(
        card.id
        for card in game.pack.artifact_cards
        if all(line.of not in ("energy", "track_steps", "discs") for line in card.lines.values())
    )


def test_points_at_once_bring_bonuses_once_and_none_after_50() -> None:
    """000 BLAUE UND VIOLETTE PUNKTE, 001: reached or passed, no second round."""
    space = next(number for number, effects in pack().board.score_bonuses.items() if number < 50)
    game = position().seat(0, points=space - 1, active=["red_slot"]).build()
    record = do(game, PlayCard(seat=0, card="red_slot", slot=0, half="top"))
    assert "score_bonus" in keys(record)
    game = position().seat(0, points=100 + space - 1, active=["red_slot"]).build()
    record = do(game, PlayCard(seat=0, card="red_slot", slot=0, half="top"))
    assert "score_bonus" not in keys(record)


def test_passing_a_bonus_counts_as_reaching_it() -> None:
    """Ruling score-track."""
    space = next(number for number, effects in pack().board.score_bonuses.items() if number < 50)
    game = position().seat(0, points=space - 1, active=["red_slot"]).build()
    record = do(game, PlayCard(seat=0, card="red_slot", slot=2, half="bottom"))
    assert "score_bonus" in keys(record)
    assert game.seat(0).points == space + 1


def test_a_hidden_card_is_not_in_the_sum() -> None:
    """Ruling secrets: a score asked for in play holds every line the asker may see."""
    game = position().build()
    mine, theirs = (sheet for sheet in score(view(game, 0)))
    assert all(line.known for line in mine.lines)
    assert [line.known for line in theirs.lines if line.key == "artifact_card"] == [False]
    assert Amounts() == game.seat(0).owned
