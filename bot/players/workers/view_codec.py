"""A view as bytes and back, so that another process can think about it. Nothing hidden is in it, since nothing hidden
is in a view."""

from __future__ import annotations

import msgspec

from bot.engine import Game, View
from bot.engine.actions import Decision, Offer
from bot.engine.components import Back, Pack
from bot.engine.state import SeatNumber, Setup, State
from bot.engine.variants import variants_of


class EncodedView(msgspec.Struct, frozen=True, kw_only=True):
    """What a player is given, without what follows from the pack, which is named by its content hash."""

    seat: SeatNumber | None
    setup: Setup
    state: State
    pack: str
    backs: dict[int, Back]
    decision: Decision | None
    waiting: dict[SeatNumber, str]
    offers: list[Offer]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(EncodedView)


def packed(seen: View, offers: list[Offer]) -> bytes:
    """A view and its offers as bytes (MessagePack, about 10 KB)."""
    return _encoder.encode(
        EncodedView(
            seat=seen.seat,
            setup=seen.setup,
            state=seen.state,
            pack=seen.pack.hash,
            backs=seen.backs,
            decision=seen.decision,
            waiting=seen.waiting,
            offers=offers,
        )
    )


def unpacked(data: bytes, packs: dict[str, Pack]) -> tuple[View, list[Offer]]:
    """The view and offers of :func:`packed`.

    :raises KeyError: where the pack is not among ``packs``; its argument is the hash.
    """
    glimpse = _decoder.decode(data)
    pack = packs[glimpse.pack]
    table = Game(glimpse.setup, pack, glimpse.state, variants_of(glimpse.setup))
    seen = View(
        seat=glimpse.seat,
        setup=glimpse.setup,
        state=glimpse.state,
        pack=pack,
        board=table.board,
        prints=tuple(table.prints),
        backs=glimpse.backs,
        decision=glimpse.decision,
        waiting=glimpse.waiting,
        variants=table.variants,
    )
    return seen, glimpse.offers
