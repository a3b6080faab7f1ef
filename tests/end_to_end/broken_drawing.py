"""The bot with pens that break: every picture that is begun fails. To be run as the bot is, as a module."""

import runpy
from typing import NoReturn

from bot.pictures.layers.terrain import Grounds
from bot.pictures.render.canvas import Canvas


def _broken(*_: object, **__: object) -> NoReturn:
    raise RuntimeError("the pen is broken")


if __name__ == "__main__":
    Canvas.__init__ = Grounds.get = _broken  # type: ignore[method-assign]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
