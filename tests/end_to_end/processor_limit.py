"""A share of a processor for some processes, by a control group of Linux (cgroup v1 or v2); only root may make one."""

from __future__ import annotations

import contextlib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path("/sys/fs/cgroup")
PERIOD = 100_000
"""Microseconds in which a group may use its share."""


class Limit:
    """One group: what it has used, and how often it had to wait for its share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def allow(self, share: float) -> None:
        """Let it use so much of one processor from now on."""
        quota = int(share * PERIOD)
        if (self.folder / "cpu.max").exists():
            (self.folder / "cpu.max").write_text(f"{quota} {PERIOD}")
        else:
            (self.folder / "cpu.cfs_period_us").write_text(str(PERIOD))
            (self.folder / "cpu.cfs_quota_us").write_text(str(quota))

    def waited(self) -> tuple[int, int]:
        """Periods in which it computed, and those in which its share did not suffice."""
        lines = dict(line.split() for line in (self.folder / "cpu.stat").read_text().splitlines())
        return int(lines["nr_periods"]), int(lines["nr_throttled"])

    def add(self, process: int) -> None:
        """Take a process in, with whatever it starts from then on."""
        (self.folder / "cgroup.procs").write_text(str(process))


@contextmanager
def limited(name: str, processes: Sequence[int]) -> Iterator[Limit | None]:
    """A group with these processes, without a limit yet; None where this machine lets us make none. At the end they are
    back where they were."""
    parent = ROOT / "cpu" if (ROOT / "cpu").is_dir() else ROOT
    folder = parent / name
    try:
        folder.mkdir()
        made = Limit(folder)
        made.allow(1000)
        for process in processes:
            made.add(process)
    except OSError:
        with contextlib.suppress(OSError):
            folder.rmdir()
        yield None
        return
    try:
        yield made
    finally:
        for left in (folder / "cgroup.procs").read_text().split():
            with contextlib.suppress(OSError):
                (parent / "cgroup.procs").write_text(left)
        folder.rmdir()
