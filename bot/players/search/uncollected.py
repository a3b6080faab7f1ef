"""A search makes hundreds of thousands of objects, which it keeps until it is over: looking for garbage among them
again and again takes a tenth of its time and finds none."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Put the garbage collector off meanwhile. Let go of the search before the end, so that most of it is gone when the
    collector looks again. Where it does not run, it is left as it is."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
