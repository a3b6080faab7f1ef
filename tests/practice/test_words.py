"""The page's own words: complete in three languages, and none beside the catalogue."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import bot.practice

FOLDER = Path(bot.practice.__file__).parent
WORDS: dict[str, dict[str, str]] = json.loads((FOLDER / "static" / "words.json").read_text(encoding="utf-8"))
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in (FOLDER / "static").glob("*.js")}
PYTHON = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))


def holes(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_same_in_every_language(language: str) -> None:
    assert WORDS[language].keys() == WORDS["en"].keys()
    for key, text in WORDS[language].items():
        assert text.strip(), key
        assert holes(text) == holes(WORDS["en"][key]), key


COMPOSED = {f"theme_{x}" for x in ("auto", "light", "dark")} | {f"forward_{x}" for x in ("hour", "hours", "day")}
"""Keys that the scripts put together."""


def test_every_word_is_there_and_used() -> None:
    source = "\n".join(SCRIPTS.values())
    asked = set(re.findall(r"""\bt\(\s*["'`]([\w.-]+)["'`]""", source))
    assert asked - WORDS["en"].keys() == set()
    in_code = set(re.findall(r"""["'`]([\w.-]+)["'`]""", source)) | COMPOSED
    unused = {key for key in WORDS["en"] if not key.startswith("error.")} - in_code
    assert unused == set()


def test_every_refusal_has_words() -> None:
    codes = set(re.findall(r'ClientError\(\s*"([\w-]+)"', PYTHON)) | {"not-understood", "number"}
    assert {key.removeprefix("error.") for key in WORDS["en"] if key.startswith("error.")} == codes


def test_nothing_from_elsewhere_and_nothing_as_html() -> None:
    for name, source in SCRIPTS.items():
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", source), (
            name
        )
        assert not re.search(r"""(?:fetch|import|WebSocket)\(?\s*["'`]https?:""", source), name
