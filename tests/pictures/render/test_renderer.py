"""The renderer: draws beside the loop, once, within bounds, and never fails."""

from __future__ import annotations

import asyncio
import copy
import logging
from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image

from bot.engine import View
from bot.free_memory import give_back
from bot.pictures import Picture, Renderer, Row, reach_overlay
from bot.pictures.render import renderer as renderer_module
from bot.pictures.render.canvas import Canvas
from tests.pictures.conftest import NAMES


@pytest.fixture
def renderer() -> Renderer:
    return Renderer()


async def test_the_same_picture_is_drawn_once(
    renderer: Renderer, middle: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(*args: object, **options: object) -> Picture:
        drawn.append("board")
        return Picture(b"png", "alt", "board.png")

    monkeypatch.setattr(renderer_module, "board", draw)
    pictures = await asyncio.gather(*(renderer.board(middle, "de", names=NAMES) for _ in range(5)))
    assert await renderer.board(middle, "de", names=NAMES) == pictures[0]
    assert drawn == ["board"]
    await renderer.board(middle, "fr", names=NAMES)
    await renderer.board(middle, "de", "light", names=NAMES)
    await renderer.board(middle, "de", names=("Other",))
    await renderer.board(middle, "de", names=NAMES, area="F7")
    assert len(drawn) == 5
    renderer.close()


async def test_what_looks_the_same_is_not_drawn_again(
    renderer: Renderer, middle: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Resources change the words beside a map, and the language does, but not the map; points do."""
    drawn = []
    quantised = Canvas.quantised

    def counting(canvas: Canvas) -> Image.Image:
        drawn.append(canvas)
        return quantised(canvas)

    first = await renderer.table_map(middle, "de", names=NAMES)
    monkeypatch.setattr(Canvas, "quantised", counting)
    changed = copy.deepcopy(middle.state)
    changed.turn.number += 1
    same = await renderer.table_map(replace(middle, state=changed), "fr", names=NAMES)
    assert first is not None
    assert same is not None
    assert same.png is first.png
    assert f"Tour {changed.turn.number}" in same.alt
    assert not drawn
    changed.seats[0].points += 1
    other = await renderer.table_map(replace(middle, state=changed), "fr", names=NAMES)
    assert other is not None
    assert other.png != first.png
    assert len(drawn) == 1
    renderer.close()


async def test_every_kind_of_picture(renderer: Renderer, middle: View) -> None:
    place = next(
        n for n, lying in enumerate(middle.state.places) if lying.revealed and lying.tile in middle.pack.start_tile
    )
    pictures = [
        await renderer.board(middle, "en"),
        await renderer.player_board(middle, 1, "en", area="cards"),
        await renderer.table_map(middle, "en"),
        await renderer.targets_map(middle, "en", reach_overlay(middle, 0)),
        await renderer.market(middle, "en"),
        await renderer.component(middle.pack, middle.state.display[0], "en"),
        await renderer.orientation_choice(middle, place, (0, 1), "en"),
        await renderer.score_sheet(middle, "en", history=[[0, 0, 0, 0], [1, 2, 3, 4]]),
        await renderer.score_pad_sheet([Row("track", (1, 2))], (2, 1), "en"),
    ]
    assert all(picture is not None and picture.png.startswith(b"\x89PNG") for picture in pictures)
    renderer.close()


async def test_a_picture_that_fails_is_none_and_logged(
    renderer: Renderer, middle: View, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        assert await renderer.player_board(middle, 9, "en") is None
    assert "picture not drawn" in caplog.text
    assert await renderer.player_board(middle, 0, "en") is not None
    renderer.close()


async def test_what_is_kept_is_bounded(middle: View, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = Renderer(most_bytes=2500)
    monkeypatch.setattr(renderer_module, "component", lambda *_: Picture(b"x" * 1000, "alt", "a.png"))
    for name in "abcd":
        await renderer.component(middle.pack, name, "en")
    assert len(renderer._pngs) == 2
    assert renderer._bytes == 2000
    renderer.close()


async def test_too_many_at_once_are_left_out(renderer: Renderer, middle: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer_module, "MOST_WAITING", 2)
    found = await asyncio.gather(*(renderer.component(middle.pack, card.id, "en") for card in middle.pack.citizens[:4]))
    assert [picture is None for picture in found] == [False, False, True, True]
    renderer.close()


async def test_a_caller_that_gives_up_does_not_stop_the_picture(renderer: Renderer, middle: View) -> None:
    task = asyncio.create_task(renderer.market(middle, "en"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await renderer.market(middle, "en") is not None
    renderer.close()


async def test_after_closing_there_are_no_pictures(renderer: Renderer, middle: View) -> None:
    renderer.close()
    assert await renderer.market(middle, "en") is None


async def test_warming_up_makes_what_all_boards_share(renderer: Renderer, middle: View) -> None:
    await renderer.warm_up(middle.pack)
    assert await renderer.board(middle, "en") is not None
    renderer.close()


async def test_free_memory_is_given_back(renderer: Renderer, middle: View, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr(renderer_module, "TIDY_EVERY", 3)
    monkeypatch.setattr(renderer_module, "give_back", lambda: given.append(1))
    for card in middle.pack.citizens[:7]:
        await renderer.component(middle.pack, card.id, "en")
    await renderer.market(middle, "en")
    assert len(given) == 2
    give_back()
    renderer.close()


async def test_who_can_wait_lets_others_go_first(
    renderer: Renderer, middle: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def noting(name: str) -> Callable[..., Picture]:
        def draw(*args: object, **options: object) -> Picture:
            drawn.append(name)
            return Picture(b"png", "alt", "a.png")

        return draw

    for name in ("board", "component", "lobby"):
        monkeypatch.setattr(renderer_module, name, noting(name))
    pack = middle.pack
    await asyncio.gather(
        renderer.component(pack, "a", "en"),
        renderer.board(middle, "en", waits=True),
        renderer.board(middle, "de", waits=True),
        renderer.lobby(pack, (), (), "en"),
        renderer.lobby(pack, (), (), "de"),
    )
    assert drawn == ["component", "lobby", "lobby", "board", "board"]
    renderer.close()
