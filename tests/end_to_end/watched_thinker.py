"""``python -m bot think`` that notices lost processes quickly; with HANGS in the environment it says so at its first
thought, and never ends it. To be run as a module."""

import asyncio
import os
import runpy

from bot.players.workers.pool import PlannerPool
from bot.store import thought_worker

HANGS = "HANGS"


async def hang(*_: object) -> bytes:
    print("it hangs", flush=True)
    await asyncio.Event().wait()
    raise AssertionError


if __name__ == "__main__":
    vars(thought_worker).update(HEARTBEAT=0.3, STALLED=1.5)
    if HANGS in os.environ:
        PlannerPool.carry_out = hang  # type: ignore[assignment]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
