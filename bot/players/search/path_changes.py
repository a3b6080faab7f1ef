"""Changes to a path of actions, without a look at what they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from bot.engine.actions import MAIN_ACTIONS, Action, EndAction, Hibernate
from bot.players.search.line import Path


def next_main(path: Path, start: int = 0) -> int | None:
    """Where the next main action stands in a path."""
    return next((at for at in range(start, len(path)) if isinstance(path[at], MAIN_ACTIONS)), None)


def swapped(path: Path) -> Iterator[Path]:
    """The first main action of a path and its next in the other order."""
    later = next_main(path, 1)
    if later is not None:
        yield (path[later], *path[1:later], path[0], *path[later + 1 :])


def before_resting(path: Path) -> Path:
    """A path up to its hibernation, which makes machines ready once more."""
    return tuple(takewhile(lambda action: not isinstance(action, Hibernate), path))


def put_off(path: Path, free: Action) -> Iterator[Path]:
    """A free action of a path after one of its next main actions, since what it counts may be more by then, or there is
    room for what it brings; or just before the next, where it helps the action of the second window."""
    at = path.index(free)
    later = next_main(path, at + 1)
    if later is not None and any(isinstance(action, EndAction) for action in path[at:later]):
        yield (*path[:at], *path[at + 1 : later], free, *path[later:])
    while later is not None:
        yield (*path[:at], *path[at + 1 : later + 1], free, *path[later + 1 :])
        later = next_main(path, later + 1)


def exchange(path: Path, action: Action, other: Path) -> Path:
    """A path with others in the place of an action; the action has to be in it."""
    at = path.index(action)
    return (*path[:at], *other, *path[at + 1 :])
