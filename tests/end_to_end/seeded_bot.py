"""The bot with one deal for every game and every deck, so that a test meets the same cards each time, with quick edits,
quick advice and patient panels. To be run as the bot is, as a module."""

import os
import runpy
import secrets
from types import SimpleNamespace

import discord.abc

from bot.store import shard_session
from cogs.core import persistent_ui
from cogs.game.publishing import coached_snapshot
from tests.end_to_end import edit_pace, quick_advice

DEAL = 7
"""A deal in which the first seat cannot pay for every action at the start, and several targets are in reach."""

ADVICE_PATIENCE = 10
"""Seconds that a panel waits for advice: on a busy machine it takes long, and tests read it there."""

ANSWER_PATIENCE = "ANSWER_PATIENCE"
"""The variable with the seconds after which a press shows that work goes on; 10 where it is not set, so that no test
meets that sign on a busy machine."""

SHARD_PATIENCE = "SHARD_PATIENCE"
"""The variable with the seconds that a start waits for its shards, where the test is about a refusal."""


def deal_alike() -> None:
    """Give every game the same deal. discord.py goes on marking messages by chance: two of one mark are one message."""
    discord.abc.secrets = SimpleNamespace(randbits=secrets.randbits)  # type: ignore[attr-defined, assignment]
    secrets.randbits = lambda k: DEAL


if __name__ == "__main__":
    deal_alike()
    edit_pace.hurry()
    quick_advice.hurry()
    vars(coached_snapshot)["AT_ONCE"] = ADVICE_PATIENCE
    vars(persistent_ui)["PATIENCE"] = float(os.environ.get(ANSWER_PATIENCE, "10"))
    if SHARD_PATIENCE in os.environ:
        vars(shard_session)["PATIENCE"] = float(os.environ[SHARD_PATIENCE])
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
