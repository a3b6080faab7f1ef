"""Trying once more by itself what came too late: another process changed the game after it was read here."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from bot.app.tables.model import TableRefusal
from bot.store.stored_games import KnownInteraction, OldVersion

P = ParamSpec("P")
T = TypeVar("T")


def tried_twice(work: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Carry ``work`` out a second time, on the game as it is by then, before anybody is asked to press again. It has
    changed nothing the first time: a change is stored whole or not at all."""

    @wraps(work)
    async def tried(*args: P.args, **named: P.kwargs) -> T:
        try:
            return await work(*args, **named)
        except TableRefusal as refusal:
            if not isinstance(refusal.__cause__, OldVersion | KnownInteraction):
                raise
        return await work(*args, **named)

    return tried
