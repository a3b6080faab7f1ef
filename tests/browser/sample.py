"""The practice channel with the sample bot on it, for trying the page: ``python -m tests.browser.sample PORT``."""

from __future__ import annotations

import asyncio
import sys

from bot.practice import Practice


async def main(port: int, deadline: float | None = None) -> None:
    """Serve until the process ends; ``deadline``: seconds for an answer, if not Discord's three."""
    practice = Practice(port=port)
    if deadline is not None:
        practice.server.state.config.response_deadline = deadline
    await practice.start()
    practice.redirect()
    from tests.practice.samplebot import bot

    print(f"The practice channel is at {practice.url}", flush=True)
    async with bot:
        await bot.start(practice.token)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), *map(float, sys.argv[2:3])))
