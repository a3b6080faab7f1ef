"""Scores with their formulas, and how ties were broken (001 End of the game)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from bot.text.catalogue import t, tn
from bot.text.formatting import joined
from bot.text.game.names import seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.engine.rules.score_lines import Line
    from bot.engine.rules.scoring import ScoreSheet
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale


def score_words(locale: Locale, sheet: ScoreSheet, table: Table) -> str:
    """The whole score of a seat: name and rank, a line with its formula for each source, the total."""
    heading = t(locale, "score.heading", name=seat_name(locale, table, sheet.seat), rank=sheet.rank)
    lines = [line_words(locale, line) for line in sheet.lines]
    return "\n".join([heading, *lines, total_words(locale, sheet)])


def total_words(locale: Locale, sheet: ScoreSheet) -> str:
    """The total; the text says if a line is still hidden."""
    known = all(line.known for line in sheet.lines)
    return tn(locale, "score.total" if known else "score.total_so_far", sheet.total)


def line_words(locale: Locale, line: Line) -> str:
    """``Yellow artifacts: (3 + 1) × 6 energy × 1 = 24``."""
    return _LINES[line.key](locale, line)


def tie_words(locale: Locale, sheets: Sequence[ScoreSheet], table: Table) -> list[str]:
    """A sentence for each tie in points: what decided it, or that the rank is shared; empty where there is none."""
    ordered = sorted(sheets, key=lambda sheet: (-sheet.total, sheet.rank, sheet.seat))
    groups = [list(group) for _, group in groupby(ordered, key=lambda sheet: sheet.total)]
    return [words for group in groups if len(group) > 1 for words in _tie(locale, group, table)]


# ---- lines -------------------------------------------------------------------------------------------------------


def _plain(locale: Locale, line: Line) -> str:
    return t(locale, f"score.{line.key}", points=line.points, count=line.count, factor=line.factor)


def _counting(locale: Locale, line: Line) -> str:
    return tn(locale, f"score.{line.key}", line.count, points=line.points)


def _card_colour(locale: Locale, line: Line) -> str:
    return t(locale, f"score.card_colour.{line.colour}", points=line.points, count=line.count, factor=line.factor)


def _artifact_card(locale: Locale, line: Line) -> str:
    if not line.known:
        return t(locale, "score.artifact_card.hidden")
    return t(
        locale,
        f"score.artifact_card.{line.colour}",
        artifacts=line.multiplier - 1,
        counted=tn(locale, f"thing.count.{line.of}", line.count),
        factor=line.factor,
        points=line.points,
    )


_LINES: dict[str, Callable[[Locale, Line], str]] = {
    "track": _plain,
    "progress": _counting,
    "technologies": _plain,
    "large_locations": _counting,
    "card_colour": _card_colour,
    "end_tile": _plain,
    "small_artifacts": _plain,
    "leftover": _plain,
    "artifact_card": _artifact_card,
    "devotion": _plain,
}


# ---- ties --------------------------------------------------------------------------------------------------------


def _tie(locale: Locale, tied: list[ScoreSheet], table: Table) -> list[str]:
    """What decided between seats of the same total: left-over resources, then steps, else nothing."""
    words = []
    if len({sheet.unscored_resources for sheet in tied}) > 1:
        words.append(_decided(locale, tied, table, "resources", lambda sheet: sheet.unscored_resources))
    for _, group in groupby(tied, key=lambda sheet: sheet.unscored_resources):
        still = list(group)
        if len({sheet.track_steps for sheet in still}) > 1:
            words.append(_decided(locale, still, table, "tracks", lambda sheet: sheet.track_steps))
        words += _shared(locale, still, table)
    return words


def _decided(locale: Locale, tied: list[ScoreSheet], table: Table, by: str, value: Callable[[ScoreSheet], int]) -> str:
    names = [seat_name(locale, table, sheet.seat) for sheet in tied]
    values = ", ".join(f"{name} {value(sheet)}" for name, sheet in zip(names, tied, strict=True))
    return t(locale, f"score.tie.{by}", points=_points(locale, tied), names=joined(locale, names), values=values)


def _shared(locale: Locale, tied: list[ScoreSheet], table: Table) -> list[str]:
    words = []
    for rank, group in groupby(tied, key=lambda sheet: sheet.rank):
        names = [seat_name(locale, table, sheet.seat) for sheet in group]
        if len(names) > 1:
            shared = joined(locale, names)
            words.append(t(locale, "score.tie.shared", points=_points(locale, tied), names=shared, rank=rank))
    return words


def _points(locale: Locale, tied: list[ScoreSheet]) -> str:
    return tn(locale, "thing.points", tied[0].total)
