"""Numbers that look wrong are told, and no others (facts 2, 3.5, 4, 5)."""

from collections.abc import Mapping

import pytest

from bot.app.score_pad import Artifacts, Leftover, Options, Player, ScorePad, Sheet, doubts
from bot.app.score_pad.plausibility import Reason

FAIR = Sheet(
    track=60,
    progress=10,
    technologies=0,
    locations=(7, 5),
    cards=(4, 6),
    leftover=Leftover(7, (3, 2, 2, 0)),
    small=0,
    end_tile=False,
    artifacts=(Artifacts(2, 6, 1, "energy"), Artifacts(1, 3), Artifacts(0, 4)),
)


def found(*changes: Mapping[str, object], options: Options | None = None) -> list[tuple[Reason, int, int, int | None]]:
    """The doubts at a table of two, the first with the end tile, with changes of their sheets."""
    fair = {name: getattr(FAIR, name) for name in FAIR.__struct_fields__}
    both = ({"end_tile": True}, {}) if options is None or options.mode == "table" else ({},)
    sheets = tuple(
        Sheet(**{**fair, **first, **(changes[seat] if seat < len(changes) else {})}) for seat, first in enumerate(both)
    )
    players = tuple(Player(name) for name in "AB"[: len(sheets)])
    pad = ScorePad(1, "en", players, sheets, options or Options())
    return [(doubt.reason, doubt.found, doubt.most, doubt.seat) for doubt in doubts(pad)]


def test_a_fair_table() -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        ({"leftover": Leftover(22)}, ("leftover_total", 22, 21, 1)),
        ({"leftover": Leftover(9, (7, 1, 1, 0))}, ("leftover_kind", 7, 6, 1)),
        ({"leftover": Leftover(4, (0, 0, 0, 4))}, ("leftover_kind", 4, 3, 1)),
        ({"end_tile": True}, ("end_tiles", 2, 1, None)),
        ({"cards": (1, 2, 3, 4)}, ("card_colours", 4, 3, 1)),
        ({"cards": (70,)}, ("cards_gained", 70, 69, 1)),
        ({"locations": (1, 2, 3, 4, 5)}, ("locations", 5, 4, 1)),
        ({"artifacts": (Artifacts(10),)}, ("artifacts_at_table", 13, 12, None)),
        ({"artifacts": (Artifacts(0, 8, 1, "technologies"),)}, ("counted", 8, 7, 1)),
        ({"artifacts": (Artifacts(0, 9, 1, "buildings"),)}, ("counted", 9, 8, 1)),
    ],
)
def test_one_wrong_number(change: dict[str, object], doubt: tuple[Reason, int, int, int | None]) -> None:
    assert found({}, change) == [doubt]


def test_the_limits_themselves_are_no_doubt() -> None:
    full = {"leftover": Leftover(21, (6, 6, 6, 3)), "cards": (23, 23, 23), "locations": (1, 2, 3, 4)}
    assert found({}, {**full, "artifacts": (Artifacts(9, 7, 1, "technologies"),)}) == []


def test_somebody_must_have_the_end_tile() -> None:
    assert found({"end_tile": False}) == [("no_end_tile", 0, 1, None)]
    assert found({"end_tile": False, "small": 2}) == [("small_before_end", 2, 0, None)]


def test_the_mautoma_lays_out_eight_artifacts_and_no_end_tile() -> None:
    assert found(options=Options(mode="mautoma")) == []
    nine = {"artifacts": (Artifacts(9),)}
    assert found(nine, options=Options(mode="mautoma")) == [("artifacts_at_table", 9, 8, None)]


def test_the_separate_location_of_the_expansion() -> None:
    assert found({"locations": (1, 2, 3, 4, 5)}, options=Options(expansion=True)) == []


def test_the_long_game_is_for_four() -> None:
    assert found(options=Options(long_game=True)) == [("long_game", 2, 4, None)]


def test_a_common_card_counts_the_same_for_all() -> None:
    common = Options(common_card=True)
    other = {"artifacts": (Artifacts(0, 2, 2, "energy"), Artifacts(1, 3), Artifacts(0, 4))}
    assert found(options=common) == []
    assert found({}, other, options=common) == [("common_card", 2, 1, 1)]
    assert found({}, other) == []
