"""The bot comes up, and its commands are as Discord wants them, in three languages."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from bot.pictures.emoji_images import emoji_names
from tests.end_to_end.conftest import openapi

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.practice.errors import Json
    from bot.practice.model import Channel, User
    from tests.end_to_end.process import BotProcess
    from tests.end_to_end.script import Script

FRESH = True
LANGUAGES = ("de", "fr")
ENDONYMS = ("Deutsch", "Français", "English")


def parts(thing: Json, path: str) -> Iterator[tuple[str, Json]]:
    """A command with all its sub-commands, options and choices, each with where it is."""
    yield path, thing
    for key in ("options", "choices"):
        for inner in thing.get(key) or ():
            yield from parts(inner, f"{path} {inner['name']}")


def test_discords_own_document_is_applied() -> None:
    """Every request of these tests is checked against it, where there is one."""
    path = openapi()
    if path is None:
        pytest.skip("DISCORD_OPENAPI does not name Discord's OpenAPI document: requests were not checked against it")
    assert path.is_file()


async def test_commands_are_registered_cleanly(script: Script, bot: BotProcess) -> None:
    assert script.state.directory.commands[None]
    assert script.state.journal.requests["PUT", "/applications/{application_id}/commands", 200] == 1
    script.assert_clean()


async def test_the_application_gets_its_emojis_once(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel]
) -> None:
    """In the background; then texts and buttons show them, and the next start uploads nothing."""
    directory, route = script.state.directory, "/applications/{application_id}/emojis"
    await script.wait_for(lambda: len(directory.emojis) == len(emoji_names()), 60, "the emojis")
    await script.settle()
    legend = await script.slash(people["fr"], places["fr"], "help", {"topic": "symbols"})
    gear = next(emoji for emoji in directory.emojis.values() if emoji.name.startswith("gear_"))
    assert f"<:gear:{gear.id}> – engrenage" in legend.text
    asked = script.state.journal.requests["GET", route, 200]
    await bot.stop()
    await bot.start()
    await script.settle()
    assert script.state.journal.requests["GET", route, 200] == asked + 1
    assert script.state.journal.requests["POST", route, 201] == len(emoji_names())
    script.assert_clean()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_everything_is_translated(script: Script, bot: BotProcess, language: str) -> None:
    """Names, descriptions, options and choices; only languages go by their own names everywhere."""
    missing = [
        f"{path}: {key}"
        for command in script.state.directory.commands[None].values()
        for path, part in parts(command, command["name"])
        for key in ("name", "description")
        if part.get("name") not in ENDONYMS
        and part.get(key)
        and not (part.get(f"{key}_localizations") or {}).get(language)
    ]
    assert missing == []


async def test_people_are_offered_the_same_commands_in_their_language(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel]
) -> None:
    offers = {name: script.offered(people[name], places["de"]) for name in ("en", "de", "fr")}
    names = {name: {c["name"] for c in offer} for name, offer in offers.items()}
    assert names["en"] == names["de"] == names["fr"]
    shown = {name: [c["description_shown"] for c in offer if c["type"] == 1] for name, offer in offers.items()}
    assert not set(shown["en"]) & set(shown["de"])
    assert not set(shown["de"]) & set(shown["fr"])


async def test_a_first_answer_soon_after_the_start(
    script: Script,
    bot: BotProcess,
    people: dict[str, User],
    places: dict[str, Channel],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Said, not judged: machines differ."""
    await bot.stop()
    begin = time.perf_counter()
    await bot.start()
    answer = await script.slash(people["fr"], places["fr"], "about")
    with capsys.disabled():
        print(f"\nstart to first answered interaction: {time.perf_counter() - begin:.2f} s")
    assert answer.ephemeral


async def test_a_gateway_that_is_away_for_a_while(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel]
) -> None:
    """The bot knocks until it is let in again, with its old session or a new one."""
    before = script.sessions("ready") + script.sessions("resumed")
    await script.faults.drop_gateway(down=0.5)
    back = lambda: script.sessions("ready") + script.sessions("resumed") > before  # noqa: E731
    await script.wait_for(back, 60, "the bot to come back")
    assert not (await script.slash(people["de"], places["de"], "about")).failed


async def test_events_of_a_short_absence_are_brought_later(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel]
) -> None:
    resumed, identified = script.sessions("resumed"), script.server.gateway.identified
    await script.faults.drop_gateway()
    assert not (await script.slash(people["de"], places["de"], "about")).failed
    assert (script.sessions("resumed"), script.server.gateway.identified) == (resumed + 1, identified)


async def test_a_session_that_cannot_be_resumed(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel]
) -> None:
    before = script.server.gateway.identified
    await script.faults.drop_gateway("close", resumable=False)
    await script.wait_for(
        lambda: any(s.connected and s.ready for s in script.state.sessions.live()), 60, "a new session"
    )
    assert script.server.gateway.identified == before + 1
    assert not (await script.slash(people["de"], places["de"], "about")).failed


async def test_nothing_that_a_person_says_is_needed(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel]
) -> None:
    """Ordinary messages are none of the bot's business."""
    assert await script.write(people["de"], places["de"], "Guten Morgen") == []
