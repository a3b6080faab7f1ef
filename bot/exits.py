"""How the program ends when it cannot run: one sentence for the host, and an exit status."""

from enum import IntEnum


class Exit(IntEnum):
    """The exit statuses of every sub-command; what each means for a host is in docs/host/hosting.md."""

    STOPPED = 0
    FAILED = 1
    WRONG_SETTING = 2
    TOKEN_REFUSED = 3
    NO_NETWORK = 4
    NOT_PERMITTED = 5
    PORT_IN_USE = 6
    DATABASE = 7
    DATABASE_AWAY = 8
    """Unlike 7 it passes by itself: whoever starts the program should try again."""
    READER_GONE = 141
    """Whoever read the output wants no more of it, as ``head`` does; 128 + SIGPIPE, as other programs end."""


class CannotRun(Exception):
    """Why the bot does not run: one sentence for the host, and the exit status."""

    def __init__(self, status: Exit, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
