"""Every kind of mistake in a pack is named with file, line, found and expected (docs/develop/packs.md)."""

import re
from pathlib import Path

import pytest

from bot.engine.effects import ByHand
from bot.engine.packs import Mistake, PackMistakes, load_pack, open_pack
from bot.engine.packs.mistakes import MOST_PLACES
from tests.packs.cases import CASES, Case


def mistakes_of(directory: Path) -> list[Mistake]:
    with pytest.raises(PackMistakes) as refused:
        load_pack(directory)
    return refused.value.mistakes


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_mistake_is_named(copy: Path, case: Case) -> None:
    file = copy / case.file
    text = file.read_text("utf-8")
    edited, edits = re.subn(case.old, case.new, text, count=1)
    assert edits == 1, "the edit finds nothing in the shipped pack"
    file.write_text(edited, "utf-8")
    expected = Mistake(*_place(copy, case, text, edited), case.found, case.expected)
    assert expected in mistakes_of(copy), "\n".join(map(str, mistakes_of(copy)))


def _place(directory: Path, case: Case, text: str, edited: str) -> tuple[str, int]:
    """File and line where the mistake must be; ``at`` may name another file first."""
    if not case.at:
        changed = next(number for number, (a, b) in enumerate(zip(text + "\0", edited + "\1", strict=False)) if a != b)
        return case.file, edited.count("\n", 0, changed) + 1
    file, _, at = case.at.rpartition(".yaml:") if ".yaml:" in case.at else ("", "", case.at)
    where = f"{file}.yaml" if file else case.file
    found = re.search(at, (directory / where).read_text("utf-8"), re.MULTILINE)
    assert found, "nothing in the edited pack is at that place"
    return where, found.string.count("\n", 0, found.start()) + 1


def test_a_sentence_in_one_language_is_shown_in_that_one_with_a_warning(copy: Path) -> None:
    text = (copy / "crates.yaml").read_text("utf-8")
    sentence = "get: [{by_hand: {text: {de: Tausche eine Kiste.}, brings: [{get: [take_crate], most: 2}], worth: 2}}]"
    (copy / "crates.yaml").write_text(re.sub(r"get: \[.*\]", sentence, text, count=1), "utf-8")
    read = open_pack(copy)
    (effect,) = read.pack.crates[0].get
    assert isinstance(effect, ByHand)
    assert (effect.text.en, effect.text.fr) == ("Tausche eine Kiste.", "Tausche eine Kiste.")
    assert effect.brings[0].by_computers == 1
    assert [str(each) for each in read.warnings] == ["1 sentence not in en, fr, shown in de (crates.yaml:3)"]


def test_a_pack_in_one_language_has_one_remark(copy: Path) -> None:
    text = (copy / "citizens.yaml").read_text("utf-8")
    (copy / "citizens.yaml").write_text(re.sub(r"(name: \{en: [^,}]*), de: [^}]*\}", r"\1}", text), "utf-8")
    (remark,) = open_pack(copy).warnings
    assert (remark.what, remark.lacking, remark.shown_in) == ("name", ("de", "fr"), "en")
    assert remark.number == len(open_pack(copy).pack.citizens) > MOST_PLACES
    assert remark.places == ()
