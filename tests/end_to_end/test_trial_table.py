"""A trial table from the page: refused beside the open table, with the command that opens it elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.clicking import Clicker, ids
from tests.end_to_end.test_table_play import FIXED, place

if TYPE_CHECKING:
    from bot.practice.model import Channel, User
    from tests.end_to_end.script import Script

__all__ = ["place"]
TAPS = 12
"""After so many, something has been done that can be tried otherwise."""
COMMAND = {
    "en": r"/game plan try game:(\d+) turn:(\d+)",
    "de": r"partie:(\d+) zug:(\d+)",
    "fr": r"partie:(\d+) tour:(\d+)",
}


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_where_a_table_is_open_it_says_how_to_open_one_elsewhere(
    script: Script, place: Channel, people: dict[str, User], language: str
) -> None:
    person = people[language]
    table = Clicker(script, place, [person], seed=1)
    await table.open(computers=1, options=FIXED)
    await table.begun()
    for _ in range(TAPS):
        await table.step(person)
    refused = await script.slash(person, place, "game plan try")
    assert refused.ephemeral
    told = re.search(COMMAND[language], refused.text)
    assert told is not None, refused.text
    assert place.guild is not None
    other = script.directory.create_channel(place.guild, f"trial-{language}")
    opened = await script.slash(person, other, "game plan try", {"game": int(told[1]), "turn": int(told[2])})
    assert opened.ephemeral
    await script.settle()
    assert any(ids(message, "table:") for message in other.messages.values())
