"""A few pictures against kept ones, with a tolerance for other versions of the libraries that draw letters.

They show a kept position with a kept pack, so that neither rules nor packs change them. After a wanted change:
``python -m tests.pictures.test_recorded_pictures`` draws them anew; look at them before you keep them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from bot.engine import Game, View, view
from bot.engine.components import Pack
from bot.engine.state import SeatSetup, Setup, State
from bot.pictures import Picture, board, component, player_board, reach_overlay, score_sheet
from tests.pictures.conftest import NAMES, opened

KEPT = Path(__file__).parent / "kept"
SMALLER = 2
TOLERANCE = 2.0
"""Mean difference of a colour, of 255, below which two pictures are the same."""


class Table(msgspec.Struct):
    """A pack and a position."""

    pack: Pack
    state: State


@cache
def _pack_and_state() -> tuple[Pack, State]:
    table = msgspec.json.decode((KEPT / "table.json").read_bytes(), type=Table)
    return table.pack, table.state


@cache
def _middle() -> View:
    pack, state = _pack_and_state()
    setup = Setup(seats=(SeatSetup(),) * len(state.seats), pack=pack.hash, seed=0)
    return view(Game(setup, pack, state, ()), 1)


PICTURES: dict[str, Callable[[], Picture]] = {
    "board": lambda: board(_middle(), "de", names=NAMES),
    "range": lambda: board(_middle(), "en", "light", names=NAMES, overlay=reach_overlay(_middle(), 0)),
    "player": lambda: player_board(_middle(), 1, "fr", names=NAMES),
    "score": lambda: score_sheet(_middle(), "en", "light", names=NAMES, history=[(0, 0, 0, 0), (5, 3, 8, 1)]),
    "citizen": lambda: component(_middle().pack, _middle().pack.citizens[30].id, "de"),
}


def _small(picture: Picture) -> Image.Image:
    return opened(picture.png).convert("RGB").reduce(SMALLER)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_as_they_were(name: str) -> None:
    now, kept = _small(PICTURES[name]()), Image.open(KEPT / f"{name}.png").convert("RGB")
    assert now.size == kept.size
    assert max(ImageStat.Stat(ImageChops.difference(now, kept)).mean) < TOLERANCE


def test_the_tolerance_tells_another_picture() -> None:
    """The same board without the range laid over it is not within it."""
    kept = Image.open(KEPT / "range.png").convert("RGB")
    plain = _small(board(_middle(), "en", "light", names=NAMES))
    assert max(ImageStat.Stat(ImageChops.difference(plain, kept)).mean) > TOLERANCE


if __name__ == "__main__":
    for title, draw in PICTURES.items():
        _small(draw()).quantize(128).save(KEPT / f"{title}.png", optimize=True)
