"""Bodies without a person: names become empty and ids go, numbers and seats stay. A seat without a name is shown as
"Player 2" in the reader's language."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from bot.app.score_pad.model import Closing, Details, Edit, Player, ScorePad
from bot.app.score_pad.parsing import folded
from bot.app.score_pad.service import decoded, encoded
from bot.app.tables.game_results import Result
from bot.app.tables.model import Act, Ballot, Seat
from bot.app.tables.table_state import Body, decode_body, encode_body
from bot.store.person_data import NOBODY

_replace = msgspec.structs.replace
_result_decoder = msgspec.json.Decoder(Result)
_act_decoder = msgspec.json.Decoder(Act)


def body_without(person: int, column: str, body: bytes, names: frozenset[str], called: frozenset[str]) -> bytes | None:
    """A stored body without the person; None where it does not change.

    ``names``: typed names that the person has claimed, folded; ``called``: their names in games, as they stand there.
    """
    return BY_COLUMN[column](person, body, names, called)


def names_in(person: int, body: bytes) -> frozenset[str]:
    """The names of a person in the body of a game."""
    return frozenset(seat.name for seat in decode_body(body).seats if _is_theirs(seat, person)) - {""}


def own_part(person: int, column: str, body: bytes) -> object:
    """Of a body that several people share, what is the person's own: seats and entries; None where there is nothing."""
    match column:
        case "games.body":
            return [seat for seat in decode_body(body).seats if _is_theirs(seat, person)]
        case "game_results.body":
            result = _result_decoder.decode(body)
            own = [number for number, seat in enumerate(result.seats) if _is_theirs(seat, person)]
            return {
                "seats": [result.seats[number] for number in own],
                "scores": [result.sheets[number] for number in own],
            }
        case "tallies.body":
            return _own_entries(decoded(body), person)
    return None


def _own_entries(pad: ScorePad, person: int) -> object:
    own = [seat for seat, player in enumerate(pad.players) if player.person == person]
    changes = [edit for edit in pad.edits if edit.person == person]
    entries = {"players": [pad.players[n] for n in own], "sheets": [pad.sheets[n] for n in own], "changes": changes}
    return entries | {"places and notes": sorted(_written(pad, person))}


def _written(pad: ScorePad, person: int) -> set[str]:
    """The places and notes that a person has written."""
    after = (*(edit.was for edit in pad.details_edits[1:]), pad.details)
    return {
        text
        for edit, later in zip(pad.details_edits, after, strict=False)
        if edit.person == person
        for text in {later.place, later.note} - {edit.was.place, edit.was.note, ""}
    }


def without_seats(seats: tuple[Seat, ...], person: int) -> tuple[Seat, ...]:
    """The seats of a table without the person."""
    return tuple(_seat(seat, person) for seat in seats)


def _table_body(person: int, data: bytes, _: frozenset[str], called: frozenset[str]) -> bytes | None:
    body = decode_body(data)
    after = _replace(
        body,
        seats=without_seats(body.seats, person),
        ballots=tuple(_ballot(ballot, person) for ballot in body.ballots if not ballot.on.endswith(f":{person}")),
        agreed=tuple(user for user in body.agreed if user != person),
        calls={seat: call for seat, call in body.calls.items() if call.user != person},
        stand_ins={seat: call for seat, call in body.stand_ins.items() if call.user != person},
        nudges={seat: _replace(each, by="") if each.by in called else each for seat, each in body.nudges.items()},
        ending=_ending(body, person),
    )
    return encode_body(after) if after != body else None


def _is_theirs(seat: Seat, person: int) -> bool:
    return person in (seat.user, seat.kept_for, seat.absent)


def _seat(seat: Seat, person: int) -> Seat:
    """A computer player that filled in goes on; nobody's seat stays empty."""
    if not _is_theirs(seat, person):
        return seat
    return _replace(seat, user=None, kept_for=None, absent=None, name="", standing={})


def _ballot(ballot: Ballot, person: int) -> Ballot:
    users, against = (tuple(user for user in each if user != person) for each in (ballot.users, ballot.against))
    return _replace(ballot, users=users, against=against)


def _ending(body: Body, person: int) -> object:
    ending = body.ending
    if ending is None:
        return None
    confirmed = tuple(user for user in ending.confirmed if user != person)
    by_them = {"user": NOBODY, "by": ""} if ending.user == person else {}
    return _replace(ending, confirmed=confirmed, **by_them)


def _game_result(person: int, data: bytes, _: frozenset[str], called: frozenset[str]) -> bytes | None:
    result = _result_decoder.decode(data)
    after = _replace(result, seats=without_seats(result.seats, person))
    return msgspec.json.encode(after) if after != result else None


def _act(person: int, data: bytes, _: frozenset[str], called: frozenset[str]) -> bytes | None:
    act = _act_decoder.decode(data)
    after = _replace(act, name="" if act.name in called else act.name, by="" if act.by in called else act.by)
    return msgspec.json.encode(after) if after != act else None


def _score_pad(person: int, data: bytes, names: frozenset[str], called: frozenset[str]) -> bytes | None:
    pad = decoded(data)
    after = _replace(
        pad,
        owner=NOBODY if pad.owner == person else pad.owner,
        players=tuple(_player(player, person, names) for player in pad.players),
        closed=_closing(pad, person),
        edits=tuple(_edit(edit, person) for edit in pad.edits),
        **_details(pad, person, names),
    )
    return encoded(after) if after != pad else None


def _player(player: Player, person: int, names: frozenset[str]) -> Player:
    typed = player.person is None and not player.computer and folded(player.name) in names
    return _replace(player, name="", person=None) if typed or player.person == person else player


def _closing(pad: ScorePad, person: int) -> Closing | None:
    return Closing(NOBODY, "") if pad.closed and pad.closed.person == person else pad.closed


def _details(pad: ScorePad, person: int, names: frozenset[str]) -> dict[str, Any]:
    """The details without the person, what they wrote, and what somebody wrote that names them."""
    written = _written(pad, person)
    called = names | {folded(player.name) for player in pad.players if player.person == person}

    def kept(text: str) -> str:
        return "" if text in written or any(name and name in folded(text) for name in called) else text

    def without(details: Details) -> Details:
        return _replace(details, place=kept(details.place), note=kept(details.note))

    edits = tuple(
        _replace(edit, was=without(edit.was), **({"person": NOBODY, "name": ""} if edit.person == person else {}))
        for edit in pad.details_edits
    )
    return {"details": without(pad.details), "details_edits": edits}


def _edit(edit: Edit, person: int) -> Edit:
    return _replace(edit, person=NOBODY, name="") if edit.person == person else edit


Without = Callable[[int, bytes, frozenset[str], frozenset[str]], bytes | None]
BY_COLUMN: Final[dict[str, Without]] = {
    "games.body": _table_body,
    "game_results.body": _game_result,
    "game_acts.body": _act,
    "tallies.body": _score_pad,
}
"""For every column of ``bot.store.person_data.BODIES``: how a person goes out of it."""
