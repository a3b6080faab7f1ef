"""Scoring cases worked out by hand from the documents, each with its arithmetic.

000 is the German player aid ("SPIELENDE", lines 01 to 08, and "Bei Gleichstand"), 001 the help of Board Game Arena
("End of the game", "Artifacts and Artifact cards", "Devotion Points"), 002 the Mautoma. Where both are silent, the
bot's ruling is named.
"""

from typing import Any

import pytest

from bot.app.score_pad import Options, Sheet, lines_of, read_form, total, unscored

BASE, ABYSS, MAUTOMA = Options(), Options(expansion=True), Options(mode="mautoma")


def filled(options: Options = BASE, /, **typed: str) -> Sheet:
    """A sheet from what a person types; fields not named are left empty, the two needed ones are 0."""
    entries = {"track": "0", "progress": "0", **typed}
    read: dict[str, Any] = {}
    for form in ("points", "cards", "artifacts"):
        read |= read_form(form, entries, options)
    return Sheet(**read)


def scored(options: Options = BASE, /, **typed: str) -> int:
    return total(filled(options, **typed), options)


def formula(key: str, colour: str | None = None, /, **typed: str) -> str:
    found = lines_of(filled(**typed), BASE)
    return next(line.formula for line in found if line.key == key and line.colour == colour)


CASES = [
    # -- points during the game (000 Blaue Punkte): the marker's place is the score, laps of the track included
    ("000 blue points: a marker on 52 is 52", {"track": "52"}, 52),
    ("000 blue points: two laps of 50 and 7 more, 50 + 50 + 7", {"track": "50+50+7"}, 107),
    # -- 01 progress track: the lowest free space, that one number
    ("000 01: lowest free space shows 18", {"progress": "18"}, 18),
    ("000 01: no marker placed, the lowest space shows 0", {"progress": "0"}, 0),
    # -- 02 technologies
    ("000 02: two technologies with 3 and 2 points, 3 + 2", {"technologies": "3+2"}, 5),
    ("000 02: technologies without printed points", {"technologies": ""}, 0),
    # -- 03 large locations
    ("000 03: one location of 7", {"locations": "7"}, 7),
    ("000 03: locations of 7, 5 and 4: 7 + 5 + 4", {"locations": "7 5 4"}, 16),
    ("000 03: no figure on a large location", {"locations": ""}, 0),
    # -- 04 card bonus: 2 points for each gained card of every unlocked colour
    ("000 04: one colour unlocked, 4 cards: 2 × 4", {"cards": "4"}, 8),
    ("000 04: two colours, 4 and 6 cards: 2 × (4 + 6)", {"cards": "4 6"}, 20),
    ("000 04: all three, 3, 0 and 5: 2 × (3 + 0 + 5)", {"cards": "3 0 5"}, 16),
    ("000 04: no colour unlocked, whatever cards there are", {"cards": ""}, 0),
    ("000 04: a dash for the locked colour: 2 × (4 + 6)", {"cards": "4 - 6"}, 20),
    # -- 05 and 06 end tile and small artifacts
    ("000 05: the end game tile", {"end_tile": "1"}, 4),
    ("000 05: without it", {"end_tile": ""}, 0),
    ("000 06: one small artifact, 2 × 1", {"small": "1"}, 2),
    ("000 06: small artifacts are unlimited, 2 × 9", {"small": "9"}, 18),
    ("000 05 and 06: tile and three small ones, 4 + 2 × 3", {"end_tile": "1", "small": "3"}, 10),
    # -- 07 left-over resources: 1 point for each 5 of all together
    ("000 07: 4 in all: 4 ÷ 5 is 0", {"leftover": "1 1 1 1"}, 0),
    ("000 07: exactly 5: 5 ÷ 5", {"leftover": "5"}, 1),
    ("000 07: 3 + 4 + 2 = 9: one five, 4 over", {"leftover": "3 4 2 0"}, 1),
    ("000 07: kinds are counted together: 3 + 1 + 1 + 0 = 5", {"leftover": "3 1 1 0"}, 1),
    ("ruling: crystals count, 6 + 6 + 6 + 3 = 21 is 4", {"leftover": "6 6 6 3"}, 4),
    ("ruling: 4 + 0 + 0 + 1 = 5, the crystal makes the five", {"leftover": "4 0 0 1"}, 1),
    # -- 08 artifact card: (artifacts of the colour + 1) × count × points
    ("001's example: 3 yellow, 6 energy, 1 each: (3 + 1) × 6 × 1", {"yellow": "3 6 1 energy"}, 24),
    ("001: no artifact of the colour still counts once: (0 + 1) × 6 × 1", {"yellow": "0 6 1"}, 6),
    ("001: nothing to count: (3 + 1) × 0 × 2", {"white": "3 0 2"}, 0),
    ("001: 2 points each: (1 + 1) × 5 × 2", {"violet": "1 5 2"}, 20),
    ("001: all four of a colour: (4 + 1) × 3 × 1", {"white": "4 3 1"}, 15),
    ("001: points each left out are 1: (2 + 1) × 4 × 1", {"violet": "2 4"}, 12),
    (
        "000 08: the colours are added: (2 + 1) × 3 × 1 + (0 + 1) × 4 × 2 + (1 + 1) × 2 × 3 = 9 + 8 + 12",
        {"yellow": "2 3 1", "white": "0 4 2", "violet": "1 2 3"},
        29,
    ),
    ("000 08: a colour that the card does not have", {"yellow": ""}, 0),
    ("ruling: small artifacts raise no factor: (1 + 1) × 3 × 1 + 2 × 2", {"yellow": "1 3 1", "small": "2"}, 10),
]


@pytest.mark.parametrize(("why", "typed", "points"), CASES, ids=[case[0] for case in CASES])
def test_a_line(why: str, typed: dict[str, str], points: int) -> None:
    assert scored(**typed) == points


def test_a_whole_sheet_of_the_base_game() -> None:
    """61 + 18 + 5 + (7 + 5) + 2 × (4 + 6) + 4 + 2 × 1 + 11 ÷ 5 + 24 + 8 + 10.

    61 + 18 = 79; + 5 = 84; + 12 = 96; + 20 = 116; + 4 = 120; + 2 = 122; + 2 = 124; artifact card 24 + 8 + 10 = 42: 166.
    """
    sheet = filled(
        track="61",
        progress="18",
        technologies="5",
        locations="7 5",
        cards="4 6",
        end_tile="1",
        small="1",
        leftover="4 3 2 2",
        yellow="3 6 1",
        white="0 4 2",
        violet="1 5 1",
    )
    assert total(sheet, BASE) == 166
    assert unscored(sheet) == 1  # 4 + 3 + 2 + 2 = 11 = 2 × 5 + 1
    assert [line.points for line in lines_of(sheet, BASE)] == [61, 18, 5, 12, 20, 4, 2, 2, 24, 8, 10]


def test_devotion_points_are_added_one_to_one() -> None:
    """001 Devotion Points: at the end they are just added. 40 + 13 = 53."""
    assert scored(ABYSS, track="40", devotion="13") == 53


def test_without_the_expansion_nobody_has_devotion_points() -> None:
    assert scored(BASE, track="40", devotion="13") == 40


@pytest.mark.parametrize(
    ("cards", "points", "how"),
    [("4 6", 26, "2 × (4 + 9)"), ("5 0", 16, "2 × (8 + 0)"), ("0", 6, "2 × 3"), ("", 0, "2 × 0")],
)
def test_scyphoz_cards_are_of_the_best_unlocked_colour(cards: str, points: int, how: str) -> None:
    """001 Scyphoz Cards: their colour is chosen at the end, which the bot does; three of them here. Without an unlocked
    colour they bring nothing."""
    lines = lines_of(filled(ABYSS, cards=cards, scyphoz="3"), ABYSS)
    assert [(line.points, line.formula) for line in lines if line.key == "card_colour"] == [(points, how)]


def test_against_the_mautoma_there_is_no_end_tile() -> None:
    """002 SPIELVORBEREITUNG: without the end game tile. 100 + 4 × 0."""
    sheet = filled(MAUTOMA, track="100", end_tile="1")
    assert total(sheet, MAUTOMA) == 100
    assert "end_tile" not in {line.key for line in lines_of(sheet, MAUTOMA)}


@pytest.mark.parametrize(
    ("typed", "rest"),
    [("0", 0), ("4", 4), ("5", 0), ("6 6 6 3", 1), ("2 2 2 2", 3)],
    ids=["0", "4", "5 = 5 + 0", "21 = 4 × 5 + 1", "8 = 5 + 3"],
)
def test_resources_not_worth_a_point(typed: str, rest: int) -> None:
    """000 Gleichstand: 0 to 4 resources are worth no point and break ties."""
    assert unscored(filled(leftover=typed)) == rest


@pytest.mark.parametrize(
    ("key", "colour", "typed", "shown"),
    [
        ("card_colour", None, {"cards": "4 6"}, "2 × (4 + 6)"),
        ("card_colour", None, {"cards": "4"}, "2 × 4"),
        ("card_colour", None, {}, "2 × 0"),
        ("large_locations", None, {"locations": "7 5"}, "7 + 5"),
        ("leftover", None, {"leftover": "2 0 1 1"}, "(2 + 0 + 1 + 1) ÷ 5"),
        ("leftover", None, {"leftover": "9"}, "9 ÷ 5"),
        ("end_tile", None, {"end_tile": "1"}, "4 × 1"),
        ("small_artifacts", None, {"small": "3"}, "2 × 3"),
        ("artifact_card", "yellow", {"yellow": "3 6 1"}, "(3 + 1) × 6 × 1"),
        ("artifact_card", "violet", {}, "(0 + 1) × 0 × 1"),
    ],
)
def test_the_formula_is_shown(key: str, colour: str | None, typed: dict[str, str], shown: str) -> None:
    assert formula(key, colour, **typed) == shown


@pytest.mark.parametrize(
    "typed", [{"cards": "4 6", "yellow": "3 6 1", "leftover": "6 6 6 3", "small": "2", "end_tile": "1"}]
)
def test_every_formula_comes_to_its_points(typed: dict[str, str]) -> None:
    """The formula is no decoration: worked out as it stands, it gives the line's points."""
    for line in lines_of(filled(track="52", locations="7 5", **typed), BASE):
        worked_out = eval(line.formula.replace("×", "*").replace("÷", "//"))
        assert worked_out == line.points, line
