"""A number and its sign stay on one line of a button."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui

from cogs.core.label_breaks import MOST_LABEL, kept_together
from cogs.core.persistent_ui import Panel

JOINER, SPACE = "\u2060", "\u00a0"


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("+1💎", f"+1{JOINER}💎"),
        ("+1 💎", f"+1{SPACE}💎"),
        ("#3: 2⚙️ 1⛰️", f"#3: 2{JOINER}⚙️ 1{JOINER}⛰️"),
        ("1⭐×💡≤4", f"1{JOINER}⭐×💡≤4"),
        ("#4 🗂️→💤", f"#4{SPACE}🗂️→💤"),
        ("F3 bevölkern · 2 Bücher", "F3 bevölkern · 2 Bücher"),
        ("💎 +1", "💎 +1"),
        ("1️⃣", "1️⃣"),
        ("", ""),
    ],
)
def test_a_number_keeps_its_sign(label: str, expected: str) -> None:
    assert kept_together(label) == expected
    assert kept_together(expected) == expected


def test_a_label_that_is_full_stays_as_it_is() -> None:
    label = "x" * (MOST_LABEL - 2) + "1💎"
    assert len(label) == MOST_LABEL
    assert kept_together(label) == label
    assert kept_together(label[1:]) != label[1:]


def test_all_buttons_of_a_panel_are_written_so() -> None:
    """In rows and beside texts; menus have room."""
    panel = Panel()
    button: ui.Button[Any] = ui.Button(label="+1💎", custom_id="a")
    beside: ui.Button[Any] = ui.Button(label="2 ⭐", custom_id="b")
    panel.add_item(ui.Container(ui.Section("1💎", accessory=beside), ui.ActionRow(button)))
    [container] = panel.to_components()
    section, row = container["components"]
    assert section["components"][0]["content"] == "1💎"
    assert section["accessory"]["label"] == f"2{SPACE}⭐"
    assert row["components"][0]["label"] == f"+1{JOINER}💎"
