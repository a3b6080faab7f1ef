"""People whom nothing reaches: who takes no direct messages is told in the channel, who has left the server is not told
at all and the others hear of it; a plan of a game that has ended plays nothing and says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.end_to_end.clicking import Clicker, broken_off, ids
from tests.end_to_end.test_table_play import FIXED, my_turn, place

if TYPE_CHECKING:
    from bot.practice.model import Channel, User
    from tests.end_to_end.script import Script

__all__ = ["place"]
LANGUAGES: Final = pytest.mark.parametrize("language", ["de", "fr", "en"])
NO_GAME: Final = {"de": "keine Partie", "fr": "pas de partie", "en": "no game"}
NEWS: Final = {"de": "Neues aus Partie {}", "fr": "Nouvelles de la partie {}", "en": "News of game {}"}
LEFT: Final = {"de": "nicht mehr auf dem Server", "fr": "a quitté le serveur", "en": "has left the server"}


async def opened(script: Script, place: Channel, *people: User) -> Clicker:
    table = Clicker(script, place, people, seed=1)
    await table.open(options=FIXED)
    await table.begun()
    await script.settle()
    return table


async def turn_over(script: Script, table: Clicker, person: User) -> None:
    for _ in range(80):
        if not await table.step(person):
            break
    await script.settle()


@LANGUAGES
async def test_who_takes_no_direct_messages_is_told_in_the_channel(
    script: Script, place: Channel, people: dict[str, User], language: str
) -> None:
    first, second = people["de-mod"], people[language]
    await script.slash(second, place, "settings notices", {"when": "turn", "where": "dm"})
    second.dms_open = False
    try:
        table = await opened(script, place, first, second)
        await turn_over(script, table, first)
        told = [message.text for message in table.messages if not ids(message, "table:pick:")]
        told = [text for text in told if second.mention in text]
        assert told, "no notice in the channel"
    finally:
        second.dms_open = True
        await script.slash(second, place, "settings notices", {"when": "turn", "where": "channel"})


@LANGUAGES
async def test_who_has_left_the_server_is_not_told_and_the_others_hear_of_it(
    script: Script, place: Channel, people: dict[str, User], language: str
) -> None:
    first, second = people[language], people["de-mod"]
    assert place.guild is not None
    table = await opened(script, place, first, second)
    member = place.guild.members.pop(second.id)
    try:
        with script.expecting("unknown-member"):
            await turn_over(script, table, first)
        mine = await my_turn(script, table, first)
        assert LEFT[language] in mine.text, mine.text
        notices = [message.text for message in table.messages if not ids(message, "table:turn:")]
        assert not [text for text in notices if second.mention in text]
    finally:
        place.guild.members[second.id] = member


@LANGUAGES
async def test_a_plan_of_a_game_that_has_ended(
    script: Script, place: Channel, people: dict[str, User], language: str
) -> None:
    first, second = people["de-mod"], people[language]
    await opened(script, place, first, second)
    panel = await script.slash(second, place, "game plan show")
    panel = await script.click(panel, next(each for each in ids(panel.message, "plan:do:") if ":s:" in each))
    step = ids(panel.message, "plan:do:")[0]
    await broken_off(script, place, first, second)
    refused = await script.click(panel, step)
    assert refused.ephemeral
    assert "⚠️" in refused.text, refused.text
    for path in ("game plan play", "game plan show"):
        answer = await script.slash(second, place, path)
        assert answer.ephemeral
        assert NO_GAME[language] in answer.text, answer.text


@LANGUAGES
async def test_a_follower_is_told_in_their_own_language(
    script: Script, place: Channel, people: dict[str, User], language: str
) -> None:
    """The table speaks German; nothing is set but the language of the follower's Discord."""
    first, second, follower = people["de-mod"], people["en" if language == "de" else "de"], people[language]
    table = await opened(script, place, first, second)
    assert table.table is not None
    game = int(ids(table.table, "table:turn:")[0].split(":")[2])
    look = await script.click(table.table, ids(table.table, "table:overview:")[0], user=follower)
    panel = await script.click(look, f"table:follow:{game}")
    await script.select(panel, ids(panel.message, "table:moments:")[0], "turn")
    home = script.directory.dm(follower)
    before = set(home.messages)
    await turn_over(script, table, first)
    await script.wait_for(lambda: set(home.messages) - before, 20, "the message to the follower")
    told = home.messages[max(set(home.messages) - before)]
    assert NEWS[language].format(game) in told.text, told.text
