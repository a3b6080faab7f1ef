"""The rows of a score pad's picture are its lines, side by side."""

from bot.app.score_pad import Artifacts, Leftover, Options, Player, ScorePad, Sheet, lines_of, total
from bot.pictures import score_pad_sheet
from cogs.score_pad.pictures import rows_of


def test_rows_add_up_to_the_totals() -> None:
    full = Sheet(
        track=52,
        progress=18,
        technologies=7,
        locations=(9, 6),
        cards=(2, 1, 0),
        leftover=Leftover(11),
        small=1,
        end_tile=True,
        artifacts=(Artifacts(2, 6, 1), Artifacts(), Artifacts(1, 2, 3)),
    )
    pad = ScorePad(1, "de", (Player("Kim"), Player("Ｗ" * 32)), (full, Sheet(track=300)), Options())
    rows = rows_of(pad)
    assert len(rows) == len(lines_of(full, pad.options))
    for seat, sheet in enumerate(pad.sheets):
        assert sum(row.points[seat] or 0 for row in rows) == total(sheet, pad.options)
    assert [row.points[1] for row in rows if row.key == "progress"] == [None]
    assert "300" in score_pad_sheet(rows, (2, 1), "de", names=[player.name for player in pad.players]).alt


def test_nothing_entered_has_no_rows() -> None:
    assert rows_of(ScorePad(1, "de", (Player("Kim"),), (Sheet(),), Options())) == []
