"""The official solo game has no scale: its results stand beside the person's own earlier ones."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.score_pad import Mode, OpenedPad, Options, PadUser, Player, ScorePads, Setup
from bot.engine.state import Options as GameOptions
from bot.players import RandomPlayer
from bot.store import Store
from tests.app.tables.table_fixture import GUILD, world
from tests.app.tables.table_fixture import KIM as KIM_THERE

PLACE, CHANNEL = 10, 20
KIM, TONI = PadUser(1, "Kim"), PadUser(2, "Toni")


@pytest.fixture
async def pads(tmp_path: Path) -> AsyncIterator[ScorePads]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'tallies.sqlite3'}") as store:
        yield ScorePads(store.score_pads)


async def played(
    pads: ScorePads, who: PadUser | str, points: int, mode: Mode = "solo", place: int = PLACE, *, close: bool = True
) -> OpenedPad:
    """A game for one of a person, or of somebody who is only a name, filled in and closed."""
    player = Player(who.name, who.person) if isinstance(who, PadUser) else Player(who)
    setup = Setup((player,), options=Options(mode=mode))
    opened = await pads.start(place, CHANNEL, KIM, "en", setup)
    typed = {"track": str(points), "progress": "0"}
    opened = await pads.fill(opened.id, place, KIM, 0, "points", typed, mending=False)
    return await pads.close(opened.id, place, KIM, incomplete=True) if close else opened


async def test_beside_ones_own_earlier_results(pads: ScorePads) -> None:
    first = await played(pads, KIM, 120)
    second = await played(pads, KIM, 143)
    third = await played(pads, KIM, 98)
    assert (first.earlier, second.earlier, third.earlier) == ((), (120,), (143, 120))
    assert (await pads.find(second.id, PLACE)).earlier == (120,), "later ones are no earlier ones"
    running = await played(pads, KIM, 1, close=False)
    assert running.earlier == (98, 143, 120)


async def test_others_and_other_games_do_not_count(pads: ScorePads) -> None:
    await played(pads, TONI, 200)
    await played(pads, "Kim", 190)
    await played(pads, KIM, 180, "mautoma")
    await played(pads, KIM, 170, "table")
    await played(pads, KIM, 160, place=PLACE + 1)
    mine = await played(pads, KIM, 100)
    assert mine.earlier == ()
    assert (await played(pads, "KIM", 150)).earlier == (190,), "who is only a name is known by it"
    assert (await played(pads, KIM, 181, "mautoma")).earlier == ()


async def test_a_corrected_result_counts_as_corrected(pads: ScorePads) -> None:
    first = await played(pads, KIM, 120)
    second = await played(pads, KIM, 143)
    await pads.fill(first.id, PLACE, KIM, 0, "points", {"track": "130", "progress": "0"}, mending=True)
    assert (await pads.find(second.id, PLACE)).earlier == (130,)


async def test_games_at_the_bots_own_table(tmp_path: Path) -> None:
    """Games of the official solo game stand beside each other, also beside typed results."""
    totals: list[int] = []
    async with world(tmp_path / "solo.sqlite3") as w:
        pads = ScorePads(w.store.score_pads)
        for seed in range(2):
            status = await w.game(KIM_THERE, options=GameOptions(alone="solo"))
            status = await w.play_on(status.game, RandomPlayer(seed))
            result = await w.store.games.result(status.game)
            assert result is not None
            assert result.tally is not None
            assert (await pads.find(result.tally, GUILD)).earlier == tuple(totals[::-1])
            totals.append(status.sheets[0].total)
        typed = await played(pads, PadUser(KIM_THERE, "Kim"), 120, place=GUILD)
        assert typed.earlier == tuple(totals[::-1])
