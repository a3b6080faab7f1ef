"""Every citation of a ruling, a fact or a document in code and tests can be followed in docs/develop/sources.md."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "develop" / "sources.md").read_text("utf-8")
RULINGS = set(re.findall(r'<a id="ruling-([a-z-]+)"></a>', PAGE))
FACTS = set(re.findall(r"^### facts ([\d.]+)$", PAGE, re.M))
HEADINGS = {
    document: {heading.split()[0].casefold() for heading in headings.split(" · ")}
    for document, headings in re.findall(r"^\| (000|001|002) \| ([^|]+ · [^|]+) \|$", PAGE, re.M)
}

RULING = re.compile(
    r"\bruling (?!of\b|is\b|that\b|was\b|and\b|for\b|or\b|in\b|on\b|the\b)([a-z]+(?:-[a-z]+)*)(?![\w.])"
)
FACT = re.compile(r"\bfacts (\d+(?:\.\d+)?)\b", re.I)
DOCUMENT = re.compile(r"\b(00\d) ([A-ZÄÖÜ][\wÄÖÜäöüß-]+)")
DESIGN = re.compile(r"\bdesign \d")
IMPORTANT = "important"


def _files() -> dict[str, str]:
    found = [path for top in ("bot", "cogs", "tests", "tools") for path in sorted((ROOT / top).rglob("*.py"))]
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in found if path != Path(__file__)}


def _unknown(pattern: re.Pattern[str], known: set[str]) -> list[str]:
    return [
        f"{name}: {found[0]}"
        for name, text in _files().items()
        for found in pattern.finditer(_joined(text))
        if found[1] not in known
    ]


def _joined(text: str) -> str:
    """A file's text with its lines put together, since citations are broken between lines, too."""
    return re.sub(r"\s*\n\s*(?:# )?", " ", text)


def test_the_page_is_read() -> None:
    assert len(RULINGS) > 20
    assert len(FACTS) > 15
    assert set(HEADINGS) == {"000", "001", "002"}


def test_every_ruling_that_is_cited_stands_on_the_page() -> None:
    assert _unknown(RULING, RULINGS) == []


def test_every_fact_that_is_cited_stands_on_the_page() -> None:
    assert _unknown(FACT, FACTS) == []


def test_every_document_and_heading_that_is_cited_stands_on_the_page() -> None:
    wrong = []
    for name, text in _files().items():
        for found in DOCUMENT.finditer(_joined(text)):
            document, heading = found[1], found[2].casefold()
            known = {IMPORTANT} if document == "004" else HEADINGS.get(document, set())
            if not any(each.startswith(heading) or heading.startswith(each) for each in known):
                wrong.append(f"{name}: {found[0]}")
    assert wrong == []


def test_nobody_cites_a_design_document() -> None:
    citing = {name for name, text in _files().items() if DESIGN.search(_joined(text))}
    assert citing == set()
