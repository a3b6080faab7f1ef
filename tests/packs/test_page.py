"""docs/develop/packs.md names every word of the vocabulary, and its examples load."""

import re
from pathlib import Path
from typing import get_args

import pytest

from bot.engine import effects
from bot.engine.packs import load_pack

PAGE = (Path(__file__).parents[2] / "docs" / "develop" / "packs.md").read_text("utf-8")


def examples(heading: str) -> list[tuple[str, str]]:
    """The words of the table under a heading, with each of their examples."""
    section = re.split(r"\n##", PAGE.split(heading)[1])[0]
    rows = re.findall(r"(?m)^\| `(\w+)` \| (.*?) \| ", section)
    return [(word, example) for word, cell in rows for example in re.findall(r"`(.*?)`", cell)]


EFFECTS, LASTING = examples("\n## Effects\n"), examples("\n### Lasting words\n")


def test_every_word_is_on_the_page() -> None:
    for union, told in ((effects.Effect, EFFECTS), (effects.Lasting, LASTING)):
        words = {str(kind.__struct_config__.tag) for kind in get_args(union)}
        assert {word for word, _ in told} == words
    for word in (*get_args(effects.Moment), *get_args(effects.Countable)):
        assert f"`{word}`" in PAGE


TRACK_ONLY = {"take_scyphoz", "populate_apart"}


@pytest.mark.parametrize(("word", "example"), [each for each in EFFECTS if each[0] in TRACK_ONLY])
def test_examples_of_the_devotion_track(copy: Path, word: str, example: str) -> None:
    parts = load_pack(copy).abyss
    assert parts is not None
    tags = {type(effect).__struct_config__.tag for get in parts.devotion.values() for effect in get}
    assert example == word
    assert word in tags


@pytest.mark.parametrize(("word", "example"), [each for each in EFFECTS if each[0] not in TRACK_ONLY])
def test_examples_of_effects(copy: Path, word: str, example: str) -> None:
    text = (copy / "crates.yaml").read_text("utf-8")
    (copy / "crates.yaml").write_text(re.sub(r"get: \[.*\]", f"get: [{example}]", text, count=1), "utf-8")
    (effect,) = load_pack(copy).crates[0].get
    assert type(effect).__struct_config__.tag == word


@pytest.mark.parametrize(("word", "example"), LASTING)
def test_examples_of_lasting_words(copy: Path, word: str, example: str) -> None:
    old = "fifth_slot" if word == "fifth_slot" else "{origin: water}"
    text = (copy / "tribes.yaml").read_text("utf-8")
    (copy / "tribes.yaml").write_text(text.replace(f"lasting: [{old}]", f"lasting: [{example}]", 1), "utf-8")
    technologies = load_pack(copy).tribes[0].technologies
    (lasting,) = technologies[2 if word == "fifth_slot" else 0].lasting
    assert type(lasting).__struct_config__.tag == word


NEAREST = re.findall(
    r"(?m)^\| [^`|]+ \| `(.*?)` \| ", re.split(r"\n##", PAGE.split("\n### What the words cannot say\n")[1])[0]
)


def test_there_is_a_nearest_word_for_each_case() -> None:
    assert len(NEAREST) == 10


@pytest.mark.parametrize("example", NEAREST)
def test_what_comes_nearest_loads(copy: Path, example: str) -> None:
    text = (copy / "crates.yaml").read_text("utf-8")
    (copy / "crates.yaml").write_text(re.sub(r"get: \[.*\]", f"get: [{example}]", text, count=1), "utf-8")
    assert len(load_pack(copy).crates[0].get) == 1


def test_pieces_shown_are_the_shipped_pack(copy: Path) -> None:
    shown = re.findall(r"(?m)^    ((?:top|bottom|get|ability|back): .*?)(?: +#.*)?$", PAGE)
    shipped = "".join(file.read_text("utf-8") for file in copy.iterdir())
    assert len(shown) >= 5
    assert [piece for piece in shown if piece not in shipped] == []
