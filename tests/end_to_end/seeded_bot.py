"""The bot with one deal for every game and every deck, so that a test meets the same cards each time. To be run as the
bot is, as a module."""

import runpy
import secrets

DEAL = 7
"""A deal in which the first seat cannot pay for every action at the start, and several targets are in reach."""

if __name__ == "__main__":
    secrets.randbits = lambda k: DEAL
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
