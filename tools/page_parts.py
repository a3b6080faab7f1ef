"""Pages of the docs of which parts are written by tools, between marks; and pages to which tools append."""

from __future__ import annotations

import re


def part(text: str, name: str) -> str:
    """What stands between the marks of a part.

    :raises LookupError: the page has no such part.
    """
    return _found(text, name)[2]


def replaced(text: str, name: str, new: str) -> str:
    """The page with another text between the marks of a part.

    :raises LookupError: the page has no such part.
    """
    found = _found(text, name)
    return text[: found.start(2)] + f"\n{new}\n" + text[found.end(2) :]


def appended(text: str, heading: str, body: str) -> str:
    """The page with a section more at its end; what stands in it already is never changed."""
    return f"{text.rstrip()}\n\n## {heading}\n\n{body.strip()}\n"


def _found(text: str, name: str) -> re.Match[str]:
    found = re.search(rf"(<!-- {name}: .*?-->\n)(.*?)(<!-- end of {name} -->)", text, re.S)
    if found is None:
        raise LookupError(f"found no part {name!r} in the page, expected <!-- {name}: … --> and <!-- end of {name} -->")
    return found
