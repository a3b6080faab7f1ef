"""Gives free memory back to the system.

Pictures of 5 MB come and go, so does what a search index is made of, and small blocks between them keep the allocator
of the C library from returning the memory by itself.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Final

FEWER_ARENAS: Final = -8
"""``M_ARENA_MAX`` of glibc's ``mallopt``: how many heaps there are for all threads."""
ON_THEIR_OWN: Final = -3
"""``M_MMAP_THRESHOLD``: the size in bytes from which a block is mapped by itself and returned to the system at once."""
LARGE: Final = 1 << 20


def share_heaps() -> None:
    """Let new threads share the existing heaps, since each heap of its own keeps some megabytes free; and keep whole
    pictures out of the heaps."""
    if (library := _glibc()) is not None:
        library.mallopt(FEWER_ARENAS, 1)
        library.mallopt(ON_THEIR_OWN, LARGE)


def give_back() -> None:
    """Give free memory back to the system where the C library can do so (glibc). It takes a few milliseconds, so
    call it in a thread."""
    if (library := _glibc()) is not None:
        library.malloc_trim(0)


@cache
def _glibc() -> ctypes.CDLL | None:
    library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
    return library if hasattr(library, "malloc_trim") else None
