"""Mistakes told to a Sentry server: what leaves is where in the code, and nothing of people, messages or settings."""

import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from pydantic import SecretStr
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli import error_reports as module
from bot.cli.error_reports import error_reports
from bot.exits import CannotRun, Exit
from bot.logs import set_up_logs
from bot.settings import Settings, WrongSetting, read_settings

KEY = "fedcba9876543210"
DSN = f"https://{KEY}@reports.example/7"
SETTINGS = Settings(sentry_dsn=SecretStr(DSN), discord_token=SecretStr("abc.hunter22.xyz"))
SECRETS = ("hunter22", "Kim", "Frostige", "1100000000000003000", "/home", str(Path(__file__).parents[1]))
"""The token, a name, a message, an id, and where the program lies."""


class Stub(Transport):
    """What would leave, as it would be written on the wire."""

    sent: list[str]

    def capture_envelope(self, envelope: Envelope) -> None:
        """Called by the SDK."""
        self.sent.append(envelope.serialize().decode("utf-8"))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    monkeypatch.setattr(Stub, "sent", [], raising=False)
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    set_up_logs("INFO", "console")
    with error_reports(SETTINGS, transport=Stub):
        yield Stub.sent
    root.handlers[:] = before
    root.setLevel(level)


def events(sent: list[str]) -> list[dict[str, Any]]:
    """The reports, of which each is the last line of what was sent."""
    return [json.loads(each.splitlines()[-1]) for each in sent]


def failing(name: str) -> None:
    """A mistake with a name and a message in its words and variables."""
    message = "Frostige Grüße"
    try:
        raise KeyError(name)
    except KeyError as cause:
        raise ValueError(f"{name} wrote {message} from /home/{name}") from cause


def test_a_report_says_where_and_nothing_else(sent: list[str]) -> None:
    facts = {"user": 1100000000000003000, "guild": 5, "command": "table:do", "milliseconds": 7.5, "name": "Kim"}
    try:
        failing("Kim")
    except ValueError as error:
        structlog.stdlib.get_logger("bot.client").error("failed", reference="A1B2C3", exc_info=error, **facts)
    [event] = events(sent)
    assert event["logentry"] == {"message": "failed"}
    assert event["tags"] == {"reference": "A1B2C3", "command": "table:do"}
    assert [(each["type"], each["value"]) for each in event["exception"]["values"]] == [
        ("KeyError", ""),
        ("ValueError", ""),
    ]
    last = event["exception"]["values"][-1]["stacktrace"]["frames"][-1]
    assert (last["function"], last["module"]) == ("failing", __name__)
    assert last["lineno"] > 0
    assert not [word for word in (*SECRETS, sys.argv[0]) if word in "".join(sent)]
    assert set(event) <= {
        *("event_id", "timestamp", "platform", "release", "environment", "sdk"),
        *("level", "logger", "logentry", "exception", "tags"),
    }


def test_what_libraries_and_fields_say_stays_here(sent: list[str]) -> None:
    """A library's words may hold anything, and so may a field of an unusual form."""
    logging.getLogger("asyncio").error("Task of %s failed: hunter22", "Kim")
    structlog.stdlib.get_logger("cogs.rules").error("x", reference="Kim", command="Frostige Grüße", user=3)
    logging.getLogger("bot.app").error("thinking failed", extra={"level": "Kim"})
    first, second, third = events(sent)
    assert first["logentry"] == {"message": "an error in asyncio"}
    assert second["tags"] == {}
    assert third["logentry"] == {"message": "thinking failed"}
    assert not [word for word in SECRETS if word in "".join(sent)]


def test_what_a_host_can_mend_and_what_goes_well_is_no_report(sent: list[str]) -> None:
    logger = structlog.stdlib.get_logger("bot.client")
    logger.info("answered", user=3)
    logger.warning("the easy player answers")
    try:
        raise CannotRun(Exit.DATABASE, "the disk of Kim is full")
    except CannotRun:
        logger.exception("failed")
    assert sent == []


def test_the_same_mistake_is_told_once_a_minute(sent: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def mistakes() -> None:
        for number in range(20):
            try:
                failing(str(number))
            except ValueError:
                logging.getLogger("bot.app").exception("failed")

    mistakes()
    logging.getLogger("bot.app").error("another")
    assert len(sent) == 2
    monkeypatch.setattr(module, "EVERY", 0.0)
    mistakes()
    assert len(sent) == 22


def test_an_end_by_a_mistake_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stub, "sent", [], raising=False)
    with pytest.raises(ValueError, match="Kim"), error_reports(SETTINGS, transport=Stub):
        failing("Kim")
    with pytest.raises(CannotRun), error_reports(SETTINGS, transport=Stub):
        raise CannotRun(Exit.DATABASE, "away")
    [event] = events(Stub.sent)
    assert (event["level"], event["logentry"]["message"]) == ("fatal", "the program has failed")
    assert not [word for word in SECRETS if word in Stub.sent[0]]


def test_groups_are_told_with_what_is_in_them(sent: list[str]) -> None:
    try:
        raise ExceptionGroup("Kim", [KeyError("Kim"), OSError(5, "x", "/home/kim")])
    except ExceptionGroup:
        logging.getLogger("bot.app").exception("failed")
    [event] = events(sent)
    assert {each["type"] for each in event["exception"]["values"]} == {"ExceptionGroup", "KeyError", "OSError"}
    assert not [word for word in SECRETS if word in sent[0]]


def test_without_an_address_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers = list(logging.getLogger().handlers)
    monkeypatch.setattr(module, "_client", lambda *_: pytest.fail("no client is wanted"))
    with error_reports(Settings()):
        assert logging.getLogger().handlers == handlers


def test_a_missing_package_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    with pytest.raises(WrongSetting, match="its package is missing") as problem, error_reports(SETTINGS):
        pass
    assert KEY not in str(problem.value)


@pytest.mark.parametrize("found", ["reports.example", "https://reports.example/7", f"https://{KEY}@reports.example"])
def test_an_address_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: str) -> None:
    monkeypatch.delenv("SENTRY_DSN", raising=False)
    (tmp_path / ".env").write_text(f"SENTRY_DSN={found}\n")
    with pytest.raises(
        WrongSetting, match="SENTRY_DSN: found a text that is not shown here; expected an address"
    ) as it:
        read_settings(tmp_path / ".env")
    assert "reports.example" not in str(it.value)


def test_a_number_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """What only the SDK notices."""
    monkeypatch.setattr(Stub, "sent", [], raising=False)
    settings = Settings(sentry_dsn=SecretStr(f"https://{KEY}@reports.example/seven"))
    with pytest.raises(WrongSetting, match="SENTRY_DSN") as problem, error_reports(settings, transport=Stub):
        pass
    assert KEY not in str(problem.value)


def test_the_doctor_says_where_reports_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SENTRY_DSN", DSN)
    said = CliRunner().invoke(app, ["doctor"]).output
    assert "ok  error reports: go to reports.example, without contents" in said
    assert KEY not in said
