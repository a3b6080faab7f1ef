"""``python -m bot ask``: one JSON object a line, in order, whatever comes in."""

import io
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.cli.answer_output import LONGEST_LINE, answer_lines
from bot.reference import Reference
from bot.text import Locale

KEYS = ["q", "lang", "covered", "id", "title", "answer", "rule", "source", "certainty", "score", "alternatives"]


def asked(reference: Reference, *lines: bytes | dict[str, Any], default: Locale | None = None) -> list[dict[str, Any]]:
    raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    out = io.BytesIO()
    answer_lines(reference, [line + b"\n" for line in raw], out, default)
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(found) == len(raw)
    return found


def test_an_answer_has_all_fields_in_the_language_asked_for(lexical: Reference) -> None:
    [found] = asked(lexical, {"q": "combien d'actions par tour", "lang": "de"})
    assert list(found) == KEYS
    entry = lexical.book.entries["turn.actions"]
    assert found["covered"] is True
    assert (found["id"], found["lang"]) == ("turn.actions", "de")
    assert (found["title"], found["answer"], found["rule"]) == (entry.de.title, entry.de.answer, entry.de.rule)
    assert found["source"].startswith("000 ")
    assert found["certainty"] == "stated"
    assert 0 < found["score"] <= 1
    others = found["alternatives"]
    assert len(others) == 2
    assert found["id"] not in [other["id"] for other in others]
    assert all(set(other) == {"id", "title", "answer", "rule"} for other in others)


def test_a_refusal_names_the_two_nearest_and_nothing_else(lexical: Reference) -> None:
    [found] = asked(lexical, {"q": "Wie wird das Wetter morgen in Hamburg?", "lang": "de"})
    assert found["covered"] is False
    assert [found[key] for key in ("id", "title", "answer", "rule", "source", "certainty")] == [None] * 6
    assert isinstance(found["score"], float)
    assert len({other["id"] for other in found["alternatives"]}) == 2


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"", "truncated"),
        (b"how many actions", "malformed"),
        (b"\xff\xfe\x00", "malformed"),
        (b'{"lang": "de"}', "missing required field `q`"),
        (b'{"q": 5}', "Expected `str`, got `int`"),
        (b'{"q": null}', "Expected `str`"),
        (b'["q"]', "Expected `object`"),
        (b'{"q": "x", "lang": "it"}', "Invalid enum value 'it'"),
        (b'{"q": "x", "lang": ["de"]}', "$.lang"),
        (b'{"q": "\\ud800"}', "truncated"),
        (b'{"q": "' + b"x" * LONGEST_LINE + b'"}', f"expected at most {LONGEST_LINE}"),
        (b"[" * 50_000, "expected"),
    ],
)
def test_a_bad_line_gives_an_error_and_the_next_is_answered(lexical: Reference, line: bytes, told: str) -> None:
    bad, good = asked(lexical, line, {"q": "how many actions per turn", "lang": "en"})
    assert list(bad) == ["error"]
    assert told in bad["error"]
    assert good["id"] == "turn.actions"


def test_without_a_language_the_answer_is_in_that_of_the_question(lexical: Reference) -> None:
    questions = ("wie viele Aktionen habe ich", "combien d'actions par tour", "how many actions do I get")
    found = asked(lexical, *({"q": question} for question in questions), {"q": "12345", "lang": None})
    assert [one["lang"] for one in found] == ["de", "fr", "en", "en"]


def test_a_language_given_for_all_lines_is_the_answers_unless_a_line_says_otherwise(lexical: Reference) -> None:
    found = asked(lexical, {"q": "how many actions"}, {"q": "how many actions", "lang": "fr"}, default="de")
    assert [one["lang"] for one in found] == ["de", "fr"]


@pytest.mark.parametrize("question", ["", "   ", "🎲🎲🎲", "???", "12", "<@123> @everyone", "https://example.org/x"])
def test_a_text_without_a_question_is_not_covered(lexical: Reference, question: str) -> None:
    [found] = asked(lexical, {"q": question, "lang": "fr"})
    assert (found["covered"], found["id"], found["score"]) == (False, None, 0)
    assert [other["id"] for other in found["alternatives"]] == ["overview.game", "overview.turn"]


@pytest.mark.parametrize(
    "question",
    [
        "how many actions per turn " * 250,
        "今日の天気はどうですか",
        "Сколько действий в ход?",
        "كم عدد الإجراءات",
        "SELECT * FROM entries; DROP TABLE users; --",
        "**how** __many__ `actions` ||per|| turn @everyone <@&42>",
        "{q} %s {0.__class__} $(rm -rf /)",
        "a\u0000b how many actions\u202e",
    ],
)
def test_hostile_questions_are_answered_calmly(lexical: Reference, question: str) -> None:
    [found] = asked(lexical, {"q": question, "lang": "en"})
    assert list(found) == KEYS
    assert found["q"] == question


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=600))
def test_any_text_gets_an_answer_or_a_refusal(lexical: Reference, question: str) -> None:
    [found] = asked(lexical, {"q": question, "lang": "de"})
    assert list(found) == KEYS
    assert found["covered"] is (found["id"] is not None)
    assert len(found["alternatives"]) == 2


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200).filter(lambda line: b"\n" not in line and b"\r" not in line))
def test_any_bytes_give_one_line(lexical: Reference, line: bytes) -> None:
    [found] = asked(lexical, line)
    assert list(found) in (KEYS, ["error"])


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "bot", "ask", "--lexical", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, env={**os.environ, "COLUMNS": "200"})


def test_the_command_answers_a_person() -> None:
    done = run("--lang", "fr", "wie", "viele", "Aktionen", "pro", "Zug")
    assert done.returncode == 0
    told = done.stdout.decode()
    assert "actions principales" in told
    assert "Source : " in told


def test_the_command_answers_a_program() -> None:
    done = run("--jsonl", stdin=b'{"q": "darf ich passen?"}\nnonsense\n{"q": "may I pass"}')
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one.get("id") for one in found] == ["turn.pass", None, "turn.pass"]
    assert "error" in found[1]


@pytest.mark.parametrize(("arguments", "told"), [(("--lang", "it", "ciao"), "'it'"), ((), "a question is missing")])
def test_a_wrong_call_says_what_is_expected(arguments: tuple[str, ...], told: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert told in done.stderr.decode()


def test_asking_needs_no_discord() -> None:
    check = "import sys, bot.reference; from bot.cli.ask_command import ask; sys.exit('discord' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
