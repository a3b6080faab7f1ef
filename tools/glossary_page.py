"""Writes the game's terms, from the glossary of the reference, into docs/develop/glossary.md.

``python -m tools.glossary_page``
"""

from __future__ import annotations

from pathlib import Path

import yaml

from tools.page_parts import replaced

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "develop" / "glossary.md"
TERMS = ROOT / "rules_data" / "reference" / "glossary.yaml"
SHOWN = ("en", "de", "fr")


def terms() -> str:
    """The table of the game's terms, in the order of the glossary."""
    rows = ["| English | German | French | entry of the reference |", "|---|---|---|---|"]
    for term in yaml.safe_load(TERMS.read_text("utf-8")):
        words = " | ".join(term[language]["term"] for language in SHOWN)
        rows += [f"| {words} | {term['entry']} |"]
    return "\n".join(rows)


def written_into(text: str) -> str:
    """The page with the terms as they are now."""
    return replaced(text, "terms", terms())


if __name__ == "__main__":
    PAGE.write_text(written_into(PAGE.read_text("utf-8")), "utf-8")
