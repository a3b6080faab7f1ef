"""How much memory the idle bot takes: started against the loopback Discord, then a minute without anything to do.

    python -m tools.idle_memory [--first] [--seconds 60] [model | lexical]

With ``lexical`` without the search model. What is measured is a later start, with nothing to migrate and no emojis to
send; with ``--first`` the very first one. Linux alone tells."""

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

from bot.practice import seed_data
from bot.practice.discord_state import Config
from bot.practice.server import LoopbackServer

START_WITHIN = 90.0
KINDS = ("Rss", "Pss", "Private_Dirty")
ROOT = Path(__file__).parent.parent
# As python -m bot.practice.launch does it, but without the practice channel, which a bot on Discord does not load.
START = """
import importlib.util, os, runpy, sys
found = importlib.util.spec_from_file_location("redirect", os.path.join("bot", "practice", "redirect.py"))
module = importlib.util.module_from_spec(found)
found.loader.exec_module(module)
module.redirect(os.environ["DISCORD_STAGE_URL"])
sys.argv = ["bot", "run"]
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""


async def measured(seconds: float, *, lexical: bool, first: bool) -> dict[str, float]:
    """The megabytes of the bot's process by kind (``/proc/PID/smaps_rollup``), so many seconds after its start.

    :raises TimeoutError: it did not come up.
    """
    server = LoopbackServer(Config(app_id=seed_data.APP_ID))
    seed_data.build(server.state.directory)
    async with server:
        with tempfile.TemporaryDirectory() as folder:
            env = {
                **os.environ,
                "DISCORD_STAGE_URL": server.state.url,
                "DISCORD_TOKEN": server.state.token,
                "DATA_DIR": folder,
                **({"REVIVE_SEARCH": "lexical"} if lexical else {}),
            }
            env.pop("PYTHONDONTWRITEBYTECODE", None)
            if not first:
                await _memory_after(3, server, env)
            return await _memory_after(seconds, server, env)


async def _memory_after(seconds: float, server: LoopbackServer, env: dict[str, str]) -> dict[str, float]:
    command = (sys.executable, "-c", START)
    bot = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=env, stderr=asyncio.subprocess.DEVNULL)
    try:
        async with asyncio.timeout(START_WITHIN):
            while not any(session.ready for session in server.state.sessions.live()):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        await asyncio.sleep(seconds)
        return _memory(bot.pid)
    finally:
        bot.terminate()
        await bot.wait()


def _memory(process: int) -> dict[str, float]:
    lines = [line.split() for line in Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()[1:]]
    found = {line[0].rstrip(":"): int(line[1]) / 1024 for line in lines}
    return {kind: found[kind] for kind in KINDS}


def main() -> None:
    """Print one line."""
    given = argparse.ArgumentParser(prog="python -m tools.idle_memory", description=__doc__)
    given.add_argument("search", nargs="?", choices=("model", "lexical"), default="model")
    given.add_argument("--first", action="store_true", help="the very first start, which makes the tables")
    given.add_argument("--seconds", type=float, default=60.0)
    wanted = given.parse_args()
    found = asyncio.run(measured(wanted.seconds, lexical=wanted.search == "lexical", first=wanted.first))
    print(wanted.search, *(f"{kind} {megabytes:.1f} MB" for kind, megabytes in found.items()), sep="  ")


if __name__ == "__main__":
    main()
