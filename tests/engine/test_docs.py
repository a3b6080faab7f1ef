"""The examples of docs/develop/engine.md run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "engine.md"


def test_the_examples_of_the_page_run() -> None:
    """One after the other, in one namespace, as a reader would type them."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(blocks) >= 3
    names: dict[str, object] = {}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"docs/develop/engine.md, example {number}", "exec"), names)
