"""Adding up: every line of a sheet with its formula, in the order of the documents (000 SPIELENDE; 001 End of the game;
devotion: 001 Devotion Points)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from bot.engine.effects import ARTIFACT_COLOURS, ArtifactColour, Countable
from bot.engine.rules import score_values
from bot.engine.rules.score_lines import LineKey

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.app.score_pad.model import Artifacts, Leftover, Options, Sheet

TallyKey = LineKey | Literal["devotion", "whole"]


class PadLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line: its points and how they come about. ``formula`` is digits and signs alone, the same in every language;
    ``rest`` are the left-over resources not worth a point."""

    key: TallyKey
    points: int
    formula: str
    colour: ArtifactColour | None = None
    of: Countable | None = None
    called: str = ""
    rest: int | None = None


def lines_of(sheet: Sheet, options: Options) -> list[PadLine]:
    """The lines that have been entered; lines that the game does not have are left out."""
    return [*_points(sheet, options), *_cards(sheet, options), *_artifacts(sheet)]


def total(sheet: Sheet, options: Options) -> int:
    """The sum of all lines entered so far."""
    return sum(line.points for line in lines_of(sheet, options))


def unscored(sheet: Sheet) -> int:
    """Left-over resources not worth a point, 0 to 4: the first tie-breaker."""
    return score_values.leftover_points(sheet.leftover.total)[1] if sheet.leftover else 0


def _points(sheet: Sheet, options: Options) -> Iterator[PadLine]:
    if sheet.whole is not None:
        yield PadLine("whole", sheet.whole, str(sheet.whole))
    if sheet.track is not None:
        yield PadLine("track", sheet.track, str(sheet.track))
    if options.expansion and sheet.devotion is not None:
        yield PadLine("devotion", sheet.devotion, str(sheet.devotion))
    if sheet.progress is not None:
        yield PadLine("progress", sheet.progress, str(sheet.progress))
    if sheet.technologies is not None:
        yield PadLine("technologies", sheet.technologies, str(sheet.technologies))
    if sheet.locations is not None:
        yield PadLine("large_locations", sum(sheet.locations), _sum(sheet.locations))


def _cards(sheet: Sheet, options: Options) -> Iterator[PadLine]:
    if sheet.cards is not None:
        counts = _with_scyphoz(sheet, options)
        scored = score_values.card_points(counts)
        yield PadLine("card_colour", scored, f"{score_values.CARD_POINTS} × {_bracketed(counts)}")
    if sheet.end_tile is not None and options.mode != "mautoma":
        formula = f"{score_values.END_TILE_POINTS} × {int(sheet.end_tile)}"
        yield PadLine("end_tile", score_values.end_tile_points(sheet.end_tile), formula)
    if sheet.small is not None:
        yield PadLine(
            "small_artifacts", score_values.small_points(sheet.small), f"{score_values.SMALL_POINTS} × {sheet.small}"
        )
    if sheet.leftover is not None:
        yield leftover_line(sheet.leftover)


def _with_scyphoz(sheet: Sheet, options: Options) -> tuple[int, ...]:
    """The cards of each unlocked colour. All scyphoz cards count as the one of which there are most; without an
    unlocked colour they bring nothing (001 Scyphoz Cards)."""
    counts = sheet.cards or ()
    if not (options.expansion and sheet.scyphoz and counts):
        return counts
    best = counts.index(max(counts))
    return (*counts[:best], counts[best] + sheet.scyphoz, *counts[best + 1 :])


def leftover_line(left: Leftover) -> PadLine:
    """1 point for every 5 resources, all kinds together, rounded down."""
    scored, rest = score_values.leftover_points(left.total)
    return PadLine(
        "leftover", scored, f"{_bracketed(left.kinds or (left.total,))} ÷ {score_values.LEFTOVER}", rest=rest
    )


def _artifacts(sheet: Sheet) -> Iterator[PadLine]:
    for colour, entry in zip(ARTIFACT_COLOURS, sheet.artifacts or (), strict=False):
        yield artifact_line(entry, colour)


def artifact_line(entry: Artifacts, colour: ArtifactColour | None = None) -> PadLine:
    """(large artifacts of the colour + 1) × count × points each."""
    scored = score_values.artifact_points(entry.artifacts, entry.counted, entry.each)
    formula = f"({entry.artifacts} + 1) × {entry.counted} × {entry.each}"
    return PadLine("artifact_card", scored, formula, colour, entry.of, entry.called)


def _sum(numbers: tuple[int, ...]) -> str:
    return " + ".join(map(str, numbers)) or "0"


def _bracketed(numbers: tuple[int, ...]) -> str:
    return _sum(numbers) if len(numbers) < 2 else f"({_sum(numbers)})"
