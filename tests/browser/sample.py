"""The practice channel with the sample bot on it, for trying the page: ``python -m tests.browser.sample PORT``."""

from __future__ import annotations

import asyncio
import sys

from bot.practice import Practice


async def main(port: int) -> None:
    """Serve until the process ends."""
    practice = Practice(port=port)
    await practice.start()
    practice.redirect()
    from tests.practice.samplebot import bot

    print(f"The practice channel is at {practice.url}", flush=True)
    async with bot:
        await bot.start(practice.token)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
