"""What is written to the log: one event a line with its fields, for people or as JSON; libraries' lines likewise."""

import logging
import sys
from typing import Any

import structlog

NOISY = {"discord.client": logging.WARNING, "discord.gateway": logging.WARNING, "alembic": logging.WARNING}
"""Loggers that say at INFO what nobody needs."""


def set_up_logs(level: str, style: str) -> None:
    """Log to standard error from ``level`` (``"INFO"``) on, as ``style``: ``"console"`` or ``"json"``."""
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
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(style)],
        )
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, least in NOISY.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))


def _rendering(style: str) -> list[Any]:
    if style == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
