"""What is written to the log: one event a line with its fields, for people or as JSON; libraries' lines likewise."""

import json
import logging
import re
import sys
from collections.abc import Iterable
from typing import Any, Final

import structlog
from structlog.typing import EventDict

from bot.exits import CannotRun

NOISY = {
    "discord.client": logging.WARNING,
    "discord.gateway": logging.WARNING,
    "alembic": logging.WARNING,
    "aiosqlite": logging.WARNING,
    "procrastinate": logging.WARNING,
    "psycopg.pool": logging.ERROR,
}
"""Loggers that say at INFO what nobody needs, or what nobody may see (aiosqlite and procrastinate: every value;
psycopg.pool: the names of server and user)."""
HIDDEN: Final = "[hidden]"
SHORTEST_SECRET: Final = 6
"""A shorter one stands in ordinary words too, and protects nothing."""
_INTERACTION_TOKEN: Final = re.compile(r"(/(?:interactions|webhooks)/\d+/)[\w.-]{20,}")


class RedactingFormatter(structlog.stdlib.ProcessorFormatter):
    """Writes a line, its traceback included, without what is secret."""

    def __init__(self, secrets: Iterable[str], **options: Any) -> None:
        super().__init__(**options)
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        """The line of the log with every secret replaced."""
        return redact(self._secrets, super().format(record))


def redact(secrets: Iterable[str], text: str) -> str:
    """``text`` without the secrets, also as they stand in JSON, and without the tokens in Discord's addresses."""
    long = [each for each in secrets if len(each) >= SHORTEST_SECRET]
    forms = {form for each in long for form in (each, json.dumps(each)[1:-1], repr(each)[1:-1])}
    for form in sorted(forms, key=len, reverse=True):
        text = text.replace(form, HIDDEN)
    return _INTERACTION_TOKEN.sub(rf"\1{HIDDEN}", text)


def set_up_logs(level: str, style: str, secrets: Iterable[str] = ()) -> None:
    """Log to standard error from ``level`` (``"INFO"``) on, as ``style``: ``"console"`` or ``"json"``.

    ``secrets`` are shown nowhere in it.
    """
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        RedactingFormatter(
            secrets,
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _in_a_sentence, *_rendering(style)],
        )
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, least in NOISY.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))


def _in_a_sentence(_: Any, __: str, line: EventDict) -> EventDict:
    """What a host can mend is a sentence in the log too; only a mistake of the program has a traceback."""
    found = line.get("exc_info")
    if isinstance(found, tuple):
        found = found[1]
    error = sys.exc_info()[1] if found is True else found
    if isinstance(error, CannotRun):
        line["problem"] = str(error)
        del line["exc_info"]
    return line


def _rendering(style: str) -> list[Any]:
    if style == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
