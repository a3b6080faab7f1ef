"""Help, about and settings as people meet them: in three languages, over a restart, with a Discord in trouble."""

import asyncio
from typing import Any

import pytest

from bot.practice.model import Channel, User
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import PATIENCE, Script

People = dict[str, User]
Places = dict[str, Channel]

COMMANDS: dict[str, dict[str, str]] = {
    "de": {"help": "Erste Schritte", "about": "Inoffiziell", "settings show": "Einstellungen"},
    "fr": {"help": "Premiers pas", "about": "Non officiel", "settings show": "Réglages"},
    "en": {"help": "First steps", "about": "Unofficial", "settings show": "Settings"},
}
NAMES = {
    "de": {"hilfe", "über", "einstellungen sprache", "einstellungen zeigen"},
    "fr": {"aide", "à-propos", "réglages langue", "réglages afficher"},
    "en": {"help", "about", "settings language", "settings show"},
}


@pytest.mark.parametrize("language", ["de", "fr", "en"])
@pytest.mark.parametrize("command", ["help", "about", "settings show"])
async def test_every_command_answers_privately_in_the_person_s_language(
    script: Script, bot: BotProcess, people: People, places: Places, language: str, command: str
) -> None:
    answer = await script.slash(people[language], places["de"], command)
    assert answer.ephemeral
    assert COMMANDS[language][command] in answer.text


@pytest.mark.parametrize("place", ["fr", "thread", "dm"])
async def test_everywhere(script: Script, bot: BotProcess, people: People, places: Places, place: str) -> None:
    kim = people["de"]
    channel = script.directory.dm(kim) if place == "dm" else places[place]
    for command, said in COMMANDS["de"].items():
        assert said in (await script.slash(kim, channel, command)).text


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_help_leads_through_all_topics(
    script: Script, bot: BotProcess, people: People, places: Places, language: str
) -> None:
    answer = await script.slash(people[language], places["fr"], "help")
    for topic in ("rules", "bot", "start"):
        answer = await script.select(answer, "help:pick", [topic])
        assert len(answer.text) > 100
    answer = await script.select(answer, "help:pick", ["bot"])
    listed = answer.text
    answer = await script.click(answer, "help:open:bot:1")
    listed += answer.text
    assert all(f"`/{name}" in listed for name in NAMES[language])


async def test_help_completes_topics(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    found = await script.complete(people["fr"], places["de"], "help", {"topic": "rég"})
    assert [choice["name"] for choice in found.choices] == ["Le bot et ses réglages"]
    answer = await script.slash(people["fr"], places["de"], "help", {"topic": found.choices[0]["value"]})
    assert "/réglages langue" in answer.text


async def test_an_unknown_topic_is_declined(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    answer = await script.slash(people["de"], places["de"], "help", {"topic": "*Kochen* @everyone"})
    assert answer.ephemeral
    assert "keine Hilfe" in answer.text


async def test_about_opens_help(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    answer = await script.slash(people["en"], places["de"], "about")
    assert "First steps" in (await script.click(answer, "Help")).text


async def test_a_person_s_language(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    alex, place = people["en"], places["de"]
    assert "Für dich gespeichert" in (await script.slash(alex, place, "settings language", {"language": "de"})).text
    assert "Erste Schritte" in (await script.slash(alex, script.directory.dm(alex), "help")).text
    shown = await script.slash(alex, place, "settings show")
    shown = await script.select(shown, "settings:language:person", ["auto"])
    assert "Saved for you" in shown.text
    assert "First steps" in (await script.slash(alex, place, "help")).text


async def test_a_place_s_language_is_for_its_moderators(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    for scope, right in (("server", "Server verwalten"), ("channel", "Kanäle verwalten")):
        options: dict[str, Any] = {"language": "en", "for": scope}
        refused = await script.slash(people["de"], places["fr"], "settings language", options)
        assert right in refused.text
        assert "gespeichert" not in refused.text
        done = await script.slash(people["fr-mod"], places["fr"], "settings language", options)
        assert "Enregistré" in done.text
        assert "English" in done.text


async def test_there_are_no_place_settings_in_direct_messages(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    camille = people["fr"]
    options = {"language": "de", "for": "server"}
    answer = await script.slash(camille, script.directory.dm(camille), "settings language", options)
    assert "que toi et moi" in answer.text


async def test_settings_and_old_buttons_outlive_kill_9(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    toni, place = people["de-mod"], places["de"]
    await script.slash(toni, place, "settings language", {"language": "fr"})
    help_before = await script.slash(toni, place, "help")
    settings_before = await script.slash(toni, place, "settings show")
    await bot.restart()
    assert "Premiers pas" in (await script.slash(toni, place, "help")).text
    assert "/einstellungen sprache" in (await script.select(help_before, "help:pick", ["bot"])).text
    changed = await script.select(settings_before, "settings:language:person", ["auto"])
    assert "Für dich gespeichert" in changed.text


@pytest.mark.parametrize(
    ("status", "how"), [(500, {}), (502, {}), (503, {}), (429, {"retry_after": 0.5}), (429, {"retry_after": 1.0})]
)
async def test_discord_s_errors_lose_no_answer(
    script: Script, bot: BotProcess, people: People, places: Places, status: int, how: dict[str, Any]
) -> None:
    script.faults.rest("POST", "/callback", status=status, times=1, **how)
    answer = await script.slash(people["en"], places["de"], "about")
    assert "Unofficial" in answer.text


@pytest.mark.parametrize("how", ["abort", "close", "reconnect", "invalid"])
async def test_a_dropped_gateway_loses_no_answer(
    script: Script, bot: BotProcess, people: People, places: Places, how: str
) -> None:
    """Asked while the line is down: the session is resumed, and Discord hands over what came in between."""
    with script.state.journal.collecting("not-delivered"):
        await script.faults.drop_gateway(how)
        assert "Unofficial" in (await script.slash(people["en"], places["de"], "about")).text


async def test_a_second_delivery_changes_nothing(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    script.deliver_twice()
    answer = await script.slash(people["en"], places["de"], "about")
    assert "Unofficial" in answer.text
    assert len(answer.messages) == 1


async def test_many_at_once(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    asked = [script.slash(people[each], places["de"], "help") for each in ("de", "fr", "en") for _ in range(10)]
    answers = await asyncio.gather(*asked)
    assert [answer.text.split("\n")[0][3:] for answer in answers] == [
        COMMANDS[each]["help"] for each in ("de", "fr", "en") for _ in range(10)
    ]


async def test_a_restart_with_the_same_commands_does_not_send_them_again(script: Script, bot: BotProcess) -> None:
    await script.wait_for(lambda: "commands synced" in bot.log, PATIENCE, "the commands, sent and noted")
    await bot.restart()
    await script.settle()
    assert "commands synced" not in bot.log[bot.log.rindex("logged in") :]


async def test_it_ends_cleanly(script: Script, bot: BotProcess) -> None:
    assert await bot.stop() == 0
    assert bot.tracebacks() == []
    assert bot.outside() == []
    await bot.start()  # other tests may follow
