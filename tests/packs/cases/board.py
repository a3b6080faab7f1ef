"""The board and its places."""

from tests.packs.cases.case import TERRAIN, Case

BOARD = (
    Case(
        "place too few", "board.yaml", r"  - \{id: area_25, .*\n", "", "24 places of the kind area", "25", at="^places:"
    ),
    Case(
        "spaces of a place",
        "board.yaml",
        r"(id: area_1, kind: area, spaces: \[)\[-?\d+, -?\d+\], ",
        r"\1",
        "3 spaces of a place of the kind area",
        "4",
    ),
    Case(
        "another shape",
        "board.yaml",
        r"(id: area_1, .*)\[-?\d+, -?\d+\]\]",
        r"\1[9, -9]]",
        "another shape than 'start_1'",
        "its spaces turned by sixths, in the same order",
    ),
    Case(
        "other order",
        "board.yaml",
        r"(id: area_1, kind: area, spaces: )\[(\[.*?\]), (\[.*?\]), ",
        r"\1[\3, \2, ",
        "another shape than 'start_1'",
        "its spaces turned by sixths, in the same order",
    ),
    Case(
        "space twice",
        "board.yaml",
        r"\[\[0, 0\]\]",
        "[[0, 0], [0, 0]]",
        "the space [0, 0] again (it is in 'abyss')",
        "each space once",
    ),
    Case(
        "a place apart",
        "board.yaml",
        r"(id: area_1, kind: area, spaces: ).*\}",
        r"\1[[30, 0], [31, 0], [31, -1], [32, -1]]}",
        "a place that does not touch the rest of the board",
        "a board in one piece",
    ),
    Case(
        "bonus on land",
        "tiles.yaml",
        r"\{terrain: desert\}",
        "{terrain: desert, bonus: [take_card]}",
        "a bonus on the terrain desert",
        "a bonus on water and nowhere else",
    ),
    Case(
        "water without bonus",
        "tiles.yaml",
        r"\{terrain: water, .*\}",
        "{terrain: water}",
        "no bonus on the terrain water",
        "a bonus on water and nowhere else",
    ),
    Case(
        "crystal without crystals",
        "tiles.yaml",
        r"\{terrain: crystal, crystals: 1\}",
        "{terrain: crystal}",
        "no crystals on the terrain crystal",
        "at least one",
    ),
    Case(
        "terrain of no tile", "tiles.yaml", r"\{terrain: desert\}", "{terrain: abyss}", "'abyss'", f"one of {TERRAIN}"
    ),
    Case("spaces of a tile", "tiles.yaml", r"      - \{terrain: desert\}\n", "", "3 spaces", "4", at="spaces:"),
    Case(
        "tile without card",
        "tiles.yaml",
        r"points: 1\}",
        "points: 1, card: false}",
        "no card",
        "a card; only vast crystals give none",
    ),
    Case(
        "vast crystal with card",
        "tiles.yaml",
        r", card: false",
        "",
        "a card",
        "card: false, for a vast crystal gives none",
    ),
    Case(
        "tile for nothing",
        "tiles.yaml",
        r"cost: \{.*?\}",
        "cost: {}",
        "a back that costs nothing",
        "at least one resource",
    ),
)
