"""The Mautoma's board and the solo game."""

from tests.packs.cases.case import SEGMENTS, Case

ALONE = (
    Case("segment", "mautoma.yaml", r"segment: top_right", "segment: top", "'top'", "one of " + SEGMENTS),
    Case("area of a field", "mautoma.yaml", r"area: 6", "area: 7", "the area 7", "1 to 6"),
    Case(
        "no field of a colour",
        "mautoma.yaml",
        r"(?s)colour: violet.*colour: violet",
        "colour: white",
        "no field of the colour violet",
        "each at least once",
        at="circle:",
    ),
    Case("number of areas", "mautoma.yaml", r"\n    - \{cards: \[1, 3\].*", "", "5 areas", "6", at="  areas:"),
    Case("position in the display", "mautoma.yaml", r"cards: \[3, 4\]", "cards: [3, 6]", "the position 6", "1 to 5"),
    Case(
        "position twice", "mautoma.yaml", r"modules: \[1, 4\]", "modules: [1, 1]", "the position 1 again", "each once"
    ),
    Case("position of a machine", "mautoma.yaml", r"machines: \[3\]", "machines: [4]", "the position 4", "1 to 3"),
    Case("artifacts alone", "solo.yaml", r"artifacts: 6", "artifacts: 13", "13 large artifacts", "1 to 12"),
    Case("end before the start", "solo.yaml", r"end: 24", "end: 0", "the space 0", "one beyond the start, 0"),
)
