"""A turn planned by clicking while the other plays, seen by nobody else, and played with one tap."""

from typing import Final

import pytest

from bot.practice.model import Channel, User
from tests.end_to_end.clicking import Clicker, ids
from tests.end_to_end.edit_pace import TOLD
from tests.end_to_end.script import Script
from tests.end_to_end.test_table_play import FIXED, my_turn, place

__all__ = ["place"]
SAID: Final = {
    "de": ("private Kopie", "Plan spielen", "Gespielt wie geplant"),
    "fr": ("copie privée", "Jouer mon plan", "Joué comme prévu"),
    "en": ("private copy", "Play my plan", "Played as planned"),
}


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_a_plan_is_made_kept_and_played(
    script: Script, place: Channel, people: dict[str, User], language: str
) -> None:
    first, second = people["de-mod"], people[language]
    table = Clicker(script, place, [first, second], seed=1)
    await table.open(options=FIXED)
    await table.begun()
    await script.settle()
    public = {message.id: message.text for message in table.messages}
    panel = await script.slash(second, place, "game plan show")
    assert panel.ephemeral
    marked, play, played = SAID[language]
    assert marked in panel.text
    panel = await script.click(panel, next(each for each in ids(panel.message, "plan:do:") if ":s:" in each))
    assert "1." in panel.text
    assert {message.id: message.text for message in table.messages} == public
    early = await script.slash(second, place, "game plan play")
    assert early.ephemeral
    assert played not in early.text
    for _ in range(80):
        if not await table.step(first):
            break
    await script.settle(TOLD)  # the table's message of the new turn has come
    mine = await my_turn(script, table, second)
    assert play in mine.text or [c for c in mine.message.walk() if play in str(c.get("label", ""))]
    done = await script.click(mine, ids(mine.message, "table:planned:")[0])
    assert played in done.text
    assert not ids(done.message, "table:planned:")
