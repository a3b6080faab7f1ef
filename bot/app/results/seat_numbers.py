"""A result as plain numbers, seat by seat, for the index that statistics are worked out from."""

import logging
from typing import Final

import msgspec

from bot.app.score_pad import Player, ScorePad, component_key, lines_of, moment_played, pack_of_key, ranked_seats
from bot.app.score_pad.model import UNKNOWN_COMPUTER, computer_of
from bot.app.score_pad.parsing import folded, tidy
from bot.app.score_pad.service import decoded
from bot.app.tables.game_results import Result
from bot.app.tables.model import Seat
from bot.store.result_index import CountedResult, PendingResult, SeatEntry
from bot.store.result_statistics import LINES

log = logging.getLogger(__name__)

COMPUTERS: Final[dict[str, int]] = {
    "random": 1,
    "easy": 2,
    "normal": 3,
    "hard": 4,
    UNKNOWN_COMPUTER: 5,
    "casual": 6,
    "steady": 7,
}
"""The numbers by which the index keeps strengths; never changed."""
LARGEST: Final = 2**31 - 1
"""The largest number that a column holds; forms used to take more."""


def counted(pending: PendingResult) -> CountedResult:
    """A result for the index. One that cannot be read counts nothing; the log says so."""
    played = int(pending.closed_at.timestamp())
    try:
        pad = decoded(pending.body)
        played = int(moment_played(pad, pending.closed_at).timestamp())
        return CountedResult(played, _seats(pad, _players(pad, pending.game)))
    except (msgspec.MsgspecError, ValueError):
        log.exception("a result cannot be counted", extra={"result": pending.id})
        return CountedResult(played, ())


def _players(pad: ScorePad, game: bytes | None) -> tuple[Player, ...]:
    """The players; what results of earlier versions did not say yet comes from what was kept of the game: tribes and
    strengths, and of which pack a component is."""
    if not pad.game or game is None:
        return pad.players
    result = msgspec.json.decode(game, type=Result)
    if not any(player.tribe or player.computer for player in pad.players):
        return tuple(_told(result, player, seat) for player, seat in zip(pad.players, result.seats, strict=False))
    return tuple(_of_pack(result, player) for player in pad.players)


def _told(result: Result, player: Player, seat: Seat) -> Player:
    told = msgspec.structs.replace(player, tribe=seat.tribe or "", computer=seat.computer or "")
    return _of_pack(result, told)


def _of_pack(result: Result, player: Player) -> Player:
    if result.pack is None:
        return player
    pack, keys = result.pack.id, {"tribe": player.tribe, "card": player.card}
    named = {what: key if pack_of_key(key)[0] else component_key(pack, key) for what, key in keys.items()}
    return msgspec.structs.replace(player, **named)


def _seats(pad: ScorePad, players: tuple[Player, ...]) -> tuple[SeatEntry, ...]:
    standings = {standing.seat: standing for standing in ranked_seats(pad)}
    firsts = sum(standing.rank == 1 for standing in standings.values())
    strengths = [_strength(pad, player) for player in players]
    same = {"seats": len(players), "computers": sum(map(bool, strengths)), "mode": pad.options.mode}
    same |= {"expansion": pad.options.expansion, "refereed": pad.game}
    found = []
    for seat, (player, strength) in enumerate(zip(players, strengths, strict=True)):
        standing = standings[seat]
        points, shared = min(standing.total, LARGEST), firsts if standing.rank == 1 else 0
        ranked = {"total": points, "rank": standing.rank, "firsts": shared}
        own = {"name": tidy(player.name), "tribe": player.tribe or None, "card": player.card or None}
        numbers = same | ranked | own | {"computer": COMPUTERS.get(strength, 0)} | _lines(pad, seat)
        account = None if strength else player.person
        found.append(SeatEntry(account, strength or None, "" if strength else folded(player.name), numbers))
    return tuple(found)


def _strength(pad: ScorePad, player: Player) -> str:
    """The strength of a computer player, as it is counted; empty for a person."""
    strength = computer_of(pad, player)
    return strength if strength in COMPUTERS or not strength else UNKNOWN_COMPUTER


def _lines(pad: ScorePad, seat: int) -> dict[str, int | str | bool | None]:
    points: dict[str, int | str | bool | None] = dict.fromkeys(LINES)
    sums: dict[str, int] = {}
    for line in lines_of(pad.sheets[seat], pad.options):
        if line.key in points:
            sums[line.key] = sums.get(line.key, 0) + line.points
    return points | {line: min(points, LARGEST) for line, points in sums.items()}
