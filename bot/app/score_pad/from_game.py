"""The door from a game played with the bot: its final score sheets as a score pad, ready to be kept as a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.app.score_pad.model import Artifacts, Closing, Leftover, Options, Player, ScorePad, Sheet
from bot.engine.effects import ARTIFACT_COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.engine.rules.score_lines import Line
    from bot.engine.rules.scoring import ScoreSheet
    from bot.text import Locale


def pad_of_game(
    sheets: Sequence[ScoreSheet], players: Sequence[Player], options: Options, owner: int, locale: Locale, closer: str
) -> ScorePad:
    """A closed score pad of a finished game, seat by seat in the order of ``players``; totals and ranks come out as the
    game's.

    :param owner: Discord's id of the game's owner; ``closer`` is what the result calls whoever
        closed it, such as the bot's name.
    :raises ValueError: the numbers of sheets and players differ.
    """
    by_seat = sorted(sheets, key=lambda sheet: sheet.seat)
    if len(by_seat) != len(players):
        raise ValueError(f"{len(by_seat)} score sheets, expected {len(players)}")
    entries = tuple(_sheet(sheet) for sheet in by_seat)
    return ScorePad(owner, locale, tuple(players), entries, options, Closing(owner, closer), game=True)


def pad_of_points(points: int, player: Player, options: Options, locale: Locale) -> ScorePad:
    """A closed score pad of a game of which only the points are known, entered by the player, who can correct them.

    :raises ValueError: a player without an account.
    """
    if player.person is None:
        raise ValueError("nobody could correct it")
    closing = Closing(player.person, player.name)
    return ScorePad(player.person, locale, (player,), (Sheet(whole=points),), options, closing)


def _sheet(sheet: ScoreSheet) -> Sheet:
    points = {line.key: line.points for line in sheet.lines}
    large = points["large_locations"]
    return Sheet(
        track=points["track"],
        progress=points["progress"],
        technologies=points["technologies"],
        locations=(large,) if large else (),
        devotion=points.get("devotion"),
        cards=tuple(line.count for line in _lines(sheet, "card_colour")),
        leftover=Leftover(sum(line.count for line in _lines(sheet, "leftover"))),
        small=sum(line.count for line in _lines(sheet, "small_artifacts")),
        end_tile=bool(points["end_tile"]),
        artifacts=_artifacts(sheet),
        track_steps=sheet.track_steps,
    )


def _artifacts(sheet: ScoreSheet) -> tuple[Artifacts, ...]:
    lines = {line.colour: line for line in _lines(sheet, "artifact_card") if line.known}
    return tuple(_entry(lines[colour]) if colour in lines else Artifacts() for colour in ARTIFACT_COLOURS)


def _entry(line: Line) -> Artifacts:
    return Artifacts(line.multiplier - 1, line.count, line.factor, line.of)


def _lines(sheet: ScoreSheet, key: str) -> Iterable[Line]:
    return (line for line in sheet.lines if line.key == key)
