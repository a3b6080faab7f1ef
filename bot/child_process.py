"""What every process that the bot starts does first."""

from __future__ import annotations

import os
from multiprocessing import parent_process
from threading import Thread


def end_with_parent() -> None:
    """Have this process end as soon as the one that started it has, however that ended and whatever is done here.

    The queue of jobs does not tell: this process holds both of its ends. A pipe that only the parent holds does.
    """
    Thread(target=_wait_for_parent_s_end, name="parent-s-end", daemon=True).start()


def _wait_for_parent_s_end() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
