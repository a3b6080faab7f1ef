"""What the thinking processes run: one planner of each strength, kept from one move to the next."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

import msgspec

from bot.child_process import end_with_parent
from bot.engine.actions import Action
from bot.engine.components import Pack
from bot.engine.packs import field
from bot.engine.view_codec import decode_view, learn_pack
from bot.players.advice import advise
from bot.players.planner import Planner
from bot.players.review import Position, judge
from bot.players.strengths import Level

NICENESS = 5
"""So much the thinking steps back behind the bot itself."""
MOST_PLANNERS = 256
"""Planners that are kept, those asked last; each remembers the lines it follows."""
_planners: OrderedDict[tuple[Level, int], Planner] = OrderedDict()
_packs: dict[str, Pack] = {}
_encoder = msgspec.msgpack.Encoder()
_action_decoder = msgspec.msgpack.Decoder(Action)
_job_decoder = msgspec.msgpack.Decoder()
Work = Literal["think", "advice", "review"]
"""What can be asked of a thinking process."""


def begin() -> None:
    """Run once in each process: its pack is read, it is nice to the others, and it does not outlive the bot."""
    end_with_parent()
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    pack = field()
    _packs[pack.hash] = pack


def carry_out(work: Work, pack: bytes | None, job: bytes) -> bytes | None:
    """What comes of a job (see :func:`job_of`), after learning a pack where one is sent along; None where the pack of
    its view is not known here."""
    if pack is not None:
        learn_pack(pack, _packs)
    return _WORK[work](*_job_decoder.decode(job))


def job_of(*values: object) -> bytes:
    """The values that ``think``, ``advice`` or ``review`` is given, as bytes."""
    return _encoder.encode(values)


def think(data: bytes, level: Level, seed: int, seconds: float) -> bytes | None:
    """The thought about a view (both as bytes) within so many seconds; None where the pack is not known here."""
    try:
        seen, offers = decode_view(data, _packs)
    except KeyError:
        return None
    return _encoder.encode(_planner(level, seed, seconds).think(seen, offers))


def advice(data: bytes) -> bytes | None:
    """The advice for the seat of a view (both as bytes); None where the pack is not known here."""
    try:
        seen, offers = decode_view(data, _packs)
    except KeyError:
        return None
    return _encoder.encode(advise(seen, offers))


def review(positions: list[tuple[bytes, bytes]], close: bool) -> bytes | None:
    """What moves cost (each a view with its offers, and what was done, as bytes); None where the pack is not known
    here."""
    try:
        seen = [(decode_view(data, _packs), _action_decoder.decode(taken)) for data, taken in positions]
    except KeyError:
        return None
    return _encoder.encode([judge(Position(view, offers, taken), close=close) for (view, offers), taken in seen])


def _planner(level: Level, seed: int, seconds: float) -> Planner:
    planner = _planners.pop((level, seed), None) or Planner(level, seed)
    planner.seconds = seconds
    _planners[level, seed] = planner
    while len(_planners) > MOST_PLANNERS:
        _planners.popitem(last=False)
    return planner


_WORK: dict[Work, Callable[..., bytes | None]] = {"think": think, "advice": advice, "review": review}
