"""The log: one event a line, as JSON for programs, as text for people."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.exits import CannotRun, Exit
from bot.logs import redact, set_up_logs


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_json_has_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO", "json")
    structlog.stdlib.get_logger().info("answered", command="help", user=5)
    logging.getLogger("library").warning("slow: %s", "Zürich", extra={"seconds": 3})
    try:
        raise ZeroDivisionError
    except ZeroDivisionError as error:
        structlog.stdlib.get_logger().error("failed", exc_info=error)
    first, second, third = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert {"event": "answered", "command": "help", "user": 5, "level": "info"}.items() <= first.items()
    assert (second["event"], second["seconds"], second["level"]) == ("slow: Zürich", 3, "warning")
    assert "ZeroDivisionError" in third["exception"]
    assert first["timestamp"].endswith("Z")


def test_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("WARNING", "console")
    logger = structlog.stdlib.get_logger()
    logger.info("not shown")
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        logger.exception("failed", reference="A1B2C3")
    said = capsys.readouterr().err
    assert "not shown" not in said
    assert "reference=A1B2C3" in said
    assert "ZeroDivisionError" in said


@pytest.mark.parametrize("style", ["console", "json"])
def test_secrets_are_not_shown_also_in_tracebacks(capsys: pytest.CaptureFixture[str], style: str) -> None:
    secret = 'MTk4"\\Gx.zz'
    set_up_logs("INFO", style, [secret, "a"])
    try:
        raise ZeroDivisionError(secret)
    except ZeroDivisionError as error:
        structlog.stdlib.get_logger().error("failed", exc_info=error, token=secret, all=[secret])
        logging.getLogger("library").exception("a header %s", secret)
    said = capsys.readouterr().err
    assert "MTk4" not in said
    assert said.count("[hidden]") >= 5
    assert "a header" in said


@pytest.mark.parametrize("style", ["console", "json"])
def test_what_the_host_can_mend_is_a_sentence(capsys: pytest.CaptureFixture[str], style: str) -> None:
    set_up_logs("INFO", style)
    try:
        raise CannotRun(Exit.DATABASE, "The disk is full.")
    except CannotRun as problem:
        logging.getLogger("library").exception("notices failed")
        structlog.stdlib.get_logger().exception("notices failed")
        structlog.stdlib.get_logger().error("notices failed", exc_info=problem)
    said = capsys.readouterr().err
    assert said.count("The disk is full.") == 3
    assert "Traceback" not in said


def test_tokens_in_discord_s_addresses_are_not_shown() -> None:
    token = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5"
    for place in ("interactions", "webhooks"):
        told = redact((), f"POST https://discord.com/api/v10/{place}/12/{token}/callback has received 200")
        assert told.endswith(f"/{place}/12/[hidden]/callback has received 200")


def test_no_value_of_a_statement_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("DEBUG", "json")
    logging.getLogger("aiosqlite").debug("executing INSERT ... ('what a person typed',)")
    assert capsys.readouterr().err == ""
