"""How long a start takes: the practice channel and the bot on it, as a process of its own, with an empty database."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bot.cli.bench_command import Figure

TITLE = "Start"
STARTS = 3
ANSWERS_FROM = "commands synced"
"""The line of the log from which on every command is there and answered."""


def measure() -> Iterator[Figure]:
    """Seconds from the command until the bot answers."""
    with tempfile.TemporaryDirectory() as folder:
        times = [_start(Path(folder)) for _ in range(STARTS)]
    yield Figure("python -m bot practice, until it answers, first start", f"{times[0]:.1f} s", "≤ 5 s")
    yield Figure(f"… later starts, slowest of {STARTS - 1}", f"{max(times[1:]):.1f} s", "≤ 5 s")


def _start(folder: Path) -> float:
    """Seconds until the bot answers.

    :raises RuntimeError: it ended before.
    """
    command = [sys.executable, "-m", "bot", "practice", "--port", "0"]
    env = {**os.environ, "DATA_DIR": str(folder), "LOG_LEVEL": "INFO"}
    began = time.perf_counter()
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        lines = iter(process.stderr.readline, "")
        if not any(ANSWERS_FROM in line for line in lines):
            raise RuntimeError("the bot ended before it answered")
        taken = time.perf_counter() - began
        process.terminate()
    return taken
