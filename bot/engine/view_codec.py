"""A view as bytes and back, so that another process can think about it or draw it. Nothing hidden is in it, since
nothing hidden is in a view."""

from __future__ import annotations

import msgspec

from bot.engine.actions import Decision, Offer
from bot.engine.components import Back, Pack
from bot.engine.game import Game
from bot.engine.state import SeatNumber, Setup, State
from bot.engine.variants import variants_of
from bot.engine.views import View


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
_pack_decoder = msgspec.msgpack.Decoder(Pack)


def encode_pack(pack: Pack) -> bytes:
    """A pack as bytes, for a process that does not know it."""
    return _encoder.encode(pack)


def learn_pack(data: bytes, packs: dict[str, Pack]) -> None:
    """Put the pack of :func:`encode_pack` among ``packs``, by its hash."""
    pack = _pack_decoder.decode(data)
    packs[pack.hash] = pack


def encode_view(seen: View, offers: list[Offer]) -> bytes:
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


def decode_view(data: bytes, packs: dict[str, Pack]) -> tuple[View, list[Offer]]:
    """The view and offers of :func:`encode_view`.

    :raises KeyError: where the pack is not among ``packs``; its argument is the hash.
    """
    encoded = _decoder.decode(data)
    pack = packs[encoded.pack]
    table = Game(encoded.setup, pack, encoded.state, variants_of(encoded.setup))
    seen = View(
        seat=encoded.seat,
        setup=encoded.setup,
        state=encoded.state,
        pack=pack,
        board=table.board,
        prints=tuple(table.prints),
        backs=encoded.backs,
        decision=encoded.decision,
        waiting=encoded.waiting,
        variants=table.variants,
    )
    return seen, encoded.offers
