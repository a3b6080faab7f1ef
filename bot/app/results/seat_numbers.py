"""A result as plain numbers, seat by seat, for the index that statistics are worked out from."""

import logging
from typing import Final

import msgspec

from bot.app.score_pad import Player, ScorePad, lines_of, ranked_seats
from bot.app.score_pad.parsing import tidy
from bot.app.score_pad.service import decoded
from bot.app.tables.game_results import Result
from bot.app.tables.model import STRENGTHS, Seat
from bot.store.result_index import CountedResult, PendingResult, SeatEntry
from bot.store.result_statistics import LINES

log = logging.getLogger(__name__)

UNKNOWN_COMPUTER: Final = "unknown"
"""A computer player whose strength was not kept."""
_COMPUTERS: Final = {strength: number for number, strength in enumerate((*STRENGTHS, UNKNOWN_COMPUTER), 1)}


def folded(name: str) -> str:
    """A name as names are compared: without capitals and extra spaces."""
    return tidy(name).casefold()


def counted(pending: PendingResult) -> CountedResult:
    """A result for the index. One that cannot be read counts nothing; the log says so."""
    played = int(pending.closed_at.timestamp())
    try:
        pad = decoded(pending.body)
        return CountedResult(played, _seats(pad, _players(pad, pending.game)))
    except (msgspec.MsgspecError, ValueError):
        log.exception("a result cannot be counted", extra={"result": pending.id})
        return CountedResult(played, ())


def _players(pad: ScorePad, game: bytes | None) -> tuple[Player, ...]:
    """The players; tribes and strengths of games that ended before these stood in results come from what was kept of
    the game."""
    told = any(player.tribe or player.computer for player in pad.players)
    if not pad.game or game is None or told:
        return pad.players
    seats = msgspec.json.decode(game, type=Result).seats
    return tuple(_told(player, seat) for player, seat in zip(pad.players, seats, strict=False))


def _told(player: Player, seat: Seat) -> Player:
    return msgspec.structs.replace(player, tribe=seat.tribe or "", computer=seat.computer or "")


def _seats(pad: ScorePad, players: tuple[Player, ...]) -> tuple[SeatEntry, ...]:
    standings = {standing.seat: standing for standing in ranked_seats(pad)}
    firsts = sum(standing.rank == 1 for standing in standings.values())
    strengths = [_strength(pad, player) for player in players]
    same = {"seats": len(players), "computers": sum(map(bool, strengths)), "mode": pad.options.mode}
    same |= {"expansion": pad.options.expansion, "refereed": pad.game}
    found = []
    for seat, (player, strength) in enumerate(zip(players, strengths, strict=True)):
        standing = standings[seat]
        ranked = {"total": standing.total, "rank": standing.rank, "firsts": firsts if standing.rank == 1 else 0}
        own = {"name": tidy(player.name), "tribe": player.tribe or None, "card": player.card or None}
        numbers = same | ranked | own | {"computer": _COMPUTERS.get(strength, 0)} | _lines(pad, seat)
        account = None if strength else player.person
        found.append(SeatEntry(account, strength or None, "" if strength else folded(player.name), numbers))
    return tuple(found)


def _strength(pad: ScorePad, player: Player) -> str:
    """The strength of a computer player; empty for a person. In a refereed game who has no id is a computer player."""
    if player.computer:
        return player.computer if player.computer in _COMPUTERS else UNKNOWN_COMPUTER
    return UNKNOWN_COMPUTER if pad.game and player.person is None else ""


def _lines(pad: ScorePad, seat: int) -> dict[str, int | str | bool | None]:
    points: dict[str, int | str | bool | None] = dict.fromkeys(LINES)
    sums: dict[str, int] = {}
    for line in lines_of(pad.sheets[seat], pad.options):
        if line.key in points:
            sums[line.key] = sums.get(line.key, 0) + line.points
    return points | sums
