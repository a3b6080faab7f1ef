"""How often a bot under test edits its messages: more often than on Discord, so that tests wait less."""

from __future__ import annotations

import os
from typing import Final

from cogs.core import message_edit_rate
from cogs.game.publishing import message_updates, own_panel_updates

REAL_PACE: Final = "REAL_PACE"
"""The variable that leaves the pace as it is, where a test measures or kills at it."""
BETWEEN: Final = 0.2
"""Seconds between two edits of one message; a second on Discord."""
GATHER: Final = 0.05
"""Seconds in which changes become one edit; a quarter of one on Discord."""
TOLD: Final = 0.4
"""Seconds of silence after which every message shows the latest state; 1.5 at the real pace."""


def hurry() -> None:
    """Edit more often, unless the environment says that this process keeps the real pace."""
    if REAL_PACE in os.environ:
        return
    vars(message_edit_rate)["BETWEEN"] = BETWEEN
    vars(message_updates).update(BETWEEN=BETWEEN, GATHER=GATHER)
    vars(own_panel_updates)["GATHER"] = GATHER
