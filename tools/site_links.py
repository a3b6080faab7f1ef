"""For the documentation site (``make site``), which has only docs/: links to files beside it become plain text."""

import re
from typing import Any, Final

LINK: Final = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Replace links that lead out of docs/. MkDocs calls this with the text of each page."""
    return inside_only(markdown, page.file.src_uri.count("/"))


def inside_only(markdown: str, depth: int) -> str:
    """The text of a page that lies ``depth`` folders below docs/, with only links that stay there."""
    out = "../" * (depth + 1)
    return LINK.sub(lambda found: found[1] if found[2].startswith(out) else found[0], markdown)
