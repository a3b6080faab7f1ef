"""Looking at components through Discord: from the menus of panels, by name in any language, and never at what is
hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.clicking import ids
from tests.end_to_end.test_table_care import opened, place

if TYPE_CHECKING:
    from bot.practice.errors import Json
    from bot.practice.model import Channel, Message, User
    from tests.end_to_end.script import Script

__all__ = ["place"]
People = dict[str, "User"]
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])
UNSEEN = {"de": "Nicht zu sehen", "fr": "Pas en vue", "en": "Not in sight"}
ON_DISPLAY = {"de": "In der Auslage", "fr": "Au marché", "en": "On display"}


def menu_of(message: Message) -> Json:
    """The menu of components of a message."""
    wanted = ids(message, "table:look:")[0]
    rows = [row for row in message.components if row["type"] == 1]
    return next(each for row in rows for each in row["components"] if each.get("custom_id") == wanted)


@LANGUAGES
async def test_a_card_on_display(script: Script, place: Channel, people: People, language: str) -> None:
    """Anybody may look, also who only watches; the panel with the menu stays as it is."""
    await opened(script, place, people["de-mod"], people["fr-mod"])
    person = people[language]
    market = await script.slash(person, place, "show market")
    menu = menu_of(market.message)
    looked = await script.select(market, menu["custom_id"], [menu["options"][0]["value"]])
    assert looked.ephemeral
    assert looked.message is not market.message
    assert ON_DISPLAY[language] in looked.text
    assert len(ids(looked.message, "cite:")) >= 1
    assert ids(market.message, "table:look:")


@LANGUAGES
async def test_everything_by_its_name(script: Script, place: Channel, people: People, language: str) -> None:
    """Completion knows every language's names; of what others hold hidden, only what it does is told."""
    await opened(script, place, people["de-mod"], people["fr-mod"])
    person = people[language]
    for typed in ("Spark Bearer", "Funkengeleit", "Porte-étincelle"):
        found = await script.complete(person, place, "show component", {"name": typed})
        assert len(found.choices) == 1
        shown = await script.slash(person, place, "show component", {"name": found.choices[0]["value"]})
        assert found.choices[0]["name"] in shown.text
    for crate in ("=k26", "=k01"):
        assert UNSEEN[language] in (await script.slash(person, place, "show component", {"name": crate})).text
    unknown = await script.slash(person, place, "show component", {"name": "xyzzy"})
    assert "xyzzy" in unknown.text
    assert unknown.ephemeral


@LANGUAGES
async def test_all_that_a_panel_names_with_one_press(
    script: Script, place: Channel, people: People, language: str
) -> None:
    """The own panel's hand, the market and what happened last: beside the panel, with pages in place; also for whoever
    watches, and with a number that nobody could have."""
    table = await opened(script, place, people["de-mod"], people["fr-mod"])
    person = people[language]
    market = await script.slash(person, place, "show market")
    looked = await script.click(market, ids(market.message, "table:closer:")[0])
    assert looked.ephemeral
    assert looked.message is not market.message
    assert ON_DISPLAY[language] in looked.text
    assert len(ids(looked.message, "cite:")) >= 1
    further = next(each for each in ids(looked.message, "table:closer:") if each.endswith(":1"))
    second = await script.click(looked, further)
    assert second.message is looked.message
    assert "11" in second.text
    assert table.table is not None
    mine = await script.click(table.table, ids(table.table, "table:turn:")[0], user=people["de-mod"])
    own = await script.click(mine, next(each for each in ids(mine.message, "table:closer:") if each.endswith(":own")))
    assert own.ephemeral
    assert own.message is not mine.message
    assert "1\\." in own.text
