"""Memory that is free but still held: pictures of 5 MB come and go, and what lies between them keeps the C library's
allocator from giving theirs back by itself."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Final

FEWER_ARENAS: Final = -8
"""``M_ARENA_MAX`` of glibc's ``mallopt``: how many threads may have a heap of their own."""
ON_THEIR_OWN: Final = -3
"""``M_MMAP_THRESHOLD``: from how many bytes on a block is the system's and goes back to it at once."""
LARGE: Final = 1 << 20


def share_heaps() -> None:
    """Let threads that begin from now on share the heaps that there are, each would keep some megabytes free; and keep
    whole pictures out of them."""
    if (library := _glibc()) is not None:
        library.mallopt(FEWER_ARENAS, 1)
        library.mallopt(ON_THEIR_OWN, LARGE)


def give_back() -> None:
    """Give free memory back to the system, where the C library can (glibc): a millisecond, beside the event loop."""
    if (library := _glibc()) is not None:
        library.malloc_trim(0)


@cache
def _glibc() -> ctypes.CDLL | None:
    library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
    return library if hasattr(library, "malloc_trim") else None
