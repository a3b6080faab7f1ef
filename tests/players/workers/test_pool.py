"""Thinking in processes of its own: late to start, never in the way, always with an answer."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio

from bot.engine import View, legal, new_game, view
from bot.engine.actions import Offer
from bot.engine.components import Pack
from bot.engine.packs import field
from bot.engine.view_codec import decode_view, encode_view
from bot.players import CannotMove, Planner, StandIn, Thought
from bot.players.workers import pool as module
from bot.players.workers.pool import NobodyThinks, PlannerPool, usual_processes
from bot.players.workers.worker import Work
from bot.simulation.simulated_games import setup_for
from tests.players.table import advance, laid, to_move


def position(seed: int, steps: int = 20) -> tuple[View, list[Offer]]:
    game = advance(laid(seed, 2), steps)
    seat = to_move(game)
    while len(legal(game, seat)) < 6:
        advance(game, 1)
        seat = to_move(game)
    return view(game, seat), legal(game, seat)


def easily(seen: View, offers: list[Offer], why: StandIn) -> Thought:
    """What the easy player does in place of another."""
    return msgspec.structs.replace(Planner("easy").think(seen, offers), stand_in=why)


@pytest_asyncio.fixture
async def planners() -> AsyncIterator[PlannerPool]:
    found = PlannerPool(1, patience=60)
    yield found
    await found.close()


@pytest.mark.parametrize("steps", [0, 30, 90])
def test_an_encoded_view_is_whole(steps: int) -> None:
    seen, offers = position(1, steps)
    again, same = decode_view(encode_view(seen, offers), {field().hash: field()})
    for name in ("seat", "setup", "state", "board", "prints", "backs", "decision", "waiting"):
        assert getattr(again, name) == getattr(seen, name), name
    assert same == offers
    with pytest.raises(KeyError):
        decode_view(encode_view(seen, offers), {})


async def test_it_thinks_as_the_planner_does(planners: PlannerPool) -> None:
    seen, offers = position(2)
    assert not planners.started
    thought = await planners.think(seen, offers, "normal", seed=4)
    assert thought == Planner("normal", 4).think(seen, offers)
    assert planners.started
    assert planners.fallbacks == 0


async def test_what_needs_no_thinking_starts_nothing(planners: PlannerPool) -> None:
    seen, offers = position(3)
    easy = await planners.think(seen, offers, "easy")
    assert easy == Planner("easy").think(seen, offers)
    only = await planners.think(seen, offers[:1], "hard")
    assert only.action == offers[0].action
    with pytest.raises(CannotMove):
        await planners.think(seen, [], "hard")
    assert not planners.started


async def test_a_lost_process_is_replaced(planners: PlannerPool) -> None:
    seen, offers = position(4)
    first = await planners.think(seen, offers, "normal")
    lost = planners.process_ids
    assert lost
    for process in lost:
        os.kill(process, signal.SIGKILL)
    assert await planners.think(seen, offers, "normal") == first
    assert set(planners.process_ids).isdisjoint(lost)
    assert planners.fallbacks == 0


async def test_thoughts_that_wait_outlive_a_lost_process(planners: PlannerPool) -> None:
    seen, offers = position(9)
    await planners.think(seen, offers, "normal")
    waiting = [asyncio.create_task(planners.think(seen, offers, "normal", seed)) for seed in range(5)]
    await asyncio.sleep(0)
    lost = planners.process_ids
    assert lost
    for process in lost:
        os.kill(process, signal.SIGKILL)
    found = await asyncio.gather(*waiting)
    assert [thought.action for thought in found] == [Planner("normal", seed).choose(seen, offers) for seed in range(5)]


async def test_thoughts_after_a_given_up_one_outlive_a_lost_process(planners: PlannerPool) -> None:
    """Somebody who stops waiting leaves nobody else without an answer."""
    seen, offers = position(9)
    await planners.think(seen, offers, "normal")
    waiting = [asyncio.create_task(planners.think(seen, offers, "normal", seed)) for seed in range(6)]
    await asyncio.sleep(0.1)
    waiting.pop(3).cancel()
    for process in planners.process_ids:
        os.kill(process, signal.SIGKILL)
    async with asyncio.timeout(40):
        found = await asyncio.gather(*waiting)
    assert [thought.stand_in for thought in found] == [None] * 5
    assert planners.fallbacks == 0


async def test_too_slow_is_answered_easily() -> None:
    slow = PlannerPool(1, seconds={"easy": 1, "normal": 0, "hard": 0}, patience=0.01)
    try:
        seen, offers = position(5)
        assert await slow.think(seen, offers, "hard") == easily(seen, offers, "slow")
        assert slow.fallbacks == 1
    finally:
        await slow.close()


async def test_a_thought_that_fails_is_answered_easily(
    planners: PlannerPool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever goes wrong in the process is logged with its cause, and the game goes on."""
    seen, offers = position(5)
    monkeypatch.setattr(module, "encode_view", lambda *_: b"nothing that can be read")
    thought = await planners.think(seen, offers, "normal", 3)
    assert thought == easily(seen, offers, "failed")
    assert planners.fallbacks == 1
    assert any(record.exc_info and record.message == "thinking failed" for record in caplog.records)


async def test_too_many_at_once_are_answered_easily() -> None:
    busy = PlannerPool(1, most_waiting=0)
    seen, offers = position(6)
    assert await busy.think(seen, offers, "normal") == easily(seen, offers, "busy")
    assert busy.fallbacks == 1
    assert not busy.started
    await busy.close()


async def test_processes_start_when_those_before_are_busy() -> None:
    """The first thought starts one; thoughts at once have a process each."""
    pool = PlannerPool(2, patience=60)
    seen, offers = position(6)
    try:
        await pool.think(seen, offers, "normal")
        assert len(pool.process_ids) == 1
        await asyncio.gather(*(pool.think(seen, offers, "normal", seed) for seed in range(4)))
        assert len(pool.process_ids) == 2
    finally:
        await pool.close()


def test_one_processor_is_left_to_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    for usable, expected in ((1, 1), (2, 1), (4, 3)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, n=usable: set(range(n)))
        assert usual_processes() == expected


def test_out_of_time_the_best_found_is_taken() -> None:
    seen, offers = position(7)
    action = Planner("hard", seconds=0.0).choose(seen, offers)
    assert action in [offer.action for offer in offers]


def test_a_table_s_own_pack_is_sent_along(planners: PlannerPool) -> None:
    own: Pack = msgspec.structs.replace(field(), version="of our own")
    game = new_game(setup_for(own, 2, 8, laid(8, 2).setup.options), own)
    advance(game, 3)
    seat = to_move(game)
    seen, offers = view(game, seat), legal(game, seat)
    assert seen.pack.hash != field().hash

    async def thought() -> object:
        try:
            return await planners.think(seen, offers, "normal")
        finally:
            await planners.close()

    assert asyncio.run(thought()) == Planner("normal").think(seen, offers)


class Elsewhere:
    """Another program's process, which knows no pack yet; ``away``: there is none."""

    def __init__(self, pool: PlannerPool, away: str = "") -> None:
        self.pool, self.away = pool, away
        self.asked = list[tuple[str, bool]]()

    async def answer(self, work: Work, pack: bytes | None, job: bytes) -> bytes | None:
        self.asked.append((work, pack is not None))
        if self.away:
            raise NobodyThinks(self.away)
        return await self.pool.carry_out(work, pack, job)


async def test_other_programs_think_as_the_planner_does(planners: PlannerPool) -> None:
    """Thoughts and advice, also about a pack that is not known there."""
    own: Pack = msgspec.structs.replace(field(), version="known to one side")
    game = advance(new_game(setup_for(own, 2, 8, laid(8, 2).setup.options), own), 3)
    seat = to_move(game)
    seen, offers = view(game, seat), legal(game, seat)
    elsewhere = Elsewhere(planners)
    asking = PlannerPool(1, elsewhere=elsewhere, patience=60)
    assert await asking.think(seen, offers, "normal", 4) == Planner("normal", 4).think(seen, offers)
    assert elsewhere.asked == [("think", False), ("think", True)]
    assert await asking.advise(seen, offers) == await planners.advise(seen, offers)
    assert elsewhere.asked[2:] == [("advice", False)]
    assert not asking.started
    assert asking.fallbacks == 0


async def test_where_nobody_thinks_the_easy_player_answers(
    planners: PlannerPool, caplog: pytest.LogCaptureFixture
) -> None:
    seen, offers = position(5)
    asking = PlannerPool(1, elsewhere=Elsewhere(planners, away="nobody is there"))
    assert await asking.think(seen, offers, "hard") == easily(seen, offers, "failed")
    with pytest.raises(TimeoutError):
        await asking.advise(seen, offers)
    assert asking.fallbacks == 1
    assert [vars(each)["reason"] for each in caplog.records if each.message == "nobody thinks"] == 2 * [
        "nobody is there"
    ]


async def test_a_job_of_another_program_outlives_a_lost_process(planners: PlannerPool) -> None:
    seen, offers = position(9)
    asking = PlannerPool(1, elsewhere=Elsewhere(planners), patience=60)
    first = await asking.think(seen, offers, "normal")
    for process in planners.process_ids:
        os.kill(process, signal.SIGKILL)
    assert await asking.think(seen, offers, "normal") == first
    assert asking.fallbacks == 0


def test_importing_it_starts_no_process() -> None:
    script = (
        "import bot.players.workers.pool as p, multiprocessing as m; p.PlannerPool(); print(len(m.active_children()))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
    assert module.PATIENCE > 0


BOT = """
import asyncio, os
from bot.players.workers.pool import PlannerPool

async def main():
    pool = PlannerPool().start()
    print(await asyncio.get_running_loop().run_in_executor(pool, os.getpid), flush=True)
    if {busy}:
        pool.submit(eval, "all(True for _ in iter(int, 1))")
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.parametrize("busy", [False, True])
def test_it_ends_with_a_bot_that_is_killed(busy: bool, tmp_path: Path) -> None:
    """The processes hold what the bot prints to: it ends when the last of them has."""
    script = tmp_path / "bot_with_thinker.py"
    script.write_text(BOT.replace("{busy}", str(busy)))
    environment = {**os.environ, "PYTHONPATH": str(Path(module.__file__).parents[3])}
    bot = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment, text=True)
    assert bot.stdout is not None
    thinking = int(bot.stdout.readline())
    bot.kill()
    try:
        bot.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        os.kill(thinking, signal.SIGKILL)
        raise
