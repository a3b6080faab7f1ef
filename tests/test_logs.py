"""The log: one event a line, as JSON for programs, as text for people."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.logs import set_up_logs


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
