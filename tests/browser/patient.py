"""``python -m tests.browser.patient bot run --port 0``: a practice channel that waits a minute for its bot's answers.

Discord waits three seconds; on a machine that is busy with other tests that would be a race. Every game is dealt alike,
and messages are edited more often than on Discord.
"""

from __future__ import annotations

import runpy
import sys

from bot.practice import Practice
from tests.end_to_end import edit_pace
from tests.end_to_end.seeded_bot import deal_alike

PATIENCE = 60.0  # seconds
start = Practice.start


async def start_patiently(practice: Practice) -> None:
    """Start, and wait long for answers."""
    practice.server.state.config.response_deadline = PATIENCE
    await start(practice)


if __name__ == "__main__":
    Practice.start = start_patiently  # type: ignore[method-assign, assignment]
    deal_alike()
    edit_pace.hurry()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
