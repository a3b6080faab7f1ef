"""Mistakes of the program told to a Sentry server, where SENTRY_DSN names one: where in the code, not of whom.

A report is built from nothing but names in the program's own code: kinds of errors, modules, functions, lines, the
command, and the reference that the person was given. An error's own words, variables, ids and settings stay here.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from contextlib import contextmanager
from importlib.util import find_spec
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final

from bot.exits import CannotRun
from bot.settings import Settings, WrongSetting
from bot.version import program_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sentry_sdk.types import Event, Hint

    Json = dict[str, Any]

log = logging.getLogger(__name__)

OURS: Final = ("bot", "cogs", "__main__")
"""Packages whose log lines are constant words, their values beside them."""
EVERY: Final = 60.0
"""Seconds in which the same mistake is told once."""
FLUSH: Final = 2.0
"""Seconds that the end of the program waits for reports under way."""
_TAGS: Final = {"reference": re.compile(r"[0-9A-F]{6}"), "command": re.compile(r"[a-z][a-z_ :-]{0,60}")}
"""What a log line's fields may add, and how it looks."""
_SENT: Final = frozenset(
    {
        *("event_id", "timestamp", "platform", "release", "environment", "sdk", "type"),
        *("level", "logger", "logentry", "exception", "tags"),
    }
)
"""What a report may have; whatever else the SDK adds is taken out."""


def can_report() -> bool:
    """Whether the SDK is installed."""
    return find_spec("sentry_sdk") is not None


@contextmanager
def error_reports(settings: Settings, **more: Any) -> Iterator[None]:
    """Tell mistakes in the block to the server of SENTRY_DSN; nothing is done where it is not set. ``more``: for the
    SDK's client, such as a transport.

    :raises WrongSetting: the SDK is not installed, or cannot use the address.
    """
    if settings.sentry_dsn is None:
        yield
        return
    client = _client(settings.sentry_dsn.get_secret_value(), **more)
    reporter = _Reporter(client)
    logging.getLogger().addHandler(reporter)
    log.info("errors are reported, without contents")
    try:
        yield
    except CannotRun:
        raise
    except Exception as error:
        reporter.tell(build_report("CRITICAL", __name__, "the program has failed", error, {}))
        raise
    finally:
        logging.getLogger().removeHandler(reporter)
        client.close(timeout=FLUSH)


def _client(address: str, **more: Any) -> Any:
    """A client of the SDK that looks at nothing by itself."""
    if not can_report():
        raise WrongSetting(
            "SENTRY_DSN: its package is missing; install it (pip install 'revive-referee[sentry]', or sentry-sdk into "
            "the virtual environment), or leave SENTRY_DSN out"
        )
    import sentry_sdk
    from sentry_sdk.utils import BadDsn

    try:
        return sentry_sdk.Client(
            dsn=address,
            release=f"revive-referee@{program_version()}",
            environment="production",
            server_name="",
            default_integrations=False,
            auto_enabling_integrations=False,
            before_send=scrubbed,
            include_local_variables=False,
            include_source_context=False,
            max_breadcrumbs=0,
            send_client_reports=False,
            auto_session_tracking=False,
            **more,
        )
    except BadDsn:
        expected = Settings.model_fields["sentry_dsn"].description
        raise WrongSetting(f"SENTRY_DSN: found a text that is not shown here; expected {expected}") from None


class _Reporter(logging.Handler):
    """Tells every line of the log that is an error."""

    def __init__(self, client: Any) -> None:
        super().__init__(logging.ERROR)
        self._client = client
        self._told: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Called by logging, in the thread of the mistake."""
        if record.name.startswith(("sentry_sdk", "urllib3")):
            return
        try:
            fields: Mapping[str, Any] = record.msg if isinstance(record.msg, dict) else {}
            error = _error_of(fields.get("exc_info") or record.exc_info)
            if not isinstance(error, CannotRun):
                words = str(fields.get("event", "")) or str(record.msg)
                self.tell(build_report(record.levelname, record.name, words, error, fields))
        except Exception:
            self.handleError(record)

    def tell(self, report: Json) -> None:
        """Send a report, unless the same was sent just now."""
        values = report.get("exception", {}).get("values", [])
        what = repr([report["logentry"], [(each["type"], each["stacktrace"]) for each in values]])
        now = time.monotonic()
        self._told = {key: at for key, at in self._told.items() if now - at < EVERY}
        if what not in self._told:
            self._told[what] = now
            self._client.capture_event(report)


def _error_of(found: Any) -> BaseException | None:
    """The error of a log line, whichever way it was given."""
    if found is True:
        return sys.exc_info()[1]
    if isinstance(found, tuple):
        return found[1] if isinstance(found[1], BaseException) else None
    return found if isinstance(found, BaseException) else None


def build_report(level: str, logger: str, words: str, error: BaseException | None, fields: Mapping[str, Any]) -> Json:
    """What is told of a mistake. ``words``: the constant words of our own log line; those of a library may hold values
    and are left out. ``fields``: the values beside them, of which only those in ``_TAGS`` are told."""
    report: Json = {
        "level": "fatal" if level == "CRITICAL" else "error",
        "logger": logger,
        "logentry": {"message": words if logger.partition(".")[0] in OURS else f"an error in {logger}"},
        "tags": {
            name: str(fields[name]) for name, looks in _TAGS.items() if looks.fullmatch(str(fields.get(name, "")))
        },
    }
    if error is not None:
        report["exception"] = {"values": [_exception(each) for each in reversed(list(_chain(error)))]}
    return report


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, what is in it where it is a group, and what led to it; each once."""
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        each = waiting.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        inside = each.exceptions if isinstance(each, BaseExceptionGroup) else ()
        before = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
        waiting += [*inside, *([before] if before is not None else [])]


def _exception(error: BaseException) -> Json:
    """The kind of an error and its lines in the code, without its words."""
    kind = type(error)
    frames = [
        _frame(frame.f_globals.get("__name__", "?"), frame.f_code.co_name, line)
        for frame, line in walk_tb(error.__traceback__)
    ]
    return {"type": kind.__name__, "module": kind.__module__, "value": "", "stacktrace": {"frames": frames}}


def _frame(module: str, function: str, line: int) -> Json:
    """A line of the code, named by its module: a path may name a person."""
    path = f"{module.replace('.', '/')}.py"
    return {
        "module": module,
        "filename": path,
        "function": function,
        "lineno": line,
        "in_app": module.partition(".")[0] in OURS,
    }


def scrubbed(event: Event, hint: Hint) -> Event | None:
    """A report without whatever the SDK has added to it beyond ``_SENT``."""
    del hint
    return {key: value for key, value in event.items() if key in _SENT}  # type: ignore[return-value]
