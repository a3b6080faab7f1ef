"""Whether the numbers can be right, by what the box and the rules allow. Doubts are told, never a wall: house rules,
other editions and slips of the documents are the table's business. Sources: game facts 2, 3.5, 4 and 5."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from bot.engine.effects import ARTIFACT_COLOURS, COLOURS, ArtifactColour, Countable
from bot.engine.resources import LIMITS, RESOURCES, Resource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.app.score_pad.model import Leftover, Mode, ScorePad, Sheet

LARGE_ARTIFACTS: Final = 12
LARGE_ARTIFACTS_MAUTOMA: Final = 8
LARGE_LOCATIONS: Final = 4
CITIZEN_CARDS: Final = 69
"""39 citizen cards and the campaign's 30."""
MOST_LEFT: Final = sum(LIMITS.values())
MOST_COUNTED: Final[dict[Countable, int]] = {
    "technologies": 7,
    "buildings": 8,
    "small_buildings": 5,
    "large_buildings": 3,
    "discs": 5,
    "large_locations": 5,
    "artifacts": 12,
}

Reason = Literal[
    "artifacts_at_table",
    "leftover_total",
    "leftover_kind",
    "end_tiles",
    "no_end_tile",
    "card_colours",
    "cards_gained",
    "locations",
    "counted",
    "common_card",
    "long_game",
    "small_before_end",
]


class Doubt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number that looks wrong: why, what was found and what is possible; whose line, where it is one player's."""

    reason: Reason
    found: int = 0
    most: int = 0
    seat: int | None = None
    resource: Resource | None = None
    colour: ArtifactColour | None = None
    thing: Countable | None = None


def doubts(pad: ScorePad) -> list[Doubt]:
    """Everything at this table that looks wrong."""
    found = list(_of_table(pad))
    for seat, sheet in enumerate(pad.sheets):
        found += _of_sheet(pad, seat, sheet)
    return found


def _of_table(pad: ScorePad) -> Iterator[Doubt]:
    options, sheets = pad.options, pad.sheets
    yield from of_artifacts(sum(entry.artifacts for sheet in sheets for entry in sheet.artifacts or ()), options.mode)
    if options.long_game and len(sheets) != 4:
        yield Doubt("long_game", len(sheets), 4)
    if options.mode == "table":
        yield from _of_end_tile(pad)
    if options.common_card:
        yield from _of_common_card(pad)


def of_artifacts(large: int, mode: Mode = "table") -> Iterator[Doubt]:
    """Whether a table can have so many large artifacts."""
    most = LARGE_ARTIFACTS_MAUTOMA if mode == "mautoma" else LARGE_ARTIFACTS
    if large > most:
        yield Doubt("artifacts_at_table", large, most)


def _of_end_tile(pad: ScorePad) -> Iterator[Doubt]:
    tiles = sum(bool(sheet.end_tile) for sheet in pad.sheets)
    if tiles > 1:
        yield Doubt("end_tiles", tiles, 1)
    elif not tiles and len(pad.sheets) > 1 and all(sheet.done("cards") for sheet in pad.sheets):
        small = sum(sheet.small or 0 for sheet in pad.sheets)
        yield Doubt("small_before_end", small) if small else Doubt("no_end_tile", 0, 1)


def _of_common_card(pad: ScorePad) -> Iterator[Doubt]:
    """One card for all: every colour must count the same thing for the same points."""
    done = [(seat, sheet) for seat, sheet in enumerate(pad.sheets) if sheet.artifacts]
    for colour in ARTIFACT_COLOURS:
        for (_, before), (seat, sheet) in pairwise(done):
            one, other = before.of_colour(colour), sheet.of_colour(colour)
            if (one.each, one.of, one.called) != (other.each, other.of, other.called):
                yield Doubt("common_card", other.each, one.each, seat, colour=colour)


def _of_sheet(pad: ScorePad, seat: int, sheet: Sheet) -> Iterator[Doubt]:
    yield from of_leftover(sheet.leftover, seat)
    if sheet.cards is not None:
        if len(sheet.cards) > len(COLOURS):
            yield Doubt("card_colours", len(sheet.cards), len(COLOURS), seat)
        if sum(sheet.cards) > CITIZEN_CARDS:
            yield Doubt("cards_gained", sum(sheet.cards), CITIZEN_CARDS, seat)
    locations = LARGE_LOCATIONS + pad.options.expansion
    if sheet.locations and len(sheet.locations) > locations:
        yield Doubt("locations", len(sheet.locations), locations, seat)
    for colour, entry in zip(ARTIFACT_COLOURS, sheet.artifacts or (), strict=False):
        if entry.of and entry.counted > MOST_COUNTED.get(entry.of, entry.counted):
            yield Doubt("counted", entry.counted, MOST_COUNTED[entry.of], seat, colour=colour, thing=entry.of)


def of_leftover(left: Leftover | None, seat: int | None = None) -> Iterator[Doubt]:
    """Whether so much can be left over."""
    if left is None:
        return
    if left.kinds is None:
        if left.total > MOST_LEFT:
            yield Doubt("leftover_total", left.total, MOST_LEFT, seat)
        return
    for kind, count in zip(RESOURCES, left.kinds, strict=True):
        if count > LIMITS[kind]:
            yield Doubt("leftover_kind", count, LIMITS[kind], seat, kind)
