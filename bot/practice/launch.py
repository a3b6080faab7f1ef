"""Runs a discord.py program, unchanged, against a loopback Discord.

    DISCORD_STAGE_URL=http://127.0.0.1:PORT python -m bot.practice.launch --module bot -- run

Names of other machines are not resolved: an attempt fails and is reported on standard error.
"""

from __future__ import annotations

import argparse
import os
import runpy
import socket
import sys
from typing import Any

from bot.practice.redirect import redirect

REFUSED = "outside connection refused:"


def stay_here() -> None:
    """Resolve only the names of this machine."""
    look_up = socket.getaddrinfo
    own = {None, "", "localhost", "::1", "0.0.0.0", socket.gethostname()}

    def getaddrinfo(host: Any, *args: Any, **more: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name not in own and not str(name).startswith("127."):
            print(REFUSED, name, file=sys.stderr, flush=True)
            raise socket.gaierror(socket.EAI_NONAME, f"{REFUSED} {name}")
        return look_up(host, *args, **more)

    socket.getaddrinfo = getaddrinfo


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bot.practice.launch", description=__doc__)
    parser.add_argument("--module", required=True, help="the program, as for python -m")
    parser.add_argument("args", nargs="*", help="arguments of the program, after --")
    given = parser.parse_args()
    url = os.environ.get("DISCORD_STAGE_URL")
    if not url:
        parser.error("DISCORD_STAGE_URL is not set")
    redirect(url)
    stay_here()
    sys.path[:0] = [os.getcwd()]
    sys.argv = [given.module, *given.args]
    runpy.run_module(given.module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
