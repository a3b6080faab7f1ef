"""The signals that end a program in good order."""

import asyncio
import signal
from typing import Final

STOPS: Final = (signal.SIGINT, signal.SIGTERM)


def stop_event() -> asyncio.Event:
    """An event that is set once the program is to end. To be called in the event loop that waits for it."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in STOPS:
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl-C arrives as KeyboardInterrupt
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop
