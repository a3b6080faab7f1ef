"""What the process for one file may use at most. Where a system knows no such limits (Windows), its time is what its
caller waits for it."""

import sys
from typing import Final

SECONDS: Final = 10
"""Of computing; a long game of four takes a tenth of one."""
MEMORY: Final = 512 * 1024 * 1024
"""Bytes of address space, the interpreter's own among them."""
LATEST: Final = 30
"""Seconds after which the process ends, whatever it waits for."""

if sys.platform == "win32":

    def limit() -> None:
        """No such limits there."""

else:
    import resource
    import signal

    def limit() -> None:
        """From now on: computing, memory, no file written, no core left behind, and the time in all."""
        for what, most in (
            (resource.RLIMIT_CPU, SECONDS),
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.setrlimit(what, (most, most))
        signal.alarm(LATEST)
