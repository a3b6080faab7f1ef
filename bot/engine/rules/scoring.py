"""The final score, line by line, at any moment as if the game ended now (000 SPIELENDE; 001 End of the game; facts
5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.engine.effects import ARTIFACT_COLOURS, COLOURS, ArtifactColour
from bot.engine.rules.counting import count
from bot.engine.rules.score_lines import Line
from bot.engine.rules.score_values import (
    CARD_POINTS,
    END_TILE_POINTS,
    SMALL_POINTS,
    artifact_points,
    card_points,
    end_tile_points,
    leftover_points,
    small_points,
)
from bot.engine.rules.tie_breakers import FinalStanding, ranks
from bot.engine.state import SeatNumber

if TYPE_CHECKING:
    from bot.engine.components import ArtifactCard
    from bot.engine.game import Game


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's score. ``rank`` counts from 1, equal ranks share the place."""

    seat: SeatNumber
    lines: tuple[Line, ...]
    total: int
    rank: int
    unscored_resources: int
    track_steps: int


def lines_of(game: Game, seat: SeatNumber, *, card_known: bool = True) -> tuple[Line, ...]:
    """All lines of a seat, in the order of the documents."""
    mine, pack = game.seat(seat), game.pack
    progress = pack.player_board.progress[mine.progress].points
    large = [
        pack.large_location[game.state.places[game.board.place_of[location]].tile].points
        for location, seats in game.state.figures.items()
        if seat in seats and game.terrain(location) == "large"
    ]
    for variant in game.variants:
        large += [pack.large_location[location].points for location in variant.locations_apart(game, seat)]
    technologies = sum(pack.technology[technology].points for technology in mine.technologies)
    left = mine.owned.total
    track = mine.points + sum(variant.points_to_come(game, seat) for variant in game.variants)
    lines = [
        Line("track", track, track),
        Line("progress", progress, mine.progress),
        Line("technologies", technologies, technologies),
        Line("large_locations", sum(large), len(large)),
        *_card_bonuses(game, seat),
        Line("end_tile", end_tile_points(mine.end_tile), int(mine.end_tile), END_TILE_POINTS),
        Line("small_artifacts", small_points(mine.small_artifacts), mine.small_artifacts, SMALL_POINTS),
        Line("leftover", leftover_points(left)[0], left),
        *_card_lines(game, seat, card_known),
        *(line for variant in game.variants for line in variant.score_lines(game, seat)),
    ]
    return tuple(lines)


def _card_bonuses(game: Game, seat: SeatNumber) -> list[Line]:
    """2 points for each gained card of a colour whose space is unlocked; starting cards do not count. A card of no
    colour counts as the unlocked colour of which there are most (001 Scyphoz Cards)."""
    mine = game.seat(seat)
    gained = [game.pack.citizen[card].colour for card in mine.gained_cards]
    rewards = {game.pack.reward[reward].cards for reward in mine.unlocked}
    counts = {colour: gained.count(colour) for colour in COLOURS if colour in rewards}
    if counts:
        counts[max(counts, key=lambda colour: counts[colour])] += gained.count(None)
    return [
        Line("card_colour", card_points([number]), number, CARD_POINTS, colour=colour)
        for colour, number in counts.items()
    ]


def card_of(game: Game, seat: SeatNumber) -> ArtifactCard | None:
    """The artifact card a seat scores."""
    for variant in game.variants:
        card = variant.scored_card(game, seat)
        if card:
            return card
    mine = game.seat(seat)
    return game.pack.artifact_card[mine.artifact_cards[0]] if mine.artifact_cards else None


def _card_lines(game: Game, seat: SeatNumber, known: bool) -> list[Line]:
    if not known:
        return [Line("artifact_card", 0, known=False)]
    card = card_of(game, seat)
    if card is None:
        return []
    return artifact_lines(game, seat, card)


def artifact_lines(game: Game, seat: SeatNumber, card: ArtifactCard) -> list[Line]:
    """What an artifact card would score a seat now, colour by colour."""
    return [artifact_line(game, seat, card, colour) for colour in ARTIFACT_COLOURS if colour in card.lines]


def artifact_line(game: Game, seat: SeatNumber, card: ArtifactCard, colour: ArtifactColour) -> Line:
    """(large artifacts of the colour + 1) × count × points: 3 artifacts, 6 energy, 1 point each make 24 (001)."""
    line = card.lines[colour]
    counted, multiplier = count(game, seat, line.of), game.seat(seat).artifacts[colour] + 1
    points = artifact_points(multiplier - 1, counted, line.points)
    return Line("artifact_card", points, counted, line.points, multiplier, colour, line.of)


def sheets(game: Game, known: frozenset[SeatNumber] | None = None) -> list[ScoreSheet]:
    """All seats' sheets, ranked (``tie_breakers``); ``known``: whose artifact cards are seen (None: all)."""
    drafts = [_sheet(game, seat, known is None or seat in known) for seat in range(len(game.state.seats))]
    found = ranks([_standing(sheet) for sheet in drafts])
    return [msgspec.structs.replace(sheet, rank=rank) for sheet, rank in zip(drafts, found, strict=True)]


def _sheet(game: Game, seat: SeatNumber, card_known: bool) -> ScoreSheet:
    mine, lines = game.seat(seat), lines_of(game, seat, card_known=card_known)
    return ScoreSheet(
        seat=seat,
        lines=lines,
        total=sum(line.points for line in lines),
        rank=1,
        unscored_resources=leftover_points(mine.owned.total)[1],
        track_steps=sum(mine.track.values()),
    )


def _standing(sheet: ScoreSheet) -> FinalStanding:
    return FinalStanding(sheet.total, sheet.unscored_resources, sheet.track_steps)
