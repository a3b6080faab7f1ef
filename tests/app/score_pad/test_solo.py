"""The official solo game has no scale: its results stand beside the person's own earlier ones."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.score_pad import Mode, Opened, Options, PadUser, Player, ScorePads, Setup
from bot.engine.state import Options as GameOptions
from bot.players import RandomPlayer
from bot.store import Store
from tests.app.tables.table_fixture import GUILD, world
from tests.app.tables.table_fixture import KIM as KIM_THERE

PLACE, CHANNEL = 10, 20
KIM, TONI = PadUser(1, "Kim"), PadUser(2, "Toni")


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[ScorePads]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'tallies.sqlite3'}") as store:
        yield ScorePads(store.tallies)


async def played(
    desk: ScorePads, who: PadUser | str, points: int, mode: Mode = "solo", place: int = PLACE, *, close: bool = True
) -> Opened:
    """A game for one of a person, or of somebody who is only a name, filled in and closed."""
    player = Player(who.name, who.person) if isinstance(who, PadUser) else Player(who)
    setup = Setup((player,), options=Options(mode=mode))
    opened = await desk.start(place, CHANNEL, KIM, "en", setup)
    typed = {"track": str(points), "progress": "0"}
    opened = await desk.fill(opened.id, place, KIM, 0, "points", typed, mending=False)
    return await desk.close(opened.id, place, KIM, incomplete=True) if close else opened


async def test_beside_ones_own_earlier_results(desk: ScorePads) -> None:
    first = await played(desk, KIM, 120)
    second = await played(desk, KIM, 143)
    third = await played(desk, KIM, 98)
    assert (first.earlier, second.earlier, third.earlier) == ((), (120,), (143, 120))
    assert (await desk.find(second.id, PLACE)).earlier == (120,), "later ones are no earlier ones"
    running = await played(desk, KIM, 1, close=False)
    assert running.earlier == (98, 143, 120)


async def test_others_and_other_games_do_not_count(desk: ScorePads) -> None:
    await played(desk, TONI, 200)
    await played(desk, "Kim", 190)
    await played(desk, KIM, 180, "mautoma")
    await played(desk, KIM, 170, "table")
    await played(desk, KIM, 160, place=PLACE + 1)
    mine = await played(desk, KIM, 100)
    assert mine.earlier == ()
    assert (await played(desk, "KIM", 150)).earlier == (190,), "who is only a name is known by it"
    assert (await played(desk, KIM, 181, "mautoma")).earlier == ()


async def test_a_corrected_result_counts_as_corrected(desk: ScorePads) -> None:
    first = await played(desk, KIM, 120)
    second = await played(desk, KIM, 143)
    await desk.fill(first.id, PLACE, KIM, 0, "points", {"track": "130", "progress": "0"}, mending=True)
    assert (await desk.find(second.id, PLACE)).earlier == (130,)


async def test_games_at_the_bots_own_table(tmp_path: Path) -> None:
    """Games of the official solo game stand beside each other, also beside typed results."""
    totals: list[int] = []
    async with world(tmp_path / "solo.sqlite3") as w:
        desk = ScorePads(w.store.tallies)
        for seed in range(2):
            status = await w.game(KIM_THERE, options=GameOptions(alone="solo"))
            status = await w.play_on(status.game, RandomPlayer(seed))
            result = await w.store.games.result(status.game)
            assert result is not None
            assert result.tally is not None
            assert (await desk.find(result.tally, GUILD)).earlier == tuple(totals[::-1])
            totals.append(status.sheets[0].total)
        typed = await played(desk, PadUser(KIM_THERE, "Kim"), 120, place=GUILD)
        assert typed.earlier == tuple(totals[::-1])
