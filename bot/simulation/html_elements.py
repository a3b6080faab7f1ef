"""Elements of an HTML page, with everything that is not written here escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from lxml import etree

Child = Any
"""An element, or a text."""
_NEVER: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no document may hold."""
STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5d6675; --ground: #fbfaf7; --panel: #efede6; --line: #d5d2c8;
  --one: #946c00; --two: #1b6ca8; --three: #2b7f50; --four: #b5472f; --odd: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a9afba; --ground: #171a20; --panel: #232831;
  --line: #3b424e; --one: #d9ab3c; --two: #6cb2e8; --three: #6bc494; --four: #e8876f; --odd: #ff8a80; } }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
p.soft, .soft, figcaption { color: var(--soft); }
figure { margin: 1rem 0; } .row { display: flex; flex-wrap: wrap; gap: 1rem; }
svg.plot { width: 100%; height: auto; } svg text { fill: var(--ink); font-size: 12px; }
.wide { max-width: 34rem; } .panel { flex: 1 1 15rem; max-width: 19rem; }
.wrap { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th:first-child, td:first-child, td.words { text-align: left; } th { font-weight: 600; }
tr.odd td, .odd { color: var(--odd); font-weight: 600; } svg text.odd { fill: var(--odd); }
tr.odd td:first-child::before { content: "\\26a0\\fe0e  "; float: left; margin-right: .3rem; }
.why { font-weight: 400; font-size: .875rem; white-space: normal; } code { font-size: .8rem; font-weight: 400; }
a { color: inherit; }
td:not(:first-child) { white-space: nowrap; }
@media (max-width: 40rem) { table { font-size: .875rem; } th, td { padding: .2rem .35rem; } }
details { margin: .5rem 0; }
summary { cursor: pointer; padding: .4rem .6rem; background: var(--panel); }
.s1 { fill: var(--one); } .s2 { fill: var(--two); } .s3 { fill: var(--three); } .s4 { fill: var(--four); }
.quiet { fill: var(--line); } .axis { stroke: var(--soft); } .mark { stroke: var(--ink); fill: none; }
.within { stroke: var(--two); fill: var(--two); } .outside { stroke: var(--odd); fill: var(--odd); }
"""
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""The page asks for nothing outside of itself, whatever stands in it."""


def tag(name: str, /, *children: Child, **attributes: object) -> Any:
    """An element. ``_`` at the end of an attribute's name is left out, any other is written as a hyphen."""
    made = etree.Element(name)
    for key, value in attributes.items():
        made.set(key.rstrip("_").replace("_", "-"), _clean(str(value)))
    for child in children:
        _add(made, child)
    return made


def _add(parent: Any, child: Child) -> None:
    if not isinstance(child, str):
        parent.append(child)
    elif len(parent):
        parent[-1].tail = (parent[-1].tail or "") + _clean(child)
    else:
        parent.text = (parent.text or "") + _clean(child)


def _clean(text: str) -> str:
    return _NEVER.sub("\N{REPLACEMENT CHARACTER}", text)


def table(head: Sequence[str], rows: Iterable[Sequence[Child]], odd: Iterable[bool] = ()) -> Any:
    """A table; ``odd`` says of each row whether it is marked."""
    marks = list(odd)
    body = [
        tag("tr", *(tag("td", cell) for cell in row), **({"class_": "odd"} if at < len(marks) and marks[at] else {}))
        for at, row in enumerate(rows)
    ]
    top = tag("tr", *(tag("th", cell) for cell in head))
    return tag("div", tag("table", tag("thead", top), tag("tbody", *body)), class_="wrap")


def page(title: str, *children: Child) -> bytes:
    """A whole page in UTF-8."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", STYLE),
    )
    whole = tag("html", head, tag("body", *children), lang="en")
    written: bytes = etree.tostring(whole, method="html", encoding="utf-8", doctype="<!DOCTYPE html>")
    return written
